"""A card that was chosen, with the record of how it was found, and the record in words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import groupby, islice
from typing import Final

from attrs import evolve, field, frozen

from bluechip_bot.engine.lookahead import AlphaMuVerdict
from bluechip_bot.engine.pool import Worlds
from bluechip_bot.engine.preference import Preference
from bluechip_bot.engine.question import Question
from bluechip_bot.model import Card, CardRecord, ComparedCard
from solver.alphamu.result import CardValue

_SHOWN: Final = 5
"""The groups of equal cards that are shown in words, the best ones."""


@frozen
class CardChoice:
    """A card and how it was found."""

    card: Card
    record: CardRecord = field(hash=False)


def voted(question: Question, sample: Worlds, preference: Preference) -> CardRecord:
    """The record of a choice by the vote of the worlds."""
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


def looked_ahead(vote: CardRecord, verdict: AlphaMuVerdict, preference: Preference) -> CardRecord:
    """The record of the vote with what alpha-mu changes."""
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
    preference: Preference,
    worth: Mapping[int, CardValue],
    values: Mapping[int, CardValue] | None = None,
) -> tuple[ComparedCard, ...]:
    """The legal cards, best first; without values, the share of the vote is that."""
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
    """One line on why a card was chosen; no times, so that equal searches say the same.

    Like this: `alphamu M=3, 40 worlds, 5 tricks wanted: SQ ST 82 % (4.9 tricks), H4 <= 75 %
    (4.2 tricks)`. M is the number of own cards that were looked ahead, the share what a card is
    worth of all that can be won, the tricks the mean of double-dummy play. A plan tells its
    explanation itself.
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
