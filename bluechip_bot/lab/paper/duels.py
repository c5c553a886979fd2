"""Tables of contracts that were made: duels of declarers."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, Literal, TypeAlias

from attrs import frozen

from bluechip_bot.lab.duel.contender import Contender, Skill
from bluechip_bot.lab.duel.duel import DuelPlan
from bluechip_bot.lab.duel.outcome import Outcome, SideOutcome
from bluechip_bot.lab.duel.series import outcomes
from bluechip_bot.lab.paper.figure import Figure
from bluechip_bot.lab.paper.table import Part, Size
from bluechip_bot.statistics.estimates import Estimate, mean, wilson

What: TypeAlias = Literal[
    "score of A",
    "score of B",
    "other cards",
    "differ",
    "won by A",
    "gain",
    "pace of A",
    "pace of B",
]
_UNITS: Final[dict[What, str]] = {
    "score of A": "% of deals made",
    "score of B": "% of deals made",
    "other cards": "% of deals",
    "differ": "% of deals",
    "won by A": "of those that differ",
    "gain": "% of deals",
    "pace of A": "ms a card",
    "pace of B": "ms a card",
}


@frozen
class Claim:
    """A figure that is read off a duel.

    Attributes:
        name: what it is.
        what: which figure of the duel.
        printed: what the paper has.
        series: the line of a plot that it belongs to.
        x: its place there.
    """

    name: str
    what: What
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
        lambda workers, numbers: outcomes(
            plan,
            numbers,
            workers=workers,
            memory_mb=size.memory_mb,
            clock=time.thread_time,
        ),
        partial(_figures, tuple(claims)),
    )


def _figures(claims: Sequence[Claim], rows: Sequence[Outcome]) -> Iterator[Figure]:
    """Yield the figures of a duel."""
    for claim in claims:
        yield _figure(claim, rows)


def _figure(claim: Claim, rows: Sequence[Outcome]) -> Figure:
    value, count, scale = _read(claim.what, rows)
    return Figure.of(
        claim.name,
        value,
        _UNITS[claim.what],
        count,
        printed=claim.printed,
        series=claim.series,
        x=claim.x,
        scale=scale,
    )


def _read(what: What, rows: Sequence[Outcome]) -> tuple[Estimate | float, int, float]:
    """A figure, the deals that it comes from, and what it is multiplied by for its unit."""
    swings = [row.swing for row in rows]
    count, differ = len(rows), sum(map(bool, swings))
    match what:
        case "score of A":
            return wilson(sum(row.a.won for row in rows), count), count, 100
        case "score of B":
            return wilson(sum(row.b.won for row in rows), count), count, 100
        case "other cards":
            return wilson(sum(row.parted is not None for row in rows), count), count, 100
        case "differ":
            return wilson(differ, count), count, 100
        case "won by A":
            return wilson(swings.count(1), differ), differ, 1
        case "gain":
            return mean(swings), count, 100
        case "pace of A":
            return _pace([row.a for row in rows]), count, 1000
        case "pace of B":
            return _pace([row.b for row in rows]), count, 1000


def _pace(sides: Sequence[SideOutcome]) -> float:
    """The mean seconds of a card where there was a choice."""
    timed = [(side.seconds, side.cards) for side in sides if side.seconds is not None]
    cards = sum(count for _, count in timed)
    return sum(seconds for seconds, _ in timed) / cards if cards else 0.0
