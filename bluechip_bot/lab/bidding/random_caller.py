"""A player who calls at random whatever is legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from bluechip_bot.model import Auction, Call

_RANDOM: Final = 1
"""The use of a seed for random calls; deals have none."""


class RandomCaller:
    """Random legal calls; on every second deal none much above the last bid.

    Args:
        seed: of the measurement.
        number: of the deal.
    """

    def __init__(self, seed: int, number: int) -> None:
        bits = np.random.PCG64(np.random.SeedSequence([seed, number, _RANDOM]))
        self._rng = np.random.Generator(bits)
        self._number = number

    def call(self, auction: Auction) -> Call:
        """The next call; asked once for each turn."""
        legal: Sequence[Call] = auction.legal_calls
        if self._number % 2:
            last = auction.last_bid
            top = (auction.calls[last] if last is not None else Call(2)) + 6
            legal = [call for call in legal if call <= top]
        return legal[int(self._rng.integers(len(legal)))]
