"""Responses to a trick that somebody else has led to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Endings = Callable[..., Any]
HEARTS = {"opening": "H", "known": ("HQ HJ", ""), "lengths": {(0, "H"): (3, 4)}}
SPADES = {"opening": "S", "known": ("SQ SJ", ""), "lengths": {(0, "S"): (3, 4)}}


def first(choice: Any) -> tuple[str, str]:
    """The card chosen, and the method."""
    return str(choice.card), choice.alternatives[0].method


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "trick", "contract", "known", "card"),
    [
        (".A72..KQJ", ".86..T93", ".QJT94..A8765", "W HK H5 H3", "3NT-S", HEARTS, "H2"),
        ("A72.KQJ..", "86.T93..", "QJT94.A8765..", "W SK S5 S3", "3NT-S", SPADES, "S2"),
        (".A72..KQJ", ".86..T93", ".QJT94..A8765", "N HK H5 H3", "3NT-W", HEARTS, "H2"),
    ],
)
def test_hold_up(
    ending: Endings,
    declarer: str,
    dummy: str,
    out: str,
    trick: str,
    contract: str,
    known: dict[str, Any],
    card: str,
) -> None:
    """The only stopper is held up until who has the ace to be forced out has no card to return."""
    choice = ending(
        declarer, dummy, out, needed=2, trick=trick, contract=contract, **known
    ).choose()
    assert first(choice) == (card, "hold up")
    taken = next(other for other in choice.alternatives if str(other.card)[1] == "A")
    assert choice.value - taken.value > 0.1


def test_no_hold_up_with_a_worse_suit_open(ending: Endings) -> None:
    """Who has the tricks, and no stopper elsewhere, wins at once."""
    choice = ending(
        ".A72.2.AK", ".86.43.2", ".QJT94.AKQJT.", needed=3,
        trick="W HK H5 H3", **HEARTS,
    ).choose()  # fmt: skip
    assert first(choice) == ("HA", "win the trick")


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "trick", "contract", "opening", "known", "card"),
    [
        ("..KQ2.AJ4", "2..JT.76", "A..A876.QT983", "W CK C5 C2", "3NT-S", "C", "CQ CT", "C4"),
        ("KQ2..AJ4.", "JT.2.76.", "A876.A.QT983.", "W DK D5 D2", "3NT-S", "D", "DQ DT", "D4"),
        ("KQ2..AJ4.", "JT.2.76.", "A876.A.QT983.", "N DK D5 D2", "3NT-W", "D", "DQ DT", "D4"),
    ],
)
def test_bath_coup(
    ending: Endings,
    declarer: str,
    dummy: str,
    out: str,
    trick: str,
    contract: str,
    opening: str,
    known: str,
    card: str,
) -> None:
    """Low from ace and knave under the king."""
    choice = ending(
        declarer, dummy, out, needed=3, trick=trick, contract=contract, opening=opening,
        known=(known, ""), lengths={(0, opening): (4, 4)},
    ).choose()  # fmt: skip
    assert first(choice) == (card, "Bath coup")
    taken = next(other for other in choice.alternatives if str(other.card)[1] == "A")
    assert choice.value - taken.value > 0.1


def test_no_bath_coup_with_a_worse_suit_open(ending: Endings) -> None:
    """He need not go on with the suit: with another wide open the ace wins."""
    choice = ending(
        "32..AJ4.A", "54..763.", "AKQJT..QT98.7", needed=2, trick="W DK D5 D2", opening="D",
        known=("DQ DT", ""), lengths={(0, "D"): (3, 4)},
    ).choose()  # fmt: skip
    assert first(choice) == ("DA", "win the trick")


@pytest.mark.parametrize(
    ("declarer", "dummy", "card", "method"),
    [
        ("A54..AK.32", "K63..QJT.4", "S3", "keep the entry"),
        ("K63..QJT.4", "A54..AK.32", "SA", "win the trick"),
        ("A54.AK..32", "K63.QJT..4", "S3", "keep the entry"),
    ],
)
def test_entry_preservation(
    ending: Endings, declarer: str, dummy: str, card: str, method: str
) -> None:
    """The trick is won in the hand that does not need its entry."""
    diamonds = declarer.split(".")[2]
    out = "QJT98..98765.AKQ" if diamonds else "QJT98.98765..AKQ"
    choice = ending(declarer, dummy, out, needed=5, trick="W S2").choose()
    assert first(choice) == (card, method)
    assert choice.value - choice.alternatives[1].value > 0.5
