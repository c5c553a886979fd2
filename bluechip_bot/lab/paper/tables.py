"""All tables and claims of the papers, as `tables.toml` describes them, with their experiments."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import Any, Final

import cattrs
from attrs import evolve

from bluechip_bot.lab.duel.contender import Contender
from bluechip_bot.lab.duel.duel import DuelPlan, play_deal
from bluechip_bot.lab.duel.outcome import DuelOutcome
from bluechip_bot.lab.duel.report import DuelReport
from bluechip_bot.lab.estimates import Estimate, wilson
from bluechip_bot.lab.paper.costs import costs, ideas
from bluechip_bot.lab.paper.plans import methods, trees
from bluechip_bot.lab.paper.table import Claim, Figure, PaperDuel, PaperTable, TablePart, TableSize


def duel(table: PaperTable, paper: PaperDuel, size: TableSize) -> TablePart[DuelOutcome]:
    """A duel of two declarers with the figures that are read off it.

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


_READ: Final[Mapping[str, tuple[str, Callable[[DuelReport], Estimate | float]]]] = {
    "score of A": ("% of deals made", lambda found: found.aims[0].times(100)),
    "score of B": ("% of deals made", lambda found: found.aims[1].times(100)),
    "other cards": ("% of deals", lambda found: wilson(found.parted, found.deals).times(100)),
    "differ": ("% of deals", lambda found: wilson(found.differing, found.deals).times(100)),
    "won by A": ("of those that differ", lambda found: wilson(found.wins, found.differing)),
    "gain": ("% of deals", lambda found: found.gain.times(100)),
    "pace of A": ("ms a card", lambda found: 1000 * found.paces[0].mean),
}
"""The unit of each figure, and how it is read off a duel."""


def _figures(
    paper: PaperDuel, claims: Sequence[Claim], plan: DuelPlan, rows: Sequence[DuelOutcome]
) -> Iterator[Figure]:
    report = DuelReport.of(plan, rows)
    for claim in claims:
        count = report.differing if claim.what == "won by A" else report.deals
        unit, read = _READ[claim.what]
        name, printed = paper.name + claim.name, claim.printed
        figure = Figure.of(name, read(report), unit, count, printed=printed)
        plotted = claim.what == "gain"
        yield evolve(figure, series=paper.series, x=paper.x) if plotted else figure


_OTHERS: Final[Mapping[str, Callable[[TableSize], TablePart[Any]]]] = {
    "ideas": ideas,
    "trees": trees,
    "methods": methods,
}


def parts(table: PaperTable, size: TableSize) -> Sequence[TablePart[Any]]:
    """The experiments of a table in a size."""
    if table.key in _OTHERS:
        return [_OTHERS[table.key](size)]
    return [costs(table, size)] if table.ways else [duel(table, one, size) for one in table.duels]


_CONVERTER: Final = cattrs.Converter(forbid_extra_keys=True)
_CONVERTER.register_structure_hook(Contender, lambda values, _: Contender.of(**values))

TABLES: Final = _CONVERTER.structure(
    tomllib.loads(files(__package__).joinpath("tables.toml").read_text("utf-8"))["tables"],
    tuple[PaperTable, ...],
)
