"""Tricks that have to be worked for: forcing out, establishing, ducking, avoidance."""

from __future__ import annotations

from typing import Any

import pytest

from support.planning import Ending

LEFT_RUNS: dict[str, Any] = {"known": ("SQ SJ", ""), "lengths": {(1, "S"): (0, 0)}}
RIGHT_RUNS: dict[str, Any] = {"known": ("", "SQ SJ"), "lengths": {(0, "S"): (0, 0)}}


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
        ("A5..432.", "..AK765.", "KQJ32..QJT98.", "S", "D2"),
        ("...AK765", "A5...432", "KQJ32...QJT98", "N", "C2"),
        (".432.A5.", ".AK765..", ".QJT98.KQJ32.", "S", "H2"),
    ],
)
def test_duck(declarer: str, dummy: str, out: str, leader: str, card: str) -> None:
    """The winners of a long suit are its only entries: the first round is given up."""
    choice = Ending(declarer, dummy, out, needed=4, trick=leader).choose()
    assert {(card, "duck"), (card, "establish length")} & best(choice)
    assert choice.value > 0.5


def test_no_duck_with_nothing_to_spare() -> None:
    """No round is given up when every trick is needed."""
    choice = Ending("A5..432.", "..AK765.", "KQJ32..QJT98.", needed=5).choose()
    assert all("duck" not in other.method for other in choice.alternatives)


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


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "known", "leader", "lead"),
    [
        ("3.A.AT84.", ".K2.KJ93.", "QJ.QJT98.Q7652.", LEFT_RUNS, "S", "D4"),
        (".K2.KJ93.", "3.A.AT84.", "QJ.QJT98.Q7652.", LEFT_RUNS, "S", "D3"),
        (".K2.KJ93.", "3.A.AT84.", "QJ.QJT98.Q7652.", RIGHT_RUNS, "N", "D4"),
    ],
)
def test_lose_to_the_safe_hand(
    declarer: str,
    dummy: str,
    out: str,
    known: dict[str, Any],
    leader: str,
    lead: str,
) -> None:
    """The trick is lost, if at all, to the defender who cannot run his partner's suit."""
    choice = Ending(declarer, dummy, out, needed=5, trick=leader, **known).choose()
    assert (lead, "lose to the safe hand") in best(choice)
    assert choice.value > 0.99


def test_no_safe_hand() -> None:
    """Where both defenders can run the suit, neither is safe."""
    choice = Ending("3.A.AT84.", ".K2.KJ93.", "QJT9.QJT.Q7652.", needed=5).choose()
    assert all("safe hand" not in other.method for other in choice.alternatives)
