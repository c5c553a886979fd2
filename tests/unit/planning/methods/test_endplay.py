"""Eliminations: stripped hands and a defender thrown in."""

from __future__ import annotations

from support.planning import trump_ending


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
