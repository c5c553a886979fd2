"""How good the bidding is: seeded deals bid in self-play, scored double dummy against par."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model.board import Board, Phase
from bluechip_bot.model.calls import Auction, Contract
from bluechip_bot.model.cards import Deal, Side, hands_text
from bluechip_bot.model.events import Called
from bluechip_bot.model.par import Par, par
from bluechip_bot.model.scoring import imps, side_score
from bluechip_bot.statistics.estimates import Estimate, mean

Tables = Callable[[Sequence[Deal]], npt.NDArray[np.int8]]
"""Double-dummy tables: the tricks of each deal by strain and declarer, of shape (n, 5, 4)."""

BATCH = 40
"""Deals solved at a time."""


@frozen
class ParResult:
    """One board bid and scored.

    Attributes:
        board: the board after the auction.
        tricks: the tricks of the contract, double dummy; 0 when passed out.
        score: the points of North and South.
        par: the par of the deal.
        seconds: the time that all calls took.
    """

    board: Board
    tricks: int
    score: int
    par: Par
    seconds: float

    @property
    def contract(self) -> Contract | None:
        """The contract reached, or None."""
        return self.board.contract

    @property
    def side(self) -> Side:
        """The side to which par gives a score; North and South where it gives none."""
        return Side.EW if self.par.score < 0 else Side.NS

    @property
    def loss(self) -> int:
        """The IMPs that the side of the par score lost; negative where it won."""
        difference = imps(self.par.score - self.score)
        return difference if self.side is Side.NS else -difference

    @property
    def down(self) -> int:
        """The tricks by which the contract fails, or 0."""
        return 0 if self.contract is None else max(0, self.contract.target - self.tricks)


@frozen
class ParReport:
    """The figures of many boards.

    Attributes:
        boards: how many were bid.
        distance: mean IMPs between score and par, either way.
        passed_out: share of boards.
        heavy: share of undoubled contracts that fail by more than four.
        doubled: share of contracts doubled.
        games: games bid, and of these made.
        slams: slams bid, and of these made.
        calls: mean calls of a board.
        milliseconds: mean time of a call.
    """

    boards: int
    distance: Estimate
    passed_out: float
    heavy: float
    doubled: float
    games: tuple[int, int]
    slams: tuple[int, int]
    calls: float
    milliseconds: float

    def __str__(self) -> str:
        distance = f"{self.distance.value:.2f} +- {self.distance.half_width:.2f}"
        return "\n".join(
            (
                f"boards                        {self.boards}",
                f"IMPs a board lost against par {distance}",
                f"passed out                    {self.passed_out:.1%}",
                f"undoubled, down over four     {self.heavy:.2%}",
                f"doubled                       {self.doubled:.1%}",
                f"games bid / made              {self.games[0]} / {self.games[1]}",
                f"slams bid / made              {self.slams[0]} / {self.slams[1]}",
                f"calls a board                 {self.calls:.1f}",
                f"milliseconds a call           {self.milliseconds:.2f}",
            )
        )


def bid(bidder: Bidder, deal: Deal, number: int) -> Board:
    """The board after all four seats have bid a deal, dealer and vulnerability by number."""
    board = Board.begin(number, deal=deal)
    while board.phase is Phase.AUCTION:
        seat = board.auction.turn
        choice = bidder.choose(deal[seat], board.auction, board.vulnerability)
        board = board.apply(Called(seat, choice.call))
    return board


def results(bidder: Bidder, deals: Sequence[Deal], tables: Tables) -> Iterator[ParResult]:
    """Yield each deal bid and scored, numbered from board 1."""
    for start in range(0, len(deals), BATCH):
        batch = deals[start : start + BATCH]
        for offset, (deal, table) in enumerate(zip(batch, tables(batch), strict=True)):
            yield result(bidder, deal, start + offset + 1, table)


def result(bidder: Bidder, deal: Deal, number: int, table: npt.NDArray[np.int8]) -> ParResult:
    """A deal bid and scored by its double-dummy table of shape (5, 4)."""
    begin = time.perf_counter()
    board = bid(bidder, deal, number)
    seconds = time.perf_counter() - begin
    tricks, score = 0, 0
    if board.contract is not None:
        tricks = int(table[board.contract.strain, board.contract.declarer])
        score = side_score(board.contract, tricks, board.vulnerability)
    best = par(table.tolist(), board.vulnerability, board.dealer)
    return ParResult(board, tricks, score, best, seconds)


def report(boards: Sequence[ParResult]) -> ParReport:
    """The figures of some boards.

    Raises:
        ValueError: if there are none.
    """
    if not boards:
        raise ValueError("a report needs at least one board")
    played = [board for board in boards if board.contract is not None]
    plain = [board for board in played if board.contract and not board.contract.doubled]
    calls = sum(len(board.board.auction.calls) for board in boards)
    return ParReport(
        boards=len(boards),
        distance=mean([abs(board.loss) for board in boards]),
        passed_out=1 - len(played) / len(boards),
        heavy=sum(board.down > 4 for board in plain) / max(1, len(plain)),
        doubled=1 - len(plain) / max(1, len(played)),
        games=_made([b for b in played if b.contract and _is_game(b.contract)]),
        slams=_made([b for b in played if b.contract and b.contract.level >= 6]),
        calls=calls / len(boards),
        milliseconds=1000 * sum(board.seconds for board in boards) / max(1, calls),
    )


def _is_game(contract: Contract) -> bool:
    each = 20 if contract.strain.is_minor else 30
    points = each * contract.level + (10 if contract.strain.suit is None else 0)
    return contract.level < 6 and points >= 100


def _made(boards: Sequence[ParResult]) -> tuple[int, int]:
    return len(boards), sum(board.down == 0 for board in boards)


def worst(boards: Sequence[ParResult], count: int) -> list[str]:
    """A line for each of the boards that are furthest from par."""
    order = sorted(boards, key=lambda board: -abs(board.loss))
    return [_line(board) for board in order[:count]]


def _line(board: ParResult) -> str:
    deal = hands_text(board.board.hands)
    auction: Auction = board.board.auction
    best = ", ".join(map(str, board.par.contracts[:2])) or "passed out"
    return (
        f"{board.loss:+d} {deal} {board.board.vulnerability} {auction.dealer.letter}:"
        f" {auction} = {board.score:+d}, par {board.par.score:+d} ({best})"
    )


def measure(bidder: Bidder, count: int, seed: int, tables: Tables) -> Iterator[ParResult]:
    """Yield the boards 1 to `count` of a seed, bid in self-play and scored."""
    return results(bidder, [board.deal for board in boards_from_seed(seed, count)], tables)
