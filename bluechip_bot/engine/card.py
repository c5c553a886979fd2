"""The card engine: a board and what is known of the hands go in, a card comes out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, Literal, Protocol

import numpy as np
import numpy.typing as npt
from attrs import evolve, field, frozen

from bluechip_bot.engine.deepening import SIZES, Deepening, Searcher, Stage, View, best_stage
from bluechip_bot.engine.estimate import estimate
from bluechip_bot.engine.knowledge import Knowledge
from bluechip_bot.engine.payoff import Scoring, Stake
from bluechip_bot.engine.pool import COMPLETE, WorldPool, Worlds, choose_worlds
from bluechip_bot.engine.preference import Fit, Preference
from bluechip_bot.model import Board, BoardError, Card, Hand, Play, Seat, Side
from solver import AlphaMuSearch, DoubleDummySolver, SearchStopped
from solver.alphamu_result import CardValue
from solver.pimc import Question, Ranking, WorldSolver, rank_cards, touching_groups

DEFAULT_BUDGET: Final = 1.0
DEFAULT_MEMORY_MB: Final = 64
_LEAST_MB: Final = 8
"""The least memory of an alpha-mu search."""
_VOTED: Final = 40
"""Worlds that are wanted at least, however little time there is."""
_RATE: Final = 1280
"""Worlds that are wanted for each second of the budget when their number is left open."""
_WEIGHED: Final = 5000
"""Worlds that may be wanted for each second of the budget: to weigh them takes time, too."""
_FEW: Final = 40
"""If fewer worlds have voted by then, looking two cards ahead in 16 takes more than the rest."""
_VOTE: Final = 0.3
"""The share of the budget that perfect-information Monte Carlo may take before alpha-mu."""

Method = Literal["alphamu", "pimc"]


class Solver(WorldSolver, Protocol):
    """What the engine needs of its double-dummy solver."""

    def stop(self) -> None:
        """Make the running call and all later ones raise `SearchStopped`."""
        ...

    def clear_stop(self) -> None:
        """Take `stop` back."""
        ...


@frozen
class CardChoice:
    """A card and how it was found.

    Attributes:
        card: the card.
        record: values that JSON can hold. `method` is "alphamu", "pimc", or "forced" when all
            legal cards are equal; `worlds` (searched, or voted), `wanted`, `seconds`. But for
            "forced" also `target` (tricks the side wants from here), `slid` (whether it is decided
            in all worlds, so that other tricks count), `sample` (where the worlds come from, see
            `Worlds.record`) and `cards`: the legal cards, best first, each with `value`, the share
            of what can be had (of the weight of the worlds in which the target is reached, when
            nothing else counts; see `estimate`), `exact` (else an upper bound), `tricks`, the mean
            of double-dummy tricks in `counted` of the weight (None if that is 0), and `reached`,
            the share of the weight in which double-dummy play reaches the target. With "alphamu"
            also `scoring`, `depth`, `levels` (tricks that count) and `stages` (see `Stage.record`).
            Depth 1 is the vote of the worlds, when there was no time for more.
    """

    card: Card
    record: Mapping[str, Any] = field(hash=False)


@frozen
class _Case:
    """A decision to be made."""

    board: Board
    play: Play
    seat: Seat
    stake: Stake
    question: Question
    sample: Worlds
    groups: list[list[int]]


class CardEngine:
    """Chooses cards by alpha-mu, or by perfect-information Monte Carlo alone.

    It owns its searches, whose tables live from card to card, and the worlds of a board. One thread
    may use it at a time; `stop` may be called from any.

    Args:
        memory_mb: memory of all tables, in MiB.
        method: how cards are chosen.
        scoring: what alpha-mu plays for.
        threads: that share the work of alpha-mu.
        classes: whether alpha-mu takes touching low cards of hidden hands for one card.
        solver: the double-dummy solver; one is made if none is given.
        search: the alpha-mu search; likewise.
        clock: the time in seconds, from any origin.
    """

    def __init__(  # noqa: PLR0913 - each has a default that serves
        self,
        memory_mb: int = DEFAULT_MEMORY_MB,
        *,
        method: Method = "pimc",
        scoring: Scoring = "imps",
        threads: int = 1,
        classes: bool = False,
        solver: Solver | None = None,
        search: Searcher | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._scoring: Scoring = scoring
        self._pool = WorldPool()
        half = memory_mb if method == "pimc" else max(1, memory_mb // 2)
        own = DoubleDummySolver(half) if solver is None else None
        self._solver: Solver = solver or own  # type: ignore[assignment]
        if method == "alphamu" and search is None:
            # One table for both: what the vote of the worlds learns, alpha-mu need not.
            search = AlphaMuSearch(
                max(_LEAST_MB, half), threads, solver=own, low_card_classes=classes
            )
        self._search = search if method == "alphamu" else None

    def stop(self) -> None:
        """Make a running `choose` return soon, with what it has."""
        self._solver.stop()
        if self._search is not None:
            self._search.stop()

    def choose(  # noqa: PLR0913 - a question in full
        self,
        board: Board,
        seat: Seat,
        evidence: Knowledge,
        *,
        budget: float = DEFAULT_BUDGET,
        worlds: int | None = None,
        depth: int | None = None,
        seed: int = 0,
        fit: Fit | None = None,
    ) -> CardChoice | None:
        """The card to play, from the hand whose turn it is; None if no world was solved in time.

        With worlds and depth given, and time enough for both, the same arguments give the same
        card.

        Args:
            board: the board, at a card.
            seat: who decides: declarer for dummy's cards.
            evidence: what the seat knows of the hands.
            budget: seconds after which the search is stopped, by a timer.
            worlds: layouts of the hidden hands to judge the cards by, at most; None is as many as
                there is time for.
            depth: cards of its own that the side looks ahead at most; None is as many as there is
                time for.
            seed: where the choice of the layouts begins.
            fit: how well cards fit what the side has agreed to play; tells equal cards apart.

        Raises:
            BoardError: if no card is wanted from this seat, or the hand to play from is unknown.
            FactError: if a declared card cannot be where it is declared to be.
            SolverError: if the hard facts contradict each other.
        """
        play = board.play
        if play is None or board.decider is not seat:
            raise BoardError(f"board {board.number}: {seat} is not to play a card")
        started = self._clock()
        legal = board.legal_cards
        if _one_class(legal, play):
            record = {"method": "forced", "worlds": 0, "wanted": worlds, "seconds": 0.0}
            return CardChoice(min(legal, key=int), record)
        with self._alarm(budget):
            sample = self._sample(board, seat, evidence, budget, worlds, seed)
            case = _case(board, seat, play, sample)
            choice = self._choose(case, started + budget, worlds, depth, fit)
        if choice is None:
            return None
        record = {"wanted": worlds, "seconds": round(self._clock() - started, 4)}
        return evolve(choice, record={**choice.record, **record})

    @contextmanager
    def _alarm(self, budget: float) -> Iterator[None]:
        """Stop the searches when the budget is spent."""
        self._solver.clear_stop()
        if self._search is not None:
            self._search.clear_stop()
        timer = threading.Timer(max(0.0, budget), self.stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            # Joined, so that a late timer cannot stop the next search.
            timer.cancel()
            timer.join()

    def _sample(  # noqa: PLR0913, PLR0917 - a question in full
        self,
        board: Board,
        seat: Seat,
        evidence: Knowledge,
        budget: float,
        worlds: int | None,
        seed: int,
    ) -> Worlds:
        seed %= 2**64
        if worlds is None:
            wanted = max(_VOTED, min(SIZES[-1], int(_RATE * budget)))
        else:
            wanted = min(worlds, max(_VOTED, int(_WEIGHED * budget)))
        pool = self._pool.pool(board, seat, evidence, wanted, seed)
        if worlds is None and pool.complete:
            wanted = COMPLETE
        return choose_worlds(pool, board, wanted, seed)

    def _choose(
        self,
        case: _Case,
        deadline: float,
        worlds: int | None,
        depth: int | None,
        fit: Fit | None,
    ) -> CardChoice | None:
        try:
            ranking = self._vote(case, deadline, 1.0 if self._search is None else _VOTE)
        except SearchStopped:
            return None
        if self._search is None:
            return CardChoice(Card(int(ranking.cards[0])), _voted(case, ranking))
        if ranking.worlds < min(_FEW, len(case.sample.hands)):
            # To look further ahead would take too long: what time is left is worth more as votes.
            with suppress(SearchStopped):
                ranking = self._vote(case, deadline, 1.0)
            record = {**_voted(case, ranking), "method": "alphamu", "depth": 1}
            return CardChoice(Card(int(ranking.cards[0])), record)
        levels = levels_that_count(ranking, case.stake)
        view = _view(case, case.stake.payoff(self._scoring, levels))
        # The vote is about the target: it corrects what is nearly all about it, too.
        correct = self._scoring in {"imps", "win"} and not ranking.slid
        stages = Deepening(self._search, self._clock).run(
            case.sample,
            view,
            SIZES if worlds is None else [len(case.sample.hands)],
            deadline=deadline,
            depth=depth,
            voted=ranking.worlds if correct else 0,
        )
        record = _voted(case, ranking)
        record |= {
            "method": "alphamu",
            "depth": 1,
            "scoring": self._scoring,
            "levels": sorted(levels),
            "stages": [one.record for one in stages],
        }
        stage = best_stage(stages)
        if stage is not None:
            counts = case.sample.counts
            values = estimate(stage, view.payoff, ranking, counts, correct=correct)
            preference = Preference(ranking, case.groups, fit, _is_concealed(case.board))
            record |= _looked_ahead(stage, values, preference)
        return CardChoice(Card.parse(next(iter(record["cards"]))), record)

    def _vote(self, case: _Case, deadline: float, share: float) -> Ranking:
        """The ranking by double-dummy results, for a share of the time left."""
        now = self._clock()
        return rank_cards(
            self._solver,
            case.sample.hands,
            case.question,
            clock=self._clock,
            deadline=now + share * (deadline - now),
            weights=case.sample.counts,
        )


def levels_that_count(ranking: Ranking, stake: Stake) -> frozenset[int]:
    """The numbers of tricks from here between which the play decides, 1 to `stake.left`.

    Those about the target as long as it is in doubt. When it is sure, or out of reach, those about
    the mean of the best card (and the target, if it is not to be thrown away).
    """
    target = stake.target
    levels = {target - 1, target, target + 1}
    if ranking.slid and ranking.counted:
        mean = int(max(ranking.tricks)) // ranking.counted
        levels = {mean, mean + 1}
        if target <= mean:
            levels.add(target)
    return frozenset(level for level in levels if 1 <= level <= stake.left)


def _case(board: Board, seat: Seat, play: Play, sample: Worlds) -> _Case:
    """The decision: the side to play wants to make the contract, or to defeat it."""
    contract = play.contract
    vulnerable = board.vulnerability.includes(contract.declarer)
    stake = Stake.of(play, vulnerable=vulnerable)
    cards = [int(card) for card in play.trick.cards]
    question = Question(int(contract.strain), int(play.leader), cards, stake.target)
    groups = touching_groups(sample.hands[0], question)
    return _Case(board, play, seat, stake, question, sample, groups)


def _view(case: _Case, payoff: npt.NDArray[np.float64]) -> View:
    question = case.question
    return View(
        question.trump,
        question.leader,
        question.trick,
        "NS" if case.play.turn.side is Side.NS else "EW",
        None if case.stake.declares else int(case.seat),
        payoff,
        case.groups,
    )


def _is_concealed(board: Board) -> bool:
    """Whether the hand to play from is not on the table."""
    return board.turn is not board.dummy


def _one_class(legal: Hand, play: Play) -> bool:
    """Whether no card lies between the legal ones that could make a difference (or one is legal).

    Cards of complete tricks are gone; the rest, the current trick's included, still count.
    """
    low, high = min(legal, key=int), max(legal, key=int)
    if low.suit is not high.suit:
        return False
    gone = Hand.of(play.cards[: len(play.cards) // 4 * 4])
    return all(card in legal or card in gone for card in map(Card, range(low, high)))


def _voted(case: _Case, ranking: Ranking) -> dict[str, Any]:
    """The record of a choice by the vote of the worlds."""
    return {
        "method": "pimc",
        "worlds": ranking.worlds,
        "counted": round(ranking.counted / ranking.weight, 4),
        "target": case.question.target,
        "slid": ranking.slid,
        "sample": case.sample.record,
        "cards": {
            str(Card(card)): {"value": double["reached"], "exact": True, **double}
            for card, double in _double_dummy(ranking).items()
        },
    }


def _looked_ahead(
    stage: Stage, values: Mapping[int, CardValue], preference: Preference
) -> dict[str, Any]:
    """What a stage of alpha-mu changes in the record of the vote."""
    double = _double_dummy(preference.ranking)
    cards = {
        str(Card(card)): {
            "value": round(values[card].value, 4),
            "exact": values[card].exact,
            **double[card],
        }
        for card in preference.order(values)
    }
    return {"worlds": stage.worlds, "depth": stage.result.depth, "cards": cards}


def _double_dummy(ranking: Ranking) -> dict[int, dict[str, float | None]]:
    """By card, best first: the share of worlds in which the target is reached, and mean tricks."""
    counted = ranking.counted
    return {
        int(card): {
            "reached": round(int(reached) / ranking.weight, 4),
            "tricks": round(int(tricks) / counted, 3) if counted else None,
        }
        for card, reached, tricks in zip(
            ranking.cards, ranking.reached, ranking.tricks, strict=True
        )
    }
