"""Tricks that have to be worked for: forcing out and establishing."""

from __future__ import annotations

from typing import Any

import pytest

from support.planning import Ending


def best(choice: Any) -> set[tuple[str, str]]:
    """The cards that are worth as much as the best but for overtricks, with their methods."""
    return {
        (str(other.card), other.method.split(" / ")[0])
        for other in choice.alternatives
        if other.value > choice.value - 5e-4
    }


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "leader", "card"),
    [
        (".A3.KQ.", ".52.J4.", ".KQJT.A876.", "S", "DQ"),
        (".A3..K4", ".52..QJ", ".KQJT..A876", "N", "CJ"),
        ("KQ2...A", "J54...2", "AT76...KQJT", "S", "S2"),
        (".A32..K", ".54..QJ", ".KQJT..A876", "S", "CK"),
    ],
)
def test_force_out(declarer: str, dummy: str, out: str, leader: str, card: str) -> None:
    """Equal honours drive out what is higher."""
    choice = Ending(declarer, dummy, out, needed=2, trick=leader, opening="H").choose()
    assert (card, "force out") in best(choice)
    assert choice.value > 0.5


def test_no_forcing_out_of_a_running_contract() -> None:
    """Who has the tricks he needs does not let them in."""
    choice = Ending("2.A.A.K", ".2.2.Q4", "KQJT.43..A9", needed=2).choose()
    assert str(choice.card) in {"HA", "DA"}
    assert {method for _, method in best(choice)} == {"cash out"}


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "leader", "card"),
    [
        ("A5...432", "3...AKQ5", "KQJT...JT9876", "S", "C2"),
        ("3..AKQ5.", "A5..432.", "KQJT..JT9876.", "N", "D2"),
        (".A5..AK65", ".32..Q432", ".KQJT987..JT987", "S", "C5"),
    ],
)
def test_establish_length(declarer: str, dummy: str, out: str, leader: str, card: str) -> None:
    """The winners are played to see the suit break; the small card is then high."""
    choice = Ending(declarer, dummy, out, needed=5, trick=leader, opening="H").choose()
    assert (card, "establish length") in best(choice)
    assert 0.4 < choice.value < 0.8
