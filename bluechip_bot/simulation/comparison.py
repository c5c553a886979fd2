"""How much better a call is than the book's, as far as layouts have shown, and what is at risk.

The gain of a rival is normal around what was expected of any rival; its mean over the layouts comes
from estimates, corrected by the layouts that were solved (a control variate). The prior guards
against the choice of the luckiest of several (the winner's curse).
"""

from __future__ import annotations

from math import erfc, exp, pi, sqrt

import numpy as np
import numpy.typing as npt
from attrs import define, field

from bluechip_bot.simulation.settings import SimulationSettings


@define(eq=False)
class Rival:
    """The gains of a call over the book's, in IMPs.

    Attributes:
        estimates: float64[n], its estimated gain on each layout.
        margin: the gain from which it is better.
        gains: the gains on the layouts that were solved, in their order.
    """

    estimates: npt.NDArray[np.float64]
    margin: float
    settings: SimulationSettings
    gains: list[float] = field(factory=list, init=False)

    @property
    def mean(self) -> float:
        """The mean gain on the layouts that were solved, or as estimated before any was."""
        return float(np.mean(self.gains or self.estimates))

    @property
    def advantage(self) -> float:
        """The gain to be expected, less the margin, in IMPs."""
        return self._posterior()[0] - self.margin

    @property
    def risk(self) -> float:
        """The mean loss, in IMPs, if the call that seems better now turns out to be worse."""
        mean, deviation = self._posterior()
        distance = abs(mean - self.margin) / deviation
        density = exp(-distance * distance / 2) / sqrt(2 * pi)
        return deviation * (density - distance * erfc(distance / sqrt(2)) / 2)

    def _posterior(self) -> tuple[float, float]:
        """The mean and the standard deviation of the gain."""
        options, number = self.settings, len(self.gains)
        errors = np.array(self.gains) - self.estimates[:number]
        error, precision = 0.0, 1 / options.error**2
        if number:
            noise = _variance(errors, options)
            precision += number / noise
            error = float(errors.mean()) * number / noise / precision
        sampling = _variance(self.estimates, options) / len(self.estimates)
        variance = 1 / precision + sampling
        weight = 1 / variance + 1 / options.spread**2
        found = float(self.estimates.mean()) + error
        mean = (found / variance + options.expected / options.spread**2) / weight
        return mean, sqrt(1 / weight)


def _variance(values: npt.NDArray[np.float64], options: SimulationSettings) -> float:
    """The variance of some values; with few of them, more like what is expected."""
    squares = float(((values - values.mean()) ** 2).sum())
    prior = options.prior
    return (prior * options.noise**2 + squares) / (prior + len(values) - 1)
