"""`bluechip-bot league`: a round robin of teams, then a knockout, kept in a folder."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any, Final

import click

from bluechip_bot.cli import logs
from bluechip_bot.cli.counts import troubles
from bluechip_bot.cli.failure import BROKEN, Failure, session_runs, told
from bluechip_bot.cli.match_output import addresses, interruption
from bluechip_bot.cli.options import CLUSTER, config_options, overrides
from bluechip_bot.cli.terminal import going_on, print_table, say, table_console
from bluechip_bot.config import ConfigError, LeagueConfig
from bluechip_bot.formats.text import write_whole
from bluechip_bot.match.league.league import League, LeagueError, read_league
from bluechip_bot.match.league.schedule import Fixture
from bluechip_bot.match.league.standing import LeagueTables
from bluechip_bot.match.record.folder import FolderError
from bluechip_bot.match.record.store import StoreError
from bluechip_bot.match.report.league import cell, league_csv, league_html, league_json, state
from bluechip_bot.match.result.comparison import ComparisonError
from bluechip_bot.match.result.scale import ScaleError
from bluechip_bot.match.session import MatchSession
from bluechip_bot.match.work import Listening, RoomEvent, RoomReport, RoomWork, WorkError
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.match_runner import play_all
from bluechip_bot.player import EngineError
from bluechip_bot.protocol.effects import BoardFinished
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.quoting import error_text

_WRONG: Final = (
    ComparisonError, ConfigError, EngineError, FolderError, LeagueError, LocalProtocolError,
    ScaleError, StoreError, WorkError, OSError,
)  # fmt: skip


@click.command("league")
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path), metavar="LEAGUE.toml")
@config_options(LeagueConfig)
@click.option("--withdraw", multiple=True, metavar="TEAM", help="A team that withdraws, for good.")
@click.option("--tables", is_flag=True, help="Play nothing; write and print the tables.")
@CLUSTER
@click.option("--verbose", "-v", is_flag=True, help="Log everything.")
def command(
    path: Path,
    withdraw: tuple[str, ...],
    cluster: str | None,
    verbose: bool,  # noqa: FBT001
    tables: bool,  # noqa: FBT001
    **options: Any,
) -> None:
    """Play a league: all teams meet, then the best play knockout matches.

    LEAGUE.toml is a file like conf/league.toml. Each match is a folder like that of `match`, below
    that of the league, which also holds league.html, league.json and matches.csv. The same command
    continues a league, however it was ended. If a match breaks off, the others are still played.

    Exit status: 0 all matches played, 2 wrong usage, 4 a match broke off or is left, 130
    interrupted.
    """
    with ExitStack() as stack:
        settings = read_league(path, overrides(LeagueConfig, options))
        league = stack.enter_context(League.opened(settings, datetime.now(UTC), withdraw))
        if not tables:
            league.check(cluster=cluster is not None)
        flags = {"--out": options["out"], "--at-once": options["at_once"], "--cluster": cluster}
        given = [word for flag, value in flags.items() if value for word in (flag, str(value))]
        again = shlex.join(("bluechip-bot", "league", str(path), *given))
        output = LeagueOutput(league, again)
        try:
            with told(*_WRONG, status=BROKEN):
                if not tables:
                    logs.begin(verbose=verbose, quiet=not verbose)
                    _play(league, output, cluster)
                output.end(is_played=not tables)
        except KeyboardInterrupt:
            raise interruption(league.path, again) from None


def _play(league: League, output: LeagueOutput, cluster: str | None) -> None:
    """Play all matches that can be played; one that breaks off is not tried again."""
    tried: set[Fixture] = set()
    open_matches: dict[MatchSession, tuple[Fixture, ExitStack]] = {}

    def following() -> MatchSession | None:
        for fixture in league.left(league.tables()):
            if fixture in tried:
                continue
            tried.add(fixture)
            stack = ExitStack()
            try:
                opened = league.opened_match(fixture, time.time, cluster=cluster is not None)
                match = stack.enter_context(opened)
                match.prepare()
            except _WRONG as error:
                stack.close()
                output.broken_off(fixture, error_text(error))
                continue
            open_matches[match] = fixture, stack
            match.watch(partial(output.heard, fixture))
            return match
        return None

    def ended(match: MatchSession) -> None:
        fixture, stack = open_matches.pop(match)
        match.close()
        stack.close()
        if match.failures:
            output.broken_off(fixture, "; ".join(match.failures))
        output.ended(fixture, match)

    session_runs()
    output.begin()
    play_all(reactors.install(), following, ended, league.settings.at_once, cluster)


class LeagueOutput:
    """Prints the progress of a league, and publishes its tables in its folder.

    `again` is the command line that continues the league.
    """

    def __init__(self, league: League, again: str) -> None:
        self._league = league
        self._again = again
        self._broken: dict[Fixture, str] = {}
        self._reports: dict[Fixture, Popen[bytes]] = {}

    def begin(self) -> None:
        """Print the teams, the folder, and how many matches are already over."""
        tables = self._league.tables()
        over = len(tables.results) - sum(not each.is_over for each in tables.results.values())
        went = f"; matches over before: {over}" if over else ""
        teams = ", ".join(tables.teams)
        say(f"{self._league.settings.name}: {teams}; records in {self._league.path}{went}")

    def heard(self, fixture: Fixture, work: RoomWork, report: RoomReport) -> None:
        """Print where the teams that a room waits for may connect; publish each board."""
        match report:
            case Listening(ports) if text := addresses(work, ports):
                say(f"{fixture}: {text}")
            case RoomEvent(_, BoardFinished()):
                self._publish(self._league.tables())

    def broken_off(self, fixture: Fixture, reason: str) -> None:
        """Print why a match broke off."""
        self._broken[fixture] = reason
        say(f"{fixture.stage}: {fixture} broke off: {reason}", "red")

    def ended(self, fixture: Fixture, match: MatchSession) -> None:
        """Print the result of a match and its troubles, and publish the tables."""
        tables = self._league.tables()
        played = tables.results.get(fixture)
        if played is not None and played.is_over:
            self._report(fixture)
            (home, away), points = played.imps, tables.victory_points(fixture)
            line = f"{fixture.stage}: {fixture.home} {home} - {away} {fixture.away} IMPs"
            if fixture in tables.fixtures and points is not None:
                line += f", {points[0]:.2f} - {points[1]:.2f} VPs"
            crashes = f"; troubles: {played.troubles}" if played.troubles else ""
            say(f"{line}; matches left: {tables.to_play}{crashes}")
            if match.folder.counts.fallback_share > match.settings.fallback_limit:
                for text in troubles(match.folder.counts):
                    say(f"{fixture.stage}: {fixture}: {text}", "red")
        self._publish(tables)

    def _report(self, fixture: Fixture) -> None:
        """Start to write the report of a match that is over, if that was not yet done."""
        path = self._league.folder(fixture).path
        if fixture not in self._reports and not (path / "report.html").exists():
            command = (sys.executable, "-P", "-m", "bluechip_bot", "report", str(path))
            self._reports[fixture] = Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)

    def end(self, *, is_played: bool) -> None:
        """Publish and print the tables; raise a `Failure` if a match broke off.

        If `is_played`, raise one also if matches are left to play: the league was interrupted.
        """
        tables = self._league.tables()
        left = self._league.left(tables)
        for fixture in tables.results:
            if is_played and not left:
                self._report(fixture)  # of a match whose end was the end of the command, too
            if fixture in self._reports:
                self._reports[fixture].wait()
        self._publish(tables)
        self._show(tables)
        if self._broken:
            lines = [f"{each.stage}: {each}: {text}" for each, text in self._broken.items()]
            cure = "when that is put right, go on with the same command, or add --withdraw TEAM"
            raise Failure("\n".join([*lines, f"{cure}: {self._again}"]), BROKEN)
        if left and is_played:
            raise interruption(self._league.path, self._again)

    def _publish(self, tables: LeagueTables) -> None:
        league, now = self._league, datetime.now(UTC)
        folder, name = league.path, league.settings.name
        reports = {each: league.folder(each).path / "report.html" for each in tables.results}
        links = {
            each: os.path.relpath(path, folder) for each, path in reports.items() if path.exists()
        }
        times = {"began": league.began, "now": f"{now:%Y-%m-%d %H:%M} UTC"}
        page = league_html(tables, links, self._broken, name=name, **times)
        write_whole(folder / "league.html", page.encode())
        write_whole(folder / "league.json", league_json(name, league.began, tables).encode())
        write_whole(folder / "matches.csv", league_csv(tables).encode())

    def _show(self, tables: LeagueTables) -> None:
        standing = [
            [
                str(line.place or "-"),
                line.team,
                str(line.matches),
                f"{line.margin:+d}",
                f"{line.victory_points:.2f}",
                line.note,
            ]
            for line in tables.standing
        ]
        _print("Standing", ["", "Team", "Matches", "IMPs", "VPs", ""], standing, {1, 5})
        teams = [line.team for line in tables.standing]
        points = [
            ["" if other == team else cell(tables, team, other, brief=True) for other in teams]
            for team in teams
        ]
        numbers = [str(number) for number in range(1, len(teams) + 1)]
        widths = (max(map(len, column)) for column in zip(numbers, *points, strict=True))
        names = 24  # the columns that are left for them at least
        if names + sum(3 + width for width in widths) <= table_console().width:
            lines = zip(numbers, teams, points, strict=True)
            cross = [[number, team, *cells] for number, team, cells in lines]
            _print("Crosstable, victory points", ["", "Team", *numbers], cross, {1})
        else:
            say("the crosstable is too wide for this terminal, see the page")
        ties = [
            [
                tie.fixture.stage,
                str(tie.fixture),
                f"{tie.carry_over:+.1f}",
                "{:g} - {:g}".format(*tie.totals) if tie.played is not None else "",
                tie.winner,
                tie.note or state(tables, tie.fixture),
            ]
            for tie in tables.drawn.values()
        ]
        if ties:
            headings = ["", "Match", "Carry-over", "IMPs", "Winner", ""]
            _print("Knockout", headings, ties, {0, 1, 4, 5})
        pairs = [
            [each.pair, str(each.boards), f"{each.butler:+d}", f"{each.butler / each.boards:+.2f}"]
            for each in tables.butler
        ]
        if pairs:
            _print("Pairs (Butler)", ["Pair", "Boards", "IMPs", "IMPs a board"], pairs, {0})
        say(f"winner: {tables.champion}" if tables.champion else "no winner yet")
        say(str(self._league.path / "league.html"))


def _print(
    title: str, headings: Sequence[str], rows: Sequence[Sequence[str]], texts: set[int]
) -> None:
    """Print a table; the columns that are not `texts` hold numbers, and are right-aligned."""
    with going_on():
        print_table(headings, rows, title=title, right={*range(len(headings))} - texts)
