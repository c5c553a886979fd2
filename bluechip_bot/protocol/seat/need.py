"""Weights for a pair's thinking time: of the decision at hand, and of the rest of the board.

Weights are shares of time, in no unit. They depend only on what both players of the pair see, so
that the two agree on them.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from bluechip_bot.model import Auction, Board, BoardError, Phase, Play, Seat

_TRICKS: Final = (4.5, 4.5, 3.0, 1.8, 1.0, 0.6, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.0)
"""The pair's first card to each trick. `lab haste` says what haste costs: at tricks 2 and 3 as much
in 0.1 s as at the lead in 2 s, from trick 5 next to nothing. Looking further ahead takes longer."""
_SECOND: Final = 0.5
"""Its second card to a trick, as a fraction of that."""
_LEAD: Final = 9.0
"""The opening lead."""
_PLAN: Final = 7.5
"""Declarer's first card, once dummy is down."""
_CALL: Final = 0.6
_CONTESTED: Final = 1.2
"""A call after bids of both sides."""
_HIGH: Final = 2.0
"""A call after a bid of game in a major, or higher."""
_GAME: Final = 4
_CALLS_TO_COME: Final = 6
"""The later calls of the pair for which latency is kept back; few auctions have more."""
_CARDS: Final = 26


def _later(trick: int) -> float:
    """The weight of all cards of the pair to the tricks after this one."""
    return (1 + _SECOND) * sum(_TRICKS[trick:])


_PLAY: Final = max(_LEAD, _PLAN) + _SECOND * _TRICKS[0] + _later(1)


@frozen
class DecisionNeed:
    """The weight of a decision.

    Attributes:
        later: the weight of all later decisions of the pair on the board.
        actions: the number of later calls and cards of the pair, forced ones included.
    """

    now: float
    later: float
    actions: int


def need(board: Board, seat: Seat) -> DecisionNeed:
    """The weight of the decision that a seat is to make, declarer for dummy's cards.

    Raises:
        BoardError: if the board is over.
    """
    if board.phase is Phase.AUCTION:
        return DecisionNeed(_call(board.auction), _PLAY + 2 * _CALL, _CARDS + _CALLS_TO_COME)
    if board.play is None or board.play.is_over:
        raise BoardError(f"board {board.number} is over")
    return _card(board.play, seat)


def _call(auction: Auction) -> float:
    bids = [index for index, call in enumerate(auction.calls) if call.level]
    if not bids:
        return _CALL
    if auction.calls[bids[-1]].level >= _GAME:
        return _HIGH
    sides = {auction.caller(index).side for index in bids}
    return _CONTESTED if len(sides) > 1 else _CALL


def _card(play: Play, seat: Seat) -> DecisionNeed:
    side, trick = seat.side, play.trick_number
    before = len(play.trick.cards)
    order = [(int(play.leader) + at) % 4 for at in range(4)]
    # Partners sit at places of the same parity, and so do the numbers of their seats.
    is_second = any(place % 2 == side for place in order[:before])
    weight = _TRICKS[trick - 1]
    now = weight * (_SECOND if is_second else 1.0)
    if trick == 1 and not is_second:
        now = _PLAN if play.contract.declarer.side is side else _LEAD
    later = _later(trick) + (0.0 if is_second else weight * _SECOND)
    actions = _CARDS - 2 * (trick - 1) - is_second - 1
    return DecisionNeed(now, later, actions)
