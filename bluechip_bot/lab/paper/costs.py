"""Tables of what searches cost: games in which each way to search is timed in every position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar, Self

from attrs import frozen

from bluechip_bot.engine.costs import IDEAS, SearchColumn, SearchCost, game_costs, idea_nodes
from bluechip_bot.lab.journal import Column, RowError
from bluechip_bot.lab.paper.figure import Figure
from bluechip_bot.lab.paper.table import Part, Size
from bluechip_bot.statistics.estimates import mean


@frozen
class GameCosts:
    """What ways to search cost in one game.

    Attributes:
        number: of the game, from 1.
        decisions: of declarer in it.
        costs: of each way.
    """

    KIND: ClassVar[str] = "search costs"
    COLUMNS: ClassVar[tuple[Column, ...]] = (
        Column("number", "integer", "of the game, from 1"),
        Column("decisions", "integer", "of declarer in the game"),
        Column("seconds", "seconds", "of processor time, for each way to search"),
        Column("nodes", "text", "positions of alpha-mu, for each way"),
        Column("calls", "text", "double-dummy questions, for each way"),
        Column("other", "text", "decisions with another value than the first way's, for each way"),
    )

    number: int
    decisions: int
    costs: tuple[SearchCost, ...]

    @property
    def dealt(self) -> str:
        """The number: the game follows from it and the seed."""
        return str(self.number)

    @property
    def measures(self) -> dict[str, float]:
        """The seconds of a decision, by the place of the way to search."""
        return {
            f"seconds of way {place}": cost.seconds / self.decisions
            for place, cost in enumerate(self.costs, 1)
        }

    def to_row(self) -> dict[str, str]:
        """The texts of `COLUMNS`."""
        return {
            "number": str(self.number),
            "decisions": str(self.decisions),
            "seconds": " ".join(f"{cost.seconds:.6f}" for cost in self.costs),
            "nodes": " ".join(str(cost.nodes) for cost in self.costs),
            "calls": " ".join(str(cost.calls) for cost in self.costs),
            "other": " ".join(str(cost.other) for cost in self.costs),
        }

    @classmethod
    def from_row(cls, row: dict[str, str]) -> Self:
        """The costs of the texts that `to_row` makes.

        Raises:
            RowError: if they are not.
        """
        try:
            parts = zip(
                map(float, row["seconds"].split()),
                *(map(int, row[key].split()) for key in ("nodes", "calls", "other")),
                strict=True,
            )
            costs = tuple(SearchCost(*part) for part in parts)
            return cls(int(row["number"]), int(row["decisions"]), costs)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RowError.of(row, error) from None


@frozen
class Way:
    """A way to search, with what the paper has for it.

    Attributes:
        column: how it searches.
        printed: the time that the paper has, in seconds.
    """

    column: SearchColumn
    printed: float


def way(name: str, moves: int, printed: float, **options: bool | int) -> Way:
    """A way to search, with what the paper has for it."""
    return Way(SearchColumn(name, moves, options), printed)


def costs(size: Size, name: str, cards: int, worlds: int, ways: Sequence[Way]) -> Part[GameCosts]:
    """Games in which ways to search are timed; the first one is the measure of the others."""
    columns = tuple(one.column for one in ways)
    told = "; ".join(f"{one.name} {dict(one.options)}" for one in columns)
    return Part(
        name,
        f"games of {cards} cards, {worlds} worlds, seed {size.seed}: {told}",
        GameCosts,
        size.deals,
        lambda workers, numbers: workers.in_order(
            partial(_game, columns, cards, worlds, size), numbers
        ),
        partial(_cost_figures, tuple(ways)),
    )


def _game(
    columns: Sequence[SearchColumn], cards: int, worlds: int, size: Size, number: int
) -> GameCosts:
    seed = size.seed * 100_000 + number
    decisions, found = game_costs(columns, cards, worlds, seed, size.memory_mb)
    return GameCosts(number, decisions, tuple(found))


def _cost_figures(ways: Sequence[Way], rows: Sequence[GameCosts]) -> Iterator[Figure]:
    """Yield for each way its mean time of a decision, and its ratio to the first one's."""
    first = ways[0].printed
    base, least = (_total(rows, 0, key) or 1.0 for key in ("seconds", "nodes"))
    for place, one in enumerate(ways):
        name, count = one.column.name, len(rows)
        each = mean([1000 * row.costs[place].seconds / row.decisions for row in rows])
        yield Figure.of(name, each, "ms a card", count, printed=f"{one.printed:g} s")
        if place:
            ratio = _total(rows, place, "seconds") / base
            nodes = _total(rows, place, "nodes") / least
            unit = f"times the first time; positions {nodes:.3g} times"
            printed = f"{one.printed / first:.3g} times"
            yield Figure.of(f"{name}: ratio", ratio, unit, count, printed=printed)


def _total(rows: Sequence[GameCosts], place: int, key: str) -> float:
    """A figure of one way to search over all games."""
    return float(sum(getattr(row.costs[place], key) for row in rows))


@frozen
class IdeaCost:
    """What the double-dummy search costs without one idea.

    Attributes:
        number: its place, from 1.
        idea: what is off, of `IDEAS`; "everything on" for none.
        nodes: positions.
        deals: over how many deals.
    """

    KIND: ClassVar[str] = "ideas of the double-dummy search"
    COLUMNS: ClassVar[tuple[Column, ...]] = (
        Column("number", "integer", "the place, from 1"),
        Column("idea", "text", "what is switched off"),
        Column("nodes", "integer", "positions of the search"),
        Column("deals", "integer", "over how many deals"),
    )

    number: int
    idea: str
    nodes: int
    deals: int

    @property
    def dealt(self) -> str:
        """What is off."""
        return self.idea

    @property
    def measures(self) -> dict[str, float]:
        """The positions."""
        return {"positions": self.nodes}

    def to_row(self) -> dict[str, str]:
        """The texts of `COLUMNS`."""
        return {
            "number": str(self.number),
            "idea": self.idea,
            "nodes": str(self.nodes),
            "deals": str(self.deals),
        }

    @classmethod
    def from_row(cls, row: dict[str, str]) -> Self:
        """The cost of the texts that `to_row` makes.

        Raises:
            RowError: if they are not.
        """
        try:
            return cls(int(row["number"]), row["idea"], int(row["nodes"]), int(row["deals"]))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RowError.of(row, error) from None


_ALL = "everything on"


def ideas(size: Size, printed: dict[str, str]) -> Part[IdeaCost]:
    """The double-dummy search without each of its ideas, over fixed deals of ten tricks."""
    return Part(
        f"ideas-{size.deals}",
        f"double-dummy search, {size.deals} fixed deals of ten tricks in all strains",
        IdeaCost,
        len(IDEAS) + 1,
        lambda workers, numbers: workers.in_order(partial(_idea, size.deals), numbers),
        partial(_idea_figures, printed),
    )


def _idea(deals: int, number: int) -> IdeaCost:
    idea = ("", *IDEAS)[number - 1]
    return IdeaCost(number, idea or _ALL, idea_nodes(idea, deals), deals)


def _idea_figures(printed: dict[str, str], rows: Sequence[IdeaCost]) -> Iterator[Figure]:
    """Yield how many times as many positions there are without each idea."""
    base, *others = rows
    yield Figure.of(_ALL, base.nodes, "positions", base.deals)
    for row in others:
        yield Figure.of(
            f"without {row.idea.replace('_', ' ')}",
            row.nodes / base.nodes,
            "times as many positions",
            row.deals,
            printed=printed.get(row.idea, ""),
        )
