"""Trumps are drawn, or left alone, as a good player would."""

from __future__ import annotations

import pytest

from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.methods.task import PLAY_ON
from support.planning import PLANNING, Ending, trump_ending


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
    drawn = [a for a in place.choose(stages=1).root.edges if "draw" in a.method]
    assert [str(one.card) for one in drawn] == [card]


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


def test_a_ruff_with_as_many_trumps_in_both_hands() -> None:
    """It gains what a ruff in the short hand does."""
    place = trump_ending("4S", "AK.A32..", "QJ..5.43", "T98.KQJT9..AK", 4)
    ways = catalogue().ways(PLAY_ON, place.table, is_open=True)
    ruffs = [way.gain for way in ways if way.method == "ruff a loser"]
    assert max(ruffs) == PLANNING.trumps.draw - PLANNING.trumps.wanted
