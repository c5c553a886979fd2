"""The figures of a table, and the experiments from which they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, ClassVar, Generic

from attrs import field, frozen

from bluechip_bot.lab.estimates import ExperimentEstimate
from bluechip_bot.lab.rows import ColumnMeaning, LabExperiment, Row, RowT


@frozen
class PaperFigure(Row):
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
        cls,
        name: str,
        found: ExperimentEstimate | float,
        unit: str,
        deals: int,
        *,
        printed: str = "",
    ) -> PaperFigure:
        """The figure of an estimate, or of a value without an interval; it has no place yet."""
        if not isinstance(found, ExperimentEstimate):
            return cls(0, name, printed, found, None, None, unit, deals)
        low, high = (found.low, found.high) if found.low < found.high else (None, None)
        return cls(0, name, printed, found.value, low, high, unit, deals)

    @property
    def estimate(self) -> ExperimentEstimate:
        """The value with its interval, or with one of no width."""
        low, high = (self.value if one is None else one for one in (self.low, self.high))
        return ExperimentEstimate(self.value, low, high)

    @property
    def told(self) -> str:
        """The value with its interval and unit."""
        text = f"{self.value:.4g}" if self.low is None else f"{self.estimate:.4g}"
        return f"{text} {self.unit}".rstrip()


@frozen
class TablePart(Generic[RowT]):
    """An experiment of a table, and the name of its file of rows."""

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
    """How large a table's parts are: deals of each, MiB of each search's tables, and a seed."""

    deals: int
    memory_mb: int = 64
    seed: int = 1
