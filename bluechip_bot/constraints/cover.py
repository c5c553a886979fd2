"""Boxes that hold some hands and few others, as a player would say what a call shows.

A box begins around the hands that it is to hold. One of its limits at a time is moved inwards: the
one that shuts out most others for each hand lost, until no more hands may be left out. Then limits
of length that shut out hardly any others are lifted. Where one box holds many others, the hands are
split at a limit and get two boxes: `4 spades, or 5+ hearts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt

from bluechip_bot.constraints import batch
from bluechip_bot.constraints.box import Box

Limits = npt.NDArray[np.int16]
"""The limits of a box, as `batch.features` orders them: int16[5, 2]."""

_LEFT_OUT: Final = 0.01  # the share of hands that limits may leave out
_RARE: Final = 0.005  # the share of hands at either end of the points that is left out too
_WORTH: Final = 0.005  # the least share of others that a limit must shut out
_TOO_MANY: Final = 0.3  # the share of others in one box from which two are tried
_ENOUGH: Final = 200  # with fewer others the hands are not split
_GAIN: Final = 0.15  # the share of others that a second box must shut out
_FEW: Final = 0.03  # the least share of hands that have a box of their own
_WIDEST: Final[Limits] = np.array([(0, 37), *[(0, 13)] * 4], np.int16)


def cover(hands: batch.HandMasks, others: batch.HandMasks) -> tuple[Box, ...]:
    """One or two boxes that together hold nearly all of some hands, uint64[n], and few of `others`.

    Where the others are few, limits hardly matter, and one box suffices.
    """
    own, rest = batch.features(hands), batch.features(others)
    (one,) = _fitted([own], own, rest)
    if len(rest) < _ENOUGH or _share([one], rest) <= _TOO_MANY:
        return (_box(one),)
    two = _fitted(_halves(own, rest), own, rest)
    better = _share([one], rest) - _share(two, rest) >= _GAIN
    return tuple(map(_box, two if better else [one]))


def _around(own: Limits) -> Limits:
    found = np.stack([own.min(axis=0), own.max(axis=0)], axis=1)
    found[0] = np.quantile(own[:, 0], (_RARE, 1 - _RARE), method="nearest")
    return found


def _share(boxes: Sequence[Limits], values: Limits) -> float:
    """The share of hands that lie in any of some boxes."""
    if not len(values):
        return 0.0
    return float(batch.inside(np.array(boxes), values).any(axis=0).mean())


def _halves(own: Limits, others: Limits) -> list[Limits]:
    """Split `own` at the limit for which boxes around its two parts hold the fewest `others`."""
    best, found = 2.0, [own]
    for feature in range(own.shape[1]):
        for least in np.unique(own[:, feature])[1:]:
            above = own[:, feature] >= least
            if not _FEW <= above.mean() <= 1 - _FEW:
                continue
            halves = [own[~above], own[above]]
            close = [np.percentile(half, (1, 99), axis=0).T for half in halves]
            if (share := _share(close, others)) < best:
                best, found = share, halves
    return found


def _fitted(groups: Sequence[Limits], own: Limits, others: Limits) -> list[Limits]:
    """One box for each group of hands; all boxes are fitted together."""
    boxes = list(map(_around, groups))
    spare = int(_LEFT_OUT * len(own))
    while (found := _best_step(boxes, own, others, spare)) is not None:
        box, feature, end, limit, lost = found
        boxes[box][feature, end] = limit
        spare -= lost
    return _lifted(boxes, others)


def _best_step(
    boxes: Sequence[Limits], own: Limits, others: Limits, spare: int
) -> tuple[int, int, int, int, int] | None:
    """Find the best limit to move: indices of box, feature and end, new limit, hands lost; or None.

    At most `spare` hands may be lost.
    """
    held, wrong = (batch.inside(np.array(boxes), hands) for hands in (own, others))
    best, found = 0.0, None
    for index, box in enumerate(boxes):
        # A hand that lies in another box too is not lost.
        mine = own[held[index] & (held.sum(axis=0) == 1)]
        theirs = others[wrong[index] & (wrong.sum(axis=0) == 1)]
        for feature, (low, high) in enumerate(box):
            lost = np.bincount(mine[:, feature], minlength=38)
            shut = np.bincount(theirs[:, feature], minlength=38)
            for end, limits in enumerate((range(low + 1, high + 1), range(high - 1, low - 1, -1))):
                for limit in limits:
                    part = slice(low, limit) if end == 0 else slice(limit + 1, high + 1)
                    gone = int(lost[part].sum())
                    if gone > spare:
                        break
                    gain = int(shut[part].sum())
                    if gain > best * (gone + 0.5) and gain >= _WORTH * len(others):
                        best, found = gain / (gone + 0.5), (index, feature, end, limit, gone)
    return found


def _lifted(boxes: Sequence[Limits], others: Limits) -> list[Limits]:
    """The boxes after lifting the limits of length that shut out hardly any others."""
    found = [box.copy() for box in boxes]
    for box in found:
        # Few hands have many points, but partner wants to know the limits.
        for feature, end in product(range(1, 5), range(2)):
            before = _share(found, others)
            limit, box[feature, end] = box[feature, end], _WIDEST[feature, end]
            if _share(found, others) > before + _WORTH:
                box[feature, end] = limit
    return found


def _box(limits: Limits) -> Box:
    hcp, *lengths = ((int(low), int(high)) for low, high in limits)
    return Box(hcp, tuple(lengths))
