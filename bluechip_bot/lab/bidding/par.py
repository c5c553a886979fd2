"""How good the bidding is: seeded deals bid in self-play, scored double dummy against par."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.lab.bidding.table import GAME, SLAM, bid_out, contract_level, points
from bluechip_bot.lab.estimates import mean
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Board, Deal, imps
from bluechip_bot.model.cards import hands_text
from bluechip_bot.model.par import Par, par

Tables = Callable[[Sequence[Deal]], npt.NDArray[np.int8]]
"""Double-dummy tables: the tricks of each deal by strain and declarer, of shape (n, 5, 4)."""

BATCH: Final = 40
"""Deals solved at a time."""


@frozen
class ParResult:
    """One board bid and scored.

    Attributes:
        board: the board after the auction.
        tricks: the tricks of the contract, double dummy; 0 when passed out.
        par: the par of the deal.
        seconds: the time that all calls took.
    """

    board: Board
    tricks: int
    par: Par
    seconds: float

    @property
    def score(self) -> int:
        """The points of North and South."""
        return points(self.board.contract, self.tricks, self.board.vulnerability)

    @property
    def loss(self) -> int:
        """The IMPs that the side of the par score lost; negative where it won.

        Where par gives no score, North and South count.
        """
        difference = imps(self.par.score - self.score)
        return -difference if self.par.score < 0 else difference

    @property
    def down(self) -> int:
        """The tricks by which the contract fails, or 0."""
        contract = self.board.contract
        return 0 if contract is None else max(0, contract.target - self.tricks)

    @property
    def level(self) -> str:
        """Whether the contract is a part score, a game or a slam; empty when passed out."""
        return "" if self.board.contract is None else contract_level(self.board.contract)

    def __str__(self) -> str:
        board, side = self.board, hands_text(self.board.hands)
        best = ", ".join(map(str, self.par.contracts[:2])) or "passed out"
        return (
            f"{self.loss:+d} {side} {board.vulnerability} {board.dealer.letter}:"
            f" {board.auction} = {self.score:+d}, par {self.par.score:+d} ({best})"
        )


def bid(bidder: Bidder, deal: Deal, number: int) -> Board:
    """The board after all four seats have bid a deal, dealer and vulnerability by number."""
    return bid_out(
        Board.begin(number, deal=deal),
        lambda board: (
            bidder.choose(deal[board.auction.turn], board.auction, board.vulnerability).call
        ),
    )


def measure(bidder: Bidder, count: int, seed: int, tables: Tables) -> Iterator[ParResult]:
    """Yield the boards 1 to `count` of a seed, bid in self-play and scored."""
    deals = [board.deal for board in boards_from_seed(seed, count)]
    for start in range(0, count, BATCH):
        batch = deals[start : start + BATCH]
        for number, (deal, table) in enumerate(zip(batch, tables(batch), strict=True), start + 1):
            yield result(bidder, deal, number, table)


def result(bidder: Bidder, deal: Deal, number: int, table: npt.NDArray[np.int8]) -> ParResult:
    """A deal bid and scored by its double-dummy table of shape (5, 4)."""
    begin = time.perf_counter()
    board = bid(bidder, deal, number)
    seconds = time.perf_counter() - begin
    contract = board.contract
    tricks = 0 if contract is None else int(table[contract.strain, contract.declarer])
    best = par(table.tolist(), board.vulnerability, board.dealer)
    return ParResult(board, tricks, best, seconds)


def report(boards: Sequence[ParResult]) -> str:
    """The figures of some boards, at least one."""
    played = [one.board.contract for one in boards if one.board.contract is not None]
    plain = [one for one in boards if one.board.contract and not one.board.contract.doubled]
    heavy = sum(one.down > 4 for one in plain) / max(1, len(plain))
    calls = sum(len(one.board.auction.calls) for one in boards)
    distance = mean([abs(one.loss) for one in boards])
    seconds = sum(one.seconds for one in boards)
    figures = {
        "boards": len(boards),
        "IMPs a board lost against par": f"{distance.value:.2f} +- {distance.half_width:.2f}",
        "passed out": f"{1 - len(played) / len(boards):.1%}",
        "undoubled, down over four": f"{heavy:.2%}",
        "doubled": f"{1 - len(plain) / max(1, len(played)):.1%}",
        "games bid / made": _made([one for one in boards if one.level == GAME]),
        "slams bid / made": _made([one for one in boards if one.level == SLAM]),
        "calls a board": f"{calls / len(boards):.1f}",
        "milliseconds a call": f"{1000 * seconds / max(1, calls):.2f}",
    }
    return "\n".join(f"{name:<30}{figure}" for name, figure in figures.items())


def _made(boards: Sequence[ParResult]) -> str:
    return f"{len(boards)} / {sum(one.down == 0 for one in boards)}"


def worst(boards: Sequence[ParResult], count: int) -> list[ParResult]:
    """The boards that are furthest from par."""
    return sorted(boards, key=lambda one: -abs(one.loss))[:count]
