"""Rulebooks: the rules that apply in an auction, in order, and the calls that they make.

If several contexts fit an auction, a call belongs to the closest one that names it. Contexts that
fit equally closely are joined. A hand takes the first rule that it meets, from the closest context
outwards and within a context by priority and preference.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import tee
from typing import Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.condition import answers
from bluechip_bot.bidding.language.context import ContextIndex, MatchedSection
from bluechip_bot.bidding.language.scene import RuleScene, scene_of
from bluechip_bot.bidding.language.syntax import RuleSection
from bluechip_bot.bidding.language.template import BoundRule, Template
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.policy.policy import Policy

NO_CALL: Final = -1
"""The label of a hand that meets no rule."""


T = TypeVar("T")


class LazyItems(Generic[T]):
    """The items of an iterator, each made when first asked for and then kept."""

    def __init__(self, items: Iterator[T]) -> None:
        (self._start,) = tee(items, 1)

    def __iter__(self) -> Iterator[T]:
        return copy(self._start)


class Rulebook:
    """The sections of a system, from which the rules that apply in an auction are found.

    Args:
        options: the switches; a section that asks for another value is left out.
        policy: makes the calls, which the rules then only name; None if the rules make them.
    """

    def __init__(
        self,
        sections: Sequence[RuleSection],
        options: Mapping[str, object] | None = None,
        policy: Policy | None = None,
    ) -> None:
        switches = options or {}
        self.policy: Final = policy
        self.sections: Final = tuple(
            section for section in sections if _is_on(section.context.options, switches)
        )
        self._contexts = ContextIndex(self.sections)
        self._templates = {id(each): tuple(map(Template, each.rules)) for each in self.sections}

    def unforced(self, state: AuctionState) -> list[BoundRule]:
        """The rules of legal calls that apply, with passes even if partner's call forces."""
        return [bound for group in self._groups(state, scene_of(state)) for bound in group]

    def groups(self, state: AuctionState, scene: RuleScene) -> Iterator[list[BoundRule]]:
        """Yield groups of rules of legal calls in order; contexts that fit equally form one group.

        A group leaves out calls of earlier groups; those of `@first` contexts may come again later.
        """
        forced = state.must_act and not state.live_takeout
        for group in self._groups(state, scene):
            yield [bound for bound in group if bound.call != PASS] if forced else group

    def _groups(self, state: AuctionState, scene: RuleScene) -> Iterator[list[BoundRule]]:
        taken: set[Call] = set()
        was_first = False
        for sections in self._contexts.find(state, scene):
            by_closeness: dict[tuple[int, int], list[MatchedSection]] = {}
            for applied in sections:
                key = applied.specificity, applied.section.layer
                by_closeness.setdefault(key, []).append(applied)
            for closeness in sorted(by_closeness, reverse=True):
                group = by_closeness[closeness]
                if not group[0].section.context.first and was_first:
                    taken.clear()
                was_first = group[0].section.context.first
                found = [each for item in group for each in self._bound(item, state, scene, taken)]
                preferences = [item for each in group for item in each.section.preferences]
                yield _in_order(found, preferences)
                taken |= {bound.call for bound in found}

    def _bound(
        self, item: MatchedSection, state: AuctionState, scene: RuleScene, taken: Container[Call]
    ) -> Iterator[BoundRule]:
        here = scene.bind(item.suits)
        for template in self._templates[id(item.section)]:
            yield from template.bind(state, here, item.specificity, taken)


def _is_on(wanted: Sequence[str], options: Mapping[str, object]) -> bool:
    """Whether the switches are as a context asks: `name` on, `!name` off, `name=value` equal."""
    for text in wanted:
        name, _, value = text.removeprefix("!").partition("=")
        found = options.get(name, False)
        so = str(found) == value if value else bool(found)
        if so is text.startswith("!"):
            return False
    return True


def label(rules: Iterable[BoundRule], features: HandFeatures) -> npt.NDArray[np.int8]:
    """The call of the first rule that each hand meets, or NO_CALL: int8[n]."""
    labels = np.full(len(features), NO_CALL, dtype=np.int8)
    for bound in rules:
        free = labels == NO_CALL
        if not free.any():
            break
        labels[free & answers(bound.test, features, bound.scene)] = bound.call
    return labels


def _in_order(
    rules: Sequence[BoundRule], preferences: Sequence[tuple[str, str]]
) -> list[BoundRule]:
    """Sort rules by falling priority, and by preference within a priority."""
    if not preferences:
        return sorted(rules, key=lambda bound: -bound.rule.prio)
    before = set(preferences)
    ordered: list[BoundRule] = []
    for prio in sorted({bound.rule.prio for bound in rules}, reverse=True):
        left = [bound for bound in rules if bound.rule.prio == prio]
        while left:
            behind = [any(_is_before(other, bound, before) for other in left) for bound in left]
            ordered.append(left.pop(behind.index(False) if False in behind else 0))
    return ordered


def _is_before(a: BoundRule, b: BoundRule, before: set[tuple[str, str]]) -> bool:
    pairs = ((x, y) for x in (a.rule.call, str(a.call)) for y in (b.rule.call, str(b.call)))
    return any(pair in before for pair in pairs)
