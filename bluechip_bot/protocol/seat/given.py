"""Auctions that are given: what a seat is to call, so that only the cards are its own."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from bluechip_bot.model import Board, Call, Deal, Seat, Vulnerability


@frozen
class GivenAuction:
    """The auction that is given for a board.

    Attributes:
        dealer: who calls first.
        vulnerability: who is vulnerable.
        deal: the cards.
        calls: the whole auction.
        made_up: whether it was made up from a contract, so that its calls say nothing.
    """

    dealer: Seat
    vulnerability: Vulnerability
    deal: Deal
    calls: tuple[Call, ...]
    made_up: bool = False


@frozen
class GivenAuctions:
    """The auctions that are given for boards.

    Attributes:
        boards: by the board's number.
    """

    boards: Mapping[int, GivenAuction] = field(hash=False)

    def contradiction(self, board: Board, seat: Seat) -> str:
        """Why the auction given for a board cannot be followed by a seat; empty where it can.

        Args:
            board: as the seat sees it.
            seat: who looks; no other hand is looked at.
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
        return departure(board.auction.dealer, given.calls, board.auction.calls)

    def next_call(self, board: Board) -> Call | None:
        """The call that is given for whoever's turn it is; None where the auction is over.

        The board must not contradict the auction.
        """
        calls, made = self.boards[board.number].calls, len(board.auction.calls)
        return calls[made] if made < len(calls) else None

    def made_up(self, number: int) -> bool:
        """Whether a board's auction was made up, so that its calls say nothing."""
        return self.boards[number].made_up


def departure(dealer: Seat, given: tuple[Call, ...], made: tuple[Call, ...]) -> str:
    """Where the calls made first differ from those given, in words; empty where they do not."""
    for index, call in enumerate(made):
        told = given[index] if index < len(given) else None
        if told != call:
            where = "no call" if told is None else str(told)
            return f"{dealer.plus(index)} called {call} where {where} is given"
    return ""
