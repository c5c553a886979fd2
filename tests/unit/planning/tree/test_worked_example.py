"""The worked example of Ghallab, Nau and Traverso, "Automated Planning", chapter 23.

East plays three notrump, vulnerable; West, dummy, leads at the third trick. To finesse against the
queen of spades in North gains a trick or loses the contract; to cash out makes nine tricks. Each
spade that is out lies with either defender by the toss of a coin, as in the chapter.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from bluechip_bot.model import Card, Contract, Hand, Seat, Suit, Trick
from bluechip_bot.planning.declarer import Plan, goal_values
from bluechip_bot.planning.methods.discard import DISCARD
from bluechip_bot.planning.methods.finesse import FINESSE
from bluechip_bot.planning.methods.task import TaskCatalogue
from bluechip_bot.planning.settings import TreeLimits
from bluechip_bot.planning.state.belief import Beliefs
from bluechip_bot.planning.state.defence import DefenderAct
from bluechip_bot.planning.state.state import begin
from bluechip_bot.planning.tree.node import PlanEdge, PlanNode
from bluechip_bot.planning.tree.planner import Planner
from bluechip_bot.planning.view import DeclarerView
from support.planning import PLANNING

PLAYED = "HK H5 H2 H3 HQ HA H4 H6"
QUEEN = 1 << 10
METHODS = TaskCatalogue(
    entry for entry in (*DISCARD, *FINESSE) if entry.name in {"cash out", "finesse", "finesse two"}
)


def plan(dummy: str = "A2..AKQJ3.8642", *, vulnerable: bool = True) -> Plan:
    """The whole tree with West, dummy, on lead at the third trick, one trick won."""
    hands = Hand.parse("KJ74..T94.A753"), Hand.parse(dummy)
    played = Hand.of(Card.parse(card) for card in PLAYED.split())
    out = Hand((1 << 52) - 1) - hands[0] - hands[1] - played
    contract = Contract.parse("3NT-E")
    place = DeclarerView(
        contract, vulnerable, *hands, out, (11, 11), (0, 0), Trick(Seat.WEST), 1, Suit.HEARTS
    )  # fmt: skip
    # South has three hearts left and cannot attack the ace of clubs.
    hearts = list(out.in_suit(Suit.HEARTS))[:3]
    rows = []
    for number in range(1 << out.length(Suit.SPADES)):
        spades = [card for bit, card in enumerate(out.in_suit(Suit.SPADES)) if number >> bit & 1]
        south = Hand.of([*spades, *hearts]).mask
        rows.append((south, out.mask & ~south))
    game, state = begin(place, Beliefs(rows), PLANNING)
    worth = goal_values("points", contract, vulnerable=vulnerable)
    root = Planner(game, worth, METHODS, TreeLimits(share=0)).plan(state)
    return Plan(place, "points", root, nodes=0, stages=1)


def by_act(node: PlanNode) -> dict[tuple[DefenderAct | None, bool], PlanEdge]:
    """The edges of a chance node, by what the defender does and whether it is with the queen."""
    return {(edge.act, edge.cards == QUEEN): edge for edge in node.edges}


def test_the_finesse_is_worth_what_the_chapter_says() -> None:
    """North void 1/128, only the queen 1/128; the queen with South 1/2 after a low one: 270.47."""
    root = plan().root
    assert [edge.path[0].method for edge in root.edges] == ["cash out", "finesse"]
    cash, risk = root.edges
    assert (cash.node.value, cash.node.tricks) == (600, 9)
    assert risk.node.value == pytest.approx(270.46875)
    north = by_act(risk.node)
    assert north[DefenderAct.DISCARD, False].probability == 1 / 128
    assert north[DefenderAct.LOW, True].probability == 1 / 128
    assert north[DefenderAct.DISCARD, False].node.value == 600
    assert north[DefenderAct.LOW, True].node.value == 630
    low = north[DefenderAct.LOW, False].node
    assert low.value == 265
    assert by_act(low.edges[0].node)[DefenderAct.WIN, True].probability == 1 / 2


def test_choice_flips_when_cash_out_goes_down() -> None:
    """With one diamond less there are eight tricks on top, and the finesse is right."""
    root = plan("A2..AKQJ.J8642").root
    assert [edge.path[0].method for edge in root.edges] == ["finesse", "cash out"]
    assert root.value > 200 > root.edges[1].node.value == -100


def test_choice_stays_when_nobody_is_vulnerable() -> None:
    """400 is better than the mean of 430 and -50, too."""
    root = plan(vulnerable=False).root
    assert (root.edges[0].path[0].method, root.value) == ("cash out", 400)


def test_explanation_names_line_and_alternative() -> None:
    """What is cashed, how many tricks that makes, and what the finesse would have risked."""
    text = plan().explain()
    assert "Cash two spades, five diamonds and a club. That makes nine tricks and" in text
    assert "worse to finesse North for the queen of spades" in text


def test_tree_is_told_as_text() -> None:
    """A line for each turn, with values and probabilities."""
    lines = plan().text(3).splitlines()
    assert lines[0] == "600 West"
    assert any("(cash out): 600 [9 tricks]" in line for line in lines)
    assert any("plays low" in line and "%" in line for line in lines)


@pytest.mark.parametrize("depth", [1, 4, 8])
def test_drawing_is_well_formed(depth: int) -> None:
    """The drawing is XML with as many paths as edges are drawn, and a box for it all."""
    root = ET.fromstring(plan().svg(depth))
    tag = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{tag}svg"
    paths = root.findall(f"{tag}path")
    texts = root.findall(f"{tag}text")
    assert [text.text for text in texts] == [
        row.lstrip(" │├└") for row in plan().text(depth).splitlines()
    ]
    assert len(paths) == len(texts) - 1
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for shape in root.findall(f"{tag}circle"):
        assert 0 <= float(shape.attrib["cx"]) <= width
        assert 0 <= float(shape.attrib["cy"]) <= height
