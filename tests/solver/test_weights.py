"""Weighted worlds: `solver.resample` and `solver.effective_size`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import SolverError, effective_size, resample

WEIGHTS = st.lists(st.floats(0, 1e6), min_size=1, max_size=40).filter(lambda w: max(w) > 1e-3)


@given(WEIGHTS, st.integers(0, 200), st.integers(0, 2**64 - 1))
def test_each_as_often_as_its_share(weights: list[float], n: int, seed: int) -> None:
    """An index comes as often as its share of the weights times n, rounded down or up."""
    found = resample(weights, n, seed)
    assert found.shape == (n,)
    assert found.dtype == np.int64
    assert np.all(np.diff(found) >= 0)
    often = np.bincount(found, minlength=len(weights))
    expected = np.array(weights) / sum(weights) * n
    assert np.all(often >= np.floor(expected - 1e-6))
    assert np.all(often <= np.ceil(expected + 1e-6))
    assert np.array_equal(found, resample(weights, n, seed))


def test_the_mean_is_the_share() -> None:
    """Over many seeds an index comes its share times n often."""
    weights = [0.1, 0.0, 0.35, 0.55]
    often = np.zeros(4, dtype=np.int64)
    for seed in range(4000):
        often += np.bincount(resample(weights, 5, seed), minlength=4)
    assert np.allclose(often / 4000, np.array(weights) * 5, atol=0.03)
    assert often[1] == 0


def test_zero_weights_at_the_ends() -> None:
    """What weighs nothing is never chosen, first or last."""
    for seed in range(300):
        assert set(resample([0, 0, 3, 0, 1, 0], 7, seed).tolist()) == {2, 4}


@given(WEIGHTS)
def test_effective_size(weights: list[float]) -> None:
    """The effective size is between 1 and the number of weights, and does not depend on scale."""
    size = effective_size(weights)
    assert 1 - 1e-9 <= size <= len(weights) * (1 + 1e-9)
    assert size == pytest.approx(effective_size([weight * 3 for weight in weights]))


def test_effective_size_of_known_weights() -> None:
    """Equal weights count fully, a single one as 1, whatever their scale."""
    assert effective_size([2.0] * 17) == pytest.approx(17)
    assert effective_size([0, 5, 0]) == 1
    assert effective_size([1, 3]) == pytest.approx(16 / 10)
    assert effective_size([1e300, 1e300]) == pytest.approx(2)
    assert effective_size([1e-300, 1e-300]) == pytest.approx(2)


BAD = [
    [], [0.0, 0.0], [1.0, -1e-9], [1.0, float("nan")], [float("nan")], [1.0, float("inf")],
    [[1.0, 2.0]], 3.0, "many", [1, "x"], None,
]  # fmt: skip


@pytest.mark.parametrize("weights", BAD, ids=str)
def test_bad_weights(weights: Any) -> None:
    """Weights that are none, negative, not numbers or all zero are refused."""
    with pytest.raises(SolverError, match="weights must"):
        resample(weights, 3, 1)
    with pytest.raises(SolverError, match="weights must"):
        effective_size(weights)


@pytest.mark.parametrize(("n", "seed", "name"), [(-1, 0, "n"), (1.5, 0, "n"), (1, -1, "seed")])
def test_bad_wishes(n: Any, seed: Any, name: str) -> None:
    """N and seed are whole numbers in range."""
    with pytest.raises(SolverError, match=f"{name} must be"):
        resample([1.0], n, seed)
