"""Checks over TCP: scripts run against a client that connects to us, or a manager we connect to.

All calls block, as nothing else happens meanwhile. Every wait has a limit, so every script ends.
"""

from __future__ import annotations

import select
import socket
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

from attrs import define, evolve, field, frozen

from bluechip_bot.conformance.end import perform
from bluechip_bot.conformance.manager import ManagerEnd
from bluechip_bot.conformance.players import PlayersEnd
from bluechip_bot.conformance.script import (
    RULES,
    MissingLine,
    RuleRemark,
    Script,
    ScriptOutcome,
    ScriptVerdict,
)
from bluechip_bot.match.work import SeatWork
from bluechip_bot.model import Seat
from bluechip_bot.net.linewire import LIMIT, LineRecorder, LineSplitter
from bluechip_bot.net.wire_log import WireLog
from bluechip_bot.process_group import kill_group, own_group
from bluechip_bot.protocol.dialect import Dialect

_AGAIN: Final = 0.1
"""Seconds until a manager that does not listen is called again, or a process looked at."""
_GRACE: Final = 1.0
"""The seconds that a process has to end by itself after a script."""


@frozen
class CheckPlan:
    """How a program is checked.

    Attributes:
        command: the command line that starts the program before each script. For a client it is as
            in `SeatWork`; for a manager, a word with `{port}` is repeated for each of its ports.
            Empty if the program is started elsewhere.
        ports: one port, or four for N E S W; 0 is any free port, a new one for each script.
        line, arrival: how long to wait for a line and for a connection, in seconds.
        on_wait: called with the port when we wait for a client that is started elsewhere.
    """

    scripts: Sequence[Script[Any]]
    command: tuple[str, ...]
    host: str
    ports: tuple[int, ...]
    dialect: Dialect
    line: float
    arrival: float
    folder: Path
    on_wait: Callable[[int], object]


def check_client(plan: CheckPlan) -> Iterator[ScriptVerdict]:
    """Check a client, and yield the verdicts; one is `unreachable` if no client connects.

    With a command each script has a client of its own. Without one, a client stays for the next
    script where that is possible.
    """
    insist = any("{seat}" in part for part in plan.command)
    if plan.command:
        for script in plan.scripts:
            with _stage(plan, script.name) as stage:
                port = stage.listen(plan.host, 0)
                work = SeatWork("Checked", plan.command).arguments(plan.host, port, script.seat)
                with _running(plan, script.name, work) as stage.process:
                    end = ManagerEnd(plan.dialect, script.seat, insist=insist)
                    verdict = stage.performed(script, end)
            yield verdict
        return
    scripts = sorted(plan.scripts, key=lambda script: script.alone)
    with _stage(plan, "client") as stage:
        port = stage.listen(plan.host, plan.ports[0])
        end = ManagerEnd(plan.dialect, Seat.SOUTH)
        for script, following in zip(scripts, [*scripts[1:], None], strict=True):
            end.stays = following is not None and not following.alone
            if not end.joined:
                plan.on_wait(port)
            verdict = stage.performed(script, end, stays=end.stays)
            end.joined &= verdict.outcome is not ScriptOutcome.FAILED
            yield verdict


def check_server(plan: CheckPlan) -> Iterator[ScriptVerdict]:
    """Check a manager, and yield the verdicts; one is `unreachable` if no manager listens."""
    fresh = True
    for script in plan.scripts:
        ports = _free_ports(plan.host, plan.ports)
        words = [
            word.replace("{port}", str(port))
            for word in plan.command
            for port in (ports if "{port}" in word else ports[:1])
        ]
        with _stage(plan, script.name) as stage, _running(plan, script.name, words):
            stage.address = plan.host, ports
            verdict = stage.performed(script, PlayersEnd(plan.dialect, fresh=fresh))
        yield verdict
        fresh = bool(plan.command)


@contextmanager
def _stage(plan: CheckPlan, name: str) -> Iterator[TcpStage]:
    with (
        closing(WireLog(plan.folder / f"{name}.wire.log")) as log,
        TcpStage(plan.line, plan.arrival, log.record) as stage,
    ):
        yield stage


@contextmanager
def _running(
    plan: CheckPlan, name: str, command: Sequence[str]
) -> Iterator[subprocess.Popen[bytes] | None]:
    """Yield a running program (None without a command); end it by closing its input, or kill it."""
    if not command:
        yield None
        return
    with (plan.folder / f"{name}.log").open("ab") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=output, stderr=output, **own_group()
        )
    try:
        yield process
    finally:
        with suppress(OSError, subprocess.TimeoutExpired):
            if process.stdin is not None:
                process.stdin.close()
            process.wait(_GRACE)
        if process.poll() is None:
            kill_group(process)
        process.wait()


def _free_ports(host: str, ports: Sequence[int]) -> tuple[int, ...]:
    """Return the ports, with each 0 replaced by one that was free a moment ago."""
    with ExitStack() as stack:
        return tuple(
            port or int(stack.enter_context(socket.create_server((host, 0))).getsockname()[1])
            for port in ports
        )


@define(eq=False)
class LineConnection:
    """A connection, with the lines received but not yet taken; `gone` once it has ended.

    Each line, to and from the peer, is recorded under the peer's name.
    """

    wire: socket.socket
    _peer: str
    _record: LineRecorder
    lines: deque[str] = field(init=False, factory=deque)
    gone: bool = field(init=False, default=False)
    splitter: LineSplitter = field(init=False, factory=partial(LineSplitter, LIMIT))

    def read(self) -> None:
        """Receive what the peer has sent, or note that the connection has ended."""
        try:
            data = self.wire.recv(1 << 18)
        except OSError:
            data = b""
        self.gone = not data
        for line in self.splitter.feed(data):
            if isinstance(line, int):
                text = f"[a line of {line} bytes]"
            else:
                text = line.rstrip(b" \t\r").decode("ascii", "replace")
            self._record("<", self._peer, text)
            if text:
                self.lines.append(text)

    def send(self, line: str) -> None:
        """Send a line; do nothing if the connection is lost."""
        data = line.encode("ascii", "replace")
        self._record(">", self._peer, data.decode("ascii"))
        with suppress(OSError):
            self.wire.sendall(data + b"\r\n")

    def close(self) -> None:
        """Close the connection in such a way that the other end still gets the last line."""
        self.gone = True
        with suppress(OSError):
            self.wire.shutdown(socket.SHUT_RDWR)
        self.wire.close()


@define(eq=False, slots=False)
class TcpStage:
    """Carries out scripts over TCP; where silence is expected, it waits `briefly` seconds."""

    line: float
    arrival: float
    record: LineRecorder = lambda *_: None
    briefly: float = 0.3
    listener: socket.socket | None = None
    address: tuple[str, tuple[int, ...]] = "", ()
    process: subprocess.Popen[bytes] | None = None
    _connections: dict[int, LineConnection] = field(init=False, factory=dict)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()
        if self.listener is not None:
            self.listener.close()

    def listen(self, host: str, port: int) -> int:
        """Open a port for the client (0: any free one), and return its number."""
        try:
            self.listener = socket.create_server((host, port))
        except OSError as error:
            raise OSError(f"cannot listen on {host}:{port}: {error.strerror}") from None
        return int(self.listener.getsockname()[1])

    def _close(self) -> None:
        for connection in self._connections.values():
            connection.close()

    def performed(self, script: Script[Any], end: Any, *, stays: bool = False) -> ScriptVerdict:
        """Carry out a script, with `end` in our role, and judge the other program.

        With `stays` the connection is kept for the next script, unless this one fails.
        """
        verdict = perform(script, end, self)
        bare = next(filter(None, (each.splitter.bare for each in self._connections.values())), b"")
        if bare:
            expected = "expected CR LF at the end of the line, not LF"
            remark = RuleRemark(RULES["1.1"], bare.decode("ascii", "replace"), expected)
            verdict = evolve(verdict, notes=(*verdict.notes, remark))
        if not stays or verdict.outcome is ScriptOutcome.FAILED:
            self._close()
        return verdict

    def join(self, peer: int) -> MissingLine | None:
        """Let the client connect, or connect to the manager; return None, or why this failed."""
        end = time.monotonic() + self.arrival
        while True:
            # A process that has ended may have connected before.
            gone = self.process is not None and self.process.poll() is not None
            if (found := self._wire(peer)) is not None:
                wire, (host, port, *_) = found
                self.connect(peer, wire, f"{host}:{port}")
                return None
            if gone:
                return MissingLine.GONE
            if time.monotonic() >= end:
                return MissingLine.SILENT

    def _wire(self, peer: int) -> tuple[socket.socket, Sequence[Any]] | None:
        """Return a new connection and its address; None if there is none within a moment."""
        if self.listener is not None:
            ready = select.select([self.listener], [], [], _AGAIN)[0]
            return self.listener.accept() if ready else None
        host, ports = self.address
        address = host, ports[peer % len(ports)]
        try:
            return socket.create_connection(address, self.arrival), address
        except OSError:
            time.sleep(_AGAIN)
            return None

    def connect(self, peer: int, wire: socket.socket, name: str) -> None:
        """Add the connection of a peer; `name` stands for the peer in the record of lines."""
        wire.settimeout(self.line)
        self._connections[peer] = LineConnection(wire, name, self.record)

    def say(self, peer: int, line: str) -> None:
        """Send a line to a peer."""
        self._connections[peer].send(line)

    def hear(self, peers: Sequence[int], *, briefly: bool) -> tuple[int, str | MissingLine]:
        """Wait for the next line from one of the peers; see `ScriptStage.hear`."""
        end = time.monotonic() + (self.briefly if briefly else self.line)
        wait = 0.0
        while True:
            heard = [(peer, self._connections[peer]) for peer in peers]
            wires = {one.wire: one for _, one in heard if not one.gone}
            for wire in select.select(list(wires), [], [], wait)[0] if wires else ():
                wires[wire].read()
            for peer, one in heard:
                if one.lines:
                    return peer, one.lines.popleft()
                if one.gone:
                    return peer, MissingLine.GONE
            wait = end - time.monotonic()
            if wait <= 0:
                return peers[0], MissingLine.SILENT

    def hang_up(self, peer: int) -> None:
        """Close the connection of a peer."""
        self._connections[peer].close()
