"""What a player's calls show, as the world sampler takes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import log
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.rulebook import NO_CALL
from bluechip_bot.bidding.reading.ladder import CallKind, Rungs, graded, level, rungs_of
from bluechip_bot.bidding.reading.softness import Softness, default_profiles
from bluechip_bot.constraints import ANY, Box, Predicate, Union, batch
from bluechip_bot.model.calls import Call

_INCREDIBLE: Final = log(0.02)
"""A hand that weighs less by the calls replayed so far is not replayed further."""
_WORTH_A_COPY: Final = 0.7
"""The features of hands are counted anew for fewer, where this share or less is left."""

Labeller = Callable[[HandFeatures], npt.NDArray[np.int8]]
"""The call that rules make with each hand, or NO_CALL: int8[n]."""


@frozen
class CallReading:
    """What one call tells.

    Attributes:
        call: the call.
        kind: what sort of call it is.
        boxes: the hands that make it, any of these.
        hull: limits of them all.
        outer: limits that hold for every hand that our rules would make it with.
        label: what the rules would have called with other hands.
        text: its words.
        predicates: what else holds for the hand.
        tags: the words by which contexts know it.
        softness: how firmly it is believed, where not as the player's calls are.
        told: whether its caller said something of it.
    """

    call: Call
    kind: CallKind
    boxes: tuple[Box, ...]
    hull: Box
    outer: Box
    label: Labeller = field(eq=False, repr=False)
    text: str = ""
    predicates: tuple[Predicate, ...] = ()
    tags: frozenset[str] = frozenset()
    softness: Softness | None = None
    told: bool = False

    def believed(self, softness: Softness) -> Softness:
        """How firmly it is believed, the player's calls being believed so."""
        if self.softness is not None:
            return self.softness
        return (softness.told or default_profiles().explained) if self.told else softness

    def rungs(self, *, single: bool) -> Rungs:
        """Its ladder: by the boxes of its rules, or by their hull alone."""
        return rungs_of(self.kind, self.boxes if single else (), self.hull)

    def union(self, softness: Softness) -> Union:
        """The weights of hands by points and lengths, the player's calls being believed so."""
        softness = self.believed(softness)
        return graded(self.rungs(single=softness.single), softness.grades.of(self.kind))

    def margin(self, softness: Softness) -> tuple[int, int]:
        """How far its outer box is moved outwards, in points and cards."""
        return self.believed(softness).margins.of(self.kind)

    def log_grades(self, values: batch.Counts, softness: Softness) -> batch.Floats:
        """The logarithm of its weight of each hand by points and lengths: float64[n]."""
        softness = self.believed(softness)
        grades = np.log(softness.grades.of(self.kind))
        found: batch.Floats = grades[level(self.rungs(single=softness.single), values)]
        return found

    def differs(self, features: HandFeatures) -> batch.Bools:
        """Which hands the rules make another call with: bool[n]."""
        labels = self.label(features)
        return np.asarray((labels != self.call) & (labels != NO_CALL), dtype=np.bool_)


@frozen(slots=False)
class PlayerReading:
    """What all calls of a player show.

    Attributes:
        calls: what each tells, in order.
        softness: how firmly they are believed, but for those that say so themselves.
    """

    calls: tuple[CallReading, ...]
    softness: Softness

    @cached_property
    def box(self) -> Box:
        """The outer box: loose limits, never without a hand."""
        found = ANY
        for call in self.calls:
            both = found.intersect(call.outer.widen(*call.margin(self.softness)))
            found = found if both is None else both
        return found

    @cached_property
    def union(self) -> Union:
        """Weighted boxes around what the calls show; every hand weighs something."""
        found = Union()
        for call in self.calls:
            both = found.intersect(call.union(self.softness))
            assert both is not None  # the outermost box of every call is any hand
            found = both
        return found

    @property
    def predicates(self) -> tuple[Predicate, ...]:
        """What else holds for the hand, by all calls."""
        return tuple(dict.fromkeys(item for call in self.calls for item in call.predicates))

    @property
    def tags(self) -> frozenset[str]:
        """The words by which contexts know his calls."""
        return frozenset[str]().union(*(call.tags for call in self.calls))

    @property
    def notes(self) -> tuple[str, ...]:
        """The words for each call, the latest last."""
        return tuple(call.text for call in self.calls)

    def weights(self, hands: batch.Hands) -> batch.Floats:
        """How well each hand of thirteen cards agrees with all calls: float64[n] from uint64[n]."""
        total = self.log_replay(hands)
        values = batch.features(hands)
        for call in self.calls:
            total += call.log_grades(values, self.softness)
        return np.exp(total)

    def log_replay(self, hands: batch.Hands) -> batch.Floats:
        """What replaying the calls with each hand says beyond the boxes: float64[n], logarithms."""
        unique, place = np.unique(hands, return_inverse=True)
        total: batch.Floats = np.zeros(len(unique))
        left, features = np.arange(len(unique)), HandFeatures(unique)
        for call in self.calls:
            factor = call.believed(self.softness).other.of(call.kind)
            if factor == 1 or not len(left):
                continue
            total[left[call.differs(features)]] += log(factor)
            believed = total[left] > _INCREDIBLE
            if believed.mean() < _WORTH_A_COPY:
                left = left[believed]
                features = HandFeatures(unique[left])
        return np.asarray(total[place], dtype=np.float64)
