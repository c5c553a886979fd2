"""The figures of a duel of bidders over the boards so far."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from itertools import chain

import numpy as np
from attrs import frozen

from bluechip_bot.lab.bidding.contracts import by_kind
from bluechip_bot.lab.bidding.duel import BiddingDuelPlan, play_board
from bluechip_bot.lab.bidding.duel_outcome import BoardOutcome
from bluechip_bot.lab.estimates import Estimate, mean
from bluechip_bot.lab.experiment import Experiment


def bidding_experiment(
    plan: BiddingDuelPlan, title: str, worst: int = 0
) -> Experiment[BoardOutcome]:  # fmt: skip
    """A duel as an experiment, whose report ends with so many of the costliest boards."""
    return Experiment(
        BoardOutcome,
        title,
        partial(play_board, plan),
        lambda rows: "\n".join(
            [str(BiddingDuelReport.of(plan, rows)), "", *costliest(rows, worst)]
        ),
        lambda rows: f"A {sum(row.imps for row in rows):+d} IMPs",
        value=lambda row: row.imps,
        value_name="IMPs a board for A",
        here=lambda: closing(plan.open()),
        is_timed=plan.is_timed,
    )


@frozen
class BiddingDuelReport:
    """The figures of a bidding duel.

    Attributes:
        plan: the duel.
        boards: how many were bid.
        gain: the mean IMPs that A won on a board.
        won: the IMPs that A won on some boards, and those that B won on others.
        contracts: boards with different contracts or declarers at the two tables.
        swings: boards on which A or B won IMPs.
        kinds: of each board what A's contract is and what B's is, and the IMPs that A won.
        seconds: what each of A's calls took, and of B's, as far as known.
    """

    plan: BiddingDuelPlan
    boards: int
    gain: Estimate
    won: tuple[int, int]
    contracts: int
    swings: int
    kinds: tuple[tuple[tuple[str, str], int], ...]
    seconds: tuple[tuple[float, ...], tuple[float, ...]]

    @classmethod
    def of(cls, plan: BiddingDuelPlan, outcomes: Sequence[BoardOutcome]) -> BiddingDuelReport:
        """The report of some boards, at least one."""
        gains = [one.imps for one in outcomes]
        return cls(
            plan,
            len(outcomes),
            mean(gains),
            (sum(gain for gain in gains if gain > 0), -sum(gain for gain in gains if gain < 0)),
            sum(one.contract_first != one.contract_second for one in outcomes),
            sum(gain != 0 for gain in gains),
            tuple((one.kinds, one.imps) for one in outcomes),
            (
                tuple(chain.from_iterable(one.seconds_a for one in outcomes)),
                tuple(chain.from_iterable(one.seconds_b for one in outcomes)),
            ),
        )

    def __str__(self) -> str:
        figures = {
            "boards": f"{self.boards} of seed {self.plan.seed}",
            "IMPs a board for A": f"{self.gain:+.2f}",
            "IMPs of A, of B": f"{self.won[0]}, {self.won[1]}",
            "contracts differ": f"{self.contracts} boards ({self.contracts / self.boards:.1%})",
            "with a swing": f"{self.swings} boards ({self.swings / self.boards:.1%})",
            "calls of A": _pace(self.seconds[0]),
            "calls of B": _pace(self.seconds[1]),
        }
        return "\n".join(
            [
                f"A: {self.plan.a}",
                f"B: {self.plan.b}",
                *(f"{name:<20}{figure}" for name, figure in figures.items()),
                "",
                *by_kind(self.kinds, ("A", "B")),
            ]
        )


def _pace(seconds: Sequence[float]) -> str:
    if not seconds:
        return "times are not known"
    median, p99 = 1000 * np.quantile(seconds, (0.5, 0.99))
    return f"{len(seconds)}, median {median:.1f} ms, p99 {p99:.1f} ms"


def costliest(outcomes: Sequence[BoardOutcome], count: int) -> list[str]:
    """The boards that cost A most IMPs, then those that cost B most, a few lines each.

    Args:
        outcomes: the boards.
        count: the most boards of each; those without a swing are left out.
    """
    lines = []
    for name, sign in (("A", -1), ("B", 1)):
        cost = sorted(
            (one for one in outcomes if sign * one.imps > 0), key=lambda one: -abs(one.imps)
        )
        if count and cost:
            lines += [f"boards that cost {name} most", ""]
            lines += chain.from_iterable(map(_lines, cost[:count]))
    return lines


def _lines(outcome: BoardOutcome) -> list[str]:
    board = outcome.board
    head = f"board {board.number}, dealer {board.dealer}, {board.vulnerability} vulnerable"
    lines = [f"{head}: {outcome.imps:+d} IMPs for A", f"  {outcome.deal}"]
    tricks = outcome.tricks_first, outcome.tricks_second
    scores = outcome.score_first, outcome.score_second
    for who, auction, taken, score in zip("AB", outcome.auctions, tricks, scores, strict=True):
        result = "passed out"
        if auction.contract is not None:
            result = f"{auction.contract}, {taken} tricks, {score:+d} for North-South"
        lines.append(f"  {who} North-South: {auction} = {result}")
    return [*lines, ""]
