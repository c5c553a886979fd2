"""Tables of contracts that were made: duels of declarers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from attrs import evolve

from bluechip_bot.lab.duel.duel import DuelPlan, play_deal
from bluechip_bot.lab.duel.outcome import Outcome, SideOutcome
from bluechip_bot.lab.estimates import Estimate, mean, wilson
from bluechip_bot.lab.paper.figure import Figure
from bluechip_bot.lab.paper.table import Claim, PaperDuel, PaperTable, Part, Size


def duel(table: PaperTable, paper: PaperDuel, size: Size) -> Part[Outcome]:
    """A duel of two declarers with the figures that are read off it.

    Cards are timed by the processor, so that other programs on the machine do not count.
    """
    plan = DuelPlan("declarer", paper.contract, size.seed, paper.a, paper.b, paper.against)
    told = f"{paper.contract}, A {paper.a}, B {paper.b}, against {paper.against}"
    return Part(
        told.replace(", ", "-").replace(" ", "-"),
        f"declarer in {told}, seed {size.seed}",
        Outcome,
        size.deals,
        partial(play_deal, plan, size.memory_mb, time.thread_time),
        partial(_figures, paper, paper.claims or table.claims),
    )


def _percent(rows: Sequence[Outcome], holds: Callable[[Outcome], bool]) -> Estimate:
    return wilson(sum(map(holds, rows)), len(rows)).times(100)


def _pace(sides: Sequence[SideOutcome]) -> float:
    """The mean milliseconds of a card where there was a choice."""
    timed = [(side.seconds, side.cards) for side in sides if side.seconds is not None]
    cards = sum(count for _, count in timed)
    return 1000 * sum(seconds for seconds, _ in timed) / cards if cards else 0.0


_READ: Final[Mapping[str, tuple[str, Callable[[Sequence[Outcome]], Estimate | float]]]] = {
    "score of A": ("% of deals made", lambda rows: _percent(rows, lambda row: row.a.won)),
    "score of B": ("% of deals made", lambda rows: _percent(rows, lambda row: row.b.won)),
    "other cards": ("% of deals", lambda rows: _percent(rows, lambda row: row.parted is not None)),
    "differ": ("% of deals", lambda rows: _percent(rows, lambda row: row.swing != 0)),
    "won by A": (
        "of those that differ",
        lambda rows: wilson(sum(row.swing > 0 for row in rows), len(rows)),
    ),
    "gain": ("% of deals", lambda rows: mean([row.swing for row in rows]).times(100)),
    "pace of A": ("ms a card", lambda rows: _pace([row.a for row in rows])),
}
"""The unit of each figure, and how it is read off the rows."""


def _figures(
    paper: PaperDuel, claims: Sequence[Claim], rows: Sequence[Outcome]
) -> Iterator[Figure]:
    for claim in claims:
        found = [row for row in rows if row.swing] if claim.what == "won by A" else rows
        unit, read = _READ[claim.what]
        name, count, printed = paper.name + claim.name, len(found), claim.printed
        figure = Figure.of(name, read(found), unit, count, printed=printed)
        plotted = claim.what == "gain"
        yield evolve(figure, series=paper.series, x=paper.x) if plotted else figure
