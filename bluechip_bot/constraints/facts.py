"""The hard facts of a board: what an observer sees, and what follows from it with certainty."""

from __future__ import annotations

from typing import Self, TypeAlias

from attrs import frozen

from bluechip_bot.model import Board, Seat

Four: TypeAlias = tuple[int, int, int, int]


@frozen
class HardFacts:
    """The certain facts of all four hands; tuples are by seat, N E S W.

    Attributes:
        held: the cards known to be in each hand now, as masks.
        played: the cards that each seat has played, as masks.
        hidden: the cards whose holder is unknown, as a mask.
        vacant: the number of hidden cards that each seat holds.
        void: the suits in which each seat has shown out, as masks with bit number = suit.
    """

    held: Four
    played: Four
    hidden: int
    vacant: Four
    void: Four

    @classmethod
    def of(cls, board: Board, seat: Seat) -> Self:
        """The facts for a seat, which is not dummy; hands that it does not see are ignored."""
        board = board.seen_by(seat)
        held, vacant = [], []
        for index, hand in enumerate(board.hands):
            left = board.remaining(index)
            held.append(0 if left is None else left.mask)
            vacant.append(13 - board.played[index].bit_count() if hand is None else 0)
        return cls(
            held=(held[0], held[1], held[2], held[3]),
            played=board.played,
            hidden=board.hidden.mask,
            vacant=(vacant[0], vacant[1], vacant[2], vacant[3]),
            void=board.void,
        )
