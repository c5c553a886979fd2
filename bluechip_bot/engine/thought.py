"""The record of a card's choice in words, for people who read a match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

_SHOWN: Final = 5
"""The groups of equal cards that are told, the best ones."""


def thought_of(record: Mapping[str, Any]) -> str:
    """One line on why a card was chosen; no times, so that equal searches say the same.

    Like this: `alphamu M=3, 40 worlds, 5 tricks wanted: SQ ST 82 % (4.9 tricks), H4 <= 75 %
    (4.2 tricks)`. M is the number of own cards that were looked ahead; the share is what the card
    is worth of all that can be had; the tricks are the mean of double-dummy play. Of a plan, its
    explanation.

    Args:
        record: as in `CardChoice`.
    """
    if record["method"] == "htn":
        return f"htn, {record['worlds']} world{_s(record['worlds'])}: {record['plan']}"
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
