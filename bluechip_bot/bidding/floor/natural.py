"""The natural chooser: the rule that a hand meets where no rule of a system fits.

A call that a close rule of the auction defines, or a system, tells something else than the floor's
rules of any auction mean by it: the floor makes it only where nothing but a pass is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from attrs import field, frozen

from bluechip_bot.bidding.features import OneHand
from bluechip_bot.bidding.floor.book import ByNature
from bluechip_bot.bidding.floor.rules import FloorRule
from bluechip_bot.bidding.language.syntax import FilePlace
from bluechip_bot.model.calls import PASS, Call


@frozen(slots=False)
class CallChoice:
    """A call with its grounds.

    Attributes:
        call: the call, legal in the auction.
        reason: the rule that made it.
        alert: whether it is alerted.
        place: where that rule stands; None if no rule of a file made the call.
        says: makes what it shows: a line as a player would say it, and all limits in canonical
            words.
        others: makes `runners_up`.
    """

    call: Call
    reason: str
    alert: bool = False
    place: FilePlace | None = None
    says: Callable[[], tuple[str, str]] = field(default=lambda: ("", ""), eq=False, repr=False)
    others: Callable[[], tuple[Call, ...]] = field(default=tuple, eq=False, repr=False)

    @cached_property
    def runners_up(self) -> tuple[Call, ...]:
        """The other calls that rules would allow the hand, the best first."""
        return self.others()

    @cached_property
    def explanation(self) -> str:
        """Its explanation for the opponents in one line; empty when it is not alerted."""
        return self.says()[0] if self.alert else ""


def first_fitting(
    nature: ByNature, hand: OneHand, taken: frozenset[Call] = frozenset()
) -> FloorRule:
    """The first rule of the auction that a hand meets; calls `taken` by a system come last."""
    return next(rule for rule in in_order(nature, taken) if rule.fits(hand))


def in_order(nature: ByNature, taken: frozenset[Call]) -> Iterator[FloorRule]:
    """Yield the rules by nature, the first to take first; the last one, a pass, fits every hand."""
    yield from (rule for rule in nature.close if rule.call not in taken)
    close = {rule.call for rule in nature.close}
    last: list[FloorRule] = []
    for rule in nature.floor:
        if rule.fallback and rule.call == PASS:
            last.append(rule)
            break
        if rule.call in taken or (rule.call in close and any(nature.makers(rule.call, close=True))):
            last.append(rule)
        else:
            yield rule
    yield from last
