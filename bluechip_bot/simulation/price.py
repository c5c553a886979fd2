"""What tables with people or robots make of a contract, other than double dummy.

Opponents double more than the book does, and declarers take other tricks: more in notrump, where
the lead is blind, fewer in slams, where a queen has to be guessed. Both were fitted to records.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

from attrs import Factory, frozen

from bluechip_bot.config import RefusedError, option
from bluechip_bot.model import Contract, Strain

MOST_SHIFT: Final = 3
"""Tricks more or fewer than double dummy; further ones count as so many."""
_ROUNDED: Final = 0.01
_SLAM: Final = 6
_AS_IT_IS: Final = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)


@frozen
class DoubleChances:
    """How often a contract is doubled that the book would let us play undoubled.

    Attributes:
        made: if it makes, double dummy.
        one: if it is one down.
        two: if it is two down.
        more: if it is three or more down.
    """

    made: float = option(0.0, low=0, high=1)
    one: float = option(0.0, low=0, high=1)
    two: float = option(0.0, low=0, high=1)
    more: float = option(0.0, low=0, high=1)


@frozen
class Doubles:
    """How often contracts of ours are doubled in contested auctions.

    Attributes:
        low: up to the three level.
        high: from the four level on.
        fought: where the opponents have bid at the four level or higher.
    """

    low: DoubleChances = option(Factory(lambda: DoubleChances(0.02, 0.06, 0.15, 0.28)))
    high: DoubleChances = option(Factory(lambda: DoubleChances(0.03, 0.12, 0.28, 0.5)))
    fought: DoubleChances = option(Factory(lambda: DoubleChances(0.14, 0.45, 0.68, 0.8)))


def _check_chances(key: str, value: tuple[float, ...]) -> None:
    most = 2 * MOST_SHIFT + 1
    if len(value) != most or min(value) < 0 or abs(sum(value) - 1) > _ROUNDED:
        raise RefusedError(key, f"{value}: {most} numbers of 0 or more expected that add up to 1")


def _chances() -> Any:
    return option(_AS_IT_IS, check=_check_chances, converter=tuple)


@frozen
class TrickShifts:
    """How many tricks more than double dummy a declarer takes: the chances of -3 to +3.

    Attributes:
        two_down: where the contract goes two down or more, double dummy.
        one_down: where it goes one down.
        made: where it just makes.
        one_over: where it makes an overtrick.
        two_over: where it makes two or more.
    """

    two_down: tuple[float, ...] = _chances()
    one_down: tuple[float, ...] = _chances()
    made: tuple[float, ...] = _chances()
    one_over: tuple[float, ...] = _chances()
    two_over: tuple[float, ...] = _chances()

    def of(self, over: int) -> tuple[float, ...]:
        """The chances by how many tricks the contract makes over its own, double dummy."""
        rows = (self.two_down, self.one_down, self.made, self.one_over, self.two_over)
        return rows[min(max(over, -2), 2) + 2]


@frozen
class RealTricks:
    """How far declarers' tricks lie from double dummy.

    Attributes:
        notrump: below slam.
        suit: below slam.
        slam: six and seven, in all strains.
    """

    notrump: TrickShifts = option(
        TrickShifts(
            (0.006, 0.017, 0.117, 0.341, 0.279, 0.14, 0.1),
            (0.004, 0.022, 0.145, 0.422, 0.276, 0.08, 0.051),
            (0.009, 0.054, 0.099, 0.434, 0.297, 0.057, 0.05),
            (0.026, 0.05, 0.258, 0.394, 0.245, 0.02, 0.007),
            (0.037, 0.121, 0.248, 0.411, 0.164, 0.019, 0.0),
        )
    )
    suit: TrickShifts = option(
        TrickShifts(
            (0.002, 0.015, 0.07, 0.537, 0.286, 0.068, 0.022),
            (0.002, 0.018, 0.095, 0.611, 0.237, 0.031, 0.006),
            (0.003, 0.023, 0.133, 0.628, 0.197, 0.016, 0.0),
            (0.005, 0.023, 0.223, 0.614, 0.119, 0.016, 0.0),
            (0.007, 0.077, 0.291, 0.547, 0.074, 0.004, 0.0),
        )
    )
    slam: TrickShifts = option(
        TrickShifts(
            (0.04, 0.04, 0.08, 0.52, 0.24, 0.08, 0.0),
            (0.0, 0.0, 0.126, 0.68, 0.175, 0.019, 0.0),
            (0.0, 0.056, 0.107, 0.731, 0.106, 0.0, 0.0),
            (0.016, 0.049, 0.328, 0.607, 0.0, 0.0, 0.0),
            (0.016, 0.049, 0.328, 0.607, 0.0, 0.0, 0.0),
        )
    )

    def of(self, contract: Contract) -> TrickShifts:
        """Those of a contract."""
        return getattr(self, shift_name(contract))  # type: ignore[no-any-return]


def shift_name(contract: Contract) -> str:
    """Which of `RealTricks` a contract belongs to."""
    if contract.level >= _SLAM:
        return "slam"
    return "notrump" if contract.strain is Strain.NOTRUMP else "suit"


def shifts_at(chances: Sequence[float], levels: Sequence[float]) -> list[int]:
    """The tricks more than double dummy at some levels of the distribution, each from 0 to 1."""
    below = [*accumulate(chances)]
    most = len(chances) - 1
    return [
        next((at for at, share in enumerate(below) if level < share), most) - MOST_SHIFT
        for level in levels
    ]
