"""Responses to a trick that somebody else has led to; `test_notrump` has more in notrump."""

from __future__ import annotations

import pytest

from bluechip_bot.model import Card
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.methods.task import FOLLOW, Task
from support.planning import Ending


def ways(position: Ending) -> dict[str, str]:
    """The cards that are thought of, by method."""
    return {
        way.method: str(Card(way.tasks[0].arguments[0]))
        for way in catalogue().ways(FOLLOW, position.table)
    }


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
    assert {*ways(position).values()} == thought


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
    assert ("hold up" in ways(place)) == held_up


@pytest.mark.parametrize(
    ("contract", "declarer", "dummy", "out", "trick", "card"),
    [
        ("4S-S", "AKQ..KQ6.", "J32...54", "T98..AJT7.KQJT", "N D3 D4", "DQ"),
        ("4H-S", ".AKQ..K76", "54.J32..", "KQJT.T98..AJT9", "N C3 C4", "CK"),
        ("5D-W", "KJ6..AKQ.", "..J32.54", "AQT9..T98.KQJT", "E S3 S4", "SK"),
    ],
)
def test_third_hand_may_play_an_honour(
    contract: str, declarer: str, dummy: str, out: str, trick: str, card: str
) -> None:
    """Low was led towards it, and second hand may have ducked with the ace."""
    position = Ending(declarer, dummy, out, needed=5, trick=trick, contract=contract)
    assert ways(position)["honour in third hand"] == card


@pytest.mark.parametrize(
    ("declarer", "out", "trick"),
    [
        # The ace has been played; it is ours; the trick is the partner's.
        ("AKQ..KQ6.", "T98..JT74.KQJT", "N D3 DA"),
        ("AKQ..AK6.", "T98..QJT7.KQJT", "N D3 D4"),
        ("AKQ..Q76.", "T98..JT95.KQJT", "N DA D4"),
    ],
)
def test_third_hand_has_no_honour_to_play(declarer: str, out: str, trick: str) -> None:
    """Where it cannot win, is high anyway, or is not wanted, the honour is not thought of."""
    position = Ending(declarer, "J32...54", out, needed=4, trick=trick, contract="4S-S")
    assert "honour in third hand" not in ways(position)
