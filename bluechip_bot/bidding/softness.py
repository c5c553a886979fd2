"""How readily a hand is believed that a call does not describe exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.constraints import Box, Union
from bluechip_bot.constraints.batch import Bools, Counts, Floats


@frozen
class Softness:
    """Weights of a hand for one call, 1 being a hand that makes it.

    Attributes:
        name: of the profile.
        hcp: outside by one high-card point, by two, and so on; beyond, the floor.
        length: outside by one card, by two, and so on; beyond, the floor.
        other: within the limits, but the hand would call something else.
        passes: the power to which the weight of a pass is taken; 0 believes anything.
        floor: the least for one call.
        total_floor: the least for all calls of a player together.
        margin: how far the outer box is moved outwards, in points and cards.
    """

    name: str
    hcp: tuple[float, ...] = (0.5, 0.2, 0.05)
    length: tuple[float, ...] = (0.25, 0.06)
    other: float = 0.3
    passes: float = 1.0
    floor: float = 0.01
    total_floor: float = 0.001
    margin: tuple[int, int] = (1, 0)

    def weights(
        self, values: Counts, made: Bools, boxes: Sequence[Box], *, is_pass: bool
    ) -> Floats:
        """The weight of each hand for one call: float64[n].

        Args:
            values: `batch.features` of the hands, int16[n, 5].
            made: which of them make the call.
            boxes: what the call shows, any of them.
            is_pass: whether it is a pass.
        """
        near = np.max([self._nearness(values, box) for box in boxes], axis=0)
        found = np.maximum(np.where(near >= 1, self.other, near), self.floor)
        found = np.where(made, 1.0, found)
        return np.asarray(found**self.passes if is_pass else found, dtype=np.float64)

    def union(self, boxes: Sequence[Box]) -> Union:
        """What a call shows as weighted boxes: its own, and around them the next point and card."""
        inner = Union.of(*boxes)
        hull = inner.hull()
        ring = hull.widen(1, 0), hull.widen(2, 1)
        return inner.plus(Union(((self.hcp[0] / 2, ring[0]), (self.floor * 2, ring[1]))))

    def _nearness(self, values: Counts, box: Box) -> Floats:
        found = np.ones(len(values))
        for column, (low, high) in enumerate((box.hcp, *box.lengths)):
            value = values[:, column]
            off = np.maximum(np.maximum(low - value, value - high), 0)
            grades = (1.0, *(self.length if column else self.hcp), 0.0)
            found *= np.array(grades)[np.minimum(off, len(grades) - 1)]
        return found


PARTNER: Final = Softness("partner", other=0.1, hcp=(0.3, 0.1, 0.02), length=(0.15, 0.03))
"""Our own system: he does what the rules say."""
DECLARED: Final = Softness("declared", passes=0.7, margin=(2, 1))
"""Opponents whose system we know, as far as people keep to one."""
UNKNOWN: Final = Softness(
    "unknown", hcp=(0.7, 0.4, 0.2, 0.1), length=(0.4, 0.15), other=0.6, passes=0.3, floor=0.05,
    total_floor=0.01, margin=(3, 1),
)  # fmt: skip
"""Opponents of unknown system; a pass tells little."""
