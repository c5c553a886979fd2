"""Who bids in a measurement, and the random deals that are bid."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.rulebook import Rulebook
from bluechip_bot.bidding.softness import DECLARED, PARTNER, UNKNOWN, Softness
from bluechip_bot.bidding.system import load
from bluechip_bot.model import Deal, Hand

PROFILES: Final = {profile.name: profile for profile in (PARTNER, DECLARED, UNKNOWN)}
"""How firmly calls are believed, by name."""


@frozen
class BiddingTable:
    """The systems of both sides; small enough to be sent to another process.

    Attributes:
        ns: the file of North-South's system; None for the natural floor without rules.
        ew: that of East-West's.
        profile: how firmly all calls are believed, one of PROFILES.
    """

    ns: Path | None
    ew: Path | None
    profile: str = PARTNER.name

    def bidder(self) -> Bidder:
        """The engine. Files are read once in a process.

        Raises:
            SystemFileError: if a system cannot be used.
        """
        softness: Softness = PROFILES[self.profile]
        return Bidder((_book(self.ns), _book(self.ew)), (softness, softness))


@cache
def _book(path: Path | None) -> Rulebook:
    return NATURAL if path is None else load(path, check=False).book


def random_deal(seed: int, number: int) -> Deal:
    """The deal of a seed and number, whatever other deals are made."""
    order = np.random.PCG64(np.random.SeedSequence([seed, number])).random_raw(52).argsort()
    north, east, south, west = (
        Hand.of(cards) for cards in order.reshape(4, 13).tolist()
    )  # fmt: skip
    return Deal((north, east, south, west))
