"""All tables and claims of the papers, as `tables.toml` describes them, with their experiments."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import Annotated, Any, ClassVar, Final

import cattrs
from attrs import astuple, evolve, frozen

from bluechip_bot.engine.costs import IDEAS, SearchColumn, game_costs, idea_nodes
from bluechip_bot.lab.duel.contender import Contender
from bluechip_bot.lab.duel.duel import DuelOutcome, DuelPlan, DuelReport, play_deal
from bluechip_bot.lab.estimates import ExperimentEstimate, mean, wilson
from bluechip_bot.lab.paper.plans import methods, trees
from bluechip_bot.lab.paper.table import PaperFigure, TablePart, TableSize
from bluechip_bot.lab.rows import ColumnMeaning, Row

_PIMC: Final = Contender.of("pimc", worlds=20)


@frozen
class SearchWay:
    """A way to search: alpha-mu's M, the seconds in the paper, and the ideas used (None: all)."""

    name: str
    moves: int
    printed: float
    on: tuple[str, ...] | None = None


@frozen
class PaperClaim:
    """A figure of a duel: its key in `_READ`, what is added to its name, and the paper's value."""

    what: str
    name: str = ""
    printed: str = ""


@frozen
class PaperDuel:
    """A duel of declarers, with claims if they differ from those of the table.

    In a plot, its gain belongs to the line `series`, at the place `x`.
    """

    contract: str
    a: Contender
    b: Contender = _PIMC
    against: Contender = _PIMC
    name: str = ""
    series: str = ""
    x: float | None = None
    claims: tuple[PaperClaim, ...] = ()


@frozen
class PaperTable:
    """A table or claim of a paper, as in `tables.toml`; `differs` says what is different here.

    A part has `short` deals, or `long` with `--long`. `axis` names the x axis of a plot; empty for
    none. Ways to search are compared in games of `cards` cards, all without the ideas `off`.
    `claims` are the figures of each duel that has none of its own.
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
    claims: tuple[PaperClaim, ...] = ()


_ALL: Final = "everything on"
_SWITCHES: Final[Mapping[str, tuple[str, ...]]] = {
    "table": ("transposition_table",),
    "root cut": ("root_cut",),
    "early cut": ("early_cut",),
    "useful worlds": ("useful_worlds",),
    "empty entry": ("empty_entry",),
    "alpha cut": ("alpha_cut", "deep_alpha_cut"),
    "world cuts": ("world_cuts",),
    "cut on win": ("cut_on_win",),
}
"""The options of a search, by the names of ideas in the papers."""


@frozen
class GameCosts(Row):
    """The cost of several ways to search, in one game."""

    KIND: ClassVar[str] = "search costs"
    number: Annotated[int, ColumnMeaning("of the game, from 1")]
    decisions: Annotated[int, ColumnMeaning("of declarer in the game")]
    seconds: Annotated[
        tuple[float, ...],
        ColumnMeaning("of processor time, for each way to search", ".6f", seconds=True),
    ]
    nodes: Annotated[tuple[int, ...], ColumnMeaning("positions of alpha-mu, for each way")]
    calls: Annotated[tuple[int, ...], ColumnMeaning("double-dummy questions, for each way")]
    other: Annotated[
        tuple[int, ...],
        ColumnMeaning("decisions with another value than the first way's, for each way"),
    ]


def costs(table: PaperTable, size: TableSize) -> TablePart[GameCosts]:
    """Return the experiment that times ways to search in games, compared with the first way."""
    columns = tuple(SearchColumn(one.name, one.moves, _options(table, one)) for one in table.ways)
    told = "; ".join(f"{one.name} {dict(one.options)}" for one in columns)
    return TablePart(
        table.key,
        f"games of {table.cards} cards, {table.worlds} worlds, seed {size.seed}: {told}",
        GameCosts,
        size.deals,
        partial(_game, columns, table.cards, table.worlds, size),
        partial(_cost_figures, table.ways),
    )


def _options(table: PaperTable, way: SearchWay) -> dict[str, bool]:
    ideas = {} if way.on is None else {idea: idea in way.on for idea in table.ideas}
    ideas |= dict.fromkeys(table.off, False)
    return {switch: is_on for idea, is_on in ideas.items() for switch in _SWITCHES[idea]}


def _game(
    columns: Sequence[SearchColumn], cards: int, worlds: int, size: TableSize, number: int
) -> GameCosts:
    seed = size.seed * 100_000 + number
    decisions, found = game_costs(columns, cards, worlds, seed, size.memory_mb)
    return GameCosts(number, decisions, *zip(*map(astuple, found), strict=True))


def _cost_figures(ways: Sequence[SearchWay], rows: Sequence[GameCosts]) -> Iterator[PaperFigure]:
    """Yield, for each way, the mean time of a decision, and its ratio to that of the first way."""
    base = sum(row.seconds[0] for row in rows) or 1.0
    least = sum(row.nodes[0] for row in rows) or 1
    for place, one in enumerate(ways):
        count, printed = len(rows), f"{one.printed:g} s"
        each = mean([1000 * row.seconds[place] / row.decisions for row in rows])
        yield PaperFigure.of(one.name, each, "ms a card", count, printed=printed)
        if place:
            ratio = sum(row.seconds[place] for row in rows) / base
            nodes = sum(row.nodes[place] for row in rows) / least
            unit = f"times the first time; positions {nodes:.3g} times"
            printed = f"{one.printed / ways[0].printed:.3g} times"
            yield PaperFigure.of(f"{one.name}: ratio", ratio, unit, count, printed=printed)


@frozen
class IdeaCost(Row):
    """The cost of double-dummy search without one of its ideas."""

    KIND: ClassVar[str] = "ideas of the double-dummy search"
    number: Annotated[int, ColumnMeaning("the place, from 1")]
    idea: Annotated[str, ColumnMeaning("what is switched off")]
    nodes: Annotated[int, ColumnMeaning("positions of the search")]
    deals: Annotated[int, ColumnMeaning("over how many deals")]


def ideas(size: TableSize) -> TablePart[IdeaCost]:
    """Return the experiment on double-dummy search without each idea, on fixed ten-trick deals."""
    return TablePart(
        f"ideas-{size.deals}",
        f"double-dummy search, {size.deals} fixed deals of ten tricks in all strains",
        IdeaCost,
        len(IDEAS) + 1,
        partial(_idea, size.deals),
        _idea_figures,
    )


def _idea(deals: int, number: int) -> IdeaCost:
    idea = ("", *IDEAS)[number - 1]
    return IdeaCost(number, idea or _ALL, idea_nodes(idea, deals), deals)


def _idea_figures(rows: Sequence[IdeaCost]) -> Iterator[PaperFigure]:
    """Yield, for each idea, how many times as many positions are visited without it."""
    base, *others = rows
    yield PaperFigure.of(_ALL, base.nodes, "positions", base.deals)
    for row in others:
        yield PaperFigure.of(
            f"without {row.idea.replace('_', ' ')}",
            row.nodes / base.nodes,
            "times as many positions",
            row.deals,
        )


def duel(table: PaperTable, paper: PaperDuel, size: TableSize) -> TablePart[DuelOutcome]:
    """Return the experiment of a duel of two declarers, with the figures that are read from it.

    Cards are timed by the processor, so that other programs on the machine do not count.
    """
    plan = DuelPlan("declarer", paper.contract, size.seed, paper.a, paper.b, paper.against)
    told = f"{paper.contract}, A {paper.a}, B {paper.b}, against {paper.against}"
    return TablePart(
        told.replace(", ", "-").replace(" ", "-"),
        f"declarer in {told}, seed {size.seed}",
        DuelOutcome,
        size.deals,
        partial(play_deal, plan, size.memory_mb, time.thread_time),
        partial(_figures, paper, paper.claims or table.claims, plan),
    )


_READ: Final[Mapping[str, tuple[str, Callable[[DuelReport], ExperimentEstimate | float]]]] = {
    "score of A": ("% of deals made", lambda found: found.aims[0].times(100)),
    "score of B": ("% of deals made", lambda found: found.aims[1].times(100)),
    "other cards": ("% of deals", lambda found: wilson(found.parted, found.deals).times(100)),
    "differ": ("% of deals", lambda found: wilson(found.differing, found.deals).times(100)),
    "won by A": ("of those that differ", lambda found: wilson(found.wins, found.differing)),
    "gain": ("% of deals", lambda found: found.gain.times(100)),
    "pace of A": ("ms a card", lambda found: 1000 * found.paces[0].mean),
}
"""The unit of each figure, and how it is read from a duel."""


def _figures(
    paper: PaperDuel, claims: Sequence[PaperClaim], plan: DuelPlan, rows: Sequence[DuelOutcome]
) -> Iterator[PaperFigure]:
    report = DuelReport.of(plan, rows)
    for claim in claims:
        count = report.differing if claim.what == "won by A" else report.deals
        unit, read = _READ[claim.what]
        name, printed = paper.name + claim.name, claim.printed
        figure = PaperFigure.of(name, read(report), unit, count, printed=printed)
        plotted = claim.what == "gain"
        yield evolve(figure, series=paper.series, x=paper.x) if plotted else figure


_OTHERS: Final[Mapping[str, Callable[[TableSize], TablePart[Any]]]] = {
    "ideas": ideas,
    "trees": trees,
    "methods": methods,
}


def parts(table: PaperTable, size: TableSize) -> Sequence[TablePart[Any]]:
    """Return the experiments that make a table of the given size."""
    if table.key in _OTHERS:
        return [_OTHERS[table.key](size)]
    return [costs(table, size)] if table.ways else [duel(table, one, size) for one in table.duels]


_CONVERTER: Final = cattrs.Converter(forbid_extra_keys=True)
_CONVERTER.register_structure_hook(Contender, lambda values, _: Contender.of(**values))

TABLES: Final = _CONVERTER.structure(
    tomllib.loads(files(__package__).joinpath("tables.toml").read_text("utf-8"))["tables"],
    tuple[PaperTable, ...],
)
