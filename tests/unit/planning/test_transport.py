"""Ways from one hand to the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bluechip_bot.model import Card
from bluechip_bot.planning.methods.transport import TRANSPORT
from bluechip_bot.planning.task import Task

Endings = Callable[..., Any]


def crossings(ending: Any, player: int) -> list[tuple[str, str]]:
    """The methods and the first cards of the ways to a hand, the cheapest first."""
    found = []
    for way in TRANSPORT.ways(Task("get to", (player,)), ending.table):
        cards = [str(Card(task.arguments[0])) for task in way.tasks[:1]]
        found.append((way.method, "".join(cards)))
    return found


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "leader", "player", "expected"),
    [
        # The spade stopper is kept, and so is the entry to the clubs.
        ("32.2.A2.", "A4.3.K3.", "K75.AKQ..", "S", 2, "D2"),
        ("2.K32..2", "3.A4..A3", "KQ.QJ5..K", "S", 2, "H2"),
        ("A4.3.K3.", "32.2.A2.", "K75.AKQ..", "N", 0, "D2"),
    ],
)
def test_cheapest_entry(
    ending: Endings, declarer: str, dummy: str, out: str, leader: str, player: int, expected: str
) -> None:
    """A suit with winners in both hands is crossed in before the only stopper of another."""
    place = ending(declarer, dummy, out, needed=2, trick=leader)
    assert crossings(place, player)[0] == ("cross to a winner", expected)


def test_overtake(ending: Endings) -> None:
    """A bare winner is overtaken where there is no low card to cross with."""
    place = ending("4..K.5", "..AQJ.", "..T98.KQJ", needed=2)
    assert crossings(place, 2) == [("overtake", "DK")]


def test_stay(ending: Endings) -> None:
    """Who is there need not cross."""
    place = ending("4..K.5", "..AQJ.", "..T98.KQJ", needed=2)
    assert crossings(place, 0) == [("stay", "")]


def test_no_entry(ending: Endings) -> None:
    """Without a winner opposite there is no way."""
    place = ending("4..K.5", "..QJT.", "..A98.KQJ", needed=2)
    assert crossings(place, 2) == []
