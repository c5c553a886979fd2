"""How fast worlds are drawn: by counting and by dealing until a deal fits."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from solver import WorldSampler, effective_size
from support.situations import SITUATIONS, Situation

FEW, MANY = 40, 10_000
TRIES = 200_000
"""Deals by which the acceptance is measured; so many are enough to time rejection, too."""


class Speed(NamedTuple):
    """Worlds a second, the sampler's start included."""

    counted: float
    dealt: float


def timed(run: Callable[[], int]) -> float:
    """Seconds of this thread for each world, so that other processes do not count."""
    start = time.thread_time()
    worlds = run()
    return (time.thread_time() - start) / max(worlds, 1)


def speed(situation: Situation, n: int, accepted: float) -> Speed:
    """Medians of runs that take turns.

    Where dealing needs many seconds it is asked for fewer worlds, which cost the same each.
    """
    dealt_n = max(FEW, min(n, int(TRIES * accepted)))
    counted, dealt = [], []
    for seed in range(25 if n == FEW else 7):
        counted.append(timed(lambda: len(draw(situation, n, seed))))  # noqa: B023
        dealt.append(timed(lambda: len(deal(situation, dealt_n, seed))))  # noqa: B023
    return Speed(1 / statistics.median(counted), 1 / statistics.median(dealt))


def draw(situation: Situation, n: int, seed: int) -> npt.NDArray[np.uint64]:
    """Worlds by counting."""
    return WorldSampler(**situation.facts).draw(n, seed).worlds


def deal(situation: Situation, n: int, seed: int) -> npt.NDArray[np.uint64]:
    """Worlds by dealing."""
    return WorldSampler(**situation.facts).draw_by_rejection(n, seed, attempts=1 << 32).worlds


@pytest.mark.bench
def test_worlds(capsys: pytest.CaptureFixture[str]) -> None:
    """Counting is 20 times as fast where dealing accepts under 1 %, half as fast at least else."""
    lines, slow = [], []
    for situation in SITUATIONS:
        subject = WorldSampler(**situation.facts)
        trials = subject.draw_by_rejection(1 << 20, 1, attempts=TRIES)
        accepted = len(trials.worlds) / trials.attempts
        few, many = speed(situation, FEW, accepted), speed(situation, MANY, accepted)
        size = effective_size(subject.draw(FEW, 1).weights)
        ratios = few.counted / few.dealt, many.counted / many.dealt
        lines.append(
            f"{situation.name:25}{accepted:8.2%}"
            f"{few.counted:12,.0f}{few.dealt:12,.0f}{ratios[0]:8.1f}"
            f"{many.counted:12,.0f}{many.dealt:12,.0f}{ratios[1]:8.1f}{size:7.0f}"
        )
        if ratios[1] < (20 if accepted < 0.01 else 0.5 if accepted > 0.5 else 0):
            slow.append(situation.name)
    with capsys.disabled():
        print(f"\nworlds a second{'':18}{FEW:>24,} worlds{'':8}{MANY:>17,} worlds")
        print(
            f"{'situation':25}{'accepted':>8}" + f"{'counted':>12}{'dealt':>12}{'ratio':>8}" * 2
            + f"{'eff.':>7}", *lines, sep="\n",
        )  # fmt: skip
    assert not slow
