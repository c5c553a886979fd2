"""Estimates with 95 % intervals, and tables as text. SciPy comes with the extra `lab`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from itertools import zip_longest
from typing import Final

from attrs import frozen

_LEVEL: Final = 0.95
_LIBRARIES: Final = ("scipy", "matplotlib")


class ExtraError(ValueError):
    """Libraries of the extra `lab` are not installed; the message says how to install them."""


def check_extra() -> None:
    """Raise `ExtraError` if a library of the extra `lab` is not installed."""
    if missing := [name for name in _LIBRARIES if find_spec(name) is None]:
        raise ExtraError(
            f"experiments need {' and '.join(missing)}: pip install 'bluechip-bot[lab]'"
        )


@frozen
class ExperimentEstimate:
    """A figure with its 95 % interval; formatted as `figure (low to high)`."""

    value: float
    low: float
    high: float

    def __format__(self, form: str) -> str:
        value, low, high = (format(one, form) for one in (self.value, self.low, self.high))
        return f"{value} ({low} to {high})"

    def times(self, scale: float) -> ExperimentEstimate:
        """Return the estimate with all its values multiplied by `scale`."""
        return ExperimentEstimate(scale * self.value, scale * self.low, scale * self.high)


def wilson(successes: int, trials: int) -> ExperimentEstimate:
    """Return the share of successes with Wilson's score interval (1927); 0..1 without any trial."""
    from scipy.stats import binomtest

    if not trials:
        return ExperimentEstimate(0.5, 0.0, 1.0)
    bounds = binomtest(successes, trials).proportion_ci(_LEVEL, "wilson")
    return ExperimentEstimate(successes / trials, float(bounds.low), float(bounds.high))


def sign_test(wins: int, losses: int) -> float:
    """Return the two-sided p-value of the exact sign test; 1 if there are no wins or losses."""
    from scipy.stats import binomtest

    return float(binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0


def mean(values: Sequence[float]) -> ExperimentEstimate:
    """Return the mean with its normal interval; a single value has an interval of no width."""
    from scipy.stats import norm, sem

    middle = math.fsum(values) / len(values)
    half = float(norm.ppf((1 + _LEVEL) / 2) * sem(values)) if len(values) > 1 else 0.0
    return ExperimentEstimate(middle, middle - half, middle + half)


def aligned(sides: str, rows: Iterable[Sequence[object]]) -> list[str]:
    """Return the lines of a table whose columns are as wide as their longest cells.

    `sides` has `<` or `>` for each column: cells aligned to the left or right. Headings are the
    first row; short rows end in empty cells.
    """
    texts = [list(map(str, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip_longest(*texts, fillvalue="")]
    forms = [f"{side}{width}" for side, width in zip(sides, widths, strict=False)]
    return ["  ".join(map(format, row, forms)).rstrip() for row in texts]
