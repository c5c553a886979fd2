"""The solver against stored answers of another engine."""

import pytest

from solver import DoubleDummySolver
from support.positions import oracle_positions, oracle_tables


def check_positions(step: int) -> None:
    """Every step-th stored position has its scores."""
    solver = DoubleDummySolver(32)
    for position, scores in oracle_positions(step):
        assert solver.card_tricks(*position) == scores, position


def check_tables(step: int) -> None:
    """Every step-th stored deal has its table."""
    solver = DoubleDummySolver()
    for deal, table in oracle_tables(step):
        assert solver.table(deal).tolist() == table, deal


def test_sampled_positions_agree_with_the_oracle() -> None:
    """Every legal card of each hundredth stored position takes the stored number of tricks."""
    check_positions(100)


def test_sampled_tables_agree_with_the_oracle() -> None:
    """Each of four stored deals has the stored table."""
    check_tables(500)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_all_positions_agree_with_the_oracle() -> None:
    """Every legal card of all 20,000 stored positions takes the stored number of tricks."""
    check_positions(1)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_all_tables_agree_with_the_oracle() -> None:
    """All 2,000 stored deals have the stored tables."""
    check_tables(1)
