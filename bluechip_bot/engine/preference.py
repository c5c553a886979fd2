"""Which of several cards of the same value is played."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import frozen

from bluechip_bot.model import Card
from solver.alphamu.result import CardValue
from solver.dd.pimc import Ranking

Fit: TypeAlias = Callable[[Sequence[Card]], Sequence[float]]
"""How well each of some legal cards fits what the side has agreed to play; more is better."""

_TEN: Final = 8
"""The rank from which a card is an honour."""


def most_promising(fit: Fit | None, cards: Sequence[int]) -> list[int]:
    """The cards that fit at all, the best first, equal ones as they are given.

    A card does not fit at all if what it is worth is minus infinity.
    """
    if fit is None:
        return []
    fits = dict(zip(cards, fit([Card(card) for card in cards]), strict=True))
    return sorted((card for card in cards if fits[card] > -math.inf), key=lambda one: -fits[one])


@frozen
class Preference:
    """What tells cards of the same value apart.

    In this order: the mean of double-dummy tricks; how little of the value that a card has double
    dummy is lost when the other hands are not seen, that is how little there is to go wrong; the
    agreements; and the order of the ranking (the lowest card, then the longest suit).
    Touching cards have one value. Of those a defender plays the one that is agreed; a declarer the
    lowest, but from his own hand the highest of honours, which leaves the lower ones possible in
    the other hands.

    Attributes:
        ranking: double-dummy results.
        groups: the legal cards, those that touch together, low to high.
        fit: the agreements, or None for declarer.
        concealed: whether the opponents do not see the hand.
    """

    ranking: Ranking
    groups: Sequence[Sequence[int]]
    fit: Fit | None
    concealed: bool

    def order(self, values: Mapping[int, CardValue]) -> list[int]:
        """All legal cards, best first.

        Args:
            values: of each legal card; bounds are worth less than exact values that are equal.
        """
        cards = [int(card) for card in self.ranking.cards]
        place = {card: index for index, card in enumerate(cards)}
        reached = dict(zip(cards, self.ranking.reached.tolist(), strict=True))
        tricks = dict(zip(cards, self.ranking.tricks.tolist(), strict=True))
        keys = {}
        for group in self.groups:
            head = group[0]
            value, exact = values[head]
            keys[head] = (-value, not exact, -tricks[head], reached[head])
        heads = sorted(keys, key=lambda head: (*keys[head], place[head]))
        tied = [head for head in heads if keys[head] == keys[heads[0]]]
        first = self._first([group for group in self.groups if group[0] in tied], place)
        rest = [card for head in heads for card in self._group(head) if card != first]
        return [first, *rest]

    def _group(self, head: int) -> Sequence[int]:
        return next(group for group in self.groups if group[0] == head)

    def _first(self, groups: Sequence[Sequence[int]], place: Mapping[int, int]) -> int:
        """The card to play of groups of the same value."""
        if self.fit is not None:
            cards = [card for group in groups for card in group]
            fits = self.fit([Card(card) for card in cards])
            return max(zip(fits, cards, strict=True), key=lambda one: (one[0], -place[one[1]]))[1]
        group = min(groups, key=lambda group: place[group[0]])
        if self.concealed and group[-1] % 13 >= _TEN:
            return group[-1]
        return group[0]
