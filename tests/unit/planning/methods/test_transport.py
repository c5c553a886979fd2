"""Ways from one hand to the other."""

from __future__ import annotations

import pytest

from bluechip_bot.model import Card
from bluechip_bot.planning.methods.task import Task
from bluechip_bot.planning.methods.transport import TRANSPORT
from support.planning import Ending


def crossings(ending: Ending, player: int) -> list[tuple[str, str]]:
    """The methods and the first cards of the ways to a hand, the cheapest first."""
    found = []
    for way in TRANSPORT.ways(Task("get to", (player,)), ending.table):
        cards = [str(Card(task.arguments[0])) for task in way.tasks[:1]]
        found.append((way.method, "".join(cards)))
    return found


@pytest.mark.parametrize(
    ("declarer", "dummy", "out", "leader", "player", "expected"),
    [
        # The spade stopper is kept.
        ("32..A2.", "A4..K3.", "K7.AKQ.Q54.", "S", 2, "D2"),
        ("2.K3..2", "3.A..A3", "KQ.QJ5..KQJ", "S", 2, "H3"),
        ("A4..K3.", "32..A2.", "K7.AKQ.Q54.", "N", 0, "D2"),
    ],
)
def test_cheapest_entry(
    declarer: str, dummy: str, out: str, leader: str, player: int, expected: str
) -> None:
    """A suit with winners in both hands is crossed in before the only stopper of another."""
    place = Ending(declarer, dummy, out, needed=2, trick=leader)
    assert crossings(place, player)[0] == ("cross to a winner", expected)


def test_overtake() -> None:
    """A bare winner is overtaken where there is no low card to cross with."""
    place = Ending("4..K.5", "..AQJ.", "..T98.KQJ", needed=2)
    assert crossings(place, 2) == [("overtake", "DK")]


def test_no_entry() -> None:
    """Without a winner opposite there is no way."""
    place = Ending("4..K.5", "..QJT.", "..A98.KQJ", needed=2)
    assert crossings(place, 2) == []


@pytest.mark.parametrize(
    ("declarer", "dummy", "leader", "player", "expected"),
    [
        ("A2.4..", "K3...5", "S", 2, "H4"),
        ("K3...5", "A2.4..", "N", 0, "H4"),
    ],
)
def test_ruff_over(declarer: str, dummy: str, leader: str, player: int, expected: str) -> None:
    """In a suit contract a side suit is ruffed in the hand that is wanted."""
    place = Ending(declarer, dummy, "4.AK..AKQ", needed=2, trick=leader, contract="4S-S")
    assert ("ruff to the other hand", expected) in crossings(place, player)


def test_overtaking_that_crashes_honours_is_dear() -> None:
    """Two winners on one trick cost one, where the suit has no third to make up for it."""
    rich = Ending("4..K.5", "..AQJ.", "..T98.KQJ", needed=2).table
    poor = Ending("4..K.5", "..A2.6", "..QJT.KQJ", needed=2).table
    gains = [TRANSPORT.ways(Task("get to", (2,)), table)[0].gain for table in (rich, poor)]
    assert gains[0] - gains[1] > 0.5
