"""What hands are worth: by the book, and alike for one hand and for many."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.bidding.features import SHAPE_LIMIT, HandFeatures, OneHand
from bluechip_bot.constraints import batch
from bluechip_bot.model import Hand, Suit

hands = st.permutations(range(52)).map(lambda cards: Hand.of(cards[:13]))


def features(text: str) -> OneHand:
    """The features of a hand in text."""
    return OneHand(Hand.parse(text))


def test_counts() -> None:
    """Points, aces, kings, losers and quick tricks are counted by the book."""
    hand = features("AKQ52.K4.QJ76.83")
    assert (hand.hcp, hand.points, hand.aces, hand.kings) == (15, 16, 1, 2)
    assert hand.losers == 0 + 1 + 2 + 2
    assert hand.half_quick == 4 + 1
    assert not hand.balanced


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("AQ952.K4.A764.83", 13 + 1 + 1 + 1 + 1),
        ("AQ95.K4.A7642.83", 13 + 0 + 1 + 1 + 1),
        ("AQ9.K4.A76432.83", 13 - 1 + 1 + 1 + 1),
        ("AQ95.K432.A7642.", 13 + 0 + 4 + 1),
        ("AQ9532.K432.A76.", 13 + 4 + 2 + 1),
        ("AQ95432.K432.A7.", 13 + 7),
        ("KQ95.K4.KQ64.KJ3", 17 + 1 - 1),
        ("KQ95.K.KQ6432.QJ", 16 + 2 + 1 - 3),
    ],
)
def test_support_in_a_slam(text: str, points: int) -> None:
    """Short suits 4-2-1, trumps from four on, aces more, short honours less; at most seven."""
    assert features(text).slam_support(Suit.SPADES) == points


@pytest.mark.parametrize(
    ("text", "stopper", "tricks"),
    [
        ("A", 3, 1), ("A2", 3, 1), ("K", 1, 0), ("K2", 2, 1), ("KQ2", 4, 2), ("Q2", 1, 0),
        ("Q32", 2, 1), ("J432", 2, 1), ("9876", 1, 0), ("AQ543", 4, 4),
    ],
)  # fmt: skip
def test_stoppers_and_trump_tricks(text: str, stopper: int, tricks: int) -> None:
    """Honours with enough small cards (A, Kx, Qxx, Jxxx) or a fourth card stop a suit."""
    hand = features(f"{text}.{'AKQJT98765432'[: 13 - len(text)]}..")
    assert hand.by_suit("stoppers", Suit.SPADES) == stopper
    assert hand.by_suit("trump_tricks", Suit.SPADES) == tricks


def test_support_counts_short_suits() -> None:
    """A void is worth five with four trumps and more, three with three."""
    assert features("Q432.A8765.8765.").support(Suit.SPADES) == 6 + 5
    assert features("Q5432.A8765.876.").support(Suit.SPADES) == 6 + 5
    assert features("Q5432.A8765.87.6").support(Suit.SPADES) == 6 + 5
    assert features("Q5432.A876.876.5").support(Suit.SPADES) == 6 + 4
    assert features("Q32.A8765.87654.").support(Suit.SPADES) == 6 + 3


@given(hands)
def test_points_are_bounded_by_high_cards(hand: Hand) -> None:
    """Shape adds between nothing and five points, whatever the trumps."""
    found = OneHand(hand)
    assert found.hcp == hand.hcp
    for value in (found.points, *(found.support(suit) for suit in Suit)):
        assert found.hcp <= value <= found.hcp + SHAPE_LIMIT


def test_grades() -> None:
    """Stoppers and suits are graded by length and honours."""
    found = HandFeatures(batch.masks([Hand.parse("K2.QJ2.5432.AK65")]))
    assert np.array_equal(found.stoppers[0], [2, 3, 1, 4])
    assert np.array_equal(found.strength[0], [0, 0, 0, 1])
    assert np.array_equal(found.suit_controls[0], [1, 0, 0, 2])
    assert np.array_equal(found.queens[0], [0, 1, 0, 0])


@given(hands)
def test_one_hand_has_the_features_of_many(hand: Hand) -> None:
    """Every number and grade of one hand is that of the arrays."""
    one, many = OneHand(hand), HandFeatures(batch.masks([hand]))
    for name, value in vars(one).items():
        assert np.array_equal(value, getattr(many, name)[0]), name
    for suit in Suit:
        for points in ("support", "slam_support", "keycards"):
            assert getattr(one, points)(suit) == getattr(many, points)(suit)[0]
