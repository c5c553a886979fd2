"""Outcomes of duels, made by hand, and a solver."""

from collections.abc import Callable

import pytest

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.duel.duel import DuelOutcome, SideOutcome
from bluechip_bot.model import Card, Deal

DEAL = Deal.parse("N:AKQ.AK2.AK32.432 JT9.JT98.JT9.JT9 8765.Q765.Q4.AKQ 432.43.8765.8765")


def _outcome(number: int, *, won_a: bool, won_b: bool, play_b: str = "S2 SA") -> DuelOutcome:
    """Return an outcome; A plays S2 SA S9 S5."""
    cards = tuple(map(Card.parse, play_b.split()))
    return DuelOutcome(
        number,
        DEAL,
        "S None 7NT P P P",
        0.475,
        3,
        11 * (won_a - won_b),
        SideOutcome(won_a, 9 + won_a, 10, 2.5, 1.25, 0, tuple(map(Card, (0, 12, 7, 3)))),
        SideOutcome(won_b, 9 + won_b, 20, 1.0, 0.5, 1, cards),
    )


@pytest.fixture
def make_outcome() -> Callable[..., DuelOutcome]:
    """Return a maker of outcomes."""
    return _outcome


@pytest.fixture(scope="session")
def solver() -> DoubleDummy:
    """Return a small solver."""
    return DoubleDummy(8)
