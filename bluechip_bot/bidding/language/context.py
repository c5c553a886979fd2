"""Contexts: patterns of calls and facts about the players, matched against an auction.

A variable is bound by the first call that names it: `M` and `m` a major and a minor, `oM` and `om`
the other one, `X`, `Y` and `Z` any suit, each different from those bound before. Passes before the
first other call are left out of auctions and patterns alike.

The contexts of a system form a tree with a branch for each step or fact, so that a step
with which several contexts begin is compared with an auction once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from operator import itemgetter
from typing import Final

from attrs import Factory, frozen

from bluechip_bot.bidding.auction.meaning import Meaning
from bluechip_bot.bidding.auction.roles import AuctionRole, seat_of
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.language.condition import Decider, decider
from bluechip_bot.bidding.language.scene import LITERAL_SUITS, VARIABLES, RuleScene, Suits
from bluechip_bot.bidding.language.syntax import PatternStep, RuleSection
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
"""The specificity of exact sequences and of tails: exact before tails, tails before facts."""
LITERAL: Final = 4
"""The specificity of a step that is a literal call."""
FIRST: Final = 2000
"""The specificity of a context that goes before closer ones, in addition to that of its facts."""
FACT: Final = 10
"""The specificity of a fact, in addition to how closely it fits."""


Who = Mapping[str, Seat | None]
"""The seats by the names of players in facts."""
_FactKey = tuple[str, str]
"""A player and a verb."""


def match(pattern: Sequence[PatternStep], meanings: Sequence[Meaning]) -> tuple[int, Suits]:
    """The specificity of a pattern for the calls from the first bid on, and its variables' suits.

    The specificity says how closely the pattern fits: 0 if not at all.
    """
    suits, score = LITERAL_SUITS, EXACT
    if pattern and pattern[0].text == REST:
        pattern, score = pattern[1:], TAIL
        meanings = meanings[max(0, len(meanings) - len(pattern)) :]
    if len(pattern) != len(meanings):
        return 0, suits
    for step, meaning in zip(pattern, meanings, strict=True):
        found, suits = step_fits(step.text, meaning, suits)
        if not found:
            return 0, suits
        score += found
    return score, suits


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
    return literal_call(text)


def literal_call(text: str) -> Call | None:
    """Parse a text as a call; None if it is not one."""
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
    """Return the call that a fact with this verb refers to, or a score of how closely it fits.

    The result is 0 if the fact does not hold.
    """
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
"""The verbs of the player to call, with the fewest and most earlier actions."""
VERBS: Final = frozenset({*_COUNTS, "passed", "silent", "bid", "began", "made"})
"""An action of a player, now or earlier."""
WHO: Final = frozenset({*(role.value for role in AuctionRole), "partner", "i", "lho", "rho"})
"""The players that a fact may be about."""


def who_is_who(state: AuctionState) -> Who:
    """Map the words for players in facts to seats; None for a role that nobody has."""
    me = state.me
    seats: dict[str, Seat | None] = {}
    for role in AuctionRole:
        seat = seat_of(state, role)
        # A player with two roles has the first of them, as in `role_of`.
        seats[role.value] = None if seat in seats.values() else seat
    return {**seats, "partner": me.partner, "i": me, "lho": me.lho, "rho": me.rho}


@frozen
class MatchedSection:
    """A section that fits an auction, with the suits of its variables.

    Of two sections the one with the higher specificity fits more closely and decides.
    """

    section: RuleSection
    suits: Suits
    specificity: int


@frozen
class _NodeBranches:
    """The nodes after one more step or fact, by texts; a call that fits one text leads there."""

    after: dict[tuple[str, ...], _ContextNode] = Factory(dict)
    _fits: dict[object, tuple[tuple[_ContextNode, int, Suits], ...]] = Factory(dict)

    def fits(self, meaning: Meaning, suits: Suits) -> tuple[tuple[_ContextNode, int, Suits], ...]:
        """Return the nodes that a call leads to, each with its score and the suits then bound.

        The score says how closely the call fits. A branch may list several texts; the first that
        fits counts. Results are cached by the identity of `suits`, which must be LITERAL_SUITS or a
        mapping that this method has returned.
        """
        key = meaning.call, meaning.marks, meaning.artificial, id(suits)
        if key not in self._fits:
            self._fits[key] = tuple(self._compared(meaning, suits))
        return self._fits[key]

    def _compared(
        self, meaning: Meaning, suits: Suits
    ) -> Iterator[tuple[_ContextNode, int, Suits]]:
        for texts, node in self.after.items():
            each = (step_fits(text, meaning, suits) for text in texts)
            score, bound = next((fit for fit in each if fit[0]), (0, suits))
            if score:
                yield node, score, bound


@frozen
class _ContextEnd:
    """A place in the tree where a context ends; `number` is its index among all contexts.

    `decides` tests the conditions of a context of facts, and `size` is how many there are.
    """

    number: int
    section: RuleSection
    decides: Decider | None = None
    size: int = 0

    def match(self, scene: RuleScene, suits: Suits, score: int) -> MatchedSection | None:
        """The section with its specificity, or None if the auction does not meet the conditions."""
        if self.size:
            scene = scene if suits is LITERAL_SUITS else scene.bind(suits)
            if self.decides is None or not self.decides(scene):
                return None
        first = FIRST if self.section.context.first else 0
        return MatchedSection(self.section, suits, first + score + self.size)


@frozen
class _ContextNode:
    """A node of the tree of contexts, with the contexts that end there.

    Branches are keyed by the subject of the next step or fact: for a step the index of a call,
    counted from the end of the auction; for a fact a player and a verb.
    """

    branches: dict[int | _FactKey, _NodeBranches] = Factory(dict)
    ends: list[_ContextEnd] = Factory(list)

    def after(self, key: int | _FactKey, texts: tuple[str, ...]) -> _ContextNode:
        """The node after one more step or fact, which is added if it is missing."""
        branches = self.branches.setdefault(key, _NodeBranches())
        return branches.after.setdefault(texts, _ContextNode())


class ContextIndex:
    """An index of sections by their contexts, which finds those that fit an auction."""

    def __init__(self, sections: Iterable[RuleSection]) -> None:
        self._exact: dict[int, _ContextNode] = {}
        self._tails: dict[int, _ContextNode] = {}
        self._first, self._facts = _ContextNode(), _ContextNode()
        numbers = count()
        for section in sections:
            for pattern in section.context.patterns:
                is_tail = bool(pattern) and pattern[0].text == REST
                steps = pattern[1:] if is_tail else pattern
                roots = self._tails if is_tail else self._exact
                node = roots.setdefault(len(steps), _ContextNode())
                for index, step in enumerate(steps, start=-len(steps)):
                    node = node.after(index, (step.text,))
                node.ends.append(_ContextEnd(next(numbers), section))
            for when in section.context.whens:
                node = self._first if section.context.first else self._facts
                for fact in when.facts:
                    node = node.after((fact.who, fact.verb), fact.calls)
                decides = decider(when.condition)
                node.ends.append(
                    _ContextEnd(next(numbers), section, decides, len(when.condition.parts))
                )

    def find(self, state: AuctionState, scene: RuleScene) -> Iterator[list[MatchedSection]]:
        """Yield the sections that fit an auction, in a list for each kind of context.

        First `@first`, then whole sequences, tails (`...`) and facts. Lists are in file order.
        """
        view = _AuctionView(state, scene, who_is_who(state))
        length = len(state.opened_meanings)
        exact = [self._exact[length]] if length in self._exact else []
        tails = [root for steps, root in self._tails.items() if steps <= length]
        yield _closest(view.found([self._first], 0))
        yield view.found(exact, EXACT)
        yield view.found(tails, TAIL)
        yield _closest(view.found([self._facts], 0))


@frozen
class _AuctionView:
    """An auction to be matched against contexts; `about` caches the subjects of steps and facts."""

    state: AuctionState
    scene: RuleScene
    who: Who
    about: dict[int | _FactKey, Meaning | int] = Factory(dict)

    def found(self, roots: Iterable[_ContextNode], score: int) -> list[MatchedSection]:
        """The sections that fit below some nodes, in file order."""
        met = [each for root in roots for each in self._below(root, LITERAL_SUITS, score)]
        return [section for _, section in sorted(met, key=itemgetter(0))]

    def _below(
        self, node: _ContextNode, suits: Suits, score: int
    ) -> Iterator[tuple[int, MatchedSection]]:
        """Yield the sections below a node whose further steps or facts fit, with their numbers."""
        for end in node.ends:
            if (section := end.match(self.scene, suits, score)) is not None:
                yield end.number, section
        for key, branches in node.branches.items():
            if key not in self.about:
                self.about[key] = self._about(key)
            about = self.about[key]
            if not isinstance(about, int):
                before = score if isinstance(key, int) else score + FACT + 1
                for branch, found, bound in branches.fits(about, suits):
                    yield from self._below(branch, bound, before + found)
            elif about:
                for branch in branches.after.values():
                    yield from self._below(branch, suits, score + FACT + about)

    def _about(self, key: int | _FactKey) -> Meaning | int:
        if isinstance(key, int):
            return self.state.meanings[key]
        who, verb = key
        return fact_about(verb, self.state, self.who[who])


def _closest(sections: Iterable[MatchedSection]) -> list[MatchedSection]:
    """Keep each section once, with the context that fits most closely."""
    closest: dict[int, MatchedSection] = {}
    for each in sections:
        before = closest.get(id(each.section))
        if before is None or before.specificity < each.specificity:
            closest[id(each.section)] = each
    return list(closest.values())
