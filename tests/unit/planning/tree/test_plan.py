"""Plans as they are told and drawn."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from bluechip_bot.model import Card, Contract, Hand, Seat, Suit, Trick
from bluechip_bot.planning.declarer import HtnDeclarer, Plan
from bluechip_bot.planning.methods.discard import DISCARD
from bluechip_bot.planning.methods.finesse import FINESSE
from bluechip_bot.planning.methods.task import TaskCatalogue
from bluechip_bot.planning.settings import TreeLimits
from bluechip_bot.planning.view import DeclarerView
from support.planning import PLANNING, random_board, vacant


def cashout() -> Plan:
    """The worked example: dummy, West, on lead; nine tricks on top or a finesse."""
    hands = Hand.parse("KJ74..T94.A753"), Hand.parse("A2..AKQJ3.8642")
    played = Hand.of(Card.parse(card) for card in ["HK", "H5", "H2", "H3", "HQ", "HA", "H4", "H6"])
    place = DeclarerView(
        Contract.parse("3NT-E"), True, *hands, Hand((1 << 52) - 1) - hands[0] - hands[1] - played,
        (11, 11), (0, 0), Trick(Seat.WEST), 1, Suit.HEARTS,
    )  # fmt: skip
    beliefs = vacant(place, lengths={(0, Suit.HEARTS): (3, 3)})
    names = {"cash out", "finesse", "finesse two"}
    methods = TaskCatalogue(entry for entry in (*DISCARD, *FINESSE) if entry.name in names)
    declarer = HtnDeclarer(lambda: 0.0, PLANNING, methods=methods)
    return declarer.choose(place, beliefs, budget=1, goal="points")


def test_explanation_names_line_and_alternative() -> None:
    """What is cashed, how many tricks that makes, and what the finesse would have risked."""
    text = cashout().explain()
    assert "Cash two spades, five diamonds and a club. That makes nine tricks and" in text
    assert "worse to finesse North for the queen of spades" in text


def test_tree_is_told_as_text() -> None:
    """A line for each turn, with values and probabilities."""
    lines = cashout().text(3).splitlines()
    assert lines[0] == "600 West"
    assert any("(cash out): 600 [9 tricks]" in line for line in lines)
    assert any("plays low" in line and "%" in line for line in lines)


@pytest.mark.parametrize("depth", [1, 4, 8])
def test_drawing_is_well_formed(depth: int) -> None:
    """The drawing is XML with as many paths as edges are drawn, and a box for it all."""
    root = ET.fromstring(cashout().svg(depth))
    tag = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{tag}svg"
    paths = root.findall(f"{tag}path")
    texts = root.findall(f"{tag}text")
    assert [text.text for text in texts] == [
        row.lstrip(" │├└") for row in cashout().text(depth).splitlines()
    ]
    assert len(paths) == len(texts) - 1
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for shape in root.findall(f"{tag}circle"):
        assert 0 <= float(shape.attrib["cx"]) <= width
        assert 0 <= float(shape.attrib["cy"]) <= height


def test_time_is_kept() -> None:
    """When the time is spent there is the answer of the first stage."""
    ticks = iter(range(10**9))
    board = random_board(5, "3NT-S", 1)
    place = DeclarerView.of(board)
    beliefs = vacant(place)
    stages = (TreeLimits(0, 0.1, 1, 4), TreeLimits(13, 0.0))
    hurried = HtnDeclarer(lambda: float(next(ticks)), PLANNING, stages=stages)
    chosen = hurried.choose(place, beliefs, budget=3.0)
    assert chosen.stages == 1
    assert chosen.card in place.legal
