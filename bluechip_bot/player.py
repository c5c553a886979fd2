"""The player: from a request to a decision. The one extension point of the bot."""

from __future__ import annotations

from typing import Protocol

from bluechip_bot.model import PASS, Decision, DecisionRequest, Phase


class Player(Protocol):
    """Whoever answers requests."""

    def decide(self, request: DecisionRequest) -> Decision:
        """A legal answer to the request, within its budget."""
        ...

    def stop(self) -> None:
        """Make a running `decide` return soon. May be called from another thread."""
        ...


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
