"""Statements about hands, read and checked: weighted boxes over points and lengths."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from solver.core.errors import SolverError
from solver.worlds.facts import SEATS

BOXES = 64
"""Boxes that a hand may have."""
LIGHTEST, HEAVIEST = 1e-60, 1e60
"""The product of three weights in this range neither underflows nor overflows a double."""

WeightedBoxes = tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]] | None


def read_boxes(
    boxes: Sequence[npt.ArrayLike | None] | None,
    weights: Sequence[npt.ArrayLike | None] | None,
) -> list[WeightedBoxes]:
    """Return for each seat None, or its k boxes as int64[k, 10] and their weights as float64[k].

    Raises:
        SolverError: a shape, a type or a number is not allowed; the text names the seat.
    """
    all_boxes, all_weights = _by_seat(boxes, "boxes"), _by_seat(weights, "weights")
    return [
        _read(seat, ranges, shares)
        for seat, ranges, shares in zip(SEATS, all_boxes, all_weights, strict=True)
    ]


def _by_seat(values: Sequence[npt.ArrayLike | None] | None, name: str) -> list[object]:
    if values is None:
        return [None] * 4
    try:
        found: list[object] = list(values)
    except TypeError:
        raise SolverError(f"{name} must have one item for each seat, not {values!r:.200}") from None
    if len(found) != 4:
        raise SolverError(f"{name} must have four items, one for each seat, not {len(found)}")
    return found


def _read(seat: str, boxes: object, weights: object) -> WeightedBoxes:
    if boxes is None:
        if weights is not None:
            raise SolverError(f"{seat} has weights but no boxes")
        return None
    try:
        ranges = np.asarray(boxes)
        shares = None if weights is None else np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise SolverError(f"boxes and weights of {seat} must be arrays: {error}") from None
    if ranges.ndim != 3 or ranges.shape[1:] != (5, 2) or ranges.dtype.kind not in "iu":
        raise SolverError(
            f"boxes of {seat} must be whole numbers of shape (k, 5, 2), "
            f"not {ranges.dtype} of {ranges.shape}"
        )
    if not 1 <= len(ranges) <= BOXES:
        raise SolverError(f"{seat} must have 1 to {BOXES} boxes, not {len(ranges)}")
    if ranges.dtype == np.uint64:
        ranges = np.minimum(ranges, 100)
    if shares is None:
        shares = np.ones(len(ranges))
    elif shares.shape != (len(ranges),):
        raise SolverError(
            f"weights of {seat} must be float64[{len(ranges)}], not of shape {shares.shape}"
        )
    # a NaN fails every comparison
    elif not all(LIGHTEST <= share <= HEAVIEST for share in shares.tolist()):
        raise SolverError(
            f"weights of {seat} must be {LIGHTEST:g} to {HEAVIEST:g}, not {shares.tolist()}"
        )
    return np.array(ranges, dtype=np.int64, order="C").reshape(-1, 10), shares
