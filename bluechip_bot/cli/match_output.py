"""The output of a match: a line for each board, the result, and the failure it ends with."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import psutil

from bluechip_bot.cli.counts import troubles
from bluechip_bot.cli.failure import BROKEN, CRASHED, INTERRUPTED, UNTHOUGHT, Failure
from bluechip_bot.cli.figures import counted
from bluechip_bot.cli.serve import summary
from bluechip_bot.cli.terminal import EVERY, ProgressLines, going_on, minutes, print_table, say
from bluechip_bot.doctor.machine import usable_processors
from bluechip_bot.match.result.comparison import HEADINGS, ROOM_HEADINGS
from bluechip_bot.match.session import MatchSession
from bluechip_bot.match.work import Listening, RoomEvent, RoomReport, RoomWork
from bluechip_bot.model import Board
from bluechip_bot.protocol.effects import BoardFinished, BoardForfeited


def interruption(folder: Path, again: str = "") -> Failure:
    """The failure of an interrupted match, or of a league that the command `again` continues."""
    text = f"interrupted; what was finished is in {folder}"
    return Failure(f"{text}\ngo on with: {again or _resumption(folder)}", INTERRUPTED)


def _resumption(folder: Path) -> str:
    return f"bluechip-bot match --resume {shlex.quote(str(folder))}"


def addresses(work: RoomWork, ports: Sequence[int]) -> str:
    """Where the teams that a room waits for may connect; empty if it waits for none."""
    waited = sorted({seat.team for seat in work.seats if not seat.command})
    if not waited:
        return ""
    place = f"{work.settings.host}:{', '.join(map(str, ports))}"
    return f"{work.name} room: {' and '.join(waited)} may connect to {place}"


class MatchOutput:
    """Prints a match while it is played, and its result."""

    def __init__(
        self,
        reactor: Any,
        match: MatchSession,
        load: Callable[[], tuple[float, ...]] = psutil.getloadavg,
    ) -> None:
        """`load` returns load averages as `os.getloadavg` does, that of the last minute first."""
        self._reactor = reactor
        self._load = load
        self._match = match
        boards = len(match.planned) * len(match.rooms)
        self._lines = ProgressLines(boards, self._played, reactor.seconds())

    def begin(self) -> None:
        """Print who plays; from now on, print a line for each board."""
        match = self._match
        teams = " against ".join(
            f"{team.name} ({team.command or team.engine})" for team in match.settings.teams
        )
        say(f"{teams}, {len(match.planned)} boards, records in {match.folder.path}")
        if self._played:
            done = ", ".join(f"{room} room {len(done)}" for room, done in match.finished.items())
            say(f"going on; finished before: {done}")
        self._still_playing()
        match.watch(self._heard)

    def end(self) -> None:
        """Print the result; raise a `Failure` if the match is not over or not to be trusted."""
        match = self._match
        if len(match.rooms) == 1:
            self._show_room()
        else:
            self._show()
        crashes, counts = match.crashes, match.folder.counts
        if counts.sampled:
            say(
                f"calls and cards by search: {counts.sampled}; evidence contradicted and left out"
                f" in {counts.relaxed} ({counts.relaxed / counts.sampled:.1%})"
            )
        for line in troubles(counts):
            say(line, "red")
        if crashes:
            say(f"processes started again after a crash: {crashes}", "red")
        if match.failures:
            cure = f"when that is put right, go on with: {_resumption(match.folder.path)}"
            raise Failure(f"{'; '.join(match.failures)}\n{cure}", BROKEN)
        if match.left:
            raise interruption(match.folder.path)
        self._judge(crashes)

    @property
    def _played(self) -> int:
        return sum(map(len, self._match.finished.values()))

    def _still_playing(self) -> None:
        """Report progress: on the match's page, and in a line if no board has ended for a while.

        No such line is printed on a terminal, where the lines of the boards are enough.
        """
        if self._match.failures is not None:
            return  # All rooms are over.
        self._tell_page()
        line = self._lines.line("boards of all rooms", self._played, self._reactor.seconds())
        if line and not sys.stderr.isatty():
            standing = "; ".join(filter(None, (line, self._score(), self._busy())))
            click.echo(standing, err=True)
        self._reactor.callLater(EVERY, self._still_playing)

    def _tell_page(self) -> None:
        if self._match.page is not None:
            boards = len(self._match.planned) * len(self._match.rooms)
            self._match.page.progress(self._played, boards, self._outlook())

    def _outlook(self) -> str:
        """How long the match will go on, as far as that is known, and how busy the machine is."""
        left = self._lines.left(self._played, self._reactor.seconds())
        return f"about {minutes(left)} left, {self._busy()}" if left else self._busy()

    def _busy(self) -> str:
        return f"load {self._load()[0]:.1f} on {counted(usable_processors(), 'processor')}"

    def _score(self) -> str:
        """The IMPs so far, in words; empty until both rooms have finished a board."""
        match = self._match
        pairs = match.score.pairs if len(match.rooms) > 1 else ()
        return match.score.so_far(match.teams) if pairs else ""

    def _heard(self, work: RoomWork, report: RoomReport) -> None:
        match report:
            case Listening(ports):
                if text := addresses(work, ports):
                    say(text)
            case RoomEvent(room, BoardFinished(board, seconds)):
                self._board(room, board, *seconds)
            case RoomEvent(room, BoardForfeited(number, seats)):
                owed = ", ".join(map(str, seats)) or "nobody"
                say(f"{room:>6}  board {number} is given up: {owed} owed a line", "red")

    def _board(self, room: str, board: Board, ns: float, ew: float) -> None:
        match = self._match
        done = f"{len(match.finished[room])}/{len(match.planned)}"
        line = f"{room:>6} {done}  {summary(board)}  ({ns:.0f} s and {ew:.0f} s)"
        if len(match.rooms) > 1:
            line += match.score.standing(board.number, match.teams)
        say(f"{line}; {self._outlook()}")
        self._lines.printed(self._reactor.seconds())
        self._tell_page()
        if text := match.departure(board):
            say(f"board {board.number}: {room} room: {text}; it does not count", "red")

    def _show(self) -> None:
        match, score = self._match, self._match.score
        if not score.pairs:
            say("nothing to compare: no board counts in both rooms")
        else:
            (a, b), (imps_a, imps_b) = match.teams, score.won
            vp_a, vp_b = score.victory_points
            self._table(HEADINGS, score.rows)
            say(
                f"{a} {imps_a} - {imps_b} {b} IMPs, "
                f"{vp_a:.2f} - {vp_b:.2f} VPs over {len(score.pairs)} boards"
            )
        for number, text in match.left_out.items():
            say(f"left out: board {number}, {text}", "red")
        if (state := match.test) is not None:
            h0, h1 = match.settings.sprt
            say(f"SPRT of {h0:g} against {h1:g} IMPs a board: {state}")

    def _show_room(self) -> None:
        match, score = self._match, self._match.room_score
        self._table(ROOM_HEADINGS, score.rows)
        say(
            f"{match.teams[0]} {score.points:+d} points over {len(score.results)} boards; no IMPs:"
            f" they need a result of the other room, and only the {match.rooms[0]} room is played"
        )

    def _judge(self, crashes: int) -> None:
        """Raise a `Failure` if too many decisions were made by rule, or if processes crashed."""
        settings, counts, logs = (
            self._match.settings,
            self._match.folder.counts,
            self._match.folder.logs,
        )
        limit = settings.fallback_limit
        if counts.fallback_share > limit:
            cure = "give the players more time"
            if counts.failed:
                cure = f"the engine failed in {counts.failed} decisions, with {counts.error}"
            raise Failure(
                f"all boards were played, but {counts.fallback_share:.0%} of the decisions were"
                f" made by rule, more than {limit:.0%} (--fallback-limit): {cure}; see"
                f" {logs}; exit status {UNTHOUGHT}",
                UNTHOUGHT,
            )
        if crashes and settings.crash_status:
            raise Failure(
                f"all boards were played and count, but processes were started again after"
                f" crashes: {crashes}, see {logs}; exit status {CRASHED} (--no-crash-status: 0)",
                CRASHED,
            )

    def _table(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        title = " against ".join(self._match.teams)
        with going_on():
            print_table(headings, rows, title=title, right=range(len(headings)))
