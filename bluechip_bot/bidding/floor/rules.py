"""Natural rules: a rule of the floor's files, bound to a call, as the floor uses it.

The chooser takes the first legal rule that a hand meets; the reader takes the hull of all rules of
the call that was made. What a rule shows binds both, so that in our own bidding a hand lies within
what its calls show.
"""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from bluechip_bot.bidding.auction.meaning import ALL_POINTS, FORCING, CallSense, Forcing, Meaning
from bluechip_bot.bidding.features import OneHand
from bluechip_bot.bidding.language.syntax import AllParts, AtomTest
from bluechip_bot.bidding.language.template import Bound
from bluechip_bot.constraints import Range
from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import SUIT_LETTERS, Suit


@frozen(slots=False)
class FloorRule:
    """A call, the hands that make it, and its meaning.

    Attributes:
        bound: the rule of the file.
    """

    bound: Bound

    @property
    def call(self) -> Call:
        """The call."""
        return self.bound.call

    def fits(self, hand: OneHand) -> bool:
        """Whether a hand makes this call, were it legal and no earlier rule fitting."""
        return bool(self.bound.test(hand, self.bound.scene))

    @property
    def fallback(self) -> bool:
        """Whether it is the last resort, no part of what the call shows."""
        return self.bound.rule.prio == 0

    @cached_property
    def strength(self) -> tuple[Range, Suit | None]:
        """The limits of the points, and the suit in whose support they are counted, or None."""
        shown = self.bound.shown
        for part in shown.parts if isinstance(shown, AllParts) else (shown,):
            if isinstance(part, AtomTest) and part.name in ("pts", "sup") and part.span is not None:
                low, high = part.span
                suit = Suit(SUIT_LETTERS.index(part.arguments[0])) if part.arguments else None
                return (low, min(high, ALL_POINTS[1])), suit
        return ALL_POINTS, None

    @property
    def is_possible(self) -> bool:
        """Whether any hand can meet the limits."""
        low, high = self.strength[0]
        return low <= high and bool(self.bound.boxes)

    @property
    def kind(self) -> CallSense:
        """The sense of the call."""
        return CallSense[self.clauses.get("as", "suit").upper()]

    @cached_property
    def told(self) -> Meaning:
        """The meaning of the call; some hand must meet its limits."""
        clauses, suits = self.clauses, self.bound.scene.suits
        kind = self.kind
        forcing = next((how for word, how in FORCING.items() if word in clauses), Forcing.NONE)
        if kind is CallSense.SUIT and self.bound.scene.facts["passed_hand"]:
            forcing = forcing if forcing is Forcing.GAME else Forcing.NONE
        return Meaning(
            self.call,
            kind,
            self.bound.boxes[0],
            self.strength[0],
            forcing,
            artificial=kind in (CallSense.CUE, CallSense.ASK),
            final="signoff" in clauses,
            agrees=suits.get(clauses.get("agree", "")),
            name=self.bound.rule.text,
            ask=clauses.get("ask", ""),
        )

    @cached_property
    def clauses(self) -> dict[str, str]:
        """Its clauses, each with its argument.

        `limit` says that every hand outside the limits has another call, no last resort.
        """
        return dict(self.bound.rule.clauses)
