"""Endings with the exact chance of each card, and what an engine's card gives up.

Double dummy cannot measure what a declarer's card is worth; alpha-mu can, in all layouts. The
endings come from plays of the benchmark's boards by PIMC. Each is the first position of a play, 28
cards or more having been played, in which alpha-mu proves the chances of declarer's cards, no card
is certain, and they differ by 5 % or more. The auction shows only the contract, and all layouts
that the cards allow are equally likely. The code that made endings.jsonl is in commit 7538cfc5.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import Annotated, ClassVar

from attrs import field, frozen

from bluechip_bot.formats.problem import parse_problem
from bluechip_bot.lab.bidding.side import opened
from bluechip_bot.lab.cards.bench import CardsPlan
from bluechip_bot.lab.cards.engines import NoCardError
from bluechip_bot.lab.estimates import mean, wilson
from bluechip_bot.lab.leads.series import CardValues
from bluechip_bot.lab.paper.table import PaperFigure
from bluechip_bot.lab.rows import ColumnMeaning, LabExperiment, Row
from bluechip_bot.model import Board, Card


@frozen
class EndingOutcome(Row):
    """The outcome of an ending: the engine's card, and the chance that it gives up."""

    KIND: ClassVar[str] = "endings of card play"
    DEALT = ("name",)
    number: Annotated[int, ColumnMeaning("of the ending, from 1")]
    name: Annotated[str, ColumnMeaning("the board, and how many cards had been played")]
    odds: Annotated[CardValues, ColumnMeaning("the chance of the contract after each card")]
    card: Annotated[Card | None, ColumnMeaning("the engine's; empty after a fault")]
    fault: Annotated[str, ColumnMeaning("why it played none; empty without a fault")]
    lost: Annotated[
        float,
        ColumnMeaning("the chance that its card gives up; after a fault that of the worst", ".4g"),
    ] = field(init=False)

    def __attrs_post_init__(self) -> None:
        chances = self.odds.by_card
        own = min(chances.values()) if self.card is None else chances[self.card]
        object.__setattr__(self, "lost", max(chances.values()) - own)

    @property
    def measures(self) -> dict[str, float]:
        """The chance given up, and whether the card is the best."""
        return {"chance given up": self.lost, "best cards": not self.lost}


@frozen
class EndingsReport:
    """The figures of an engine's cards in at least one ending."""

    plan: CardsPlan
    rows: Sequence[EndingOutcome]

    def figures(self) -> Iterator[PaperFigure]:
        """Yield the figures, with their intervals."""
        rows, count = self.rows, len(self.rows)
        lost = mean([row.lost for row in rows]).times(100)
        best = wilson(sum(not row.lost for row in rows), count).times(100)
        yield PaperFigure.of("chance given up", lost, "%", count)
        yield PaperFigure.of("best card found", best, "%", count)

    def __str__(self) -> str:
        faults = [row.fault for row in self.rows if row.fault]
        lines = [f"engine: {self.plan.engine.text}", f"{len(self.rows)} endings"]
        lines += [f"{one.name:<20}{one.estimate:.2f} {one.unit}" for one in self.figures()]
        return "\n".join([*lines, *faults[:3]])


def endings_experiment(plan: CardsPlan, title: str) -> LabExperiment[EndingOutcome]:
    """Return the endings as an experiment."""
    return LabExperiment(
        EndingOutcome,
        title,
        partial(play_ending, plan),
        partial(EndingsReport, plan),
        lambda rows: f"{sum(not row.lost for row in rows)} best cards",
        value=lambda row: row.lost,
        value_name="chance given up",
        is_timed=plan.engine.budget is not None,
    )


@cache
def endings() -> tuple[tuple[Board, CardValues, str], ...]:
    """Return all endings: the board as declarer sees it, the chances of the cards, and a name."""
    lines = (files(__package__) / "endings.jsonl").read_text("utf-8").splitlines()
    found = ((parse_problem(line), json.loads(line)["odds"]) for line in lines)
    return tuple((one.board, CardValues.parse(odds), one.name) for one, odds in found)


def play_ending(plan: CardsPlan, number: int) -> EndingOutcome:
    """Play an ending, numbered from 1, and return its outcome; runs in a worker's process."""
    board, odds, name = endings()[number - 1]
    card, fault = None, ""
    try:
        card = opened(plan).player(number, is_problem=True).pick(board).card
    except NoCardError as error:
        fault = str(error)
    return EndingOutcome(number, name, odds, card, fault)
