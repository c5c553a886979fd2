"""The chooser: for every hand and every auction one legal call."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.bidding.auction.meaning import ALL_POINTS
from bluechip_bot.bidding.features import HandFeatures, OneHand
from bluechip_bot.bidding.floor.book import ByNature
from bluechip_bot.bidding.floor.rules import Rule
from bluechip_bot.bidding.language.rulebook import NO_CALL
from bluechip_bot.constraints import batch
from bluechip_bot.model.calls import PASS, Call


@frozen
class Choice:
    """A call with its grounds.

    Attributes:
        call: the call, legal in the auction.
        explanation: what it shows, for the opponents; empty when it is natural.
        reason: the rule that made it.
        alert: whether it is alerted.
        runners_up: the other calls that rules would allow the hand, the best first.
    """

    call: Call
    explanation: str
    reason: str
    alert: bool = False
    runners_up: tuple[Call, ...] = ()


def first_fitting(nature: ByNature, hand: OneHand, taken: frozenset[Call] = frozenset()) -> Rule:
    """The first rule of the auction that a hand meets.

    A call that a close rule defines is made by the floor only where nothing but a pass is left:
    it tells something else. So are the calls `taken` by a system, which come last.
    """
    defined = set(taken)
    for rule in nature.close:
        if rule.call in taken:
            continue
        if rule.fits(hand):
            return rule
        defined.add(rule.call)
    second: Rule | None = None
    for rule in nature.floor:
        if not rule.fits(hand):
            continue
        if rule.fallback and rule.call == PASS:
            return second or rule
        if rule.call not in defined:
            return rule
        second = second or rule
    raise AssertionError("the last rule fits every hand")


@frozen
class NaturalRules:
    """The rules by nature beside those of a system, for many hands.

    Attributes:
        nature: the rules.
        taken: the calls that a system defines, which come last.
    """

    nature: ByNature
    taken: frozenset[Call] = frozenset()

    def label(self, labels: npt.NDArray[np.int8], features: HandFeatures) -> None:
        """Set the call of `first_fitting` wherever a label, int8[n], is NO_CALL yet."""
        second = np.full(len(labels), NO_CALL, dtype=np.int8)
        defined = set(self.taken)
        for rule in self.nature.close:
            if rule.call not in self.taken:
                labels[_fitting(rule, features, labels == NO_CALL)] = rule.call
                defined.add(rule.call)
        for rule in self.nature.floor:
            free = labels == NO_CALL
            if not free.any():
                break
            fitting = _fitting(rule, features, free)
            if rule.fallback and rule.call == PASS:
                labels[fitting] = np.where(second == NO_CALL, rule.call, second)[fitting]
            elif rule.call not in defined:
                labels[fitting] = rule.call
            else:
                second[fitting & (second == NO_CALL)] = rule.call


def _fitting(rule: Rule, features: HandFeatures, wanted: batch.Bools) -> batch.Bools:
    """Which of the wanted hands meet a rule: bool[n]; tests are asked where the limits hold."""
    limits = np.array([(rule.hcp, *rule.lengths)], dtype=np.int16)
    found: batch.Bools = wanted & batch.inside(limits, features.limited)[0]
    if rule.points != ALL_POINTS and found.any():
        low, high = rule.points
        points = features.points if rule.trump is None else features.support(rule.trump)
        found &= (low <= points) & (points <= high)
    if rule.test is not None:
        for index in np.flatnonzero(found).tolist():
            found[index] = rule.test(features.single(index))
    return found
