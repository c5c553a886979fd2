"""Figures of an analysis as people read them."""

from __future__ import annotations

import pytest

from bluechip_bot.cli.figures import GOAL_TEXTS, counted, mean, share, worth
from bluechip_bot.planning import GOALS, GoalName


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 layouts"),
        (1, "1 layout"),
        (646646, "646,646 layouts"),
        (2704156, "2.7 million layouts"),
        (84478098072866400, "84 quadrillion layouts"),
        (999_999_999, "1 billion layouts"),
        (53644737765488792839237440000, "54 octillion layouts"),
    ],
)
def test_counted(number: int, text: str) -> None:
    """Two figures and a word where there are many, up to the number of all deals."""
    assert counted(number, "layout") == text


def test_digits_that_mean_something() -> None:
    """A tenth of a percent is a layout of a thousand."""
    assert [share(9 / 16, 16), share(0.5625, 999), share(0.5625, 1000)] == [
        "56 %",
        "56 %",
        "56.2 %",
    ]
    assert [mean(8.875, 16), mean(8.875, 1000)] == ["8.9", "8.88"]


@pytest.mark.parametrize(
    ("goal", "value", "text"),
    [
        ("make", 0.813627, "81.4 %"),
        ("make", 1.0013, "100.0 %"),
        ("points", 315.7, "+316 points"),
        ("points", -50.2, "-50 points"),
        ("imps", -12, "-12.0 IMPs"),
        ("tricks", 8.861, "8.86 tricks"),
    ],
)
def test_values_of_plans_have_units(goal: GoalName, value: float, text: str) -> None:
    """The unit is that of the goal; the tricks that decide between equals are no chance."""
    assert worth(value, goal, 1000) == text


def test_every_goal_is_described() -> None:
    """A plan says what its values are."""
    assert set(GOAL_TEXTS) == set(GOALS)
