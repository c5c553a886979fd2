"""Trumps are drawn, or left alone, as a good player would."""

from __future__ import annotations

import pytest

from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.methods.task import PLAY_ON
from support.planning import PLANNING, Ending, trump_ending


@pytest.mark.parametrize(
    ("place", "card"),
    [
        # The ace of trumps is out; side winners would be ruffed.
        (trump_ending("4S", "KQJ.A2.A.", "432.K3.2.", "AT9.QJT98.KQJT.", 5), "SK"),
        (trump_ending("4H", "A2.KQJ..A", "K3.432..2", "QJT98.AT9..KQJT", 5, "N"), "H2"),
        (trump_ending("5C", ".A.A2.KQJ", ".2.K3.432", ".KQJT.QJT98.AT9", 5), "CK"),
    ],
)
def test_trumps_are_drawn_first(place: Ending, card: str) -> None:
    """With nothing to ruff and nothing to throw, the first card is a trump."""
    chosen = place.choose(stages=3)
    assert str(chosen.card) == card
    assert chosen.value > 0.9


def test_the_master_is_left_out() -> None:
    """Their last trump is a winner: side winners are played, so that losers can be thrown."""
    place = trump_ending("4S", "K.2.32.A", "J.AKQ.4.", "A.JT987.AKQJ.", 4)
    chosen = place.choose(stages=3)
    methods = [alternative.method for alternative in chosen.alternatives]
    assert "leave the master" in methods
    assert not any("draw trumps" in method for method in methods)
    assert chosen.card.suit != 0


def test_the_master_is_given_up_when_nothing_else_is_left() -> None:
    """With trumps only, one trick is lost and no more."""
    place = trump_ending("4H", ".QJ..A", ".43..2", ".A..KQJT9", 2)
    assert place.choose(stages=3).value > 0.9


@pytest.mark.parametrize(
    ("place", "card"),
    [
        # The king may lie in front of ace and queen: from the other hand, twice.
        (trump_ending("4S", "AQJ.2.A2.", "654.AK.3.", "KT98.QJT9.KQJT.", 5), "H2"),
        (trump_ending("4H", "2.AQJ.A2.", "AK.654.3.", "QJT9.KT98.KQJT.", 5), "S2"),
        # Queen and jack are led through the king.
        (trump_ending("4S", "QJ92.A.A.", "A543.K2..", "KT876.QJT.KQJT.", 5), "SQ"),
        # The king alone is led towards, not from.
        (trump_ending("4S", "K754.32.A.", "T932.AK.2.", "AQJ86.QJT9.KQJ98.", 5), "H2"),
    ],
)
def test_trumps_are_finessed_at_first_sight(place: Ending, card: str) -> None:
    """Trumps are drawn with a finesse where that is more likely to win."""
    chosen = place.choose(stages=1)
    assert str(chosen.card) == card
    assert chosen.alternatives[0].method.startswith("finesse in trumps")


@pytest.mark.parametrize(
    ("place", "card"),
    [
        (trump_ending("4S", "AKJ54.2.A.", "T932.A.2.4", "Q876.KQJ.KQJ.KQJT", 5), "SA"),
        (trump_ending("4D", "A..T932.42", "2..AKJ54.A", "KQJ..Q876.KQJT987", 5, "N"), "DA"),
    ],
)
def test_trumps_are_drawn_from_the_top(place: Ending, card: str) -> None:
    """With nine trumps the queen is more likely to fall than to be caught."""
    chosen = place.choose(stages=1)
    assert str(chosen.card) == card
    assert chosen.alternatives[0].method.startswith("draw trumps")


@pytest.mark.parametrize(
    ("place", "card"),
    [
        (trump_ending("4S", "AQ52.2.A.", "K.A43.32.", "JT987.KQJ.KQJT.", 5), "S2"),
        (trump_ending("4H", ".AQ52.2.A", ".K.A43.32", ".JT987.KQJ.KQJT", 5), "H2"),
        # From the other side the king is led.
        (trump_ending("4S", "AQ52.2.A.", "K.A43.32.", "JT987.KQJ.KQJT.", 5, "N"), "SK"),
    ],
)
def test_honours_do_not_fall_together(place: Ending, card: str) -> None:
    """A king alone is led, or led to, before ace and queen opposite are."""
    drawn = [a for a in place.choose(stages=1).alternatives if "draw" in a.method]
    assert [str(one.card) for one in drawn] == [card]


@pytest.mark.parametrize(
    "place",
    [
        # Two aces to lose; a defender who is short of a side suit would ruff it.
        trump_ending(
            "4H", "6.AKQ42.QJ4.QJ5", "A7.J83.K63.K842", "JT9843.T9765.AT98752.AT9763", 9,
            known=("SJ", ""),
        ),
        # Twelve tricks on top, six of them in the suit that is short of few.
        trump_ending(
            "6S", "AKQJ4.A83.K5.83", "852.K4.AQJT64.5", "T9763.QJT97652.98732.KJT976", 11, "N",
            known=("CJ", ""),
        ),
    ],
)  # fmt: skip
def test_trumps_do_not_wait_for_what_is_not_seen(place: Ending) -> None:
    """Bad breaks, which the tree sees, do not deter from trumps; ruffs, which it does not, may."""
    chosen = place.choose(stages=3)
    assert chosen.card.suit == place.position.contract.strain.suit
    assert "draw trumps" in chosen.alternatives[0].method


@pytest.mark.parametrize("lengths", [{}, {(0, "S"): (0, 0)}, {(1, "S"): (0, 0)}])
def test_drawing_trumps_does_not_take_all_of_ours(
    lengths: dict[tuple[int, str], tuple[int, int]],
) -> None:
    """It does not press where one defender has as many trumps as our longer hand."""
    place = Ending("KQ42.A2..", "J8.KQ.A2.", "T976.JT98.KQJT.", 4, lengths=lengths, contract="4S-S")
    ways = catalogue().ways(PLAY_ON, place.table, is_open=False)
    drawing = [way.gain for way in ways if way.method == "draw trumps"]
    assert all(gain >= PLANNING.trumps.pressing for gain in drawing) == (not lengths)
    assert drawing or lengths
