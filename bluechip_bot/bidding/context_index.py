"""Contexts found by the auction.

Sequences of calls stand in a tree with a branch for each step, so that those that begin alike are
compared with an auction once. Lists of facts stand by their first fact, which is asked once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import Factory, frozen

from bluechip_bot.bidding.condition import Decider, decider
from bluechip_bot.bidding.pattern import (
    EXACT,
    LITERAL,
    REST,
    TAIL,
    Match,
    Who,
    fact_holds,
    match_facts,
    named_by,
    step_matches,
    who_is_who,
)
from bluechip_bot.bidding.rules import Meaning
from bluechip_bot.bidding.scene import LITERAL_SUITS, Scene
from bluechip_bot.bidding.state import State
from bluechip_bot.bidding.syntax import Fact, Section, Step
from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Suit


@frozen
class Applied:
    """A section that fits an auction.

    Attributes:
        section: the section.
        found: how its context fits.
    """

    section: Section
    found: Match


@frozen
class _Node:
    """Where sequences stand after some steps.

    Attributes:
        calls: where they go on with a call by name.
        steps: where they go on with any other step.
        sections: those that end here, with their numbers.
    """

    calls: dict[Call, _Node] = Factory(dict)
    steps: dict[str, _Node] = Factory(dict)
    sections: list[tuple[int, Section]] = Factory(list)


@frozen
class _Facts:
    """Facts that must all hold.

    Attributes:
        number: their place among all contexts.
        section: whose context they are.
        facts: about the players.
        decides: whether the auction is as it should be.
        size: how many conditions these are.
    """

    number: int
    section: Section
    facts: tuple[Fact, ...]
    decides: Decider | None
    size: int

    def match(self, state: State, scene: Scene, who: Who) -> Match | None:
        """How they fit an auction; None where they do not."""
        found = match_facts(self.facts, state, who)
        if found is None or not self.size:
            return found
        if self.decides is None or not self.decides(scene.bind(found.suits)):
            return None
        return Match(found.suits, found.specificity + self.size)


class ContextIndex:
    """The contexts of some sections.

    Args:
        sections: those that are switched on.
    """

    def __init__(self, sections: Iterable[Section]) -> None:
        self._exact = _Node()
        self._tails: dict[int, _Node] = {}
        self._facts: dict[tuple[Fact, ...], list[_Facts]] = {}
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
                facts = _Facts(number, section, when.facts, decider(when.condition), when.size)
                self._facts.setdefault(when.facts[:1], []).append(facts)

    def find(self, state: State, scene: Scene) -> list[Applied]:
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

    def _by_facts(self, state: State, scene: Scene) -> list[Applied]:
        """Each section once, by the closest of its lists."""
        who = who_is_who(state)
        found: list[tuple[int, Applied]] = []
        for first, lists in self._facts.items():
            if all(fact_holds(one, state, who[one.who], dict(LITERAL_SUITS)) for one in first):
                found += (
                    (facts.number, Applied(facts.section, match))
                    for facts in lists
                    if (match := facts.match(state, scene, who)) is not None
                )
        closest: dict[int, Applied] = {}
        for _, applied in sorted(found, key=_number):
            before = closest.get(id(applied.section))
            if before is None or before.found.specificity < applied.found.specificity:
                closest[id(applied.section)] = applied
        return list(closest.values())


def _number(item: tuple[int, Applied]) -> int:
    return item[0]


def _end(node: _Node, steps: Sequence[Step]) -> _Node:
    for step in steps:
        named = named_by(step.text)
        if isinstance(named, Call):
            node = node.calls.setdefault(named, _Node())
        else:
            node = node.steps.setdefault(step.text, _Node())
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
    for text, branch in node.steps.items():
        bound = dict(suits)
        if step := step_matches(text, calls[0], bound):
            yield from _matches(branch, calls[1:], bound, score + step)
