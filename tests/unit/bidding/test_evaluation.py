"""What hands are worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.bidding.evaluation import SHAPE_LIMIT, Features
from bluechip_bot.model import Hand, Suit

hands = st.permutations(range(52)).map(lambda cards: Hand.of(cards[:13]))


def features(text):
    """Return the features of a hand in text."""
    return Features.of(Hand.parse(text))


def test_counts():
    """Points, aces, kings, losers and quick tricks are counted by the book."""
    hand = features("AKQ52.K4.QJ76.83")
    assert (hand.hcp, hand.points, hand.aces, hand.kings) == (15, 16, 1, 2)
    assert hand.losers == 0 + 1 + 2 + 2
    assert hand.quick == 4 + 1
    assert not hand.balanced


@pytest.mark.parametrize(
    ("text", "stopped"),
    [("A", True), ("K", False), ("K2", True), ("Q2", False), ("Q32", True), ("J432", True)],
)
def test_stoppers(text, stopped):
    """A, Kx, Qxx and Jxxx stop a suit, less does not."""
    rest = "AKQJT98765432"[: 13 - len(text)]
    assert features(f"{text}.{rest}..").stopper(Suit.SPADES) is stopped


def test_support_counts_short_suits():
    """A void is worth five with four trumps, three with three."""
    assert features("Q432.A8765.8765.").support(Suit.SPADES) == 6 + 5
    assert features("Q32.A8765.87654.").support(Suit.SPADES) == 6 + 3


@given(hands)
def test_points_are_bounded_by_high_cards(hand):
    """Shape adds between nothing and five points, whatever the trumps."""
    found = Features.of(hand)
    assert found.hcp == hand.hcp
    for value in (found.points, *(found.support(suit) for suit in Suit)):
        assert found.hcp <= value <= found.hcp + SHAPE_LIMIT
