"""What a seat and its player's child process say to each other, as frames on a pipe.

A frame is a length (four bytes, big-endian) and so many bytes of UTF-8, one JSON object. A child
says `Ready` once and then one `Answer` or `Failed` for each `Decide`::

    seat  > {"kind": "decide", "request": {"id": 7, ...}}
    seat  > {"kind": "stop", "id": 7}
    child < {"kind": "answer", "decision": {"id": 7, "card": "S2", ...}}

The end of the pipe to the child is the order to end at once.
"""

from __future__ import annotations

import json
import struct
from typing import Any, Final

from attrs import frozen

from bluechip_bot.model import Decision, DecisionRequest

LIMIT: Final = 1 << 24
"""The bytes of a frame, at most: far more than any decision needs."""

_LENGTH: Final = struct.Struct(">I")


class FrameError(ValueError):
    """Bytes or a text that are no frame or no message, or a message too large for a frame."""


@frozen
class Ready:
    """The child has built its player and waits for requests."""

    pid: int


@frozen
class Decide:
    """The child shall decide."""

    request: DecisionRequest


@frozen
class Answer:
    """The player has decided."""

    decision: Decision


@frozen
class Failed:
    """The player raised an exception instead of deciding.

    Attributes:
        id: the request's number.
        error: the exception, in one line.
        traceback: where it came from, in many.
    """

    id: int
    error: str
    traceback: str


@frozen
class Stop:
    """The child shall answer a request at once, with the best that it has.

    Attributes:
        id: the request's number; a stop for another one has no effect.
    """

    id: int


Message = Ready | Decide | Answer | Failed | Stop


def dump(message: Message) -> str:
    """The message as one line of JSON, read back by `load`.

    Raises:
        TypeError: if a decision's record holds what JSON cannot.
    """
    data: dict[str, Any]
    match message:
        case Ready(pid):
            data = {"kind": "ready", "pid": pid}
        case Decide(request):
            data = {"kind": "decide", "request": json.loads(request.to_json())}
        case Answer(decision):
            data = {"kind": "answer", "decision": json.loads(decision.to_json())}
        case Failed(number, error, trace):
            data = {"kind": "failed", "id": number, "error": error, "traceback": trace}
        case Stop(number):
            data = {"kind": "stop", "id": number}
    return json.dumps(data)


def load(text: str) -> Message:
    """The message written by `dump`.

    Raises:
        FrameError: if the text is no message.
    """
    try:
        data = json.loads(text)
        match data["kind"]:
            case "ready":
                return Ready(int(data["pid"]))
            case "decide":
                return Decide(DecisionRequest.from_json(json.dumps(data["request"])))
            case "answer":
                return Answer(Decision.from_json(json.dumps(data["decision"])))
            case "failed":
                return Failed(int(data["id"]), str(data["error"]), str(data["traceback"]))
            case "stop":
                return Stop(int(data["id"]))
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise FrameError(f"not a message: {text[:200]!r} ({error})") from None
    raise FrameError(f"not a message: {text[:200]!r} (unknown kind)")


def encode(message: Message, limit: int = LIMIT) -> bytes:
    """The message as a frame.

    Raises:
        FrameError: if it has more than `limit` bytes.
        TypeError: if a decision's record holds what JSON cannot.
    """
    payload = dump(message).encode()
    if len(payload) > limit:
        raise FrameError(f"a message of {len(payload)} bytes, more than {limit}")
    return _LENGTH.pack(len(payload)) + payload


class FrameDecoder:
    """Bytes in, in pieces of any size; the messages of complete frames out.

    After an error nothing that follows can be trusted: the stream is to be dropped.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Message]:
        """The messages that these bytes complete, in order.

        Raises:
            FrameError: if a frame is too long, is not UTF-8 or holds no message.
        """
        self._buffer += data
        messages: list[Message] = []
        start, size = 0, _LENGTH.size
        while len(self._buffer) >= start + size:
            (length,) = _LENGTH.unpack_from(self._buffer, start)
            if length > self._limit:
                raise FrameError(f"a frame of {length} bytes, more than {self._limit}")
            end = start + size + length
            if len(self._buffer) < end:
                break
            messages.append(_decode(bytes(self._buffer[start + size : end])))
            start = end
        del self._buffer[:start]
        return messages


def _decode(payload: bytes) -> Message:
    try:
        text = payload.decode()
    except UnicodeDecodeError as error:
        raise FrameError(f"not UTF-8: {payload[:200]!r} ({error})") from None
    return load(text)
