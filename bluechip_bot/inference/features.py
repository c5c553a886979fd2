"""What the features of a choice are called and how they are kept.

A feature's key is "rule.feature". Features of a suit are numbers, features of a card are masks of
the ranks that have them; both are arrays over holdings, or shorter ones that broadcast to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.inference.facts import Facts
from bluechip_bot.inference.holding import Floats, Ints

Values: TypeAlias = Mapping[str, Ints | Floats | npt.NDArray[np.bool_]]
"""Features of a suit, by key."""

Masks: TypeAlias = Mapping[str, Ints]
"""Features of the cards of a suit, by key."""


@frozen
class Agreements:
    """How leads are made; see `settings.PlaySettings`.

    Attributes:
        leads: which small card is led against suit contracts: "fourth", "third_fifth" (third best
            from an even number, lowest from an odd one) or "mixed" when that is not known.
        leads_notrump: the same against notrump.
        rusinow: the second of touching honours is led, else the top one.
    """

    leads: str = "mixed"
    leads_notrump: str = "fourth"
    rusinow: bool = False


SuitFeatures: TypeAlias = Callable[[Ints, Facts], Values]
CardFeatures: TypeAlias = Callable[[Ints, Facts, Agreements], Masks]
