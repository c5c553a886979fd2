"""The figures of a table, and the experiments that make them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, ClassVar, Generic

from attrs import field, frozen

from bluechip_bot.lab.estimates import ExperimentEstimate
from bluechip_bot.lab.rows import ColumnMeaning, LabExperiment, Row, RowT


@frozen
class PaperFigure(Row):
    """A figure of a table; its bounds are None if it has no interval."""

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
        cls,
        name: str,
        found: ExperimentEstimate | float,
        unit: str,
        deals: int,
        *,
        printed: str = "",
    ) -> PaperFigure:
        """Return a figure, not yet numbered, from an estimate or a value without an interval."""
        if not isinstance(found, ExperimentEstimate):
            return cls(0, name, printed, found, None, None, unit, deals)
        low, high = (found.low, found.high) if found.low < found.high else (None, None)
        return cls(0, name, printed, found.value, low, high, unit, deals)

    @property
    def estimate(self) -> ExperimentEstimate:
        """The value with its interval, which has no width if the bounds are None."""
        low, high = (self.value if one is None else one for one in (self.low, self.high))
        return ExperimentEstimate(self.value, low, high)

    @property
    def told(self) -> str:
        """The value as text, with its interval and unit."""
        text = f"{self.value:.4g}" if self.low is None else f"{self.estimate:.4g}"
        return f"{text} {self.unit}".rstrip()


@frozen
class TablePart(Generic[RowT]):
    """An experiment of a table, with the name of its file of rows."""

    name: str
    title: str
    kind: type[RowT]
    count: int
    play: Callable[[int], RowT] = field(eq=False)
    figures: Callable[[Sequence[RowT]], Iterator[PaperFigure]] = field(eq=False)

    @property
    def experiment(self) -> LabExperiment[RowT]:
        """The experiment that makes the rows."""
        return LabExperiment(self.kind, self.title, self.play, self.figures, lambda _: self.name)


@frozen
class TableSize:
    """The size of each part of a paper's table: deals, a search's memory in MiB, and a seed."""

    deals: int
    memory_mb: int = 64
    seed: int = 1
