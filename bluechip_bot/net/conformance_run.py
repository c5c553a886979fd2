"""A whole check: one script after another, each with a process of its own where we start it."""

from __future__ import annotations

import socket
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from attrs import frozen
from twisted.internet.defer import Deferred, inlineCallbacks

from bluechip_bot.conformance.client_scripts import ClientScript
from bluechip_bot.conformance.manager import ManagerEnd
from bluechip_bot.conformance.script import Outcome, Verdict
from bluechip_bot.conformance.server_scripts import ServerScript
from bluechip_bot.match.work import SeatWork
from bluechip_bot.model import Seat
from bluechip_bot.net.conformance_stage import ClientStage, Patience, ServerStage
from bluechip_bot.net.owned_process import OwnedProcess
from bluechip_bot.net.wire_log import WireLog
from bluechip_bot.protocol.dialect import Dialect

_GRACE: Final = 1.0
"""The seconds that a process has to end by itself after a script."""

OnVerdict = Callable[[Verdict], object]


@frozen
class ClientPlan:
    """How a client is checked.

    Attributes:
        scripts: what is tried, in order.
        command: its command line as in `SeatWork`; empty if somebody else starts it.
        host: where we listen.
        port: where we listen for a client that somebody else starts.
        dialect: how it is written to.
        patience: how long is waited.
        folder: for the output of the client and the lines on the wire.
        on_wait: called with the port when a client that somebody else starts is waited for.
    """

    scripts: Sequence[ClientScript]
    command: tuple[str, ...]
    host: str
    port: int
    dialect: Dialect
    patience: Patience
    folder: Path
    on_wait: Callable[[int], object] = lambda _: None


@inlineCallbacks
def check_client(
    reactor: Any, plan: ClientPlan, on_verdict: OnVerdict
) -> Generator[Deferred[Any], Any, bool]:
    """Fires when all scripts are done, with whether none was left out as no client came.

    Raises:
        ListenError: if no port can be opened.
        OSError: if the client cannot be started.
    """
    run = _each if plan.command else _together
    complete = yield run(reactor, plan, on_verdict)
    return bool(complete)


@inlineCallbacks
def _each(
    reactor: Any, plan: ClientPlan, on_verdict: OnVerdict
) -> Generator[Deferred[Any], Any, bool]:
    """Each script has a client of its own."""
    for script in plan.scripts:
        wire_log = WireLog(plan.folder / f"{script.name}.wire.log")
        stage = ClientStage(reactor, plan.patience, wire_log.record)
        stage.listen(plan.host, 0)
        work = SeatWork("Checked", plan.command)
        command = work.arguments(plan.host, stage.port, script.seat)
        process = _Process(reactor, script.name, command, plan.folder, stage.give_up)
        insist = any("{seat}" in part for part in plan.command)
        verdict = yield stage.perform(script.perform(plan.dialect, insist=insist))
        yield stage.close()
        yield process.stop()
        wire_log.close()
        on_verdict(verdict)
        if verdict.unreachable:
            return False
    return True


@inlineCallbacks
def _together(
    reactor: Any, plan: ClientPlan, on_verdict: OnVerdict
) -> Generator[Deferred[Any], Any, bool]:
    """The scripts follow one another in a session, as far as they can."""
    wire_log = WireLog(plan.folder / "client.wire.log")
    stage = ClientStage(reactor, plan.patience, wire_log.record)
    stage.listen(plan.host, plan.port)
    end = ManagerEnd(Seat.SOUTH, plan.dialect, ())
    scripts = sorted(plan.scripts, key=lambda script: script.alone)
    complete = True
    for script, following in zip(scripts, [*scripts[1:], None], strict=True):
        stays = following is not None and not following.alone
        if not end.joined:
            plan.on_wait(stage.port)
        verdict = yield stage.perform(script.go_on(end, stays=stays), stays=stays)
        end.joined &= verdict.outcome is not Outcome.FAILED
        on_verdict(verdict)
        if verdict.unreachable:
            complete = False
            break
    yield stage.close()
    wire_log.close()
    return complete


@frozen
class ServerPlan:
    """How a manager is checked.

    Attributes:
        scripts: what is tried, in order.
        command: the command line that starts it, before each script; a word with `{port}` is
            repeated for each of its ports. Empty if it is running.
        host: where it listens.
        ports: one, or one for each of N E S W; 0 is any free one, another one for each script.
        dialect: how it is written to.
        patience: how long is waited.
        folder: for the output of the manager and the lines on the wire.
    """

    scripts: Sequence[ServerScript]
    command: tuple[str, ...]
    host: str
    ports: tuple[int, ...]
    dialect: Dialect
    patience: Patience
    folder: Path


@inlineCallbacks
def check_server(
    reactor: Any, plan: ServerPlan, on_verdict: OnVerdict
) -> Generator[Deferred[Any], Any, bool]:
    """Fires when all scripts are done, with whether none was left out as nobody listens any more.

    Raises:
        OSError: if the manager cannot be started.
    """
    fresh = True
    for script in plan.scripts:
        wire_log = WireLog(plan.folder / f"{script.name}.wire.log")
        process = None
        ports = _free_ports(plan.host, plan.ports)
        if plan.command:
            command = _with_ports(plan.command, ports)
            process = _Process(reactor, script.name, command, plan.folder, lambda: None)
        stage = ServerStage(reactor, plan.host, ports, plan.patience, wire_log.record)
        verdict = yield stage.perform(script.perform(plan.dialect, fresh=fresh))
        if process is not None:
            yield process.stop()
        wire_log.close()
        on_verdict(verdict)
        if verdict.unreachable:
            return False
        fresh = bool(plan.command)
    return True


def _with_ports(command: Sequence[str], ports: Sequence[int]) -> list[str]:
    """The command line of a manager, with its ports for `{port}`."""
    words: list[str] = []
    for word in command:
        told = ports if "{port}" in word else ports[:1]
        words += [word.replace("{port}", str(port)) for port in told]
    return words


def _free_ports(host: str, ports: Sequence[int]) -> tuple[int, ...]:
    """The ports, with one that was free a moment ago for each 0."""
    with ExitStack() as stack:
        return tuple(
            port or int(stack.enter_context(socket.create_server((host, 0))).getsockname()[1])
            for port in ports
        )


class _Process:
    """The program under check, for one script."""

    def __init__(
        self,
        reactor: Any,
        name: str,
        command: list[str],
        folder: Path,
        on_exit: Callable[[], object],
    ) -> None:
        self._gone: Deferred[None] = Deferred()
        self._on_exit = on_exit
        self._owned = OwnedProcess(
            reactor, name, command, folder / f"{name}.log", lambda _: self._exited()
        )

    def _exited(self) -> None:
        self._on_exit()
        self._gone.callback(None)

    def stop(self) -> Deferred[None]:
        """End it; fires when it is gone."""
        self._owned.stop(_GRACE)
        return self._gone
