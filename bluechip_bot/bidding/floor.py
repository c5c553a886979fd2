"""The natural floor: a call for every hand in every auction, where no rule of a system fits.

Its rules are those of `natural/*.bid` of the default systems. The same rules choose and read: a
hand makes the call of the first legal rule that it meets, and a call means the hull of the rules
that make it. A rule requires what it shows, so that in our own bidding a hand lies within what its
calls show. A stranger's call that no rule makes shows length in the suit named and strength by
level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property, reduce

from attrs import Factory, evolve, field, frozen

from bluechip_bot.bidding.auction.meaning import ALL_POINTS, FORCING, CallSense, Forcing, Meaning
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.language.condition import Decider, decider
from bluechip_bot.bidding.language.limits import box_tests
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.rulebook import LazyItems
from bluechip_bot.bidding.language.scene import RuleScene, scene_of
from bluechip_bot.bidding.language.syntax import AllParts, AtomTest, Condition
from bluechip_bot.bidding.language.template import BoundRule, Template
from bluechip_bot.config import conf_dir
from bluechip_bot.constraints import ANY, Box, Range
from bluechip_bot.model.calls import DOUBLE, PASS, Call
from bluechip_bot.model.cards import SUIT_LETTERS, Suit

_BALANCEDISH = ((1, 6), (1, 6), (1, 6), (1, 6))


@frozen(slots=False)
class FloorRule:
    """A rule of the floor's files, bound to a call."""

    bound: BoundRule

    @property
    def call(self) -> Call:
        """The call that the rule makes."""
        return self.bound.call

    @property
    def fallback(self) -> bool:
        """Whether it is a last resort, which does not count in what the call shows."""
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
        """The kind of call that the clause `as` names, or else a natural suit bid."""
        return CallSense[self.clauses.get("as", "suit").upper()]

    @property
    def shown(self) -> Condition:
        """The limits that the call shows, as a condition on the hand."""
        points, trump = self.strength
        return _limits(self.meaning.box, points, trump)

    @cached_property
    def meaning(self) -> Meaning:
        """The meaning of the call; some hand must meet its limits."""
        clauses, suits, kind = self.clauses, self.bound.scene.suits, self.kind
        forcing = next((how for word, how in FORCING.items() if word in clauses), Forcing.NONE)
        if kind is CallSense.SUIT and self.bound.scene.words["passed_hand"]:
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
        """The clauses of the rule, each with its argument.

        `limit` says that every hand outside the limits has another call that is not a last resort.
        """
        return dict(self.bound.rule.clauses)


@frozen(slots=False)
class NaturalFloor:
    """The floor's rules for the player to call, each made when first asked for.

    Rules for illegal calls are left out. `plain` has the public facts, without `_named_suits`.
    """

    state: AuctionState
    plain: RuleScene = field(default=Factory(lambda self: scene_of(self.state), takes_self=True))

    @cached_property
    def close(self) -> LazyItems[FloorRule]:
        """The rules for this context, in order of preference; a hand may meet none of them."""
        return LazyItems(self._rules(self._templates["contexts.bid"]))

    @cached_property
    def general(self) -> LazyItems[FloorRule]:
        """The rules for any auction, used for hands that meet no rule in `close`.

        The last one is a pass, even if partner's call forces.
        """
        return LazyItems(self._rules(self._templates["general.bid"]))

    def in_order(self, taken: frozenset[Call] = frozenset()) -> Iterator[BoundRule]:
        """Yield the rules in order of preference; the last one, a pass, fits every hand.

        `taken` are the calls that the system defines. General rules for these calls, and for those
        that `close` defines, come last, just before the pass: they do not say what the calls mean.
        """
        yield from (rule.bound for rule in self.close if rule.call not in taken)
        last: list[BoundRule] = []
        for rule in self.general:
            if rule.fallback and rule.call == PASS:
                last.append(rule.bound)
                break
            if rule.call in taken or self.defines(rule.call):
                last.append(rule.bound)
            else:
                yield rule.bound
        yield from last

    def defines(self, call: Call) -> bool:
        """Whether a rule for this context, in `close`, makes a call with some hand."""
        return call in self._close_calls and any(self._making(call, "contexts.bid"))

    @cached_property
    def _close_calls(self) -> frozenset[Call]:
        return frozenset(rule.call for rule in self.close)

    def meaning(self, call: Call) -> Meaning:
        """The natural meaning of a call."""
        rules, firm = self._makers(call)
        if not firm and call != PASS:
            return self._by_level(call, rules[0] if rules else None)
        first, *others = (rule.meaning for rule in rules)
        box, (low, high) = first.box, first.points
        for other in others:
            box = box.hull(other.box)
            low, high = min(low, other.points[0]), max(high, other.points[1])
        return evolve(first, box=box, points=(low, high))

    def sense(self, call: Call) -> CallSense:
        """The kind of a bid, double or redouble, by its first rule that is not a last resort."""
        last: FloorRule | None = None
        for file in self._templates:
            last = None
            for rule in self._making(call, file):
                if not rule.fallback:
                    return rule.kind
                last = last or rule
        return self._by_level(call, last).kind

    def boxes(self, call: Call) -> tuple[Box, ...]:
        """One box for each rule that makes a call; empty if none does or only last resorts do."""
        rules, firm = self._makers(call)
        return tuple(dict.fromkeys(rule.meaning.box for rule in rules)) if firm else ()

    def conditions(self, call: Call) -> tuple[Condition, ...]:
        """One condition for each rule that makes a call; its natural meaning if no rule does."""
        rules, firm = self._makers(call)
        if firm or (rules and call.is_bid):
            return tuple(dict.fromkeys(rule.shown for rule in rules))
        meaning = self.meaning(call)
        return (_limits(meaning.box, meaning.points, None),)

    def remarks(self, call: Call) -> list[str]:
        """For each rule that makes a call, "invites" if its name says so, or an empty string."""
        rules, firm = self._makers(call)
        return [("", "invites")["invites" in rule.meaning.name] for rule in rules if firm]

    def outer_box(self, call: Call, box: Box) -> Box:
        """A box that encloses `box` and the hands of every rule that makes the call.

        Last resorts are left out if a rule says `limit`.
        """
        makers = [rule for file in self._templates for rule in self._making(call, file)]
        if any("limit" in rule.clauses for rule in makers):
            makers = [rule for rule in makers if not rule.fallback]
        return reduce(Box.hull, (rule.meaning.box for rule in makers), box)

    def _makers(self, call: Call) -> tuple[list[FloorRule], bool]:
        """The rules that make a call; True if they are proper rules, False if last resorts."""
        found: list[FloorRule] = []
        for file in self._templates:
            found = list(self._making(call, file))
            if firm := [rule for rule in found if not rule.fallback]:
                return firm, True
        return found, False

    def _making(self, call: Call, file: str) -> Iterator[FloorRule]:
        found = self._rules(each for each in self._templates[file] if each.may_make(call))
        return (rule for rule in found if rule.call == call and rule.is_possible)

    def _rules(self, templates: Iterable[Template]) -> Iterator[FloorRule]:
        for template in templates:
            for bound in template.bind(self.state, self._scene):
                rule = FloorRule(bound)
                if rule.call != PASS or self._may_pass(rule):
                    yield rule

    def _may_pass(self, rule: FloorRule) -> bool:
        """Whether a rule may pass: if partner's call forces, only to leave in a takeout double."""
        last = self._templates["general.bid"][-1]
        if not self.state.must_act or rule.bound.template is last:
            return True
        return self.state.live_takeout and not rule.fallback

    @cached_property
    def _templates(self) -> dict[str, tuple[Template, ...]]:
        """For each file, `contexts.bid` first, the rules of the sections that apply here."""
        return {
            file: tuple(
                template
                for deciders, templates in _sections(file)
                if any(decides(self._scene) for decides in deciders)
                for template in templates
            )
            for file in ("contexts.bid", "general.bid")
        }

    @cached_property
    def _scene(self) -> RuleScene:
        return self.plain.bind(_named_suits(self.state))

    def _by_level(self, call: Call, rule: FloorRule | None) -> Meaning:
        """The meaning of a call by its level; at most a last resort, `rule`, makes the call."""
        state, name = self.state, rule.meaning.name if rule else ""
        if not call.is_bid:
            kind = _kind(state, call)
            forcing = Forcing.ROUND if kind is CallSense.TAKEOUT else Forcing.NONE
            return Meaning(call, kind, ANY, name=name, forcing=forcing)
        if rule is not None:
            meaning = rule.meaning
            return Meaning(call, meaning.kind, meaning.box, meaning.points, name=name)
        strain, most = call.strain, ALL_POINTS[1]
        if strain.suit is None:
            low = 5 if state.has_acted else 10
            return Meaning(call, CallSense.NOTRUMP, Box((low, 37), _BALANCEDISH))
        if strain.suit in state.their_suits:
            cue, strong = CallSense.CUE, Box((8, 37))
            return Meaning(call, cue, strong, (10, most), Forcing.ROUND, artificial=True)
        if state.strains[state.partner] >> strain & 1:
            return Meaning(call, CallSense.RAISE, _long(strain, 3, 2), agrees=strain.suit)
        jumps = call.level - state.cheapest(strain).level
        high = jumps > 1 or (jumps and call.level > 2)
        if high and not state.must_act and not state.strains[state.me] >> strain & 1:
            return Meaning(call, CallSense.PREEMPT, _long(strain, 6, 2, 15), (3, 18))
        low = 3 + 2 * min(call.level, 3)
        kind = CallSense.OVERCALL if state.is_theirs and not state.ours else CallSense.SUIT
        return Meaning(call, kind, _long(strain, 4, low), (low + 1, most))


def _named_suits(state: AuctionState) -> dict[str, Suit]:
    """The suits that certain calls name, whatever those calls show.

    Partner's first action names `called` and partner's last `answer`; our first names `own`, and
    the last bid `contract`.
    """
    mine, partners = state.acts(state.me), state.acts(state.partner)
    calls = {
        "called": partners[-1].call if partners else PASS,
        "answer": partners[0].call if partners else PASS,
        "own": mine[-1].call if mine else PASS,
        "contract": state.bid,
    }
    return {
        name: suit
        for name, call in calls.items()
        if call.is_bid and (suit := call.strain.suit) is not None
    }


@cache
def _sections(file: str) -> tuple[tuple[tuple[Decider, ...], tuple[Template, ...]], ...]:
    """The sections of a file: tests of where they apply, and rules. The file is read once."""
    text = (conf_dir() / "systems" / "natural" / file).read_text(encoding="utf-8")
    return tuple(
        (
            tuple(found for when in each.context.whens if (found := decider(when.condition))),
            tuple(map(Template, each.rules)),
        )
        for each in parse(text, file)
    )


def _limits(box: Box, points: Range, trump: int | None) -> Condition:
    tests = box_tests(box)
    if points != ALL_POINTS:
        word, suit = ("pts", ()) if trump is None else ("sup", (SUIT_LETTERS[trump],))
        tests.insert(0 if box.hcp == ANY.hcp else 1, AtomTest(word, suit, points))
    return AllParts(tuple(tests))


def _long(suit: int, least: int, low: int, high: int = 37) -> Box:
    return Box((low, high)).limited(suit, (least, 13))


def _kind(state: AuctionState, call: Call) -> CallSense:
    if call == PASS:
        return CallSense.PASS
    if call != DOUBLE:
        return CallSense.REDOUBLE
    silent = not state.acts(state.partner)
    low = state.bid.level <= 3 and state.bid.strain.suit is not None
    return CallSense.TAKEOUT if silent and low else CallSense.PENALTY
