"""`bluechip-bot dd`: double-dummy tables, par, and the cost of played cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from attrs import evolve

from bluechip_bot.cli import options
from bluechip_bot.cli.failure import Failure, told
from bluechip_bot.cli.unread import Unread
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.formats.boards import BoardFile, FileBoard, FormatNameError
from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.positions import PositionError, format_scores, read_positions
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.interface.doubledummy import DoubleDummyTable
from bluechip_bot.match.analysis.postmortem import card_costs, describe
from bluechip_bot.match.boards.plan import PlanError
from bluechip_bot.model import Board, Deal, Hand, ModelError, Seat, four
from bluechip_bot.model.cards import hands_text
from bluechip_bot.model.vulnerability import Vulnerability


@click.command("dd")
@click.argument("deal", required=False, metavar="[DEAL]")
@click.option("--play", is_flag=True, help="Add the cost of each card played.")
@click.option("--batch", type=click.Path(dir_okay=False), help="Score the positions of a CSV file.")
@options.search_option("memory_mb", 128)
def command(deal: str | None, play: bool, batch: str | None, memory_mb: int) -> None:  # noqa: FBT001
    """Print double-dummy tables and par.

    DEAL is a deal (`N:AK7.A42.T76.KQ86 ...`, four hands of S.H.D.C clockwise) or a PBN or LIN file.
    What cannot be read of a file is reported on standard error, and its other boards are used. Par
    of a deal is printed for each vulnerability, with North as dealer; par of a board of a file for
    the board's own dealer and vulnerability. Of the levels of a strain par names the lowest at
    which the other side cannot outbid with profit.

    --batch reads a CSV file (or .csv.gz) with the columns hands, trump, leader and trick. It prints
    a line for each position: every legal card with the tricks of its player's side.

    Exit status: 0 done, 2 wrong usage, a wrong file, or boards of it left out.
    """
    if (deal is None) == (batch is None):
        raise Failure("give a deal, a file of boards, or --batch FILE")
    solver = DoubleDummy(memory_mb)
    with told(ModelError, FormatError, FormatNameError, PlanError, PositionError, OSError):
        if batch is not None:
            _batch(Path(batch), solver)
        elif deal is not None and ":" in deal[:3] and not Path(deal).exists():
            click.echo(_table(Deal.parse(deal), Seat.NORTH, tuple(Vulnerability), solver))
        elif deal is not None:
            _file(Path(deal), solver, play=play)


def _file(path: Path, solver: DoubleDummy, *, play: bool) -> None:
    """Print the table of every board of a file whose deal is known.

    Raises:
        Failure: if boards or their plays were left out.
    """
    unread = Unread()
    file = BoardFile.read(path)
    evolve(file, boards=()).records(_complete, unread)
    if not file.boards:
        raise PlanError(f"no board in {path}")
    for each in file.boards:
        one = evolve(file, boards=(each,), stray=())
        for record in one.records(_complete, unread):
            _board(record.board, solver)
            if play:
                _play(one, solver, unread)
    unread.more()
    unread.finish()


def _complete(board: FileBoard) -> BoardRecord:
    """The deal of a board, all four hands known."""
    record = board.dealt()
    if None in record.board.hands:
        text = hands_text(record.board.hands)
        raise FormatError(record.line, text, f"board {record.board.number} has no complete deal")
    return record


def _board(board: Board, solver: DoubleDummy) -> None:
    deal = Deal(four(hand or Hand() for hand in board.hands))
    click.echo(f"Board {board.number}: {deal}")
    click.echo(_table(deal, board.dealer, (board.vulnerability,), solver))


def _play(file: BoardFile, solver: DoubleDummy, unread: Unread) -> None:
    """Print the cost of the cards of a file's boards, as far as the rules allow them."""
    for record in file.records(lambda board: board.whole(), unread):
        for problem in record.omitted:
            unread(problem.of_file(file.path), lost=False)
        board = record.replayed
        if board.play is None:
            click.echo("no play\n")
            continue
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
