"""A sequential test of the strength of a team, in IMPs a board; it can stop a match.

The two hypotheses are values of the mean swing, H0 and H1; the variance is unknown. After n boards
with mean m and variance v about it the log-likelihood ratio is that of normal swings of this
variance:

    LLR = n * (H1 - H0) * (2 m - H0 - H1) / (2 v)

This approximation is that of hardy.uhasselt.be/Fishtest/GSPRT_approximation.pdf, in Fishtest's
LLRcalc `LLR_alt2`. With the squares about each hypothesis in place of v, as in its `LLR_alt`, a
mean far beyond both would count as noise, and the test would take two or three times the boards.
The ratio is compared with Wald's bounds log(beta / (1 - alpha)) and log((1 - beta) / alpha) (Wald,
"Sequential Tests of Statistical Hypotheses", 1945; the ratio of maximised likelihoods: Li, Liu and
Ying, "Generalized sequential probability ratio test for separate families of hypotheses", 2014).

Swings are far from normal: most boards are flat, few have ten IMPs or more. The first boards of a
match often show neither tail, and their variance alone would decide at once and wrongly. Hence the
variance starts with two boards of ten IMPs, and there is no verdict before twenty boards had a
swing. With both rules the test keeps its error rates for shares of flat boards from 20 to 90 %.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from typing import Final

from attrs import Attribute, field, frozen

_PRIOR_BOARDS: Final = 2
_PRIOR_SWING: Final = 10
_MOST_IMPS: Final = 24
"""The IMPs of the greatest swing."""
_LEAST_RATE: Final = 1e-9
FEWEST_SWINGS: Final = 20
"""The boards with a swing that a verdict needs."""


class SprtError(ValueError):
    """Hypotheses or error rates for which there is no test."""


class SprtVerdict(Enum):
    """The verdict of a test: to accept a hypothesis or to continue."""

    CONTINUE = "continue"
    H0 = "accept H0"
    H1 = "accept H1"


@frozen
class SprtState:
    """The state of a test after some boards: the log-likelihood ratio of H1 to H0, and its bounds.

    The verdict is `CONTINUE` even beyond a bound while there are too few swings.
    """

    llr: float
    lower: float
    upper: float
    verdict: SprtVerdict

    def __str__(self) -> str:
        return f"LLR {self.llr:.2f} ({self.lower:.2f} to {self.upper:.2f}): {self.verdict.value}"


@frozen
class Sprt:
    """A sequential test of whether the mean swing, in IMPs a board, is `h0` or the greater `h1`.

    Both error probabilities are below 0.5: `alpha` of accepting H1 if H0 holds, `beta` of accepting
    H0 if H1 holds.
    """

    h0: float
    h1: float = field()
    alpha: float = field(default=0.05)
    beta: float = field(default=0.05)

    @h1.validator
    def _check_hypotheses(self, _attribute: object, h1: float) -> None:
        # The comparison also refuses nan.
        if not -_MOST_IMPS <= self.h0 < h1 <= _MOST_IMPS:
            raise SprtError(
                f"SPRT: H0 below H1 expected, not {self.h0:g} and {h1:g}"
                f" (IMPs, from {-_MOST_IMPS} to {_MOST_IMPS})"
            )

    @alpha.validator
    @beta.validator
    def _check_rate(self, attribute: Attribute[float], rate: float) -> None:
        if not _LEAST_RATE <= rate < 0.5:
            raise SprtError(f"SPRT: {attribute.name} between 0 and 0.5 expected, not {rate:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds for the log-likelihood ratio, the lower one first."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def state(self, swings: Sequence[float]) -> SprtState:
        """The state of the test after these swings, in IMPs for the team that is tested."""
        count = len(swings)
        lower, upper = self.bounds
        if not count:
            return SprtState(0.0, lower, upper, SprtVerdict.CONTINUE)
        mean = math.fsum(swings) / count
        squares = math.fsum((swing - mean) ** 2 for swing in swings)
        variance = (squares + _PRIOR_BOARDS * _PRIOR_SWING**2) / (count + _PRIOR_BOARDS)
        llr = count * (self.h1 - self.h0) * (2 * mean - self.h0 - self.h1) / (2 * variance)
        if sum(swing != 0 for swing in swings) < FEWEST_SWINGS or lower < llr < upper:
            return SprtState(llr, lower, upper, SprtVerdict.CONTINUE)
        return SprtState(llr, lower, upper, SprtVerdict.H1 if llr >= upper else SprtVerdict.H0)

    def running(self, swings: Sequence[float]) -> tuple[float, ...]:
        """The log-likelihood ratio after each of the swings."""
        return tuple(self.state(swings[:count]).llr for count in range(1, len(swings) + 1))
