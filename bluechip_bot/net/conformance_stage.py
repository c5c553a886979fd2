"""Scripts of a check over TCP: against a client that comes to us, or a manager that we call.

Every wait has its limit, so that a script always comes to an end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any, Final, cast

from attrs import define, evolve, field, frozen
from twisted.internet.defer import Deferred, inlineCallbacks, maybeDeferred
from twisted.internet.endpoints import HostnameEndpoint
from twisted.internet.error import CannotListenError, ConnectError, DNSLookupError
from twisted.internet.protocol import Factory
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from bluechip_bot.conformance.rules import RULES
from bluechip_bot.conformance.script import (
    Absence,
    HangUp,
    Hear,
    HearAny,
    Heard,
    Join,
    Outcome,
    Performance,
    Remark,
    Say,
    Told,
    Verdict,
)
from bluechip_bot.net.linewire import LIMIT, LineListener, LineRecorder, LineWire
from bluechip_bot.net.reactor import cancel
from bluechip_bot.net.table_server import ListenError

_BRIEFLY: Final = 0.3
"""Seconds of silence that count as none being expected."""
_AGAIN: Final = 0.1
"""Seconds until a manager that does not listen is called again."""


@frozen
class Patience:
    """How long is waited, in seconds.

    Attributes:
        line: for an expected line.
        arrival: for a connection.
        briefly: where no line is expected.
    """

    line: float = 30.0
    arrival: float = 60.0
    briefly: float = _BRIEFLY


@define
class _Connection:
    """A connection with the lines that have not been read yet."""

    wire: LineWire | None = None
    lines: deque[str] = field(factory=deque)
    gone: bool = False


class Stage(ABC):
    """Carries out the actions of one script; a subclass makes the connections."""

    def __init__(
        self,
        reactor: Any,
        patience: Patience,
        record: LineRecorder = lambda *_: None,
    ) -> None:
        """Prepare; `perform` begins.

        Args:
            reactor: Twisted's.
            patience: how long is waited.
            record: called with every line.
        """
        self._reactor = reactor
        self._patience = patience
        self._record = record
        self._connections: dict[int, _Connection] = {}
        self._waiting: Callable[[], None] | None = None

    @inlineCallbacks
    def perform(
        self, performance: Performance, *, stays: bool = False
    ) -> Generator[Deferred[Heard], Any, Verdict]:
        """The verdict of a script; its connections are closed then, unless the session stays."""
        heard: Heard = None
        while (action := performance.step(heard)) is not None:
            heard = None
            match action:
                case Join(peer):
                    heard = yield self._join(peer)
                case Say(peer, line):
                    self._say(peer, line)
                case Hear(peer, briefly):
                    seconds = self._patience.briefly if briefly else self._patience.line
                    heard = yield self._wait(partial(self._heard, peer), seconds)
                case HearAny(peers, briefly):
                    seconds = self._patience.briefly if briefly else self._patience.line
                    heard = yield self._wait(partial(self._heard_any, peers), seconds)
                case HangUp(peer):
                    self._hang_up(peer)
        assert performance.verdict is not None
        if not stays or performance.verdict.outcome is Outcome.FAILED:
            for peer in list(self._connections):
                self._hang_up(peer)
        return self._with_line_ends(performance.verdict)

    @abstractmethod
    def _join(self, peer: int) -> Deferred[Heard]:
        """Fires with None when the connection stands, else with the reason why it does not."""

    def _say(self, peer: int, line: str) -> None:
        wire = self._connections[peer].wire
        if wire is not None:
            wire.send_line(line)

    def _heard(self, peer: int) -> Heard:
        connection = self._connections[peer]
        if connection.lines:
            return connection.lines.popleft()
        return Absence.GONE if connection.gone else None

    def _heard_any(self, peers: Sequence[int]) -> Heard:
        for peer in peers:
            heard = self._heard(peer)
            if isinstance(heard, str | Absence):
                return Told(peer, heard)
        return None

    def _hang_up(self, peer: int) -> None:
        wire = self._connections[peer].wire
        if wire is not None:
            wire.close()

    def _wait(self, ready: Callable[[], Heard], seconds: float) -> Deferred[Heard]:
        """Fires with what `ready` says once that is not None, or with silence."""
        done: Deferred[Heard] = Deferred()

        def look() -> None:
            if (heard := ready()) is not None:
                fire(heard)

        def fire(heard: Heard) -> None:
            self._waiting = None
            cancel(timer)
            done.callback(heard)

        timer = self._reactor.callLater(seconds, fire, Absence.SILENT)
        self._waiting = look
        look()
        return done

    def _wake(self) -> None:
        if self._waiting is not None:
            self._waiting()

    def _new_wire(self, connection: _Connection) -> LineWire:
        def on_line(line: str) -> None:
            connection.lines.append(line)
            self._wake()

        def on_lost(_reason: Failure) -> None:
            connection.gone = True
            self._wake()

        listener = LineListener(
            on_line=on_line,
            on_lost=on_lost,
            on_long_line=lambda length: on_line(f"[a line of {length} bytes]"),
        )
        connection.wire = _Wire(self._reactor, listener, record=self._record)
        return connection.wire

    def _with_line_ends(self, verdict: Verdict) -> Verdict:
        """The verdict, with a remark if lines have ended with LF alone."""
        wires = [connection.wire for connection in self._connections.values()]
        line = next((wire.bare for wire in wires if isinstance(wire, _Wire) and wire.bare), "")
        if not line:
            return verdict
        remark = Remark(RULES["1.1"], line, "expected CR LF at the end of the line, not LF")
        return evolve(verdict, remarks=(*verdict.remarks, remark))


class ClientStage(Stage):
    """A port to which the client under check connects.

    Attributes:
        port: where it listens; 0 before `listen`.
    """

    def __init__(
        self, reactor: Any, patience: Patience, record: LineRecorder = lambda *_: None
    ) -> None:
        """Prepare; `listen` opens the port."""
        super().__init__(reactor, patience, record)
        self.port = 0
        self._arrived: deque[_Connection] = deque()
        self._listening: Any = None
        self._hopeless = False

    def listen(self, host: str, port: int) -> None:
        """Open the port; 0 stands for any free one.

        Raises:
            ListenError: if it cannot be opened.
        """
        factory = _Factory(self._arrive)
        try:
            self._listening = self._reactor.listenTCP(port, factory, interface=host)
        except (CannotListenError, OSError) as error:
            cause = getattr(error, "socketError", error)
            raise ListenError(f"cannot listen on {host}:{port}: {cause}") from None
        self.port = self._listening.getHost().port

    def close(self) -> Deferred[Any]:
        """Close the port and whoever has come without being asked."""
        for connection in self._arrived:
            if connection.wire is not None:
                connection.wire.close()
        return maybeDeferred(self._listening.stopListening)

    def give_up(self) -> None:
        """Nobody will come any more: the client's process has ended."""
        self._hopeless = True
        self._wake()

    def _arrive(self) -> LineWire:
        connection = _Connection()
        self._arrived.append(connection)
        wire = self._new_wire(connection)
        self._reactor.callLater(0, self._wake)
        return wire

    def _join(self, peer: int) -> Deferred[Heard]:
        def ready() -> Heard:
            if self._arrived:
                self._connections[peer] = self._arrived.popleft()
                return ""
            return Absence.GONE if self._hopeless else None

        joined = self._wait(ready, self._patience.arrival)
        return joined.addCallback(lambda heard: heard or None)


class ServerStage(Stage):
    """Connections to the manager under check."""

    def __init__(
        self,
        reactor: Any,
        host: str,
        ports: tuple[int, ...],
        patience: Patience,
        record: LineRecorder = lambda *_: None,
    ) -> None:
        """Prepare.

        Args:
            reactor: Twisted's.
            host: the manager's.
            ports: one, or one for each of N E S W.
            patience: how long is waited.
            record: called with every line.
        """
        super().__init__(reactor, patience, record)
        self._host = host
        self._ports = ports

    @inlineCallbacks
    def _join(self, peer: int) -> Generator[Deferred[Any], Any, Heard]:
        """As `Stage._join`; a manager that does not listen yet is called again."""
        connection = self._connections[peer] = _Connection()
        port = self._ports[peer % len(self._ports)]
        factory = cast("Any", _Factory(lambda: self._new_wire(connection)))
        end = self._reactor.seconds() + self._patience.arrival
        while (left := end - self._reactor.seconds()) > 0:
            endpoint = HostnameEndpoint(self._reactor, self._host, port, timeout=left)
            try:
                yield endpoint.connect(factory)
            except (ConnectError, DNSLookupError):
                yield deferLater(self._reactor, _AGAIN)
            else:
                return None
        return Absence.SILENT


class _Wire(LineWire):
    """A connection that watches the ends of lines.

    Attributes:
        bare: the first line that has ended with LF alone.
    """

    bare = ""
    _rest = b""

    def dataReceived(self, data: bytes) -> None:
        """Deliver the lines that these bytes complete."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[-LIMIT:]
        bare = next((line for line in lines if not line.endswith(b"\r")), None)
        if bare is not None and not self.bare:
            self.bare = bare.decode("ascii", "replace")
        super().dataReceived(data)


class _Factory(Factory):
    """Makes a wire for each connection."""

    noisy = False

    def __init__(self, make: Callable[[], LineWire]) -> None:
        self._make = make

    def buildProtocol(self, _address: object) -> LineWire:
        """A new wire."""
        return self._make()
