"""Statistics of paired comparisons: shares, differences and how sure they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from attrs import frozen

Z95: Final = 1.959963984540054
"""The quantile of the normal distribution that leaves 2.5 % on each side."""


@frozen
class Estimate:
    """A figure and its 95 % interval.

    Attributes:
        value: the figure.
        low: the lower bound.
        high: the upper bound.
    """

    value: float
    low: float
    high: float


def wilson(successes: int, trials: int) -> Estimate:
    """The share of successes with the score interval of Wilson (1927); 0..1 without a trial.

    Raises:
        ValueError: if the numbers are negative, or there are more successes than trials.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials")
    if trials == 0:
        return Estimate(0.5, 0.0, 1.0)
    share, square = successes / trials, Z95 * Z95 / trials
    middle = (share + square / 2) / (1 + square)
    half = Z95 / (1 + square) * math.sqrt(share * (1 - share) / trials + square / trials / 4)
    # Rounding must not put the bound of 0 or all on the wrong side of the share.
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def sign_test(wins: int, losses: int) -> float:
    """The two-sided p-value of the exact sign test; 1 without a difference.

    It is the probability that fair coins split so many differences at least as unevenly.

    Raises:
        ValueError: if a number is negative.
    """
    if wins < 0 or losses < 0:
        raise ValueError(f"{wins} wins and {losses} losses")
    total, less = wins + losses, min(wins, losses)
    tail = sum(math.comb(total, count) for count in range(less + 1))
    return min(1.0, 2 * tail / (1 << total))


def mean(values: Sequence[float]) -> Estimate:
    """The mean with its normal interval; no width for fewer than two values.

    Raises:
        ValueError: if there is no value.
    """
    if not values:
        raise ValueError("the mean of no values")
    middle, count = math.fsum(values) / len(values), len(values)
    if count < 2:
        return Estimate(middle, middle, middle)
    variance = math.fsum((value - middle) ** 2 for value in values) / (count - 1)
    half = Z95 * math.sqrt(variance / count)
    return Estimate(middle, middle - half, middle + half)
