"""Duplicate scores, International Match Points and victory points.

Sources: Laws of Duplicate Bridge 2017, Law 77 (trick and premium points) and Law 78 B (IMPs);
World Bridge Federation, continuous 20-VP scale (the formula of 2013, below `victory_points`).
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from bluechip_bot.model.calls import Contract
from bluechip_bot.model.cards import Strain

_IMP_STEPS: Final = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip


def duplicate_score(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """The points of declarer's side (negative when the contract goes down).

    Args:
        contract: what was played; its declarer does not matter here.
        tricks: the tricks that declarer's side took, 0..13.
        vulnerable: whether declarer's side is vulnerable.
    """
    over = tricks - contract.target
    if over < 0:
        return -_penalty(-over, contract.doubled, vulnerable=vulnerable)
    return (
        _contract_points(contract)
        + _premium(contract, vulnerable=vulnerable)
        + over * _overtrick(contract, vulnerable=vulnerable)
    )


def _contract_points(contract: Contract) -> int:
    """The points of the odd tricks bid: 100 or more make a game."""
    each = 20 if contract.strain.is_minor else 30
    first = 10 if contract.strain is Strain.NOTRUMP else 0
    return int((first + each * contract.level) << contract.doubled)


def _premium(contract: Contract, *, vulnerable: bool) -> int:
    bonus = 50 * contract.doubled
    if contract.level == 7:
        bonus += 1500 if vulnerable else 1000
    elif contract.level == 6:
        bonus += 750 if vulnerable else 500
    if _contract_points(contract) < 100:
        return bonus + 50
    return bonus + (500 if vulnerable else 300)


def _overtrick(contract: Contract, *, vulnerable: bool) -> int:
    if contract.doubled:
        return 100 * contract.doubled * (2 if vulnerable else 1)
    return 20 if contract.strain.is_minor else 30


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
    won = bisect_right(_IMP_STEPS, abs(difference))
    return won if difference >= 0 else -won


def victory_points(margin: float, boards: int) -> tuple[float, float]:
    """The victory points of both sides on the continuous 20-VP scale, two decimals.

    With the golden section t = (sqrt 5 - 1) / 2 and a blitz of b = 15 * sqrt(boards) IMPs, the
    winner of a margin m gets 10 + 10 * (1 - t^(3 m / b)) / (1 - t^3), at most 20.

    Args:
        margin: IMPs won less IMPs lost, from the first side's view.
        boards: the boards of the match, at least one.

    Raises:
        ValueError: if there are no boards.
    """
    if boards < 1:
        raise ValueError(f"victory points need at least one board, not {boards}")
    golden = (5**0.5 - 1) / 2
    blitz = 15 * boards**0.5
    gain = 10 * (1 - golden ** (3 * abs(margin) / blitz)) / (1 - golden**3)
    winner = round(min(10 + gain, 20.0), 2)
    loser = round(20 - winner, 2)
    return (winner, loser) if margin >= 0 else (loser, winner)
