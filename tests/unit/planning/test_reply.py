"""What our honours do in suit contracts to a trick that is not decided yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bluechip_bot.model import Card
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.task import FOLLOW

Endings = Callable[..., Any]


def ways(position: Any) -> dict[str, str]:
    """The cards that are thought of, by method."""
    return {
        way.method: str(Card(way.tasks[0].arguments[0]))
        for way in catalogue().ways(FOLLOW, position.table)
    }


@pytest.mark.parametrize(
    ("contract", "declarer", "dummy", "out", "trick", "card"),
    [
        ("4S-S", "AKQ..KQ6.", "J32...54", "T98..AJT7.KQJT", "N D3 D4", "DQ"),
        ("4H-S", ".AKQ..K76", "54.J32..", "KQJT.T98..AJT9", "N C3 C4", "CK"),
        ("5D-W", "KJ6..AKQ.", "..J32.54", "AQT9..T98.KQJT", "E S3 S4", "SK"),
    ],
)
def test_third_hand_may_play_an_honour(
    ending: Endings, contract: str, declarer: str, dummy: str, out: str, trick: str, card: str
) -> None:
    """Low was led towards it, and second hand may have ducked with the ace."""
    position = ending(declarer, dummy, out, needed=5, trick=trick, contract=contract)
    assert ways(position)["play an honour"] == card


@pytest.mark.parametrize(
    ("declarer", "out", "trick"),
    [
        # The ace has been played; it is ours; the trick is the partner's.
        ("AKQ..KQ6.", "T98..JT74.KQJT", "N D3 DA"),
        ("AKQ..AK6.", "T98..QJT7.KQJT", "N D3 D4"),
        ("AKQ..Q76.", "T98..JT95.KQJT", "N DA D4"),
    ],
)
def test_third_hand_has_no_honour_to_play(
    ending: Endings, declarer: str, out: str, trick: str
) -> None:
    """Where it cannot win, is high anyway, or is not wanted, the honour is not thought of."""
    position = ending(declarer, "J32...54", out, needed=4, trick=trick, contract="4S-S")
    assert "play an honour" not in ways(position)


def test_third_hand_keeps_its_honour_below_the_ace(ending: Endings) -> None:
    """Second hand has played what beats it: low, and it is good."""
    position = ending(
        "AKQ..KQ6.", "J32...54", "T98..JT74.KQJT", needed=4, trick="N D3 DA", contract="4S-S"
    )
    assert str(position.choose().card) == "D6"


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
def test_a_gift_is_taken(
    ending: Endings, contract: str, declarer: str, out: str, thought: set[str]
) -> None:
    """Last hand does not leave a trick that it could not win later."""
    suit = "C" if contract == "2H-S" else "H"
    dummy = ".J32.54.63" if suit == "C" else "J32.63.54."
    position = ending(
        declarer, dummy, out, needed=5, contract=contract,
        trick=f"W {suit}5 {suit}4 {suit}T",
    )  # fmt: skip
    cards = {
        str(Card(way.tasks[0].arguments[0])) for way in catalogue().ways(FOLLOW, position.table)
    }
    assert cards == thought
