"""What a plan comes to: tricks, chances, and the line that its player hopes for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bluechip_bot.planning.tree.node import Edge, NodeKind, PlanNode
from bluechip_bot.planning.view import DeclarerView

_WORSE: Final = 0.15
"""A play leaves the line that is hoped for if the contract makes this much less often after it."""


class Prospects:
    """The tricks that a plan makes, below each of its nodes; every node is looked at once.

    Args:
        position: where the plan starts.
    """

    def __init__(self, position: DeclarerView) -> None:
        self._target = position.contract.target
        self._known: dict[int, dict[int, float]] = {}

    def shares(self, node: PlanNode) -> dict[int, float]:
        """The probability of each number of tricks."""
        if node.kind is NodeKind.LEAF:
            return {node.tricks: 1.0}
        shares = self._known.get(id(node))
        if shares is None:
            shares = {}
            for edge in node.edges if node.kind is NodeKind.CHANCE else node.edges[:1]:
                for tricks, share in self.shares(edge.node).items():
                    shares[tricks] = shares.get(tricks, 0.0) + float(edge.probability) * share
            self._known[id(node)] = shares
        return shares

    def made(self, node: PlanNode) -> float:
        """The probability that the contract is made."""
        return sum(share for tricks, share in self.shares(node).items() if tricks >= self._target)

    def likely(self, node: PlanNode) -> int:
        """The most probable number of tricks."""
        shares = self.shares(node)
        return max(shares, key=lambda tricks: (shares[tricks], tricks))

    def hoped(self, node: PlanNode) -> Edge:
        """The edge that the line goes on with: our best card, or what a defender is hoped to play.

        That is the class with which the contract is made most often, the likeliest of equals.
        """
        if node.kind is NodeKind.CHOICE:
            return node.edges[0]
        return max(
            node.edges,
            key=lambda edge: (float(edge.probability) * self.made(edge.node), edge.probability),
        )


class Played(NamedTuple):
    """A card or class of cards of a line.

    Attributes:
        edge: what is played.
        agent: who plays it, counted from declarer.
        trick: which trick it belongs to, that of the position being 0.
        leads: whether it begins the trick.
        led: the suit that was led to the trick.
        rivals: what the defender may play instead; empty for our cards.
        reach: how probable it is that the line comes so far.
    """

    edge: Edge
    agent: int
    trick: int
    leads: bool
    led: int
    rivals: tuple[Edge, ...] = ()
    reach: float = 1.0


def line(position: DeclarerView, prospects: Prospects, edge: Edge) -> Iterator[Played]:
    """The line that is hoped for, from one of the cards that may be played now."""
    count, suit = len(position.trick.cards), position.trick.suit
    led = -1 if suit is None else int(suit)
    yield from _line(prospects, edge, position.turn, count, led)


def instead(prospects: Prospects, play: Played, rival: Edge) -> Iterator[Played]:
    """The line from a rival of a defender's play, that play included."""
    count = 4 * play.trick + (0 if play.leads else 1)
    yield from _line(prospects, rival, play.agent, count, play.led)


def _line(prospects: Prospects, edge: Edge, agent: int, count: int, led: int) -> Iterator[Played]:
    rivals: tuple[Edge, ...] = ()
    reach = 1.0
    trick, leads = count // 4, count % 4 == 0
    while True:
        if leads:
            led = (edge.cards.bit_length() - 1) // 13
        yield Played(edge, agent, trick, leads, led, rivals, reach)
        # Classes in which all goes on as well belong to the line.
        made = prospects.made(edge.node)
        worse = (other for other in rivals if made - prospects.made(other.node) >= _WORSE)
        reach *= 1 - sum(float(other.probability) for other in worse)
        node = edge.node
        if node.kind is NodeKind.LEAF:
            return
        count += 1
        trick, leads = count // 4, count % 4 == 0
        agent, edge = node.agent, prospects.hoped(node)
        others = node.edges if node.kind is NodeKind.CHANCE else ()
        rivals = tuple(other for other in others if other is not edge)
