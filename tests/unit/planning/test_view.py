"""Positions and beliefs that cannot be: what is wrong with them is named."""

from __future__ import annotations

import pytest

from bluechip_bot.model import Board, Hand
from bluechip_bot.planning.declarer import HtnDeclarer
from bluechip_bot.planning.error import BeliefError, DeclarerViewError, PlanningError
from bluechip_bot.planning.state.belief import Beliefs
from bluechip_bot.planning.view import DeclarerView
from support.planning import PLANNING, Ending, random_board, vacant


@pytest.fixture
def place() -> DeclarerView:
    """Five tricks to go, South on lead in three notrump, six tricks won."""
    position: DeclarerView = Ending("AQ.2.A2.", "32.A.43.", "KJT9.KQ.KQ.98", needed=3).position
    return position


def test_nothing_left_on_a_board() -> None:
    """A board whose play is over, or has not begun, has no position."""
    with pytest.raises(DeclarerViewError, match="board 1: there is no card left"):
        DeclarerView.of(random_board(1, "3NT-S", 52))
    with pytest.raises(DeclarerViewError, match="board 1: there is no card left"):
        DeclarerView.of(Board.begin(1))


@pytest.mark.parametrize("cards", [0, 2, 4])
def test_a_defenders_turn(cards: int) -> None:
    """What a defender plays is not declarer's choice."""
    board = random_board(1, "3NT-S", cards)
    while DeclarerView.of(board).turn not in {1, 3}:
        cards += 1
        board = random_board(1, "3NT-S", cards)
    place = DeclarerView.of(board)
    with pytest.raises(DeclarerViewError, match=f"{place.seat(place.turn)} is to play"):
        HtnDeclarer(float, PLANNING).choose(place, vacant(place), budget=1.0)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("KJT.K.K.", "K9.Q.Q.8"),
        ("KJT9.K.K.", ".Q.Q.98"),
        ("KJT.K.K.", "9.A.Q.98"),
        ("KJT.K.K.", "9.Q.Q."),
        ("", ""),
    ],
)
def test_layouts_that_do_not_fit(place: DeclarerView, left: str, right: str) -> None:
    """A layout needs the cards that are out, each once, and hands of the right length."""
    row = Hand.parse(left or "...").mask, Hand.parse(right or "...").mask, 1
    with pytest.raises(BeliefError, match="does not fit a position with"):
        Beliefs.of(place, [row])


@pytest.mark.parametrize(
    ("weights", "said"), [([], "no layout"), ([1, 1], "as many weights"), ([0], "as many weights")]
)
def test_weights_that_do_not_fit(place: DeclarerView, weights: list[int], said: str) -> None:
    """There must be a layout, and every one needs a weight from 1."""
    half = place.out.mask
    with pytest.raises(BeliefError, match=said):
        Beliefs([(half, 0)] if weights else [], weights)


def test_unknown_goal(place: DeclarerView) -> None:
    """A goal that there is not is named, with those that there are."""
    with pytest.raises(PlanningError, match="'glory': make, points, imps, tricks"):
        HtnDeclarer(float, PLANNING).choose(place, vacant(place), budget=1.0, goal="glory")  # type: ignore[arg-type]
