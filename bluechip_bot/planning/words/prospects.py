"""The prospects of a plan: its tricks and chances, and the line that we hope for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bluechip_bot.planning.tree.node import NodeKind, PlanEdge, PlanNode
from bluechip_bot.planning.view import DeclarerView

_WORSE: Final = 0.15
"""A play leaves the line that we hope for if it makes the contract this much less probable."""


class PlanProspects:
    """The tricks that a plan makes from each of its nodes; every node is worked out once."""

    def __init__(self, position: DeclarerView) -> None:
        self._target = position.contract.target
        self._known: dict[int, dict[int, float]] = {}

    def shares(self, node: PlanNode) -> dict[int, float]:
        """Return the probability of each number of tricks from a node."""
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
        """Return the probability that the contract is made from a node."""
        return sum(share for tricks, share in self.shares(node).items() if tricks >= self._target)

    def likely(self, node: PlanNode) -> int:
        """Return the most probable number of tricks from a node."""
        shares = self.shares(node)
        return max(shares, key=lambda tricks: (shares[tricks], tricks))

    def hoped(self, node: PlanNode) -> PlanEdge:
        """Return the edge that continues the line: our best card, or the play that we hope for.

        We hope for the class that most often leads to a made contract, or the likeliest of equals.
        """
        if node.kind is NodeKind.CHOICE:
            return node.edges[0]
        return max(
            node.edges,
            key=lambda edge: (float(edge.probability) * self.made(edge.node), edge.probability),
        )


class LineCard(NamedTuple):
    """A card, or class of cards, played in a line.

    Attributes:
        edge: the play in the tree.
        agent: who plays it, counted from declarer.
        place: the number of cards before it, counted from the start of the trick in progress.
        led: the suit that was led to the trick.
        rivals: other plays that the defender may make; empty for our cards.
        reach: the probability that the line gets this far.
    """

    edge: PlanEdge
    agent: int
    place: int
    led: int
    rivals: tuple[PlanEdge, ...] = ()
    reach: float = 1.0

    @property
    def leads(self) -> bool:
        """Whether the card begins a trick."""
        return self.place % 4 == 0


def line(position: DeclarerView, prospects: PlanProspects, edge: PlanEdge) -> Iterator[LineCard]:
    """Yield the line that we hope for, beginning with one of the cards that may be played now."""
    suit = position.trick.suit
    led = edge.card // 13 if suit is None else int(suit)
    yield from _line(prospects, LineCard(edge, position.turn, len(position.trick.cards), led))


def instead(prospects: PlanProspects, play: LineCard, rival: PlanEdge) -> Iterator[LineCard]:
    """Yield the line that follows if a defender plays `rival` instead, that play included."""
    led = rival.card // 13 if play.leads else play.led
    yield from _line(prospects, play._replace(edge=rival, led=led, rivals=()))


def _line(prospects: PlanProspects, play: LineCard) -> Iterator[LineCard]:
    while True:
        yield play
        node = play.edge.node
        if node.kind is NodeKind.LEAF:
            return
        # Classes after which the contract is made about as often belong to the line.
        made = prospects.made(node)
        worse = [each for each in play.rivals if made - prospects.made(each.node) >= _WORSE]
        reach = play.reach * (1 - sum(float(each.probability) for each in worse))
        edge, place = prospects.hoped(node), play.place + 1
        led = edge.card // 13 if place % 4 == 0 else play.led
        others = node.edges if node.kind is NodeKind.CHANCE else ()
        rivals = tuple(each for each in others if each is not edge)
        play = LineCard(edge, node.agent, place, led, rivals, reach)
