"""A duel of bidders: the same deals bid at two tables by two sides, scored double dummy."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Final

from attrs import field, frozen

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.bidding.duel_outcome import BoardOutcome
from bluechip_bot.lab.bidding.side import BiddingSide, SideSpec, SystemSpec, close_at_end, open_side
from bluechip_bot.lab.bidding.table import bid_out, random_deal
from bluechip_bot.model import Board, Call, Deal

_MEMORY_MB: Final = 64

Clock = Callable[[], float]
"""The time in seconds, from any origin."""


@frozen
class BiddingDuelPlan:
    """A duel of two bidders: the deals and both sides.

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


@frozen(eq=False)
class BiddingDuel:
    """Bids deals at two tables.

    Attributes:
        a: the side that is North and South at the first table, East and West at the second.
        b: the other side.
        seed: of the deals.
        clock: by which calls are timed.
    """

    a: BiddingSide
    b: BiddingSide
    seed: int
    clock: Clock = time.perf_counter
    _solver: DoubleDummy = field(factory=lambda: DoubleDummy(_MEMORY_MB), init=False)

    def play(self, number: int) -> BoardOutcome:
        """The outcome of a board by its number, from 1.

        Raises:
            SideError: if a side cannot make its call.
        """
        deal = random_deal(self.seed, number)
        seconds: tuple[list[float], list[float]] = ([], [])
        first = self._table(number, deal, (self.a, self.b), seconds)
        second = self._table(number, deal, (self.b, self.a), seconds[::-1])
        calls, tricks = (first[0], second[0]), (first[1], second[1])
        return BoardOutcome(number, deal, *calls, *tricks, *map(tuple, seconds))

    def close(self) -> None:
        """Give back what the sides hold."""
        self.a.close()
        self.b.close()

    def _table(
        self,
        number: int,
        deal: Deal,
        sides: tuple[BiddingSide, BiddingSide],
        seconds: tuple[list[float], list[float]],
    ) -> tuple[tuple[Call, ...], int]:
        """The calls of North-South and East-West, whose times go to two lists, and the tricks."""

        def call(board: Board) -> Call:
            seat = board.auction.turn
            begin = self.clock()
            found = sides[seat.side].call(board.seen_by(seat))
            seconds[seat.side].append(round(self.clock() - begin, 6))
            return found

        board = bid_out(Board.begin(number, deal=deal), call)
        contract = board.contract
        tricks = 0
        if contract is not None:
            tricks = self._solver.tricks(deal, contract.strain, contract.declarer)
        return board.auction.calls, tricks


def play_board(plan: BiddingDuelPlan, number: int) -> BoardOutcome:
    """The outcome of a board by its number, from 1, in a process of a worker.

    It does not depend on the worker, time aside, if a program's calls depend on its questions
    alone: every process starts its own.

    Raises:
        SideError: if a side cannot make its call.
    """
    return _worker_duel(plan).play(number)


@cache
def _worker_duel(plan: BiddingDuelPlan) -> BiddingDuel:
    """The duel of this process, closed when the process ends or is ended."""
    duel = plan.open()
    close_at_end(duel.close)
    return duel
