"""Ruffs in the short hand and in both, and trumps drawn before them."""

from __future__ import annotations

import pytest

from support.planning import Ending, trump_ending


@pytest.mark.parametrize(
    ("place", "suit"),
    [
        (trump_ending("4S", "AKQ2.A32..", "J543.5.43.", "T9876.KQJT.AKQJT.", 6), 0),
        (trump_ending("5C", "..A32.AKQ2", "43..5.J543", "AKQJT..KQJT.T9876", 6), 3),
        (trump_ending("4H", ".J543.5.43", ".AKQ2.A32.", ".T9876.KQJT.AKQJT", 6, "N"), 1),
    ],
)
def test_trumps_are_drawn_before_a_ruff_that_can_wait(place: Ending, suit: int) -> None:
    """The short hand has a trump left for its one ruff when theirs are gone."""
    assert place.choose(stages=1).card.suit == suit


@pytest.mark.parametrize(
    "place",
    [
        trump_ending("4S", "AKQJ.432.A.", "T9..432.432", "8765.AKQJ.KQJT.AKQJ", 6, "N"),
        trump_ending("4H", "432.AKQJ..A", ".T9.432.432", "AKQJ.8765.AKQJ.KQJT", 6, "N"),
        trump_ending("5D", "432..T9.432", "A.432.AKQJ.", "KQJT.AKQJ.8765.AKQJ", 6),
    ],
)
def test_the_short_hands_trumps_are_not_the_way_back(place: Ending) -> None:
    """The long hand, which has the losers, is reached by a side suit."""
    chosen = place.choose(stages=2)
    assert chosen.card.suit != place.position.contract.strain.suit
    assert chosen.value > 0.5


def test_trumps_are_drawn_where_a_long_suit_gives_the_tricks() -> None:
    """Losers need no ruff when they can be thrown, or are not there, after one heart is lost."""
    place = trump_ending("4S", "AKQ9.972.A52.", "JT5.AKT53.98.", "76432.QJ864.KQJT763.976", 9)
    chosen = place.choose(stages=1)
    assert str(chosen.card) == "SA"
    assert "draw trumps" in chosen.alternatives[0].method


@pytest.mark.parametrize(
    ("place", "card"),
    [
        (trump_ending("4S", "KQ.A432..", "AJ..A432.", "T987.KQJT.KQJT.", 6), "HA"),
        (trump_ending("5D", ".A432.KQ.", "..AJ.A432", ".KQJT.T987.KQJT", 6, "N"), "CA"),
    ],
)
def test_side_winners_go_before_the_cross_ruff(place: Ending, card: str) -> None:
    """The aces are cashed while they live, then every trump is a trick of its own."""
    chosen = place.choose(stages=2)
    assert str(chosen.card) == card
    assert "cross-ruff" in chosen.alternatives[0].method
