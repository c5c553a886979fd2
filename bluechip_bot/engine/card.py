"""The card engine: a board and what is known of the hands go in, a card comes out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, Literal, Protocol

import numpy as np
from attrs import evolve, field, frozen

from bluechip_bot.engine.deepening import SIZES, Searcher
from bluechip_bot.engine.knowledge import Knowledge
from bluechip_bot.engine.lookahead import Decision, LookAhead, Verdict
from bluechip_bot.engine.payoff import Scoring, Stake
from bluechip_bot.engine.pool import COMPLETE, WorldPool, Worlds, choose_worlds
from bluechip_bot.engine.preference import Fit, Preference, most_promising
from bluechip_bot.model import Board, BoardError, Card, Hand, Play, Seat
from solver import AlphaMuSearch, DoubleDummySolver, SearchStopped
from solver.alphamu.result import CardValue, SearchResult
from solver.dd.pimc import Ranking, TrickState, WorldSolver, rank_cards, touching_groups

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
            also `scoring` and `depth`, 1 when there was no time for more than the vote of the
            worlds; else also `levels` (tricks that count), `stages` (see `Stage.record`),
            `variation` (the play that it expects), `plan` (by world, the tricks that its best card
            is sure of, as hex digits), and of each card `front`, the number of its vectors, and
            `extra`, what other tricks are worth where the contract left cards equal.
    """

    card: Card
    record: Mapping[str, Any] = field(hash=False)


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
        classes: bool = True,
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
        self._ahead = None
        if self._search is not None:
            self._ahead = LookAhead(self._search, scoring, clock)

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
        most: float | None = None,
        worlds: int | None = None,
        depth: int | None = None,
        votes: int | None = None,
        seed: int = 0,
        fit: Fit | None = None,
        order: Fit | None = None,
    ) -> CardChoice | None:
        """The card to play, from the hand whose turn it is; None if no world was solved in time.

        With worlds and depth given, and time enough for both, the same arguments give the same
        card.

        Args:
            board: the board, at a card.
            seat: who decides: declarer for dummy's cards.
            evidence: what the seat knows of the hands.
            budget: seconds after which the search is stopped, by a timer.
            most: seconds that alpha-mu may take for a close decision; None is the budget.
            worlds: layouts of the hidden hands to judge the cards by, at most; None is as many as
                there is time for.
            depth: cards of its own that the side looks ahead at most; None is as many as there is
                time for.
            votes: with alpha-mu, layouts that vote at most; None is as many as there is time for.
            seed: where the choice of the layouts begins.
            fit: how well cards fit what the side has agreed to play; tells equal cards apart.
            order: how promising cards are: alpha-mu looks at the best ones first. It changes no
                value, but what has been searched when time is up.

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
        with self._alarm(max(budget, most or 0.0)):
            wanted = self._wanted(budget, worlds, votes)
            sample = self._sample(board, seat, evidence, wanted, seed, whole=worlds is None)
            case = _Case(board, play, seat, sample, most_promising(order, sorted(map(int, legal))))
            latest = started + most if most is not None and most > budget else None
            choice = self._choose(case, started + budget, worlds, depth, fit, latest)
        if choice is None:
            return None
        record = {"wanted": worlds, "seconds": round(self._clock() - started, 4)}
        return evolve(choice, record={**choice.record, **record})

    def worlds(
        self, board: Board, seat: Seat, evidence: Knowledge, n: int, *, seed: int = 0
    ) -> Worlds:
        """Layouts of the hidden hands, from the same pool as those that the cards are judged by.

        Args:
            board: the board, at a card.
            seat: who decides.
            evidence: what the seat knows of the hands.
            n: layouts wanted.
            seed: where the choice of the layouts begins.

        Raises:
            FactError: if a declared card cannot be where it is declared to be.
        """
        return self._sample(board, seat, evidence, n, seed, whole=True)

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

    def _wanted(self, budget: float, worlds: int | None, votes: int | None) -> int:
        """The layouts that are drawn: no more than there is time to weigh."""
        most = max(_VOTED, min(SIZES[-1], int(_RATE * budget)))
        if worlds is None:
            return most if votes is None else votes
        if self._ahead is not None:
            worlds = max(worlds, most if votes is None else votes)
        return min(worlds, max(_VOTED, int(_WEIGHED * budget)))

    def _sample(  # noqa: PLR0913 - a question in full
        self,
        board: Board,
        seat: Seat,
        evidence: Knowledge,
        wanted: int,
        seed: int,
        *,
        whole: bool,
    ) -> Worlds:
        """So many layouts, or all of them if there are few and `whole`."""
        seed %= 2**64
        pool = self._pool.pool(board, seat, evidence, wanted, seed)
        return choose_worlds(pool, board, COMPLETE if whole and pool.complete else wanted, seed)

    def _choose(  # noqa: PLR0913, PLR0917 - a question in full
        self,
        case: _Case,
        deadline: float,
        worlds: int | None,
        depth: int | None,
        fit: Fit | None,
        latest: float | None,
    ) -> CardChoice | None:
        try:
            ranking = self._vote(case, deadline, 1.0 if self._ahead is None else _VOTE)
        except SearchStopped:
            return None
        few = ranking.worlds < min(_FEW, len(case.sample.hands))
        if self._ahead is not None and few:
            # To look further ahead would take too long: what time is left is worth more as votes.
            with suppress(SearchStopped):
                ranking = self._vote(case, deadline, 1.0)
        concealed = case.board.turn is not case.board.dummy
        preference = Preference(ranking, case.groups, fit, concealed)
        record = _voted(case, preference)
        if self._ahead is not None:
            record |= {"method": "alphamu", "depth": 1, "scoring": self._scoring}
            verdict = None
            if not few:
                verdict = self._ahead.look(
                    case.decision(ranking),
                    SIZES if worlds is None else [worlds],
                    deadline=deadline,
                    depth=depth,
                    latest=latest,
                )
            if verdict is not None:
                record |= _looked_ahead(verdict, preference)
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
            tricks_of=_VOTED if self._ahead is not None and self._scoring == "imps" else 0,
        )


class _Case:
    """A decision to be made: the side to play wants to make the contract, or to defeat it."""

    def __init__(
        self, board: Board, play: Play, seat: Seat, sample: Worlds, order: Sequence[int]
    ) -> None:
        contract = play.contract
        self.board = board
        self.sample = sample
        self.order = order
        self.stake = Stake.of(play, vulnerable=board.vulnerability.includes(contract.declarer))
        cards = [int(card) for card in play.trick.cards]
        self.question = TrickState(int(contract.strain), int(play.leader), cards, self.stake.target)
        self.groups = touching_groups(sample.hands[0], self.question)
        self.observer = None if self.stake.declares else int(seat)

    def decision(self, ranking: Ranking) -> Decision:
        """The decision when worlds have voted."""
        return Decision(
            self.stake,
            self.question,
            self.observer,
            self.sample,
            self.groups,
            ranking,
            self.order,
        )


def _one_class(legal: Hand, play: Play) -> bool:
    """Whether no card lies between the legal ones that could make a difference (or one is legal).

    Cards of complete tricks are gone; the rest, the current trick's included, still count.
    """
    low, high = min(legal, key=int), max(legal, key=int)
    if low.suit is not high.suit:
        return False
    gone = Hand.of(play.cards[: len(play.cards) // 4 * 4])
    return all(card in legal or card in gone for card in map(Card, range(low, high)))


def _voted(case: _Case, preference: Preference) -> dict[str, Any]:
    """The record of a choice by the vote of the worlds."""
    ranking = preference.ranking
    reached = zip(ranking.cards.tolist(), ranking.reached.tolist(), strict=True)
    values = {card: CardValue(weight, exact=True) for card, weight in reached}
    double = _double_dummy(ranking)
    return {
        "method": "pimc",
        "worlds": ranking.worlds,
        "counted": round(ranking.counted / ranking.weight, 4),
        "target": case.question.target,
        "slid": ranking.slid,
        "sample": case.sample.record,
        "cards": {
            str(Card(card)): {"value": double[card]["reached"], "exact": True, **double[card]}
            for card in preference.order(values)
        },
    }


def _looked_ahead(verdict: Verdict, preference: Preference) -> dict[str, Any]:
    """What alpha-mu changes in the record of the vote."""
    double = _double_dummy(preference.ranking)
    result = verdict.stage.result
    cards: dict[str, dict[str, Any]] = {}
    for card in preference.order(verdict.worth):
        value, exact = verdict.values[card]
        found = cards[str(Card(card))] = {"value": round(value, 4), "exact": exact, **double[card]}
        found["front"] = len(result.fronts.get(card, ()))
        found["worth"] = round(verdict.worth[card].value, 4)
    variation = [str(Card(card)) for card in result.variation]
    return {**verdict.record, "cards": cards, "variation": variation, "plan": _plan(result)}


def _plan(result: SearchResult) -> str:
    """The fullest vector of the best card: for each world the tricks that count, in hex."""
    front = result.fronts.get(result.best_card)
    if front is None or not len(front):
        return ""
    fullest = front[int(np.argmax(front.sum(axis=1)))]
    return "".join(f"{tricks:x}" for tricks in fullest.tolist())


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
