"""The meaning of a call by the rules that make it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final

from attrs import evolve

from bluechip_bot.bidding.auction.marks import marks
from bluechip_bot.bidding.auction.meaning import ALL_POINTS, FORCING, CallSense, Forcing, Meaning
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.floor import NaturalFloor
from bluechip_bot.bidding.language.limits import resolved_points
from bluechip_bot.bidding.language.template import BoundRule
from bluechip_bot.bidding.language.wording import describe
from bluechip_bot.constraints import ANY, Box
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Suit

_SELF_SUFFICIENT: Final = 6
"""The length of a suit that needs no support."""
_KINDS: Final = {
    "takeout": CallSense.TAKEOUT, "negative": CallSense.TAKEOUT, "responsive": CallSense.TAKEOUT,
    "penalty": CallSense.PENALTY,
}  # fmt: skip
"""The sense of a double for the natural floor, by the name in its rule (`as takeout`)."""


def boxes_of(rules: Sequence[BoundRule]) -> tuple[Box, ...]:
    """The boxes of the hands that the rules of one call show; ANY if there are none."""
    found = [box for bound in rules for box in bound.boxes]
    return tuple(dict.fromkeys(found)) or (ANY,)


def meaning(
    state: AuctionState, call: Call, rules: Sequence[BoundRule], floor: NaturalFloor | None = None
) -> Meaning:
    """The meaning of a call of the player to call, from the rules that make it.

    If no rule makes the call, it has its natural meaning, by `floor`. If rules make it but do not
    say what kind of call it is, such as a takeout double, the kind is that of the natural call.
    """
    if not rules:
        natural = (floor or NaturalFloor(state)).meaning(call)
        return evolve(natural, marks=marks(state, natural))
    hull = reduce(Box.hull, boxes_of(rules))
    spans = [span for bound in rules if (span := resolved_points(bound.shown))]
    low, high = ALL_POINTS
    if spans:
        low, high = min(span[0] for span in spans), max(span[1] for span in spans)
    if call.is_bid and call.strain.suit is None:  # a notrump hand has few points for length
        high = max(low, min(high, hull.hcp[1] + 2))
    clauses = dict(rules[0].rule.clauses)
    names = rules[0].scene.suits
    transfer = names.get(clauses.get("transfer", ""))
    agrees = names.get(clauses.get("agree", ""))
    artificial = is_artificial(state, call, hull, clauses)
    told = Meaning(
        call,
        _kind(state, call, clauses, floor),
        box=hull,
        points=(low, high),
        forcing=max((FORCING[word] for word in clauses if word in FORCING), default=Forcing.NONE),
        artificial=artificial,
        final="signoff" in clauses,
        agrees=_agreed(state, call, hull, artificial=artificial) if agrees is None else agrees,
        name=name(rules),
        marks=frozenset(word for key in ("as", "ask") if (word := clauses.get(key, ""))),
        ask=clauses.get("ask", ""),
        transfer=transfer,
        limited="limit" in clauses,
        alert=any(is_alerted(bound) for bound in rules),
    )
    return evolve(told, marks=marks(state, told))


def name(rules: Sequence[BoundRule]) -> str:
    """The name of a call: that of the first rule that makes it, or else what this rule shows."""
    return rules[0].rule.text or describe(rules[0].shown)


def _kind(
    state: AuctionState, call: Call, clauses: dict[str, str], floor: NaturalFloor | None
) -> CallSense:
    """The kind of a call; a pass has only one, so no natural rule is looked up for it."""
    named = _KINDS.get(clauses.get("as", ""))
    if named is not None:
        return named
    return CallSense.PASS if call == PASS else (floor or NaturalFloor(state)).sense(call)


def is_artificial(state: AuctionState, call: Call, hull: Box, clauses: dict[str, str]) -> bool:
    """Whether a bid says nothing about the strain it names, or is notrump and shows a new suit.

    A bid in a suit is natural with any support if partner has shown six cards or more in it.
    """
    if not call.is_bid:
        return False
    if {"transfer", "relay", "ask"} & clauses.keys():
        return True
    suit, known = call.strain.suit, state.my_box.lengths
    if suit is None:
        bid = state.ours
        spans = enumerate(zip(hull.lengths, known, strict=True))
        return any(
            span[0] >= 5 and span[0] > before[0] and not bid >> new & 1
            for new, (span, before) in spans
        )
    if state.partner_box.lengths[suit][0] >= _SELF_SUFFICIENT:
        return False
    return max(hull.lengths[suit][0], known[suit][0]) < 2


def is_alerted(bound: BoundRule) -> bool:
    """Whether a rule's call is alerted."""
    return "alert" in dict(bound.rule.clauses)


def _agreed(state: AuctionState, call: Call, hull: Box, *, artificial: bool) -> Suit | None:
    """The suit of a natural raise with support, or None."""
    suit = call.strain.suit if call.is_bid and call != PASS else None
    if suit is None or artificial or not state.strains[state.partner] >> suit & 1:
        return None
    least = hull.lengths[suit][0]
    return suit if least >= 3 or least + state.partner_box.lengths[suit][0] >= 8 else None
