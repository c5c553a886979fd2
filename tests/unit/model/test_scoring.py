"""Duplicate scores, IMPs and victory points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.model import Contract, Seat, Strain, duplicate_score, imps
from support.tables import rows


def score(text: str, over: int, *, vulnerable: bool = False) -> int:
    """The score of a contract with so many tricks over (or under)."""
    contract = Contract.parse(text + " by North")
    return duplicate_score(contract, contract.target + over, vulnerable=vulnerable)


@pytest.mark.parametrize(
    ("contract", "over", "not_vulnerable", "vulnerable"), rows("model", "published_scores")
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
