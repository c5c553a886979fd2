"""Alpha-mu's time to the same value: with the cards ordered by a plan, and otherwise.

The positions are declarer's in deals of the lab, 3NT and 4S: his cards by a vote of the layouts,
the defenders see all cards. Columns search the same layouts to the same depth, each with an engine
of its own whose tables live from card to card, after a vote of these layouts, as at the table; they
take turns, and their times are CPU time of the search alone. "again" is "none" once more: what it
differs by is chance. "known" orders the cards by the values that the search comes to; no plan can
do better. The plan's own time is told apart.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import pytest

from bluechip_bot.engine import CardEngine, DoubleDummy, Limits, Question, Rating
from bluechip_bot.inference import Evidence
from bluechip_bot.lab.duel.conditions import CONDITIONS
from bluechip_bot.lab.duel.contender import Clairvoyant
from bluechip_bot.lab.duel.knowledge import Knowledge
from bluechip_bot.lab.duel.lead import opening_lead
from bluechip_bot.lab.duel.source import DealSource, Sieve
from bluechip_bot.model import Board, Card, Played, Seat
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.player.planned import hint
from solver import AlphaMuSearch, DoubleDummySolver, SearchOptions
from solver.alphamu.result import SearchResult

DEALS: Final = {20: 4, 40: 3}
"""Of each contract, by worlds."""
SEED: Final = 1
DEPTH: Final = 3
COLUMNS: Final = ("none", "again", "plan", "reversed", "known")


class Situation(NamedTuple):
    """Declarer's choice of a card.

    Attributes:
        board: as he sees it.
        known: what he knows.
        worth: what a plan makes of the cards.
        seconds: what the plan took.
    """

    board: Board
    known: Evidence
    worth: Mapping[Card, float]
    seconds: float


class Cost(NamedTuple):
    """What a search took.

    Attributes:
        seconds: CPU time.
        nodes: its positions.
        positions: of the double-dummy search.
        best: the value of the best card.
        values: of all cards, by number.
    """

    seconds: float
    nodes: int
    positions: int
    best: float
    values: Mapping[int, float]


class Timed:
    """An engine whose searches are timed.

    Args:
        scoring: what it plays for.
    """

    def __init__(self, scoring: Scoring) -> None:
        solver = DoubleDummySolver(32)
        self._search = AlphaMuSearch(
            32, solver=solver, options=SearchOptions(low_card_classes=False)
        )
        self._scoring: Scoring = scoring
        self._engine = CardEngine(
            32, method="alphamu", solver=solver, search=self, clock=time.thread_time
        )
        self._cost: Cost | None = None

    def cost(self, one: Situation, worlds: int, rating: Rating | None) -> Cost | None:
        """What the search of a position took, after the vote; None where there was none."""
        self._cost = None
        question = Question(
            one.board,
            Seat.SOUTH,
            one.known,
            scoring=self._scoring,
            seed=one.board.number,
            move_order=rating,
        )
        limits = Limits(budget=1e6, worlds=worlds, depth=DEPTH, votes=worlds)
        choice = self._engine.choose(question, limits)
        assert choice is not None
        return self._cost

    def search(self, *question: Any, **options: Any) -> SearchResult:
        """The search's answer."""
        begun = time.thread_time()
        found = self._search.search(*question, **options)
        spent = time.thread_time() - begun
        values = {card: told.value for card, told in found.cards.items()}
        self._cost = Cost(spent, found.nodes, found.dd_nodes, found.value, values)
        return found

    def stop(self) -> None:
        """Make a running search end."""
        self._search.stop()

    def clear_stop(self) -> None:
        """Take `stop` back."""
        self._search.clear_stop()


def situations(contract: str) -> Iterator[Situation]:
    """Yield declarer's choices in which a plan thinks of cards."""
    conditions = CONDITIONS[contract]
    source, solver = DealSource(conditions, SEED, Sieve()), DoubleDummy(64)
    knowledge, defence = Knowledge(conditions), Clairvoyant(solver)
    south = conditions.contract.declarer
    for number in range(1, max(DEALS.values()) + 1):
        deal = source.deal(number, solver).deal
        leader = conditions.contract.leader
        lead = opening_lead(deal[leader], conditions.contract.strain, conditions.lead)
        board = conditions.begin(number, deal).apply(Played(leader, lead))
        engine = CardEngine(64)
        while (turn := board.turn) is not None:
            if board.decider is not south:
                board = board.apply(Played(turn, defence.pick(board).card))
                continue
            seen = board.seen_by(south)
            known = knowledge.of(seen, south)
            question = Question(seen, south, known, scoring="win", seed=number)
            begun = time.thread_time()
            plan = hint(engine, question)
            spent = time.thread_time() - begun
            if plan is not None:
                cards = list(board.legal_cards)
                worth = dict(zip(cards, plan.rate(cards), strict=True))
                yield Situation(seen, known, worth, spent)
            choice = engine.choose(question, Limits(budget=1e6, worlds=20))
            assert choice is not None
            board = board.apply(Played(turn, choice.card))


@pytest.fixture(scope="module")
def positions() -> list[Situation]:
    """Declarer's choices of all contracts."""
    return [one for contract in ("3NT", "4S") for one in situations(contract)]


def order(column: str, one: Situation, found: Cost) -> Rating | None:
    """The order of a column."""

    def rate(cards: Sequence[Card]) -> list[float]:
        match column:
            case "plan":
                return [one.worth[card] for card in cards]
            case "reversed":
                return [-one.worth[card] for card in cards]
            case _:
                return [found.values[int(card)] for card in cards]

    return None if column in {"none", "again"} else rate


@pytest.mark.bench
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("worlds", DEALS)
@pytest.mark.parametrize("scoring", ["win", "imps"])
def test_order(
    positions: list[Situation], scoring: Scoring, worlds: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The best value is the same in whatever order the cards are searched."""
    engines: dict[str, Timed] = {}
    rows: list[dict[str, Cost]] = []
    number = 0
    asked = [one for one in positions if one.board.number <= DEALS[worlds]]
    for turn, one in enumerate(asked):
        if one.board.number != number:
            number = one.board.number
            engines = {name: Timed(scoring) for name in ("first", *COLUMNS)}
        first = engines["first"].cost(one, worlds, None)
        if first is None or not first.nodes:
            continue
        row: dict[str, Cost] = {}
        for step in range(len(COLUMNS)):
            name = COLUMNS[(turn + step) % len(COLUMNS)]
            cost = engines[name].cost(one, worlds, order(name, one, first))
            assert cost is not None
            assert cost.best == first.best
            row[name] = cost
        rows.append(row)
    plans = statistics.median(one.seconds for one in positions)
    with capsys.disabled():
        print(f"\n{scoring}, {worlds} worlds, M = {DEPTH}: {len(rows)} positions")
        print("\n".join(lines(rows)))
        print(f"a plan takes {1e3 * plans:.1f} ms (median)")


def lines(rows: Sequence[Mapping[str, Cost]]) -> Iterator[str]:
    """Yield a line for each column: means, and medians of its ratios to "none", row by row."""
    yield (
        f"{'':10}{'mean ms':>9}{'median ms':>10}{'nodes':>8}{'dd nodes':>10}"
        f"{'ratio: ms':>11}{'nodes':>7}{'dd':>7}{'fewer nodes':>13}{'more':>6}"
    )
    for name in COLUMNS:
        costs = [row[name] for row in rows]
        pairs = [(row[name], row["none"]) for row in rows]
        yield (
            f"{name:10}{1e3 * statistics.fmean(c.seconds for c in costs):9.2f}"
            f"{1e3 * statistics.median(c.seconds for c in costs):10.2f}"
            f"{statistics.fmean(c.nodes for c in costs):8.0f}"
            f"{statistics.fmean(c.positions for c in costs):10.0f}"
            f"{ratio((c.seconds, b.seconds) for c, b in pairs):11.3f}"
            f"{ratio((c.nodes, b.nodes) for c, b in pairs):7.3f}"
            f"{ratio((c.positions, b.positions) for c, b in pairs):7.3f}"
            f"{sum(c.nodes < b.nodes for c, b in pairs):13d}"
            f"{sum(c.nodes > b.nodes for c, b in pairs):6d}"
        )


def ratio(pairs: Iterator[tuple[float, float]]) -> float:
    """The median of ratios, of those that there are."""
    return statistics.median(one / two for one, two in pairs if two)
