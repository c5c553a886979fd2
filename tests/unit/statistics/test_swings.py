"""Means, intervals and the sequential test, checked on swings whose true mean is known."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.statistics.estimates import (
    Interval,
    MeanSwing,
    bootstrap_interval,
    running_totals,
    t_interval,
    t_quantile,
)
from bluechip_bot.statistics.sprt import FEWEST_SWINGS, Sprt, SprtError, SprtVerdict

Draw = Callable[[tuple[int, int]], npt.NDArray[np.int64]]


T_TABLE = (
    (1, 0.324919696, 12.7062047, 63.6567412),
    (2, 0.288675135, 4.30265273, 9.9248432),
    (3, 0.276670662, 3.18244631, 5.84090931),
    (4, 0.270722295, 2.77644511, 4.60409487),
    (31, 0.255532168, 2.03951345, 2.74404192),
    (120, 0.253909523, 1.97993041, 2.61742115),
    (121, 0.253904869, 1.97976376, 2.61707227),
    (500, 0.25348195, 1.96471984, 2.58569784),
    (100000, 0.253347777, 1.95998771, 2.57587847),
)
"""Degrees of freedom and the quantiles of 60, 97.5 and 99.5 %, by SciPy."""


def swings(flat: float, mean: float, seed: int) -> Draw:
    """Swings as of real matches, tilted to a mean: many of 0 to 3 IMPs, humps at 6 and 11."""
    values = np.arange(-17, 18)
    size = np.abs(values)
    weights = np.exp(-size / 3) + 0.12 * (
        np.exp(-(((size - 6) / 1.5) ** 2)) + np.exp(-(((size - 11) / 1.5) ** 2))
    )
    weights[size == 0] = 0
    weights *= (1 - flat) / weights.sum()
    weights[size == 0] = flat
    low, high = -2.0, 2.0
    for _ in range(60):
        tilt = (low + high) / 2
        shares = weights * np.exp(tilt * values)
        shares /= shares.sum()
        low, high = (tilt, high) if (shares * values).sum() < mean else (low, tilt)
    chance = np.random.Generator(np.random.PCG64(seed))
    return lambda shape: chance.choice(values, size=shape, p=shares)


@pytest.mark.parametrize("row", T_TABLE)
def test_t_quantiles(row: tuple[float, ...]) -> None:
    """They are those of another implementation, by the series and by the expansion."""
    freedom, *expected = row
    found = [t_quantile(probability, int(freedom)) for probability in (0.6, 0.975, 0.995)]
    assert found == pytest.approx(expected, rel=5e-9)


def test_t_interval_of_a_known_sample() -> None:
    """The interval of Student's own sleep data (1908): 0.70 to 2.46."""
    found = t_interval([1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4])
    assert found == pytest.approx((0.7001, 2.4599), abs=1e-4)


def test_bootstrap_is_reproducible_and_near_t() -> None:
    """The same seed gives the same bounds, another one nearly; many boards agree with t."""
    sample = swings(0.5, 0.5, 3)((1, 200))[0].tolist()
    found, t = bootstrap_interval(sample, 1), t_interval(sample)
    assert found == bootstrap_interval(sample, 1)
    assert found != bootstrap_interval(sample, 2)
    assert found == pytest.approx(t, abs=0.05 * (t.high - t.low))


def test_bootstrap_does_not_depend_on_the_part_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing in many small parts gives what one draw gives."""
    sample = list(range(-5, 9))
    whole = bootstrap_interval(sample, 4, resamples=500)
    monkeypatch.setattr("bluechip_bot.statistics.estimates._WORDS_AT_ONCE", 100)
    assert bootstrap_interval(sample, 4, resamples=500) == whole


def test_mean_of_few_swings() -> None:
    """One swing has a mean and no interval; equal swings have an interval without width."""
    assert MeanSwing.of([3]) == MeanSwing(3, None, None, None)
    assert MeanSwing.of([0, 0, 0]) == MeanSwing(0, 0, Interval(0, 0), Interval(0, 0))


def test_running_totals() -> None:
    """The last one is n times the mean with n times its interval; the first has no interval."""
    sample = [0, 5, -3, 0, 11, 1]
    totals = running_totals(sample)
    assert totals[0] == (0, None)
    assert [total for total, _ in totals] == [0, 5, 2, 2, 13, 14]
    total, interval = totals[-1]
    whole = t_interval(sample)
    assert interval == pytest.approx((6 * whole.low, 6 * whole.high))
    assert total == 14


MANY = [
    pytest.param(flat, mean, boards, 6000, 1000, (0.93, 0.97), marks=pytest.mark.slow)
    for flat in (0.2, 0.4, 0.6)
    for mean in (0.0, 0.5, 1.5)
    for boards in (32, 64, 128)
]


@pytest.mark.parametrize(
    ("flat", "mean", "boards", "matches", "resamples", "bounds"),
    # 93 to 97 %, and what 800 matches can be off
    [(0.4, 0.0, 40, 800, 400, (0.92, 0.98)), (0.4, 1.0, 40, 800, 400, (0.92, 0.98)), *MANY],
)
def test_coverage(
    flat: float, mean: float, boards: int, matches: int, resamples: int, bounds: tuple[float, float]
) -> None:
    """Of many matches, 93 to 97 % of both intervals hold the true mean."""
    sample = swings(flat, mean, 7)((matches, boards)).tolist()
    for found in (
        [t_interval(match) for match in sample],
        [bootstrap_interval(match, 1, resamples=resamples) for match in sample],
    ):
        assert bounds[0] <= sum(low <= mean <= high for low, high in found) / matches <= bounds[1]


def test_sprt_bounds_and_text() -> None:
    """Wald's bounds for 5 %; the text tells ratio, bounds and verdict."""
    test = Sprt(0, 0.5)
    assert test.bounds == pytest.approx((-math.log(19), math.log(19)))
    assert Sprt(0, 0.5, 0.01, 0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))
    assert str(test.state([])) == "LLR 0.00 (-2.94 to 2.94): continue"


def test_sprt_ratio() -> None:
    """For many boards the ratio is that of normal swings of known variance, n d (m - c) / v."""
    sample = [12, -10, 3, 0, -2, 1, 0, 0] * 100
    mean, variance = sum(sample) / 800, float(np.var(sample))
    expected = 800 * 0.5 * (mean - 0.25) / variance
    assert Sprt(0, 0.5).state(sample).llr == pytest.approx(expected, rel=0.02)


UP = (0, 3, 5, -1, 4, 0, 6, -2) * 10
FEW = (9,) * (FEWEST_SWINGS - 1)


@pytest.mark.parametrize(
    ("test", "sample", "verdict"),
    [
        pytest.param(Sprt(0, 0.5), UP, SprtVerdict.H1, id="won by 2 IMPs a board"),
        pytest.param(Sprt(0, 0.5), [-one for one in UP], SprtVerdict.H0, id="lost"),
        pytest.param(Sprt(0, 0.5), [4, 12] * 11, SprtVerdict.H1, id="far beyond both"),
        pytest.param(Sprt(0, 8), [*FEW, 0, 0], SprtVerdict.CONTINUE, id="too few swings"),
        pytest.param(Sprt(0, 8), [*FEW, 0, 0, 1], SprtVerdict.H1, id="just enough"),
        pytest.param(Sprt(0, 0.5), [0] * 500, SprtVerdict.CONTINUE, id="flat boards"),
    ],
)
def test_sprt_verdicts(test: Sprt, sample: Sequence[int], verdict: SprtVerdict) -> None:
    """A test decides by the mean, after twenty swings; the mirrored test has the mirrored ratio."""
    state = test.state(sample)
    assert state.verdict is verdict
    mirrored = Sprt(-test.h1, -test.h0).state([-one for one in sample])
    assert mirrored.llr == pytest.approx(-state.llr)


def test_a_bound_belongs_to_its_hypothesis(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ratio that equals a bound decides, as Wald's test does."""
    llr = Sprt(0, 0.5).state(UP).llr
    monkeypatch.setattr(Sprt, "bounds", (-llr, llr))
    assert Sprt(0, 0.5).state(UP).verdict is SprtVerdict.H1


def test_few_equal_swings_prove_little() -> None:
    """Boards that happen to be equal have no variance of their own, and yet decide nothing."""
    for swing in (0, 3, -3):
        assert abs(Sprt(0, 0.5).state([swing] * 5).llr) < 0.5


def test_a_mean_far_beyond_both_is_soon_decided() -> None:
    """It speaks for H1 the more, the greater it is: what lies beyond is no noise."""
    test = Sprt(0, 0.5)
    ratios = [test.state([mean - 4, mean + 4] * 15).llr for mean in (0.25, 1, 2, 4, 8, 16)]
    assert ratios[0] == pytest.approx(0)
    assert ratios == sorted(ratios)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ((0.5, 0.5), "H0 below H1"),
        ((1, 0), "not 1 and 0"),
        ((0, math.nan), "H0 below H1"),
        ((0, 0.5, 0), "alpha between"),
        ((0, 0.5, 0.05, 0.5), "beta between"),
    ],
)
def test_tests_that_cannot_be_made(arguments: tuple[float, ...], part: str) -> None:
    """Hypotheses in the wrong order and error rates out of range are errors."""
    with pytest.raises(SprtError, match=part):
        Sprt(*arguments)


def error_rates(flat: float, test: Sprt, matches: int, boards: int, every: int) -> list[float]:
    """The shares of matches that accept the wrong hypothesis where H0, then where H1 is true."""
    rates = []
    for mean, wrong in ((test.h0, SprtVerdict.H1), (test.h1, SprtVerdict.H0)):
        errors = 0
        for match in swings(flat, mean, 11)((matches, boards)).tolist():
            for played in range(every, boards + 1, every):
                verdict = test.state(match[:played]).verdict
                if verdict is not SprtVerdict.CONTINUE:
                    errors += verdict is wrong
                    break
        rates.append(errors / matches)
    return rates


SLOW = [
    pytest.param(flat, test, 1000, 1200, 4, marks=pytest.mark.slow)
    for flat in (0.2, 0.5, 0.7, 0.9)
    for test in (Sprt(0, 0.5), Sprt(0, 1), Sprt(-1, 1, 0.02, 0.1))
]


@pytest.mark.parametrize(
    ("flat", "test", "matches", "boards", "every"), [(0.5, Sprt(0, 1), 300, 400, 8), *SLOW], ids=str
)
def test_sprt_error_rates(flat: float, test: Sprt, matches: int, boards: int, every: int) -> None:
    """Looked at every few boards, wrong verdicts are as rare as promised, but for noise."""
    rates = error_rates(flat, test, matches, boards, every)
    for rate, most in zip(rates, (test.alpha, test.beta), strict=True):
        assert rate <= most + 2.5 * math.sqrt(most / matches)
