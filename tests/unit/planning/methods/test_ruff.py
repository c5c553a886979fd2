"""Ruffs: in the short hand, both ways, with a finesse, to set up a suit."""

from __future__ import annotations

import pytest
from attrs import evolve

from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.methods.task import Task
from support.planning import Ending, trump_ending


@pytest.mark.parametrize(
    ("place", "card"),
    [
        (trump_ending("4S", "AKQ.A32..", "4.5.5432.", "JT987.KQJT.AKQ.", 5), "HA"),
        (trump_ending("5C", "..A32.AKQ", "5432..5.4", "AKQ..KQJT.JT987", 5), "DA"),
        (trump_ending("4H", "5432.4..5", ".AKQ..A32", "AKQ.JT987..KQJT", 5, "N"), "CA"),
    ],
)
def test_losers_are_ruffed_before_trumps_are_drawn(place: Ending, card: str) -> None:
    """The short hand has few trumps: they must make tricks before they are led."""
    chosen = place.choose(stages=3)
    assert str(chosen.card) == card
    assert "ruff" in chosen.alternatives[0].method


@pytest.mark.parametrize(
    ("place", "card"),
    [
        (trump_ending("4S", "KQ.A432..", "AJ..A432.", "T987.KQJT.KQJT.", 6), "HA"),
        (trump_ending("5D", ".A432.KQ.", "..AJ.A432", ".KQJT.T987.KQJT", 6, "N"), "CA"),
        (trump_ending("4H", "A432.KQ..", ".AJ..A432", "KQJT.T987..KQJT", 6), "SA"),
    ],
)
def test_side_winners_go_before_the_cross_ruff(place: Ending, card: str) -> None:
    """The aces are cashed while they live, then every trump is a trick of its own."""
    chosen = place.choose(stages=2)
    assert str(chosen.card) == card
    assert "cross-ruff" in chosen.alternatives[0].method


@pytest.mark.parametrize(
    ("place", "key", "card"),
    [
        (trump_ending("4S", "A..32.A2", ".KQJ..K3", ".AT98.AK.QJT9", 4, "N"), "HA", "HK"),
        (trump_ending("4H", ".A.32.A2", "KQT..4.K", "A987..AKQ.QJT", 4, "N"), "SA", "SK"),
        (trump_ending("4C", ".32.A2.A", "QJT..K3.", "K987.AK.QJT9.", 4, "N"), "SK", "SQ"),
    ],
)
def test_a_ruffing_finesse_needs_the_right_defender(place: Ending, key: str, card: str) -> None:
    """Through the missing honour every trick is made, with it over the sequence one is lost."""
    chosen = evolve(place, known=("", key)).choose(stages=3)
    assert str(chosen.card) == card
    assert chosen.alternatives[0].method == "ruffing finesse"
    assert chosen.value > 0.99
    other = evolve(place, known=(key, "")).choose(stages=3)
    assert other.value < chosen.value


@pytest.mark.parametrize(
    ("place", "card"),
    [
        (trump_ending("4S", "KQ.2.3.32", ".A654..AK", ".KQJT98.A.QJT98", 6), "H2"),
        (trump_ending("4H", "2.KQ.3.32", "A654...AK", "KQJT98..A.QJT98", 6), "S2"),
        (trump_ending("4D", "32.3.KQ.2", "AK...A654", "QJT98.A..KQJT98", 6), "C2"),
    ],
)
def test_a_long_suit_is_ruffed_out(place: Ending, card: str) -> None:
    """The ace, two ruffs with entries between: the last card is good where the suit breaks."""
    chosen = place.choose(stages=3)
    assert str(chosen.card) == card
    assert 0.3 < chosen.value < 0.5


def test_a_suit_that_is_good_is_not_ruffed() -> None:
    """Winners need no ruff."""
    place = trump_ending("4S", "KQ.2.3.32", ".AKQJ..AK", ".T98765.A.QJT98", 6)
    chosen = place.choose(stages=3)
    assert chosen.value > 0.99
    assert "ruff out" not in chosen.alternatives[0].method


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


@pytest.mark.parametrize(("dummy", "thought"), [("T9..43.32", True), ("T..432.32", False)])
def test_a_trump_is_the_way_back_if_another_is_left(dummy: str, *, thought: bool) -> None:
    """The only trump of the hand that shall ruff is not spent to cross."""
    place = Ending("AKQ.43.5.", dummy, "8765.AKQ.KQJT.A", needed=5, trick="N", contract="4S-S")
    ways = catalogue().ways(Task("cross for a ruff", (0,)), place.table)
    assert ("cross in trumps" in {way.method for way in ways}) == thought


def test_trumps_are_drawn_where_a_long_suit_gives_the_tricks() -> None:
    """Losers need no ruff when they can be thrown, or are not there, after one heart is lost."""
    place = trump_ending("4S", "AKQ9.972.A52.", "JT5.AKT53.98.", "76432.QJ864.KQJT763.976", 9)
    chosen = place.choose(stages=1)
    assert str(chosen.card) == "SA"
    assert "draw trumps" in chosen.alternatives[0].method
