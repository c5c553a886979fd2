"""Discovery: harmless winners are cashed before a queen has to be guessed."""

from __future__ import annotations

import pytest

from support.planning import Ending


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "leader", "card"),
    [
        (".AK..KJ2", ".Q4..AT3", ".JT987..Q9654", "S", "HA"),
        ("AK.KJ2..", "Q4.AT3..", "JT987.Q9654..", "S", "SA"),
        ("..Q4.AT3", "..AK.KJ2", "..JT987.Q9654", "N", "DA"),
    ],
)
def test_discovery(declarer: str, dummy: str, out: str, leader: str, card: str) -> None:
    """The winners of the other suit tell who is likely to have the queen."""
    choice = Ending(declarer, dummy, out, needed=5, trick=leader, opening="S").choose()
    head = choice.alternatives[0]
    assert (str(head.card), head.method) == (card, "discovery")
    assert choice.value > 0.6


def test_nothing_to_discover() -> None:
    """Without a guess there is no discovery."""
    choice = Ending(".AK..AJ2", ".Q4..653", ".JT987..KQ987", needed=4).choose()
    assert all(other.method != "discovery" for other in choice.alternatives)


def test_no_discovery_where_one_hand_is_safe() -> None:
    """A guess that can be lost to the safe hand is none."""
    choice = Ending(
        "3.A.AT84.", ".K2.KJ93.", "QJ.QJT98.Q7652.", needed=5,
        known=("SQ SJ", ""), lengths={(1, "S"): (0, 0)},
    ).choose()  # fmt: skip
    assert all(other.method != "discovery" for other in choice.alternatives)


@pytest.mark.parametrize(
    ("declarer", "dummy", "leader", "first"),
    [
        ("3.A.AT84.", ".K2.KJ93.", "S", {"DT", "D8", "D4"}),
        # The other way round: the finesse has to be taken from the other hand.
        (".K2.KJ93.", "3.A.AT84.", "S", {"H2", "D3", "DK"}),
        (".A2.KJ93.", "3.K.AT84.", "N", {"DT", "D8", "D4"}),
    ],
)
def test_a_finesse_loses_to_the_safe_hand(
    declarer: str, dummy: str, leader: str, first: set[str]
) -> None:
    """With a trick to lose, the queen may be with the defender who has no winners to run."""
    left = declarer.startswith("3")
    known = ("SQ SJ", "") if left else ("", "SQ SJ")
    choice = Ending(
        declarer, dummy, "QJ.QJT98.Q7652.", needed=5, trick=leader,
        known=known, lengths={(left, "S"): (0, 0)},
    ).choose()  # fmt: skip
    assert choice.value > 0.99
    assert any(str(a.card) in first for a in choice.alternatives if a.value > 0.99)


@pytest.mark.parametrize(
    ("declarer", "dummy"), [("AK..KJ62.", "Q4..AT94."), ("AK..AT94.", "Q4..KJ62.")]
)
def test_no_card_is_given_away_by_not_covering(declarer: str, dummy: str) -> None:
    """An honour led through a queen that nothing is promoted for is no more than a guess."""
    choice = Ending(declarer, dummy, "JT98765..Q8753.", needed=6, opening="H").choose()
    honours = [a.value for a in choice.alternatives if a.method.startswith("run an honour")]
    assert all(value < 0.75 for value in honours)
