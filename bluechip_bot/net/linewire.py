"""Lines of text over TCP, as table managers write them.

The rules of this file:

* A line ends with LF; a CR before it and trailing blanks do not belong to it. Lines without text
  are skipped. What is not ASCII becomes the replacement character.
* A line that is too long is discarded and reported; the lines before and after it are not lost.
* Lines are delivered in order, in the call that brings their bytes, and not after `close`.
* Sent lines always end with CRLF and are pure ASCII.
* A peer that does not read what it is sent costs a limited amount of memory: the connection is cut
  when too much is waiting for it.
* Everything that goes over the wire is recorded, even what is skipped or discarded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from attrs import frozen
from twisted.internet import protocol
from twisted.internet.interfaces import IPushProducer, ITCPTransport
from twisted.python.failure import Failure
from zope.interface import implementer

from bluechip_bot.config import ServerConfig
from bluechip_bot.net.reactor import Timer, Timers, cancel

LIMIT: Final = ServerConfig().line_limit
"""The greatest length of a line without its end, in bytes."""
UNSENT: Final = 1 << 18
"""The most bytes that wait for one peer. A board is some 3 kB for a seat, and the operating system
and the transport hold a few hundred boards more: no peer that reads comes near this."""
_LINGER: Final = 10.0
"""Seconds for the last lines of a connection that we close; then it is cut."""

_BLANKS: Final = b" \t\r"

LineRecorder = Callable[[str, str, str], object]
"""Called with every line: `>` if sent or `<` if received, the peer's name, the text."""


class LineError(ValueError):
    """A text that is not a single line."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(f"not a single line: {text!r}")


def _ignore(*_: object) -> None:
    pass


@frozen
class LineListener:
    """The callbacks for a connection; no other call follows `on_lost`.

    `on_unread` is called when a connection is cut because its peer does not read; its argument is
    the number of bytes that could not be sent.
    """

    on_line: Callable[[str], object]
    on_lost: Callable[[Failure], object] = _ignore
    on_long_line: Callable[[int], object] = _ignore
    on_connected: Callable[[], object] = _ignore
    on_unread: Callable[[int], object] = _ignore


@implementer(IPushProducer)
class LineWire(protocol.Protocol):
    """A connection that sends and receives lines.

    It registers as a producer with the transport, which thus reports when the peer lags behind;
    lines that cannot be sent then wait here, where their bytes are counted.

    Attributes:
        peer: the name under which lines are recorded; the peer's address unless it is changed.
    """

    def __init__(
        self,
        timers: Timers,
        listener: LineListener,
        *,
        limit: int = LIMIT,
        gap: float = 0.0,
        record: LineRecorder = _ignore,
    ) -> None:
        self.peer = "-"
        self._timers = timers
        self._listener = listener
        self.gap = gap
        self._record = record
        self._splitter = LineSplitter(limit)
        self._outbox: deque[str] = deque()
        self._unsent = 0  # bytes in the outbox
        self._is_full = False
        self._pause: Timer | None = None
        self._transport: Any = None
        self._closed = False

    def connectionMade(self) -> None:
        """Send the lines that have waited for the connection."""
        transport: Any = self.transport
        self._transport = transport
        if self._closed:
            transport.loseConnection()
            return
        if ITCPTransport.providedBy(transport):
            transport.setTcpNoDelay(True)
        transport.registerProducer(self, True)
        if self.peer == "-":
            address = transport.getPeer()
            host, port = getattr(address, "host", None), getattr(address, "port", None)
            self.peer = f"{host}:{port}" if host is not None else type(address).__name__
        self._listener.on_connected()
        self._pump()

    def dataReceived(self, data: bytes) -> None:
        """Deliver the lines that these bytes complete."""
        for line in self._splitter.feed(data):
            if isinstance(line, int):
                self._record("<", self.peer, f"[a line of {line} bytes, discarded]")
                self._listener.on_long_line(line)
                continue
            text = line.rstrip(_BLANKS).decode("ascii", errors="replace")
            self._record("<", self.peer, text)
            if text and not self._closed:
                self._listener.on_line(text)

    def connectionLost(self, reason: Failure = protocol.connectionDone) -> None:
        """Drop the lines not yet sent; a received line without an end is not delivered."""
        self._transport = None
        self._closed = True
        cancel(self._pause)
        self._outbox.clear()
        rest = self._splitter.finish()
        if isinstance(rest, int):
            self._record("<", self.peer, f"[a line of {rest} bytes, discarded]")
            self._listener.on_long_line(rest)
        elif rest:
            self._record("<", self.peer, f"[a line without end] {rest.decode('ascii', 'replace')}")
        self._listener.on_lost(reason)

    def send_line(self, text: str) -> None:
        """Send a line, once the gap to the previous one has passed; no effect after `close`."""
        if "\r" in text or "\n" in text:
            raise LineError(text)
        if self._closed:
            return
        self._outbox.append(text)
        self._unsent += len(text)
        self._pump()
        if self._unsent > UNSENT:
            self._cut()

    def pauseProducing(self) -> None:
        """Hold lines back: the peer reads more slowly than we send."""
        self._is_full = True

    def resumeProducing(self) -> None:
        """Send the lines held back: the peer has read everything."""
        self._is_full = False
        self._pump()

    def stopProducing(self) -> None:
        """Do nothing: `connectionLost` is called as well."""

    def close(self) -> None:
        """Send what is left, without gaps, and close the connection."""
        if self._closed:
            return
        self._closed = True
        cancel(self._pause)
        if self._transport is not None:
            while self._outbox:
                self._write(self._transport, self._outbox.popleft())
            self._transport.unregisterProducer()
            self._transport.loseConnection()
            if ITCPTransport.providedBy(self._transport):
                self._pause = self._timers.callLater(_LINGER, self._transport.abortConnection)

    def _cut(self) -> None:
        """Cut the connection to a peer that does not read, and drop the lines that wait for it."""
        self._closed = True
        cancel(self._pause)
        self._outbox.clear()
        self._listener.on_unread(self._unsent)
        if self._transport is not None:
            self._transport.abortConnection()

    def _pump(self) -> None:
        transport = self._transport
        while (
            transport
            and self._outbox
            and not (self._is_full or (self._pause and self._pause.active()))
        ):
            text = self._outbox.popleft()
            self._unsent -= len(text)
            self._write(transport, text)
            if self.gap > 0:
                self._pause = self._timers.callLater(self.gap, self._pump)

    def _write(self, transport: Any, text: str) -> None:
        data = text.encode("ascii", errors="replace")
        self._record(">", self.peer, data.decode("ascii"))
        transport.write(data + b"\r\n")


class WireFactory(protocol.Factory):
    """Makes a `LineWire` for each connection; `make` is given the address of the other end."""

    noisy = False

    def __init__(self, make: Callable[[object], LineWire]) -> None:
        self._make = make

    def buildProtocol(self, address: object) -> LineWire:
        """Return a new wire for a connection from an address."""
        return self._make(address)


class LineSplitter:
    """Splits bytes, which come in pieces of any size, into lines without their ends.

    At most `limit` bytes of a line are kept; a longer line is returned as its length, an int.

    Attributes:
        bare: the first line that has ended with LF alone; None if none has.
    """

    def __init__(self, limit: int) -> None:
        self.bare: bytes | None = None
        self._limit = limit
        self._kept = bytearray()
        self._length = 0  # of the current line, kept or not
        self._ends_with_cr = False

    def feed(self, data: bytes) -> list[bytes | int]:
        """Take bytes, and return the lines that they complete."""
        *complete, rest = data.split(b"\n")
        lines: list[bytes | int] = []
        for piece in complete:
            self._add(piece)
            if self.bare is None and not self._ends_with_cr:
                self.bare = bytes(self._kept)
            lines.append(self.finish())
        self._add(rest)
        return lines

    def finish(self) -> bytes | int:
        """End the current line as it stands, and return it, or its length if it is too long."""
        length = self._length - self._ends_with_cr
        line = bytes(self._kept[:length])
        self._kept.clear()
        self._length, self._ends_with_cr = 0, False
        return line if length <= self._limit else length

    def _add(self, piece: bytes) -> None:
        if not piece:
            return
        self._length += len(piece)
        self._ends_with_cr = piece.endswith(b"\r")
        self._kept += piece[: max(0, self._limit - len(self._kept))]
