"""Duplicate scores, IMPs and victory points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.model import Contract, Seat, Strain, duplicate_score, imps


def score(text: str, over: int, *, vulnerable: bool = False) -> int:
    """The score of a contract with so many tricks over (or under)."""
    contract = Contract.parse(text + " by North")
    return duplicate_score(contract, contract.target + over, vulnerable=vulnerable)


@pytest.mark.parametrize(
    ("contract", "over", "not_vulnerable", "vulnerable"),
    [
        ("1C", 0, 70, 70),
        ("1NT", 0, 90, 90),
        ("1NT", 1, 120, 120),
        ("2H", 1, 140, 140),
        ("2NT", 1, 150, 150),
        ("3NT", 0, 400, 600),
        ("3NT", 1, 430, 630),
        ("4S", 0, 420, 620),
        ("4H", 2, 480, 680),
        ("5D", 0, 400, 600),
        ("6C", 0, 920, 1370),
        ("6S", 0, 980, 1430),
        ("6NT", 1, 1020, 1470),
        ("7D", 0, 1440, 2140),
        ("7H", 0, 1510, 2210),
        ("7NT", 0, 1520, 2220),
        ("1CX", 0, 140, 140),
        ("1NTX", 0, 180, 180),
        ("1NTX", 2, 380, 580),
        ("2CX", 0, 180, 180),
        ("2DX", 1, 280, 380),
        ("2SX", 0, 470, 670),
        ("2SX", 1, 570, 870),
        ("3NTX", 0, 550, 750),
        ("4SX", 1, 690, 990),
        ("1CXX", 0, 230, 230),
        ("1NTXX", 0, 560, 760),
        ("1NTXX", 2, 960, 1560),
        ("2CXX", 0, 560, 760),
        ("4HXX", 0, 880, 1080),
        ("7NTX", 0, 1790, 2490),
        ("7NTXX", 0, 2280, 2980),
        ("4S", -1, -50, -100),
        ("4S", -3, -150, -300),
        ("4SX", -1, -100, -200),
        ("4SX", -2, -300, -500),
        ("4SX", -3, -500, -800),
        ("4SX", -4, -800, -1100),
        ("4SXX", -1, -200, -400),
        ("4SXX", -2, -600, -1000),
        ("4SXX", -4, -1600, -2200),
        ("7NT", -13, -650, -1300),
        ("7NTX", -13, -3500, -3800),
        ("7NTXX", -13, -7000, -7600),
    ],
)
def test_published_scores(contract: str, over: int, not_vulnerable: int, vulnerable: int) -> None:
    """The scores of the table that players know (Law 77)."""
    assert score(contract, over) == not_vulnerable
    assert score(contract, over, vulnerable=True) == vulnerable


def test_every_result_against_endplay() -> None:
    """All 35 bids, doubled or not, both vulnerabilities and 0..13 tricks: 2,940 scores."""
    types = pytest.importorskip("endplay.types")
    penalties = (types.Penalty.passed, types.Penalty.doubled, types.Penalty.redoubled)
    compared = 0
    for strain in Strain:
        for level in range(1, 8):
            for doubled, penalty in enumerate(penalties):
                for tricks in range(14):
                    theirs = types.Contract(
                        level=level,
                        denom=types.Denom.find(str(strain)),
                        declarer=types.Player.north,
                        penalty=penalty,
                        result=tricks - level - 6,
                    )
                    ours = Contract(level, strain, Seat.NORTH, doubled)
                    for vulnerable, vul in ((False, types.Vul.ew), (True, types.Vul.ns)):
                        points = duplicate_score(ours, tricks, vulnerable=vulnerable)
                        assert points == theirs.score(vul), (str(ours), tricks, vulnerable)
                        compared += 1
    assert compared == 35 * 3 * 14 * 2


# Law 78 B: the least difference for each number of IMPs from 1 to 24.
LEAST = [20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600]
LEAST += [750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000]


def test_imp_boundaries() -> None:
    """Each step of the table begins at its least difference and not ten points before."""
    assert len(LEAST) == 24
    for won, least in enumerate(LEAST, 1):
        assert (imps(least - 10), imps(least)) == (won - 1, won)
        assert (imps(10 - least), imps(-least)) == (1 - won, -won)
    assert imps(0) == imps(10) == imps(-10) == 0
    assert imps(15_200) == 24


@given(st.integers(-8000, 8000))
def test_imps_are_odd(difference: int) -> None:
    """What one side wins the other loses."""
    assert imps(-difference) == -imps(difference)
