"""Positions that cannot be: what is wrong with them is named."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.model import Board, Card, Hand, Seat, Suit, Trick
from bluechip_bot.planning.declarer import HtnDeclarer
from bluechip_bot.planning.error import BeliefError, DeclarerViewError, PlanningError
from bluechip_bot.planning.state.belief import ExactBeliefs, HalfBeliefs, WorldBeliefs
from bluechip_bot.planning.view import DeclarerView
from support.planning import PLANNING, Ending, random_board

SPADES, CLUBS = 1 << Suit.SPADES, 1 << Suit.CLUBS


@pytest.fixture
def place() -> DeclarerView:
    """Five tricks to go, South on lead in three notrump, six tricks won."""
    position: DeclarerView = Ending("AQ.2.A2.", "32.A.43.", "KJT9.KQ.KQ.98", needed=3).position
    return position


def trick(leader: str, *cards: str) -> Trick:
    """A trick in progress."""
    return Trick(Seat.parse(leader), tuple(map(Card.parse, cards)))


def test_the_position_itself_can_be(place: DeclarerView) -> None:
    """Nothing is wrong before something is changed."""
    place.check()
    assert place.legal == tuple(place.declarer)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"dummy": "A2.A.43."}, "SA in two hands"),
        ({"out": "AJT9.KQ.KQ.98"}, "SA in two hands"),
        ({"declarer": "AQ.2.A."}, "South holds 4 cards with 5 tricks to go"),
        ({"dummy": "432.A.43."}, "holds 5 cards with 6 tricks to go"),
        ({"out": "KJT.KQ.KQ."}, "7 cards are out .*but the defenders hold 5 and 5"),
        ({"held": (6, 4)}, "with 6 tricks to go"),
        ({"held": (11, -1)}, "the defenders hold 11 and -1"),
        ({"won": 9}, "9 tricks won with 5 to go"),
        ({"won": -1}, "-1 tricks won with 5 to go"),
        ({"void": (SPADES, SPADES)}, "both defenders have shown out, but SK SJ ST S9 are out"),
        ({"void": (0, 15)}, "East holds 5 cards, but only 0 are out"),
        ({"void": (SPADES | CLUBS, 0)}, "West holds 5 cards, but only 4 are out"),
        ({"trick": trick("W", "SA")}, "SA in the trick and in a hand"),
        ({"trick": trick("W", "SK")}, "SK in the trick and in a hand"),
        ({"trick": trick("N", "S5", "S5")}, "no trick in progress has the cards S5 S5"),
        ({"trick": trick("N", "S5", "S6", "S7", "S8")}, "no trick in progress has the cards"),
        ({"trick": trick("E", "S5", "C4")}, "South played C4 and still holds"),
        ({"trick": trick("N", "S5")}, "with 6 tricks to go"),
    ],
)
def test_what_cannot_be_is_named(place: DeclarerView, changes: dict[str, Any], said: str) -> None:
    """An error of its own class, a `ValueError`, that names the fact; a choice is refused too."""
    hands = {key: Hand.parse(value) for key, value in changes.items() if isinstance(value, str)}
    wrong = evolve(place, **{**changes, **hands})
    with pytest.raises(DeclarerViewError, match=said):
        wrong.check()
    beliefs = HalfBeliefs(place)
    with pytest.raises(ValueError, match=said):
        HtnDeclarer(float, PLANNING).choose(wrong, beliefs, budget=1.0)


def test_nothing_left(place: DeclarerView) -> None:
    """Without a card there is no choice to make."""
    none = Hand(0)
    empty = evolve(place, declarer=none, dummy=none, out=none, held=(0, 0))
    with pytest.raises(DeclarerViewError, match="no card left"):
        empty.check()


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
        HtnDeclarer(float, PLANNING).choose(place, ExactBeliefs(place), budget=1.0)


@pytest.mark.parametrize(
    ("known", "lengths"),
    [
        (("SK", "SK"), {}),
        (("SA", ""), {}),
        (("SK SJ ST S9 HK HQ", ""), {}),
        (("", ""), {(0, Suit.SPADES): (5, 13)}),
        (("", ""), {(0, Suit.SPADES): (0, 0), (1, Suit.SPADES): (0, 2)}),
        (("", ""), {(1, Suit.SPADES): (0, 0), (1, Suit.HEARTS): (0, 0), (1, Suit.CLUBS): (0, 0)}),
    ],
)
def test_beliefs_that_cannot_be(
    place: DeclarerView, known: tuple[str, str], lengths: dict[tuple[int, Suit], tuple[int, int]]
) -> None:
    """Known cards and lengths that leave no layout are refused."""
    left, right = (Hand.of(map(Card.parse, cards.split())).mask for cards in known)
    beliefs = ExactBeliefs(place, (left, right), lengths)
    with pytest.raises(BeliefError, match="no place"):
        HtnDeclarer(float, PLANNING).choose(place, beliefs, budget=1.0)


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
        WorldBeliefs.of(place, [row])


@pytest.mark.parametrize("weights", [[], [1, 1], [0]])
def test_weights_that_do_not_fit(place: DeclarerView, weights: list[int]) -> None:
    """Every layout needs a weight from 1."""
    half = place.out.mask
    with pytest.raises(BeliefError, match="as many weights"):
        WorldBeliefs([(half, 0)], weights)


def test_unknown_goal(place: DeclarerView) -> None:
    """A goal that there is not is named, with those that there are."""
    with pytest.raises(PlanningError, match="'glory': make, points, imps, tricks"):
        HtnDeclarer(float, PLANNING).choose(place, ExactBeliefs(place), budget=1.0, goal="glory")  # type: ignore[arg-type]
