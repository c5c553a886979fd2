"""Maximum likelihood of the conditional logits, by Newton's method with a ridge."""

from __future__ import annotations

from typing import Final

import numpy as np

from bluechip_bot.inference.calibrate.design import Decisions
from bluechip_bot.inference.holding import Floats

RIDGE: Final = 2.0
STEPS: Final = 40
_SMALL: Final = 1e-6


def fitted(data: Decisions, importance: Floats, ridge: float = RIDGE) -> dict[str, float]:
    """The weights that maximise the log-likelihood of the choices less ridge / 2 * weight².

    Args:
        data: the decisions.
        importance: float64[decisions], the weight of each in the likelihood.
        ridge: the penalty.
    """
    row = np.zeros(len(data.keys))
    value = _objective(data, importance, row, ridge)
    for _ in range(STEPS):
        gradient, curvature = _slopes(data, importance, row, ridge)
        step = np.linalg.solve(curvature, gradient)
        size = 1.0
        while size > 1e-4:
            better = _objective(data, importance, row + size * step, ridge)
            if better >= value:
                break
            size /= 2
        row = row + size * step
        if better - value < _SMALL * abs(value):
            break
        value = better
    return {key: float(weight) for key, weight in zip(data.keys, row, strict=True)}


def _objective(data: Decisions, importance: Floats, row: Floats, ridge: float) -> float:
    log = data.log(data.features @ row.astype(np.float32))
    return float(importance @ log - ridge / 2 * row @ row)


def _slopes(
    data: Decisions, importance: Floats, row: Floats, ridge: float
) -> tuple[Floats, Floats]:
    total = data.features @ row.astype(np.float32) + data.offset
    top = np.repeat(np.maximum.reduceat(total, data.first), data.sizes)
    share = np.exp(total - top)
    share /= np.repeat(np.add.reduceat(share, data.first), data.sizes)
    weighted = data.features * share[:, None].astype(np.float32)
    mean = np.add.reduceat(weighted, data.first, axis=0)
    gradient = importance @ (data.features[data.chosen] - mean) - ridge * row
    heavy = np.repeat(importance, data.sizes).astype(np.float32)
    curvature = data.features.T @ (weighted * heavy[:, None])
    curvature = curvature - mean.T @ (mean * importance[:, None].astype(np.float32))
    return gradient, curvature.astype(np.float64) + ridge * np.eye(len(row))
