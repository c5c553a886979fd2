"""Votes of layouts on all cards, which show what fewer layouts would have chosen."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.engine.pool import WorldPool
from bluechip_bot.engine.question import Question
from bluechip_bot.engine.vote import rank_cards
from solver import DoubleDummySolver


@frozen(eq=False)
class Ballot:
    """A complete vote: in which layouts each group of touching cards reaches the target.

    Attributes:
        won: bool[n, g], whether a group reaches the target in a layout, double dummy.
        counts: int64[n], the weight of each layout.
        seconds: processor time that the vote took.
    """

    won: npt.NDArray[np.bool_]
    counts: npt.NDArray[np.int64]
    seconds: float

    def behind(self, n: int, orders: npt.NDArray[np.int64]) -> float:
        """Return how much less often a choice by n layouts wins than the choice by all, on average.

        The result is a share, 0..1, of the weight of all layouts. If several groups are equally
        good by n layouts, their mean is taken. `orders` is int64[k, m], k random orders of all
        layouts; the first n of each order choose.
        """
        shares = self.counts @ self.won / self.counts.sum()
        lost = 0.0
        for order in orders:
            few = order[:n]
            votes = self.counts[few] @ self.won[few]
            lost += shares.max() - shares[votes == votes.max()].mean()
        return max(0.0, float(lost / len(orders)))


class CardPoll:
    """Takes complete votes of the layouts of a pool. One thread may use it at a time."""

    def __init__(
        self,
        pool: WorldPool,
        memory_mb: int = 128,
        clock: Callable[[], float] = time.process_time,
    ) -> None:
        self._pool = pool
        self._solver = DoubleDummySolver(memory_mb)
        self._clock = clock

    def ballot(self, question: Question, layouts: int, seconds: float) -> Ballot:
        """Judge all cards of a question in the same layouts, as many as `seconds` allow.

        Raises:
            FactError: if a declared card cannot be where it is declared to be.
            SolverError: if the facts contradict each other; the message names the fact.
        """
        worlds = self._pool.worlds(question, layouts)
        began = self._clock()
        ranking = rank_cards(
            self._solver,
            worlds.hands,
            question.state,
            clock=self._clock,
            deadline=began + seconds,
            weights=worlds.counts,
            asking=1.0,
        )
        cards = ranking.cards.tolist()
        heads = [cards.index(group[0]) for group in question.groups]
        spent = self._clock() - began
        return Ballot(ranking.won[:, heads], worlds.counts[: ranking.worlds], spent)
