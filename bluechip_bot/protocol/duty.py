"""The next duty of a seat on a board: a pure function of the board.

The client acts on it, and conformance checks use it to know which line must come next.
"""

from __future__ import annotations

from enum import Enum

from attrs import evolve

from bluechip_bot.model import Board, Phase, Seat
from bluechip_bot.protocol.dialect import Dialect, DummyWord
from bluechip_bot.protocol.messages import Readiness, Ready, ReadyForCall, ReadyForCard


class OwnDuty(Enum):
    """A duty of the seat's player: to call, or to play a card (as declarer, perhaps dummy's)."""

    DECIDE = "call or play"
    AWAIT_PROMPT = "lead, once 'to lead' has come"


DutyRequest = Ready | ReadyForCall | ReadyForCard
"""A line that asks for dummy's hand, or for another player's call or card."""


def duty(board: Board, seat: Seat, *, prompted: bool) -> OwnDuty | DutyRequest | None:
    """The next duty of a seat; None if there is none. A request names dummy by its seat.

    Args:
        board: the board as the seat sees it.
        prompted: whether `to lead` has come for the trick about to begin.
    """
    if board.phase is Phase.AUCTION:
        turn = board.auction.turn
        return OwnDuty.DECIDE if turn is seat else ReadyForCall(seat, turn)
    play = board.play
    if play is None or play.is_over:
        return None
    dummy = play.contract.dummy
    if play.cards and seat is not dummy and board.hands[dummy] is None:
        return Ready(seat, Readiness.DUMMY)
    if board.decider is seat:
        return OwnDuty.DECIDE if play.trick.cards or prompted else OwnDuty.AWAIT_PROMPT
    return ReadyForCard(seat, play.turn, play.trick_number)


def worded(request: DutyRequest, board: Board, dialect: Dialect) -> DutyRequest:
    """Return the request, with dummy named as in the dialect."""
    if not isinstance(request, ReadyForCard) or request.player is not board.dummy:
        return request
    word = dialect.own_dummy if request.seat is board.dummy else dialect.others_dummy
    return request if word is DummyWord.SEAT else evolve(request, player=None)
