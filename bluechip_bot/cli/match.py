"""`bluechip-bot match`: two teams, two rooms, the same boards, one result."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from attrs import asdict, evolve
from twisted.internet.defer import Deferred

from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM, BiddingSettingsError
from bluechip_bot.cli import logs
from bluechip_bot.cli.failure import BROKEN, CRASHED, INTERRUPTED, Failure, told
from bluechip_bot.cli.scoreboard import Scoreboard
from bluechip_bot.cli.serve import chosen_boards, summary
from bluechip_bot.config import ConfigError, MatchConfig, load_config
from bluechip_bot.formats import PbnError, PbnWriter, Record, record_from_board
from bluechip_bot.formats.pbn_writer import replace
from bluechip_bot.inference import SettingsError
from bluechip_bot.match.design import TableDesign, TeamDesign, divide
from bluechip_bot.match.folder import FolderError, MatchFolder
from bluechip_bot.match.plan import PlanError, PlannedBoard
from bluechip_bot.match.record import ROOMS, team_of
from bluechip_bot.match.result import BoardResult, MatchResult
from bluechip_bot.match.sprt import Sprt, SprtError, Verdict
from bluechip_bot.match.store import MatchStore, StoreError
from bluechip_bot.match.work import Finished, Ready, RoomWork, WorkError, check_command
from bluechip_bot.model import Board, Seat
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.match_runner import MatchRunner, RunnerOptions
from bluechip_bot.player import UnknownEngine, check_bidding, check_engine, check_inference
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.writer import check_team

_BEGINS = ("pbn", "config")
_KEPT = ("concurrency",)
"""What may be given anew when a match goes on."""


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
@click.option("--command-a", help="The command line of a seat of team A: {host} {port} {seat}.")
@click.option("--command-b", help="The command line of a seat of team B.")
@click.option("--wait-a", is_flag=True, default=None, help="Team A is started by somebody else.")
@click.option("--wait-b", is_flag=True, default=None, help="Team B is started by somebody else.")
@click.option(
    "--port-open", "ports_open", type=int, multiple=True, help="Of the open room; 1 or 4."
)
@click.option("--port-closed", "ports_closed", type=int, multiple=True, help="Of the closed room.")
@click.option("--concurrency", type=int, help="Tables at once; 1: one room after the other.")
@click.option("--sprt", type=float, nargs=2, help="Two means of IMPs a board; may end early.")
@click.option("--out", help="The folder for records and logs; it must not hold a match yet.")
@click.option("--resume", type=click.Path(), help="Go on with the match in a folder.")
@click.option("--worlds", type=int, help="Layouts a card is judged by; 0: as time allows.")
@click.option("--depth", type=int, help="Own cards that are looked ahead; 0: as time allows.")
@click.option("--budget", type=float, help="Thinking time for a call or card, in seconds.")
@click.option("--verbose", "-v", is_flag=True, help="Log everything.")
def command(resume: str | None, verbose: bool, **options: Any) -> None:  # noqa: FBT001
    """Play a duplicate teams match, both rooms at once, every seat a process of its own.

    Team A sits North-South in the open room and East-West in the closed room. The folder gets
    open.pbn and closed.pbn, written after every board, match.sqlite with every call and card, and
    a log for each seat. A match that was ended, in whatever way, goes on with --resume FOLDER.

    Exit status: 0 all boards played, 2 wrong usage, 4 broken off, 5 all boards played though a
    process had to be started again, 130 interrupted.
    """
    wrong = (ConfigError, SettingsError, BiddingSettingsError, UnknownEngine, LocalProtocolError)
    with ExitStack() as stack:
        others = (PlanError, PbnError, FolderError, StoreError, WorkError, SprtError)
        with told(*wrong, *others, OSError):
            match = _begun(options) if resume is None else _resumed(Path(resume), options)
            stack.enter_context(match.folder.lock())
            store = stack.enter_context(match.store())
        logs.begin(verbose=verbose, quiet=not verbose)
        table = _Match(reactors.install(), match.settings, match.folder, store)
        table.run()
        table.report()


class _Source:
    """Where a match comes from: it is begun, or goes on."""

    def __init__(
        self, settings: MatchConfig, folder: MatchFolder, boards: Sequence[PlannedBoard] | None
    ) -> None:
        self.settings = settings
        self.folder = folder
        self._boards = boards

    def store(self) -> MatchStore:
        """The file of the match; made now for a new one."""
        path = self.folder.store
        if self._boards is None:
            return MatchStore.open(path)
        return MatchStore.create(path, asdict(self.settings), self._boards)


def _begun(options: Mapping[str, Any]) -> _Source:
    settings = load_config(MatchConfig, options["config"], _overrides(options))
    settings = evolve(
        settings,
        bidding=_absolute(settings.bidding),
        search=evolve(settings.search, inference=_absolute(settings.search.inference)),
    )
    _check(settings)
    pbn = options["pbn"]
    wanted = settings.boards if pbn is None or options["boards"] else None
    boards = chosen_boards(pbn, wanted, settings.seed)
    folder = MatchFolder.create(Path(settings.out) if settings.out else None)
    return _Source(settings, folder, boards)


def _resumed(path: Path, options: Mapping[str, Any]) -> _Source:
    given = [key for key, value in options.items() if value not in (None, ()) and key not in _KEPT]
    if given:
        names = ", ".join(f"--{key.replace('_', '-')}" for key in given)
        raise ConfigError(f"a match that goes on keeps its settings: --resume without {names}")
    folder = MatchFolder(path)
    with MatchStore.open(folder.store) as store:
        kept = store.settings
    for key in _KEPT:
        kept |= {key: options[key]} if options[key] is not None else {}
    settings = load_config(MatchConfig, None, kept)
    _check(settings)
    return _Source(settings, folder, None)


def _absolute(path: str) -> str:
    return str(Path(path).absolute()) if path else ""


def _overrides(options: Mapping[str, Any]) -> dict[str, Any]:
    search = {
        "worlds": options["worlds"],
        "depth": options["depth"],
        "budget_call": options["budget"],
        "budget_card": options["budget"],
    }
    overrides: dict[str, Any] = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in options.items()
        if value not in (None, ()) and key not in (*search, "budget", *_BEGINS)
    }
    given = {key: value for key, value in search.items() if value is not None}
    return {**overrides, "search": given} if given else overrides


def _check(settings: MatchConfig) -> None:
    """Raise unless the match can be played with these settings."""
    check_inference(settings.search.inference)
    for our, opponents in _systems(settings):
        check_bidding(settings.bidding, our, opponents)
    for team, engine, text in _teams(settings):
        check_team(team)
        if text:
            check_command(tuple(_split(text)))
        else:
            check_engine(engine)
    if settings.team_a.casefold() == settings.team_b.casefold():
        raise ConfigError(f"both teams are called {settings.team_a!r}: give --name-a, --name-b")
    _sprt(settings)
    for letter, text, waits in (
        ("a", settings.command_a, settings.wait_a),
        ("b", settings.command_b, settings.wait_b),
    ):
        if text and waits:
            raise ConfigError(f"team {letter.upper()}: --command-{letter} or --wait-{letter}?")


def _sprt(settings: MatchConfig) -> Sprt | None:
    """The test that may end the match; None if there is none."""
    if not settings.sprt:
        return None
    if len(settings.sprt) != 2:
        raise SprtError(f"sprt: {list(settings.sprt)} where two means are expected, or none")
    return Sprt(*settings.sprt, settings.alpha, settings.beta)


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text, posix=sys.platform != "win32")
    except ValueError as error:
        raise WorkError(f"{text!r} is no command line: {error}") from None


def _teams(settings: MatchConfig) -> tuple[tuple[str, str, str], tuple[str, str, str]]:
    """For each team its name, its engine and its command line."""
    return (
        (settings.team_a, settings.engine_a, settings.command_a),
        (settings.team_b, settings.engine_b, settings.command_b),
    )


def _systems(settings: MatchConfig) -> tuple[tuple[str, str], tuple[str, str]]:
    """For each team its own system, and what it knows of the other's."""
    both = settings.system_a, settings.system_b
    known = both[::-1] if settings.declared else (UNKNOWN_SYSTEM, UNKNOWN_SYSTEM)
    return (both[0], known[0]), (both[1], known[1])


def _team_design(settings: MatchConfig, folder: MatchFolder, index: int) -> TeamDesign:
    team, engine, text = _teams(settings)[index]
    our, opponents = _systems(settings)[index]
    search = settings.search
    if (settings.wait_a, settings.wait_b)[index]:
        return TeamDesign(team, lambda _: ())
    if text:
        return TeamDesign(team, lambda _: tuple(_split(text)))
    own = (
        *(sys.executable, "-P", "-m", "bluechip_bot", "play", "--until-eof"),
        *("--host", "{host}", "--port", "{port}", "--seat", "{seat}"),
        *("--team", team, "--engine", engine, "--profile", "standard"),
        *("--worlds", str(search.worlds), "--budget", str(search.budget_card)),
        *("--depth", str(search.depth), "--scoring", search.scoring),
        *("--threads", str(search.threads)),
        *("--memory-mb", str(search.memory_mb), "--seed", str(search.seed)),
        *("--inference", search.inference, "--bidding", settings.bidding),
        *("--our", our, "--opponents", opponents),
        *("--alerts", "none" if settings.alerts == "none" else "alert"),
        *("--attempts", "10"),
    )
    return TeamDesign(team, lambda table: (*own, "--summary", folder.summary(table)))


class _Match:
    """The rooms, their records, and what is printed of them."""

    def __init__(
        self, reactor: Any, settings: MatchConfig, folder: MatchFolder, store: MatchStore
    ) -> None:
        self._reactor = reactor
        self._settings = settings
        self._folder = folder
        self._store = store
        self._planned = store.planned
        self._board = Scoreboard((settings.team_a, settings.team_b))
        self._failures: tuple[str, ...] | None = None
        self._interrupted = False
        self._closing: Deferred[None] | None = None
        self._rooms: tuple[str, ...] = ROOMS if settings.rooms == "both" else (settings.rooms,)
        self._finished: dict[str, dict[int, Board]] = {
            room: {stored.board.number: stored.board for stored in store.finished(room)}
            for room in self._rooms
        }
        self._sprt = _sprt(settings)
        self._decided = False
        self._write_records()
        self._writers: dict[str, PbnWriter] = {
            room: PbnWriter(folder.pbn(room)) for room in self._rooms
        }
        self._runner = MatchRunner(
            reactor,
            self._works(),
            store,
            self._on_board,
            self._on_ready,
            RunnerOptions(restarts=settings.restarts, tables=max(settings.concurrency, 1)),
        )

    def run(self) -> None:
        """Play until all rooms are over, or somebody interrupts."""
        settings = self._settings
        teams = " against ".join(
            f"{team} ({text or engine})" for team, engine, text in _teams(settings)
        )
        self._board.say(f"{teams}, {len(self._planned)} boards, records in {self._folder.path}")
        if any(self._finished.values()):
            done = ", ".join(f"{room} room {len(done)}" for room, done in self._finished.items())
            self._board.say(f"going on; finished before: {done}")
        self._reactor.callWhenRunning(self._begin)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._shut_down)
        self._reactor.run()
        for writer in self._writers.values():
            writer.close()
        self._write_records()

    def report(self) -> None:
        """Print the result, and exit as the match ended."""
        if len(self._rooms) > 1:
            result = self._result()
            self._board.show(result)
            if self._sprt is not None:
                state = self._sprt.state([board.swing for board in result.boards])
                h0, h1 = self._sprt.h0, self._sprt.h1
                self._board.say(f"SPRT of {h0:g} against {h1:g} IMPs a board: {state}")
        crashes = sum(trouble.what == "crash" for trouble in self._store.troubles)
        self._board.show_counts(self._folder, crashes)
        resume = f"go on with: bluechip-bot match --resume {self._folder.path}"
        left = [room for room in self._rooms if len(self._finished[room]) < len(self._planned)]
        if self._failures:
            raise Failure(f"{'; '.join(self._failures)}\n{resume}", BROKEN)
        if left and not self._decided:
            text = f"interrupted; what was finished is in {self._folder.path}\n{resume}"
            raise Failure(text, INTERRUPTED)
        if crashes:
            raise Failure(f"the match is over; crashes: {crashes}, see the logs", CRASHED)

    def _works(self) -> tuple[RoomWork, ...]:
        settings = self._settings
        ports = {"open": settings.ports_open, "closed": settings.ports_closed}
        teams = (
            _team_design(settings, self._folder, 0),
            _team_design(settings, self._folder, 1),
        )
        table = TableDesign(
            self._folder.logs,
            settings.host,
            notes=settings.alerts == "opponents",
            gap=settings.min_gap,
            stall=settings.stall_seconds,
            on_stall=settings.on_stall,
            restarts=settings.restarts,
        )
        rooms = {room: ports[room] for room in self._rooms}
        return divide(self._planned, rooms, teams, table, settings.concurrency)

    def _begin(self) -> None:
        self._runner.run().addCallback(self._all_over)

    def _all_over(self, failures: tuple[str, ...]) -> None:
        self._failures = failures
        if self._closing is None:
            self._reactor.stop()
        else:
            self._closing.callback(None)

    def _shut_down(self) -> Deferred[None] | None:
        """End what still runs, and wait until it has."""
        if self._failures is not None:
            return None
        self._closing = Deferred()
        self._runner.stop()
        return self._closing

    def _on_ready(self, work: RoomWork, ready: Ready) -> None:
        waited = sorted({seat.team for seat in work.seats if not seat.command})
        if waited:
            ports = ", ".join(map(str, ready.ports))
            text = f"{work.name} room: {' and '.join(waited)} may connect to {work.host}:{ports}"
            self._board.say(text)

    def _on_board(self, room: str, finished: Finished) -> None:
        self._finished[room][finished.board.number] = finished.board
        self._writers[room].write(self._record(room, finished.board, datetime.now(UTC)))
        done = f"{len(self._finished[room])}/{len(self._planned)}"
        ns, ew = finished.seconds
        self._board.say(f"{room:>6} {done}  {summary(finished.board)}  ({ns:.0f} s and {ew:.0f} s)")
        self._test()

    def _test(self) -> None:
        """End the match if its boards so far decide between the two hypotheses."""
        if self._sprt is None or self._decided:
            return
        state = self._sprt.state([board.swing for board in self._result().boards])
        if state.verdict is not Verdict.CONTINUE:
            self._decided = True
            self._runner.stop()

    def _write_records(self) -> None:
        """The PBN files hold what the match has kept, in the order of the plan."""
        for room in self._rooms:
            records = [
                self._record(room, stored.board, datetime.fromtimestamp(stored.ended, UTC))
                for stored in self._store.finished(room)
            ]
            replace(self._folder.pbn(room), records)

    def _record(self, room: str, board: Board, ended: datetime) -> Record:
        teams = (self._settings.team_a, self._settings.team_b)
        players = {seat: teams[team_of(room, seat.side)] for seat in Seat}
        tags = {"Date": f"{ended:%Y.%m.%d}", "HomeTeam": teams[0], "VisitTeam": teams[1]}
        return record_from_board(board, players, "Teams match", room.capitalize(), tags)

    def _result(self) -> MatchResult:
        boards = self._finished
        both = [
            BoardResult(number, boards["open"][number], boards["closed"][number])
            for number in (board.number for board in self._planned)
            if number in boards["open"] and number in boards["closed"]
        ]
        return MatchResult(tuple(both))
