"""Constraints of one hand: weighted boxes, cards that it has or lacks, and predicates.

The text form separates the parts by semicolons and leaves out those that say nothing:
`15-17 HCP | 0.2: 14-18 HCP; has SK SQ; lacks HA; is balanced; is 2+ aces`. Without parts it is
`any`.
"""

from __future__ import annotations

from typing import Final, Self

import numpy as np
from attrs import evolve, field, frozen

from bluechip_bot.constraints import batch, spec
from bluechip_bot.constraints.box import Box
from bluechip_bot.constraints.predicate import Predicate, PredicateError
from bluechip_bot.constraints.union import ConstraintUnion, UnionError
from bluechip_bot.model.cards import Card, Hand, Seat
from bluechip_bot.model.errors import CardError, HandError, TextError

_OPEN: Final = ConstraintUnion()


class ConstraintError(TextError):
    """A text that is not a constraint, or parts that no hand meets together."""


@frozen
class HandConstraint:
    """The requirements and expectations for one hand of thirteen cards.

    `has` and `lacks` are the cards that it must and must not hold. All predicates must hold. Raise
    `ConstraintError` if no box leaves room for the cards.
    """

    union: ConstraintUnion = field(default=_OPEN)
    has: Hand = field(default=Hand())
    lacks: Hand = field(default=Hand())
    predicates: tuple[Predicate, ...] = ()

    def __attrs_post_init__(self) -> None:
        room = _room(self.has, self.lacks)
        if room is None or not any(room.intersect(box) for _, box in self.union.boxes):
            raise ConstraintError(str(self), "no hand meets it")

    @classmethod
    def of(cls, *boxes: Box) -> Self:
        """The constraint that a hand is in at least one of the boxes, all with the same weight."""
        return cls(ConstraintUnion.of(*boxes))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a constraint in the text form of this module, in any case."""
        union: ConstraintUnion | None = None
        cards: dict[str, Hand] = {}
        predicates: list[Predicate] = []
        for part in text.split(";"):
            word, _, rest = part.strip().partition(" ")
            word = word.casefold()
            try:
                if word == "is":
                    predicates.append(Predicate.parse(rest))
                elif word in ("has", "lacks") and word not in cards:
                    cards[word] = Hand.of(map(Card.parse, rest.split()))
                elif union is None:
                    union = ConstraintUnion.parse(part)
                else:
                    raise ConstraintError(text, f"part {part.strip()!r}")
            except (UnionError, CardError, HandError, PredicateError) as error:
                raise ConstraintError(text, str(error)) from None
        has, lacks = (cards.get(word, Hand()) for word in ("has", "lacks"))
        return cls(_OPEN if union is None else union, has, lacks, tuple(predicates))

    @classmethod
    def from_spec(cls, data: object, path: str = "") -> Self:
        """Read a constraint from JSON data as in `spec`; raise `SpecError` with the path."""
        known = spec.mapping(path, data, spec.KEYS)
        union = spec.union(path, known)
        has = spec.cards(spec.join(path, "has"), known.get("has", ()))
        lacks = spec.cards(spec.join(path, "lacks"), known.get("lacks", ()))
        predicates = spec.predicates(spec.join(path, "is"), known.get("is", ()))
        try:
            return cls(union, has, lacks, predicates)
        except ConstraintError as error:
            raise spec.SpecError(path, data, str(error)) from None

    def intersect(self, other: HandConstraint) -> Self | None:
        """The constraint that requires both and multiplies their weights; None if no hand meets it.

        Boxes that leave no room for the known cards are dropped.
        """
        has, lacks = self.has | other.has, self.lacks | other.lacks
        room = _room(has, lacks)
        union = self.union.intersect(other.union)
        if room is None or union is None:
            return None
        boxes = tuple(term for term in union.boxes if room.intersect(term[1]) is not None)
        if not boxes:
            return None
        new = tuple(item for item in other.predicates if item not in self.predicates)
        return evolve(
            self,
            union=ConstraintUnion(boxes),
            has=has,
            lacks=lacks,
            predicates=(*self.predicates, *new),
        )

    def weights(self, hands: batch.HandMasks) -> batch.Floats:
        """The weight of each hand: float64[n] from uint64[n]."""
        has, lacks = np.uint64(self.has.mask), np.uint64(self.lacks.mask)
        found = ((hands & has) == has) & ((hands & lacks) == 0)
        for predicate in self.predicates:
            found &= predicate.holds(hands)
        return np.where(found, self.union.weights(hands), 0.0)

    def __str__(self) -> str:
        parts = [] if self.union == _OPEN else [str(self.union)]
        for word, hand in (("has", self.has), ("lacks", self.lacks)):
            if hand:
                parts.append(f"{word} {' '.join(map(str, hand))}")
        parts += [f"is {predicate}" for predicate in self.predicates]
        return "; ".join(parts) or "any"


def constraints_from_spec(data: object, path: str = "") -> dict[Seat, HandConstraint]:
    """Read constraints from JSON data, keyed by seat letters; raise `SpecError` with the path."""
    letters = {seat.letter: seat for seat in Seat}
    return {
        letters[letter]: HandConstraint.from_spec(value, spec.join(path, letter))
        for letter, value in spec.mapping(path, data, letters).items()
    }


def _room(has: Hand, lacks: Hand) -> Box | None:
    """The box around all hands that hold and lack some cards, or None if there is no such hand."""
    if has & lacks:
        return None
    lengths = tuple(zip(has.lengths, (13 - missing for missing in lacks.lengths), strict=True))
    return Box.within((has.hcp, min(37, 40 - lacks.hcp)), lengths)
