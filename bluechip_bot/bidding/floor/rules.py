"""Rules: when a call is made and what it shows, in one object.

A context (what has been bid) gives an ordered list of rules. The chooser takes the first legal
rule that a hand meets; the reader takes the hull of all rules of the call that was made. A rule's
limits bind both, so that in our own bidding a hand lies within what its calls show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVarTuple

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.auction.meaning import ALL_POINTS, Forcing, Sense
from bluechip_bot.bidding.features import SHAPE_LIMIT, HandFeatures, OneHand
from bluechip_bot.constraints import Box, Range
from bluechip_bot.constraints.batch import Bools
from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Strain, Suit

Lengths = tuple[Range, Range, Range, Range]
Test = Callable[[OneHand], bool]
Values = TypeVarTuple("Values")

SPADES, HEARTS, DIAMONDS, CLUBS = Suit
NOTRUMP: Final = Strain.NOTRUMP
THREE_NOTRUMP: Final = Call.bid(3, NOTRUMP)
ALL_HCP: Final[Range] = (0, 37)
ALL_LENGTHS: Final[Lengths] = ((0, 13), (0, 13), (0, 13), (0, 13))
BALANCED: Final[Lengths] = ((2, 5), (2, 5), (2, 5), (2, 5))


@frozen
class Rule:
    """A call, the hands that make it and what it tells.

    Attributes:
        call: the call; a rule whose call is not legal does not apply.
        name: the reason in words.
        hcp: limits of the high-card points.
        points: limits of the points (in support of `trump` where given).
        trump: the suit in whose support the points are counted, or None.
        lengths: limits of the four suit lengths.
        test: a further condition on the hand, which the call does not show; or None.
        kind: the sort of call.
        forcing: how far it forces partner.
        artificial: whether it says nothing of the strain it names.
        final: whether partner is expected to pass.
        agrees: the trump suit that it agrees, or None.
        ask: the question that it asks, by the name that rule files use; or an empty text.
        fallback: whether it is the last resort, no part of what the call shows.
        closing: whether every hand outside its limits has another call, no last resort.
    """

    call: Call
    name: str
    hcp: Range = ALL_HCP
    points: Range = ALL_POINTS
    trump: int | None = None
    lengths: Lengths = ALL_LENGTHS
    test: Test | None = None
    kind: Sense = Sense.SUIT
    forcing: Forcing = Forcing.NONE
    artificial: bool = False
    final: bool = False
    agrees: int | None = None
    ask: str = ""
    fallback: bool = False
    closing: bool = False

    def fits(self, hand: OneHand) -> bool:
        """Whether a hand makes this call, were it legal and no earlier rule fitting."""
        return bool(self._within(hand)) and (self.test is None or self.test(hand))

    def fitting(self, hands: HandFeatures, wanted: Bools) -> Bools:
        """Which of the wanted hands, bool[n], make it: bool[n]."""
        found: Bools = wanted & self._within(hands)
        if self.test is not None:
            for index in np.flatnonzero(found).tolist():
                found[index] = self.test(hands.single(index))
        return found

    def _within(self, hand: OneHand | HandFeatures) -> Any:
        """Whether one hand is within the limits: bool; which of many are: bool[n]."""
        low, high = self.hcp
        found: Any = (low <= hand.hcp) & (hand.hcp <= high)
        for suit, (low, high) in enumerate(self.lengths):
            if found is False:
                return False
            if (low, high) != (0, 13):
                length: Any = hand.by_suit("lengths", suit)
                found &= (low <= length) & (length <= high)
        if self.points != ALL_POINTS and found is not False:
            low, high = self.points
            points: Any = hand.points if self.trump is None else hand.support(self.trump)
            found &= (low <= points) & (points <= high)
        return found

    @property
    def is_possible(self) -> bool:
        """Whether any hand can meet the limits."""
        low, high = self.shown_hcp
        if low > high or self.points[0] > self.points[1]:
            return False
        (a, b), (c, d), (e, f), (g, h) = self.lengths
        in_order = 0 <= a <= b <= 13 and 0 <= c <= d <= 13 and 0 <= e <= f <= 13
        return in_order and 0 <= g <= h <= 13 and a + c + e + g <= 13 <= b + d + f + h

    @property
    def shown_hcp(self) -> Range:
        """The high-card points that follow from both limits."""
        return (
            max(self.hcp[0], self.points[0] - SHAPE_LIMIT, 0),
            min(self.hcp[1], self.points[1], 37),
        )

    @property
    def box(self) -> Box:
        """What the call shows.

        Raises:
            BoxError: if no hand can meet the limits.
        """
        return Box(self.shown_hcp, self.lengths)


Rules = Iterator[Rule]


def spans(limits: Mapping[Suit, Range] | Mapping[int, Range]) -> Lengths:
    """The limits of all four lengths from those of some suits."""
    spades, hearts, diamonds, clubs = (limits.get(suit, (0, 13)) for suit in Suit)
    return (spades, hearts, diamonds, clubs)


def given(test: Callable[[OneHand, *Values], bool], *values: *Values) -> Test:
    """A test with further arguments that are fixed now, as in a loop."""
    return lambda hand: test(hand, *values)


def at_least(suit: int, length: int) -> Lengths:
    """The limits of a hand with so many cards of a suit."""
    return spans({suit: (max(0, length), 13)})
