"""A table of a paper: the duels that are played for it, and its figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic

from attrs import field, frozen

from bluechip_bot.lab.duel.contender import Contender
from bluechip_bot.lab.experiment import Experiment, RowT
from bluechip_bot.lab.paper.figure import Figure

_PIMC: Final = Contender.of("pimc", worlds=20)


@frozen
class TablePart(Generic[RowT]):
    """An experiment of a table, whose rows can be kept in a file.

    Attributes:
        name: of its file, and to tell parts of a table apart.
        title: all that its rows depend on, in words.
        kind: the class of its rows.
        count: how many rows are wanted.
        play: makes the row of a number.
        figures: yields the figures of the rows.
    """

    name: str
    title: str
    kind: type[RowT]
    count: int
    play: Callable[[int], RowT] = field(eq=False)
    figures: Callable[[Sequence[RowT]], Iterator[Figure]] = field(eq=False)

    @property
    def experiment(self) -> Experiment[RowT]:
        """The experiment that makes the rows."""
        return Experiment(self.kind, self.title, self.play, self.figures, lambda _: self.name)


@frozen
class TableSize:
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
class SearchWay:
    """A way to search, with what a paper has for it.

    Attributes:
        name: what the table calls it.
        moves: M.
        printed: the time that the paper has, in seconds.
        on: the ideas that are switched on, of those that the table compares; None for all.
    """

    name: str
    moves: int
    printed: float
    on: tuple[str, ...] | None = None


@frozen
class Claim:
    """A figure that is read off a duel.

    Attributes:
        what: which figure of the duel, of `duels._READ`.
        name: what it is; it follows the name of the duel.
        printed: what the paper has.
    """

    what: str
    name: str = ""
    printed: str = ""


@frozen
class PaperDuel:
    """A duel of declarers.

    Attributes:
        contract: what is played.
        a: one declarer.
        b: the other.
        against: who defends.
        name: what its figures begin with.
        series: the line of a plot that its gain belongs to.
        x: the place there.
        claims: its figures, where they are not those of the table.
    """

    contract: str
    a: Contender
    b: Contender = _PIMC
    against: Contender = _PIMC
    name: str = ""
    series: str = ""
    x: float | None = None
    claims: tuple[Claim, ...] = ()


@frozen
class PaperTable:
    """A table, or a claim, as `tables.toml` has it.

    Attributes:
        key: its name on the command line.
        source: where it is printed.
        title: what it says.
        differs: what differs here from the paper.
        short: deals of each part in the short form, which takes a minute or so.
        long: deals of each part in the long form.
        axis: what its plot has along the horizontal axis; empty for no plot.
        cards: of a game, where ways to search are compared.
        worlds: of a search, likewise.
        ideas: that are switched on or off there.
        off: ideas that are off in all rows.
        ways: the rows of the table, likewise.
        duels: whose figures are the rows, where contracts are played.
        claims: the figures of each duel that has none of its own.
    """

    key: str
    source: str
    title: str
    differs: str
    short: int
    long: int
    axis: str = ""
    cards: int = 0
    worlds: int = 0
    ideas: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    ways: tuple[SearchWay, ...] = ()
    duels: tuple[PaperDuel, ...] = ()
    claims: tuple[Claim, ...] = ()
