"""Responses to a trick that somebody else has led to."""

from __future__ import annotations

import pytest

from bluechip_bot.model import Card
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.methods.task import FOLLOW, Task
from support.planning import Ending


@pytest.mark.parametrize(
    ("task", "dummy", "out", "trick", "expected"),
    [
        # The queen was led to be run: the king is covered with the ace, a low card runs.
        ("run two", "..AJ4.5", "..T987.KQJ", "S DQ DK", ("cover the key card", "DA")),
        ("run two", "..AJ4.5", "..KT98.KQJ", "S DQ D6", ("let it run", "D4")),
        # A low card was led towards ace and queen.
        ("finesse two", "..AQ4.5", "..T987.KQJ", "S D5 DK", ("easy finesse", "DA")),
        ("finesse two", "..AQ4.5", "..KT98.KQJ", "S D5 D6", ("standard finesse", "DQ")),
    ],
)
def test_cover(task: str, dummy: str, out: str, trick: str, expected: tuple[str, str]) -> None:
    """The card that is finessed against is covered when second hand plays it, and only then."""
    queen, king = Card.parse("DQ"), Card.parse("DK")
    place = Ending("..32.2", dummy, out, needed=2, trick=trick)
    ways = catalogue().ways(Task(task, (queen, king)), place.table)
    assert [(way.method, str(Card(way.tasks[0].arguments[0]))) for way in ways] == [expected]


@pytest.mark.parametrize(
    ("contract", "declarer", "out", "thought"),
    [
        ("4S-S", "AKQ4.J2.32.", "T987.AKQ7.QJT9.98", {"HJ"}),
        ("2H-S", ".AKQ4.32.J2", "98.T987.QJT9.AKQ7", {"CJ"}),
        ("1NT-S", "AKQ4.J2.32.", "T987.AKQ7.QJT9.98", {"HJ"}),
        # A master can wait.
        ("4S-S", "AKQ4.A2.32.", "T987.KQ97.QJT9.98", {"HA", "H2"}),
    ],
)
def test_a_gift_is_taken(contract: str, declarer: str, out: str, thought: set[str]) -> None:
    """Last hand does not leave a trick that it could not win later."""
    suit = "C" if contract == "2H-S" else "H"
    dummy = ".J32.54.63" if suit == "C" else "J32.63.54."
    position = Ending(
        declarer, dummy, out, needed=5, contract=contract,
        trick=f"W {suit}5 {suit}4 {suit}T",
    )  # fmt: skip
    cards = {
        str(Card(way.tasks[0].arguments[0])) for way in catalogue().ways(FOLLOW, position.table)
    }
    assert cards == thought


@pytest.mark.parametrize(
    ("declarer", "trick", "held_up"),
    [
        ("64.AK2.KQ5.", "W SK", True),
        # The queen in declarer's hand is still to play, and wins.
        ("Q4.AK2.KQ5.", "W SJ", False),
    ],
)
def test_dummy_holds_up(declarer: str, trick: str, *, held_up: bool) -> None:
    """Second hand, too, leaves them a trick that only its ace could win."""
    out = "QJT98.QJT9.JT98.AK" if held_up else "KT98.QJT9.JT987.AK"
    place = Ending(declarer, "A73.65.A32.", out, 5, trick)
    names = {way.method for way in catalogue().ways(Task("follow"), place.table)}
    assert ("hold up" in names) == held_up
