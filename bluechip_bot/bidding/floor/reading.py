"""The natural meaning of calls.

The same rules choose and read: a call means the hull of the rules that make it in its context.
A call that no rule makes, as strangers may, shows length in the suit named and strength by level.
"""

from __future__ import annotations

from attrs import evolve

from bluechip_bot.bidding.auction.meaning import ALL_POINTS, CallSense, Forcing, Meaning
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.floor.book import ByNature
from bluechip_bot.bidding.floor.rules import FloorRule
from bluechip_bot.bidding.language.syntax import AllParts, AtomTest, Condition
from bluechip_bot.constraints import ANY, Box, Range
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import SUIT_LETTERS

_BALANCEDISH = ((1, 6), (1, 6), (1, 6), (1, 6))


def meaning(state: AuctionState, call: Call, nature: ByNature | None = None) -> Meaning:
    """The meaning of a call of the player to call, by the auction's rules if they are known."""
    rules, firm = _makers(nature or ByNature(state), call)
    return _meaning(state, call, rules, firm=firm)


def sense(nature: ByNature, call: Call) -> CallSense:
    """The sense of a bid, double or redouble of the player to call, by the rules of the auction."""
    for close in (True, False):
        last = None
        for rule in nature.makers(call, close=close):
            if not rule.fallback:
                return rule.kind
            last = last or rule
    return natural(nature.state, call, last).kind


def maker_boxes(nature: ByNature, call: Call) -> tuple[Box, ...]:
    """The hands of the single rules that make a call by nature; none where no rule does."""
    rules, firm = _makers(nature, call)
    return tuple(dict.fromkeys(rule.told.box for rule in rules)) if firm else ()


def maker_conditions(nature: ByNature, call: Call) -> tuple[Condition, ...]:
    """What the single rules show that make a call by nature; what it means where no rule does."""
    rules, firm = _makers(nature, call)
    if firm or (rules and call.is_bid):
        return tuple(dict.fromkeys(_limits(rule.told.box, *rule.strength) for rule in rules))
    told = _meaning(nature.state, call, rules, firm=False)
    return (_limits(told.box, told.points, None),)


def remarks(nature: ByNature, call: Call) -> list[str]:
    """What the rules that make a call by nature say of it besides the hand: that it invites."""
    rules, firm = _makers(nature, call)
    return [("", "invites")["invites" in rule.told.name] for rule in rules if firm]


def _limits(box: Box, points: Range, trump: int | None) -> Condition:
    parts = [] if box.hcp == ANY.hcp else [AtomTest("hcp", (), box.hcp)]
    if points != ALL_POINTS:
        suit = () if trump is None else (SUIT_LETTERS[trump],)
        parts.append(AtomTest("pts" if trump is None else "sup", suit, points))
    parts += [
        AtomTest(SUIT_LETTERS[suit], (), span)
        for suit, span in enumerate(box.lengths)
        if span != (0, 13)
    ]
    return AllParts(tuple(parts))


def outer_box(nature: ByNature, call: Call, box: Box) -> Box:
    """A box around one of a call's, and around all rules by nature that make it, the last too."""
    makers = [*nature.makers(call, close=True), *nature.makers(call, close=False)]
    if any("limit" in rule.clauses for rule in makers):
        makers = [rule for rule in makers if not rule.fallback]
    for rule in makers:
        box = box.hull(rule.told.box)
    return box


def _makers(nature: ByNature, call: Call) -> tuple[list[FloorRule], bool]:
    """The rules that make a call, and whether these are more than the floor's last resorts."""
    found: list[FloorRule] = []
    for close in (True, False):
        found = list(nature.makers(call, close=close))
        if firm := [rule for rule in found if not rule.fallback]:
            return firm, True
    return found, False


def _meaning(state: AuctionState, call: Call, rules: list[FloorRule], *, firm: bool) -> Meaning:
    if not firm and call != PASS:
        return natural(state, call, rules[0] if rules else None)
    first, *others = (rule.told for rule in rules)
    box, (low, high) = first.box, first.points
    for told in others:
        box = box.hull(told.box)
        low, high = min(low, told.points[0]), max(high, told.points[1])
    return evolve(first, box=box, points=(low, high))


def natural(state: AuctionState, call: Call, rule: FloorRule | None = None) -> Meaning:
    """The natural meaning of a call: length in the suit named, strength by the level."""
    name = rule.told.name if rule else ""
    if not call.is_bid:
        kind = _kind(state, call)
        forcing = Forcing.ROUND if kind is CallSense.TAKEOUT else Forcing.NONE
        return Meaning(call, kind, ANY, name=name, forcing=forcing)
    if rule is not None:
        return Meaning(call, rule.told.kind, rule.told.box, rule.told.points, name=name)
    strain = call.strain
    if strain.suit is None:
        low = 5 if state.acts(state.me) or state.acts(state.partner) else 10
        return Meaning(call, CallSense.NOTRUMP, Box((low, 37), _BALANCEDISH))
    if state.theirs >> strain & 1 and not state.ours >> strain & 1:
        return Meaning(
            call, CallSense.CUE, Box((8, 37)), (10, ALL_POINTS[1]), Forcing.ROUND, artificial=True
        )
    if state.strains[state.partner] >> strain & 1:
        return Meaning(call, CallSense.RAISE, _long(strain, 3, 2), agrees=strain.suit)
    jumps = call.level - state.cheapest(strain).level
    high = jumps > 1 or (jumps and call.level > 2)
    if high and not state.must_act and not state.strains[state.me] >> strain & 1:
        return Meaning(call, CallSense.PREEMPT, _long(strain, 6, 2, 15), (3, 18))
    low = 3 + 2 * min(call.level, 3)
    kind = CallSense.OVERCALL if state.is_theirs and not state.ours else CallSense.SUIT
    return Meaning(call, kind, _long(strain, 4, low), (low + 1, ALL_POINTS[1]))


def _long(suit: int, least: int, low: int, high: int = 37) -> Box:
    """The box of so many points and a least number of cards in a suit."""
    return Box((low, high)).limited(suit, (least, 13))


def _kind(state: AuctionState, call: Call) -> CallSense:
    if call == PASS:
        return CallSense.PASS
    if call != 1:
        return CallSense.REDOUBLE
    silent = not state.acts(state.partner)
    low = state.bid.level <= 3 and state.bid.strain.suit is not None
    return CallSense.TAKEOUT if silent and low else CallSense.PENALTY
