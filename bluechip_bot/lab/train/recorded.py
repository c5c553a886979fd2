"""Examples of the calls that players made in records of real boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from bluechip_bot.constraints import batch
from bluechip_bot.formats.boards import read_boards
from bluechip_bot.inference.records import held_out, read_records
from bluechip_bot.lab.train.examples import Examples
from bluechip_bot.lab.train.folder import TrainingError
from bluechip_bot.model import Board
from bluechip_bot.policy.tables import Tables


def recorded_examples(files: Sequence[str], *, held: bool) -> Examples:
    """The calls of one half of the boards of some files whose four hands are known.

    Args:
        files: JSON lines, as `inference.records` reads them, PBN or LIN.
        held: the half that measures, or else the one that is learnt.

    Raises:
        AuctionRecordError, FormatError, FormatNameError: if a file cannot be read.
        OSError: if a file is not there.
        TrainingError: if a file has no such board.
    """
    boards: list[Board] = []
    for file in files:
        found = [board for board, half in _boards(Path(file)) if half == held]
        if not found:
            raise TrainingError(
                f"{file}: no auction with all four hands in the half that is "
                f"{'held out' if held else 'learnt'}; give more records"
            )
        boards += found
    return calls_of(boards)


def _boards(file: Path) -> Iterator[tuple[Board, bool]]:
    """Yield the boards of a file that have calls and all hands, and whether each is held out."""
    if ".jsonl" in file.suffixes:
        found = ((record.board, record.held_out) for record in read_records(file))
    else:
        read = read_boards(file, report=_skip)
        found = ((record.board, _is_held_out(record.board)) for record in read)
    return ((board, half) for board, half in found if all(board.hands) and board.auction.calls)


def _skip(problem: ValueError, *, lost: bool) -> None:
    """Leave out a board that cannot be read."""


def _is_held_out(board: Board) -> bool:
    return held_out(" ".join(map(str, board.hands)), " ".join(map(str, board.auction.calls)))


def calls_of(boards: Sequence[Board]) -> Examples:
    """All calls of some boards, in the order of the auctions."""
    auctions = [board.auction for board in boards]
    hands = np.array(
        [
            np.roll(batch.masks(hand for hand in board.hands if hand), -board.auction.dealer)
            for board in boards
        ]
    )
    vulnerable = [
        sum(board.vulnerability.includes(board.auction.dealer.plus(one)) << one for one in (0, 1))
        for board in boards
    ]
    tables = Tables(hands, np.array(vulnerable, np.uint8))
    parts: list[Examples] = []
    for turn in range(max(len(auction.calls) for auction in auctions)):
        rows = np.array([row for row, one in enumerate(auctions) if len(one.calls) > turn])
        calls = np.array([auctions[row].calls[turn] for row in rows], np.int8)
        parts.append(Examples(tables.observe(rows), tables.legal(rows), calls))
        tables.step(rows, calls)
    return Examples.together(parts)
