"""Answers that need no search."""

from __future__ import annotations

from typing import Final

from bluechip_bot.model import PASS, Board, Card, Decision, DecisionRequest, Phase, Seat
from bluechip_bot.planning import STAGES, ExactBeliefs, HtnDeclarer, Position

STAGE: Final = STAGES[0]
"""A plan of some milliseconds: every choice but the first is made at first sight."""


def fallback(request: DecisionRequest) -> Decision:
    """A legal answer that needs no search.

    Declarer plays the first card of a short plan, a defender the lowest card of the longest legal
    suit; a bidder passes. It depends on the board alone, so that it is the same wherever it is
    computed.
    """
    board = request.board
    if board.phase is Phase.AUCTION:
        return Decision(request.id, PASS, fallback=True)
    card = _planned(board, request.seat)
    return Decision(request.id, _lowest(board) if card is None else card, fallback=True)


def _planned(board: Board, seat: Seat) -> Card | None:
    """Declarer's card by vacant places alone; None for a defender, or without a plan."""
    contract = board.contract
    if contract is None or seat is not contract.declarer:
        return None
    try:
        position = Position.of(board)
        declarer = HtnDeclarer(lambda: 0.0, stages=(STAGE,))
        return declarer.choose(position, ExactBeliefs(position), budget=0.0).card
    except Exception:
        return None


def _lowest(board: Board) -> Card:
    cards = list(board.legal_cards)
    lengths = board.legal_cards.lengths
    return min(cards, key=lambda card: (-lengths[card.suit], card.rank, card.suit))
