"""Statistics of paired comparisons."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.statistics.estimates import mean, sign_test, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (302, 467, 0.6023, 0.6887),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    """The bounds are those of the published formula."""
    found = wilson(successes, trials)
    assert found.value == successes / trials
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_wilson_without_trials() -> None:
    """Nothing seen, nothing known."""
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


@given(st.integers(0, 60), st.integers(0, 60))
def test_wilson_encloses_the_share(wins: int, losses: int) -> None:
    """The share is within its bounds, and the bounds of the complement are the complement's."""
    found, other = wilson(wins, wins + losses), wilson(losses, wins + losses)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low == pytest.approx(1 - other.high, abs=1e-12)


@pytest.mark.parametrize(
    ("wins", "losses", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (5, 0, 0.0625), (1, 7, 0.0703125), (9, 1, 22 / 1024)],
)
def test_sign_test(wins: int, losses: int, p: float) -> None:
    """The p-value is that of the binomial distribution, counted exactly."""
    assert sign_test(wins, losses) == pytest.approx(p, rel=1e-12)
    assert sign_test(losses, wins) == sign_test(wins, losses)


def test_sign_test_of_many() -> None:
    """Hundreds of differences are no problem: the published 302 of 467 are far from chance."""
    assert 1e-11 < sign_test(302, 165) < 1e-9


def test_mean() -> None:
    """The half width is 1.96 standard errors; one value has none."""
    found = mean([1, 1, 0, -1])
    spread = math.sqrt((0.75**2 * 2 + 0.25**2 + 1.25**2) / 3 / 4)
    assert found.value == 0.25
    assert found.high - found.value == pytest.approx(1.959964 * spread, rel=1e-6)
    assert found.value - found.low == pytest.approx(found.high - found.value)
    assert (mean([2]).low, mean([2]).high) == (2, 2)


def test_impossible_numbers_are_refused() -> None:
    """More successes than trials, negative numbers and no values are errors."""
    with pytest.raises(ValueError, match="3 successes of 2"):
        wilson(3, 2)
    with pytest.raises(ValueError, match="-1 wins"):
        sign_test(-1, 2)
    with pytest.raises(ValueError, match="no values"):
        mean([])
