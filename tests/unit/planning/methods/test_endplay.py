"""Eliminations: stripped hands and a defender thrown in."""

from __future__ import annotations

import pytest

from support.planning import Ending, trump_ending


@pytest.mark.parametrize(
    "place",
    [
        # A guess for the queen.
        trump_ending("4S", "K.4.KJ5.A", "A.3.AT4.K", ".KQJT.Q9832.QJT", 5),
        trump_ending("4H", "A.A.KJ5.4", "K.K.AT4.3", "QJT..Q9832.KQJT", 5, "N"),
        # Whoever leads the suit loses a trick in it.
        trump_ending("4S", "K.4.Q54.A", "A.3.J63.K", ".QJT9.AKT9.QJT9", 3),
    ],
)
def test_the_hands_are_stripped_before_the_exit(place: Ending) -> None:
    """The winner of the side suit first; then every lead of a defender who is in gives a trick."""
    chosen = place.choose(stages=3)
    assert chosen.alternatives[0].method.startswith("eliminate and throw in")
    assert chosen.card.suit in {0, 3}
    assert chosen.value > 0.99


def test_nothing_is_eliminated_for_a_suit_that_stands() -> None:
    """Three winners in the suit: there is nothing to gain from their lead."""
    place = trump_ending("4S", "K.4.KQ5.A", "A.3.AJ4.K", ".KQJT.T9832.QJT", 5)
    methods = [alternative.method for alternative in place.choose(stages=3).alternatives]
    assert not any("eliminate" in method for method in methods)


def test_no_exit_in_a_suit_that_can_be_led_back() -> None:
    """With two cards opposite one, the suit is led back and ruffed for no gain."""
    place = trump_ending("4S", "KQ.43.KJ5.", "AJT.2.AT4.", ".AKQJT9.Q9876.QJT", 6)
    chosen = place.choose(stages=3)
    assert not any("eliminate" in alternative.method for alternative in chosen.alternatives)


def test_a_master_trump_is_an_exit() -> None:
    """The defender with the last trump is thrown in with it, and has to solve the guess."""
    place = trump_ending("4S", "87.A.KJ5.", "96.K.AT4.", "Q.QJT9.Q9832.QJ", 5)
    chosen = place.choose(stages=3)
    assert any(
        "eliminate" in alternative.method and alternative.value > 0.99
        for alternative in chosen.alternatives
    )
