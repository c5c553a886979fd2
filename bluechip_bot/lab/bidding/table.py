"""Who bids in a measurement, and the random deals."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.reading.softness import Profiles, Softness, default_profiles
from bluechip_bot.bidding.system.system import load, switch
from bluechip_bot.config import options
from bluechip_bot.match.boards.plan import deal_of, random_hands
from bluechip_bot.model import Deal

PROFILES: Final = tuple(options(Profiles))
"""How firmly calls are believed: the names of the profiles."""


@frozen
class BiddingTable:
    """The systems of both sides; small enough to be sent to another process.

    Attributes:
        ns: the file of North-South's system.
        ew: that of East-West's.
        profile: how firmly all calls are believed, one of PROFILES.
        ns_switches: what North-South play otherwise than their file says, as `system.switch`.
        ew_switches: the same of East-West.
    """

    ns: Path
    ew: Path
    profile: str = PROFILES[0]
    ns_switches: tuple[str, ...] = ()
    ew_switches: tuple[str, ...] = ()

    def bidder(self) -> Bidder:
        """The engine. Files are read once in a process.

        Raises:
            SystemFileError: if a system cannot be used.
            SwitchError: if a system has no such switch.
        """
        softness: Softness = getattr(default_profiles(), self.profile)
        books = _book(self.ns, self.ns_switches), _book(self.ew, self.ew_switches)
        return Bidder(books, (softness, softness))


@cache
def _book(path: Path, switches: tuple[str, ...]) -> Rulebook:
    return load(path, dict(map(switch, switches)), check=False).book


def random_deal(seed: int, number: int) -> Deal:
    """The deal of a seed and number, whatever other deals are made."""
    bits = np.random.PCG64(np.random.SeedSequence([seed, number]))
    return deal_of(random_hands(bits, 1)[0].tolist())
