"""The messages of a seat and its player's child process, as frames on a pipe.

A frame is a length (four bytes, big-endian) and that many bytes of UTF-8: one JSON object, see
`bluechip_bot.codec`. A child sends `Started` once, and then for each `Think` any
number of `Provisional`, and one `Reply` or `Failed`::

    seat  > {"kind": "think", "request": {"id": 7, ...}}
    child < {"kind": "provisional", "decision": {"id": 7, "action": "S9", ...}}
    seat  > {"kind": "stop", "id": 7}
    child < {"kind": "reply", "decision": {"id": 7, "action": "S2", ...}}

At the end of the pipe the child ends at once.
"""

from __future__ import annotations

import struct
from typing import Any, Final

from attrs import frozen

from bluechip_bot.codec import CodecError, from_json, to_json
from bluechip_bot.model import Decision, DecisionRequest

LIMIT: Final = 1 << 24
"""The greatest size of a frame in bytes, far more than any decision needs."""

_LENGTH: Final = struct.Struct(">I")


class FrameError(ValueError):
    """Bytes are no frame or hold no message, or a message is too large for a frame."""


@frozen
class Started:
    """The child has built its player and waits for requests."""

    pid: int


@frozen
class Think:
    """A request that the child is to answer."""

    request: DecisionRequest


@frozen
class Provisional:
    """The player would decide this if it had to answer now; it replaces an earlier one."""

    decision: Decision


@frozen
class Reply:
    """The player's decision; `processor` is the time that all threads of its process have used."""

    decision: Decision
    seconds: float = 0.0
    processor: float = 0.0


@frozen
class Failed:
    """The player raised an exception instead of deciding; `error` is the exception in one line."""

    id: int
    error: str
    traceback: str


@frozen
class Stop:
    """The child must answer the request with this number at once, as well as it can by now."""

    id: int


PlayerMessage = Started | Think | Provisional | Reply | Failed | Stop


def encode(message: object, limit: int = LIMIT, kind: Any = PlayerMessage) -> bytes:
    """Return a message as a frame; raise FrameError if it has more than `limit` bytes."""
    payload = to_json(message, kind).encode()
    if len(payload) > limit:
        raise FrameError(f"a message of {len(payload)} bytes, more than {limit}")
    return _LENGTH.pack(len(payload)) + payload


class FrameDecoder:
    """Splits bytes, which come in pieces of any size, into frames, and decodes their messages.

    After an error the stream cannot be trusted and must be closed.
    """

    def __init__(self, limit: int = LIMIT, kind: Any = PlayerMessage) -> None:
        self._kind = kind
        self._limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Any]:
        """Take bytes, and return the messages that they complete; FrameError if one is invalid."""
        self._buffer += data
        messages: list[Any] = []
        start, size = 0, _LENGTH.size
        while len(self._buffer) >= start + size:
            (length,) = _LENGTH.unpack_from(self._buffer, start)
            if length > self._limit:
                raise FrameError(f"a frame of {length} bytes, more than {self._limit}")
            end = start + size + length
            if len(self._buffer) < end:
                break
            messages.append(_decode(bytes(self._buffer[start + size : end]), self._kind))
            start = end
        del self._buffer[:start]
        return messages


def _decode(payload: bytes, kind: Any) -> Any:
    try:
        message: Any = from_json(payload.decode(), kind)
    except UnicodeDecodeError as error:
        raise FrameError(f"not UTF-8: {payload[:200]!r} ({error})") from None
    except CodecError as error:
        raise FrameError(str(error)) from None
    return message
