"""The natural chooser: the rule that a hand meets where no rule of a system fits.

A call that a close rule of the auction defines, or a system, tells something else than the floor's
rules of any auction mean by it: the floor makes it only where nothing but a pass is left.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.bidding.features import HandFeatures, OneHand
from bluechip_bot.bidding.floor.book import ByNature
from bluechip_bot.bidding.floor.rules import Rule
from bluechip_bot.bidding.language.rulebook import NO_CALL
from bluechip_bot.model.calls import PASS, Call


@frozen
class CallChoice:
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
    """The first rule of the auction that a hand meets; calls `taken` by a system come last."""
    return next(rule for rule in _in_order(nature, taken) if rule.fits(hand))


def label(
    nature: ByNature,
    taken: frozenset[Call],
    labels: npt.NDArray[np.int8],
    features: HandFeatures,
) -> None:
    """Set the call of `first_fitting` wherever a label, int8[n], is NO_CALL yet."""
    for rule in _in_order(nature, taken):
        free = labels == NO_CALL
        if not free.any():
            return
        labels[rule.fitting(features, free)] = rule.call


def _in_order(nature: ByNature, taken: frozenset[Call]) -> Iterator[Rule]:
    """Yield the rules by nature, the first to take first; the last one, a pass, fits every hand."""
    defined = set(taken)
    for rule in nature.close:
        if rule.call not in taken:
            yield rule
            defined.add(rule.call)
    last: list[Rule] = []
    for rule in nature.floor:
        if rule.fallback and rule.call == PASS:
            last.append(rule)
            break
        if rule.call in defined:
            last.append(rule)
        else:
            yield rule
    yield from last
