"""What contracts are worth on layouts of the hands: estimated on all, solved on some."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from bluechip_bot.model import Contract, Deal, Hand, Seat, Side, Strain, Vulnerability
from bluechip_bot.model.scoring import IMP_STEPS, side_score
from bluechip_bot.simulation.estimate import trick_chances

LIMIT: Final = 15
"""The most IMPs that one layout may count: what is beyond is mostly an error of the model."""
_UNSOLVED: Final = -1

Floats = npt.NDArray[np.float64]
Points = npt.NDArray[np.int32]


class TrickSolver(Protocol):
    """Solves double dummy."""

    def tricks(self, deal: Deal, strain: Strain, declarer: Seat) -> int:
        """The tricks of declarer's side."""
        ...


class Worth:
    """The gains of contracts over each other on some layouts, for one side.

    Args:
        layouts: uint64[n, 4], the hands N E S W.
        vulnerability: of the board.
        side: whose gains.
        solver: solves double dummy.
        by_frequency: whether to be better counts half a point, by whatever margin, as at
            matchpoints; else gains are in IMPs.

    Attributes:
        solved: how many contracts have been solved.
    """

    def __init__(
        self,
        layouts: npt.NDArray[np.uint64],
        vulnerability: Vulnerability,
        side: Side,
        solver: TrickSolver,
        *,
        by_frequency: bool = False,
    ) -> None:
        self._layouts = layouts
        self._vulnerability = vulnerability
        self._side = side
        self._solver = solver
        self._by_frequency = by_frequency
        self._tricks = np.full((len(layouts), 5, 4), _UNSOLVED, dtype=np.int8)
        self._chances: dict[tuple[Strain, Seat], Floats] = {}
        self.solved = 0

    def gain(self, row: int, ours: Contract | None, book: Contract | None) -> float:
        """What one contract gains over another on a layout, double dummy."""
        if ours == book:
            return 0.0
        points = self._points(ours)[self._taken(row, ours)]
        others = self._points(book)[self._taken(row, book)]
        return float(self._gains(points - others))

    def estimates(self, ours: Sequence[Contract | None], book: Sequence[Contract | None]) -> Floats:
        """What each contract is estimated to gain over another, layout by layout: float64[n]."""
        found = np.zeros(len(self._layouts))
        pairs: dict[tuple[Contract | None, Contract | None], list[int]] = {}
        for row, pair in enumerate(zip(ours, book, strict=True)):
            if pair[0] != pair[1]:
                pairs.setdefault(pair, []).append(row)
        for (first, second), rows in pairs.items():
            found[rows] = self._estimated(rows, first, second)
        return found

    def _estimated(
        self, rows: list[int], first: Contract | None, second: Contract | None
    ) -> Floats:
        points, others = self._points(first), self._points(second)
        chances = self._chances_of(first)[rows]
        if first is None or second is None or _play(first) == _play(second):
            if first is None:
                chances = self._chances_of(second)[rows]
            return np.asarray(chances @ self._gains(points - others))
        table = self._gains(points[:, np.newaxis] - others)
        return np.asarray(((chances @ table) * self._chances_of(second)[rows]).sum(axis=1))

    def _chances_of(self, contract: Contract | None) -> Floats:
        if contract is None:
            return np.eye(1, 14).repeat(len(self._layouts), axis=0)
        play = _play(contract)
        if play not in self._chances:
            self._chances[play] = trick_chances(self._layouts, *play)
        return self._chances[play]

    def _taken(self, row: int, contract: Contract | None) -> int:
        """Declarer's tricks on a layout, solved when first asked for."""
        if contract is None:
            return 0
        strain, declarer = contract.strain, contract.declarer
        found = int(self._tricks[row, strain, declarer])
        if found == _UNSOLVED:
            north, east, south, west = map(Hand, self._layouts[row].tolist())
            found = self._solver.tricks(Deal((north, east, south, west)), strain, declarer)
            self._tricks[row, strain, declarer] = found
            self.solved += 1
        return found

    def _points(self, contract: Contract | None) -> Points:
        return points(contract, self._vulnerability, self._side)

    def _gains(self, differences: Points) -> Floats:
        if self._by_frequency:
            return np.sign(differences) / 2
        imps = np.searchsorted(IMP_STEPS, np.abs(differences), side="right")
        return np.asarray(np.sign(differences) * np.minimum(imps, LIMIT), dtype=np.float64)


def _play(contract: Contract) -> tuple[Strain, Seat]:
    return contract.strain, contract.declarer


@lru_cache(maxsize=4096)
def points(contract: Contract | None, vulnerability: Vulnerability, side: Side) -> Points:
    """The points of a side by declarer's tricks: int32[14], read-only; all 0 if there is none."""
    found = np.zeros(14, dtype=np.int32)
    if contract is not None:
        found[:] = [side_score(contract, tricks, vulnerability, side) for tricks in range(14)]
    found.flags.writeable = False
    return found
