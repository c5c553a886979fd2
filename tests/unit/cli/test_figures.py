"""Figures of an analysis as people read them."""

from __future__ import annotations

import pytest

from bluechip_bot.cli.figures import GOAL_TEXTS, counted, mean, share, worth
from bluechip_bot.planning import GOALS, GoalName
from support.tables import rows


@pytest.mark.parametrize(("number", "text"), rows("cli", "counted"))
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


@pytest.mark.parametrize(("goal", "value", "text"), rows("cli", "values_of_plans_have_units"))
def test_values_of_plans_have_units(goal: GoalName, value: float, text: str) -> None:
    """The unit is that of the goal; the tricks that decide between equals are no chance."""
    assert worth(value, goal, 1000) == text


def test_every_goal_is_described() -> None:
    """A plan says what its values are."""
    assert set(GOAL_TEXTS) == set(GOALS)
