"""The rooms of a match, each in a process of its own, and the file that keeps its state.

The rules of this file:

* What a room reports is written to the file before anything else is done about it.
* A room whose process ends before its boards are played is restarted with the boards that are left,
  unless that has happened too often since a board was finished.
* The match is over when all rooms are; none of its processes runs then.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from attrs import define
from twisted.internet.defer import Deferred
from twisted.logger import Logger

from bluechip_bot.codec import CodecError, from_json, to_json
from bluechip_bot.match.record.store import MatchStore, MatchTrouble, StoredAction, StoreError
from bluechip_bot.match.session import MatchSession
from bluechip_bot.match.work import Over, RoomEvent, RoomReport, RoomWork
from bluechip_bot.net.child_process import OwnedProcess
from bluechip_bot.net.room import GRACE
from bluechip_bot.protocol.effects import BoardBegun, BoardFinished, BoardForfeited, TableActed
from bluechip_bot.quoting import error_text

COMMAND: Final = (sys.executable, "-P", "-m", "bluechip_bot", "room")
"""The command line of a room's process."""
_GRACE: Final = GRACE + 5.0
"""The seconds that a room has to end when it is asked to."""


@define(eq=False)
class _RoomLane:
    """A process that plays a room's boards, one after the other."""

    work: RoomWork
    process: OwnedProcess | None = None
    over: Over | None = None
    in_a_row: int = 0
    dropped: bool = False


@define(eq=False, slots=False)
class MatchRunner:
    """Runs all rooms of a match. Call `run` once, and `stop` at any time, even before.

    Args:
        on_report: called with each report of a room, once it is stored; not for a board that its
            room had finished before.
        restarts: how many times in a row a room that finishes no board is restarted.
        tables: the most processes that run at the same time.
    """

    _reactor: Any
    _works: Sequence[RoomWork]
    _store: MatchStore
    _on_report: Callable[[RoomWork, RoomReport], object]
    _command: tuple[str, ...]
    _restarts: int
    _tables: int

    def __attrs_post_init__(self) -> None:
        self._lanes = [_RoomLane(work) for work in self._works if work.boards]
        self._log = Logger(namespace="bluechip_bot.match")
        self._failures: list[str] = []
        self._begun = False
        self._stopping = False
        self._waiting: deque[_RoomLane] = deque()
        self._done: Deferred[tuple[str, ...]] = Deferred()

    def run(self) -> Deferred[tuple[str, ...]]:
        """Run the rooms; fires when all are over, with the reasons why boards were not played."""
        self._begun = True
        if not self._stopping:
            left = (lane for lane in self._lanes if lane.work.without(self._store.numbers).boards)
            self._waiting = deque(left)
        self._advance()
        return self._done

    def stop(self) -> None:
        """End all rooms, even if boards are left to play."""
        self._stopping = True
        self._waiting.clear()
        for lane in self._lanes:
            if lane.process is not None:
                lane.process.stop(_GRACE)
        if self._begun:
            self._check_done()

    def _start(self, lane: _RoomLane) -> None:
        work = lane.work.without(self._store.numbers)
        log = work.folder / f"{work.name}.log"
        on_exit, on_line = partial(self._exited, lane), partial(self._heard, lane)
        try:
            lane.process = OwnedProcess(self._reactor, self._command, log, on_exit, on_line)
            lane.process.send(to_json(work))
        except OSError as error:
            self._give_up(lane, f"{work.name} cannot be started: {error}")

    def _heard(self, lane: _RoomLane, line: str) -> None:
        try:
            report: RoomReport = from_json(line, RoomReport)
        except CodecError as error:
            self._log.warn("{name}: {error}", name=lane.work.name, error=error)
            return
        if lane.dropped:
            return
        try:
            self._take(lane, report)
        except (OSError, StoreError) as error:
            # A match that cannot be kept must not go on: what is not written would be lost.
            lane.dropped = True
            if not self._stopping:
                self._give_up(lane, _not_kept(error))

    def _take(self, lane: _RoomLane, report: RoomReport) -> None:
        now = time.time()
        match report:
            case RoomEvent(room, BoardBegun(number)):
                self._store.begin_board(lane.work.name, room, number, now)
            case RoomEvent(_, TableActed(_, event, player, seconds)):
                self._store.add_action(lane.work.name, StoredAction(event, player, seconds))
            case RoomEvent(room, BoardFinished(board, thinking)):
                lane.in_a_row = 0
                if not self._store.finish_board(lane.work.name, room, board, thinking, now):
                    return
            case RoomEvent(room, BoardForfeited(number, seats)):
                self._store.forfeit_board(room, number, seats, now)
            case MatchTrouble():
                self._store.add_trouble(report)
                if report.what == "stall":
                    # Crashes are reported at the end; a stall may keep the end from coming.
                    self._log.warn("{room}: {text}", room=lane.work.name, text=report.text)
            case Over():
                lane.over = report
        self._on_report(lane.work, report)

    def _exited(self, lane: _RoomLane, process: OwnedProcess) -> None:
        lane.process = None
        try:
            self._go_on(lane, process)
        except (OSError, StoreError) as error:
            self._give_up(lane, _not_kept(error))

    def _go_on(self, lane: _RoomLane, process: OwnedProcess) -> None:
        """Restart a room whose process has ended, if it has boards and restarts left."""
        work = lane.work
        left = work.without(self._store.numbers).boards
        if not left or lane.dropped or self._stopping:
            self._advance()
            return
        if lane.over is not None:
            self._give_up(lane, f"{work.name}: {lane.over.text}")
            return
        text = f"{work.name} ended with status {process.code}"
        self._log.error("{text}", text=text)
        trouble = MatchTrouble(time.time(), work.room, "crash", "manager", text)
        self._store.add_trouble(trouble)
        lane.in_a_row += 1
        if lane.in_a_row > self._restarts:
            self._give_up(lane, f"{text}, see {work.folder / f'{work.name}.log'}")
            return
        self._start(lane)

    def _give_up(self, lane: _RoomLane, text: str) -> None:
        """End the match, as a room cannot go on: boards played in only one room have no result."""
        self._failures.append(text)
        lane.in_a_row = 0
        if not self._stopping:
            self.stop()
        self._check_done()

    def _check_done(self) -> None:
        if not self._running and not self._waiting and not self._done.called:
            self._done.callback(tuple(dict.fromkeys(self._failures)))

    def _advance(self) -> None:
        """Start waiting rooms, up to the number that may run at the same time."""
        while self._waiting and self._running < self._tables:
            self._start(self._waiting.popleft())
        self._check_done()

    @property
    def _running(self) -> int:
        return sum(lane.process is not None for lane in self._lanes)


def _not_kept(error: OSError | StoreError) -> str:
    return f"cannot keep the match: {error_text(error)}"


def play(reactor: Any, match: MatchSession, cluster: str | None = None) -> None:
    """Play a match, on this machine or by the workers of a cluster's scheduler; see `play_all`."""
    matches = iter([match])
    play_all(reactor, lambda: next(matches, None), lambda _: None, cluster=cluster)
    match.close()


def play_all(
    reactor: Any,
    following: Callable[[], MatchSession | None],
    ended: Callable[[MatchSession], object],
    at_once: int = 1,
    cluster: str | None = None,
) -> None:
    """Play matches until none is left, or until the reactor is stopped, for example by a signal.

    Args:
        following: returns a prepared match, or None if no match can begin before another one ends.
        ended: called with each match that is over.
        at_once: the most matches that are played at the same time.
    """
    runners: dict[MatchSession, MatchRunner] = {}
    closing: list[Deferred[None]] = []

    def advance() -> None:
        while not closing and len(runners) < at_once and (match := following()) is not None:
            settings = match.settings
            # A cluster's room has one process here, however many workers play its boards.
            tables = settings.concurrency if cluster is None else len(match.rooms)
            command = COMMAND if cluster is None else (*COMMAND, "--cluster", cluster)
            parts = match.works(tables), match.store, match.heard, command
            runners[match] = runner = MatchRunner(reactor, *parts, settings.restarts, tables)
            match.begin(runner.stop)
            runner.run().addCallback(over, match)
        if runners:
            return
        if not closing:
            reactor.stop()
        elif not closing[0].called:
            closing[0].callback(None)

    def over(failures: tuple[str, ...], match: MatchSession) -> None:
        del runners[match]
        match.over(failures)
        ended(match)
        # Not at once: a match without boards is over before its `run` returns.
        reactor.callLater(0, advance)

    def shut_down() -> Deferred[None] | None:
        if not runners:
            return None
        closing.append(Deferred())
        for runner in list(runners.values()):
            runner.stop()  # which may be over at once, and taken out
        return closing[0]

    reactor.callWhenRunning(advance)
    reactor.addSystemEventTrigger("before", "shutdown", shut_down)
    reactor.run()
