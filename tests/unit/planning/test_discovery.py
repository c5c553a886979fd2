"""Discovery: harmless winners are cashed before a queen has to be guessed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Endings = Callable[..., Any]


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "leader", "card"),
    [
        (".AK..KJ2", ".Q4..AT3", ".JT987..Q9654", "S", "HA"),
        ("AK.KJ2..", "Q4.AT3..", "JT987.Q9654..", "S", "SA"),
        ("..Q4.AT3", "..AK.KJ2", "..JT987.Q9654", "N", "DA"),
    ],
)
def test_discovery(
    ending: Endings, declarer: str, dummy: str, out: str, leader: str, card: str
) -> None:
    """The winners of the other suit tell who is likely to have the queen."""
    choice = ending(declarer, dummy, out, needed=5, trick=leader, opening="S").choose()
    head = choice.alternatives[0]
    assert (str(head.card), head.method) == (card, "discovery")
    assert choice.value > 0.7


def test_nothing_to_discover(ending: Endings) -> None:
    """Without a guess there is no discovery."""
    choice = ending(".AK..AJ2", ".Q4..653", ".JT987..KQ987", needed=4).choose()
    assert all(other.method != "discovery" for other in choice.alternatives)


def test_no_discovery_where_one_hand_is_safe(ending: Endings) -> None:
    """A guess that can be lost to the safe hand is none."""
    choice = ending(
        "3.A.AT84.", ".K2.KJ93.", "QJ.QJT98.Q7652.", needed=5,
        known=("SQ SJ", ""), lengths={(1, "S"): (0, 0)},
    ).choose()  # fmt: skip
    assert all(other.method != "discovery" for other in choice.alternatives)
