"""One room of a match: a table manager, and four seats as processes of their own.

The rules of this file:

* A seat that ends before the session does is started again, so often and no more; the board that
  it leaves begins anew. Then the room gives up, with what is finished.
* The room is over when its seats are gone: nothing of it is left running.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall
from twisted.logger import Logger

from bluechip_bot.model import Board, Seat
from bluechip_bot.net.seat_process import SeatProcess
from bluechip_bot.net.table_server import LineOptions, TableServer
from bluechip_bot.protocol.effects import BoardFinished, SessionFinished
from bluechip_bot.protocol.table import TableOptions, TableSession

SeatCommand = Callable[[Seat, int], Sequence[str]]
"""The command line of a seat that connects to a port of the loopback address."""

_HOST = "127.0.0.1"
_WATCH_EVERY = 1.0


@frozen
class RoomPlan:
    """What is to be played.

    Attributes:
        name: `open` or `closed`.
        boards: with their deals, before the first call.
        command: how a seat is started.
        folder: where the seats' output goes.
        table: the manager's switches.
        lines: how lines are handled.
        restarts: how often a seat may be started again.
        stall: seconds without a line after which the log says who owes one.
        grace: seconds that the seats have to end by themselves.
    """

    name: str
    boards: Sequence[Board]
    command: SeatCommand
    folder: Path
    table: TableOptions = TableOptions()
    lines: LineOptions = LineOptions()
    restarts: int = 3
    stall: float = 120.0
    grace: float = 5.0


@frozen
class RoomOutcome:
    """How a room ended.

    Attributes:
        complete: whether every board was played.
        text: why it ended.
        crashes: how often a seat had to be started again.
    """

    complete: bool
    text: str
    crashes: int


class Room:
    """A room: `run` it once, `stop` it at any time."""

    def __init__(
        self, reactor: Any, plan: RoomPlan, on_board: Callable[[BoardFinished], object]
    ) -> None:
        """Remember all this.

        Args:
            reactor: Twisted's.
            plan: what is to be played.
            on_board: told of every board when it is finished.
        """
        self._reactor = reactor
        self._plan = plan
        self._log = Logger(namespace=f"bluechip_bot.{plan.name} room")
        self._server = TableServer(
            reactor,
            TableSession(plan.boards, plan.table),
            on_board,
            plan.lines,
            f"{plan.name} table",
        )
        self._seats: dict[Seat, SeatProcess] = {}
        self._crashes = 0
        self._port = 0
        self._outcome: SessionFinished | None = None
        self._done: Deferred[RoomOutcome] = Deferred()
        self._watch = LoopingCall(self._check_stall)
        self._watch.clock = reactor
        self._warned = 0.0

    def run(self) -> Deferred[RoomOutcome]:
        """Fires when the session is over and every seat is gone.

        Raises:
            ListenError: if no port can be opened.
            OSError: if a seat cannot be started.
        """
        (self._port,) = self._server.listen(_HOST, [0])
        self._server.finished.addCallback(self._session_over)
        for seat in Seat:
            self._start(seat)
        self._watch.start(_WATCH_EVERY, now=False)
        return self._done

    def stop(self, text: str) -> None:
        """End the room before all boards are played."""
        self._server.stop(text)

    @property
    def pids(self) -> tuple[int, ...]:
        """The seats' processes."""
        return tuple(seat.pid for seat in self._seats.values())

    def _start(self, seat: Seat) -> None:
        name = f"{self._plan.name}-{seat}"
        log = self._plan.folder / f"{name}.log"
        command = self._plan.command(seat, self._port)
        on_exit = self._exited
        process = SeatProcess(
            self._reactor, name, command, log, lambda process: on_exit(seat, process)
        )
        self._seats[seat] = process

    def _exited(self, seat: Seat, process: SeatProcess) -> None:
        if self._seats.get(seat) is not process:
            return
        del self._seats[seat]
        if self._outcome is not None:
            self._check_done()
            return
        self._crashes += 1
        self._log.error("{name} ended with status {code}", name=process.name, code=process.code)
        if self._crashes > self._plan.restarts:
            self.stop(f"{process.name} ended with status {process.code}, see its log")
            return
        try:
            self._start(seat)
        except OSError as error:
            self.stop(f"{process.name} cannot be started again: {error}")

    def _session_over(self, outcome: SessionFinished) -> None:
        self._outcome = outcome
        if self._watch.running:
            self._watch.stop()
        # The seats have been told, and end by themselves; force comes last.
        self._reactor.callLater(self._plan.grace, self._stop_seats)
        self._server.close()
        self._check_done()

    def _stop_seats(self) -> None:
        for process in list(self._seats.values()):
            process.stop(1.0)

    def _check_done(self) -> None:
        if self._outcome is not None and not self._seats and not self._done.called:
            outcome = self._outcome
            self._done.callback(RoomOutcome(outcome.complete, outcome.text, self._crashes))

    def _check_stall(self) -> None:
        silence = self._reactor.seconds() - self._server.last_line
        if silence < self._plan.stall:
            self._warned = 0.0
        elif silence >= self._warned + self._plan.stall:
            self._warned = silence
            self._log.warn(
                "nothing for {silence:.0f} s: waiting for {awaited}",
                silence=silence,
                awaited=self._server.session.awaited,
            )
