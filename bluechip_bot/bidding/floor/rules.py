"""Natural rules: a rule of the floor's files, bound to a call, as the floor uses it.

The chooser takes the first legal rule that a hand meets; the reader takes the hull of all rules of
the call that was made. What a rule shows binds both, so that in our own bidding a hand lies within
what its calls show.
"""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from bluechip_bot.bidding.auction.meaning import ALL_POINTS, Forcing, Sense
from bluechip_bot.bidding.features import HandFeatures, OneHand
from bluechip_bot.bidding.language.condition import answers
from bluechip_bot.bidding.language.limits import resolved_boxes
from bluechip_bot.bidding.language.syntax import All, Atom
from bluechip_bot.bidding.language.template import Bound
from bluechip_bot.constraints import ANY, Box, Range
from bluechip_bot.constraints.batch import Bools
from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import SUIT_LETTERS, Suit

_FORCING = {"f1": Forcing.ROUND, "game": Forcing.GAME}


@frozen(slots=False)
class Rule:
    """A call, the hands that make it and what it tells.

    Attributes:
        bound: the rule of the file.
    """

    bound: Bound

    @property
    def call(self) -> Call:
        """The call."""
        return self.bound.call

    @property
    def name(self) -> str:
        """The reason in words."""
        return self.bound.rule.text

    @cached_property
    def _clauses(self) -> dict[str, str]:
        return dict(self.bound.rule.clauses)

    def fits(self, hand: OneHand) -> bool:
        """Whether a hand makes this call, were it legal and no earlier rule fitting."""
        return bool(self.bound.test(hand, self.bound.scene))

    def fitting(self, hands: HandFeatures, wanted: Bools) -> Bools:
        """Which of the wanted hands, bool[n], make it: bool[n]."""
        return wanted & answers(self.bound.test, hands, self.bound.scene)

    @property
    def kind(self) -> Sense:
        """The sort of call."""
        return Sense[self._clauses.get("as", "suit").upper()]

    @property
    def forcing(self) -> Forcing:
        """How far it forces partner. A passed hand's new suit does not."""
        passed = self.kind is Sense.SUIT and "passed_hand" in self.bound.scene.facts
        found = (how for word, how in _FORCING.items() if word in self._clauses)
        how = next(found, Forcing.NONE)
        return Forcing.NONE if passed and how is Forcing.ROUND else how

    @property
    def artificial(self) -> bool:
        """Whether it says nothing of the strain it names."""
        return self.kind in (Sense.CUE, Sense.ASK)

    @property
    def final(self) -> bool:
        """Whether partner is expected to pass."""
        return "signoff" in self._clauses

    @property
    def agrees(self) -> Suit | None:
        """The trump suit that it agrees, or None."""
        return self.bound.scene.suits.get(self._clauses.get("agree", ""))

    @property
    def ask(self) -> str:
        """The question that it asks, by the name that rule files use; or an empty text."""
        return self._clauses.get("ask", "")

    @property
    def fallback(self) -> bool:
        """Whether it is the last resort, no part of what the call shows."""
        return self.bound.rule.prio == 0

    @property
    def closing(self) -> bool:
        """Whether every hand outside its limits has another call, no last resort."""
        return "limit" in self._clauses

    @cached_property
    def strength(self) -> tuple[Range, Suit | None]:
        """The limits of the points, and the suit in whose support they are counted, or None."""
        shown = self.bound.shown
        for part in shown.parts if isinstance(shown, All) else (shown,):
            if isinstance(part, Atom) and part.name in ("pts", "sup") and part.span is not None:
                low, high = part.span
                suit = Suit(SUIT_LETTERS.index(part.arguments[0])) if part.arguments else None
                return (low, min(high, ALL_POINTS[1])), suit
        return ALL_POINTS, None

    @property
    def points(self) -> Range:
        """The limits of the points."""
        return self.strength[0]

    @cached_property
    def _box(self) -> Box | None:
        low, high = self.points
        found = resolved_boxes(self.bound.shown)
        return found[0] if found and low <= high else None

    @property
    def is_possible(self) -> bool:
        """Whether any hand can meet the limits."""
        return self._box is not None

    @property
    def box(self) -> Box:
        """What the call shows; any hand if none can meet the limits."""
        return self._box or ANY
