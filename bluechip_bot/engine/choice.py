"""The order of cards of equal value, and the record of a choice with its explanation."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import groupby, islice
from typing import Final

import numpy as np
from attrs import evolve, field, frozen

from bluechip_bot.engine.lookahead import AlphaMuVerdict
from bluechip_bot.engine.pool import WorldSample
from bluechip_bot.engine.question import Question, Rating
from bluechip_bot.engine.vote import VoteRanking
from bluechip_bot.model import Card, CardRecord, ComparedCard
from solver.alphamu.result import CardValue

_TEN: Final = 8
"""The rank from which a card is an honour."""
_SHOWN: Final = 5
"""The groups of equal cards that are shown in words, the best ones."""


@frozen
class CardChoice:
    """A card to play, and the record of how it was chosen."""

    card: Card
    record: CardRecord = field(hash=False)


@frozen
class CardPreference:
    """The order of cards, best first, with the rules for cards of the same value.

    Cards that dropped out of the vote come last. Ties in value are broken, in this order, by: more
    double-dummy tricks on average; a smaller double-dummy share, as the card then depends less on
    seeing the other hands; for the first card, the tie-break's rating; and the order of the ranking
    (the lowest card, then the longest suit). Touching cards have one value. Without a tie-break the
    lowest of them is played, but the highest of honours from a concealed hand, which leaves the
    lower ones possible in other hands.

    Attributes:
        groups: the legal cards in groups of touching cards, low to high.
        concealed: whether the opponents do not see the hand.
    """

    ranking: VoteRanking
    groups: Sequence[Sequence[int]]
    tie_break: Rating | None
    concealed: bool

    def order(self, values: Mapping[int, CardValue]) -> list[int]:
        """Return all legal cards, best value first; an exact value precedes an equal bound."""
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
        """Return the card to play from groups of equal value; `place` ranks cards by the vote."""
        if self.tie_break is not None:
            cards = [card for group in groups for card in group]
            ratings = self.tie_break([Card(card) for card in cards])
            rated = zip(ratings, cards, strict=True)
            return max(rated, key=lambda one: (one[0], -place[one[1]]))[1]
        group = min(groups, key=lambda group: place[group[0]])
        return plain_card(group, concealed=self.concealed)


def plain_card(group: Sequence[int], *, concealed: bool) -> int:
    """Return the card to play from touching cards, low to high, when nothing else decides."""
    return group[-1] if concealed and group[-1] % 13 >= _TEN else group[0]


def voted(question: Question, sample: WorldSample, preference: CardPreference) -> CardRecord:
    """Return the record of a choice made by the vote of the worlds."""
    ranking = preference.ranking
    worth = zip(ranking.cards.tolist(), ranking.worth.tolist(), strict=True)
    return CardRecord(
        "pimc",
        ranking.worlds,
        _compared(preference, {card: CardValue(value, exact=True) for card, value in worth}),
        target=question.stake.target,
        slid=ranking.slid,
        depth=1,
        sample=sample.summary,
        rollouts=ranking.rollouts,
        blind=ranking.blind,
    )


def looked_ahead(
    vote: CardRecord, verdict: AlphaMuVerdict, preference: CardPreference
) -> CardRecord:
    """Return the record of the vote, changed to what alpha-mu found."""
    stage = verdict.stage
    return evolve(
        vote,
        worlds=stage.worlds,
        cards=_compared(preference, verdict.worth, verdict.values),
        depth=stage.result.depth,
        levels=tuple(verdict.levels),
        variation=tuple(map(Card, stage.result.variation)),
    )


def _compared(
    preference: CardPreference,
    worth: Mapping[int, CardValue],
    values: Mapping[int, CardValue] | None = None,
) -> tuple[ComparedCard, ...]:
    """Return the legal cards, best `worth` first, with `values` or, if None, the vote's shares."""
    ranking = preference.ranking
    columns = (ranking.cards, ranking.share, ranking.tricks, ranking.asked)
    vote = {card: counts for card, *counts in zip(*(one.tolist() for one in columns), strict=True)}
    found = []
    for card in preference.order(worth):
        share, tricks, asked = vote[card]
        value, exact = (share, True) if values is None else values[card]
        found.append(
            ComparedCard(
                Card(card),
                round(value, 4),
                exact=exact,
                reached=round(share, 4),
                tricks=None if math.isnan(tricks) else round(tricks, 3),
                asked=asked,
                worth=round(worth[card].value, 4),
            )
        )
    return tuple(found)


def thought_of(record: CardRecord) -> str:
    """One line on why a card was chosen; without times, so that equal searches give equal lines.

    Like this: `alphamu M=3, 40 worlds, 5 tricks wanted: SQ ST 82 % (4.9 tricks), H4 <= 75 % (4.2
    tricks)`. M is how many of our own cards are looked ahead, the percentage is a card's value as a
    share of all that can be won, and the tricks are the double-dummy mean. The explanation of a
    plan is in its record.
    """
    method, target, worlds = record.method, record.target, record.worlds
    if method == "forced":
        return "all legal cards are equal"
    sample = f"{worlds} world{_s(worlds)}"
    if record.rollouts:
        sample += f", {record.rollouts} played out"
    if method == "htn":
        return f"htn, {sample}"
    depth = f" M={record.depth}" if method == "alphamu" else ""
    wanted = f"{target} trick{_s(target)} wanted"
    if record.slid:
        wanted = "contract decided, other tricks count"
    cards = (
        f"{' '.join(str(one.card) for one in group)} {worth}"
        for worth, group in groupby(record.cards, key=_worth)  # neighbours of equal worth together
    )
    return f"{method}{depth}, {sample}, {wanted}: {', '.join(islice(cards, _SHOWN))}"


def _s(number: int) -> str:
    return "" if number == 1 else "s"


def _worth(one: ComparedCard) -> str:
    most = "" if one.exact else "<= "
    tricks = "" if one.tricks is None else f" ({one.tricks:.1f} tricks)"
    return f"{most}{one.value:.0%}".replace("%", " %") + tricks
