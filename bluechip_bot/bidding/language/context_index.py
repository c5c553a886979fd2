"""Contexts found by the auction.

Sequences of calls stand in a tree with a branch for each step, so that those that begin alike are
compared with an auction once; so do lists of facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import Factory, frozen

from bluechip_bot.bidding.auction.meaning import Meaning
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.language.condition import Decider, decider
from bluechip_bot.bidding.language.pattern import (
    EXACT,
    FACT,
    LITERAL,
    REST,
    TAIL,
    Match,
    Who,
    fact_holds,
    named_by,
    step_matches,
    who_is_who,
)
from bluechip_bot.bidding.language.scene import LITERAL_SUITS, Scene, Suits
from bluechip_bot.bidding.language.syntax import Fact, PatternStep, RuleSection
from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Suit


@frozen
class Applied:
    """A section that fits an auction.

    Attributes:
        section: the section.
        found: how its context fits.
    """

    section: RuleSection
    found: Match


@frozen
class _Node:
    """Where sequences stand after some steps.

    Attributes:
        calls: where they go on with a call by name.
        steps: where they go on with any other step.
        by_level: the same by the level of a call (0 for no bid) that the step may name.
        sections: those that end here, with their numbers.
    """

    calls: dict[Call, _Node] = Factory(dict)
    steps: dict[str, _Node] = Factory(dict)
    by_level: tuple[dict[str, _Node], ...] = Factory(lambda: tuple({} for _ in range(8)))
    sections: list[tuple[int, RuleSection]] = Factory(list)


@frozen
class _When:
    """The end of a list of facts.

    Attributes:
        number: its place among all contexts.
        section: whose context it is.
        decides: whether the auction is as it should be.
        size: how many conditions that asks.
    """

    number: int
    section: RuleSection
    decides: Decider | None
    size: int

    def match(self, scene: Scene, suits: Suits, score: int) -> Match | None:
        """How it fits an auction whose facts hold; None where it does not."""
        if self.size and (self.decides is None or not self.decides(scene.bind(suits))):
            return None
        return Match(suits, score + self.size)


@frozen
class _FactNode:
    """Where lists of facts stand after some facts.

    Attributes:
        facts: where they go on.
        whens: those that end here.
    """

    facts: dict[Fact, _FactNode] = Factory(dict)
    whens: list[_When] = Factory(list)


class ContextIndex:
    """The contexts of some sections.

    Args:
        sections: those that are switched on.
    """

    def __init__(self, sections: Iterable[RuleSection]) -> None:
        self._exact = _Node()
        self._tails: dict[int, _Node] = {}
        self._facts = _FactNode()
        number = 0
        for section in sections:
            for pattern in section.context.patterns:
                number += 1
                root, steps = self._exact, pattern
                if pattern and pattern[0].text == REST:
                    steps = pattern[1:]
                    root = self._tails.setdefault(len(steps), _Node())
                _end(root, steps).sections.append((number, section))
            for when in section.context.whens:
                number += 1
                node = self._facts
                for fact in when.facts:
                    node = node.facts.setdefault(fact, _FactNode())
                node.whens.append(_When(number, section, decider(when.condition), when.size))

    def find(self, state: AuctionState, scene: Scene) -> list[Applied]:
        """The sections that fit an auction: by sequences, by tails, by facts, as they stand."""
        calls = state.opened_meanings
        suits = dict(LITERAL_SUITS)
        exact = list(_matches(self._exact, calls, suits, EXACT))
        tails: list[tuple[int, Applied]] = []
        for length, root in self._tails.items():
            if length <= len(calls):
                tails += _matches(root, calls[len(calls) - length :], suits, TAIL)
        found = [*sorted(exact, key=_number), *sorted(tails, key=_number)]
        return [applied for _, applied in found] + self._by_facts(state, scene)

    def _by_facts(self, state: AuctionState, scene: Scene) -> list[Applied]:
        """Each section once, by the closest of its lists."""
        who = who_is_who(state)
        found = _hold(self._facts, _Seen(state, scene, who), dict(LITERAL_SUITS), 0)
        closest: dict[int, Applied] = {}
        for _, applied in sorted(found, key=_number):
            before = closest.get(id(applied.section))
            if before is None or before.found.specificity < applied.found.specificity:
                closest[id(applied.section)] = applied
        return list(closest.values())


@frozen
class _Seen:
    """An auction, as facts and conditions ask for it."""

    state: AuctionState
    scene: Scene
    who: Who


def _hold(
    node: _FactNode, seen: _Seen, suits: dict[str, Suit], score: int
) -> Iterator[tuple[int, Applied]]:
    """Yield the sections below a node whose other facts hold, each with its number."""
    for when in node.whens:
        if (match := when.match(seen.scene, suits, score)) is not None:
            yield when.number, Applied(when.section, match)
    for fact, branch in node.facts.items():
        bound = dict(suits)
        if found := fact_holds(fact, seen.state, seen.who[fact.who], bound):
            yield from _hold(branch, seen, bound, score + FACT + found)


def _number(item: tuple[int, Applied]) -> int:
    return item[0]


def _end(node: _Node, steps: Sequence[PatternStep]) -> _Node:
    for step in steps:
        named = named_by(step.text)
        if isinstance(named, Call):
            node = node.calls.setdefault(named, _Node())
            continue
        after = node.steps.setdefault(step.text, _Node())
        for level in range(named[0], named[1] + 1) if isinstance(named, tuple) else range(8):
            node.by_level[level][step.text] = after
        node = after
    return node


def _matches(
    node: _Node, calls: Sequence[Meaning], suits: dict[str, Suit], score: int
) -> Iterator[tuple[int, Applied]]:
    """Yield the sections below a node that fit all calls, each with its number."""
    if not calls:
        match = Match(suits, score)
        yield from ((number, Applied(section, match)) for number, section in node.sections)
        return
    if (literal := node.calls.get(calls[0].call)) is not None:
        yield from _matches(literal, calls[1:], suits, score + LITERAL)
    for text, branch in node.by_level[calls[0].call.level].items():
        bound = dict(suits)
        if step := step_matches(text, calls[0], bound):
            yield from _matches(branch, calls[1:], bound, score + step)
