"""Layouts of the hidden hands for a player who is to call."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.constraints import Evidence
from bluechip_bot.engine.pool import log_likelihoods, mixed
from bluechip_bot.engine.prior import make_prior
from solver import effective_size, resample

_SPARE: Final = 8
"""Layouts drawn for each that is wanted."""
_MORE: Final = 4
"""How many times as many are drawn where few of them agree with the calls."""


@frozen(eq=False)
class LayoutSample:
    """Layouts that a player believes in.

    Attributes:
        layouts: uint64[n, 4], the hands N E S W, in random order.
        effective: the effective number of those that they were chosen from.
        relaxed: the sources of statements that contradict more reliable ones.
    """

    layouts: npt.NDArray[np.uint64]
    effective: float
    relaxed: tuple[str, ...]


def draw_layouts(known: Evidence, n: int, seed: int) -> LayoutSample:
    """Layouts that agree with what a player knows, each as often as it is likely.

    Args:
        known: what the player knows.
        n: how many.
        seed: where the choice begins.

    Raises:
        SolverError: if the hard facts contradict each other; a `ValueError` that names the fact.
    """
    prior = make_prior(known.facts, known.statements)
    layouts, weights = np.empty((0, 4), np.uint64), np.empty(0)
    for turn, number in enumerate((_SPARE * n, _MORE * _SPARE * n)):
        drawn = prior.draw(number, mixed(seed, turn))
        logs = log_likelihoods(drawn.dealt, known.likelihoods)
        logs += prior.log_predicates(drawn.dealt) + np.log(drawn.weights)
        layouts = np.concatenate([layouts, drawn.dealt])
        weights = np.concatenate([weights, logs])
        shares = np.exp(weights - weights.max())
        if 2 * effective_size(shares) >= n:
            break
    chosen = resample(shares / shares.mean(), n, mixed(seed, 2))
    order = np.random.Generator(np.random.PCG64(mixed(seed, 3))).permutation(chosen)
    return LayoutSample(layouts[order], effective_size(shares), prior.relaxed)
