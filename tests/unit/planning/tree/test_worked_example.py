"""The worked example of Ghallab, Nau and Traverso, "Automated Planning", chapter 23.

East plays three notrump, vulnerable; West, dummy, leads at the third trick. To finesse against the
queen of spades in North gains a trick or loses the contract; to cash out makes nine tricks. The
numbers are the chapter's, those of the exact model are computed from them.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from bluechip_bot.model import Card, Contract, Hand, Seat, Suit, Trick
from bluechip_bot.planning.goal import values
from bluechip_bot.planning.methods.cashing import CASHING
from bluechip_bot.planning.methods.finesse import FINESSE
from bluechip_bot.planning.methods.task import Catalogue
from bluechip_bot.planning.settings import TreeLimits
from bluechip_bot.planning.state.belief import Beliefs, ExactBeliefs, HalfBeliefs
from bluechip_bot.planning.state.defence import DefenderAct, branches
from bluechip_bot.planning.state.state import begin, play_ours
from bluechip_bot.planning.tree.node import Edge, NodeKind, PlanNode
from bluechip_bot.planning.tree.planner import Planner
from bluechip_bot.planning.view import LEFT, RIGHT, DeclarerView
from support.planning import PLANNING

CONTRACT = Contract.parse("3NT-E")
DECLARER = "KJ74..T94.A753"
DUMMY = "A2..AKQJ3.8642"
PLAYED = "HK H5 H2 H3 HQ HA H4 H6"
QUEEN = 1 << 10
LOW = (1 << 10) - 1 - sum(1 << rank for rank in (0, 2, 5, 9))
"""The spades that are out but for the queen: T98653."""
HEARTS = {(0, Suit.HEARTS): (3, 3), (0, Suit.CLUBS): (0, 0)}
"""South led the king from five hearts, of which two are played; and he cannot attack East's ace of
clubs, so that it does not matter what he leads when his hearts are run."""
METHODS = CASHING.joined(
    FINESSE.only(["finesse", "easy finesse", "standard finesse", "busted finesse"])
)


def position(*, vulnerable: bool = True, dummy: str = DUMMY) -> DeclarerView:
    """West, dummy, on lead at the third trick, one trick won."""
    hands = Hand.parse(DECLARER), Hand.parse(dummy)
    played = Hand.of(Card.parse(card) for card in PLAYED.split())
    out = Hand((1 << 52) - 1) - hands[0] - hands[1] - played
    trick = Trick(Seat.WEST)
    return DeclarerView(
        CONTRACT, vulnerable, *hands, out, (11, 11), (0, 0), trick, 1, Suit.HEARTS
    )  # fmt: skip


def tree(place: DeclarerView, beliefs: Beliefs, methods: Catalogue = METHODS) -> PlanNode:
    """The whole tree, with probabilities as fractions and no branch left out."""
    game, state = begin(place, beliefs, PLANNING)
    worth = values("points", CONTRACT, vulnerable=place.vulnerable)
    return Planner(game, worth, methods, TreeLimits(share=0), ratio=Fraction).plan(state)


def finesse(root: PlanNode) -> PlanNode:
    """North's turn after dummy's two of spades."""
    return next(edge.node for edge in root.edges if edge.path[0].method == "finesse")


def by_act(node: PlanNode) -> dict[tuple[DefenderAct | None, bool], Edge]:
    """The edges of a chance node, by what the defender does and whether it is with the queen."""
    return {(edge.act, bool(edge.cards == QUEEN)): edge for edge in node.edges}


def test_leaf_values_are_scores() -> None:
    """Check 1: three notrump, vulnerable, with nine, ten and eight tricks."""
    worth = values("points", CONTRACT, vulnerable=True)
    assert (worth[9], worth[10], worth[8]) == (600, 630, -100)


def test_evaluator_gives_the_printed_value() -> None:
    """Check 2: fed with the chapter's numbers (one of them misprinted), 270.73 comes out."""
    south = [Edge(0, PlanNode.leaf(630), 0.5), Edge(0, PlanNode.leaf(-100), 0.5)]
    low = PlanNode.chance(LEFT, south)
    assert low.value == 265
    north = [
        Edge(0, low, 0.9854), Edge(0, PlanNode.leaf(630), 0.0078),
        Edge(0, PlanNode.leaf(600), 0.0078),
    ]  # fmt: skip
    assert PlanNode.chance(RIGHT, north).value == pytest.approx(270.73, abs=0.01)


def test_coin_model_gives_the_probabilities_of_the_chapter() -> None:
    """Check 3: North void 1/128, only the queen 1/128; the queen with South 1/2 after a low one."""
    north = by_act(finesse(tree(position(), HalfBeliefs(position(), lengths=HEARTS))))
    low = north[DefenderAct.LOW, False]
    assert north[DefenderAct.DISCARD, False].probability == Fraction(1, 128)
    assert north[DefenderAct.LOW, True].probability == Fraction(1, 128)
    assert low.probability == Fraction(126, 128)
    south = by_act(low.node.edges[0].node)
    assert south[DefenderAct.WIN, True].probability == Fraction(1, 2)
    assert low.node.value == 265


def test_coin_model_gives_the_value_of_the_finesse() -> None:
    """Check 3: 270.46875, exactly."""
    root = tree(position(), HalfBeliefs(position(), lengths=HEARTS))
    assert finesse(root).value == Fraction(27046875, 100000)


def test_vacant_places_give_the_exact_probabilities() -> None:
    """Check 4: of 22 cards out, 11 with each, North is void or has the bare queen."""
    place = position()
    game, state = begin(place, ExactBeliefs(place), PLANNING)
    found = branches(game, play_ours(game, state, Card.parse("S2")))
    total = sum(branch.weight for branch in found)
    shares = {(b.act, b.ranks): Fraction(b.weight, total) for b in found}
    void, queen = Fraction(1365, 705432), Fraction(3003, 705432)
    assert shares[DefenderAct.DISCARD, 0] == void
    assert shares[DefenderAct.LOW, QUEEN] == queen
    assert shares[DefenderAct.LOW, LOW] == 1 - void - queen
    assert sum(shares.values()) == 1


def test_vacant_places_give_the_exact_value() -> None:
    """Check 4: with the scores of the example the finesse is worth 266.354."""
    place = position()
    game, state = begin(place, ExactBeliefs(place), PLANNING)
    north = branches(game, play_ours(game, state, Card.parse("S2")))
    scores = {(DefenderAct.DISCARD, 0): 600, (DefenderAct.LOW, QUEEN): 630}
    total = sum(branch.weight for branch in north)
    edges = []
    for branch in north:
        share = Fraction(branch.weight, total)
        if branch.ranks == LOW:
            after = branches(game, play_ours(game, branch.state, Card.parse("SJ")))
            weight = sum(b.weight for b in after)
            south = [
                Edge(
                    0,
                    PlanNode.leaf(-100 if b.act is DefenderAct.WIN else 630),
                    Fraction(b.weight, weight),
                )
                for b in after
            ]
            edges.append(Edge(0, PlanNode.chance(LEFT, south), share))
        else:
            edges.append(Edge(0, PlanNode.leaf(scores[branch.act, branch.ranks]), share))
    assert float(PlanNode.chance(RIGHT, edges).value) == pytest.approx(266.354, abs=0.001)


@pytest.mark.parametrize("model", [HalfBeliefs, ExactBeliefs])
def test_cash_out_is_chosen(model: type[HalfBeliefs]) -> None:
    """Check 5: 600 beats the finesse in either model, and what follows is what the chapter says."""
    root = tree(position(), model(position(), lengths=HEARTS))
    best = root.edges[0]
    assert (best.path[0].method, best.node.value) == ("cash out", 600)
    assert finesse(root).value < 600
    north = by_act(finesse(root))
    assert north[DefenderAct.LOW, True].node.edges[0].path[-1].method == "easy finesse"
    assert north[DefenderAct.LOW, True].node.value == 630
    assert north[DefenderAct.DISCARD, False].node.edges[0].path[-1].method == "busted finesse"
    assert north[DefenderAct.DISCARD, False].node.value == 600
    assert north[DefenderAct.LOW, False].node.edges[0].path[-1].method == "standard finesse"


def test_leaves_are_those_of_the_chapter() -> None:
    """Check 6: the finesse ends in 630 and -100, 630, and 600; to cash out in 600."""
    root = tree(position(), HalfBeliefs(position(), lengths=HEARTS))
    assert {edge.path[0].method for edge in root.edges} == {"cash out", "finesse"}
    cash, risk = root.edges
    assert cash.node.kind is NodeKind.LEAF
    assert cash.node.outcomes == (600,)
    # South without the queen or without a spade: 630 either way.
    by_branch = {frozenset(edge.node.outcomes) for edge in risk.node.edges}
    assert by_branch == {frozenset({-100, 630}), frozenset({630}), frozenset({600})}


def test_choice_flips_when_cash_out_goes_down() -> None:
    """Check 7: with one diamond less there are eight tricks on top, and the finesse is right."""
    place = position(dummy="A2..AKQJ.J8642")
    root = tree(place, HalfBeliefs(place, lengths=HEARTS))
    by_method = {edge.path[0].method: edge.node.value for edge in root.edges}
    assert by_method["cash out"] == -100
    assert root.edges[0].path[0].method == "finesse"
    assert by_method["finesse"] > 200


def test_choice_stays_when_nobody_is_vulnerable() -> None:
    """Check 7: 400 is better than the mean of 430 and -50, too."""
    place = position(vulnerable=False)
    root = tree(place, HalfBeliefs(place, lengths=HEARTS))
    assert (root.edges[0].path[0].method, root.value) == ("cash out", 400)
    assert finesse(root).value == pytest.approx(0.984375 * 190 + 0.0078125 * (430 + 400))
