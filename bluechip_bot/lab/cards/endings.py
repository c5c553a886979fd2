"""Endings with the exact chance of each card, and what an engine's card gives up.

`python -m bluechip_bot.lab.cards.endings pimc.csv > endings.jsonl` made the file, from the rows of
`lab cards --engine pimc --boards 100`: of each play of a board the first position in which alpha-mu
proves what declarer's cards are worth, they differ, and none is sure. They are problems: the
contract is all that is known of the auction, and all layouts that the cards allow are as likely.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final

from attrs import field, frozen

from bluechip_bot.engine import single_dummy
from bluechip_bot.formats.problem import parse_problem, problem_of
from bluechip_bot.lab.cards.bench import CardsBench, CardsPlan, worker_bench
from bluechip_bot.lab.cards.boards import boards
from bluechip_bot.lab.cards.engines import NoCardError
from bluechip_bot.lab.cards.outcome import CardsOutcome
from bluechip_bot.lab.estimates import mean, wilson
from bluechip_bot.lab.experiment import Experiment
from bluechip_bot.lab.journal import read_file
from bluechip_bot.lab.paper.figure import Figure
from bluechip_bot.lab.rows import ColumnMeaning, Row
from bluechip_bot.model import Board, Card, Played

_FROM, _TO = 28, 40
"""Cards that have been played: seven tricks or more, and three are left."""
_LAYOUTS: Final = 1000
_NODES: Final = 3_000_000
_APART: Final = 0.05
"""By how much cards differ at least."""


@frozen
class CardOdds:
    """The chance of the contract after a card, as `SA=0.5`."""

    card: Card
    chance: float

    def __str__(self) -> str:
        return f"{self.card}={self.chance:.4g}"

    @classmethod
    def parse(cls, text: str) -> CardOdds:
        """The chance of a text."""
        card, _, chance = text.partition("=")
        return cls(Card.parse(card), float(chance))


@frozen
class EndingOutcome(Row):
    """The card of an engine in an ending."""

    KIND: ClassVar[str] = "endings of card play"
    number: Annotated[int, ColumnMeaning("of the ending, from 1")]
    name: Annotated[str, ColumnMeaning("the board, and how many cards had been played")]
    odds: Annotated[
        tuple[CardOdds, ...], ColumnMeaning("the chance of the contract after each card")
    ]
    card: Annotated[Card | None, ColumnMeaning("the engine's; empty after a fault")]
    fault: Annotated[str, ColumnMeaning("why it played none; empty without a fault")]
    lost: Annotated[
        float,
        ColumnMeaning("the chance that its card gives up; after a fault that of the worst", ".4g"),
    ] = field(init=False)

    def __attrs_post_init__(self) -> None:
        chances = {one.card: one.chance for one in self.odds}
        own = min(chances.values()) if self.card is None else chances[self.card]
        object.__setattr__(self, "lost", max(chances.values()) - own)

    @property
    def dealt(self) -> str:
        """The position."""
        return self.name

    @property
    def measures(self) -> dict[str, float]:
        """The chance given up, and whether the card is the best."""
        return {"chance given up": self.lost, "best cards": not self.lost}


@frozen
class EndingsReport:
    """The figures of an engine's cards.

    Attributes:
        plan: what was measured.
        rows: the endings, at least one.
    """

    plan: CardsPlan
    rows: Sequence[EndingOutcome]

    def figures(self) -> Iterator[Figure]:
        """Yield the figures, with their intervals."""
        rows, count = self.rows, len(self.rows)
        lost = mean([row.lost for row in rows]).times(100)
        best = wilson(sum(not row.lost for row in rows), count).times(100)
        yield Figure.of("chance given up", lost, "%", count)
        yield Figure.of("best card found", best, "%", count)

    def __str__(self) -> str:
        faults = [row.fault for row in self.rows if row.fault]
        lines = [f"engine: {self.plan.engine.text}", f"{len(self.rows)} endings"]
        lines += [f"{one.name:<20}{one.estimate:.2f} {one.unit}" for one in self.figures()]
        return "\n".join([*lines, *faults[:3]])


def endings_experiment(plan: CardsPlan, title: str) -> Experiment[EndingOutcome]:
    """The endings as an experiment."""
    return Experiment(
        EndingOutcome,
        title,
        partial(_play_in_worker, plan),
        partial(EndingsReport, plan),
        lambda rows: f"{sum(not row.lost for row in rows)} best cards",
        value=lambda row: row.lost,
        value_name="chance given up",
        is_timed=plan.engine.budget is not None,
    )


@cache
def endings() -> tuple[tuple[Board, tuple[CardOdds, ...], str], ...]:
    """All endings: the board as declarer sees it, the odds of his cards, and its name."""
    lines = (files(__package__) / "endings.jsonl").read_text("utf-8").splitlines()
    found = []
    for line in lines:
        problem = parse_problem(line)
        odds = tuple(map(CardOdds.parse, json.loads(line)["odds"].split()))
        found.append((problem.board, odds, problem.name))
    return tuple(found)


def ending_outcome(bench: CardsBench, number: int) -> EndingOutcome:
    """The outcome of an ending by its number, from 1."""
    board, odds, name = endings()[number - 1]
    card, fault = None, ""
    try:
        card = bench.player(number, is_problem=True).pick(board).card
    except NoCardError as error:
        fault = str(error)
    return EndingOutcome(number, name, odds, card, fault)


def _play_in_worker(plan: CardsPlan, number: int) -> EndingOutcome:
    return ending_outcome(worker_bench(plan), number)


def made(rows: Sequence[CardsOutcome]) -> Iterator[str]:
    """Yield the lines of the file; an ending that is reached by two ways is there once."""
    seen = set[tuple[str, str]]()
    for row in rows:
        for cards in (row.declarer.play, row.defence.play):
            found = _ending(boards()[row.number - 1], cards)
            if found and (key := (found["name"], found["odds"])) not in seen:
                seen.add(key)
                yield json.dumps(found)


def _ending(board: Board, cards: Sequence[Card]) -> dict[str, Any]:
    """The first ending of a play that will do; empty without one."""
    for place, card in enumerate(cards[:_TO]):
        assert board.turn is not None
        assert board.contract is not None
        declarer = board.contract.declarer
        if place >= _FROM and board.decider is declarer and len(list(board.legal_cards)) > 1:
            seen = board.seen_by(declarer)
            odds = single_dummy(seen, _LAYOUTS, _NODES) or {card: 0.0}
            best, worst = max(odds.values()), min(odds.values())
            if best < 1 and best - worst >= _APART:
                problem = problem_of(seen, f"board {board.number}, {place} cards played")
                del problem["auction"], problem["dealer"]
                told = " ".join(str(CardOdds(one, chance)) for one, chance in odds.items())
                return {**problem, "odds": told}
        board = board.apply(Played(board.turn, card))
    return {}


if __name__ == "__main__":
    _, measured = read_file(Path(sys.argv[1]), (CardsOutcome,))
    sys.stdout.writelines(f"{line}\n" for line in made(measured))
