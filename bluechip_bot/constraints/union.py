"""Unions: weighted boxes that give every hand a weight.

The weight of a hand is the sum of the weights of the boxes that contain it. The text form separates
the boxes by bars and puts a weight other than 1 before its box:
`15-17 HCP, 2-5 S | 0.2: 14-18 HCP`. Only the ratios of weights matter when hands are dealt by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from typing import Final, Self

import numpy as np
from attrs import field, frozen

from bluechip_bot.constraints import batch
from bluechip_bot.constraints.box import ANY, Box, BoxError
from bluechip_bot.model.errors import TextError

Weighted = tuple[float, Box]

LIMIT: Final = 12
"""The most boxes that an intersection keeps."""


class UnionError(TextError):
    """A text or list of weighted boxes that is not a union."""

    noun = "union of boxes"


@frozen
class ConstraintUnion:
    """One box or more, with weights; they may overlap.

    Raise `UnionError` if there is no box, or a weight is not positive and finite.
    """

    boxes: tuple[Weighted, ...] = field(default=((1.0, ANY),))

    @boxes.validator
    def _check_boxes(self, _attribute: object, boxes: tuple[Weighted, ...]) -> None:
        if not boxes:
            raise UnionError("", "no box")
        for weight, box in boxes:
            if not (isfinite(weight) and weight > 0):
                raise UnionError(_term(weight, box), f"weight {weight!r}")

    @classmethod
    def of(cls, *boxes: Box) -> Self:
        """The uniform union of boxes: weight 1 for a hand in at least one of them, else 0.

        The boxes are cut into disjoint pieces, the widest first; boxes within others vanish.
        """
        pieces: list[Box] = []
        order = np.argsort(-batch.shares(box_limits(boxes)), kind="stable") if boxes else ()
        for box in (boxes[index] for index in order):
            rest = [box]
            for taken in pieces:
                rest = [part for piece in rest for part in _without(piece, taken)]
            pieces += rest
        return cls(tuple((1.0, piece) for piece in pieces))

    @classmethod
    def merged(cls, terms: Iterable[Weighted]) -> Self:
        """The union of weighted boxes; the weights of boxes that hold the same hands are added."""
        found: dict[Box, Weighted] = {}
        for weight, box in terms:
            key = box.tighten()
            before, form = found.get(key, (0.0, box))
            found[key] = (before + weight, form)
        return cls(tuple(found.values()))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a union written `15-17 HCP, 2-5 S | 0.2: 14-18 HCP`, in any case."""
        terms = []
        for part in text.split("|"):
            weight, colon, box = part.rpartition(":")
            try:
                terms.append((float(weight) if colon else 1.0, Box.parse(box)))
            except BoxError as error:
                raise UnionError(text, str(error)) from None
            except ValueError:
                raise UnionError(text, f"weight {weight.strip()!r}") from None
        return cls(tuple(terms))

    def intersect(self, other: ConstraintUnion) -> Self | None:
        """The union with products of weights, of at most `LIMIT` boxes; None if no hand is left."""
        terms = [
            (mine * theirs, common)
            for mine, a in self.boxes
            for theirs, b in other.boxes
            if (common := a.intersect(b)) is not None
        ]
        return self.merged(terms).limit(LIMIT) if terms else None

    def limit(self, most: int) -> Self:
        """A union of at most `most` boxes (1 or more) that allows every hand of this one.

        The mass of a box is its weight times its share of all hands. Boxes that no other contains
        stay, as do the heaviest by mass. The others give their mass to the smallest remaining box
        that contains them. If too many stay, the lightest is merged with the box whose hull with it
        is smallest. Mass is kept, not weight: a hull with the weights of its parts would draw hands
        where no box was. The weights lost and won add up to at most twice the mass moved.
        """
        if len(self.boxes) <= most:
            return self
        limits, _ = self.arrays()
        terms = [
            (weight, box, share)
            for (weight, box), share in zip(self.boxes, batch.shares(limits).tolist(), strict=True)
            if share > 0
        ]
        return type(self)(tuple(_reduced(terms, most)) or self.boxes[:most])

    def weights(self, hands: batch.HandMasks) -> batch.Floats:
        """The weight of each hand: float64[n] from uint64[n]."""
        boxes, weights = self.arrays()
        return np.asarray(weights @ batch.inside(boxes, batch.features(hands)))

    def arrays(self) -> tuple[batch.Boxes, batch.Floats]:
        """The limits of HCP, S, H, D and C, int16[k, 5, 2], and the weights, float64[k]."""
        limits = box_limits(box for _, box in self.boxes)
        return limits, np.array([weight for weight, _ in self.boxes], dtype=np.float64)

    def __str__(self) -> str:
        return " | ".join(_term(weight, box) for weight, box in self.boxes)


def _term(weight: float, box: Box) -> str:
    if weight == 1:
        return str(box)
    short = f"{weight:g}"
    return f"{short if float(short) == weight else repr(float(weight))}: {box}"


def _without(box: Box, taken: Box) -> Iterator[Box]:
    """Yield disjoint boxes of the hands in `box` that are not in `taken`."""
    if box.intersect(taken) is None:
        yield box
        return
    spans = [box.hcp, *box.lengths]
    for index, (low, high) in enumerate((taken.hcp, *taken.lengths)):
        least, most = spans[index]
        for outside in ((least, low - 1), (high + 1, most)):
            if outside[0] <= outside[1]:
                parts = (*spans[:index], outside, *spans[index + 1 :])
                if (piece := Box.within(parts[0], parts[1:])) is not None:
                    yield piece
        spans[index] = (max(least, low), min(most, high))


def _reduced(terms: Sequence[tuple[float, Box, float]], most: int) -> Iterator[Weighted]:
    """Yield at most `most` boxes, the heaviest first; a term is (weight, box, share > 0)."""
    boxes = [box for _, box, _ in terms]
    share = [share for _, _, share in terms]
    mass = [weight * share for weight, _, share in terms]
    contains = _containing(boxes)
    outer = contains.sum(axis=0) == 1
    order = sorted(range(len(terms)), key=lambda i: (not outer[i], -mass[i], i))
    left = {i: (mass[i], boxes[i], share[i]) for i in order[:most]}
    by_size = sorted(left, key=lambda i: (share[i], i))
    for i in order[most:]:
        around = next((j for j in by_size if contains[j, i]), None)
        if around is None:
            _absorb(left, mass[i], boxes[i])
        else:
            amount, box, size = left[around]
            left[around] = (amount + mass[i], box, size)
    for amount, box, size in sorted(left.values(), key=lambda term: -term[0]):
        yield amount / size, box


def _absorb(left: dict[int, tuple[float, Box, float]], mass: float, box: Box) -> None:
    """Merge a box into the one of `left` that has the smallest hull with it."""
    hulls = [other.hull(box) for _, other, _ in left.values()]
    sizes = batch.shares(box_limits(hulls)).tolist()
    best = sizes.index(min(sizes))
    key = list(left)[best]
    left[key] = (left[key][0] + mass, hulls[best], sizes[best])


def _containing(boxes: Sequence[Box]) -> batch.Bools:
    """Whether each box (row) contains each other (column): bool[k, k]."""
    outer, inner = box_limits(boxes), box_limits(box.tighten() for box in boxes)
    low = outer[:, None, :, 0] <= inner[:, :, 0]
    high = outer[:, None, :, 1] >= inner[:, :, 1]
    return np.asarray((low & high).all(axis=2), dtype=np.bool_)


def box_limits(boxes: Iterable[Box]) -> batch.Boxes:
    """The limits of HCP, S, H, D and C of each box: int16[k, 5, 2]."""
    return np.array([(box.hcp, *box.lengths) for box in boxes], dtype=np.int16)
