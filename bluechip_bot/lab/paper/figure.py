"""A figure of a paper: what is printed, and what came out here."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import frozen

from bluechip_bot.lab.estimates import Estimate
from bluechip_bot.lab.rows import ColumnMeaning, Row


@frozen
class Figure(Row):
    """One figure; without an interval its bounds are None."""

    KIND: ClassVar[str] = "figures of a paper"
    number: Annotated[int, ColumnMeaning("the place in the table, from 1")]
    name: Annotated[str, ColumnMeaning("what the figure is")]
    printed: Annotated[str, ColumnMeaning("what the paper has; empty if it has none")]
    value: Annotated[float, ColumnMeaning("what came out", ".6g")]
    low: Annotated[float | None, ColumnMeaning("the lower bound of the 95 % interval", ".6g")]
    high: Annotated[float | None, ColumnMeaning("the upper bound", ".6g")]
    unit: Annotated[str, ColumnMeaning("of the value")]
    deals: Annotated[int, ColumnMeaning("deals, games or boards that it comes from")]
    series: Annotated[str, ColumnMeaning("the line of a plot that it belongs to")] = ""
    x: Annotated[float | None, ColumnMeaning("its place on that line", ".6g")] = None

    @classmethod
    def of(
        cls, name: str, found: Estimate | float, unit: str, deals: int, *, printed: str = ""
    ) -> Figure:
        """The figure of an estimate, or of a value without an interval; it has no place yet."""
        if not isinstance(found, Estimate):
            return cls(0, name, printed, found, None, None, unit, deals)
        low, high = (found.low, found.high) if found.low < found.high else (None, None)
        return cls(0, name, printed, found.value, low, high, unit, deals)

    @property
    def estimate(self) -> Estimate:
        """The value with its interval, or with one of no width."""
        low, high = (self.value if one is None else one for one in (self.low, self.high))
        return Estimate(self.value, low, high)

    @property
    def told(self) -> str:
        """The value with its interval and unit."""
        text = f"{self.value:.4g}" if self.low is None else f"{self.estimate:.4g}"
        return f"{text} {self.unit}".rstrip()
