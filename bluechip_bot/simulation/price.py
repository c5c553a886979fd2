"""Differences of real tables, of people or robots, from double dummy: doubles and tricks.

Opponents double more than the book does, and declarers do not take exactly the double-dummy tricks:
more in notrump, where the lead is blind, fewer in slams, where a queen has to be guessed. Both were
fitted to records, and the numbers stand in `conf/simulation.toml` alone; by default nothing differs
from double dummy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from attrs import Factory, astuple, frozen

from bluechip_bot.config import RefusedError, option
from bluechip_bot.model import PASS, Auction, Contract, Side, Strain

MOST_SHIFT: Final = 3
"""The most tricks more or fewer than double dummy; larger differences count as this."""
_ROUNDED: Final = 0.01
_SLAM: Final = 6
_AS_IT_IS: Final = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)


@frozen
class DoubleChances:
    """The chances, by tricks down, that a contract undoubled by the book is doubled at a table."""

    made: float = option(0.0, low=0, high=1)
    one: float = option(0.0, low=0, high=1)
    two: float = option(0.0, low=0, high=1)
    more: float = option(0.0, low=0, high=1)


@frozen
class DoubleRates:
    """The chances that contracts of our side are doubled in contested auctions.

    The book too seldom doubles contracts that go down: in simulations of the book alone, a
    sacrifice or a game on too little costs less than at a table. The chances, fitted to records,
    depend on the level, on whether the opponents had bid at level four or higher themselves, and on
    the tricks, which stand for what the doubler sees of them.
    """

    low: DoubleChances = option(Factory(DoubleChances))
    high: DoubleChances = option(Factory(DoubleChances))
    fought: DoubleChances = option(Factory(DoubleChances))


def _check_chances(key: str, value: tuple[float, ...]) -> None:
    most = 2 * MOST_SHIFT + 1
    if len(value) != most or min(value) < 0 or abs(sum(value) - 1) > _ROUNDED:
        raise RefusedError(key, f"{value}: {most} numbers of 0 or more expected that add up to 1")


def _chances() -> Any:
    return option(_AS_IT_IS, check=_check_chances, converter=tuple)


@frozen
class TrickShifts:
    """The chances that declarer takes -3 to +3 tricks more than double dummy."""

    two_down: tuple[float, ...] = _chances()
    one_down: tuple[float, ...] = _chances()
    made: tuple[float, ...] = _chances()
    one_over: tuple[float, ...] = _chances()
    two_over: tuple[float, ...] = _chances()

    def of(self, over: int) -> tuple[float, ...]:
        """The chances for a contract that makes `over` more tricks than it needs, double dummy."""
        return astuple(self, recurse=False)[min(max(over, -2), 2) + 2]  # type: ignore[no-any-return]


@frozen
class RealTricks:
    """The differences between declarers' tricks and double dummy, by kind of contract."""

    notrump: TrickShifts = option(Factory(TrickShifts))
    suit: TrickShifts = option(Factory(TrickShifts))
    slam: TrickShifts = option(Factory(TrickShifts))

    def of(self, contract: Contract) -> TrickShifts:
        """The trick shifts for a contract."""
        return getattr(self, shift_name(contract))  # type: ignore[no-any-return]


def shift_name(contract: Contract) -> str:
    """The name of the field of `RealTricks` for contracts of this kind."""
    if contract.level >= _SLAM:
        return "slam"
    return "notrump" if contract.strain is Strain.NOTRUMP else "suit"


def shifts_at(chances: Sequence[float], levels: Sequence[float]) -> list[int]:
    """The shifts in tricks at some quantiles, `levels` from 0 to 1, of their distribution."""
    places = np.searchsorted(np.cumsum(chances), levels, side="right")
    found: list[int] = (np.minimum(places, len(chances) - 1) - MOST_SHIFT).tolist()
    return found


NEVER = DoubleChances()
"""For contracts that are doubled already, or that opponents cannot or would not double."""
_HIGH = 4  # the level from which contracts, and their opponents' bids, count as high


@frozen
class AuctionEnding:
    """The contract in which an auction ends, if any, and the chances that it is doubled."""

    contract: Contract | None
    doubles: DoubleChances = NEVER

    def chance(self, tricks: int) -> float:
        """The chance that the contract is doubled if declarer takes this number of tricks."""
        if self.contract is None:
            return 0.0
        down = 6 + self.contract.level - tricks
        return float(astuple(self.doubles)[min(max(down, 0), 3)])


def ending(auction: Auction, side: Side, doubles: DoubleRates) -> AuctionEnding:
    """The ending of an auction bid by the book, as it stands if the book could not finish it.

    Contracts of the opponents of `side` stay undoubled: to double them is our choice.
    """
    contract = auction.contract
    if contract is None or contract.doubled or contract.declarer.side is not side:
        return AuctionEnding(contract)
    name = fight_name(auction, contract)
    return AuctionEnding(contract, NEVER if name is None else getattr(doubles, name))


def fight_name(auction: Auction, contract: Contract) -> str | None:
    """The name of the contract's field in `DoubleRates`; None if its opponents only passed."""
    theirs = [
        call
        for index, call in enumerate(auction.calls)
        if call != PASS and auction.caller(index).side is not contract.declarer.side
    ]
    if not theirs:
        return None
    if any(call.is_bid and call.level >= _HIGH for call in theirs):
        return "fought"
    return "high" if contract.level >= _HIGH else "low"
