"""A duel of bidders: two sides bid the same deals at two tables, scored double dummy."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from typing import Annotated, ClassVar, Final

import numpy as np
from attrs import field, frozen

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.bidding.contracts import by_kind
from bluechip_bot.lab.bidding.side import BiddingSide, SideSpec, open_side, play_in_worker
from bluechip_bot.lab.bidding.table import (
    auction_of,
    bid_out,
    contract_kind,
    points,
    random_deal,
    stronger,
)
from bluechip_bot.lab.duel.contender import Clock
from bluechip_bot.lab.estimates import ExperimentEstimate, mean
from bluechip_bot.lab.rows import ColumnMeaning, LabExperiment, Row
from bluechip_bot.model import Auction, Board, Call, Contract, Deal, Side, dealer_of_board, imps

_MEMORY_MB: Final = 64


@frozen
class BoardOutcome(Row):
    """The outcome of a deal bid at two tables; its times are None if the file has none."""

    KIND: ClassVar[str] = "duel of bidders"
    DEALT = ("deal",)
    number: Annotated[
        int, ColumnMeaning("of the board, from 1; dealer and vulnerability follow from it")
    ]
    deal: Annotated[Deal, ColumnMeaning("the four hands, as in PBN")]
    auction_first: Annotated[
        tuple[Call, ...], ColumnMeaning("the calls at the first table, where A is North-South")
    ]
    auction_second: Annotated[
        tuple[Call, ...], ColumnMeaning("the same at the second table, where A is East-West")
    ]
    contract_first: Annotated[Contract | None, ColumnMeaning("empty when passed out")] = field(
        init=False
    )
    contract_second: Annotated[Contract | None, ColumnMeaning("empty when passed out")] = field(
        init=False
    )
    tricks_first: Annotated[
        int, ColumnMeaning("of declarer's side, double dummy; 0 when passed out")
    ]
    tricks_second: Annotated[int, ColumnMeaning("the same at the second table")]
    score_first: Annotated[int, ColumnMeaning("the points of North-South")] = field(init=False)
    score_second: Annotated[int, ColumnMeaning("the points of North-South")] = field(init=False)
    imps: Annotated[int, ColumnMeaning("that A won; negative if B did")] = field(init=False)
    seconds_a: Annotated[
        tuple[float, ...],
        ColumnMeaning("for each call of A, the first table first", ".6f", seconds=True),
    ]
    seconds_b: Annotated[tuple[float, ...], ColumnMeaning("the same of B", ".6f", seconds=True)]

    def __attrs_post_init__(self) -> None:
        scores = []
        for table, auction in zip(("first", "second"), self.auctions, strict=True):
            if not auction.is_over:
                raise ValueError(f"the auction is not over: {auction}")
            if not 0 <= (tricks := getattr(self, f"tricks_{table}")) <= 13:
                raise ValueError(f"{tricks} tricks")
            scores.append(points(auction.contract, tricks, self.board.vulnerability))
            object.__setattr__(self, f"contract_{table}", auction.contract)
            object.__setattr__(self, f"score_{table}", scores[-1])
        object.__setattr__(self, "imps", imps(scores[0] - scores[1]))

    @property
    def board(self) -> Board:
        """The board before the first call."""
        return Board.begin(self.number, deal=self.deal)

    @property
    def auctions(self) -> tuple[Auction, Auction]:
        """The auctions at both tables; A is North-South at the first."""
        dealer = dealer_of_board(self.number)
        return auction_of(dealer, self.auction_first), auction_of(dealer, self.auction_second)

    @property
    def kinds(self) -> tuple[str, str]:
        """The kinds of the contracts at A's table and at B's, from `table.KINDS`.

        A's table is the one at which A holds the cards of the side that declares at both. If both
        sides declare, the side with more points counts.
        """
        contracts = self.contract_first, self.contract_second
        kinds = contract_kind(contracts[0]), contract_kind(contracts[1])
        sides = {contract.declarer.side for contract in contracts if contract}
        if len(sides) == 2:
            sides = {stronger(self.deal)}
        return kinds[::-1] if sides == {Side.EW} else kinds

    @property
    def measures(self) -> dict[str, float]:
        """The IMPs that A won, and the points of North-South at each table."""
        points = {"points, A North-South": self.score_first, "B North-South": self.score_second}
        return {"IMPs of A": self.imps, **points}


@frozen
class BiddingDuelPlan:
    """A plan of a duel: two bidders, the deals' seed, and the seconds a program has for a call."""

    a: SideSpec
    b: SideSpec
    seed: int
    patience: float = 60.0

    def open(self, clock: Clock = time.perf_counter) -> BiddingDuel:
        """Open both sides, and return the duel between them."""
        a = open_side("A", self.a, self.b, patience=self.patience, seed=self.seed)
        b = open_side("B", self.b, self.a, patience=self.patience, seed=self.seed)
        return BiddingDuel(a, b, self.seed, clock)


@frozen(eq=False)
class BiddingDuel:
    """A duel in progress; A is North-South at the first table, East-West at the second."""

    a: BiddingSide
    b: BiddingSide
    seed: int
    clock: Clock = time.perf_counter
    _solver: DoubleDummy = field(factory=lambda: DoubleDummy(_MEMORY_MB), init=False)

    def play(self, number: int) -> BoardOutcome:
        """Bid a board at both tables, and return its outcome; numbers begin at 1."""
        deal = random_deal(self.seed, number)
        seconds: tuple[list[float], list[float]] = ([], [])
        boards = [self._bid(Board.begin(number, deal=deal), table, seconds) for table in (0, 1)]
        tricks = [
            self._solver.tricks(deal, one.contract.strain, one.contract.declarer)
            if one.contract
            else 0
            for one in boards
        ]
        first, second = (one.auction.calls for one in boards)
        times = (tuple(one) for one in seconds)
        return BoardOutcome(number, deal, first, second, tricks[0], tricks[1], *times)

    def close(self) -> None:
        """Close both sides."""
        self.a.close()
        self.b.close()

    def _bid(self, board: Board, table: int, seconds: tuple[list[float], list[float]]) -> Board:
        """Bid a board to its end; add the time of each call to A's or B's list of seconds."""

        def call(now: Board) -> Call:
            seat = now.auction.turn
            index = (seat.side + table) % 2
            begin = self.clock()
            found = (self.a, self.b)[index].call(now.seen_by(seat))
            seconds[index].append(round(self.clock() - begin, 6))
            return found

        return bid_out(board, call)


@frozen
class BiddingDuelReport:
    """The figures of a bidding duel over at least one board; `print` shows them all."""

    plan: BiddingDuelPlan
    outcomes: Sequence[BoardOutcome]

    @property
    def boards(self) -> int:
        """The number of boards."""
        return len(self.outcomes)

    @property
    def gain(self) -> ExperimentEstimate:
        """The mean IMPs that A won on a board."""
        return mean([one.imps for one in self.outcomes])

    @property
    def won(self) -> tuple[int, int]:
        """The sum of A's IMPs on boards that A won, and of B's on boards that B won."""
        gains = [one.imps for one in self.outcomes]
        return sum(gain for gain in gains if gain > 0), -sum(gain for gain in gains if gain < 0)

    @property
    def contracts(self) -> int:
        """The number of boards with different contracts or declarers at the two tables."""
        return sum(one.contract_first != one.contract_second for one in self.outcomes)

    @property
    def swings(self) -> int:
        """The number of boards on which either side won IMPs."""
        return sum(one.imps != 0 for one in self.outcomes)

    def __str__(self) -> str:
        figures = {
            "boards": f"{self.boards} of seed {self.plan.seed}",
            "IMPs a board for A": f"{self.gain:+.2f}",
            "IMPs of A, of B": f"{self.won[0]}, {self.won[1]}",
            "contracts differ": f"{self.contracts} boards ({self.contracts / self.boards:.1%})",
            "with a swing": f"{self.swings} boards ({self.swings / self.boards:.1%})",
            "calls of A": _pace([one.seconds_a for one in self.outcomes]),
            "calls of B": _pace([one.seconds_b for one in self.outcomes]),
        }
        return "\n".join(
            [
                f"A: {self.plan.a}",
                f"B: {self.plan.b}",
                *(f"{name:<20}{figure}" for name, figure in figures.items()),
                "",
                *by_kind([(one.kinds, one.imps) for one in self.outcomes], ("A", "B")),
            ]
        )


def _pace(times: Sequence[Sequence[float]]) -> str:
    seconds = [*chain.from_iterable(times)]
    if not seconds:
        return "times are not known"
    median, p99 = 1000 * np.quantile(seconds, (0.5, 0.99))
    return f"{len(seconds)}, median {median:.1f} ms, p99 {p99:.1f} ms"


def bidding_experiment(
    plan: BiddingDuelPlan, title: str, worst: int = 0
) -> LabExperiment[BoardOutcome]:  # fmt: skip
    """Return a duel as an experiment; its report ends with the `worst` boards for each side."""
    return LabExperiment(
        BoardOutcome,
        title,
        partial(play_in_worker, plan),
        lambda rows: "\n".join([str(BiddingDuelReport(plan, rows)), "", *costliest(rows, worst)]),
        lambda rows: f"A {sum(row.imps for row in rows):+d} IMPs",
        value=lambda row: row.imps,
        value_name="IMPs a board for A",
        here=lambda: closing(plan.open()),
        is_timed=plan.a.is_timed or plan.b.is_timed,
    )


def costliest(outcomes: Sequence[BoardOutcome], count: int) -> list[str]:
    """Return lines about the `count` boards that cost A most IMPs, and those that cost B most."""
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
