"""Boards from seeds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.match.boards.plan import PlanError, boards_from_seed
from bluechip_bot.model import Seat

GOLDEN = "N:AJ976.AJ2.953.Q3 K53.K95.AQJT82.4 T842.QT43..AT952 Q.876.K764.KJ876"


@settings(max_examples=20)
@given(st.integers(0, 2**64), st.integers(1, 60), st.integers(1, 6))
def test_a_board_depends_on_seed_and_number_only(seed: int, number: int, count: int) -> None:
    """Board n of a seed is the same whatever the first board and the count."""
    (alone,) = boards_from_seed(seed, 1, first=number)
    among = boards_from_seed(seed, count, first=max(1, number - count + 1))
    assert alone in among


def test_first_deals_of_seed_1_stay() -> None:
    """The deals of a seed are the same for ever: old results can be compared with new ones."""
    assert str(boards_from_seed(1, 1)[0].deal) == GOLDEN


def test_seeds_and_boards_differ() -> None:
    """No deal comes twice among boards of neighbouring seeds."""
    deals = {board.deal for seed in range(10) for board in boards_from_seed(seed, 20)}
    assert len(deals) == 200


def test_deals_are_even() -> None:
    """Each seat gets the spade ace a quarter of the time (within five standard deviations)."""
    counts = [0, 0, 0, 0]
    for board in boards_from_seed(5, 2000):
        counts[next(seat for seat in Seat if 12 in board.deal[seat])] += 1
    assert all(abs(count - 500) < 5 * (2000 * 0.25 * 0.75) ** 0.5 for count in counts)


def test_senseless_plans_are_refused() -> None:
    """A negative seed or count, or a board 0, is a PlanError."""
    for arguments in ((-1, 1, 1), (1, -1, 1), (1, 1, 0)):
        with pytest.raises(PlanError, match="expected"):
            boards_from_seed(*arguments)
