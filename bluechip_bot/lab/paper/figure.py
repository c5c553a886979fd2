"""A figure of a paper: what is printed, and what came out here."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import frozen

from bluechip_bot.lab.estimates import Estimate
from bluechip_bot.lab.rows import Meaning, Row


@frozen
class Figure(Row):
    """One figure; without an interval its bounds are None."""

    KIND: ClassVar[str] = "figures of a paper"
    number: Annotated[int, Meaning("the place in the table, from 1")]
    name: Annotated[str, Meaning("what the figure is")]
    printed: Annotated[str, Meaning("what the paper has; empty if it has none")]
    value: Annotated[float, Meaning("what came out", ".6g")]
    low: Annotated[float | None, Meaning("the lower bound of the 95 % interval", ".6g")]
    high: Annotated[float | None, Meaning("the upper bound", ".6g")]
    unit: Annotated[str, Meaning("of the value")]
    deals: Annotated[int, Meaning("deals, games or boards that it comes from")]
    series: Annotated[str, Meaning("the line of a plot that it belongs to")] = ""
    x: Annotated[float | None, Meaning("its place on that line", ".6g")] = None

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
