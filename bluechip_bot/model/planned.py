"""Boards that are to be played."""

from __future__ import annotations

from typing import Self

from attrs import frozen

from bluechip_bot.model.board import Board
from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Deal, Seat
from bluechip_bot.model.events import Called
from bluechip_bot.model.vulnerability import Vulnerability, dealer_of_board


@frozen
class PlannedBoard:
    """A board that is to be played.

    Attributes:
        number: from 1, once in a match.
        calls: an auction that is given, whole, so that only the cards are played; else empty.
        made_up: whether that was made up from a contract, so that its calls say nothing.
    """

    number: int
    dealer: Seat
    vulnerability: Vulnerability
    deal: Deal
    calls: tuple[Call, ...] = ()
    made_up: bool = False

    @classmethod
    def of(cls, number: int, deal: Deal) -> Self:
        """A board with the standard dealer and vulnerability of its number."""
        return cls(number, dealer_of_board(number), Vulnerability.of_board(number), deal)

    def dealt(self) -> Board:
        """The board before the first call; all hands known."""
        return Board.begin(self.number, self.dealer, self.vulnerability, self.deal)

    def begin(self) -> Board:
        """The board before the first call, or after the auction that is given; all hands known."""
        board = self.dealt()
        for call in self.calls:
            board = board.apply(Called(board.auction.turn, call))
        return board

    def departure(self, board: Board) -> str:
        """Where a board's calls first differ from those given; empty if they do not."""
        for index, (given, made) in enumerate(zip(self.calls, board.auction.calls, strict=False)):
            if made != given:
                return f"{self.dealer.plus(index)} called {made} where {given} is given"
        return ""
