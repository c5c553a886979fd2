"""`bluechip-bot dd`: double-dummy tables, par, and the cost of played cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from bluechip_bot.cli import options
from bluechip_bot.cli.failure import Failure, told
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.formats import PbnError, PbnRecord, board_from_record, pbn
from bluechip_bot.formats.positions import PositionError, format_scores, read_positions
from bluechip_bot.interface.doubledummy import DoubleDummyTable
from bluechip_bot.match.analysis.postmortem import card_costs, describe
from bluechip_bot.match.boards.plan import PlanError
from bluechip_bot.model import Deal, ModelError, Seat, dealer_of_board
from bluechip_bot.model.vulnerability import Vulnerability


@click.command("dd")
@click.argument("deal", required=False, metavar="[PBN]")
@click.option("--play", is_flag=True, help="Add the cost of each card played.")
@click.option("--batch", type=click.Path(dir_okay=False), help="Score the positions of a CSV file.")
@options.search_option("memory_mb", 128)
def command(deal: str | None, play: bool, batch: str | None, memory_mb: int) -> None:  # noqa: FBT001
    """Print double-dummy tables and par.

    PBN is a deal (`N:AK7.A42.T76.KQ86 ...`, four hands of S.H.D.C clockwise) or a PBN file. Par of
    a deal is printed for each vulnerability, with North as dealer; par of a board of a file for the
    board's own dealer and vulnerability. Of the levels of a strain par names the lowest at which
    the other side cannot outbid with profit.

    --batch reads a CSV file (or .csv.gz) with the columns hands, trump, leader and trick. It prints
    a line for each position: every legal card with the tricks of its player's side.
    """
    if (deal is None) == (batch is None):
        raise Failure("give a deal, a PBN file, or --batch FILE")
    solver = DoubleDummy(memory_mb)
    with told(ModelError, PbnError, PlanError, PositionError, OSError):
        if batch is not None:
            _batch(Path(batch), solver)
        elif deal is not None and ":" in deal[:3] and not Path(deal).exists():
            click.echo(_table(Deal.parse(deal), Seat.NORTH, tuple(Vulnerability), solver))
        elif deal is not None:
            for record in _records(Path(deal)):
                _board(record, solver, play=play)


def _records(path: Path) -> list[PbnRecord]:
    records = pbn.read(path)
    if not records:
        raise PlanError(f"no board in {path}")
    return records


def _board(record: PbnRecord, solver: DoubleDummy, *, play: bool) -> None:
    number = record.number or 1
    if record.deal is None:
        raise PbnError(record.line, record.get("Deal"), f"board {number} has no complete deal")
    click.echo(f"Board {number}: {record.deal}")
    dealer, vulnerable = record.dealer, record.vulnerability
    dealer = dealer_of_board(number) if dealer is None else dealer
    vulnerable = Vulnerability.of_board(number) if vulnerable is None else vulnerable
    click.echo(_table(record.deal, dealer, (vulnerable,), solver))
    if play:
        board = board_from_record(record)
        if board.play is None:
            click.echo("no play\n")
            return
        click.echo(f"{board.play.contract}\n{describe(card_costs(board, solver.cards))}\n")


def _table(
    deal: Deal, dealer: Seat, vulnerable: Sequence[Vulnerability], solver: DoubleDummy
) -> str:
    """The tricks of each declarer and strain, and par for each of some vulnerabilities."""
    table = DoubleDummyTable.of(deal, solver)
    lines = [str(table)]
    width = max(len(str(each)) for each in vulnerable)
    for each in vulnerable:
        best = table.par(each, dealer)
        contracts = ", ".join(map(str, best.contracts)) or "passed out"
        who = f"{each!s:>{width}} vulnerable, {dealer} deals"
        lines.append(f"par, {who}: N/S {best.score:+d} ({contracts})")
    return "\n".join([*lines, ""])


def _batch(path: Path, solver: DoubleDummy) -> None:
    for position in read_positions(path):
        try:
            scores = solver.cards(position.hands, position.strain, position.leader, position.trick)
        except ValueError as error:
            raise PositionError(position.line, str(error)) from None
        click.echo(format_scores(scores))
