"""A match in progress: its rooms, its records and its output."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table
from twisted.internet.defer import Deferred

from bluechip_bot.cli.call_statements import CallStatements
from bluechip_bot.cli.counts import troubles
from bluechip_bot.cli.failure import (
    BROKEN,
    CRASHED,
    INTERRUPTED,
    UNTHOUGHT,
    Failure,
    error_text,
)
from bluechip_bot.cli.match_teams import team_design, teams_of, write_seat_settings
from bluechip_bot.cli.serve import summary
from bluechip_bot.cli.terminal import EVERY, ProgressLines, going_on, table_console
from bluechip_bot.cli.web import MatchPage, Page
from bluechip_bot.config import MatchConfig
from bluechip_bot.formats import BoardRecord, PbnRecord, PbnWriter, record_from_board
from bluechip_bot.formats.pbn.writer import replace
from bluechip_bot.match.boards.given import auction_records, departures
from bluechip_bot.match.design import TableDesign, divide, replayed
from bluechip_bot.match.record.counts import DecisionCounts
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.record import ROOMS, team_of
from bluechip_bot.match.record.store import MatchStore, StoreError, Trouble
from bluechip_bot.match.record.thoughts import ThoughtReader
from bluechip_bot.match.result.comparison import (
    HEADINGS,
    ROOM_HEADINGS,
    BoardPair,
    RoomScore,
    TeamScore,
)
from bluechip_bot.match.work import REPLAY, Finished, Forfeited, Listening, RoomWork
from bluechip_bot.model import Board, Seat, Side
from bluechip_bot.net.match_runner import COMMAND, MatchRunner, RunnerOptions
from bluechip_bot.statistics.sprt import Sprt, SprtError, SprtVerdict
from bluechip_bot.vugraph.match_show import MatchShow


def sprt_of(settings: MatchConfig) -> Sprt | None:
    """The sequential test that may end the match; None if there is none.

    Raises:
        SprtError: if its means or rates are not valid.
    """
    if not settings.sprt:
        return None
    if len(settings.sprt) != 2:
        raise SprtError(f"sprt: {list(settings.sprt)} where two means are expected, or none")
    return Sprt(*settings.sprt, settings.alpha, settings.beta)


def interruption(folder: MatchFolder) -> Failure:
    """The failure of a match that the user has interrupted."""
    text = f"interrupted; what was finished is in {folder.path}\n{_resumption(folder)}"
    return Failure(text, INTERRUPTED)


def _resumption(folder: MatchFolder) -> str:
    return f"go on with: bluechip-bot match --resume {shlex.quote(str(folder.path))}"


class MatchSession:
    """The rooms, their records and the output."""

    def __init__(
        self,
        reactor: Any,
        settings: MatchConfig,
        folder: MatchFolder,
        store: MatchStore,
        cluster: str | None = None,
    ) -> None:
        self._reactor = reactor
        self._settings = settings
        self._folder = folder
        self._store = store
        self._planned = store.planned
        self._numbers = {board.number for board in self._planned}
        self._teams = (settings.team_a, settings.team_b)
        self._board = _Scoreboard(self._teams)
        self._failures: tuple[str, ...] | None = None
        self._closing: Deferred[None] | None = None
        single = settings.rooms in ROOMS
        self._rooms: tuple[str, ...] = (settings.rooms,) if single else ROOMS
        # A cluster's room has one process here, however many workers play its boards.
        self._tables = max(settings.concurrency, 1) if cluster is None else len(self._rooms)
        self._finished: dict[str, dict[int, Board]] = {
            room: {stored.board.number: stored.board for stored in store.finished(room)}
            for room in self._rooms
        }
        self._sprt = sprt_of(settings)
        self._decided = False
        self._given = auction_records(self._planned)
        if self._given:
            replace(folder.auctions, self._given)
        write_seat_settings(settings, folder)
        self._thoughts: dict[str, ThoughtReader] = {}
        self._write_records()
        self._writers: dict[str, PbnWriter] = {
            room: PbnWriter(folder.pbn(room)) for room in self._rooms
        }
        played, boards = self._played, len(self._planned) * len(self._rooms)
        self._lines = ProgressLines(boards, played, reactor.seconds())
        self._page = self._make_page() if settings.web else None
        self._runner = MatchRunner(
            reactor,
            self._works(),
            store,
            self._on_board,
            self._on_forfeit,
            self._on_ready,
            RunnerOptions(
                command=COMMAND if cluster is None else (*COMMAND, "--cluster", cluster),
                restarts=settings.restarts,
                tables=self._tables,
                watch=(lambda *_: None) if self._page is None else self._page.heard,
            ),
        )

    def run(self) -> None:
        """Play until all rooms are over or the user interrupts."""
        settings = self._settings
        teams = " against ".join(
            f"{team} ({text or engine})" for team, engine, text in teams_of(settings)
        )
        self._board.say(f"{teams}, {len(self._planned)} boards, records in {self._folder.path}")
        if any(self._finished.values()):
            done = ", ".join(f"{room} room {len(done)}" for room, done in self._finished.items())
            self._board.say(f"going on; finished before: {done}")
        self._reactor.callWhenRunning(self._begin)
        if not sys.stderr.isatty():
            self._reactor.callLater(EVERY, self._still_playing)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._shut_down)
        self._reactor.run()
        for writer in self._writers.values():
            writer.close()
        try:
            self._write_records()
        except (OSError, StoreError) as error:
            # The failure that ended the match may also prevent the records.
            self._failures = self._failures or (f"cannot write the records: {error_text(error)}",)

    def report(self) -> None:
        """Print the result.

        Raises:
            Failure: if the match broke off, was interrupted or had crashes.
        """
        if len(self._rooms) == 1:
            self._show_room(self._rooms[0])
        else:
            result = self._result()
            self._board.show(result)
            for number, text in departures(self._planned, self._finished).items():
                self._board.warn(f"left out: board {number}, {text}")
            if self._sprt is not None:
                state = self._sprt.state([pair.swing for pair in result.pairs])
                h0, h1 = self._sprt.h0, self._sprt.h1
                self._board.say(f"SPRT of {h0:g} against {h1:g} IMPs a board: {state}")
        crashes = sum(trouble.what == "crash" for trouble in self._store.troubles)
        self._board.show_counts(self._folder.counts, crashes)
        left = [room for room in self._rooms if self._store.numbers(room) < self._numbers]
        if self._failures:
            resume = _resumption(self._folder)
            raise Failure(f"{'; '.join(self._failures)}\nwhen that is put right, {resume}", BROKEN)
        if left and not self._decided:
            raise interruption(self._folder)
        self._judge(crashes)

    @property
    def _played(self) -> int:
        """The boards of all rooms that are finished."""
        return sum(map(len, self._finished.values()))

    def _still_playing(self) -> None:
        """Say on standard error how far the match is, if no board has ended for a while."""
        if line := self._lines.line("boards of all rooms", self._played, self._reactor.seconds()):
            click.echo(line, err=True)
        self._reactor.callLater(EVERY, self._still_playing)

    def _judge(self, crashes: int) -> None:
        """Raise a Failure if a match that is over cannot be trusted without a look at it."""
        counts = self._folder.counts
        limit = self._settings.fallback_limit
        if counts.fallback_share > limit:
            cure = "give the players more time"
            if counts.failed:
                cure = f"the engine failed in {counts.failed} decisions, with {counts.error}"
            raise Failure(
                f"all boards were played, but {counts.fallback_share:.0%} of the decisions were"
                f" made by rule, more than {limit:.0%} (--fallback-limit): {cure}; see"
                f" {self._folder.logs}; exit status {UNTHOUGHT}",
                UNTHOUGHT,
            )
        if crashes and self._settings.crash_status:
            raise Failure(
                f"all boards were played and count, but processes were started again after"
                f" crashes: {crashes}, see {self._folder.logs}; exit status {CRASHED}"
                " (--no-crash-status: 0)",
                CRASHED,
            )

    def _show_room(self, room: str) -> None:
        finished = self._finished[room]
        results = (
            BoardRecord.of_board(finished[board.number])
            for board in self._planned
            if board.number in finished
        )
        side = Side.NS if team_of(room, Side.NS) == 0 else Side.EW
        self._board.show_room(room, RoomScore(tuple(results), side))

    def _make_page(self) -> MatchPage:
        """The page on which the match is watched; it listens already.

        Raises:
            ListenError: if its port cannot be opened.
            OSError: if its token cannot be kept.
        """
        settings = self._settings
        readers = {room: ThoughtReader(self._folder, room) for room in self._rooms}
        shown = MatchShow(
            self._teams,
            self._rooms,
            self._planned,
            readers,
            time.time,
            Page.reading(CallStatements.of_match(settings).in_room),
        )
        shown.resume(
            [stored for room in self._rooms for stored in self._store.finished(room)],
            {room: self._store.forfeits(room) for room in self._rooms},
            self._store.troubles,
        )
        return MatchPage(self._reactor, shown, settings.web, self._folder.token())

    def _works(self) -> tuple[RoomWork, ...]:
        settings = self._settings
        ports = {"open": settings.ports_open, "closed": settings.ports_closed}
        teams = (
            team_design(settings, self._folder, 0, given=bool(self._given)),
            team_design(settings, self._folder, 1, given=bool(self._given)),
        )
        table = TableDesign(
            self._folder.logs,
            settings.host,
            notes=settings.alerts == "opponents",
            gap=settings.min_gap,
            stall=settings.stall_seconds,
            on_stall=settings.on_stall,
            illegal_limit=settings.illegal_limit,
            on_illegal=settings.on_illegal,
            restarts=settings.restarts,
        )
        if settings.rooms == REPLAY:
            return (replayed(self._planned, ports["open"], teams, table),)
        rooms = {room: ports[room] for room in self._rooms}
        return divide(self._planned, rooms, teams, table, self._tables)

    def _begin(self) -> None:
        self._test()  # A match that is decided does not go on.
        self._runner.run().addCallback(self._all_over)

    def _all_over(self, failures: tuple[str, ...]) -> None:
        self._failures = failures
        if self._page is not None:
            played = "the test is decided" if self._decided else "every board was played"
            self._page.end("; ".join(failures), played)
        if self._closing is None:
            self._reactor.stop()
        else:
            self._closing.callback(None)

    def _shut_down(self) -> Deferred[None] | None:
        """End the rooms that still run, and wait for them."""
        if self._failures is not None:
            return None
        self._closing = Deferred()
        self._runner.stop()
        return self._closing

    def _on_ready(self, work: RoomWork, ready: Listening) -> None:
        waited = sorted({seat.team for seat in work.seats if not seat.command})
        if waited:
            ports = ", ".join(map(str, ready.ports))
            text = f"{work.name} room: {' and '.join(waited)} may connect to {work.host}:{ports}"
            self._board.say(text)

    def _on_board(self, finished: Finished) -> None:
        room = finished.room
        self._finished[room][finished.board.number] = finished.board
        self._writers[room].write(self._record(room, finished.board, datetime.now(UTC)))
        done = f"{len(self._finished[room])}/{len(self._planned)}"
        ns, ew = finished.seconds
        line = f"{room:>6} {done}  {summary(finished.board)}  ({ns:.0f} s and {ew:.0f} s)"
        if len(self._rooms) > 1:
            line += self._result().standing(finished.board.number, self._teams)
        self._board.say(line)
        self._lines.printed(self._reactor.seconds())
        self._check_auction(room, finished.board)
        self._test()

    def _check_auction(self, room: str, board: Board) -> None:
        """Store and report a board that was not called as given; it does not count."""
        found = departures(self._planned, {room: {board.number: board}})
        if found:
            text = f"board {board.number}: {found[board.number]}"
            now = datetime.now(UTC).timestamp()
            self._store.add_trouble(Trouble(now, room, "auction", "", text))
            self._board.warn(f"{text}; it does not count")

    def _on_forfeit(self, forfeited: Forfeited) -> None:
        seats = ", ".join(map(str, forfeited.seats)) or "nobody"
        where = f"{forfeited.room:>6}  board {forfeited.number}"
        self._board.warn(f"{where} is given up: {seats} owed a line")

    def _test(self) -> None:
        """End the match if its boards so far decide between the two hypotheses."""
        if self._sprt is None or self._decided:
            return
        state = self._sprt.state([pair.swing for pair in self._result().pairs])
        if state.verdict is not SprtVerdict.CONTINUE:
            self._decided = True
            self._runner.stop()

    def _write_records(self) -> None:
        """Write the PBN files of the boards finished so far, in the order of the plan."""
        if self._settings.thoughts:
            self._thoughts = {room: ThoughtReader(self._folder, room) for room in self._rooms}
        for room in self._rooms:
            records = (
                self._record(room, stored.board, datetime.fromtimestamp(stored.ended, UTC))
                for stored in self._store.finished(room)
            )
            replace(self._folder.pbn(room), records)

    def _record(self, room: str, board: Board, ended: datetime) -> PbnRecord:
        home, visitors = self._teams
        players = {seat: self._teams[team_of(room, seat.side)] for seat in Seat}
        tags = {"Date": f"{ended:%Y.%m.%d}", "HomeTeam": home, "VisitTeam": visitors}
        thoughts = self._thoughts[room].take(board) if self._thoughts else ()
        return record_from_board(board, players, "Teams match", room.capitalize(), tags, thoughts)

    def _result(self) -> TeamScore:
        boards = self._finished
        left_out = departures(self._planned, boards)
        told = {
            room: {number: BoardRecord.of_board(board) for number, board in boards[room].items()}
            for room in ROOMS
        }
        pairs = (
            BoardPair(told["open"][number], told["closed"][number])
            for number in (board.number for board in self._planned)
            if number in boards["open"] and number in boards["closed"] and number not in left_out
        )
        return TeamScore(tuple(pairs))


class _Scoreboard:
    """The output of a match: a line for each board, and the result at the end.

    Args:
        teams: the names of A and B.
    """

    def __init__(self, teams: tuple[str, str]) -> None:
        self._teams = teams
        self._console = table_console()

    def say(self, text: str) -> None:
        """Print a line; it is not broken, whatever the width."""
        with going_on():
            self._console.print(text, highlight=False, soft_wrap=True)

    def warn(self, text: str) -> None:
        """Print a line in red."""
        with going_on():
            self._console.print(text, style="red", soft_wrap=True)

    def show(self, score: TeamScore) -> None:
        """Print the boards that both rooms have finished, and the totals."""
        if not score.pairs:
            self.say("nothing to compare: no board counts in both rooms")
            return
        (a, b), (imps_a, imps_b) = self._teams, score.won
        vp_a, vp_b = score.victory_points
        self._table(HEADINGS, score.rows)
        self.say(
            f"{a} {imps_a} - {imps_b} {b} IMPs, "
            f"{vp_a:.2f} - {vp_b:.2f} VPs over {len(score.pairs)} boards"
        )

    def show_room(self, room: str, score: RoomScore) -> None:
        """Print the boards of a match in one room, and the total."""
        self._table(ROOM_HEADINGS, score.rows)
        count = len(score.results)
        self.say(
            f"{self._teams[0]} {score.points:+d} points over {count} boards; "
            f"no IMPs: they need a result of the other room, and only the {room} room is played"
        )

    def _table(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        title = " against ".join(self._teams)
        table = Table(title=title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for heading in headings:
            table.add_column(heading, justify="right", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        with going_on():
            self._console.print(table)

    def show_counts(self, counts: DecisionCounts, crashes: int) -> None:
        """Print the counts of the seats and of the runner."""
        if counts.sampled:
            self.say(
                f"calls and cards by search: {counts.sampled}; evidence contradicted and left out"
                f" in {counts.relaxed} ({counts.relaxed / counts.sampled:.1%})"
            )
        for line in troubles(counts):
            self.warn(line)
        if crashes:
            self.warn(f"processes started again after a crash: {crashes}")
