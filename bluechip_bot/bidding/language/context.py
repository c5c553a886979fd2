"""Contexts: patterns of calls and facts about the players, matched against an auction.

A variable is bound by the first call that names it: `M` and `m` a major and a minor, `oM` and `om`
the other one, `X`, `Y` and `Z` any suit, each different from those bound before. Passes before the
first other call are left out of auctions and patterns alike.

The contexts of a system stand in a tree with a branch for each step, so that patterns with the same
beginning are compared with an auction once; so do lists of facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Generic, TypeVar

from attrs import Factory, frozen

from bluechip_bot.bidding.auction.meaning import Meaning
from bluechip_bot.bidding.auction.roles import AuctionRole, seat_of
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.language.condition import Decider, decider
from bluechip_bot.bidding.language.scene import LITERAL_SUITS, VARIABLES, Scene, Suits
from bluechip_bot.bidding.language.syntax import AuctionFact, PatternStep, RuleSection
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Seat, Strain, Suit
from bluechip_bot.model.errors import CallError

REST: Final = "..."
"""The step that stands for any calls before."""

TEMPLATE: Final = re.compile(r"(n|[1-7](?:-[1-7])?)(M|m|oM|om|X|Y|Z|S|H|D|C|NT)")
"""The pattern of a step with one level, a range of levels or any level: `1X`, `2-3M`, `nNT`."""
_MAJORS, _MINORS = (Suit.SPADES, Suit.HEARTS), (Suit.DIAMONDS, Suit.CLUBS)
CHOICES: Final = {"M": _MAJORS, "m": _MINORS, **dict.fromkeys("XYZ", tuple(Suit))}
"""The suits that a variable may stand for."""
_OTHER: Final = {"M": ("oM", _MAJORS), "m": ("om", _MINORS)}
EXACT: Final = 1000
TAIL: Final = 500
"""The specificity of an exact sequence and of a tail: exact before tails, tails before facts."""
LITERAL: Final = 4
"""The specificity of a step that is a literal call."""
FIRST: Final = 2000
"""The specificity of a context that goes before closer ones, in addition to that of its facts."""
FACT: Final = 10
"""The specificity of a fact, in addition to how closely it fits."""


T = TypeVar("T")
_Key = tuple[Call, frozenset[str], bool, int]

Who = Mapping[str, Seat | None]
"""The seats by the names of players in facts."""


@frozen
class ContextMatch:
    """How a context fits an auction.

    Attributes:
        suits: what its variables stand for.
        specificity: how closely it fits; of two contexts the one that fits more closely decides.
    """

    suits: Suits
    specificity: int


def match(pattern: Sequence[PatternStep], meanings: Sequence[Meaning]) -> ContextMatch | None:
    """How a pattern fits the calls from the first bid on, or None if it does not fit."""
    suits, score = LITERAL_SUITS, EXACT
    if pattern and pattern[0].text == REST:
        pattern, score = pattern[1:], TAIL
        if len(meanings) < len(pattern):
            return None
        meanings = meanings[len(meanings) - len(pattern) :]
    if len(pattern) != len(meanings):
        return None
    for step, meaning in zip(pattern, meanings, strict=True):
        found, suits = step_fits(step.text, meaning, suits)
        if not found:
            return None
        score += found
    return ContextMatch(suits, score)


def step_matches(text: str, meaning: Meaning, suits: Suits) -> int:
    """How closely a step fits a call, 0 if it does not."""
    return step_fits(text, meaning, suits)[0]


def step_fits(text: str, meaning: Meaning, suits: Suits) -> tuple[int, Suits]:
    """How closely a step fits a call, 0 if it does not, and the suits with its variable bound."""
    call, step = meaning.call, named_by(text)
    if isinstance(step, Call):
        return LITERAL * (call == step), suits
    if step is None:
        return 2 * (text in meaning.marks), suits
    if isinstance(step, str):
        return int(step == "*" or (call.is_bid if step == "bid" else call != PASS)), suits
    low, high, name, strain = step
    if not low <= call.level <= high:
        return 0, suits
    exact = int(low == high)
    if strain is not None:
        return (3 + exact) * (call.strain is strain), suits
    suit = call.strain.suit
    if suit is not None and name in suits:
        return (2 + exact) * (suits[name] is suit), suits
    if suit is None or meaning.artificial or suit not in free(name, suits):
        return 0, suits
    return 1 + exact + (name in ("M", "m")), with_suit(suits, name, suit)


@cache
def named_by(text: str) -> str | Call | tuple[int, int, str, Strain | None] | None:
    """The calls that a step names: `*`, `bid` or `act`, a call, or bids; None for a mark.

    Bids are a tuple of the lowest and highest level, the name of the suit, and the strain, which is
    None if the name is a variable.
    """
    if text in ("*", "bid", "act"):
        return text
    if template := TEMPLATE.fullmatch(text):
        levels, name = template.groups()
        low, high = (1, 7) if levels == "n" else (int(levels[0]), int(levels[-1]))
        return low, high, name, None if name in VARIABLES else Strain.parse(name)
    try:
        return Call.parse(text)
    except CallError:
        return None


def free(name: str, suits: Suits) -> list[Suit]:
    """The suits that an unbound variable may stand for."""
    if name not in CHOICES:
        return []
    taken = {suits[bound] for bound in ("M", "m", "X", "Y", "Z") if bound in suits}
    return [suit for suit in CHOICES[name] if suit not in taken]


def with_suit(suits: Suits, name: str, suit: Suit) -> dict[str, Suit]:
    """The suits with one more variable bound; with `M` or `m`, the other major or minor too."""
    bound = {**suits, name: suit}
    if name in _OTHER:
        other, pair = _OTHER[name]
        bound[other] = pair[0] if suit is pair[1] else pair[1]
    return bound


def fact_about(verb: str, state: AuctionState, seat: Seat | None) -> Meaning | int:
    """The call that facts with a verb are about, or how closely they fit, 0 if they do not."""
    if seat is None:
        return 0
    acts = state.acts(seat)
    if verb in _COUNTS:
        low, high = _COUNTS[verb]
        return 3 * (seat is state.me and low <= len(acts) <= high)
    if verb == "passed":
        last = state.last(seat)
        return int(last is not None and last.call == PASS)
    if verb == "silent":
        return int(not acts)
    if not acts or (verb == "bid" and state.last(seat) is not acts[0]):
        return 0
    return acts[-1] if verb == "began" else acts[0]


_COUNTS: Final = {
    "responds": (0, 0), "overcalls": (0, 0), "advances": (0, 0),
    "rebids": (1, 1), "continues": (2, 99), "calls": (0, 99),
}  # fmt: skip
"""The verbs of the player to call, with the least and most times that he has acted before."""
VERBS: Final = frozenset({*_COUNTS, "passed", "silent", "bid", "began", "made"})
"""What a player does or did."""
WHO: Final = frozenset({*(role.value for role in AuctionRole), "partner", "i", "lho", "rho"})
"""The players that a fact may be about."""


def who_is_who(state: AuctionState) -> Who:
    """The seats of all players that facts may be about; None for a role that is vacant."""
    me = state.me
    roles = {role: seat_of(state, role) for role in AuctionRole}
    # A player with two roles has the first of them, as in `role_of`.
    taken: set[Seat] = set()
    named: dict[str, Seat | None] = {}
    for role, seat in roles.items():
        named[role.value] = None if seat in taken else seat
        if seat is not None:
            taken.add(seat)
    return {**named, "partner": me.partner, "i": me, "lho": me.lho, "rho": me.rho}


@frozen
class MatchedSection:
    """A section that fits an auction.

    Attributes:
        found: how its context fits.
    """

    section: RuleSection
    found: ContextMatch


@frozen
class _NodeBranches(Generic[T]):
    """The branches of a node: the next nodes, by the texts of a step, any one of which may fit.

    Attributes:
        after: the next nodes, by those texts.
    """

    after: dict[tuple[str, ...], T] = Factory(dict)
    _fits: dict[_Key, tuple[tuple[T, int, Suits], ...]] = Factory(dict)

    def fits(self, meaning: Meaning, suits: Suits) -> tuple[tuple[T, int, Suits], ...]:
        """Return the nodes after a call, each with how closely it fits and the suits then bound.

        Of several texts the first that fits counts. Results are kept by the identity of `suits`,
        which must be LITERAL_SUITS or a mapping that this method has returned.
        """
        key = meaning.call, meaning.marks, meaning.artificial, id(suits)
        found = self._fits.get(key)
        if found is None:
            found = self._fits[key] = tuple(self._compared(meaning, suits))
        return found

    def _compared(self, meaning: Meaning, suits: Suits) -> Iterator[tuple[T, int, Suits]]:
        for texts, node in self.after.items():
            each = (step_fits(text, meaning, suits) for text in texts)
            score, bound = next((fit for fit in each if fit[0]), (0, suits))
            if score:
                yield node, score, bound


@frozen
class _SequenceNode:
    """A node of the tree of sequences.

    Attributes:
        branches: the nodes after one more step.
        sections: the sections whose sequences end here, with their numbers.
    """

    branches: _NodeBranches[_SequenceNode] = Factory(_NodeBranches)
    sections: list[tuple[int, RuleSection]] = Factory(list)


@frozen
class _FactsEnd:
    """The end of a list of facts.

    Attributes:
        number: its index among all contexts.
        section: the section that it belongs to.
        decides: whether the auction meets the conditions beside the facts.
        size: the number of these conditions.
    """

    number: int
    section: RuleSection
    decides: Decider | None
    size: int

    def match(self, scene: Scene, suits: Suits, score: int) -> ContextMatch | None:
        """How it fits an auction in which its facts hold, or None if it does not."""
        if self.size and suits is not LITERAL_SUITS:
            scene = scene.bind(suits)
        if self.size and (self.decides is None or not self.decides(scene)):
            return None
        first = FIRST if self.section.context.first else 0
        return ContextMatch(suits, first + score + self.size)


@frozen
class _FactNode:
    """A node of the tree of lists of facts.

    Attributes:
        branches: the nodes after one more fact, by the player and the verb.
        whens: the lists that end here.
    """

    branches: dict[tuple[str, str], _NodeBranches[_FactNode]] = Factory(dict)
    whens: list[_FactsEnd] = Factory(list)

    def after(self, fact: AuctionFact) -> _FactNode:
        """The node after one more fact."""
        branches = self.branches.setdefault((fact.who, fact.verb), _NodeBranches())
        return branches.after.setdefault(fact.calls, _FactNode())


class ContextIndex:
    """The contexts of some sections, found by the auction.

    Args:
        sections: the sections that are switched on.
    """

    def __init__(self, sections: Iterable[RuleSection]) -> None:
        self._exact = _SequenceNode()
        self._tails: dict[int, _SequenceNode] = {}
        self._first, self._facts = _FactNode(), _FactNode()
        number = 0
        for section in sections:
            for pattern in section.context.patterns:
                number += 1
                root, steps = self._exact, pattern
                if pattern and pattern[0].text == REST:
                    steps = pattern[1:]
                    root = self._tails.setdefault(len(steps), _SequenceNode())
                _end(root, steps).sections.append((number, section))
            for when in section.context.whens:
                number += 1
                node = self._first if section.context.first else self._facts
                for fact in when.facts:
                    node = node.after(fact)
                node.whens.append(_FactsEnd(number, section, decider(when.condition), when.size))

    def find(self, state: AuctionState, scene: Scene) -> Iterator[list[MatchedSection]]:
        """Yield the sections that fit an auction, each in file order, those that fit closer first.

        These are those that go first, then those found by sequences, by tails and by facts.
        """
        seen = _AuctionView(state, scene, who_is_who(state))
        yield _by_facts(self._first, seen)
        calls = state.opened_meanings
        exact = _matches(self._exact, calls, 0, LITERAL_SUITS, EXACT)
        yield [applied for _, applied in sorted(exact, key=_number)]
        tails: list[tuple[int, MatchedSection]] = []
        for length, root in self._tails.items():
            if length <= len(calls):
                tails += _matches(root, calls, len(calls) - length, LITERAL_SUITS, TAIL)
        yield [applied for _, applied in sorted(tails, key=_number)]
        yield _by_facts(self._facts, seen)


@frozen
class _AuctionView:
    """An auction as facts and conditions see it; `about` keeps what `fact_about` returns."""

    state: AuctionState
    scene: Scene
    who: Who
    about: dict[tuple[str, str], Meaning | int] = Factory(dict)


def _by_facts(root: _FactNode, seen: _AuctionView) -> list[MatchedSection]:
    """The sections below a root whose facts hold, each once with the closest of its lists."""
    closest: dict[int, MatchedSection] = {}
    for _, applied in sorted(_hold(root, seen, LITERAL_SUITS, 0), key=_number):
        before = closest.get(id(applied.section))
        if before is None or before.found.specificity < applied.found.specificity:
            closest[id(applied.section)] = applied
    return list(closest.values())


def _hold(
    node: _FactNode, seen: _AuctionView, suits: Suits, score: int
) -> Iterator[tuple[int, MatchedSection]]:
    """Yield the sections below a node whose remaining facts hold, each with its number."""
    for when in node.whens:
        if (fit := when.match(seen.scene, suits, score)) is not None:
            yield when.number, MatchedSection(when.section, fit)
    for key, branches in node.branches.items():
        about = seen.about.get(key)
        if about is None:
            who, verb = key
            about = seen.about[key] = fact_about(verb, seen.state, seen.who[who])
        if not isinstance(about, int):
            for branch, found, bound in branches.fits(about, suits):
                yield from _hold(branch, seen, bound, score + FACT + found + 1)
        elif about:
            for branch in branches.after.values():
                yield from _hold(branch, seen, suits, score + FACT + about)


def _number(item: tuple[int, MatchedSection]) -> int:
    return item[0]


def _end(node: _SequenceNode, steps: Sequence[PatternStep]) -> _SequenceNode:
    for step in steps:
        node = node.branches.after.setdefault((step.text,), _SequenceNode())
    return node


def _matches(
    node: _SequenceNode, calls: Sequence[Meaning], index: int, suits: Suits, score: int
) -> Iterator[tuple[int, MatchedSection]]:
    """Yield the sections below a node that fit all calls from an index, each with its number."""
    if index == len(calls):
        fit = ContextMatch(suits, score)
        yield from ((number, MatchedSection(section, fit)) for number, section in node.sections)
        return
    for branch, found, bound in node.branches.fits(calls[index], suits):
        yield from _matches(branch, calls, index + 1, bound, score + found)
