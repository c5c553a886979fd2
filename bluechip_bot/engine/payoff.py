"""The stake of the side to play: the tricks that it needs, and the worth of tricks to it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.model import Contract
from bluechip_bot.model.play import Play
from bluechip_bot.model.scoring import Scoring, duplicate_score, imps

_ALL: Final = 13
_IMP: Final = 10
"""The worth of an IMP; a trick that brings none is worth 1."""
_SUCCESS: Final = 100 * _IMP
"""The worth of making or beating the contract: more than all other tricks together."""


@frozen
class ContractStake:
    """The tricks that the side to play has to win.

    Attributes:
        contract: the contract.
        vulnerable: whether declarer's side is vulnerable.
        declares: whether the side to play is declarer's.
        won: the tricks that it has won.
        left: the tricks still to come, the current one included.
    """

    contract: Contract
    vulnerable: bool
    declares: bool
    won: int
    left: int

    @classmethod
    def of(cls, play: Play, *, vulnerable: bool) -> ContractStake:
        """Return the stake of the side whose turn it is."""
        side = play.turn.side
        left = 13 - len(play.cards) // 4
        return cls(
            play.contract, vulnerable, side is play.contract.declarer.side, play.won[side], left
        )

    @property
    def target(self) -> int:
        """The tricks needed from here to make the contract, or to beat it; may be out of reach."""
        wanted = self.contract.target if self.declares else 14 - self.contract.target
        return wanted - self.won

    def rate(self, scoring: Scoring) -> float:
        """Return the worth of one more trick, as a share of the worth of the contract.

        It is 0 where only the outcome counts, 1 at matchpoints, otherwise the ratio of the IMPs.
        """
        if scoring in {"win", "matchpoints"}:
            return float(scoring == "matchpoints")
        made = duplicate_score(self.contract, self.contract.target, vulnerable=self.vulnerable)
        over, under = (
            duplicate_score(self.contract, self.contract.target + step, vulnerable=self.vulnerable)
            for step in (1 if self.contract.target < _ALL else 0, -1)
        )
        return max(1, imps(over - made)) / imps(made - under)

    def payoff(self, scoring: Scoring, levels: Collection[int]) -> npt.NDArray[np.float64]:
        """Return float64[left + 1]: the worth of 0 to `left` more tricks; it never falls.

        "imps": IMPs against a table where the contract was just made; but the outcome that the side
        wants is worth more than all IMPs, and a trick that gains no IMP still counts a little.
        "points": the duplicate score. "matchpoints": every trick is worth the same. "win": only the
        outcome is worth something, or the highest level given if the outcome is decided.

        Args:
            scoring: the unit.
            levels: the numbers of tricks, 1 to `left`, that it is worth something to reach.
        """
        steps = np.array([self._step(scoring, level, levels) for level in range(1, self.left + 1)])
        return np.concatenate([[0.0], np.cumsum(steps)])

    def _step(self, scoring: Scoring, level: int, levels: Collection[int]) -> float:
        """Return the worth of the trick that reaches a level."""
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
        """Return the score of the side to play after `level` more tricks."""
        tricks = self.won + level
        if self.declares:
            return duplicate_score(self.contract, tricks, vulnerable=self.vulnerable)
        return -duplicate_score(self.contract, 13 - tricks, vulnerable=self.vulnerable)
