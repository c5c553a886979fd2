"""Which of several cards of the same value is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.engine.question import Rating
from bluechip_bot.engine.vote import Ranking
from bluechip_bot.model import Card
from solver.alphamu.result import CardValue

_TEN: Final = 8
"""The rank from which a card is an honour."""


@frozen
class Preference:
    """The order of cards of the same value.

    Cards that dropped out of the vote come last. Of cards of the same value, first the mean of
    double-dummy tricks counts. Then how little of its double-dummy value a card loses
    when the other hands are not seen: the less it loses, the less there is to go wrong. Then the
    rating of the tie-break, and last the order of the ranking (the lowest card, then the longest
    suit). Touching cards have one value. Without a tie-break the lowest of them is played, but the
    highest of honours from a concealed hand, which leaves the lower ones possible in other hands.

    Attributes:
        ranking: double-dummy results.
        groups: the legal cards, those that touch together, low to high.
        tie_break: rates cards of equal value; None for no opinion.
        concealed: whether the opponents do not see the hand.
    """

    ranking: Ranking
    groups: Sequence[Sequence[int]]
    tie_break: Rating | None
    concealed: bool

    def order(self, values: Mapping[int, CardValue]) -> list[int]:
        """All legal cards, best first.

        Args:
            values: by legal card; of equal values an exact one comes before a bound.
        """
        cards = self.ranking.cards.tolist()
        place = {card: index for index, card in enumerate(cards)}
        share = dict(zip(cards, self.ranking.share.tolist(), strict=True))
        tricks = dict(zip(cards, np.nan_to_num(self.ranking.tricks).tolist(), strict=True))
        keys, groups = {}, {group[0]: group for group in self.groups}
        for head in groups:
            value, exact = values[head]
            late = place[head] >= self.ranking.racing
            keys[head] = (late, -value, not exact, -tricks[head], share[head])
        heads = sorted(keys, key=lambda head: (*keys[head], place[head]))
        tied = [head for head in heads if keys[head] == keys[heads[0]]]
        first = self._first([groups[head] for head in groups if head in tied], place)
        rest = [card for head in heads for card in groups[head] if card != first]
        return [first, *rest]

    def _first(self, groups: Sequence[Sequence[int]], place: Mapping[int, int]) -> int:
        """The card to play from groups of the same value."""
        if self.tie_break is not None:
            cards = [card for group in groups for card in group]
            ratings = self.tie_break([Card(card) for card in cards])
            rated = zip(ratings, cards, strict=True)
            return max(rated, key=lambda one: (one[0], -place[one[1]]))[1]
        group = min(groups, key=lambda group: place[group[0]])
        return plain_card(group, concealed=self.concealed)


def plain_card(group: Sequence[int], *, concealed: bool) -> int:
    """Of touching cards, low to high, the one to play without any opinion."""
    return group[-1] if concealed and group[-1] % 13 >= _TEN else group[0]
