"""The rules of play: `solver.core.tricks`."""

import numpy as np
import pytest

from solver.core.tricks import TrickState, touching_groups, trick_winner

NT = 4


def test_touching_cards_are_one_question() -> None:
    """Legal cards form a group when no card between them is in another hand or the trick."""
    hands = np.array([1 << 0 | 1 << 1 | 1 << 3 | 1 << 12 | 1 << 13, 1 << 5, 0, 0], dtype=np.uint64)
    assert touching_groups(hands, TrickState(NT, 0, (), 1)) == [[0, 1, 3], [12], [13]]
    assert touching_groups(hands, TrickState(NT, 3, (2,), 1)) == [[0, 1], [3], [12]]
    assert touching_groups(hands, TrickState(NT, 3, (30,), 1)) == [[0, 1, 3], [12], [13]]


@pytest.mark.parametrize(
    ("trick", "trump", "place"),
    [
        ((0, 5, 3, 12), NT, 3),
        ((5, 18, 3, 31), NT, 0),
        ((5, 18, 3, 31), 1, 1),
        ((5, 18, 25, 12), 1, 2),
        ((20, 5, 12, 18), 2, 0),
        ((18, 5, 12, 20), 1, 3),
    ],
)
def test_winner(trick: tuple[int, ...], trump: int, place: int) -> None:
    """The highest trump wins a trick, or else the highest card of the suit led."""
    assert trick_winner(trick, trump) == place
