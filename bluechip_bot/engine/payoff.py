"""What tricks are worth, as a search is asked for it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.model import Contract
from bluechip_bot.model.play import Play
from bluechip_bot.model.scoring import duplicate_score, imps

Scoring: TypeAlias = Literal["imps", "win", "points", "matchpoints"]
SCORINGS: Final = ("imps", "win", "points", "matchpoints")

_ALL: Final = 13
_IMP: Final = 10
"""What an IMP counts; a trick counts 1, so that none is without worth."""
_SUCCESS: Final = 100 * _IMP
"""What making or beating the contract counts: more than all other tricks can be worth."""


@frozen
class Stake:
    """What the side to play a card has to win.

    Attributes:
        contract: what is played.
        vulnerable: whether declarer's side is.
        declares: whether the side to play is declarer's.
        won: the tricks that it has.
        left: the tricks still to come, the current one included.
    """

    contract: Contract
    vulnerable: bool
    declares: bool
    won: int
    left: int

    @classmethod
    def of(cls, play: Play, *, vulnerable: bool) -> Stake:
        """The stake of the side whose turn it is."""
        side = play.turn.side
        left = 13 - len(play.cards) // 4
        return cls(
            play.contract, vulnerable, side is play.contract.declarer.side, play.won[side], left
        )

    @property
    def target(self) -> int:
        """The tricks wanted from here to make the contract, or to beat it; may be out of reach."""
        wanted = self.contract.target if self.declares else 14 - self.contract.target
        return wanted - self.won

    @property
    def rate(self) -> float:
        """What another trick is worth beside the contract: IMPs of each, as a ratio."""
        made = duplicate_score(self.contract, self.contract.target, vulnerable=self.vulnerable)
        over, under = (
            duplicate_score(self.contract, self.contract.target + step, vulnerable=self.vulnerable)
            for step in (1 if self.contract.target < _ALL else 0, -1)
        )
        return max(1, imps(over - made)) / imps(made - under)

    def payoff(self, scoring: Scoring, levels: Collection[int]) -> npt.NDArray[np.float64]:
        """float64[left + 1]: what so many more tricks are worth; it does not fall.

        "imps": IMPs against a table where the contract was just made, the contract first: the
        outcome that the side wants counts more than all IMPs, and a trick that brings no IMP more
        than nothing. "points": the duplicate score. "matchpoints": every trick counts alike.
        "win": the outcome alone, or the highest level given if that is decided.

        Args:
            scoring: in what.
            levels: the numbers of tricks that count, 1 to `left`; steps at others count nothing.
        """
        steps = np.array([self._step(scoring, level, levels) for level in range(1, self.left + 1)])
        return np.concatenate([[0.0], np.cumsum(steps)])

    def _step(self, scoring: Scoring, level: int, levels: Collection[int]) -> float:
        """What the trick that makes so many is worth."""
        if level not in levels:
            return 0.0
        if scoring == "win":
            wanted = self.target if self.target in levels else max(levels)
            return float(level == wanted)
        if scoring == "matchpoints":
            return 1.0
        before, after = self._score(level - 1), self._score(level)
        if scoring == "points":
            return float(after - before)
        sign = 1 if self.declares else -1
        par = sign * duplicate_score(
            self.contract, self.contract.target, vulnerable=self.vulnerable
        )
        success = _SUCCESS if level == self.target else 0
        return float(_IMP * (imps(after - par) - imps(before - par)) + 1 + success)

    def _score(self, level: int) -> int:
        """The score for the side to play with so many more tricks."""
        tricks = self.won + level
        if self.declares:
            return duplicate_score(self.contract, tricks, vulnerable=self.vulnerable)
        return -duplicate_score(self.contract, 13 - tricks, vulnerable=self.vulnerable)
