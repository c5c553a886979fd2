"""What tricks are worth to the side to play."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.engine.payoff import ContractStake
from bluechip_bot.model import Contract, Seat
from bluechip_bot.model.play import Play
from bluechip_bot.model.scoring import SCORINGS, Scoring

CONTRACTS = ("1C-N", "2HX-E", "3NT-S", "4S-W", "5DXX-N", "6NT-S", "7NT-E")


@given(
    contract=st.sampled_from(CONTRACTS),
    vulnerable=st.booleans(),
    declares=st.booleans(),
    won=st.integers(0, 12),
    scoring=st.sampled_from(SCORINGS),
    levels=st.sets(st.integers(1, 13)),
)
def test_more_tricks_are_never_worth_less(
    *, contract: str, vulnerable: bool, declares: bool, won: int, scoring: Scoring, levels: set[int]
) -> None:
    """A payoff has an entry for each number of tricks, begins at 0, and does not fall."""
    stake = ContractStake(Contract.parse(contract), vulnerable, declares, won, 13 - won)
    payoff = stake.payoff(scoring, levels)
    assert payoff.shape == (14 - won,)
    assert payoff[0] == 0
    steps = np.diff(payoff)
    assert (steps >= 0).all()
    for level in range(1, 14 - won):
        assert level in levels or steps[level - 1] == 0


def test_win_is_the_outcome_alone() -> None:
    """In 3NT with four tricks won, five more count; nothing else does."""
    stake = ContractStake(Contract.parse("3NT-S"), False, True, 4, 8)
    assert stake.target == 5
    assert stake.payoff("win", {4, 5, 6}).tolist() == [0, 0, 0, 0, 0, 1, 1, 1, 1]
    # decided: the highest level in doubt
    assert stake.payoff("win", {6, 7}).tolist() == [0, 0, 0, 0, 0, 0, 0, 1, 1]


def test_the_contract_comes_before_imps() -> None:
    """At IMPs success outweighs all that other tricks can bring; those count what they count."""
    stake = ContractStake(Contract.parse("4S-N"), True, True, 0, 13)
    steps = np.diff(stake.payoff("imps", range(1, 14)))
    assert steps[9] > steps.sum() - steps[9]
    # down one instead of two: from -13 to -12 IMPs; an overtrick of 30 points: 1 IMP
    assert steps[8] == steps[10] == 11
    # down 12 or 13 is 17 IMPs; the trick counts all the same
    assert steps[0] == 1


def test_defenders_have_the_other_side_of_it() -> None:
    """Defenders against 4H doubled, vulnerable, want four tricks; each more is 300 points."""
    stake = ContractStake(Contract.parse("4HX-E"), True, False, 0, 13)
    assert stake.target == 4
    steps = np.diff(stake.payoff("points", range(1, 14)))
    assert steps[3] == 790 + 200
    assert steps[4:].tolist() == [300] * 9
    assert np.diff(stake.payoff("matchpoints", range(1, 14))).tolist() == [1] * 13


def test_stake_of_a_play() -> None:
    """The stake is that of whoever is to play, with the tricks that are still to come."""
    play = Play.begin(Contract.parse("3NT-S"))
    stake = ContractStake.of(play, vulnerable=True)
    assert (stake.declares, stake.won, stake.left, stake.target) == (False, 0, 13, 5)
    assert play.turn is Seat.WEST
