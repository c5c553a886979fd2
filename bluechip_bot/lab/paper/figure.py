"""A figure of a paper: what is printed, and what came out here."""

from __future__ import annotations

from typing import ClassVar, Self

from attrs import evolve, frozen

from bluechip_bot.lab.journal import Column, RowError
from bluechip_bot.statistics.estimates import Estimate


@frozen
class Figure:
    """One figure.

    Attributes:
        name: what it is.
        printed: what the paper has; empty if it has none.
        value: what came out.
        low: the lower bound of its 95 % interval; None if it has none.
        high: the upper bound.
        unit: of the value.
        deals: how many deals, games or boards it comes from.
        series: the line of a plot that it belongs to; empty for none.
        x: its place on that line.
        number: its place in the table, from 1.
    """

    KIND: ClassVar[str] = "figures of a paper"
    COLUMNS: ClassVar[tuple[Column, ...]] = (
        Column("number", "integer", "the place in the table, from 1"),
        Column("name", "text", "what the figure is"),
        Column("printed", "text", "what the paper has; empty if it has none"),
        Column("value", "number", "what came out"),
        Column("low", "number", "the lower bound of the 95 % interval"),
        Column("high", "number", "the upper bound"),
        Column("unit", "text", "of the value"),
        Column("deals", "integer", "deals, games or boards that it comes from"),
        Column("series", "text", "the line of a plot that it belongs to"),
        Column("x", "number", "its place on that line"),
    )

    name: str
    printed: str
    value: float
    low: float | None
    high: float | None
    unit: str
    deals: int
    series: str = ""
    x: float | None = None
    number: int = 0

    @classmethod
    def of(  # noqa: PLR0913 - the parts of a figure
        cls,
        name: str,
        estimate: Estimate | float,
        unit: str,
        deals: int,
        *,
        printed: str = "",
        series: str = "",
        x: float | None = None,
        scale: float = 1.0,
    ) -> Figure:
        """The figure of an estimate, or of a value without an interval, times a scale."""
        if isinstance(estimate, Estimate) and estimate.low < estimate.high:
            value, low, high = (
                scale * one for one in (estimate.value, estimate.low, estimate.high)
            )
            return cls(name, printed, value, low, high, unit, deals, series, x)
        value = estimate.value if isinstance(estimate, Estimate) else estimate
        return cls(name, printed, scale * value, None, None, unit, deals, series, x)

    @property
    def dealt(self) -> str:
        """The name, which tells figures apart."""
        return self.name

    @property
    def measures(self) -> dict[str, float]:
        """The value."""
        return {self.unit: self.value}

    @property
    def told(self) -> str:
        """The value with its interval."""
        if self.low is None or self.high is None:
            return f"{self.value:.4g} {self.unit}".rstrip()
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g}) {self.unit}".rstrip()

    def numbered(self, number: int) -> Figure:
        """The same at a place of the table."""
        return evolve(self, number=number)

    def to_row(self) -> dict[str, str]:
        """The texts of `COLUMNS`."""
        return {
            "number": str(self.number),
            "name": self.name,
            "printed": self.printed,
            "value": f"{self.value:.6g}",
            "low": _text(self.low),
            "high": _text(self.high),
            "unit": self.unit,
            "deals": str(self.deals),
            "series": self.series,
            "x": _text(self.x),
        }

    @classmethod
    def from_row(cls, row: dict[str, str]) -> Self:
        """The figure of the texts that `to_row` makes.

        Raises:
            RowError: if they are not.
        """
        try:
            return cls(
                row["name"],
                row["printed"],
                float(row["value"]),
                _number(row["low"]),
                _number(row["high"]),
                row["unit"],
                int(row["deals"]),
                row["series"],
                _number(row["x"]),
                int(row["number"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RowError.of(row, error) from None


def _text(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


def _number(text: str) -> float | None:
    return float(text) if text else None
