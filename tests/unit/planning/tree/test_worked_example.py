"""The worked example of Ghallab, Nau and Traverso, "Automated Planning", chapter 23.

East plays three notrump, vulnerable; West, dummy, leads at the third trick. To finesse against the
queen of spades in North gains a trick or loses the contract; to cash out makes nine tricks. Each
spade that is out lies with either defender by the toss of a coin, as in the chapter.
"""

from __future__ import annotations

import pytest

from bluechip_bot.model import Card, Contract, Hand, Seat, Suit, Trick
from bluechip_bot.planning.goal import values
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


def tree(dummy: str = "A2..AKQJ3.8642", *, vulnerable: bool = True) -> PlanNode:
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
    worth = values("points", contract, vulnerable=vulnerable)
    return Planner(game, worth, METHODS, TreeLimits(share=0)).plan(state)


def by_act(node: PlanNode) -> dict[tuple[DefenderAct | None, bool], PlanEdge]:
    """The edges of a chance node, by what the defender does and whether it is with the queen."""
    return {(edge.act, edge.cards == QUEEN): edge for edge in node.edges}


def test_the_finesse_is_worth_what_the_chapter_says() -> None:
    """North void 1/128, only the queen 1/128; the queen with South 1/2 after a low one: 270.47."""
    root = tree()
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
    root = tree("A2..AKQJ.J8642")
    assert [edge.path[0].method for edge in root.edges] == ["finesse", "cash out"]
    assert root.value > 200 > root.edges[1].node.value == -100


def test_choice_stays_when_nobody_is_vulnerable() -> None:
    """400 is better than the mean of 430 and -50, too."""
    root = tree(vulnerable=False)
    assert (root.edges[0].path[0].method, root.value) == ("cash out", 400)
