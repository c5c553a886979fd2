"""A card that was chosen, with the record of how it was found, and the record in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

import numpy as np
from attrs import field, frozen

from bluechip_bot.engine.lookahead import Verdict
from bluechip_bot.engine.pool import Worlds
from bluechip_bot.engine.preference import Preference
from bluechip_bot.engine.question import Question
from bluechip_bot.engine.vote import Ranking
from bluechip_bot.model import Card
from solver.alphamu.result import CardValue, SearchResult

_SHOWN: Final = 5
"""The groups of equal cards that are shown in words, the best ones."""


@frozen
class CardChoice:
    """A card and how it was found.

    Attributes:
        card: the card.
        record: values that JSON can hold. `method` is "alphamu", "pimc", or "forced" when all
            legal cards are equal; `worlds` (searched, or voted), `wanted`, `seconds`. Except for
            "forced" also `target` (tricks the side wants from here), `slid` (whether it is decided
            in all worlds, so that other tricks count), `sample` (where the worlds come from, see
            `Worlds.record`) and `cards`: the legal cards, best first, each with `value`, the share
            of what can be won (of the weight of the worlds in which the target is reached, when
            nothing else counts; see `lookahead.estimate`), `exact` (else an upper bound), `tricks`,
            the mean of double-dummy tricks in `counted` of the weight (None if that is 0),
            `reached`, the share of the weight in which double-dummy play reaches the target,
            `asked`, the worlds in which that was found out (a card that was behind dropped out of
            the vote), and `worth`, the value with other tricks added, by which cards are compared.
            `rivals` is the number of worlds asked for the last two groups of equal cards. With
            "alphamu" also `scoring` and `depth`, 1 when there was no time for more than the vote of
            the worlds; else also `levels` (tricks that count), `stages` (see `Stage.record`),
            `variation` (the play that it expects), `plan` (by world, the tricks that its best card
            is sure of, as hex digits), and for each card `front`, the number of its vectors.
    """

    card: Card
    record: Mapping[str, Any] = field(hash=False)


def voted(question: Question, sample: Worlds, preference: Preference) -> dict[str, Any]:
    """The record of a choice by the vote of the worlds."""
    ranking = preference.ranking
    worth = zip(ranking.cards.tolist(), ranking.worth.tolist(), strict=True)
    values = {card: CardValue(value, exact=True) for card, value in worth}
    double = _double_dummy(ranking)
    return {
        "method": "pimc",
        "worlds": ranking.worlds,
        "rivals": ranking.rivals,
        "counted": round(ranking.counted / ranking.weight, 4),
        "target": question.stake.target,
        "slid": ranking.slid,
        "sample": sample.record,
        "cards": {
            str(Card(card)): {
                "value": double[card]["reached"],
                "exact": True,
                **double[card],
                "worth": round(values[card].value, 4),
            }
            for card in preference.order(values)
        },
    }


def looked_ahead(verdict: Verdict, preference: Preference) -> dict[str, Any]:
    """What alpha-mu changes in the record of the vote."""
    double = _double_dummy(preference.ranking)
    result = verdict.stage.result
    cards: dict[str, dict[str, Any]] = {}
    for card in preference.order(verdict.worth):
        value, exact = verdict.values[card]
        found = cards[str(Card(card))] = {"value": round(value, 4), "exact": exact, **double[card]}
        found["front"] = len(result.fronts.get(card, ()))
        found["worth"] = round(verdict.worth[card].value, 4)
    variation = [str(Card(card)) for card in result.variation]
    return {**verdict.record, "cards": cards, "variation": variation, "plan": _plan(result)}


def _plan(result: SearchResult) -> str:
    """The fullest vector of the best card: for each world the tricks that count, in hex."""
    front = result.fronts.get(result.best_card)
    if front is None or not len(front):
        return ""
    fullest = front[int(np.argmax(front.sum(axis=1)))]
    return "".join(f"{tricks:x}" for tricks in fullest.tolist())


def _double_dummy(ranking: Ranking) -> dict[int, dict[str, float | None]]:
    """By card, best first: the share of worlds in which the target is reached, and mean tricks."""
    return {
        card: {
            "reached": round(share, 4),
            "tricks": None if math.isnan(tricks) else round(tricks, 3),
            "asked": asked,
        }
        for card, share, tricks, asked in zip(
            ranking.cards.tolist(),
            ranking.share.tolist(),
            ranking.tricks.tolist(),
            ranking.asked.tolist(),
            strict=True,
        )
    }


def thought_of(record: Mapping[str, Any]) -> str:
    """One line on why a card was chosen; no times, so that equal searches say the same.

    Like this: `alphamu M=3, 40 worlds, 5 tricks wanted: SQ ST 82 % (4.9 tricks), H4 <= 75 %
    (4.2 tricks)`. M is the number of own cards that were looked ahead, the share what a card is
    worth of all that can be won, the tricks the mean of double-dummy play. A plan tells its
    explanation itself.

    Args:
        record: as in `CardChoice`.
    """
    if record["method"] == "htn":
        return f"htn, {record['worlds']} world{_s(record['worlds'])}"
    if record["method"] == "forced":
        return "all legal cards are equal"
    depth = f" M={record['depth']}" if "depth" in record else ""
    target, worlds = record["target"], record["worlds"]
    wanted = f"{target} trick{_s(target)} wanted"
    if record.get("slid"):
        wanted = "contract decided, other tricks count"
    cards = ", ".join(list(_groups(record["cards"]))[:_SHOWN])
    return f"{record['method']}{depth}, {worlds} world{_s(worlds)}, {wanted}: {cards}"


def _s(number: int) -> str:
    return "" if number == 1 else "s"


def _groups(cards: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield neighbours of equal worth together."""
    for worth, group in groupby(cards, key=lambda card: _worth(cards[card])):
        yield f"{' '.join(group)} {worth}"


def _worth(card: Mapping[str, Any]) -> str:
    most = "" if card["exact"] else "<= "
    tricks = "" if card["tricks"] is None else f" ({card['tricks']:.1f} tricks)"
    return f"{most}{card['value']:.0%}".replace("%", " %") + tricks
