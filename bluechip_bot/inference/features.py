"""What the features of a choice are called and how they are kept.

A feature's key is "rule.feature". Features of a suit are numbers, features of a card are masks of
the ranks that have them; both are arrays over holdings, or shorter ones that broadcast to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.facts import SuitFacts
from bluechip_bot.inference.holding import Floats, Ints

Values: TypeAlias = Mapping[str, Ints | Floats | npt.NDArray[np.bool_]]
"""Features of a suit, by key."""

Masks: TypeAlias = Mapping[str, Ints]
"""Features of the cards of a suit, by key."""

SuitFeatures: TypeAlias = Callable[[Ints, SuitFacts], Values]
CardFeatures: TypeAlias = Callable[[Ints, SuitFacts, Agreements], Masks]
