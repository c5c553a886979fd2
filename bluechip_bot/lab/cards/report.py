"""The figures of an engine in the benchmark of card play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial

from attrs import frozen

from bluechip_bot.lab.bidding.table import GAME, PART_SCORE, SLAM, contract_level
from bluechip_bot.lab.cards.bench import OTHERS, CardsBench, CardsOutcome, CardsPlan, play_board
from bluechip_bot.lab.duel.outcome import SideOutcome
from bluechip_bot.lab.estimates import Estimate, mean, wilson
from bluechip_bot.lab.experiment import Experiment
from bluechip_bot.lab.paper.table import Figure

_SHOWN = 5  # faults that the report shows


def cards_experiment(plan: CardsPlan, title: str) -> Experiment[CardsOutcome]:
    """The benchmark as an experiment."""
    return Experiment(
        CardsOutcome,
        title,
        partial(play_board, plan),
        partial(CardsReport, plan),
        _so_far,
        value=lambda row: row.declarer.won,
        value_name="contracts made, share of boards",
        here=lambda: closing(CardsBench(plan)),
        is_timed=plan.engine.budget is not None,
    )


def _so_far(rows: Sequence[CardsOutcome]) -> str:
    made, beaten = (sum(one.won for one in sides) for sides in _sides(rows))
    return f"{made} made, {beaten} beaten"


def _sides(rows: Sequence[CardsOutcome]) -> tuple[list[SideOutcome], list[SideOutcome]]:
    """The engine's boards as declarer, and as both defenders."""
    return [row.declarer for row in rows], [row.defence for row in rows]


@frozen
class CardsReport:
    """The figures of one engine on some boards, at least one."""

    plan: CardsPlan
    rows: Sequence[CardsOutcome]

    def figures(self) -> Iterator[Figure]:
        """Yield the six figures, with their intervals."""
        rows, count = self.rows, len(self.rows)
        made, beaten = (sum(one.won for one in sides) for sides in _sides(rows))
        for role, won, what in (("declarer", made, "made"), ("defence", beaten, "beaten")):
            yield Figure.of(f"{role}: contracts {what}", wilson(won, count).times(100), "%", count)
            more = self._mean(f"{role}, tricks less double dummy")
            yield Figure.of(f"{role}: tricks less double dummy", more, "", count)
        costs = [row.lead_cost for row in rows]
        beatable = [cost for cost in costs if cost.beatable]
        through = wilson(sum(cost.lets_through for cost in beatable), len(beatable))
        yield Figure.of("lead: tricks given away", self._mean("lead, tricks given away"), "", count)
        yield Figure.of("lead: let through if beatable", through.times(100), "%", len(beatable))

    def _mean(self, name: str) -> Estimate:
        return mean([row.measures[name] for row in self.rows])

    def __str__(self) -> str:
        levels = [contract_level(row.contract) for row in self.rows]
        told = ", ".join(f"{levels.count(one)} {one}s" for one in (PART_SCORE, GAME, SLAM))
        lines = [
            f"engine: {self.plan.engine.text}; the other side: {OTHERS}",
            f"{len(self.rows)} boards: {told}",
            *(f"{one.name:<38}{_text(one)}" for one in self.figures()),
        ]
        if pace := self._pace():
            lines.append(f"{'pace':<38}{pace}")
        faults = [row.fault for row in self.rows if row.fault]
        if faults:
            lines.append(f"{len(faults)} boards ended by a fault:")
            lines += [f"  {fault}" for fault in faults[:_SHOWN]]
        return "\n".join(lines)

    def _pace(self) -> str:
        sides = [side for found in _sides(self.rows) for side in found if side.cards]
        times = [side.seconds for side in sides if side.seconds is not None]
        cards = sum(side.cards for side in sides)
        return f"{sum(times) / cards:.3f} s a card" if len(times) == len(sides) and cards else ""


def _text(figure: Figure) -> str:
    return f"{figure.estimate:.2f} {figure.unit}".rstrip()
