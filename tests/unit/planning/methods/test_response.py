"""Responses to a trick that somebody else has led to."""

from __future__ import annotations

from typing import Any

import pytest

from bluechip_bot.model import Card
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.methods.task import FOLLOW, Task
from support.planning import Ending

RUNNING: dict[str, dict[str, Any]] = {
    suit: {
        "opening": suit,
        "known": (f"{suit}Q {suit}J", ""),
        "lengths": {(0, suit): (3, 4)},
    }
    for suit in "SH"
}
"""The defender who led has queen and jack of a suit, and three or four cards."""


def first(choice: Any) -> tuple[str, str]:
    """The card chosen, and the method."""
    return str(choice.card), choice.alternatives[0].method


def beats_the_ace(ending: Ending, card: str, method: str) -> bool:
    """Whether a low card is chosen by its method, and to win with the ace is worth less."""
    choice = ending.choose()
    taken = next(other for other in choice.alternatives if str(other.card)[1] == "A")
    return first(choice) == (card, method) and choice.value - taken.value > 0.1


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "trick", "contract", "card"),
    [
        (".A72..KQJ", ".86..T93", ".QJT94..A8765", "W HK H5 H3", "3NT-S", "H2"),
        ("A72.KQJ..", "86.T93..", "QJT94.A8765..", "W SK S5 S3", "3NT-S", "S2"),
        (".A72..KQJ", ".86..T93", ".QJT94..A8765", "N HK H5 H3", "3NT-W", "H2"),
    ],
)
def test_hold_up(declarer: str, dummy: str, out: str, trick: str, contract: str, card: str) -> None:
    """The only stopper is held up until who has the ace to be forced out has no card to return."""
    place = Ending(declarer, dummy, out, 2, trick, contract=contract, **RUNNING[card[0]])
    assert beats_the_ace(place, card, "hold up")


def test_no_hold_up_with_a_worse_suit_open() -> None:
    """Who has the tricks, and no stopper elsewhere, wins at once."""
    choice = Ending(
        ".A72.2.AK", ".86.43.2", ".QJT94.AKQJT.", needed=3,
        trick="W HK H5 H3", **RUNNING["H"],
    ).choose()  # fmt: skip
    assert first(choice) == ("HA", "win the trick")


@pytest.mark.parametrize(
    ("declarer", "dummy", "card", "method"),
    [
        ("A54..AK.32", "K63..QJT.4", "S3", "keep the entry"),
        ("K63..QJT.4", "A54..AK.32", "SA", "win the trick"),
        ("A54.AK..32", "K63.QJT..4", "S3", "keep the entry"),
    ],
)
def test_entry_preservation(declarer: str, dummy: str, card: str, method: str) -> None:
    """The trick is won in the hand that does not need its entry."""
    diamonds = declarer.split(".")[2]
    out = "QJT98..98765.AKQ" if diamonds else "QJT98.98765..AKQ"
    choice = Ending(declarer, dummy, out, needed=5, trick="W S2").choose()
    assert first(choice) == (card, method)
    assert choice.value - choice.alternatives[1].value > 0.5


def plays(ending: Ending, right: tuple[str, str], wrong: str) -> bool:
    """Whether a card is chosen by its method, and another one is worth a good deal less."""
    choice = ending.choose()
    other = next(other for other in choice.alternatives if str(other.card) == wrong)
    return first(choice) == right and choice.value - other.value > 0.5


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "trick", "right", "wrong"),
    [
        ("...432", "..AQJT.", "..9876.AKQ", "S DK D5", "DA", "DT"),
        ("..AQJT.", "...432", "..9876.AKQ", "N DK D5", "DA", "DT"),
        ("...432", "AQJT...", "9876...AKQ", "S SK S5", "SA", "ST"),
    ],
)
def test_overtake(declarer: str, dummy: str, out: str, trick: str, right: str, wrong: str) -> None:
    """A winner opposite is overtaken where the long suit stands it and has no other entry."""
    place = Ending(declarer, dummy, out, needed=4, trick=trick, opening="C")
    assert plays(place, (right, "overtake"), wrong)


def test_no_overtaking_that_costs_a_trick() -> None:
    """With too little below, each of the two winners takes a trick of its own."""
    place = Ending("..4.32", "..AQ3.A", "..JT98.KQJ", needed=4, trick="S DK D5", opening="C")
    assert plays(place, ("D3", "play low"), "DA")


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "trick", "known", "suit"),
    [
        ("..54.3", "..Q3.2", "..AK.AKQ", "W D6", ("DA DK", ""), "D"),
        ("..Q3.2", "..54.3", "..AK.AKQ", "E D6", ("", "DA DK"), "D"),
        (".54..3", ".Q3..2", ".AK..AKQ", "W H6", ("HA HK", ""), "H"),
    ],
)
def test_insert(
    declarer: str, dummy: str, out: str, trick: str, known: tuple[str, str], suit: str
) -> None:
    """Second hand puts in the honour that wins now or never."""
    place = Ending(declarer, dummy, out, 1, trick, opening="D", known=known)
    assert plays(place, (f"{suit}Q", "insert"), f"{suit}3")


def test_no_inserting_in_front_of_what_beats_it() -> None:
    """With ace and king behind it the honour stays guarded."""
    place = Ending(
        "..543.AK", "..Q72.32", "..AKJ98.QJT9", needed=2, trick="W D6", opening="D",
        known=("DJ D9 D8", "DA DK"),
    )  # fmt: skip
    assert plays(place, ("D2", "play low"), "DQ")


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
