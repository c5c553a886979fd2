"""The record of a choice in words."""

from __future__ import annotations

from typing import Any

import pytest

from bluechip_bot.engine import thought_of

CARDS: dict[str, dict[str, Any]] = {
    "SQ": {"value": 0.824, "exact": True, "tricks": 4.93},
    "ST": {"value": 0.8236, "exact": True, "tricks": 4.91},
    "H4": {"value": 0.75, "exact": False, "tricks": None},
}
DECIDED = "contract decided, other tricks count"
VOTE: dict[str, Any] = {"method": "pimc", "worlds": 40, "target": 5, "slid": False, "cards": CARDS}


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (
            VOTE,
            "pimc, 40 worlds, 5 tricks wanted: SQ ST 82 % (4.9 tricks), H4 <= 75 %",
        ),
        (
            {**VOTE, "method": "alphamu", "depth": 3, "target": 1, "worlds": 1},
            "alphamu M=3, 1 world, 1 trick wanted: SQ ST 82 % (4.9 tricks), H4 <= 75 %",
        ),
        (
            {**VOTE, "slid": True},
            f"pimc, 40 worlds, {DECIDED}: SQ ST 82 % (4.9 tricks), H4 <= 75 %",
        ),
        ({"method": "forced", "worlds": 0, "wanted": 7}, "all legal cards are equal"),
    ],
)
def test_record_in_words(record: dict[str, Any], words: str) -> None:
    """How it was found, what is wanted, and the cards, those of equal worth together."""
    assert thought_of(record) == words


def test_no_times_and_few_cards() -> None:
    """Equal searches say the same whatever they took, and only the best five groups are told."""
    many = {f"C{rank}": {**CARDS["SQ"], "value": 1 - at / 10} for at, rank in enumerate("AKQJT98")}
    told = [thought_of({**VOTE, "cards": many, "seconds": seconds}) for seconds in (0.1, 2.0)]
    assert told[0] == told[1]
    assert "CT 60 %" in told[0]
    assert "C9" not in told[0]
