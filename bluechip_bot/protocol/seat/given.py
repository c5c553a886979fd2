"""Given auctions: the calls that a seat is to make, so that it only plays the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

from attrs import field, frozen

from bluechip_bot.model import Board, Call, PlannedBoard, Seat


@frozen
class GivenAuctions:
    """The auctions that are given for some boards."""

    boards: Mapping[int, PlannedBoard] = field(hash=False)

    @classmethod
    def of(cls, boards: Iterable[PlannedBoard]) -> Self:
        """The auctions of boards; those without one are left out."""
        return cls({board.number: board for board in boards if board.calls})

    def contradiction(self, board: Board, seat: Seat) -> str:
        """Why a seat cannot follow the auction given for a board; empty if it can.

        Args:
            seat: the seat, whose hand is compared; the other hands are not.
        """
        given = self.boards.get(board.number)
        if given is None:
            return "no auction is given for it"
        if given.dealer is not board.dealer:
            return f"{board.dealer} deals, but the given auction begins with {given.dealer}"
        if given.vulnerability is not board.vulnerability:
            told = f"vulnerable: {board.vulnerability}"
            return f"{told}, but {given.vulnerability} where the auction is given"
        if board.hands[seat] != given.deal[seat]:
            return f"the hand of {seat} is not that of the given auction"
        return given.departure(board)

    def next_call(self, board: Board) -> Call | None:
        """The call that is given for the player whose turn it is; None if the auction is over.

        The board must not contradict the given auction.
        """
        calls, made = self.boards[board.number].calls, len(board.auction.calls)
        return calls[made] if made < len(calls) else None

    def made_up(self, number: int) -> bool:
        """Whether a board's auction was made up, so that its calls say nothing."""
        return self.boards[number].made_up
