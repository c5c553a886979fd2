"""Scales of victory points, by formula and by table."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.match.result.scale import CONTINUOUS, ScaleError, read_scale
from support.documentation import blocks
from support.tables import rows

TEXT = """
name = "club"
[[table]]
boards = [1, 12]
steps = [[0, 15, 15], [2, 16, 14], [5.5, 25, 0]]
[[table]]
boards = 16
formula = { top = 30, blitz = 12 }
"""


def scale_file(folder: Path, text: str) -> Path:
    """A table file."""
    path = folder / "scale.toml"
    path.write_text(text)
    return path


@settings(max_examples=30)
@given(st.integers(0, 200), st.integers(1, 128))
def test_victory_points_sum_and_rise(margin: int, boards: int) -> None:
    """Twenty in all; more IMPs never fewer points; the views are opposite; 10-10 for a draw."""
    ours, theirs = CONTINUOUS.points(margin, boards)
    assert round(ours + theirs, 2) == 20
    assert 10 <= ours <= 20
    assert CONTINUOUS.points(-margin, boards) == (theirs, ours)
    assert CONTINUOUS.points(margin + 1, boards)[0] >= ours
    assert CONTINUOUS.points(0, boards) == (10, 10)


@pytest.mark.parametrize(("boards", "blitz"), [(4, 30), (16, 60), (20, 68), (32, 85), (64, 120)])
def test_blitz(boards: int, blitz: int) -> None:
    """All twenty from 15 * sqrt(boards) IMPs on, and not one before; a third of it is worth 15."""
    assert CONTINUOUS.points(blitz, boards) == CONTINUOUS.points(blitz + 100, boards) == (20, 0)
    assert CONTINUOUS.points(blitz - 1, boards)[0] < 20
    if blitz % 3 == 0:
        assert CONTINUOUS.points(blitz // 3, boards) == (15, 5)
        golden = pytest.approx(10 + 5 * (1 + 5**0.5) / 2, abs=0.01)
        assert CONTINUOUS.points(2 * blitz // 3, boards)[0] == golden


def test_published_victory_points() -> None:
    """Eighteen IMPs over 32 boards are 13.46 (97-79 at the championship of 2018).

    The formula gives 13.453: the published tables are smoothed in the last digit so that no IMP
    is worth more than the one before it.
    """
    assert CONTINUOUS.points(18, 32) == pytest.approx((13.46, 6.54), abs=0.011)
    with pytest.raises(ScaleError, match="no table for 0 boards"):
        CONTINUOUS.points(0, 0)


def test_steps_and_formula_of_a_file(tmp_path: Path) -> None:
    """Each step holds from its margin on, for both sides; a formula has its own top and blitz."""
    scale = read_scale(scale_file(tmp_path, TEXT))
    assert [scale.points(margin, 8) for margin in (0, 1.9, 2, 5.4, 5.5, 100)] == [
        (15, 15),
        (15, 15),
        (16, 14),
        (16, 14),
        (25, 0),
        (25, 0),
    ]
    assert scale.points(-3, 8) == (14, 16)
    assert scale.points(0, 16) == (15, 15)
    assert scale.points(48, 16) == (30, 0)
    with pytest.raises(ScaleError, match="club: no table for 13 boards"):
        scale.points(0, 13)


OVERLAP = TEXT + "[[table]]\nboards = [12, 14]\nformula = {}"


@pytest.mark.parametrize(
    ("text", "part"), [*rows("match", "scales_refused"), (OVERLAP, "two for 12 boards")]
)
def test_wrong_files_are_refused(tmp_path: Path, text: str, part: str) -> None:
    """What is no scale is a ScaleError with file and key."""
    path = scale_file(tmp_path, text)
    with pytest.raises(ScaleError, match=part) as caught:
        read_scale(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_the_scale_of_the_documentation(tmp_path: Path) -> None:
    """The example of a table file can be used as it stands."""
    (text,) = blocks("docs/how-to/boards.md", "toml")
    scale = read_scale(scale_file(tmp_path, text))
    assert scale.points(5, 8) == (17, 13)
    assert scale.points(0, 32) == (10, 10)
