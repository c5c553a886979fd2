"""Features of many hands at once, against those of the single hands."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.constraints import Box, ConstraintUnion, batch
from bluechip_bot.model import Hand

hand_lists = st.lists(
    st.permutations(range(52)).map(lambda cards: Hand.of(cards[:13])), min_size=1, max_size=5
)


@given(hand_lists)
def test_features_are_those_of_the_hands(hands: list[Hand]) -> None:
    """Points and lengths of an array of hands are those of each hand."""
    rows = batch.features(batch.masks(hands))
    assert rows.dtype == np.int16
    assert rows.tolist() == [[hand.hcp, *hand.lengths] for hand in hands]


@given(hand_lists, st.integers(0, (1 << 52) - 1))
def test_count(hands: list[Hand], cards: int) -> None:
    """Cards of a set are counted in each hand."""
    counts = batch.count(batch.masks(hands), cards)
    assert counts.tolist() == [(hand.mask & cards).bit_count() for hand in hands]


def test_no_hands_have_no_features() -> None:
    """An empty array is no special case."""
    assert batch.features(np.zeros(0, dtype=np.uint64)).shape == (0, 5)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("any", 1.0),
        ("0 HCP", 0.0036390),  # Yarborough-like hands: no honour; standard odds tables
        ("10 HCP", 0.0940511),
        ("4 S, 3 H, 3 D, 3 C", 0.1053613 / 4),
        ("5+ S", 0.1247 + 0.0416 + 0.0088 + 0.0012 + 0.0001),
    ],
)
def test_shares_are_the_odds_of_the_field(text: str, share: float) -> None:
    """The part of all hands in a box is that of the published tables of hand patterns."""
    boxes, _ = ConstraintUnion.of(Box.parse(text)).arrays()
    assert batch.shares(boxes)[0] == pytest.approx(share, abs=1e-4)


def test_shares_agree_with_dealing() -> None:
    """Counted shares lie within the error of dealt hands."""
    generator = np.random.default_rng(1)
    hands = batch.masks(Hand.of(generator.permutation(52)[:13].tolist()) for _ in range(4000))
    union = ConstraintUnion.parse(
        "12-14 HCP, 2-5 S, 2-5 H, 2-5 D, 2-5 C | 6-10 HCP, 6+ H | 11+ HCP, 4+ D"
    )
    boxes, _ = union.arrays()
    dealt = batch.inside(boxes, batch.features(hands)).mean(axis=1)
    assert np.abs(dealt - batch.shares(boxes)).max() < 0.02
