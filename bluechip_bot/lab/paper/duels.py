"""Tables of contracts that were made: duels of declarers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from attrs import evolve

from bluechip_bot.lab.duel.duel import DuelPlan, play_deal
from bluechip_bot.lab.duel.outcome import DuelOutcome
from bluechip_bot.lab.duel.report import DuelReport
from bluechip_bot.lab.estimates import Estimate, wilson
from bluechip_bot.lab.paper.figure import Figure
from bluechip_bot.lab.paper.table import Claim, PaperDuel, PaperTable, TablePart, TableSize


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
