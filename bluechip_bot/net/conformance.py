"""Checks over TCP: scripts against a client that comes to us, or a manager that we call.

Every wait has its limit, so that a script always comes to an end.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

from attrs import define, evolve, field, frozen
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.endpoints import HostnameEndpoint
from twisted.internet.error import CannotListenError, ConnectError, DNSLookupError
from twisted.internet.protocol import Factory
from twisted.internet.task import deferLater

from bluechip_bot.conformance.end import Performance, perform
from bluechip_bot.conformance.manager import ManagerEnd
from bluechip_bot.conformance.players import PlayersEnd
from bluechip_bot.conformance.rules import RULES
from bluechip_bot.conformance.script import (
    Absence,
    HangUp,
    Hear,
    Heard,
    Join,
    Outcome,
    Remark,
    Say,
    Script,
    Verdict,
)
from bluechip_bot.match.work import SeatWork
from bluechip_bot.model import Seat
from bluechip_bot.net.linewire import LIMIT, LineListener, LineRecorder, LineWire
from bluechip_bot.net.owned_process import OwnedProcess
from bluechip_bot.net.reactor import cancel
from bluechip_bot.net.table_server import ListenError
from bluechip_bot.net.wire_log import WireLog
from bluechip_bot.protocol.dialect import Dialect

_AGAIN: Final = 0.1
"""Seconds until a manager that does not listen is called again."""
_GRACE: Final = 1.0
"""The seconds that a process has to end by itself after a script."""

OnVerdict = Callable[[Verdict], object]


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
    briefly: float = 0.3


@frozen
class CheckPlan:
    """How a program is checked.

    Attributes:
        scripts: what is tried, in order; those of clients or those of managers.
        command: the command line that starts the program before each script: a client's as in
            `SeatWork`; in a manager's a word with `{port}` is repeated for each of its ports.
            Empty if somebody else starts it.
        host: where we listen for a client, or where the manager listens.
        ports: one, or one for each of N E S W; 0 is any free one, another one for each script.
        dialect: how the program is written to.
        patience: how long is waited.
        folder: for the output of the program and the lines on the wire.
        on_wait: called with the port when a client that somebody else starts is waited for.
    """

    scripts: Sequence[Script[ManagerEnd]] | Sequence[Script[PlayersEnd]]
    command: tuple[str, ...]
    host: str
    ports: tuple[int, ...]
    dialect: Dialect
    patience: Patience
    folder: Path
    on_wait: Callable[[int], object] = lambda _: None


async def check_client(reactor: Any, plan: CheckPlan, on_verdict: OnVerdict) -> bool:
    """Whether all scripts were tried; not if no client came.

    With a command each script has a client of its own; without one they follow one another in a
    session, as far as they can.

    Raises:
        ListenError: if no port can be opened.
        OSError: if the client cannot be started.
    """
    together = not plan.command
    scripts = cast("list[Script[ManagerEnd]]", list(plan.scripts))
    scripts.sort(key=lambda script: together and script.alone)
    stage = end = None
    for script, following in zip(scripts, [*scripts[1:], None], strict=True):
        stays = together and following is not None and not following.alone
        if stage is None or end is None:
            stage = _Run(reactor, plan, "client" if together else script.name, listens=True)
            insist = any("{seat}" in part for part in plan.command)
            seat = Seat.SOUTH if together else script.seat
            end = ManagerEnd(seat, plan.dialect, insist=insist)
        if together:
            end.stays = stays
            if not end.joined:
                plan.on_wait(stage.ports[0])
        else:
            work = SeatWork("Checked", plan.command)
            stage.start(work.arguments(plan.host, stage.ports[0], script.seat))
        verdict = await stage.perform(perform(script, end), stays=stays)
        end.joined &= verdict.outcome is not Outcome.FAILED
        if not together or following is None or verdict.unreachable:
            await stage.close()
            stage = None
        on_verdict(verdict)
        if verdict.unreachable:
            return False
    return True


async def check_server(reactor: Any, plan: CheckPlan, on_verdict: OnVerdict) -> bool:
    """Whether all scripts were tried; not if nobody listens any more.

    Raises:
        OSError: if the manager cannot be started.
    """
    fresh = True
    for script in cast("Sequence[Script[PlayersEnd]]", plan.scripts):
        stage = _Run(reactor, plan, script.name, listens=False)
        if plan.command:
            stage.start(_with_ports(plan.command, stage.ports))
        verdict = await stage.perform(perform(script, PlayersEnd(plan.dialect, fresh=fresh)))
        await stage.close()
        on_verdict(verdict)
        if verdict.unreachable:
            return False
        fresh = bool(plan.command)
    return True


def _with_ports(command: Sequence[str], ports: Sequence[int]) -> list[str]:
    """The command line of a manager, with its ports for `{port}`."""
    return [
        word.replace("{port}", str(port))
        for word in command
        for port in (ports if "{port}" in word else ports[:1])
    ]


def _free_ports(host: str, ports: Sequence[int]) -> tuple[int, ...]:
    """The ports, with one that was free a moment ago for each 0."""
    with ExitStack() as stack:
        return tuple(
            port or int(stack.enter_context(socket.create_server((host, 0))).getsockname()[1])
            for port in ports
        )


@define
class _Connection:
    """A connection with the lines that have not been read yet."""

    wire: LineWire | None = None
    lines: deque[str] = field(factory=deque)
    gone: bool = False

    def hang_up(self) -> None:
        """Close it, if it stands."""
        if self.wire is not None:
            self.wire.close()


class Stage:
    """Carries out the actions of scripts, one after the other.

    Attributes:
        ports: where we listen for a client, or where the manager listens.
    """

    def __init__(
        self, reactor: Any, patience: Patience, record: LineRecorder = lambda *_: None
    ) -> None:
        """Prepare; `listen` or `call` says who connects.

        Args:
            reactor: Twisted's.
            patience: how long is waited.
            record: called with every line.
        """
        self.ports: tuple[int, ...] = ()
        self._reactor = reactor
        self._patience = patience
        self._record = record
        self._connections: dict[int, _Connection] = {}
        self._arrived: deque[_Connection] = deque()
        self._waiting: Callable[[], None] | None = None
        self._listening: Any = None
        self._host = ""
        self._hopeless = False

    def listen(self, host: str, port: int) -> None:
        """Open a port for the client; 0 stands for any free one.

        Raises:
            ListenError: if it cannot be opened.
        """
        try:
            self._listening = self._reactor.listenTCP(port, _Factory(self._arrive), interface=host)
        except (CannotListenError, OSError) as error:
            cause = getattr(error, "socketError", error)
            raise ListenError(f"cannot listen on {host}:{port}: {cause}") from None
        self.ports = (self._listening.getHost().port,)

    def call(self, host: str, ports: tuple[int, ...]) -> None:
        """Connect to a manager at these ports."""
        self._host, self.ports = host, ports

    async def close(self) -> None:
        """Close the port and whoever has come without being asked."""
        for connection in self._arrived:
            connection.hang_up()
        if self._listening is not None:
            await maybeDeferred(self._listening.stopListening)

    def give_up(self) -> None:
        """Nobody will come any more: the client's process has ended."""
        self._hopeless = True
        self._wake()

    async def perform(self, performance: Performance, *, stays: bool = False) -> Verdict:
        """The verdict of a script; its connections are closed then, unless the session stays."""
        heard: Heard = None
        while True:
            try:
                action = performance.send(heard)
            except StopIteration as end:
                verdict: Verdict = end.value
                break
            heard = None
            match action:
                case Join(peer):
                    heard = await (self._called(peer) if self._host else self._arrival(peer))
                case Say(peer, line):
                    if (wire := self._connections[peer].wire) is not None:
                        wire.send_line(line)
                case Hear(peers, briefly):
                    seconds = self._patience.briefly if briefly else self._patience.line
                    heard = await self._wait(partial(self._heard, peers), seconds)
                case HangUp(peer):
                    self._connections[peer].hang_up()
        if not stays or verdict.outcome is Outcome.FAILED:
            for connection in self._connections.values():
                connection.hang_up()
        return self._with_line_ends(verdict)

    def _heard(self, peers: Sequence[int]) -> Heard:
        for peer in peers:
            connection = self._connections[peer]
            if connection.lines:
                return peer, connection.lines.popleft()
            if connection.gone:
                return peer, Absence.GONE
        return None

    def _wait(self, ready: Callable[[], Any], seconds: float) -> Deferred[Any]:
        """Fires with what `ready` says once that is not None, or with silence."""
        done: Deferred[Any] = Deferred()

        def look() -> None:
            if (heard := ready()) is not None:
                fire(heard)

        def fire(heard: Any) -> None:
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

    def _arrive(self) -> LineWire:
        connection = _Connection()
        self._arrived.append(connection)
        self._reactor.callLater(0, self._wake)
        return self._new_wire(connection)

    async def _arrival(self, peer: int) -> Heard:
        """Take the client's next connection; returns why there is none."""

        def ready() -> _Connection | Absence | None:
            if self._arrived:
                return self._arrived.popleft()
            return Absence.GONE if self._hopeless else None

        arrived = await self._wait(ready, self._patience.arrival)
        if isinstance(arrived, Absence):
            return arrived
        self._connections[peer] = arrived
        return None

    async def _called(self, peer: int) -> Heard:
        """Connect to the manager; one that does not listen yet is called again."""
        connection = self._connections[peer] = _Connection()
        port = self.ports[peer % len(self.ports)]
        factory = cast("Any", _Factory(lambda: self._new_wire(connection)))
        end = self._reactor.seconds() + self._patience.arrival
        while (left := end - self._reactor.seconds()) > 0:
            endpoint = HostnameEndpoint(self._reactor, self._host, port, timeout=left)
            try:
                await endpoint.connect(factory)
            except (ConnectError, DNSLookupError):
                await deferLater(self._reactor, _AGAIN)
            else:
                return None
        return Absence.SILENT

    def _new_wire(self, connection: _Connection) -> LineWire:
        def on_line(line: str) -> None:
            connection.lines.append(line)
            self._wake()

        def on_lost(_reason: object) -> None:
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


class _Run(Stage):
    """A stage with its wire log, and with the process of the program if we start it."""

    def __init__(self, reactor: Any, plan: CheckPlan, name: str, *, listens: bool) -> None:
        self._wire_log = WireLog(plan.folder / f"{name}.wire.log")
        super().__init__(reactor, plan.patience, self._wire_log.record)
        self._name, self._folder = name, plan.folder
        self._process: OwnedProcess | None = None
        self._ended: Deferred[None] = Deferred()
        if listens:
            self.listen(plan.host, 0 if plan.command else plan.ports[0])
        else:
            self.call(plan.host, _free_ports(plan.host, plan.ports))

    def start(self, command: list[str]) -> None:
        """Start the program."""

        def on_exit(_process: OwnedProcess) -> None:
            self.give_up()
            self._ended.callback(None)

        log = self._folder / f"{self._name}.log"
        self._process = OwnedProcess(self._reactor, self._name, command, log, on_exit)

    async def close(self) -> None:
        """End the program too; returns when it is gone."""
        await super().close()
        if self._process is not None:
            self._process.stop(_GRACE)
            await self._ended
        self._wire_log.close()


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
