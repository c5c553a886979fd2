"""Means, and the intervals in which their true values lie with a probability of 95 %.

In a match the unit is the board: the results of two teams with the same cards give one swing in
IMPs, and the swings of different boards are independent. The calls and cards of one board are not.

From 32 boards on, if at least four in ten have a swing, the intervals by Student's t and by
bootstrap hold the true mean in 93 to 97 of 100 matches. With fewer or flatter boards they are too
narrow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from attrs import frozen

_UPPER: Final = 0.975
"""The quantile at the upper end of an interval."""
_WORDS_AT_ONCE: Final = 1 << 22
_SERIES_UP_TO: Final = 120


class Interval(NamedTuple):
    """A 95 % confidence interval."""

    low: float
    high: float


@frozen
class MeanSwing:
    """The mean of some swings, in IMPs a board, their standard deviation, and two 95 % intervals.

    The intervals are by Student's t and by resampling. From one swing only the mean is known.
    """

    value: float
    deviation: float | None = None
    by_t: Interval | None = None
    by_bootstrap: Interval | None = None

    @classmethod
    def of(cls, swings: Sequence[float], seed: int = 0) -> MeanSwing:
        """Estimate the mean of one swing or more; the seed is for resampling."""
        if len(swings) < 2:
            return cls(fmean(swings))
        by_t, by_bootstrap = t_interval(swings), bootstrap_interval(swings, seed)
        return cls(fmean(swings), stdev(swings), by_t, by_bootstrap)


def t_interval(values: Sequence[float]) -> Interval:
    """The 95 % interval of the mean of at least two values by Student's t."""
    middle = fmean(values)
    half = t_quantile(_UPPER, len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Interval(middle - half, middle + half)


def bootstrap_interval(
    values: Sequence[float], seed: int = 0, resamples: int = 10_000
) -> Interval:  # fmt: skip
    """The 95 % interval of the mean of at least two values by resampling, its tails widened.

    The plain percentiles of the resampled means are too narrow for few values. They are taken
    further out, by as much as t exceeds the normal distribution and n exceeds n - 1 (Hesterberg,
    "What Teachers Should Know About the Bootstrap", 2015: the expanded percentile interval). The
    same values and seed give the same interval with every version of NumPy, because the raw stream
    of a bit generator never changes (NEP 19).
    """
    count = len(values)
    tail = NormalDist().cdf(-t_quantile(_UPPER, count - 1) * math.sqrt(count / (count - 1)))
    means = _resampled_means(np.asarray(values, dtype=np.float64), seed, resamples)
    low, high = np.quantile(means, (tail, 1 - tail))
    return Interval(float(low), float(high))


def _resampled_means(
    values: npt.NDArray[np.float64], seed: int, resamples: int
) -> npt.NDArray[np.float64]:
    """The means of samples with replacement, each of len(values) values: float64[resamples]."""
    bits = np.random.PCG64(np.random.SeedSequence(seed))
    rows = max(1, _WORDS_AT_ONCE // len(values))
    parts = []
    for start in range(0, resamples, rows):
        shape = (min(rows, resamples - start), len(values))
        # The remainder's bias is below 2^-50 for any number of boards.
        drawn = np.asarray(bits.random_raw(shape[0] * shape[1])) % np.uint64(len(values))
        parts.append(values[drawn.reshape(shape)].mean(axis=1))
    return np.concatenate(parts)


def running_totals(swings: Sequence[float]) -> list[tuple[float, Interval | None]]:
    """The sum of swings after each board, with its 95 % interval; None for the first board.

    The interval is n times that of the mean of n swings.
    """
    sums = accumulate(swings)
    squares = accumulate(swing * swing for swing in swings)
    totals: list[tuple[float, Interval | None]] = []
    for count, (total, square) in enumerate(zip(sums, squares, strict=True), 1):
        interval = None
        if count > 1:
            variance = max(0.0, square - total * total / count) / (count - 1)
            half = t_quantile(_UPPER, count - 1) * math.sqrt(count * variance)
            interval = Interval(total - half, total + half)
        totals.append((total, interval))
    return totals


@lru_cache(maxsize=4096)
def t_quantile(probability: float, freedom: int) -> float:
    """The quantile of Student's t distribution for a probability above one half.

    For up to 120 degrees of freedom it is found by bisection on the exact distribution; for more,
    by an expansion that is good to 9 digits there (Abramowitz and Stegun, 26.7.3 to 26.7.5).
    """
    if freedom > _SERIES_UP_TO:
        return _t_expansion(NormalDist().inv_cdf(probability), freedom)
    low, high = 0.0, 1.0
    while _t_within(high, freedom) < 2 * probability - 1:
        low, high = high, 2 * high
    for _ in range(100):
        middle = (low + high) / 2
        is_below = _t_within(middle, freedom) < 2 * probability - 1
        low, high = (middle, high) if is_below else (low, middle)
    return (low + high) / 2


def _t_within(limit: float, freedom: int) -> float:
    """The probability that Student's t lies between -limit and limit."""
    angle = math.atan(limit / math.sqrt(freedom))
    cosine, total = math.cos(angle), 0.0
    odd = freedom % 2
    term = cosine if odd else 1.0
    for step in range(2 + odd, freedom + 1, 2):
        total += term
        term *= cosine * cosine * (step - 1) / step
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if odd else total


def _t_expansion(x: float, freedom: int) -> float:
    """The quantile of Student's t, given the quantile x of the normal distribution."""
    square = x * x
    terms = (
        x * (square + 1) / 4,
        x * ((5 * square + 16) * square + 3) / 96,
        x * (((3 * square + 19) * square + 17) * square - 15) / 384,
        x * ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
    )
    return x + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
