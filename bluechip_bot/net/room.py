"""One room of a match: a table manager, and its seats as processes of their own.

The rules of this file:

* If the process of a seat ends before the session does, it is restarted and the board begins again.
  If that happens too often without a board being finished, the room gives up.
* A seat that owes a line for too long is reported; the setting `on_stall` says what is done then.
  `on_illegal` says what is done about a seat that sends too many illegal calls and cards.
* The room is over when its seats are gone; none of its processes runs then.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from attrs import define
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall
from twisted.logger import Logger

from bluechip_bot.match.record.store import MatchTrouble
from bluechip_bot.match.work import RoomReport, RoomWork
from bluechip_bot.model import Seat
from bluechip_bot.net.child_process import OwnedProcess
from bluechip_bot.net.table_server import LineOptions, TableServer
from bluechip_bot.net.wire_log import WireLog
from bluechip_bot.protocol.dialect import dialect_named
from bluechip_bot.protocol.effects import BoardFinished, SeatCut, SessionFinished, TableEvent
from bluechip_bot.protocol.table.session import TableOptions, TableSession

GRACE: Final = 5.0
"""The seconds that seats have to end by themselves."""
_WATCH_EVERY: Final = 1.0


@define(eq=False, slots=False)
class RoomProcess:
    """A room's table and seats; `say` receives its reports. Call `run` once, `stop` at any time."""

    _reactor: Any
    _work: RoomWork
    _say: Callable[[RoomReport], object]
    _wire_log: WireLog

    def __attrs_post_init__(self) -> None:
        work = self._work
        self.ports: tuple[int, ...] = ()
        self._settings = work.settings
        self._log = Logger(namespace=f"bluechip_bot.{work.name}")
        least = work.settings.table.min_gap
        gaps = tuple(max(least, work.teams[seat.side].gap) for seat in Seat)
        lines = LineOptions(gap=least, gaps=gaps, record=self._wire_log.record)
        self._server = TableServer(
            self._reactor,
            TableSession([board.dealt() for board in work.boards], table_options(work)),
            self._happened,
            lines,
            f"{work.name} table",
            on_cut=self._was_cut,
        )
        self._seats: dict[Seat, OwnedProcess] = {}
        self._in_a_row = 0
        self._outcome: SessionFinished | None = None
        self._done: Deferred[SessionFinished] = Deferred()
        self._watch = LoopingCall(self._check_stall)
        self._watch.clock = self._reactor
        self._warned = 0.0

    def run(self) -> Deferred[SessionFinished]:
        """Play the boards; fires when the session is over and every seat is gone."""
        self.ports = self._server.listen(self._settings.host, self._work.ports)
        self._server.finished.addCallback(self._session_over)
        for seat in Seat:
            if self._work.seats[seat].command:
                self._start(seat)
        self._watch.start(_WATCH_EVERY, now=False)
        return self._done

    def stop(self, text: str) -> None:
        """End the session even if boards are left to play; `text` is the reason."""
        self._server.stop(text)

    def _was_cut(self, cut: SeatCut) -> None:
        self._on_trouble("illegal", str(cut.seat), cut.text)
        self._restart(cut.seat)

    def _happened(self, event: TableEvent) -> None:
        if isinstance(event, BoardFinished):
            self._in_a_row = 0
        self._say(self._work.stored(event))

    def _on_trouble(self, what: str, who: str, text: str) -> None:
        self._say(MatchTrouble(time.time(), self._work.room, what, who, text))

    # Seats

    def _start(self, seat: Seat) -> None:
        port = self.ports[seat] if len(self.ports) == len(Seat) else self.ports[0]
        command = self._work.seats[seat].arguments(self._settings.host, port, seat)
        on_exit = partial(self._exited, seat)
        self._seats[seat] = OwnedProcess(self._reactor, command, self._log_of(seat), on_exit)

    def _log_of(self, seat: Seat) -> Path:
        return self._work.folder / f"{self._work.name}-{seat}.log"

    def _restart(self, seat: Seat) -> None:
        """Kill the process of a seat, if it is ours; a new one is started when it is gone."""
        if seat in self._seats:
            self._seats[seat].kill()

    def _exited(self, seat: Seat, process: OwnedProcess) -> None:
        if self._seats.get(seat) is not process:
            return
        del self._seats[seat]
        if self._outcome is not None:
            self._check_done()
            return
        name = f"{self._work.name}-{seat}"
        text = f"{name} ended with status {process.code}"
        self._log.error("{text}", text=text)
        self._on_trouble("crash", str(seat), text)
        self._in_a_row += 1
        if self._in_a_row > self._settings.restarts:
            self.stop(f"{text}, see {self._log_of(seat)}")
            return
        try:
            self._start(seat)
        except OSError as error:
            self.stop(f"{name} cannot be started again: {error}")

    # The end

    def _session_over(self, outcome: SessionFinished) -> None:
        self._outcome = outcome
        if self._watch.running:
            self._watch.stop()
        # The seats have heard `End of session`, and end by themselves; force comes last.
        self._reactor.callLater(GRACE, self._stop_seats)
        self._server.close()
        self._check_done()

    def _stop_seats(self) -> None:
        for process in list(self._seats.values()):
            process.stop(1.0)

    def _check_done(self) -> None:
        if self._outcome is not None and not self._seats and not self._done.called:
            self._done.callback(self._outcome)

    # Stalls

    def _check_stall(self) -> None:
        silence = self._reactor.seconds() - self._server.last_line
        if silence < self._settings.stall_seconds:
            self._warned = 0.0
        elif silence >= self._warned + self._settings.stall_seconds:
            self._warned = silence
            self._stalled(silence)

    def _stalled(self, silence: float) -> None:
        owed = self._server.session.owed
        text = f"nothing for {silence:.0f} s: waiting for {owed}"
        self._log.warn("{text}", text=text)
        self._on_trouble("stall", ", ".join(map(str, owed.seats)), text)
        match self._settings.on_stall:
            case "nudge":
                self._server.nudge()
            case "forfeit":
                self._server.forfeit()
            case "restart":
                for seat in owed.seats:
                    self._restart(seat)
            case "stop":
                self.stop(text)


def table_options(work: RoomWork) -> TableOptions:
    """The options of the table, with the dialect of each seat's team."""
    # Our own seats are started with this profile; the wire log records these dialects.
    profiles = ["bluechip-bot" if team.is_ours else team.profile for team in work.teams]
    return work.settings.table.session(
        dialects=tuple(dialect_named(profiles[seat.side]) for seat in Seat),
        teams=tuple(team.name for team in work.teams),
    )
