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
    def of(  # noqa: PLR0913 - the parts of a figure
        cls,
        name: str,
        found: Estimate | float,
        unit: str,
        deals: int,
        *,
        printed: str = "",
        series: str = "",
        x: float | None = None,
    ) -> Figure:
        """The figure of an estimate, or of a value without an interval; it has no place yet."""
        if isinstance(found, Estimate) and found.low < found.high:
            value, low, high = found.value, found.low, found.high
            return cls(0, name, printed, value, low, high, unit, deals, series, x)
        value = found.value if isinstance(found, Estimate) else found
        return cls(0, name, printed, value, None, None, unit, deals, series, x)

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
