"""The figures of a duel over the deals played so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from attrs import frozen

from bluechip_bot.lab.duel.duel import DuelPlan
from bluechip_bot.lab.duel.outcome import Outcome, SideOutcome
from bluechip_bot.match.analysis.figures import Pace
from bluechip_bot.statistics.estimates import Estimate, mean, sign_test, wilson

T = TypeVar("T")


@frozen
class DuelReport:
    """What a duel came to.

    Attributes:
        plan: the duel.
        deals: how many were played.
        tried: deals within the conditions that were dealt for them.
        parted: deals in which A and B played different cards.
        wins: deals in which only A reached its aim.
        losses: deals in which only B did.
        aims: the shares of deals in which A and B reached their aim.
        gain: the share of A less that of B.
        tricks: the mean tricks of A's and B's side.
        more: the mean of the tricks of A's side less those of B's.
        paces: how long cards took, as far as known.
        missed: cards that a rule played for A and B because there was no time.
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
    paces: tuple[Pace, Pace]
    missed: tuple[int, int]

    @classmethod
    def of(cls, plan: DuelPlan, outcomes: Sequence[Outcome]) -> DuelReport:
        """The report of some deals.

        Raises:
            ValueError: if there is none.
        """
        if not outcomes:
            raise ValueError("a report needs at least one deal")
        a, b = [one.a for one in outcomes], [one.b for one in outcomes]
        swings = [one.swing for one in outcomes]
        return cls(
            plan,
            len(outcomes),
            sum(one.tried for one in outcomes),
            sum(one.parted is not None for one in outcomes),
            swings.count(1),
            swings.count(-1),
            _both(a, b, lambda sides: wilson(sum(side.won for side in sides), len(sides))),
            mean(swings),
            _both(a, b, lambda sides: sum(side.tricks for side in sides) / len(sides)),
            mean([one.a.tricks - one.b.tricks for one in outcomes]),
            _both(a, b, _pace),
            _both(a, b, lambda sides: sum(side.missed for side in sides)),
        )

    @property
    def differing(self) -> int:
        """Deals in which one of A and B reached its aim, and the other did not."""
        return self.wins + self.losses

    def __str__(self) -> str:
        plan = self.plan
        aim = "made" if plan.role == "declarer" else "beaten"
        more = f"{self.more.value:+.3f} ({self.more.low:+.3f} to {self.more.high:+.3f})"
        each = self.tried / self.deals
        share = _percent(wilson(self.wins, self.differing)) if self.differing else "-"
        figures = {
            "deals": f"{self.deals} of seed {plan.seed} ({each:.1f} dealt for each)",
            f"{aim} by A": _percent(self.aims[0]),
            f"{aim} by B": _percent(self.aims[1]),
            "other cards played": f"{self.parted} deals",
            "differing deals": f"{self.differing} ({self.differing / self.deals:.2%})",
            "won by A, by B": f"{self.wins}, {self.losses}",
            "share won by A": share,
            "sign test": f"p = {sign_test(self.wins, self.losses):.4f}",
            "net gain of A": f"{_percent(self.gain, sign='+')} of deals",
            "tricks of A, of B": f"{self.tricks[0]:.3f}, {self.tricks[1]:.3f}; {more}",
            "pace of A": _pace_text(self.paces[0]),
            "pace of B": _pace_text(self.paces[1]),
        }
        lines = [
            f"{plan.role} in {_played(plan)}, the other side: {plan.opponents}",
            f"A: {plan.a}",
            f"B: {plan.b}",
            *(f"{name:<20}{figure}" for name, figure in figures.items()),
        ]
        if any(self.missed):
            lines.append(f"cards without time  {self.missed[0]} of A, {self.missed[1]} of B")
        if not plan.play_out:
            lines.append(
                "Play ends when the contract is decided; tricks are double dummy from there."
            )
        return "\n".join(lines)


def _played(plan: DuelPlan) -> str:
    """What is played, in words."""
    if plan.auctions is None:
        return plan.contract
    half = ", held-out half" if plan.auctions.held_out else ""
    return f"{plan.contract} after auctions of {plan.auctions.origin}{half}"


def _both(
    a: Sequence[SideOutcome], b: Sequence[SideOutcome], figure: Callable[[Sequence[SideOutcome]], T]
) -> tuple[T, T]:
    return figure(a), figure(b)


def _pace(sides: Sequence[SideOutcome]) -> Pace:
    """How long cards took where there was a choice, over the deals whose times are known."""
    return Pace.together(
        Pace(side.cards, side.seconds / side.cards, side.slowest)
        for side in sides
        if side.cards and side.seconds is not None and side.slowest is not None
    )


def _pace_text(pace: Pace) -> str:
    return f"{pace.mean:.3f} s a card, slowest {pace.slowest:.3f} s, of {pace.count} cards"


def _percent(estimate: Estimate, *, sign: str = "") -> str:
    texts = [f"{100 * value:{sign}.2f}" for value in (estimate.value, estimate.low, estimate.high)]
    return f"{texts[0]} % ({texts[1]} to {texts[2]})"
