"""`bluechip-bot serve`: run a table for four clients."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from bluechip_bot.cli import logs
from bluechip_bot.cli.failure import BROKEN, INTERRUPTED, Failure, session_runs
from bluechip_bot.cli.figures import counted
from bluechip_bot.cli.options import config_options, overrides, search_option
from bluechip_bot.cli.ranges import WholeNumber
from bluechip_bot.cli.terminal import ProblemPrinter, say
from bluechip_bot.cli.web import ShowPage
from bluechip_bot.config import ServerConfig, load_config
from bluechip_bot.formats.pbn import PbnWriter, record_from_board
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.boards.source import BoardSource
from bluechip_bot.model import Board, PlannedBoard, Seat
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.table_server import LineOptions, TableServer
from bluechip_bot.protocol.effects import BoardFinished, BoardForfeited, SessionFinished, TableEvent
from bluechip_bot.protocol.table.session import TableSession
from bluechip_bot.quoting import error_text
from bluechip_bot.vugraph.table_show import ManagerShow


@click.command("serve")
@click.option("--config", type=click.Path(dir_okay=False), help="A file like conf/server.toml.")
@config_options(ServerConfig)
@click.option("--boards", type=click.Path(dir_okay=False), help="A PBN or LIN file with the deals.")
@click.option("--deals", type=WholeNumber(1), help="The number of boards; random without a file.")
@search_option("seed", 1, help="The seed of random deals.")
@click.option("--out", type=click.Path(dir_okay=False), help="The PBN file to write.")
@click.option("--verbose", "-v", is_flag=True, help="Log everything.")
def command(*, config: str | None, out: str | None, verbose: bool, **options: Any) -> None:
    """Run a table for four clients.

    The table waits for them, deals the boards and writes the records.

    Exit status: 0 all boards played, 2 wrong usage, 4 broken off or a board given up or left out.
    """
    unread = ProblemPrinter()
    settings = load_config(ServerConfig, config, overrides(ServerConfig, options))
    path = None if options["boards"] is None else Path(options["boards"])
    source = BoardSource(path, seed=options["seed"], count=options["deals"])
    planned = source.boards(unread)
    unread.more()
    logs.begin(verbose=verbose)
    _ServedTable(reactors.install(), settings, planned, out).run()
    unread.finish(BROKEN)


def summary(board: Board) -> str:
    """The result of a finished board in one line."""
    result = BoardRecord.of_board(board)
    return f"board {board.number}: {result.result_text}, N/S {result.score():+d}"


class SessionRecord:
    """Prints the result of each board of a session, and writes the boards to a file.

    `unwritten` says why a board could not be written; it is empty if all were.
    """

    def __init__(self, out: str | None) -> None:
        self._writer = None if out is None else PbnWriter(Path(out))
        self._finished = 0
        self.unwritten = ""

    def note(self, board: Board, names: Mapping[Seat, str]) -> str:
        """Print a board's result and write the board; return an error message, or an empty text."""
        self._finished += 1
        say(summary(board))
        if self._writer is not None:
            try:
                self._writer.write(record_from_board(board, names, event="Table"))
            except OSError as error:
                self.unwritten = f"board {board.number} is not written: {error_text(error)}"
                return self.unwritten
        return ""

    def report(self, outcome: SessionFinished | None, given_up: Sequence[int] = ()) -> None:
        """Print the number of boards; raise a `Failure` if not all were played and written."""
        finished = f"{counted(self._finished, 'board')} finished"
        if self.unwritten:
            raise Failure(f"{finished}; {self.unwritten}", BROKEN)
        if given_up:
            finished += f", given up: {', '.join(map(str, given_up))}"
        if outcome is None or not outcome.complete:
            text = "interrupted" if outcome is None else outcome.text
            status = INTERRUPTED if text == "interrupted" else BROKEN
            raise Failure(f"{finished}: {text}", status)
        if given_up:
            raise Failure(finished, BROKEN)
        click.echo(finished)


class _ServedTable:
    def __init__(
        self, reactor: Any, settings: ServerConfig, boards: Sequence[PlannedBoard], out: str | None
    ) -> None:
        self._reactor = reactor
        self._shown: Callable[[TableEvent, tuple[str, str]], None] | None = None
        self._given_up: list[int] = []
        self._outcome: SessionFinished | None = None
        session = TableSession([board.begin() for board in boards], settings.table.session())
        lines = LineOptions(settings.line_limit, settings.table.min_gap)
        self._server = TableServer(reactor, session, self._on_event, lines)
        ports = self._server.listen(settings.host, settings.ports)
        self._record = SessionRecord(out)
        self._page: ShowPage | None = None
        if settings.web:
            shown = ManagerShow(boards, time.time)
            self._page = ShowPage(reactor, shown.show, settings.web)
            self._page.show_log()
            self._shown = self._page.guarded(shown.happened, None)
        text = f"listening on {settings.host}, port {', '.join(map(str, ports))}"
        # Printed when the reactor runs, because signals are handled from then on.
        reactor.callWhenRunning(partial(click.echo, text, err=True))

    def run(self) -> None:
        """Serve until the session is over, and print the number of boards."""
        self._server.finished.addCallback(self._over)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._shut_down)
        session_runs()
        self._reactor.run()
        self._record.report(self._outcome, self._given_up)

    def _on_event(self, event: TableEvent) -> None:
        teams = self._server.session.teams
        if self._shown is not None:
            self._shown(event, teams)
        match event:
            case BoardFinished(board):
                if error := self._record.note(board, {seat: teams[seat.side] for seat in Seat}):
                    # Without a record this board and the next ones would be lost.
                    self._reactor.callLater(0, self._server.stop, error)
            case BoardForfeited(number, seats):
                self._given_up.append(number)
                say(f"board {number}: given up, because of {', '.join(map(str, seats))}")

    def _over(self, outcome: SessionFinished) -> None:
        self._outcome = outcome
        if self._page is not None:
            self._page.end("" if outcome.complete else outcome.text)
        self._reactor.stop()

    def _shut_down(self) -> Any:
        self._server.stop("interrupted")
        return self._server.close()
