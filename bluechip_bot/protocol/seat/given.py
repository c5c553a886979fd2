"""Given auctions: the calls that a seat is to make, so that it only plays the cards."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from bluechip_bot.model import Board, Call, Deal, Seat, Vulnerability


@frozen
class GivenAuction:
    """The auction that is given for a board.

    Attributes:
        calls: the whole auction.
        made_up: whether it was made up from a contract, so that its calls say nothing of the hands.
    """

    dealer: Seat
    vulnerability: Vulnerability
    deal: Deal
    calls: tuple[Call, ...]
    made_up: bool = False


@frozen
class GivenAuctions:
    """The auctions that are given for some boards.

    Attributes:
        boards: the auctions by the number of the board.
    """

    boards: Mapping[int, GivenAuction] = field(hash=False)

    def contradiction(self, board: Board, seat: Seat) -> str:
        """Why a seat cannot follow the auction given for a board; empty if it can.

        Args:
            board: as the seat sees it.
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
        return departure(board.auction.dealer, given.calls, board.auction.calls)

    def next_call(self, board: Board) -> Call | None:
        """The call that is given for the player whose turn it is; None if the auction is over.

        The board must not contradict the given auction.
        """
        calls, made = self.boards[board.number].calls, len(board.auction.calls)
        return calls[made] if made < len(calls) else None

    def made_up(self, number: int) -> bool:
        """Whether a board's auction was made up, so that its calls say nothing."""
        return self.boards[number].made_up


def departure(dealer: Seat, given: tuple[Call, ...], made: tuple[Call, ...]) -> str:
    """Where the calls made first differ from those given, in words; empty if they do not."""
    for index, call in enumerate(made):
        told = given[index] if index < len(given) else None
        if told != call:
            where = "no call" if told is None else str(told)
            return f"{dealer.plus(index)} called {call} where {where} is given"
    return ""
