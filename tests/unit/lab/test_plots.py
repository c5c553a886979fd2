"""Plots of results."""

from pathlib import Path

import pytest

from bluechip_bot.lab.estimates import ExperimentEstimate
from bluechip_bot.lab.plots import draw_convergence, draw_lines


@pytest.mark.parametrize(
    ("values", "title"),
    [
        ([1, 0, -1, 1] * 50, "gain: +0.25 (+0.1341 to +0.3659) after 200 deals"),
        ([0.5], "gain: +0.5"),
        ([0.5] * 5000, "gain: +0.5 (+0.5 to +0.5) after 5000 deals"),
    ],
)
def test_convergence(tmp_path: Path, values: list[float], title: str) -> None:
    """The title tells the mean and its interval; the file is the same each time, and small."""
    files = [tmp_path / "a.svg", tmp_path / "b.svg"]
    for path in files:
        draw_convergence(path, values, "gain")
    text = files[0].read_text()
    assert f">{title}<" in text
    assert files[1].read_text() == text
    assert len(text) < 120_000


def test_lines(tmp_path: Path) -> None:
    """Each line is named, and has a place for each of its values."""
    line = {20.0: ExperimentEstimate(1, 0, 2), 40.0: ExperimentEstimate(2, 2, 2)}
    draw_lines(tmp_path / "a.svg", "Gain", ("worlds", "%"), {"M = 2": line, "M = 3": line})
    text = (tmp_path / "a.svg").read_text()
    for name in ("Gain", "worlds", "%", "M = 2", "M = 3", "20", "40"):
        assert f">{name}<" in text
