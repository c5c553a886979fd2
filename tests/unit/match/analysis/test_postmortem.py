"""What cards cost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.match.analysis.postmortem import card_costs, card_values, describe
from bluechip_bot.model import Board, BoardError


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_costs_add_up(finished_board: Callable[[int], Board], seed: int) -> None:
    """Double-dummy tricks at the lead, plus what each side threw away, are the tricks taken."""
    board = finished_board(seed)
    play = board.play
    assert play is not None, "choose a seed that plays"
    solver = DoubleDummy(16)
    costs = card_costs(board, solver.cards)
    assert [cost.card for cost in costs] == list(play.cards)
    assert all(cost.cost >= 0 for cost in costs)
    declarer = play.contract.declarer
    deal = [hand for hand in board.hands if hand is not None]
    led = solver.cards(deal, play.contract.strain, play.contract.leader)
    best = 13 - max(led.values())
    lost = sum(cost.cost for cost in costs if cost.seat.side is declarer.side)
    given = sum(cost.cost for cost in costs if cost.seat.side is not declarer.side)
    assert best - lost + given == play.declarer_tricks
    assert costs[-1].makes == play.declarer_tricks
    assert describe(costs).count("makes") == 13


def test_a_broken_off_play_has_values_of_the_next_card(
    finished_board: Callable[[int], Board],
) -> None:
    """After 30 cards there are 31 sets of values; without all four hands there are none."""
    board = finished_board(0).until(30)
    values = card_values(board, DoubleDummy(16).cards)
    assert len(values) == 31
    assert set(values[-1]) == set(board.legal_cards)
    with pytest.raises(BoardError, match="missing"):
        card_costs(Board.begin(1), DoubleDummy(16).cards)
