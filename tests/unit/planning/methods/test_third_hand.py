"""Honours in third hand, in suit contracts; `test_notrump` has those in notrump."""

from __future__ import annotations

from typing import Any

import pytest

from bluechip_bot.model import Card
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.methods.task import FOLLOW
from support.planning import Ending


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


def test_third_hand_keeps_its_honour_below_the_ace() -> None:
    """Second hand has played what beats it: low, and it is good."""
    position = Ending(
        "AKQ..KQ6.", "J32...54", "T98..JT74.KQJT", needed=4, trick="N D3 DA", contract="4S-S"
    )
    assert str(position.choose().card) == "D6"
