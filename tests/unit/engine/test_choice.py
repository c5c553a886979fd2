"""The record of a choice in words."""

from __future__ import annotations

import pytest
from attrs import evolve

from bluechip_bot.engine import thought_of
from bluechip_bot.model import Card, CardRecord, ComparedCard

CARDS = (
    ComparedCard(Card.parse("SQ"), 0.824, tricks=4.93),
    ComparedCard(Card.parse("ST"), 0.8236, tricks=4.91),
    ComparedCard(Card.parse("H4"), 0.75, exact=False),
)
DECIDED = "contract decided, other tricks count"
VOTE = CardRecord("pimc", 40, CARDS, target=5, depth=1)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (VOTE, "pimc, 40 worlds, 5 tricks wanted: SQ ST 82 % (4.9 tricks), H4 <= 75 %"),
        (
            evolve(VOTE, method="alphamu", depth=3, target=1, worlds=1),
            "alphamu M=3, 1 world, 1 trick wanted: SQ ST 82 % (4.9 tricks), H4 <= 75 %",
        ),
        (
            evolve(VOTE, slid=True),
            f"pimc, 40 worlds, {DECIDED}: SQ ST 82 % (4.9 tricks), H4 <= 75 %",
        ),
        (CardRecord("forced", 0), "all legal cards are equal"),
    ],
)
def test_record_in_words(record: CardRecord, words: str) -> None:
    """How it was found, what is wanted, and the cards, those of equal worth together."""
    assert thought_of(record) == words


def test_no_times_and_few_cards() -> None:
    """Equal searches say the same whatever they took, and only the best five groups are told."""
    many = tuple(
        ComparedCard(Card.parse(f"C{rank}"), 1 - at / 10) for at, rank in enumerate("AKQJT98")
    )
    told = [thought_of(evolve(VOTE, cards=many, seconds=seconds)) for seconds in (0.1, 2.0)]
    assert told[0] == told[1]
    assert "CT 60 %" in told[0]
    assert "C9" not in told[0]
