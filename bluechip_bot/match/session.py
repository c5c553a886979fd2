"""A match from its settings to its result, without sockets or processes.

    with begun(settings, boards, time.time) as match:
        match.prepare()
        # For each table of match.works(): play it, keep in match.store what its room reports,
        # and pass each report to match.heard. `net.match_runner.play` does that.
        print(match.score.won)

The rules of this file:

* A match that is begun is in its folder, whatever ends it, and is resumed from there.
* What is finished is stored before anything else follows from it. The PBN files are written again
  from the store at the end, in the order of the plan.
* A match with a sequential test ends as soon as the test decides it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from attrs import define, evolve

from bluechip_bot.config import ConfigError, MatchConfig, document, load_config
from bluechip_bot.formats.pbn import PbnRecord, PbnWriter, record_from_board
from bluechip_bot.formats.pbn.writer import replace
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.boards.replay import with_replays
from bluechip_bot.match.boards.source import auction_records, departures
from bluechip_bot.match.design import check_match, divide, sprt_of, write_seat_settings
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.record import ROOMS, team_of
from bluechip_bot.match.record.store import MatchStore, MatchTrouble, StoreError
from bluechip_bot.match.record.thoughts import ThoughtReader
from bluechip_bot.match.result.comparison import BoardPair, RoomScore, TeamScore
from bluechip_bot.match.work import REPLAY, RoomEvent, RoomReport, RoomWork
from bluechip_bot.model import Board, PlannedBoard, Seat, Side
from bluechip_bot.protocol.effects import BoardFinished
from bluechip_bot.quoting import error_text
from bluechip_bot.statistics.sprt import SprtState, SprtVerdict

EVENT = "Teams match"

Watch = Callable[[RoomWork, RoomReport], object]
"""A function that is called with each report of a room."""


@contextmanager
def begun(
    settings: MatchConfig,
    boards: tuple[PlannedBoard, ...],
    now: Callable[[], float],
    *,
    cluster: bool = False,
) -> Iterator[MatchSession]:
    """Begin a match in a folder of its own; within the context no other process plays it."""
    settings = _with_absolute_paths(settings)
    check_match(settings, given=any(board.calls for board in boards), cluster=cluster)
    folder = MatchFolder.create(Path(settings.out) if settings.out else None)
    with (
        folder.lock(),
        closing(MatchStore.create(folder.store, document(settings), boards)) as store,
    ):
        yield MatchSession(settings, folder, store, now)


@contextmanager
def resumed(
    path: Path, changes: Mapping[str, Any], now: Callable[[], float], *, cluster: bool = False
) -> Iterator[MatchSession]:
    """Resume the match in a folder; within the context no other process plays it."""
    folder = MatchFolder(path)
    with closing(MatchStore.open(folder.store)) as store:
        try:
            settings = load_config(MatchConfig, None, {**store.settings, **changes})
        except ConfigError as error:
            raise StoreError(f"{store.path}: table match, row settings: {error}") from None
        settings = _with_absolute_paths(settings)
        check_match(settings, given=any(board.calls for board in store.planned), cluster=cluster)
        with folder.lock():
            yield MatchSession(settings, folder, store, now)


def _with_absolute_paths(settings: MatchConfig) -> MatchConfig:
    def absolute(path: str) -> str:
        return str(Path(path).absolute()) if path else ""

    search = settings.search
    paths: dict[str, Any] = {
        name: absolute(getattr(search, name)) for name in ("inference", "simulation")
    }
    return evolve(settings, bidding=absolute(settings.bidding), search=evolve(search, **paths))


@define(eq=False, slots=False)
class MatchSession:
    """A match in progress.

    Attributes:
        failures: why boards were not played; None while rooms may still run.
        page: the `cli.web.MatchPage` on which people watch it, if anywhere.
    """

    settings: MatchConfig
    folder: MatchFolder
    store: MatchStore
    _now: Callable[[], float]

    def __attrs_post_init__(self) -> None:
        self.planned = self.store.planned
        self.rooms = self.settings.rooms_scored
        self.finished: dict[str, dict[int, Board]] = {
            room: {stored.board.number: stored.board for stored in self.store.finished(room)}
            for room in self.rooms
        }
        self.decided = False
        self.failures: tuple[str, ...] | None = None
        self.page: Any = None
        self._sprt = sprt_of(self.settings)
        self._watches: list[Watch] = []
        self._stop: Callable[[], object] = lambda: None
        self._writers: dict[str, PbnWriter] = {}
        self._thoughts: dict[str, ThoughtReader] = {}

    def prepare(self) -> None:
        """Write the files that seats read, and the records of the boards finished so far."""
        replays = self.settings.rooms == REPLAY
        if given := auction_records(with_replays(self.planned)[0] if replays else self.planned):
            replace(self.folder.auctions, given)
        write_seat_settings(self.settings, self.folder)
        self._write_records()
        self._writers = {room: PbnWriter(self.folder.pbn(room)) for room in self.rooms}

    def works(self, tables: int) -> tuple[RoomWork, ...]:
        """The work of each table, for this number of tables."""
        return divide(self.settings, self.planned, self.folder, tables)

    def watch(self, watch: Watch) -> None:
        """Call `watch` with each later report, when the match has handled it."""
        self._watches.append(watch)

    def begin(self, stop: Callable[[], object]) -> None:
        """Prepare for playing the rooms; `stop` ends them all, even before they begin."""
        self._stop = stop
        self._test()  # A decided match ends here.

    def heard(self, work: RoomWork, report: RoomReport) -> None:
        """Handle a room's report, which the caller has already stored."""
        is_over = False
        match report:
            case RoomEvent(room, BoardFinished(board)):
                is_over = True
                self.finished[room][board.number] = board
                self._writers[room].write(self._record(room, board, self._now()))
                if text := self.departure(board):
                    text = f"board {board.number}: {room} room: {text}"
                    self.store.add_trouble(MatchTrouble(self._now(), room, "auction", "", text))
        for watch in self._watches:
            watch(work, report)
        if self.page is not None:
            self.page.heard(work, report)
        if is_over:
            self._test()

    def over(self, failures: tuple[str, ...]) -> None:
        """Note that all rooms are over; `failures` are the reasons why boards were not played."""
        self.failures = failures
        if self.page is not None:
            text = "the test is decided" if self.decided else "every board was played"
            self.page.end("; ".join(failures), text)

    def close(self) -> None:
        """Write the records once more, in the order of the plan; a failure goes to `failures`."""
        for writer in self._writers.values():
            writer.close()
        try:
            self._write_records()
        except (OSError, StoreError) as error:
            # The failure that ended the match may also prevent the records.
            self.failures = self.failures or (f"cannot write the records: {error_text(error)}",)

    # The result

    @property
    def teams(self) -> tuple[str, str]:
        """The names of A and B."""
        return self.settings.team_a.name, self.settings.team_b.name

    @property
    def left(self) -> bool:
        """Whether boards are left to be played; never if the match is decided."""
        numbers = {board.number for board in self.planned}
        return not self.decided and any(self.store.numbers(room) < numbers for room in self.rooms)

    @property
    def left_out(self) -> dict[int, str]:
        """Why boards do not count, by number: their given auction was not followed."""
        return departures(self.planned, self.finished)

    def boards(self, room: str) -> tuple[Board, ...]:
        """The boards that a room has finished, in the order of the plan."""
        done = self.finished.get(room, {})
        return tuple(done[board.number] for board in self.planned if board.number in done)

    def departure(self, board: Board) -> str:
        """How a room departed from the given auction of a board; empty if it did not."""
        (planned,) = (each for each in self.planned if each.number == board.number)
        return planned.departure(board)

    @property
    def score(self) -> TeamScore:
        """The score over the boards that both rooms have finished, without those of `left_out`."""
        left_out = self.left_out
        pairs = (
            BoardPair(*(BoardRecord.of_board(self.finished[room][number]) for room in ROOMS))
            for number in (board.number for board in self.planned)
            if number not in left_out and all(number in self.finished.get(r, ()) for r in ROOMS)
        )
        return TeamScore(tuple(pairs))

    @property
    def room_score(self) -> RoomScore:
        """The score of a match in one room."""
        (room,) = self.rooms
        results = tuple(map(BoardRecord.of_board, self.boards(room)))
        return RoomScore(results, Side.NS if team_of(room, Side.NS) == 0 else Side.EW)

    @property
    def test(self) -> SprtState | None:
        """The state of the sequential test; None if there is none."""
        if self._sprt is None:
            return None
        return self._sprt.state([pair.swing for pair in self.score.pairs])

    @property
    def crashes(self) -> int:
        """How often a process was started again after a crash."""
        return sum(trouble.what == "crash" for trouble in self.store.troubles)

    def _test(self) -> None:
        """End the match if its boards so far decide between the two hypotheses."""
        state = None if self.decided else self.test
        if state is not None and state.verdict is not SprtVerdict.CONTINUE:
            self.decided = True
            self._stop()

    def _write_records(self) -> None:
        if self.settings.thoughts:
            self._thoughts = {room: ThoughtReader(self.folder, room) for room in self.rooms}
        for room in self.rooms:
            records = (
                self._record(room, stored.board, stored.ended)
                for stored in self.store.finished(room)
            )
            replace(self.folder.pbn(room), records)

    def _record(self, room: str, board: Board, ended: float) -> PbnRecord:
        home, visitors = self.teams
        players = {seat: self.teams[team_of(room, seat.side)] for seat in Seat}
        date = f"{datetime.fromtimestamp(ended, UTC):%Y.%m.%d}"
        tags = {"Date": date, "HomeTeam": home, "VisitTeam": visitors}
        thoughts = self._thoughts[room].take(board) if self._thoughts else ()
        return record_from_board(board, players, EVENT, room.capitalize(), tags, thoughts)
