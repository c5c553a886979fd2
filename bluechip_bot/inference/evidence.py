"""The evidence of a board, as its observer has it: hard facts, and ranges read from the auction."""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import frozen

from bluechip_bot.bidding.reading import read
from bluechip_bot.model import Board, Hand, Seat

Four: TypeAlias = tuple[int, int, int, int]
Range: TypeAlias = tuple[int, int]
SuitRanges: TypeAlias = tuple[Range, Range, Range, Range]

_ANY_HCP: Final[Range] = (0, 37)
_ANY_LENGTHS: Final[SuitRanges] = ((0, 13), (0, 13), (0, 13), (0, 13))


@frozen
class Evidence:
    """What a seat knows of all four hands; tuples by seat, N E S W.

    The first five are hard facts. The ranges are about hands as dealt; they are only likely, and
    stand open for hands that are known.

    Attributes:
        held: the cards known to be in each hand now, as masks.
        played: the cards that each seat has played, as masks.
        hidden: the cards whose place is unknown, as a mask.
        vacant: how many of them each seat holds.
        void: for each seat the suits that it has shown to lack, bit number = suit.
        lengths: for each seat the fewest and most cards in S H D C.
        hcp: for each seat the fewest and most high-card points.
    """

    held: Four
    played: Four
    hidden: int
    vacant: Four
    void: Four
    lengths: tuple[SuitRanges, SuitRanges, SuitRanges, SuitRanges]
    hcp: tuple[Range, Range, Range, Range]


def evidence(board: Board, seat: Seat, *, auction: bool = True) -> Evidence:
    """What a seat knows of the hands; nothing is used that it does not see.

    Args:
        board: the board; hands that the seat does not see may be there, and are not looked at.
        seat: the observer, who is not dummy.
        auction: whether the ranges of hidden hands are read from the calls; all are open if not.
    """
    board = board.seen_by(seat)
    readings = read(board.auction, board.vulnerability) if auction else None
    held, vacant, lengths, hcp = [], [], [], []
    for index, hand in enumerate(board.hands):
        held.append(_mask(board.remaining(index)))
        vacant.append(13 - board.played[index].bit_count() if hand is None else 0)
        if hand is not None or readings is None:
            lengths.append(_ANY_LENGTHS)
            hcp.append(_ANY_HCP)
        else:
            lengths.append(readings[index].box.lengths)
            hcp.append(readings[index].box.hcp)
    return Evidence(
        held=(held[0], held[1], held[2], held[3]),
        played=board.played,
        hidden=board.hidden.mask,
        vacant=(vacant[0], vacant[1], vacant[2], vacant[3]),
        void=board.void,
        lengths=(lengths[0], lengths[1], lengths[2], lengths[3]),
        hcp=(hcp[0], hcp[1], hcp[2], hcp[3]),
    )


def _mask(hand: Hand | None) -> int:
    return 0 if hand is None else hand.mask
