"""Actions: calls and cards as the numbers that OpenSpiel's game `bridge` gives them.

Cards are 0 to 51: four times the rank (2 is 0, the ace 12) plus the suit (clubs 0, diamonds 1,
hearts 2, spades 3). Calls are 52 to 89: pass, double, redouble, and the bids from 1C to 7NT.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from bluechip_bot.model import (
    Board,
    Call,
    Called,
    Card,
    DecisionRequest,
    ModelError,
    Phase,
    Played,
    Seat,
)
from bluechip_bot.player import Player

CARDS: Final = 52
CALLS: Final = 38
ACTIONS: Final = CARDS + CALLS
_CARDS: Final = tuple(Card.of(3 - action % 4, action // 4) for action in range(CARDS))
"""The card of an action."""

Mask = npt.NDArray[np.int8]
"""int8[90], or a part of it: 1 where an action is legal."""


class IllegalActionError(ModelError):
    """The number of an action is not 0 to 89."""


def action_of(move: Call | Card) -> int:
    """Return the number of a call or a card."""
    if isinstance(move, Card):
        return 4 * move.rank + 3 - move.suit
    return CARDS + move


def move_of(action: int) -> Call | Card:
    """Return the call or card that a number stands for.

    Raises:
        IllegalActionError: if the number is not 0 to 89.
    """
    if not 0 <= action < ACTIONS:
        raise IllegalActionError(f"no action is {action} (0 to {ACTIONS - 1} expected)")
    return _CARDS[action] if action < CARDS else Call(action - CARDS)


def action_mask(board: Board) -> Mask:
    """int8[90]: 1 for each action that is legal now, else 0; all 0 when the board is over.

    Raises:
        BoardError: if the hand to play from is not known.
    """
    mask = np.zeros(ACTIONS, np.int8)
    if board.phase is Phase.AUCTION:
        mask[[CARDS + call for call in board.auction.legal_calls]] = 1
    elif board.phase is Phase.PLAY:
        mask[[action_of(card) for card in board.legal_cards]] = 1
    return mask


def after(board: Board, action: int) -> Board:
    """Return the board after an action of the player whose turn it is.

    Raises:
        ModelError: if the number is not an action, or the action is not legal.
    """
    return _after(board, move_of(action))


def decided(board: Board, player: Player, seed: int, seconds: float) -> Board:
    """Let a player, who sees what its seat sees, make the next call or card; return the board.

    Raises:
        ModelError: if the board is over, or the answer is not legal.
    """
    request = asked(board, seed, seconds)
    decision = player.decide(request)
    request.check(decision)
    return _after(board, decision.action, decision.explanation)


def asked(board: Board, seed: int, seconds: float) -> DecisionRequest:
    """The request to the player whose turn it is, with the board as that player's seat sees it.

    Raises:
        ModelError: if the board is over.
    """
    seat = board.decider
    if seat is None:
        raise ModelError(f"board {board.number} is over")
    return DecisionRequest(board.made, board.seen_by(seat), seat, seconds, seed)


def _after(board: Board, move: Call | Card, explanation: str = "") -> Board:
    # A board that is over refuses the move of any seat.
    turn = Seat.NORTH if board.turn is None else board.turn
    if isinstance(move, Card):
        return board.apply(Played(turn, move))
    return board.apply(Called(turn, move, explanation, alert=bool(explanation)))
