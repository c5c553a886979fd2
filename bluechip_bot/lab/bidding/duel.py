"""A duel of bidders: the same deals bid at two tables by two sides, scored double dummy."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import cache, partial
from multiprocessing.util import Finalize
from queue import SimpleQueue
from typing import Final

from attrs import frozen

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.bidding.duel_outcome import BoardOutcome, TableOutcome
from bluechip_bot.lab.bidding.side import BiddingSide, SideSpec, SystemSpec, open_side
from bluechip_bot.lab.bidding.table import random_deal
from bluechip_bot.lab.workers import Workers
from bluechip_bot.model import Board, Called, Deal, Phase

_MEMORY_MB: Final = 64

Clock = Callable[[], float]
"""The time in seconds, from any origin."""


@frozen
class BiddingDuelPlan:
    """What is bid, and by whom.

    Attributes:
        a: one side.
        b: the other.
        seed: of the deals, 0 or more.
        patience: the seconds that a program has for a call; no row depends on it.
    """

    a: SideSpec
    b: SideSpec
    seed: int
    patience: float = 60.0

    @property
    def is_timed(self) -> bool:
        """Whether time limits a call, so that results depend on the machine."""
        thoughts = [one.thought for one in (self.a, self.b) if isinstance(one, SystemSpec)]
        return any(thought is not None and thought.seconds is not None for thought in thoughts)

    def open(self, clock: Clock = time.perf_counter) -> BiddingDuel:
        """The duel, with both sides.

        Raises:
            ConfigError: if a system is not there or cannot be used.
        """
        a = open_side("A", self.a, self.b, patience=self.patience, seed=self.seed)
        b = open_side("B", self.b, self.a, patience=self.patience, seed=self.seed)
        return BiddingDuel(a, b, self.seed, clock)


class BiddingDuel:
    """Bids deals at two tables.

    Args:
        a: the side that is North and South at the first table, East and West at the second.
        b: the other side.
        seed: of the deals.
        clock: by which calls are timed.
    """

    def __init__(
        self, a: BiddingSide, b: BiddingSide, seed: int, clock: Clock = time.perf_counter
    ) -> None:
        self._a = a
        self._b = b
        self._seed = seed
        self._clock = clock
        self._solver = DoubleDummy(_MEMORY_MB)

    def play(self, number: int) -> BoardOutcome:
        """The outcome of a board by its number, from 1.

        Raises:
            SideError: if a side cannot make its call.
        """
        deal = random_deal(self._seed, number)
        board = Board.begin(number, deal=deal)
        seconds: tuple[list[float], list[float]] = ([], [])
        first = self._table(deal, board, (self._a, self._b), seconds)
        second = self._table(deal, board, (self._b, self._a), seconds[::-1])
        return BoardOutcome(number, deal, first, second, tuple(seconds[0]), tuple(seconds[1]))

    def close(self) -> None:
        """Give back what the sides hold."""
        self._a.close()
        self._b.close()

    def _table(
        self,
        deal: Deal,
        board: Board,
        sides: tuple[BiddingSide, BiddingSide],
        seconds: tuple[list[float], list[float]],
    ) -> TableOutcome:
        """A board bid by North-South and East-West, whose times go to two lists."""
        while board.phase is Phase.AUCTION:
            seat = board.auction.turn
            seen = board.seen_by(seat)
            begin = self._clock()
            call = sides[seat.side].call(seen)
            seconds[seat.side].append(round(self._clock() - begin, 6))
            board = board.apply(Called(seat, call))
        contract = board.contract
        if contract is None:
            return TableOutcome(board.auction, 0)
        tricks = self._solver.tricks(deal, contract.strain, contract.declarer)
        return TableOutcome(board.auction, tricks)


def outcomes(
    plan: BiddingDuelPlan, numbers: Iterable[int], *, workers: Workers
) -> Generator[BoardOutcome, None, None]:
    """Yield the outcomes of boards in the order of their numbers. Close the iterator to end early.

    They do not depend on the workers, time aside, if a program's calls depend on its questions
    alone: every process starts its own.

    Args:
        plan: the duel.
        numbers: which boards.
        workers: who bids.

    Raises:
        SideError: if a side cannot make its call; the boards before are yielded.
    """
    if not workers.is_here:
        yield from workers.in_order(partial(_play, plan), numbers)
        return
    with closing(plan.open()) as duel:
        yield from map(duel.play, numbers)


def _play(plan: BiddingDuelPlan, number: int) -> BoardOutcome:
    return _worker_duel(plan).play(number)


@cache
def _worker_duel(plan: BiddingDuelPlan) -> BiddingDuel:
    """The duel of this process, closed when the process ends or is ended."""
    duel = plan.open()
    if threading.current_thread() is threading.main_thread():
        # In a thread, as on a cluster's worker, whoever started the process ends it.
        terminated = SimpleQueue[None]()
        threading.Thread(target=_end, args=(duel, terminated), daemon=True).start()
        signal.signal(signal.SIGTERM, lambda *_: terminated.put(None))
    Finalize(duel, duel.close, exitpriority=1)
    return duel


def _end(duel: BiddingDuel, terminated: SimpleQueue[None]) -> None:
    """End this process and the programs of its duel when it is told to.

    A signal handler could not: it may run while a program is started that no side holds yet.
    """
    terminated.get()
    duel.close()
    os._exit(1)
