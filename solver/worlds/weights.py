"""Weighted worlds: how many equal ones they are worth, and how to draw a sample of these."""

from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from solver.core.deals import read_range
from solver.core.errors import SolverError
from solver.core.rng import splitmix64


def effective_size(weights: npt.ArrayLike) -> float:
    """The number of equal weights that are worth as much: (sum of weights)^2 / (sum of squares).

    Source: L. Kish, *Survey Sampling*, 1965.

    Raises:
        SolverError: the weights are not numbers from 0 up, finite, with a sum above 0.
    """
    shares = _relative(weights)
    return float(shares.sum() ** 2 / (shares @ shares))


def resample(
    weights: npt.ArrayLike, n: SupportsIndex, seed: SupportsIndex
) -> npt.NDArray[np.int64]:
    """int64[n]: ascending indices; each occurs n * its weight's share times, rounded down or up.

    Systematic resampling: one random number places a comb of n teeth. The expected number of times
    that an index appears is exactly its share times n. Source: G. Kitagawa, *Monte Carlo Filter and
    Smoother for Non-Gaussian Nonlinear State Space Models*, 1996.

    Args:
        weights: float64[m], from 0 up.
        n: indices wanted, from 0 to 2**31.
        seed: 0 to 2**64-1; the same seed gives the same indices on every machine.

    Raises:
        SolverError: as `effective_size`, or n or seed are out of range.
    """
    count = read_range(n, "n", 0, 1 << 31)
    _, number = splitmix64(read_range(seed, "seed", 0, (1 << 64) - 1))
    start = (number >> 11) / (1 << 53)
    upto = np.cumsum(_relative(weights))
    teeth = (start + np.arange(count)) / count * upto[-1] if count else np.empty(0)
    found = np.searchsorted(upto, teeth, side="right")
    last = int(np.searchsorted(upto, upto[-1]))
    return np.minimum(found, last).astype(np.int64)


def _relative(weights: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The weights as shares of the heaviest, so that no square is too large or small."""
    try:
        array = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise SolverError(f"weights must be numbers, not {weights!r:.200}") from None
    if array.ndim != 1:
        raise SolverError(f"weights must have one dimension, not {array.ndim}")
    heaviest = float(array.max()) if array.size else 0.0
    # a NaN fails every comparison
    if not (array.size and float(array.min()) >= 0 and 0 < heaviest < np.inf):
        raise SolverError(f"weights must be finite and at least 0, one above 0, not {array}")
    relative: npt.NDArray[np.float64] = array / heaviest
    return relative
