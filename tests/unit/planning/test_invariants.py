"""What holds of every plan."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bluechip_bot.model import Board
from bluechip_bot.planning.declarer import HtnDeclarer, Plan, goal_values
from bluechip_bot.planning.error import DeclarerViewError
from bluechip_bot.planning.settings import TreeLimits
from bluechip_bot.planning.tree.node import NodeKind, PlanNode
from bluechip_bot.planning.view import DEFENDERS, DeclarerView
from support.planning import PLANNING, random_board, swapped, vacant

STAGES = (TreeLimits(0, 0.1, 1, 4), TreeLimits(1, 0.05))
CASES = [
    (seed, contract, cards)
    for seed, contract in enumerate(("3NT-S", "4S-S", "2H-S", "6NT-S", "4S-S", "1NT-S"))
    for cards in ((1, 42), (18, 50))[seed % 2]
]


def plan(board: Board) -> Plan:
    """A plan by vacant places, of two short stages that are always finished."""
    place = DeclarerView.of(board)
    return HtnDeclarer(lambda: 0.0, PLANNING, stages=STAGES).choose(
        place, vacant(place), budget=1.0, goal="points"
    )


def nodes(root: PlanNode) -> Iterator[PlanNode]:
    """Every node of a tree once."""
    seen: set[int] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            stack += [edge.node for edge in node.edges]


def our_turn(seed: int, contract: str, cards: int) -> Board:
    """A random board after so many cards, or the few more until declarer's side is to play."""
    while True:
        board = random_board(seed, contract, cards)
        assert board.play is not None
        assert not board.play.is_over
        if DeclarerView.of(board).turn not in DEFENDERS:
            return board
        cards += 1


@pytest.mark.parametrize(("seed", "contract", "cards"), CASES)
def test_tree_adds_up(seed: int, contract: str, cards: int) -> None:
    """Probabilities sum to 1, values are those of the leaves, the best edge comes first."""
    board = our_turn(seed, contract, cards)
    chosen = plan(board)
    place = DeclarerView.of(board)
    assert chosen.card in place.legal
    scores = goal_values("points", place.contract, vulnerable=place.vulnerable)
    for node in nodes(chosen.root):
        error = 0.0
        if node.kind is NodeKind.CHANCE:
            assert sum(edge.probability for edge in node.edges) == pytest.approx(1)
            mean = sum(edge.probability * edge.node.value for edge in node.edges)
            assert node.value == pytest.approx(mean)
        elif node.kind is NodeKind.CHOICE:
            worth = [edge.node.value for edge in node.edges]
            if node is chosen.root and not node.complete:
                # There what the tree leaves out may cost as much as a better card wins.
                error = 0.05 * (max(scores) - min(scores))
            assert node.value == worth[0] >= max(worth) - error
            assert all(edge.cards.bit_count() == 1 for edge in node.edges)
        else:
            assert node.tricks >= board.play.declarer_tricks  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", range(2))
def test_hidden_cards_do_not_matter(seed: int) -> None:
    """Other hidden hands, the same public position: the same plan, in the same words."""
    board = our_turn(seed, "3NT-S", 13)
    other = swapped(board)
    assert other.hands != board.hands
    assert DeclarerView.of(other) == DeclarerView.of(board)
    first, second = plan(board), plan(other)
    assert first.text(4) == second.text(4)
    assert first.explain() == second.explain()


def test_unknown_dummy_is_refused() -> None:
    """Without dummy there is nothing to plan, and the message says whose hand is missing."""
    board = random_board(1, "3NT-S", 1)
    hidden = board.seen_by(board.contract.leader)  # type: ignore[union-attr]
    with pytest.raises(DeclarerViewError, match="the hand of South is unknown"):
        DeclarerView.of(hidden)
