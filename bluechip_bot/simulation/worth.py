"""The worth of contracts on layouts of the hands: estimated on all, solved on some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from attrs import define, evolve, field

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.model import Contract, Deal, Seat, Side, Strain, Vulnerability
from bluechip_bot.model.scoring import IMP_STEPS, side_score
from bluechip_bot.simulation.estimate import TrickNetworks
from bluechip_bot.simulation.price import AuctionEnding, RealTricks, shifts_at

_LUCK: Final = tuple((step + 0.5) / 20 for step in range(20))
"""Levels of luck, from the worst to the best, all equally likely."""

Floats = npt.NDArray[np.float64]
Points = npt.NDArray[np.int32]


@define(eq=False)
class EndingWorth:
    """The gains of auction endings over each other for one side, on layouts uint64[n, 4].

    The comparison is in IMPs, at most `most` a layout, or by frequency: a better score counts half
    a point, as at matchpoints. `real` turns double-dummy tricks into those expected at a table.
    """

    _layouts: npt.NDArray[np.uint64]
    _solver: DoubleDummy
    _networks: TrickNetworks
    _vulnerability: Vulnerability
    _side: Side
    _by_frequency: bool = field(default=False, kw_only=True)
    _real: RealTricks | None = field(default=None, kw_only=True)
    _most: int = field(default=15, kw_only=True)
    _tricks: dict[tuple[int, Strain, Seat], int] = field(factory=dict, init=False)
    _chances: dict[tuple[Strain, Seat], Floats] = field(factory=dict, init=False)
    _tables: dict[tuple[AuctionEnding, AuctionEnding], Floats] = field(factory=dict, init=False)

    @property
    def solved(self) -> int:
        """The number of contracts solved so far, each on one layout."""
        return len(self._tricks)

    def gain(self, row: int, ours: AuctionEnding, book: AuctionEnding) -> float:
        """The gain of one ending over another on the layout `row`, by double-dummy tricks."""
        if ours == book:
            return 0.0
        table = self._table(ours, book)
        return float(table[self._taken(row, ours.contract), self._taken(row, book.contract)])

    def estimates(self, ours: Sequence[AuctionEnding], book: Sequence[AuctionEnding]) -> Floats:
        """The estimated gain of `ours` over `book` on each layout: float64[n]."""
        found = np.zeros(len(self._layouts))
        pairs: dict[tuple[AuctionEnding, AuctionEnding], list[int]] = {}
        for row, pair in enumerate(zip(ours, book, strict=True)):
            if pair[0] != pair[1]:
                pairs.setdefault(pair, []).append(row)
        for (first, second), rows in pairs.items():
            found[rows] = self._estimated(rows, first, second)
        return found

    def _estimated(self, rows: list[int], first: AuctionEnding, second: AuctionEnding) -> Floats:
        table = self._table(first, second)
        chances, others = (self._chances_of(one.contract)[rows] for one in (first, second))
        if first.contract and second.contract and _play(first.contract) == _play(second.contract):
            return np.asarray(chances @ table.diagonal())
        return np.asarray(((chances @ table) * others).sum(axis=1))

    def _table(self, first: AuctionEnding, second: AuctionEnding) -> Floats:
        """The gains of one ending over another by double-dummy tricks of each: float64[14, 14].

        They are means: over undoubled and doubled contracts, by their chances, and over the tricks
        at a table, more or fewer than double dummy, where both declarers have the same luck.
        """
        if (first, second) not in self._tables:
            found = np.zeros((14, 14))
            for one, weights in self._priced(first):
                for other, others in self._priced(second):
                    gains = self._gains(one[:, :, np.newaxis] - other[:, np.newaxis, :])
                    found += weights[:, np.newaxis] * others * gains.mean(axis=0)
            self._tables[first, second] = found
        return self._tables[first, second]

    def _priced(self, ending: AuctionEnding) -> Iterator[tuple[Points, Floats]]:
        """Yield the points of an ending undoubled and doubled, with weights by tricks, float64[14].

        The points are int32[l, 14], by declarer's luck (`_LUCK`) and by double-dummy tricks.
        """
        contract = ending.contract
        doubled = np.array([ending.chance(tricks) for tricks in range(14)])
        taken = _taken(contract, self._real)
        yield points(contract, self._vulnerability, self._side)[taken], 1 - doubled
        if contract is not None and doubled.any():
            own = points(evolve(contract, doubled=1), self._vulnerability, self._side)
            yield own[taken], doubled

    def _chances_of(self, contract: Contract | None) -> Floats:
        if contract is None:
            return np.eye(1, 14).repeat(len(self._layouts), axis=0)
        play = _play(contract)
        if play not in self._chances:
            self._chances[play] = self._networks.chances(self._layouts, *play)
        return self._chances[play]

    def _taken(self, row: int, contract: Contract | None) -> int:
        """Declarer's double-dummy tricks on the layout `row`, solved when first asked for."""
        if contract is None:
            return 0
        key = (row, *_play(contract))
        if key not in self._tricks:
            deal = Deal.of(self._layouts[row].tolist())
            self._tricks[key] = self._solver.tricks(deal, *_play(contract))
        return self._tricks[key]

    def _gains(self, differences: Points) -> Floats:
        if self._by_frequency:
            return np.sign(differences) / 2
        found = np.clip(imps(differences), -self._most, self._most)
        return np.asarray(found, dtype=np.float64)


def imps(points: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Convert differences of points to IMPs; the array keeps its shape."""
    found = np.searchsorted(np.array(IMP_STEPS), np.abs(points), side="right")
    return np.asarray(np.sign(points) * found)


def _play(contract: Contract) -> tuple[Strain, Seat]:
    return contract.strain, contract.declarer


@lru_cache(maxsize=4096)
def _taken(contract: Contract | None, real: RealTricks | None) -> npt.NDArray[np.intp]:
    """The tricks taken at a table, by `_LUCK` and by double-dummy tricks: intp[20 or 1, 14]."""
    tricks = np.arange(14)
    if contract is None or real is None:
        return tricks[np.newaxis]
    shifts = real.of(contract)
    columns = [shifts_at(shifts.of(each - 6 - contract.level), _LUCK) for each in range(14)]
    return np.asarray(np.clip(tricks + np.array(columns).T, 0, 13))


@lru_cache(maxsize=4096)
def points(contract: Contract | None, vulnerability: Vulnerability, side: Side) -> Points:
    """The score of a side by declarer's tricks: int32[14], read-only; all 0 if passed out."""
    found = np.zeros(14, dtype=np.int32)
    if contract is not None:
        found[:] = [side_score(contract, tricks, vulnerability, side) for tricks in range(14)]
    found.flags.writeable = False
    return found
