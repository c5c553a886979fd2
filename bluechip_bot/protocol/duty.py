"""The next duty of a seat on a board: a pure function of the board.

Both ends use it: the client acts on it, and the manager knows by it which seat to wait for.
"""

from __future__ import annotations

from attrs import frozen

from bluechip_bot.model import Board, Phase, Seat


@frozen
class DecisionDuty:
    """The seat's player is to call, or to play a card (for declarer, perhaps dummy's)."""


@frozen
class AwaitLeadPrompt:
    """The seat's player is to lead, as soon as `to lead` has come."""


@frozen
class AwaitDummy:
    """Dummy's hand is to be asked for."""


@frozen
class AwaitCall:
    """Another player is to call.

    Attributes:
        index: the number of calls before it, which identifies the call.
    """

    caller: Seat
    index: int


@frozen
class AwaitCard:
    """A card is to come from a hand that this seat does not play.

    Attributes:
        player: the hand that it comes from.
        trick: 1..13.
        index: the number of cards before it, which identifies the card.
    """

    player: Seat
    trick: int
    index: int


Duty = DecisionDuty | AwaitLeadPrompt | AwaitDummy | AwaitCall | AwaitCard


def duty(board: Board, seat: Seat, *, prompted: bool) -> Duty | None:
    """The next duty of a seat; None when the board is over.

    Args:
        board: the board as the seat sees it.
        prompted: whether `to lead` has come for the trick about to begin.
    """
    if board.phase is Phase.AUCTION:
        if board.auction.turn is seat:
            return DecisionDuty()
        return AwaitCall(board.auction.turn, len(board.auction.calls))
    play = board.play
    if play is None or play.is_over:
        return None
    dummy = play.contract.dummy
    if play.cards and seat is not dummy and board.hands[dummy] is None:
        return AwaitDummy()
    if board.decider is seat:
        return DecisionDuty() if play.trick.cards or prompted else AwaitLeadPrompt()
    return AwaitCard(play.turn, play.trick_number, len(play.cards))
