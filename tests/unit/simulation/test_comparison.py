"""A rival of the book's call."""

from __future__ import annotations

import numpy as np
import pytest

from bluechip_bot.simulation.settings import SimulationSettings
from bluechip_bot.simulation.thinker import RivalCall

OPTIONS = SimulationSettings()


def rival(estimate: float, gains: list[float], margin: float = 0.5, layouts: int = 64) -> RivalCall:
    """A rival with the same estimate on all layouts, solved on some."""
    found = RivalCall(np.full(layouts, estimate), margin, OPTIONS)
    found.gains += gains
    return found


def test_a_call_that_gains_nothing_is_no_better() -> None:
    """Whatever has been solved."""
    for number in (0, 8, 64):
        assert rival(0.0, [0.0] * number).advantage < 0


def test_more_layouts_bring_it_nearer_to_the_mean() -> None:
    """The prior holds a few lucky layouts down."""
    found = [rival(0.0, [3.0] * number).advantage for number in (0, 2, 8, 32, 64)]
    assert found == sorted(found)
    assert found[-1] < 3.0 - 0.5
    assert rival(0.0, [3.0] * 6400, layouts=6400).advantage == pytest.approx(2.5, abs=0.05)


def test_solved_layouts_correct_the_estimate() -> None:
    """An estimate that promises what is not there is believed less with each layout."""
    found = [rival(4.0, [-1.0] * number).advantage for number in (0, 4, 16, 64)]
    assert found == sorted(found, reverse=True)
    assert found[0] > 0 > found[-1]


def test_risk_falls_with_layouts_and_distance() -> None:
    """What could be lost is small where the gain is clear, and where much has been solved."""
    gains = [2.0, -1.0] * 32
    risks = [rival(0.5, gains[:number]).risk for number in (4, 16, 64)]
    assert risks == sorted(risks, reverse=True)
    assert rival(0.5, [-9.0] * 16).risk < rival(0.5, [0.5] * 16).risk


def test_margin_and_mean() -> None:
    """The margin is taken off; the mean is of what was solved, or else the estimate."""
    less, more = (rival(1.0, [2.0] * 16, margin).advantage for margin in (0.25, 1.25))
    assert less - more == pytest.approx(1.0)
    assert rival(1.5, []).mean == 1.5
    assert rival(1.5, [2.0, 4.0]).mean == 3.0
