"""`bluechip-bot play`: play one seat or several at a table manager."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve
from twisted.internet.defer import DeferredList

from bluechip_bot.cli import logs
from bluechip_bot.cli.counts import CountsFile, TimeLog, troubles
from bluechip_bot.cli.failure import BROKEN, INTERRUPTED, REFUSED, Failure, printable, session_runs
from bluechip_bot.cli.options import config_options, overrides
from bluechip_bot.cli.terminal import when_input_ends
from bluechip_bot.config import ClientConfig, ConfigError, check_option, load_config
from bluechip_bot.match.record.counts import DecisionCounts
from bluechip_bot.model import Board, Seat
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.seat_client import SeatClient, SessionOutcome, TableAddress
from bluechip_bot.net.wire_log import WireLog
from bluechip_bot.net.workers import PlayerWorkers
from bluechip_bot.player import check_engine, check_settings
from bluechip_bot.protocol.dialect import DIALECTS, Dialect
from bluechip_bot.protocol.effects import DecisionSpent, SessionEnding
from bluechip_bot.protocol.messages import NoteKind
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.writer import check_team, check_text
from bluechip_bot.wirelog.record import head

if TYPE_CHECKING:
    from bluechip_bot.cli.web import ShowPage


@click.command("play")
@click.option("--config", type=click.Path(dir_okay=False), help="A file like conf/client.toml.")
@config_options(ClientConfig, repeated=("--port",))
@click.option("--auctions", metavar="FILE", help="A PBN or LIN file with the auctions to bid.")
@click.option("--verbose", "-v", is_flag=True, help="Log every decision.")
@click.option(
    "--summary", type=click.Path(dir_okay=False), hidden=True, help="Counts, kept up to date."
)
@click.option("--until-eof", is_flag=True, hidden=True, help="End when standard input ends.")
def command(*, config: str | None, verbose: bool, until_eof: bool, **options: Any) -> None:
    """Connect to a table manager and play until its session ends.

    Exit status: 0 the session ended, 2 wrong usage, 3 the manager refuses us, 4 broken off.
    """
    if options["clock"] is not None and options["no_clock"]:
        raise ConfigError("--clock and --no-clock: give one of them")
    settings = load_config(ClientConfig, config, given_settings(options))
    if not until_eof:  # the match that starts its seats has checked them once for all
        check_engine(settings.engine)
        check_settings(settings.search, settings.bidding)
    check_team(settings.team)
    dialect = _dialect(settings)
    ports = _ports(options["port"] or (settings.port,), settings, dialect)
    given = None
    if options["auctions"] is not None:
        from bluechip_bot.match.boards.source import boards_from_file

        boards = boards_from_file(Path(options["auctions"]), given=True)
        given = {board.number: board for board in boards if board.calls}
    seats = SeatOptions(
        settings.team,
        None,
        dialect,
        strict_teams=settings.strict_teams,
        notes=None if settings.alerts == "none" else NoteKind(settings.alerts.capitalize()),
        budget_call=settings.search.budget_call,
        budget_card=settings.search.budget_card,
        clock=settings.clock_options,
        seed=settings.search.seed,
        given=given,
    )
    summary = None if options["summary"] is None else Path(options["summary"])
    beside = None if summary is None else summary.with_suffix(".times.jsonl")
    times = TimeLog(beside or _log_file(settings, "times.jsonl"))
    counts = CountsFile(summary)
    logs.begin(verbose=verbose)
    table = _PlaySession(reactors.install(), settings, seats, ports, times, counts)
    session_runs()
    table.run(until_eof=until_eof)
    times.close()
    table.count()
    table.report()


def given_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Turn the options given, keyed by parameter name, into a document; --clock sets a clock."""
    found = overrides(ClientConfig, given)
    if given["clock"] is not None:
        found["clock"]["on"] = True
    return found


def _dialect(settings: ClientConfig) -> Dialect | None:
    """The dialect of the manager; None if it is to be learnt from its lines."""
    profile = settings.profile
    if profile == "auto":
        return None
    check_text(settings.system)
    return evolve(DIALECTS[profile], system=settings.system)


def _ports(
    ports: tuple[int, ...], settings: ClientConfig, dialect: Dialect | None
) -> list[tuple[Seat | None, int]]:
    """The seats to take, each with its port; None is any seat."""
    any_place = dialect is not None and dialect.any_place
    if not settings.seats and not any_place:
        raise ConfigError("which seat? give --seat North (or East, South, West), or several")
    seats: tuple[Seat | None, ...] = settings.seats or (None,) * len(ports)
    if len(ports) == 1:
        ports = ports * len(seats)
    if len(ports) != len(seats):
        raise ConfigError(f"{len(seats)} seats and {len(ports)} ports: one port, or one for each")
    for port in ports:
        check_option(ClientConfig, "port", port, "port")
    return list(zip(seats, ports, strict=True))


class _PlaySession:
    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a seat
        self,
        reactor: Any,
        settings: ClientConfig,
        seats: SeatOptions,
        ports: list[tuple[Seat | None, int]],
        times: TimeLog,
        counts: CountsFile,
    ) -> None:
        self._reactor = reactor
        self._outcomes: dict[int, SessionOutcome] = {}
        self._clients: list[SeatClient] = []
        self._workers: list[PlayerWorkers] = []
        self._interrupted = False
        self._times = times
        self._counts = counts
        self._page: ShowPage | None = None
        self._seen: Callable[[Seat, Board], None] | None = None
        self._thought: Callable[[DecisionSpent], None] = lambda _: None
        if settings.web:
            # Only the page reads calls here; what it needs would double the time to start a seat.
            from bluechip_bot.cli.call_statements import call_reader
            from bluechip_bot.cli.web import ShowPage
            from bluechip_bot.vugraph.table_show import SeatsShow

            reads = call_reader(settings.bidding)
            shown = SeatsShow(settings.team, time.time, ShowPage.guarded(reads, ""))
            self._page = ShowPage(reactor, shown.show, settings.web)
            self._page.show_log()
            self._seen = self._page.guarded(shown.seen, None)
            self._thought = self._page.guarded(shown.thought, None)
        late = settings.player.grace if seats.clock is None else seats.clock.grace
        for seat, port in ports:
            options = evolve(seats, seat=seat)
            name = f"{'any' if seat is None else seat}-{port}.wire.log"
            wire_log = WireLog(
                _log_file(settings, name) if settings.log.wire else None,
                head=head(options),
                kept=settings.log.wire_files,
            )
            address = TableAddress(settings.host, port, settings.min_gap, record=wire_log.record)
            workers = PlayerWorkers.of_engine(
                reactor, settings.engine, settings.player_options, settings.player, late=late
            )
            self._workers.append(workers)
            client = SeatClient(
                reactor,
                address,
                options,
                workers,
                settings.connect,
                on_spent=self._spent,
                on_board=self._seen,
            )
            self._clients.append(client)

    def run(self, *, until_eof: bool) -> None:
        """Play until every seat's session has ended."""
        self._reactor.addSystemEventTrigger("before", "shutdown", self._shut_down)
        self._reactor.callWhenRunning(self._begin)
        if until_eof:
            when_input_ends(self._input_ended)
        self._reactor.run()

    def count(self) -> None:
        """Write the counts of all seats to their file."""
        over = DecisionCounts(over=sum(client.over for client in self._clients))
        self._counts.write(sum((workers.counts for workers in self._workers), over))

    def _spent(self, spent: DecisionSpent) -> None:
        self._times.write(spent)
        self._thought(spent)
        self.count()

    def report(self) -> None:
        """Print the outcome of each seat."""
        for index, outcome in sorted(self._outcomes.items()):
            counts = self._workers[index].counts
            text = f"{outcome.boards} boards, {counts.decisions} decisions: {outcome.text}"
            click.echo(printable(text), err=True)
            for line in troubles(counts):
                click.echo(printable(line), err=True)
        if self._interrupted:
            raise Failure("interrupted", INTERRUPTED)
        endings = {outcome.ending: outcome.text for outcome in self._outcomes.values()}
        for ending, status in ((SessionEnding.REFUSED, REFUSED), (SessionEnding.FAILED, BROKEN)):
            if ending in endings:
                raise Failure(f"{ending.value}: {endings[ending]}", status)

    def _begin(self) -> None:
        for index, workers in enumerate(self._workers):
            # If the seat were taken first, the start would count against the first board.
            workers.prepare().addCallback(self._sit_down, index)

    def _sit_down(self, trouble: str, index: int) -> None:
        if trouble:
            text = f"no player can be started: {trouble}"
            self._ended(SessionOutcome(SessionEnding.FAILED, text, 0), index)
            return
        self._clients[index].run().addCallback(self._ended, index)

    def _ended(self, outcome: SessionOutcome, index: int) -> None:
        self._outcomes[index] = outcome
        if len(self._outcomes) == len(self._clients):
            if self._page is not None:
                trouble = "" if outcome.ending is SessionEnding.FINISHED else outcome.text
                self._page.end(trouble, "the manager has ended it")
            self._reactor.stop()

    def _shut_down(self) -> Any:
        if len(self._outcomes) < len(self._clients):
            self._interrupted = True
        for client in self._clients:
            client.stop("interrupted")
        return DeferredList([workers.close() for workers in self._workers])

    def _input_ended(self) -> None:
        try:
            self._reactor.callFromThread(self._reactor.stop)
        except RuntimeError:
            os._exit(BROKEN)


def _log_file(settings: ClientConfig, name: str) -> Path | None:
    """The path of a file in the folder of logs, which is created; None if no folder is set."""
    if not settings.log.folder:
        return None
    folder = Path(settings.log.folder)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / name
