"""Duplicate scores and International Match Points.

Sources: Laws of Duplicate Bridge 2017, Law 77 (trick and premium points) and Law 78 B (IMPs).
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, Literal, TypeAlias, get_args

from bluechip_bot.model.calls import Contract
from bluechip_bot.model.cards import Side, Strain, Vulnerability

Scoring: TypeAlias = Literal["imps", "win", "points", "matchpoints"]
"""The aim of a player; "win" counts whether the contract is made and nothing else."""
SCORINGS: Final[tuple[Scoring, ...]] = get_args(Scoring)

IMP_STEPS: Final = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The differences of points from which one more IMP is won."""


def duplicate_score(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """The points of declarer's side (negative when the contract goes down).

    Args:
        tricks: the tricks that declarer's side took, 0..13.
        vulnerable: whether declarer's side is vulnerable.
    """
    over = tricks - contract.target
    if over < 0:
        return -_penalty(-over, contract.doubled, vulnerable=vulnerable)
    overtrick = 100 * contract.doubled * (1 + vulnerable) or _odd_trick(contract)
    premium = _premium(contract, vulnerable=vulnerable)
    return _contract_points(contract) + premium + over * overtrick


def side_score(
    contract: Contract, tricks: int, vulnerability: Vulnerability, side: Side = Side.NS
) -> int:
    """The points of a side: declarer's side's, or the same number with the opposite sign."""
    declarer = contract.declarer
    points = duplicate_score(contract, tricks, vulnerable=vulnerability.includes(declarer))
    return points if declarer.side is side else -points


def _contract_points(contract: Contract) -> int:
    """The points for the odd tricks bid; 100 or more make a game."""
    first = 10 if contract.strain is Strain.NOTRUMP else 0
    return int((first + _odd_trick(contract) * contract.level) << contract.doubled)


def _odd_trick(contract: Contract) -> int:
    return 20 if contract.strain.is_minor else 30


def _premium(contract: Contract, *, vulnerable: bool) -> int:
    bonus = 50 * contract.doubled
    if contract.level >= 6:
        small = 750 if vulnerable else 500
        bonus += small * (contract.level - 5)
    if _contract_points(contract) < 100:
        return bonus + 50
    return bonus + (500 if vulnerable else 300)


def _penalty(down: int, doubled: int, *, vulnerable: bool) -> int:
    if not doubled:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        points = 300 * down - 100
    else:
        points = 100 + 200 * min(down - 1, 2) + 300 * max(down - 3, 0)
    return points * doubled


def imps(difference: int) -> int:
    """The IMPs for a difference of total points, with its sign."""
    won = bisect_right(IMP_STEPS, abs(difference))
    return won if difference >= 0 else -won
