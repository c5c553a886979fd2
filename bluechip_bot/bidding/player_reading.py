"""What a player's calls show, as the world sampler takes it."""

from __future__ import annotations

import numpy as np
from attrs import field, frozen

from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.rulebook import NO_CALL, label
from bluechip_bot.bidding.softness import Softness
from bluechip_bot.bidding.template import Bound
from bluechip_bot.constraints import ANY, Box, Predicate, Union, batch
from bluechip_bot.model.calls import PASS, Call


@frozen
class CallReading:
    """What one call tells.

    Attributes:
        call: the call.
        boxes: the hands that make it, any of these.
        outer: limits that hold for every hand that our rules would make it with.
        rules: those of its context, the first to take first; none where no rule makes the call.
        text: its words.
        predicates: what else holds for the hand.
        tags: the words by which contexts know it.
        softness: how firmly it is believed, where not as the player's other calls.
    """

    call: Call
    boxes: tuple[Box, ...]
    outer: Box
    rules: tuple[Bound, ...] = ()
    text: str = ""
    predicates: tuple[Predicate, ...] = ()
    tags: frozenset[str] = frozenset()
    softness: Softness | None = None

    def weights(self, features: HandFeatures, softness: Softness) -> batch.Floats:
        """How well each hand agrees with the call: float64[n]."""
        softness = self.softness or softness
        labels = label(self.rules, features)
        made = labels == self.call
        values = batch.features(features.hands)
        if not any(bound.call == self.call for bound in self.rules):
            inside = np.max([_inside(values, box) for box in self.boxes], axis=0)
            made = (labels == NO_CALL) & inside
        return softness.weights(values, made, self.boxes, is_pass=self.call == PASS)


def _inside(values: batch.Counts, box: Box) -> batch.Bools:
    limits = np.array([(box.hcp, *box.lengths)], dtype=np.int16)
    inside: batch.Bools = batch.inside(limits, values)[0]
    return inside


@frozen
class PlayerReading:
    """What all calls of a player show.

    Attributes:
        calls: what each tells, in order.
        softness: how firmly it is believed.
        box: the outer box: loose limits, never without a hand.
        union: weighted boxes around what the calls show.
    """

    calls: tuple[CallReading, ...]
    softness: Softness
    box: Box = field(init=False)
    union: Union = field(init=False)

    @box.default
    def _outer(self) -> Box:
        found = ANY
        for call in self.calls:
            softness = call.softness or self.softness
            both = found.intersect(call.outer.widen(*softness.margin))
            found = found if both is None else both
        return found

    @union.default
    def _weighted(self) -> Union:
        found = Union()
        for call in self.calls:
            softness = call.softness or self.softness
            both = found.intersect(softness.union(call.boxes))
            found = found if both is None else both
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
        features = HandFeatures(hands)
        total: batch.Floats = np.ones(len(hands))
        for call in self.calls:
            total *= call.weights(features, self.softness)
        return np.maximum(total, self.softness.total_floor)
