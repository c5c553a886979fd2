"""`bluechip-bot dd`: double-dummy tables, par, and the cost of played cards."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import click
from attrs import evolve

from bluechip_bot.api.doubledummy import DoubleDummyTable
from bluechip_bot.cli import options
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.terminal import ProblemPrinter, tracked
from bluechip_bot.engine import DoubleDummy, SolverError, solve_each
from bluechip_bot.formats.boards import BoardFile, FileBoard
from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.positions import (
    OpenPosition,
    PositionError,
    format_scores,
    read_positions,
)
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.analysis.postmortem import card_costs, describe
from bluechip_bot.match.boards.plan import PlanError
from bluechip_bot.model import Board, Deal, Seat
from bluechip_bot.model.cards import Vulnerability, hands_text

_Answer = Callable[[DoubleDummy], str]
"""Returns what the command prints for a deal, a board or a position, given a solver."""


@click.command("dd")
@click.argument("deal", required=False, metavar="[DEAL]")
@click.option("--play", is_flag=True, help="Add the cost of each card played.")
@click.option("--batch", type=click.Path(dir_okay=False), help="Score the positions of a CSV file.")
@options.search_option("threads", 0, help="Threads that share the work; 0: one for each processor.")
@options.search_option("memory_mb", 128, help="Memory of the table of each thread (MiB).")
def command(
    *, deal: str | None, play: bool, batch: str | None, threads: int, memory_mb: int
) -> None:
    """Print double-dummy tables and par.

    DEAL is a deal (`N:AK7.A42.T76.KQ86 ...`, four hands of S.H.D.C clockwise) or a PBN or LIN file.
    Boards that cannot be read are reported on standard error, and the others are used. For a deal,
    par is printed for each vulnerability, with North as dealer; for a board of a file, for its own
    vulnerability and dealer. In each strain par names the lowest level at which the other side
    cannot profit by outbidding.

    --batch reads a CSV file (or .csv.gz) with the columns hands, trump, leader and trick. It prints
    a line for each position: every legal card with the tricks of its player's side.

    Exit status: 0 done, 2 wrong usage, a wrong file, or boards of it left out, 130 interrupted.
    """
    if (deal is None) == (batch is None):
        raise Failure("give a deal, a file of boards, or --batch FILE")
    unread = ProblemPrinter()
    answers: Sequence[_Answer] = ()
    if batch is not None:
        answers = [partial(_scores, position) for position in read_positions(Path(batch))]
    elif deal is not None and ":" in deal[:3] and not Path(deal).exists():
        answers = [partial(_table, Deal.parse(deal), Seat.NORTH, tuple(Vulnerability))]
    elif deal is not None:
        answers = _boards(Path(deal), unread, play=play)
    _print(answers, threads or os.cpu_count() or 1, memory_mb)
    unread.more()
    unread.finish()


def _print(answers: Sequence[_Answer], threads: int, memory_mb: int) -> None:
    solved = solve_each(
        lambda solver, answer: answer(solver), answers, threads=threads, memory_mb=memory_mb
    )
    with closing(solved):
        for text in tracked(solved, "double dummy", len(answers)) if len(answers) > 1 else solved:
            click.echo(text)


def _boards(path: Path, unread: ProblemPrinter, *, play: bool) -> list[_Answer]:
    """Return an answer for each board of a file whose deal is known, and report the others."""
    file = BoardFile.read(path)
    evolve(file, boards=()).records(_complete, unread)
    if not file.boards:
        raise PlanError(f"no board in {path}")
    answers: list[_Answer] = []
    for each in file.boards:
        one = evolve(file, boards=(each,), stray=())
        for record in one.records(_complete, unread):
            played = _played(one, unread) if play else []
            answers.append(partial(_board, record.board, played))
    return answers


def _complete(board: FileBoard) -> BoardRecord:
    """A board before its first call; raises FormatError unless all four hands are known."""
    record = board.dealt()
    if None in record.board.hands:
        text = hands_text(record.board.hands)
        raise FormatError(record.line, text, f"board {record.board.number} has no complete deal")
    return record


def _played(file: BoardFile, unread: ProblemPrinter) -> list[Board]:
    """Return the boards of a file with all cards that the rules allow; report what is omitted."""
    boards = []
    for record in file.records(lambda board: board.whole(), unread):
        for problem in record.omitted:
            unread(problem.of_file(file.path), lost=False)
        boards.append(record.replayed)
    return boards


def _board(board: Board, played: Sequence[Board], solver: DoubleDummy) -> str:
    parts = [f"Board {board.number}: {board.deal}"]
    parts.append(_table(board.deal, board.dealer, (board.vulnerability,), solver))
    for each in played:
        costs = "no play"
        if each.play is not None:
            costs = f"{each.play.contract}\n{describe(card_costs(each, solver.cards))}"
        parts.append(f"{costs}\n")
    return "\n".join(parts)


def _table(
    deal: Deal, dealer: Seat, vulnerable: Sequence[Vulnerability], solver: DoubleDummy
) -> str:
    """The tricks of each declarer and strain, and par for each vulnerability given, as text."""
    table = DoubleDummyTable.of(deal, solver)
    lines = [str(table)]
    width = max(len(str(each)) for each in vulnerable)
    for each in vulnerable:
        best = table.par(each, dealer)
        contracts = ", ".join(map(str, best.contracts)) or "passed out"
        who = f"{each!s:>{width}} vulnerable, {dealer} deals"
        lines.append(f"par, {who}: N/S {best.score:+d} ({contracts})")
    return "\n".join([*lines, ""])


def _scores(position: OpenPosition, solver: DoubleDummy) -> str:
    """The legal cards of a position as text, each with the tricks of its player's side."""
    try:
        scores = solver.cards(position.hands, position.strain, position.leader, position.trick)
    except SolverError as error:
        raise PositionError(f"line {position.line}: {error}") from None
    return format_scores(scores)
