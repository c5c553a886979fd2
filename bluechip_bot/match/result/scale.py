"""Victory-point scales: the World Bridge Federation's by its formula, others from a table file.

A table file is TOML. Each table holds for some numbers of boards; its steps are the least margin in
IMPs, which may be a decimal, with the points of winner and loser from there on::

    name = "WBF 30 VPs, discrete"

    [[table]]
    boards = [15, 18]                        # from 15 to 18 boards
    steps = [[0, 15, 15], [2, 16, 14], [5, 17, 13], [8, 18, 12]]

    [[table]]
    boards = [19, 32]
    formula = { top = 20, blitz = 15 }       # continuous; all at 15 times the root of the boards

Every number of boards that comes up must be in one table.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from bluechip_bot.config import ConfigError, read_toml

_GOLDEN: Final = (5**0.5 - 1) / 2
"""The golden section."""


class ScaleError(ValueError):
    """A table file that holds no scale, or a match that a scale does not cover."""


@frozen
class StepScale:
    """Points in steps of the margin.

    Attributes:
        margins: the least margin of each step, from 0, rising.
        points: the points of winner and loser at each step.
    """

    margins: tuple[float, ...]
    points: tuple[tuple[float, float], ...]

    def of(self, margin: float, boards: int) -> tuple[float, float]:  # noqa: ARG002
        """The points of winner and loser."""
        return self.points[bisect_right(self.margins, margin) - 1]


@frozen
class FormulaScale:
    """The continuous scale of the World Bridge Federation (2013), two decimals.

    With the golden section t = (sqrt 5 - 1) / 2 and b = blitz * sqrt(boards) IMPs, the winner of a
    margin m gets half the top times 1 + (1 - t^(3 m / b)) / (1 - t^3), at most the top.

    Attributes:
        top: the most that a side can have; both have half of it at a margin of 0.
        blitz: the margin that gives it, in IMPs times the square root of the boards.
    """

    top: float = 20.0
    blitz: float = 15.0

    def of(self, margin: float, boards: int) -> tuple[float, float]:
        """The points of winner and loser."""
        share = (1 - _GOLDEN ** (3 * margin / (self.blitz * boards**0.5))) / (1 - _GOLDEN**3)
        winner = round(min(self.top / 2 * (1 + share), self.top), 2)
        return winner, round(self.top - winner, 2)


@frozen
class Scale:
    """A scale of victory points.

    Attributes:
        tables: for which numbers of boards, from and to, which steps or formula hold.
    """

    name: str
    tables: tuple[tuple[int, int, StepScale | FormulaScale], ...]

    def points(self, margin: float, boards: int) -> tuple[float, float]:
        """The victory points of both sides."""
        for first, last, table in self.tables:
            if first <= boards <= last:
                winner, loser = table.of(abs(margin), boards)
                return (winner, loser) if margin >= 0 else (loser, winner)
        raise ScaleError(f"{self.name}: no table for {boards} boards")


CONTINUOUS: Final = Scale("WBF, continuous 20-VP scale", ((1, 1_000_000, FormulaScale()),))


def read_scale(path: Path) -> Scale:
    """The scale of a table file."""
    try:
        return parse_scale(read_toml(path))
    except ConfigError as error:
        raise ScaleError(str(error)) from None
    except ScaleError as error:
        raise ScaleError(f"{path}: {error}") from None


def parse_scale(data: Mapping[str, Any]) -> Scale:
    """The scale of the data of a table file."""
    _only(data, "", ("name", "table"))
    name, tables = data.get("name"), data.get("table")
    if not isinstance(name, str) or not name.strip():
        raise ScaleError("name: a text expected")
    if not isinstance(tables, list) or not tables:
        raise ScaleError("table: at least one [[table]] expected")
    found = [_table(table, f"table[{at}]") for at, table in enumerate(tables)]
    ordered = sorted(found, key=lambda each: each[0])
    for (_, last, _), (first, _, _) in pairwise(ordered):
        if first <= last:
            raise ScaleError(f"table: two for {first} boards")
    return Scale(name, tuple(ordered))


def _table(data: object, path: str) -> tuple[int, int, StepScale | FormulaScale]:
    if not isinstance(data, dict):
        raise ScaleError(f"{path}: a table expected")
    _only(data, f"{path}.", ("boards", "steps", "formula"))
    match data.get("boards"):
        case [int(first), int(last)] if 1 <= first <= last:
            pass
        case int(first) if first >= 1:
            last = first
        case other:
            raise ScaleError(f"{path}.boards: a number or [from, to] expected, not {other!r}")
    if ("steps" in data) == ("formula" in data):
        raise ScaleError(f"{path}: either steps or formula expected")
    if "formula" in data:
        return first, last, _formula(data["formula"], f"{path}.formula")
    return first, last, _steps(data["steps"], f"{path}.steps")


def _formula(data: object, path: str) -> FormulaScale:
    if not isinstance(data, dict):
        raise ScaleError(f"{path}: {{ top, blitz }} expected")
    _only(data, f"{path}.", ("top", "blitz"))
    values = {key: _number(value, f"{path}.{key}") for key, value in data.items()}
    if any(value <= 0 for value in values.values()):
        raise ScaleError(f"{path}: numbers above 0 expected")
    return FormulaScale(**values)


def _steps(data: object, path: str) -> StepScale:
    if not isinstance(data, list) or not data:
        raise ScaleError(f"{path}: a list of [margin, winner, loser] expected")
    rows: list[tuple[float, float, float]] = []
    for at, row in enumerate(data):
        if not isinstance(row, list) or len(row) != 3:
            raise ScaleError(f"{path}[{at}]: [margin, winner, loser] expected, not {row!r}")
        margin, winner, loser = (_number(value, f"{path}[{at}]") for value in row)
        rows.append((margin, winner, loser))
    margins = [row[0] for row in rows]
    if margins[0] != 0 or any(a >= b for a, b in pairwise(margins)):
        raise ScaleError(f"{path}: margins that rise from 0 expected, not {margins}")
    return StepScale(tuple(margins), tuple((winner, loser) for _, winner, loser in rows))


def _number(value: object, path: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise ScaleError(f"{path}: a number expected, not {value!r}")
    return float(value)


def _only(data: Mapping[str, Any], path: str, keys: tuple[str, ...]) -> None:
    for key in data:
        if key not in keys:
            raise ScaleError(f"{path}{key}: none of {', '.join(keys)}")
