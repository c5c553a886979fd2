"""Answers that need no search."""

from __future__ import annotations

from bluechip_bot.model import PASS, Decision, DecisionRequest, Phase


def fallback(request: DecisionRequest) -> Decision:
    """A legal answer that needs no thought: pass, or the lowest card of the longest legal suit.

    It depends on the board alone, so that it is the same wherever it is computed.
    """
    board = request.board
    if board.phase is Phase.AUCTION:
        return Decision(request.id, PASS, fallback=True)
    cards = list(board.legal_cards)
    lengths = board.legal_cards.lengths
    card = min(cards, key=lambda card: (-lengths[card.suit], card.rank, card.suit))
    return Decision(request.id, card, fallback=True)
