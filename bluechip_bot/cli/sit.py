"""`bluechip-bot sit`: a person plays at a table with our players."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click

from bluechip_bot.cli import logs, options
from bluechip_bot.cli.bidding_input import seat_of, system_name
from bluechip_bot.cli.failure import BROKEN, INTERRUPTED, Failure
from bluechip_bot.cli.ranges import WholeNumber
from bluechip_bot.cli.serve import summary
from bluechip_bot.cli.terminal import ProblemPrinter, say
from bluechip_bot.config import (
    DEFAULT_ENGINE,
    BiddingConfig,
    ConfigError,
    PlayerConfig,
    SearchConfig,
    document,
    web_place,
)
from bluechip_bot.formats.pbn import PbnWriter, record_from_board
from bluechip_bot.match.boards.source import BoardSource
from bluechip_bot.model import Board, Seat, Side
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.board_solver import BoardSolver
from bluechip_bot.net.sitting import INTERRUPTION, OtherSeats, Reads, SittingTable
from bluechip_bot.net.workers import PlayerWorkers
from bluechip_bot.player import check_engine, check_settings
from bluechip_bot.protocol.effects import SessionFinished
from bluechip_bot.quoting import error_text
from bluechip_bot.sitting.desk import SeatDesk

_LONGEST_BOARD: Final = 3600.0
"""The seconds after which our players are not waited for who play a board once more."""


@click.command("sit")
@click.option("--seat", "seat_name", metavar="SEAT", default="South", show_default=True,
              help="Where you sit.")  # fmt: skip
@click.option("--boards", type=click.Path(dir_okay=False), help="A PBN or LIN file with the deals.")
@click.option(
    "--deals", type=WholeNumber(1), help="The number of boards; 8 random ones without a file."
)
@options.search_option("seed", 1, help="The seed of random deals.", show_default=True)
@options.SYSTEM
@click.option("--opponents", metavar="SYSTEM", help="The opponents' system; by default the same.")
@click.option("--engine", metavar="ENGINE", default=DEFAULT_ENGINE, show_default=True,
              help="How our players choose cards.")  # fmt: skip
@options.budget(default=1.0, show_default=True, help="Seconds for a call or card of our players.")
@click.option("--open", "open_names", metavar="SEAT", multiple=True,
              help="Leave a seat to whoever connects to --port; may be repeated.")  # fmt: skip
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", show_default=True,
              help="Where the table listens for those.")  # fmt: skip
@click.option("--port", metavar="PORT", type=WholeNumber(0, 65535), default=0,
              help="The table's port; any free one by default.")  # fmt: skip
@click.option("--web", metavar="[HOST:]PORT", default="0",
              help="Where your page is; on this machine, at any free port by default.")  # fmt: skip
@click.option("--out", type=click.Path(dir_okay=False), help="The PBN file to write.")
@click.option("--verbose", "-v", is_flag=True, help="Log everything.")
def command(  # noqa: PLR0913, PLR0917 - an option each
    seat_name: str,
    open_names: tuple[str, ...],
    engine: str,
    budget: float,
    host: str,
    port: int,
    web: str,
    out: str | None,
    verbose: bool,  # noqa: FBT001
    **asked: Any,
) -> None:
    """Sit down at a table with our players, in a browser.

    The address that is printed opens the page, on which you bid and play. Our players take the
    other seats, and play every deal a second time without you, for the comparison in IMPs. The page
    stays when all boards are played, until this command is interrupted.

    Exit status: 0 all boards played, 2 wrong usage, 4 broken off, 130 interrupted.
    """
    unread = ProblemPrinter()
    seat = seat_of(seat_name, "--seat")
    free = frozenset(seat_of(name, "--open") for name in open_names)
    if seat in free:
        raise ConfigError(f"--open {seat}: you sit there; leave another seat open")
    place = web_place("--web", web)
    ours = system_name(asked["system"], "--system")
    theirs = ours if asked["opponents"] is None else system_name(asked["opponents"], "--opponents")
    search = SearchConfig(budget_call=budget, budget_card=budget, seed=asked["seed"])
    bidding = {
        seat.side: BiddingConfig(our=ours, opponents=theirs),
        seat.side.other: BiddingConfig(our=theirs, opponents=ours),
    }
    check_engine(engine)
    check_settings(search, bidding[seat.side])
    path = None if asked["boards"] is None else Path(asked["boards"])
    count = asked["deals"] or (8 if path is None else None)
    boards = BoardSource(path, seed=asked["seed"], count=count).boards(unread)
    writer = None if out is None else PbnWriter(Path(out))
    unread.more()
    logs.begin(verbose=verbose, quiet=not verbose)
    reactor: Any = reactors.install()
    settings = {side: {**document(search), "bidding": document(bidding[side])} for side in Side}
    parts = _TableProcesses(reactor, engine, settings, seat, budget, asked["seed"])
    names = ["you" if each is seat else "" if each in free else "bot" for each in Seat]
    desk = SeatDesk(seat, names, len(boards), free=not free)
    results = _ResultFile(writer, {each: names[each] or "guest" for each in Seat})
    sitters = parts.sitters(bidding[seat.side], free)
    sitting = SittingTable(reactor, desk, boards, sitters, results.note, host=place[0])
    found = sitting.listen(place[1], host, port)
    _say_where(sitting, dict.fromkeys(sorted(free), (host, found)))

    def ended() -> Any:
        parts.close()
        return sitting.close()

    reactor.addSystemEventTrigger("before", "shutdown", ended)
    reactor.callWhenRunning(lambda: sitting.run().addCallback(results.over))
    reactor.run()
    results.report()
    unread.finish(BROKEN)


def _say_where(sitting: SittingTable, free: Mapping[Seat, tuple[str, int]]) -> None:
    """Print where the page is, and where others may connect."""
    address = sitting.web.address
    click.echo(f"your seat: {address}#token={sitting.token}", err=True)
    if not address.startswith(("http://127.", "http://localhost:", "http://[::1]")):
        click.echo("whoever has this address sees your hand, and can play it", err=True)
    for seat, (host, port) in free.items():
        team = ("NS", "EW")[seat.side]
        click.echo(f"{seat} is open: team {team} at {host}, port {port}", err=True)


class _TableProcesses:
    """The processes of a table."""

    def __init__(  # noqa: PLR0913, PLR0917 - the options of a table
        self,
        reactor: Any,
        engine: str,
        settings: dict[Side, dict[str, Any]],
        seat: Seat,
        budget: float,
        seed: int,
    ) -> None:
        program = (sys.executable, "-P", "-m", "bluechip_bot")
        sides = [f"--{side.name.lower()}={json.dumps(settings[side])}" for side in Side]
        limits = (f"--engine={engine}", f"--seconds={budget}", f"--seed={seed}")
        self._values = BoardSolver(reactor)
        self._judge = BoardSolver(reactor, (*program, "claim"))
        self._bots = BoardSolver(reactor, (*program, "bots", *sides, *limits), _LONGEST_BOARD)
        # A call or card that does not come is a matter of seconds, as is a player that starts anew.
        player = PlayerConfig(standby=False)
        self.players = {
            side: PlayerWorkers.of_engine(reactor, engine, settings[side], player) for side in Side
        }
        self._seat, self._budget, self._seed = seat, budget, seed

    def sitters(self, bidding: BiddingConfig, free: frozenset[Seat]) -> OtherSeats:
        """Who sits at the table."""

        def load() -> Reads:
            # What reads calls takes seconds to import, and the page should not wait for it.
            from bluechip_bot.cli.call_statements import CallStatements

            reads = CallStatements.of(bidding)
            return lambda board, call: reads.read(self._seat.side, board, call)

        return OtherSeats(
            self.players,
            free,
            self._budget,
            self._seed,
            load,
            self._values.solve,
            self._judge.solve,
            self._bots.solve,
        )

    def close(self) -> None:
        """End the processes that answer questions; the players end with the table."""
        for solver in (self._values, self._judge, self._bots):
            solver.close()


class _ResultFile:
    """The record of the boards."""

    def __init__(self, writer: PbnWriter | None, names: Mapping[Seat, str]) -> None:
        self._writer = writer
        self._names = names
        self._finished = 0
        self._outcome: SessionFinished | None = None
        self._unwritten = ""

    def note(self, board: Board) -> None:
        """Print the result of a board, and write it."""
        self._finished += 1
        say(summary(board))
        if self._writer is None:
            return
        try:
            self._writer.write(record_from_board(board, self._names, event="Table"))
        except OSError as error:
            self._unwritten = f"board {board.number} is not written: {error_text(error)}"
            click.echo(self._unwritten, err=True)

    def over(self, outcome: SessionFinished) -> None:
        """Take the end of the session."""
        self._outcome = outcome
        if outcome.text != INTERRUPTION:
            click.echo("the session is over; the page stays until you press Ctrl-C", err=True)

    def report(self) -> None:
        """Print the number of boards."""
        finished = f"{self._finished} boards finished"
        if self._unwritten:
            raise Failure(f"{finished}; {self._unwritten}", BROKEN)
        if self._outcome is None or self._outcome.text == INTERRUPTION:
            raise Failure(f"{finished}: {INTERRUPTION}", INTERRUPTED)
        if not self._outcome.complete:
            raise Failure(f"{finished}: {self._outcome.text}", BROKEN)
        click.echo(finished)
