"""An experiment: the class of its rows, what plays an item, and what its rows say."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager, closing
from typing import Any, Generic, TypeVar

from attrs import field, frozen

from bluechip_bot.lab.rows import Row
from bluechip_bot.lab.workers import ProcessWorkers, WorkerPool

RowT = TypeVar("RowT", bound=Row)


@frozen
class LabExperiment(Generic[RowT]):
    """How rows are made, one for each item.

    Attributes:
        kind: the class of its rows.
        title: the command on which the rows depend.
        play: makes the row of an item: a function of a module, perhaps with arguments given.
        report: the figures of one row or more; it is printed.
        so_far: the result of some rows in a few words, for the progress bar.
        value: what `--plot` draws of a row.
        value_name: the name of that value, with its unit.
        item: what the row of a number is made from, by default the number itself.
        here: opens a player whose `play` makes rows in the calling process, and closes it after.
        is_timed: whether time limits what is chosen, so that rows depend on the machine.
    """

    kind: type[RowT]
    title: str
    play: Callable[[Any], RowT] = field(eq=False)
    report: Callable[[Sequence[RowT]], Any] = field(eq=False)
    so_far: Callable[[Sequence[RowT]], str] = field(eq=False)
    value: Callable[[RowT], float] = field(eq=False, default=lambda _: 0.0)
    value_name: str = ""
    item: Callable[[int], Any] = field(eq=False, default=int)
    here: Callable[[], AbstractContextManager[Any]] | None = None
    is_timed: bool = True

    def rows(self, numbers: Iterable[int], workers: WorkerPool) -> Generator[RowT, None, None]:
        """Yield the rows of some numbers in order. Close the iterator to end early."""
        items = map(self.item, numbers)
        if self.here is not None and workers == ProcessWorkers(1):
            with self.here() as player:
                yield from map(player.play, items)
            return
        with closing(workers.in_order(self.play, items)) as rows:
            yield from rows
