"""Tables of contracts that were made: duels of declarers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from attrs import frozen

from bluechip_bot.lab.duel.contender import Contender, Skill
from bluechip_bot.lab.duel.duel import DuelPlan, play_deal
from bluechip_bot.lab.duel.outcome import Outcome, SideOutcome
from bluechip_bot.lab.estimates import Estimate, mean, wilson
from bluechip_bot.lab.paper.figure import Figure
from bluechip_bot.lab.paper.table import Part, Size


@frozen
class Claim:
    """A figure that is read off a duel.

    Attributes:
        name: what it is.
        what: which figure of the duel, of `_READ`.
        printed: what the paper has.
        series: the line of a plot that it belongs to.
        x: its place there.
    """

    name: str
    what: str
    printed: str = ""
    series: str = ""
    x: float | None = None


def searcher(skill: Skill, worlds: int, depth: int | None = None, **options: bool) -> Contender:
    """A contender without a limit of time, so that its cards can be repeated."""
    return Contender.of(skill, worlds=worlds, depth=depth, budget=None, scoring="win", **options)


def duel(
    size: Size,
    contract: str,
    sides: tuple[Contender, Contender],
    against: Contender,
    claims: Sequence[Claim],
) -> Part[Outcome]:
    """A duel of two declarers with the figures that are read off it.

    Cards are timed by the processor, so that other programs on the machine do not count.
    """
    a, b = sides
    plan = DuelPlan("declarer", contract, size.seed, a, b, against)
    told = f"{contract}, A {a}, B {b}, against {against}"
    return Part(
        told.replace(", ", "-").replace(" ", "-"),
        f"declarer in {told}, seed {size.seed}",
        Outcome,
        size.deals,
        partial(play_deal, plan, size.memory_mb, time.thread_time),
        partial(_figures, tuple(claims)),
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


def _figures(claims: Sequence[Claim], rows: Sequence[Outcome]) -> Iterator[Figure]:
    """Yield the figures of a duel."""
    for claim in claims:
        found = [row for row in rows if row.swing] if claim.what == "won by A" else rows
        unit, read = _READ[claim.what]
        more = {"printed": claim.printed, "series": claim.series}
        yield Figure.of(claim.name, read(found), unit, len(found), x=claim.x, **more)
