"""Scales of victory points, by formula and by table."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.match.result.scale import CONTINUOUS, ScaleError, read_scale
from bluechip_bot.model import victory_points

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


@given(st.floats(-200, 200), st.integers(1, 128))
def test_default_is_the_continuous_scale(margin: float, boards: int) -> None:
    """The default is the formula of the World Bridge Federation."""
    assert CONTINUOUS.points(margin, boards) == victory_points(margin, boards)


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


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("name = ", "not TOML"),
        ("", "name: a text"),
        ('name = "x"', r"at least one \[\[table\]\]"),
        ('name = "x"\ntable = [5]', r"table\[0\]: a table expected"),
        ('name = "x"\n[[table]]\nboards = 4\nwidth = 3', r"table\[0\].width: none of"),
        ('name = "x"\n[[table]]\nsteps = []', r"table\[0\].boards"),
        ('name = "x"\n[[table]]\nboards = [8, 4]', "boards: a number or"),
        ('name = "x"\n[[table]]\nboards = 4', "either steps or formula"),
        ('name = "x"\n[[table]]\nboards = 4\nsteps = []', "a list of"),
        ('name = "x"\n[[table]]\nboards = 4\nsteps = [[0, 1]]', r"steps\[0\]"),
        ('name = "x"\n[[table]]\nboards = 4\nsteps = [[1, 1, 1]]', "rise from 0"),
        ('name = "x"\n[[table]]\nboards = 4\nsteps = [[0, 1, 1], [0, 2, 2]]', "rise from 0"),
        ('name = "x"\n[[table]]\nboards = 4\nsteps = [[0, nan, 1]]', "a number expected"),
        ('name = "x"\n[[table]]\nboards = 4\nformula = { top = 0 }', "above 0"),
        ('name = "x"\n[[table]]\nboards = 4\nformula = { top = true }', "a number expected"),
        (TEXT + "[[table]]\nboards = [12, 14]\nformula = {}", "two for 12 boards"),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, text: str, part: str) -> None:
    """What is no scale is a ScaleError with file and key."""
    path = scale_file(tmp_path, text)
    with pytest.raises(ScaleError, match=part) as caught:
        read_scale(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_the_scale_of_the_readme(tmp_path: Path) -> None:
    """The example of a table file can be used as it stands."""
    readme = Path(__file__).parents[4] / "README.md"
    blocks = readme.read_text("utf-8").split("```")
    (text,) = (block for block in blocks if "club scale" in block)
    scale = read_scale(scale_file(tmp_path, text))
    assert scale.points(5, 8) == (17, 13)
    assert scale.points(0, 32) == (10, 10)
