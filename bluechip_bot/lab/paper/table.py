"""A table of a paper: the parts that are played for it, and the figures that come of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from attrs import field, frozen

from bluechip_bot.lab.journal import Row
from bluechip_bot.lab.paper.figure import Figure
from bluechip_bot.lab.workers import Workers

RowT = TypeVar("RowT", bound=Row)


@frozen
class Part(Generic[RowT]):
    """An experiment of a table, whose rows can be kept in a file.

    Attributes:
        name: of its file, and to tell parts of a table apart.
        title: all that its rows depend on, in words.
        kind: the class of its rows.
        count: how many rows are wanted.
        play: yields the rows with some numbers, in order.
        figures: yields the figures of the rows.
    """

    name: str
    title: str
    kind: type[RowT]
    count: int
    play: Callable[[Workers, Iterable[int]], Generator[RowT, None, None]] = field(eq=False)
    figures: Callable[[Sequence[RowT]], Iterator[Figure]] = field(eq=False)


@frozen
class Size:
    """How large the parts of a table are.

    Attributes:
        deals: of each part.
        memory_mb: of the tables of each search, in MiB.
        seed: of the deals.
    """

    deals: int
    memory_mb: int = 64
    seed: int = 1


@frozen
class PaperTable:
    """A table, or a claim.

    Attributes:
        key: its name on the command line.
        source: where it is printed.
        title: what it says.
        differs: what differs here from the paper.
        short: deals of each part in the short form, which takes a minute or so.
        long: deals of each part in the long form.
        parts: the experiments of a size.
        axis: what its plot has along the horizontal axis; empty for no plot.
    """

    key: str
    source: str
    title: str
    differs: str
    short: int
    long: int
    parts: Callable[[Size], Sequence[Part[Any]]] = field(eq=False)
    axis: str = ""
