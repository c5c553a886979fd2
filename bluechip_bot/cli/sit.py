"""`bluechip-bot sit`: a person plays at a table with our players."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import click

from bluechip_bot.cli import logs, options
from bluechip_bot.cli.bidding_input import seat_of, system_name
from bluechip_bot.cli.failure import BROKEN, session_runs
from bluechip_bot.cli.ranges import WholeNumber
from bluechip_bot.cli.serve import SessionRecord
from bluechip_bot.cli.terminal import ProblemPrinter
from bluechip_bot.cli.web import is_here
from bluechip_bot.config import (
    DEFAULT_ENGINE,
    BiddingConfig,
    ConfigError,
    PlayerConfig,
    SearchConfig,
    document,
    web_place,
)
from bluechip_bot.match.boards.source import BoardSource
from bluechip_bot.model import Board, Seat, Side
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.board_solver import BoardSolver
from bluechip_bot.net.sitting import INTERRUPTION, OtherSeats, Reads, SittingTable
from bluechip_bot.net.workers import PlayerWorkers
from bluechip_bot.player import check_engine, check_settings
from bluechip_bot.protocol.effects import SessionFinished
from bluechip_bot.sitting.desk import SeatDesk

_LONGEST_BOARD: Final = 3600.0
"""The most seconds to wait for our players to play a board a second time."""


@click.command("sit")
@click.option("--seat", "seat_name", metavar="SEAT", default="South", help="Where you sit.")
@click.option("--boards", type=click.Path(dir_okay=False), help="A PBN or LIN file with the deals.")
@click.option(
    "--deals", type=WholeNumber(1), help="The number of boards; 8 random ones without a file."
)
@options.search_option("seed", 1, help="The seed of random deals.")
@options.SYSTEM
@click.option("--opponents", metavar="SYSTEM", help="The opponents' system; by default the same.")
@click.option(
    "--engine", metavar="ENGINE", default=DEFAULT_ENGINE, help="How our players choose cards."
)
@options.budget(default=1.0, help="Seconds for a call or card of our players.")
@click.option(
    "--open",
    "open_names",
    metavar="SEAT",
    multiple=True,
    help="Leave a seat to whoever connects to --port; may be repeated.",
)
@click.option(
    "--host", metavar="ADDRESS", default="127.0.0.1", help="Where the table listens for those."
)
@click.option(
    "--port",
    metavar="PORT",
    type=WholeNumber(0, 65535),
    default=0,
    help="The table's port; 0 for any free one.",
)
@click.option(
    "--web", metavar="[HOST:]PORT", default="0", help="Where your page is; 0 for any free port."
)
@click.option("--out", type=click.Path(dir_okay=False), help="The PBN file to write.")
@click.option("--verbose", "-v", is_flag=True, help="Log everything.")
def command(  # noqa: PLR0913 - an option each
    *,
    seat_name: str,
    open_names: tuple[str, ...],
    engine: str,
    budget: float,
    host: str,
    port: int,
    web: str,
    out: str | None,
    verbose: bool,
    **asked: Any,
) -> None:
    """Sit down at a table with our players, in a browser.

    The address that is printed opens the page, on which you bid and play. Our players take the
    other seats, and play every deal a second time without you, for the comparison in IMPs. The page
    stays open after the last board, until this command is interrupted.

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
    record = SessionRecord(out)
    unread.more()
    # Where all others are our players, a board that begins again was taken back: no warning.
    logs.begin(verbose=verbose, quiet=not verbose, calm=() if free else Seat)
    reactor: Any = reactors.install()
    names = ["you" if each is seat else "guest" if each in free else "bot" for each in Seat]
    players = dict(zip(Seat, names, strict=True))
    desk = SeatDesk(seat, names, len(boards), free=not free)
    sitters, solvers = _other_seats(reactor, engine, search, bidding, seat, free)
    outcome: list[SessionFinished] = []

    def note(board: Board) -> None:
        if unwritten := record.note(board, players):
            click.echo(unwritten, err=True)

    def over(found: SessionFinished) -> None:
        outcome.append(found)
        if found.text != INTERRUPTION:
            click.echo("the session is over; the page stays until you press Ctrl-C", err=True)

    def ended() -> Any:
        for solver in solvers:
            solver.close()
        return sitting.close()

    sitting = SittingTable(reactor, desk, boards, sitters, note, host=place[0])
    found = sitting.listen(place[1], host, port)
    _say_where(sitting)
    for each in sorted(free):
        team = ("NS", "EW")[each.side]
        click.echo(f"{each} is open: team {team} at {host}, port {found}", err=True)
    reactor.addSystemEventTrigger("before", "shutdown", ended)
    reactor.callWhenRunning(lambda: sitting.run().addCallback(over))
    session_runs()
    reactor.run()
    record.report(outcome[0] if outcome else None)
    unread.finish(BROKEN)


def _say_where(sitting: SittingTable) -> None:
    address = sitting.web.address
    click.echo(f"your seat: {address}#token={sitting.token}", err=True)
    if not is_here(urlsplit(address).hostname or ""):
        click.echo("whoever has this address sees your hand, and can play it", err=True)


def _other_seats(  # noqa: PLR0913, PLR0917 - the options of a table
    reactor: Any,
    engine: str,
    search: SearchConfig,
    bidding: Mapping[Side, BiddingConfig],
    seat: Seat,
    free: frozenset[Seat],
) -> tuple[OtherSeats, tuple[BoardSolver, ...]]:
    """Return the other players, and the processes that solve boards; the caller closes these."""

    def load() -> Reads:
        # What reads calls takes seconds to import, and the page should not wait for it.
        from bluechip_bot.cli.call_statements import call_reader

        return partial(call_reader(bidding[seat.side]), seat.side)

    settings = {side: {**document(search), "bidding": document(bidding[side])} for side in Side}
    sides = (f"--{side.name.lower()}={json.dumps(settings[side])}" for side in Side)
    budget, seed = search.budget_card, search.seed
    bots = ("bots", *sides, f"--engine={engine}", f"--seconds={budget}", f"--seed={seed}")
    solvers = (
        BoardSolver(reactor),
        BoardSolver(reactor),
        BoardSolver(reactor, (sys.executable, "-P", "-m", "bluechip_bot", *bots), _LONGEST_BOARD),
    )
    # No standby is needed: a missing call or card costs seconds, as does starting a player again.
    player = PlayerConfig(standby=False)
    players = {
        side: PlayerWorkers.of_engine(reactor, engine, settings[side], player) for side in Side
    }
    values, judge, replays = (solver.solve for solver in solvers)
    return OtherSeats(players, free, budget, seed, load, values, judge, replays), solvers
