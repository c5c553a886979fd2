"""A player who makes random legal calls and plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import numpy as np

from bluechip_bot.model import PASS, Decision, DecisionRequest, Phase

T = TypeVar("T")

_PASSES: Final = 0.7
"""The share of a `RandomPlayer`'s calls that are passes."""
_LEVEL: Final = 2
"""The highest level at which it bids."""


class RandomPlayer:
    """Makes a random legal call or card, fixed by the seed and the count of calls and cards so far.

    It passes seven times in ten and never bids above two notrump, so that its auctions are short.
    """

    def decide(self, request: DecisionRequest) -> Decision:
        """Return a random legal answer."""
        # The bit generator and its raw numbers are the same in every version of numpy.
        board = request.board
        place = (len(board.auction.calls), len(board.play.cards) if board.play else 0)
        chance = np.random.PCG64(np.random.SeedSequence([request.seed % 2**64, *place]))
        if board.phase is not Phase.AUCTION:
            return Decision(request.id, _any(list(board.legal_cards), chance))
        others = [
            call for call in board.auction.legal_calls if call != PASS and call.level <= _LEVEL
        ]
        if not others or int(chance.random_raw()) < _PASSES * 2**64:
            return Decision(request.id, PASS)
        return Decision(request.id, _any(others, chance))

    def stop(self) -> None:
        """Do nothing: no decision takes time."""


def _any(values: Sequence[T], chance: np.random.PCG64) -> T:
    return values[int(chance.random_raw()) % len(values)]
