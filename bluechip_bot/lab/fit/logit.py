"""Conditional logits (McFadden 1974), fitted by maximum likelihood with a ridge."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from bluechip_bot.inference.facts import Ints
from bluechip_bot.inference.features import Floats

Rows = npt.NDArray[np.float32]

_ROUNDS: Final = 60


def log_sums(utility: Floats, first: Ints) -> tuple[Floats, Floats]:
    """Return the log of each decision's sum of exp(utility), and each alternative's share of it.

    `utility`, float64[rows], has the alternatives of a decision in adjacent rows; `first`,
    int64[decisions], is the first row of each decision.
    """
    sizes = np.diff(first, append=len(utility))
    top = np.maximum.reduceat(utility, first)
    odds = np.exp(utility - np.repeat(top, sizes))
    total = np.add.reduceat(odds, first)
    return top + np.log(total), odds / np.repeat(total, sizes)


def fitted(  # noqa: PLR0913, PLR0917 - the data of a fit
    chosen: Rows,
    rows: Rows,
    first: Ints,
    importance: Floats,
    ridge: float,
    offset: Floats | float = 0.0,
) -> Floats:
    """Return the weights, float64[features], that maximise log-likelihood - ridge / 2 * weight².

    The sum is concave in the weights; Newton's method finds its top. `chosen` has the features of
    the chosen alternatives, float32[decisions, features], `rows` those of all, float32[rows,
    features], `first` each decision's first row, int64[decisions], `importance` the decisions'
    weights, float64[decisions], `offset` the part of the utility that has no weight, float64[rows].
    """
    weights = np.zeros(rows.shape[1])
    heavy = np.repeat(importance, np.diff(first, append=len(rows)))[:, None].astype(np.float32)
    for _ in range(_ROUNDS):
        utility = np.asarray(rows @ weights.astype(np.float32) + offset, dtype=np.float64)
        shares = log_sums(utility, first)[1]
        weighted = rows * shares[:, None].astype(np.float32)
        means = np.add.reduceat(weighted, first, axis=0)
        slope = importance @ (chosen - means) - ridge * weights
        bend = rows.T @ (weighted * heavy) - (means * importance[:, None]).T @ means
        step = np.linalg.solve(bend + ridge * np.eye(len(weights)), slope)
        weights += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-3:
            break
    return weights
