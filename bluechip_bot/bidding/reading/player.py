"""Readings of a player's calls, in the form that the world sampler takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, reduce
from math import log
from typing import Final, Literal

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.rulebook import NO_CALL
from bluechip_bot.bidding.reading.ladder import CallKind, Rungs, graded, level, rungs_of
from bluechip_bot.bidding.reading.softness import ReadingSoftness
from bluechip_bot.constraints import ANY, Box, ConstraintUnion, Predicate, batch, outermost
from bluechip_bot.model.calls import Call

# Replaying calls is the slowest part of weighing hands.
_INCREDIBLE: Final = log(0.02)
"""The logarithm of the weight below which a hand is not replayed any further."""
_WORTH_A_COPY: Final = 0.7
"""The features of the remaining hands are computed again if at most this share remains."""
_MOST_BOXES: Final = 40

Labeller = Callable[[HandFeatures], npt.NDArray[np.int8]]
"""The call that rules make with each hand, or NO_CALL: int8[n]."""
Chances = Callable[[HandFeatures, float], npt.NDArray[np.float64]]
"""How much more likely each hand makes a call than a random one, as a logarithm: float64[n].

The second argument is the share of such calls that say nothing about the hand.
"""
# A hand that the book does not expect must be drawn now and then, or a few such hands would have
# most of the weight.
_OUTSIDE: Final = 0.02
"""The least grade of a call whose probability is known."""


@frozen(slots=False)
class CallReading:
    """The reading of one call.

    Attributes:
        boxes: boxes that together contain the hands that make it.
        outer: limits of every hand with which our rules would make it.
        label: returns the call that the rules make with each hand.
        says: returns its meaning in words, `text`.
        predicates: other facts that hold for the hand.
        tags: the marks by which contexts know it.
        told: who explained it, its caller or the operator; empty for nobody.
        log_chances: returns the logarithm of how likely each hand is to make it; None if rules make
            it, which always make the same call with a hand.
        book: for a call by a policy, its reading by the rules that the policy learnt from.
    """

    call: Call
    kind: CallKind
    boxes: tuple[Box, ...]
    hull: Box
    outer: Box
    label: Labeller = field(eq=False, repr=False)
    says: Callable[[], str] = field(default=str, eq=False, repr=False)
    predicates: tuple[Predicate, ...] = ()
    tags: frozenset[str] = frozenset()
    told: Literal["", "caller", "operator"] = ""
    log_chances: Chances | None = field(default=None, eq=False, repr=False)
    book: CallReading | None = field(default=None, eq=False, repr=False)

    @cached_property
    def text(self) -> str:
        """The meaning of the call in words."""
        return self.says()

    def believed(self, softness: ReadingSoftness) -> ReadingSoftness:
        """The profile for this call: `softness`, or the one in it for the explainer, `told`."""
        by_teller = {"caller": softness.told, "operator": softness.overridden}
        return by_teller.get(self.told) or softness

    def rungs(self, *, single: bool) -> Rungs:
        """The ladder of the call, around the boxes of its rules (`single`) or around their hull."""
        rules = self.book or self
        return rungs_of(rules.kind, rules.boxes if single else (), rules.hull)

    def union(self, softness: ReadingSoftness) -> ConstraintUnion:
        """The weights of hands by points and lengths, as weighted boxes."""
        softness = self.believed(softness)
        return graded(self.rungs(single=softness.single), self._grades(softness))

    def _grades(self, softness: ReadingSoftness) -> Sequence[float]:
        if self.book is None:
            return softness.grades[self.kind]
        return [max(grade, _OUTSIDE) for grade in softness.grades[self.book.kind]]

    def margin(self, softness: ReadingSoftness) -> tuple[int, int]:
        """How far the call's outer box is moved outwards, in points and in cards of each suit."""
        if self.log_chances is not None:
            return 0, 0
        points, cards = self.believed(softness).margins[self.kind]
        return points, cards

    def log_grades(self, values: batch.Counts, softness: ReadingSoftness) -> batch.Floats:
        """The log weight of each hand for this call, by points and lengths: float64[n]."""
        softness = self.believed(softness)
        grades = np.log(self._grades(softness))
        found: batch.Floats = grades[level(self.rungs(single=softness.single), values)]
        return found

    def log_replay(self, features: HandFeatures, softness: ReadingSoftness) -> batch.Floats | None:
        """The log weight of each hand for this call, by what it would call; None if all are equal.

        If rules make the calls, all hands with which they would make another get the same factor.
        A policy makes each call with some probability. The weight is then a product: the book's
        weight times the policy's, each to the power of its share (a logarithmic pool of opinions;
        C. Genest, J. Zidek, *Combining Probability Distributions*, 1986). Hands are drawn by the
        grades of the book; dividing the policy's weight by these leaves the book only its share.
        """
        believed = self.believed(softness)
        if self.log_chances is None or self.book is None:
            factor = believed.other[self.kind]
            if factor == 1:
                return None
            return np.where(self.differs(features), log(factor), 0.0)
        error = believed.rebid_error if self.kind is CallKind.REBID else believed.error
        drawn = self.log_grades(batch.features(features.hands), softness)
        found = (1 - believed.book) * (self.log_chances(features, error) - drawn)
        by_book = self.book.log_replay(features, believed)
        return found if by_book is None else found + believed.book * by_book

    def differs(self, features: HandFeatures) -> batch.Bools:
        """Whether the rules make another call with each hand: bool[n]."""
        labels = self.label(features)
        return np.asarray((labels != self.call) & (labels != NO_CALL), dtype=np.bool_)


@frozen(slots=False)
class PlayerReading:
    """The reading of all calls of a player, in order.

    `softness` is for calls that have no softness of their own.
    """

    calls: tuple[CallReading, ...]
    softness: ReadingSoftness

    @cached_property
    def box(self) -> Box:
        """The outer box of all calls: loose limits, which some hand always meets."""
        found = ANY
        for call in self.calls:
            both = found.intersect(call.outer.widen(*call.margin(self.softness)))
            found = found if both is None else both
        return found

    @cached_property
    def union(self) -> ConstraintUnion:
        """Weighted boxes around what the calls show; every hand has a positive weight."""
        found = ConstraintUnion()
        for call in self.calls:
            both = found.intersect(call.union(self.softness))
            assert both is not None  # the outermost box of every call is any hand
            found = both
        return found

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """Boxes around the hands that make all calls, ignoring calls that contradict earlier ones.

        If there would be many boxes, there is a single one around them.
        """
        found: tuple[Box, ...] = (ANY,)
        for call in self.calls:
            both = (a.intersect(b) for a in found for b in call.boxes)
            kept = outermost(box for box in both if box is not None)
            found = kept or found
            if len(found) > _MOST_BOXES:
                found = (reduce(Box.hull, found),)
        return found

    @property
    def predicates(self) -> tuple[Predicate, ...]:
        """The predicates of all calls."""
        return tuple(dict.fromkeys(item for call in self.calls for item in call.predicates))

    def weights(self, hands: batch.HandMasks) -> batch.Floats:
        """How well each hand of thirteen cards agrees with all calls: float64[n] from uint64[n]."""
        total = self.log_replay(hands)
        values = batch.features(hands)
        for call in self.calls:
            total += call.log_grades(values, self.softness)
        return np.exp(total)

    def log_replay(self, hands: batch.HandMasks) -> batch.Floats:
        """The log weight of each hand by what it would call in the player's turns: float64[n]."""
        unique, place = np.unique(hands, return_inverse=True)
        total: batch.Floats = np.zeros(len(unique))
        left, features = np.arange(len(unique)), HandFeatures(unique)
        for call in self.calls:
            change = call.log_replay(features, self.softness) if len(left) else None
            if change is None:
                continue
            total[left] += change
            believed = total[left] > _INCREDIBLE
            if believed.mean() < _WORTH_A_COPY:
                left = left[believed]
                features = HandFeatures(unique[left])
        return np.asarray(total[place], dtype=np.float64)
