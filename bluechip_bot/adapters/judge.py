"""Boards for learning: random deals, and their double-dummy results."""

from __future__ import annotations

from typing import Final

import numpy as np

from bluechip_bot.api.doubledummy import DoubleDummyTable
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.model import Board, Deal, Side, imps
from bluechip_bot.model.scoring import side_score

_MEMORY_MB: Final = 32
_NUMBERS: Final = 16
"""The numbers of boards after which dealer and vulnerability come again."""


def dealt(chance: np.random.Generator) -> Board:
    """A random deal before the first call; a random number sets dealer and vulnerability."""
    number = int(chance.integers(_NUMBERS)) + 1
    return Board.begin(number, deal=Deal.of_pack(chance.permutation(52).tolist()))


class BoardJudge:
    """Finds double-dummy results of boards whose hands are all known."""

    def __init__(self) -> None:
        self._solver: Final = DoubleDummy(_MEMORY_MB)

    def par(self, board: Board) -> int:
        """The par score of North and South."""
        table = DoubleDummyTable.of(board.deal, self._solver)
        return table.par(board.vulnerability, board.dealer).score

    def tricks(self, board: Board) -> int:
        """The tricks that declarer takes in the contract, double dummy: 0 to 13.

        Raises:
            BoardError: if there is no contract.
        """
        contract = board.card_play.contract
        return self._solver.tricks(board.deal, contract.strain, contract.declarer)

    def points(self, board: Board) -> int:
        """The double-dummy score of North and South in the contract; 0 if passed out."""
        if board.contract is None:
            return 0
        return side_score(board.contract, self.tricks(board), board.vulnerability)


def won(points: int, expected: int, side: Side) -> int:
    """The IMPs of a side for `points` against `expected`, both scores of North and South."""
    return imps(points - expected) * (1 if side is Side.NS else -1)
