"""The figures of a duel over the deals played so far."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TypeVar

from attrs import frozen

from bluechip_bot.lab.duel.contender import Clock
from bluechip_bot.lab.duel.duel import DuelPlan, play_deal
from bluechip_bot.lab.duel.outcome import DuelOutcome, SideOutcome
from bluechip_bot.lab.estimates import Estimate, mean, sign_test, wilson
from bluechip_bot.lab.experiment import Experiment
from bluechip_bot.match.analysis.figures import DecisionPace

_T = TypeVar("_T")


def card_experiment(
    plan: DuelPlan, title: str, memory_mb: int, clock: Clock = time.perf_counter
) -> Experiment[DuelOutcome]:
    """A duel as an experiment, whose choices are timed by a clock."""
    return Experiment(
        DuelOutcome,
        title,
        partial(play_deal, plan, memory_mb, clock),
        partial(DuelReport.of, plan),
        _so_far,
        value=lambda row: row.swing,
        value_name="net gain of A, share of deals",
        is_timed=plan.is_timed,
    )


def _so_far(rows: Sequence[DuelOutcome]) -> str:
    differ, won = sum(row.swing != 0 for row in rows), sum(row.swing > 0 for row in rows)
    return f"{differ} differ, A won {won}"


@frozen
class DuelReport:
    """The figures of a duel; pairs are those of A and of B.

    Attributes:
        tried: deals within the conditions that were dealt for those played.
        parted: deals in which A and B played different cards.
        wins: deals in which only A reached its aim.
        losses: deals in which only B did.
        more: the mean of the tricks of A's side less those of B's.
        missed: cards that a rule played because there was no time.
    """

    plan: DuelPlan
    deals: int
    tried: int
    parted: int
    wins: int
    losses: int
    aims: tuple[Estimate, Estimate]
    gain: Estimate
    tricks: tuple[float, float]
    more: Estimate
    imps: Estimate
    paces: tuple[DecisionPace, DecisionPace]
    missed: tuple[int, int]

    @classmethod
    def of(cls, plan: DuelPlan, rows: Sequence[DuelOutcome]) -> DuelReport:
        """The report of some deals, at least one."""
        sides = [row.a for row in rows], [row.b for row in rows]
        swings, count = [row.swing for row in rows], len(rows)
        aims = (wilson(sum(one.won for one in side), count) for side in sides)
        return cls(
            plan,
            count,
            sum(row.tried for row in rows),
            sum(row.parted is not None for row in rows),
            swings.count(1),
            swings.count(-1),
            _pair(aims),
            mean(swings),
            _pair(sum(one.tricks for one in side) / count for side in sides),
            mean([row.a.tricks - row.b.tricks for row in rows]),
            mean([row.imps for row in rows]),
            _pair(map(_pace, sides)),
            _pair(sum(one.missed for one in side) for side in sides),
        )

    @property
    def differing(self) -> int:
        """Deals in which one of A and B reached its aim, and the other did not."""
        return self.wins + self.losses

    def __str__(self) -> str:
        plan, differing = self.plan, self.differing
        aim = "made" if plan.role == "declarer" else "beaten"
        each = self.tried / self.deals
        share = _percent(wilson(self.wins, differing)) if differing else "-"
        figures = {
            "deals": f"{self.deals} of seed {plan.seed} ({each:.1f} dealt for each)",
            f"{aim} by A": _percent(self.aims[0]),
            f"{aim} by B": _percent(self.aims[1]),
            "other cards played": f"{self.parted} deals",
            "differing deals": f"{differing} ({differing / self.deals:.2%})",
            "won by A, by B": f"{self.wins}, {self.losses}",
            "share won by A": share,
            "sign test": f"p = {sign_test(self.wins, self.losses):.4f}",
            "net gain of A": f"{_percent(self.gain, sign='+')} of deals",
            "tricks of A, of B": f"{self.tricks[0]:.3f}, {self.tricks[1]:.3f}; {self.more:+.3f}",
            "IMPs of A": f"{self.imps:+.3f} a deal",
            "pace of A": _pace_text(self.paces[0]),
            "pace of B": _pace_text(self.paces[1]),
        }
        if any(self.missed):
            figures["cards without time"] = f"{self.missed[0]} of A, {self.missed[1]} of B"
        lines = [
            f"{plan.role} in {_played(plan)}, the other side: {plan.opponents}",
            f"A: {plan.a}",
            f"B: {plan.b}",
            *(f"{name:<20}{figure}" for name, figure in figures.items()),
        ]
        if not plan.play_out:
            lines.append(
                "Play ends when the contract is decided; tricks are double dummy from there."
            )
        return "\n".join(lines)


def _pair(both: Iterable[_T]) -> tuple[_T, _T]:
    a, b = both
    return a, b


def _played(plan: DuelPlan) -> str:
    if plan.auctions is None:
        return plan.contract
    half = ", held-out half" if plan.auctions.held_out else ""
    return f"{plan.contract} after auctions of {plan.auctions.origin}{half}"


def _pace(sides: Sequence[SideOutcome]) -> DecisionPace:
    """How long cards took where there was a choice, over the deals whose times are known."""
    return DecisionPace.together(
        DecisionPace(side.cards, side.seconds / side.cards, side.slowest)
        for side in sides
        if side.cards and side.seconds is not None and side.slowest is not None
    )


def _pace_text(pace: DecisionPace) -> str:
    return f"{pace.mean:.3f} s a card, slowest {pace.slowest:.3f} s, of {pace.count} cards"


def _percent(estimate: Estimate, *, sign: str = "") -> str:
    found = estimate.times(100)
    return f"{found.value:{sign}.2f} % ({found.low:{sign}.2f} to {found.high:{sign}.2f})"
