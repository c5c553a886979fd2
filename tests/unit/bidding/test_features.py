"""Features of many hands agree with those of one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.bidding.evaluation import Features
from bluechip_bot.bidding.features import HandFeatures, OneHand
from bluechip_bot.constraints import batch
from bluechip_bot.model import Hand, Suit

hands = st.permutations(range(52)).map(lambda cards: Hand.of(cards[:13]))


@given(st.lists(hands, min_size=1, max_size=8))
def test_many_hands_count_as_one(dealt):
    """Points, support, losers, aces and shape are those of `evaluation.Features`."""
    found = HandFeatures(batch.masks(dealt))
    for index, hand in enumerate(dealt):
        one = Features.of(hand)
        assert found.hcp[index] == one.hcp
        assert found.points[index] == one.points
        assert found.balanced[index] == one.balanced
        assert (found.aces[index], found.kings[index]) == (one.aces, one.kings)
        assert found.losers[index] == one.losers
        assert found.half_quick[index] == one.quick
        assert tuple(found.lengths[index]) == one.lengths
        for suit in Suit:
            assert found.support(suit)[index] == one.support(suit)


def test_grades():
    """Stoppers and suits are graded by length and honours."""
    found = HandFeatures(batch.masks([Hand.parse("K2.QJ2.5432.AK65")]))
    assert np.array_equal(found.stoppers[0], [2, 3, 1, 4])
    assert np.array_equal(found.strength[0], [0, 0, 0, 1])
    assert np.array_equal(found.suit_controls[0], [1, 0, 0, 2])
    assert np.array_equal(found.queens[0], [0, 1, 0, 0])


@given(hands)
def test_one_hand_has_the_features_of_many(hand):
    """Every number and grade of one hand is that of the arrays."""
    one, many = OneHand(hand), HandFeatures(batch.masks([hand]))
    for name in (
        "hcp", "points", "losers", "controls", "aces", "kings", "longest", "shortest",
        "two_longest", "half_quick", "balanced", "semibalanced",
    ):  # fmt: skip
        assert getattr(one, name) == getattr(many, name)[0], name
    for suit in Suit:
        for name in (
            "lengths", "honours", "tops", "suit_hcp", "strength", "stoppers", "suit_controls",
            "queens",
        ):  # fmt: skip
            assert one.by_suit(name, suit) == many.by_suit(name, suit)[0], name
        assert one.support(suit) == many.support(suit)[0]
        assert one.keycards(suit) == many.keycards(suit)[0]
    assert one.plain == Features.of(hand)
