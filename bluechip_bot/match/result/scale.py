"""Victory-point scales: the World Bridge Federation's by its formula, others from a table file.

A table file is TOML. Each table is for a range of numbers of boards. Its steps are margins in IMPs,
which may be decimals, each with the points of winner and loser from that margin on::

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
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from bluechip_bot.config import ConfigError, RefusedError, expected, option, overlaid, read_toml

_GOLDEN: Final = (5**0.5 - 1) / 2
"""The golden section."""
_MOST: Final = 1e9


class ScaleError(ValueError):
    """A table file that holds no scale, or a match that a scale does not cover."""


def _check_steps(key: str, steps: tuple[tuple[float, ...], ...]) -> None:
    if any(len(step) != 3 or not all(abs(value) < _MOST for value in step) for step in steps):
        raise RefusedError(key, expected(list(steps), "a list of [margin, winner, loser]"))
    margins = [step[0] for step in steps]
    if margins and (margins[0] != 0 or any(a >= b for a, b in pairwise(margins))):
        raise RefusedError(key, expected(margins, "margins that rise from 0"))


def _check_boards(key: str, boards: tuple[int, ...]) -> None:
    if len(boards) != 2 or not 1 <= boards[0] <= boards[1]:
        raise RefusedError(key, expected(list(boards), "a number or [from, to]"))


@frozen
class ScaleFormula:
    """The continuous scale of the World Bridge Federation (2013), two decimals.

    With the golden section t = (sqrt 5 - 1) / 2 and b = blitz * sqrt(boards) IMPs, the winner of a
    margin m gets half the top times 1 + (1 - t^(3 m / b)) / (1 - t^3), at most the top.

    Attributes:
        blitz: the margin that gives the top, in IMPs, divided by the square root of the boards.
    """

    top: float = option(20.0, low=1e-6, high=_MOST)
    blitz: float = option(15.0, low=1e-6, high=_MOST)


@frozen
class ScaleTable:
    """The victory points of matches whose number of boards is in a range.

    Attributes:
        steps: margins, from 0 and rising, each with the points of winner and loser from there on;
            empty for the formula.
    """

    boards: tuple[int, ...] = option((1, 1_000_000), check=_check_boards)
    steps: tuple[tuple[float, ...], ...] = option((), check=_check_steps)
    formula: ScaleFormula = option(ScaleFormula())

    def of(self, margin: float, boards: int) -> tuple[float, float]:
        """The victory points of winner and loser, from the winner's margin in IMPs."""
        if self.steps:
            _, winner, loser = self.steps[bisect_right([row[0] for row in self.steps], margin) - 1]
            return winner, loser
        top, blitz = self.formula.top, self.formula.blitz
        share = (1 - _GOLDEN ** (3 * margin / (blitz * boards**0.5))) / (1 - _GOLDEN**3)
        winner = round(min(top / 2 * (1 + share), top), 2)
        return winner, round(top - winner, 2)


def _check_tables(key: str, tables: tuple[ScaleTable, ...]) -> None:
    for (_, last), (first, _) in pairwise(sorted(table.boards for table in tables)):
        if first <= last:
            raise RefusedError(key, f"two for {first} boards")


@frozen
class Scale:
    """A scale of victory points.

    Each of its tables covers a range of numbers of boards; the ranges do not overlap.
    """

    name: str = option("")
    table: tuple[ScaleTable, ...] = option((), check=_check_tables)

    def points(self, margin: float, boards: int) -> tuple[float, float]:
        """The victory points of both sides, from the margin of the first in IMPs."""
        for table in self.table:
            if table.boards[0] <= boards <= table.boards[1]:
                winner, loser = table.of(abs(margin), boards)
                return (winner, loser) if margin >= 0 else (loser, winner)
        raise ScaleError(f"{self.name}: no table for {boards} boards")


CONTINUOUS: Final = Scale("WBF, continuous 20-VP scale", (ScaleTable(),))


def read_scale(path: Path) -> Scale:
    """Read the scale in a table file; a `ScaleError` names the file and the key."""
    try:
        data = read_toml(path)
        _prepare(data)
        return overlaid(Scale(), data, str(path))
    except ConfigError as error:
        raise ScaleError(str(error)) from None
    except RefusedError as error:
        raise ScaleError(f"{path}: {error}") from None


def _prepare(data: dict[str, Any]) -> None:
    """Check that the keys of a file fit together, and turn `boards = 5` into `[5, 5]`."""
    if not str(data.get("name", "")).strip() or not data.get("table"):
        raise RefusedError("name, table", "a name and at least one [[table]] are expected")
    for table in data["table"] if isinstance(data["table"], list) else ():
        if isinstance(table, dict):
            if ("steps" in table) == ("formula" in table) or table.get("steps") == []:
                raise RefusedError("table", "either steps or formula is expected, and not empty")
            boards = table.setdefault("boards", [])
            if type(boards) is int:
                table["boards"] = [boards, boards]
