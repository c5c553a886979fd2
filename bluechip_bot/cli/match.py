"""`bluechip-bot match`: two teams, two rooms, the same boards, one result."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from twisted.internet.defer import Deferred

from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM, BiddingSettingsError
from bluechip_bot.cli import logs
from bluechip_bot.cli.failure import BROKEN, INTERRUPTED, Failure, told
from bluechip_bot.cli.serve import chosen_boards, summary
from bluechip_bot.config import ConfigError, MatchConfig, check_clock, load_config
from bluechip_bot.formats import PbnError, PbnWriter, record_from_board
from bluechip_bot.inference import SettingsError
from bluechip_bot.match.folder import FolderError, MatchFolder
from bluechip_bot.match.plan import PlanError, PlannedBoard
from bluechip_bot.match.result import HEADINGS, BoardResult, MatchResult
from bluechip_bot.model import Board, Seat, Side
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.linewire import WireLog
from bluechip_bot.net.room import Room, RoomOutcome, RoomPlan
from bluechip_bot.net.table_server import LineOptions
from bluechip_bot.player import UnknownEngine, check_bidding, check_engine, check_inference
from bluechip_bot.protocol.effects import BoardFinished
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.table import TableOptions
from bluechip_bot.protocol.writer import check_team


@click.command("match")
@click.option("--config", type=click.Path(dir_okay=False), help="A file like conf/match.toml.")
@click.option("--boards", type=click.IntRange(1), help="How many boards.")
@click.option("--seed", type=click.IntRange(0), help="The seed of the deals.")
@click.option("--pbn", type=click.Path(dir_okay=False), help="Or the deals of a PBN file.")
@click.option("--team-a", "engine_a", help="The engine of team A: alphamu, pimc, random.")
@click.option("--team-b", "engine_b", help="The engine of team B.")
@click.option("--system-a", help="What team A bids: a file in conf/systems, or floor.")
@click.option("--system-b", help="What team B bids.")
@click.option("--name-a", "team_a", help="The name of team A.")
@click.option("--name-b", "team_b", help="The name of team B.")
@click.option("--out", help="The folder for records and logs; it must not hold a match yet.")
@click.option("--worlds", type=int, help="Layouts a card is judged by; 0: as time allows.")
@click.option("--budget", type=float, help="Thinking time for a call or card, in seconds.")
@click.option("--clock", type=float, help="Seconds of each pair for a board, instead of budgets.")
@click.option("--verbose", "-v", is_flag=True, help="Log everything.")
def command(config: str | None, pbn: str | None, verbose: bool, **options: Any) -> None:  # noqa: FBT001
    """Play a duplicate teams match, both rooms at once, every seat a process of its own.

    Team A sits North-South in the open room and East-West in the closed room. The folder gets
    open.pbn and closed.pbn, written after every board, and a log for each seat.

    Exit status: 0 all boards played, 2 wrong usage, 4 broken off, 130 interrupted.
    """
    wrong = (ConfigError, SettingsError, BiddingSettingsError, UnknownEngine, LocalProtocolError)
    with told(*wrong, PlanError, PbnError, FolderError, OSError):
        if options["clock"] is not None:
            check_clock(options["clock"])
        settings = load_config(MatchConfig, config, _overrides(options))
        check_inference(settings.search.inference)
        for our, opponents in _systems(settings):
            check_bidding(settings.bidding, our, opponents)
        for engine, team in _teams(settings):
            check_engine(engine)
            check_team(team)
        if settings.team_a.casefold() == settings.team_b.casefold():
            raise ConfigError(f"both teams are called {settings.team_a!r}: give --name-a, --name-b")
        wanted = settings.boards if pbn is None or options["boards"] else None
        boards = chosen_boards(pbn, wanted, settings.seed)
        folder = MatchFolder.create(Path(settings.out) if settings.out else None)
    logs.begin(verbose=verbose, quiet=not verbose)
    match = _Match(reactors.install(), settings, boards, folder)
    match.run()
    match.report()


def _overrides(options: Mapping[str, Any]) -> dict[str, Any]:
    # Under a clock a budget is the most that a decision takes; 0 leaves it to the clock.
    budget = 0.0 if options["clock"] and options["budget"] is None else options["budget"]
    search = {"worlds": options["worlds"], "budget_call": budget, "budget_card": budget}
    names = (
        *("boards", "seed", "out", "team_a", "team_b", "clock"),
        *("engine_a", "engine_b", "system_a", "system_b"),
    )
    overrides: dict[str, Any] = {key: options[key] for key in names if options[key] is not None}
    given = {key: value for key, value in search.items() if value is not None}
    return {**overrides, "search": given} if given else overrides


def _teams(settings: MatchConfig) -> tuple[tuple[str, str], tuple[str, str]]:
    return (settings.engine_a, settings.team_a), (settings.engine_b, settings.team_b)


def _systems(settings: MatchConfig) -> tuple[tuple[str, str], tuple[str, str]]:
    """For each team its own system, and what it knows of the other's."""
    both = settings.system_a, settings.system_b
    known = both[::-1] if settings.declared else (UNKNOWN_SYSTEM, UNKNOWN_SYSTEM)
    return (both[0], known[0]), (both[1], known[1])


class _Match:
    """Two rooms, their records, and what is printed of them."""

    def __init__(
        self,
        reactor: Any,
        settings: MatchConfig,
        boards: Sequence[PlannedBoard],
        folder: MatchFolder,
    ) -> None:
        self._reactor = reactor
        self._settings = settings
        self._planned = boards
        self._folder = folder
        self._console = Console()
        if not self._console.is_terminal:
            self._console = Console(width=120)
        self._rooms: list[Room] = []
        self._outcomes: dict[str, RoomOutcome] = {}
        self._boards: dict[str, dict[int, Board]] = {}
        self._writers: dict[str, PbnWriter] = {}
        self._wire_logs: list[WireLog] = []
        self._interrupted = False
        self._closing: Deferred[None] | None = None
        for name in ("open", "closed") if settings.rooms == "both" else (settings.rooms,):
            self._boards[name] = {}
            self._writers[name] = PbnWriter(folder.pbn(name))
            wire_log = WireLog(folder.logs / f"{name}.wire.log")
            self._wire_logs.append(wire_log)
            self._rooms.append(self._room(name, wire_log))

    def run(self) -> None:
        """Play until both rooms are over, or somebody interrupts."""
        teams = " against ".join(f"{team} ({engine})" for engine, team in _teams(self._settings))
        self._console.print(
            f"{teams}, {len(self._planned)} boards, records in {self._folder.path}", highlight=False
        )
        self._reactor.callWhenRunning(self._begin)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._shut_down)
        self._reactor.run()
        for writer in self._writers.values():
            writer.close()
        for wire_log in self._wire_logs:
            wire_log.close()

    def report(self) -> None:
        """Print the result, and exit as the match ended."""
        result = self._result()
        if result is not None:
            self._print_result(result)
        crashes = sum(outcome.crashes for outcome in self._outcomes.values())
        if crashes:
            self._console.print(f"seats started again after a crash: {crashes}", style="red")
        if sampled := self._folder.total("sampled"):
            relaxed = self._folder.total("relaxed")
            text = f"cards by search: {sampled}; evidence contradicted and left out in {relaxed}"
            self._console.print(f"{text} ({relaxed / sampled:.1%})", highlight=False)
        if fallbacks := self._folder.total("fallbacks"):
            text = f"decisions made by the fallback rule, see the logs: {fallbacks}"
            self._console.print(text, style="red")
        if self._interrupted:
            text = f"interrupted; what was finished is in {self._folder.path}"
            raise Failure(text, INTERRUPTED)
        broken = [f"{name} room: {o.text}" for name, o in self._outcomes.items() if not o.complete]
        if broken:
            raise Failure("; ".join(broken), BROKEN)

    def _room(self, name: str, wire_log: WireLog) -> Room:
        boards = [board.begin() for board in self._planned]
        settings = self._settings

        def seat_command(seat: Seat, port: int) -> list[str]:
            index = self._team_of(name, seat.side)
            engine, team = _teams(settings)[index]
            our, opponents = _systems(settings)[index]
            search = settings.search
            clock = ("--clock", str(settings.clock)) if settings.clock else ("--no-clock",)
            return [
                *(sys.executable, "-P", "-m", "bluechip_bot", "play", "--until-eof"),
                *("--host", "127.0.0.1", "--port", str(port), "--seat", str(seat)),
                *("--team", team, "--engine", engine, "--profile", "bluechip-bot", *clock),
                *("--worlds", str(search.worlds), "--budget", str(search.budget_card)),
                *("--depth", str(search.depth), "--scoring", search.scoring),
                *("--threads", str(search.threads)),
                *("--memory-mb", str(search.memory_mb), "--seed", str(search.seed)),
                *("--inference", search.inference, "--bidding", settings.bidding),
                *("--our", our, "--opponents", opponents),
                *("--alerts", "none" if settings.alerts == "none" else "alert"),
                *("--attempts", "10", "--summary", str(self._folder.summary(name, seat))),
            ]

        plan = RoomPlan(
            name,
            boards,
            seat_command,
            self._folder.logs,
            TableOptions(forward_notes=settings.alerts == "opponents"),
            LineOptions(record=wire_log.record),
            stall=settings.stall_seconds,
        )
        return Room(self._reactor, plan, lambda finished: self._on_board(name, finished))

    @staticmethod
    def _team_of(room: str, side: Side) -> int:
        """0 for team A, 1 for team B: they change directions from one room to the other."""
        return side if room == "open" else side.other

    def _begin(self) -> None:
        for room, name in zip(self._rooms, self._boards, strict=True):
            try:
                room.run().addCallback(self._room_over, name)
            except OSError as error:
                self._outcomes[name] = RoomOutcome(complete=False, text=str(error), crashes=0)
                self._reactor.stop()
                return

    def _on_board(self, name: str, finished: BoardFinished) -> None:
        board = finished.board
        self._boards[name][board.number] = board
        teams = [self._settings.team_a, self._settings.team_b]
        players = {seat: teams[self._team_of(name, seat.side)] for seat in Seat}
        tags = {
            "Date": f"{datetime.now(UTC):%Y.%m.%d}",
            "HomeTeam": teams[0],
            "VisitTeam": teams[1],
        }
        record = record_from_board(board, players, "Teams match", name.capitalize(), tags)
        self._writers[name].write(record)
        done = f"{len(self._boards[name])}/{len(self._planned)}"
        ns, ew = finished.seconds
        line = f"{name:>6} {done}  {summary(board)}  ({ns:.0f} s and {ew:.0f} s)"
        self._console.print(line, highlight=False)

    def _room_over(self, outcome: RoomOutcome, name: str) -> None:
        self._outcomes[name] = outcome
        is_last = len(self._outcomes) == len(self._rooms)
        if self._closing is None:
            if is_last or not outcome.complete:
                self._reactor.stop()
        elif is_last:
            self._closing.callback(None)

    def _shut_down(self) -> Deferred[None] | None:
        """End what still runs, and wait until it has."""
        if len(self._outcomes) == len(self._rooms):
            return None
        # When no room has failed, it is somebody outside who wants an end.
        self._interrupted = all(outcome.complete for outcome in self._outcomes.values())
        self._closing = Deferred()
        for room in self._rooms:
            room.stop("stopped")
        return self._closing

    def _result(self) -> MatchResult | None:
        if len(self._boards) < 2:
            return None
        both = [
            BoardResult(board.number, self._boards["open"][board.number], closed)
            for board in self._planned
            if board.number in self._boards["open"]
            and (closed := self._boards["closed"].get(board.number)) is not None
        ]
        return MatchResult(tuple(both))

    def _print_result(self, result: MatchResult) -> None:
        names = (self._settings.team_a, self._settings.team_b)
        table = Table(title=f"{names[0]} against {names[1]}", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for heading in HEADINGS:
            table.add_column(heading, justify="right", no_wrap=True)
        for row in result.rows:
            table.add_row(*row)
        self._console.print(table)
        vp_a, vp_b = result.victory_points
        self._console.print(
            f"{names[0]} {result.imps_a} - {result.imps_b} {names[1]} IMPs, "
            f"{vp_a:.2f} - {vp_b:.2f} VPs over {len(result.boards)} boards",
            highlight=False,
        )
