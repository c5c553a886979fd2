"""The nodes and edges of a plan's tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from attrs import field, frozen

from bluechip_bot.model import Card
from bluechip_bot.planning.state.defence import DefenderAct


class NodeKind(Enum):
    """The one that chooses at a node: our side, chance, or nobody at a leaf."""

    CHOICE = "choice"
    CHANCE = "chance"
    LEAF = "leaf"


@frozen
class PlanStep:
    """A method on the way to a card; its suit, card and player (from declarer), -1 for none."""

    method: str
    suit: int = -1
    card: int = -1
    player: int = -1


@frozen(eq=False)
class PlanEdge:
    """A play in the tree, and the node that it leads to.

    Attributes:
        cards: the cards that may be played, as a mask of 52 bits: one at a choice, a class of
            equals at chance; 0 for any discard, or if it does not matter which card is played.
        probability: at chance, the share of the layouts that are left; 1 at a choice.
        act: what the defender does; None at a choice.
        path: at a choice, the methods that led to the card, the most general first.
    """

    cards: int
    node: PlanNode
    probability: float = 1.0
    act: DefenderAct | None = None
    path: tuple[PlanStep, ...] = ()

    @property
    def card(self) -> Card:
        """The highest of the cards; at a choice it is the only one."""
        return Card(self.cards.bit_length() - 1)

    @property
    def value(self) -> float:
        """The value of the node that the edge leads to."""
        return float(self.node.value)

    @property
    def method(self) -> str:
        """The methods that led to the card, joined by " / "."""
        return " / ".join(step.method for step in self.path)


@frozen(eq=False)
class PlanNode:
    """A turn in the tree, or the end of a line.

    Attributes:
        kind: whether we choose (the value is the largest of the edges' values), chance does (the
            value is their mean, weighted by probability), or the line ends (a leaf).
        agent: whose turn it is, counted from declarer; -1 at a leaf.
        edges: the plays; at a choice the best first.
        complete: whether nothing below was cut short by a limit.
        tricks: at a leaf, the tricks of declarer's side.
        cards: at a leaf, the cards with which the sure tricks are run, in order.
    """

    kind: NodeKind
    agent: int
    value: float
    edges: tuple[PlanEdge, ...] = field(default=(), repr=False)
    complete: bool = True
    tricks: int = -1
    cards: tuple[int, ...] = field(default=(), repr=False)

    @classmethod
    def leaf(cls, value: float, tricks: int = -1, cards: tuple[int, ...] = ()) -> PlanNode:
        """Return the end of a line; without `tricks`, the tricks of declarer's side are unknown."""
        return cls(NodeKind.LEAF, -1, value, tricks=tricks, cards=cards)

    @classmethod
    def chance(cls, agent: int, edges: Sequence[PlanEdge], *, complete: bool = True) -> PlanNode:
        """Return a defender's turn; its value is the mean of its edges, weighted by probability."""
        value = sum(edge.probability * edge.node.value for edge in edges)
        complete = complete and all(edge.node.complete for edge in edges)
        return cls(NodeKind.CHANCE, agent, value, tuple(edges), complete)

    @classmethod
    def choice(
        cls,
        agent: int,
        edges: Sequence[PlanEdge],
        *,
        complete: bool = True,
        close: float = 0.0,
        sound: Callable[[PlanEdge], bool] | None = None,
    ) -> PlanNode:
        """Return our turn, best edge first; of equal edges a `sound` one, or the first given.

        In a tree that is not complete, edges that are worth less than the best by at most `close`
        count as equal to it.
        """
        complete = complete and all(edge.node.complete for edge in edges)
        least = max(edge.node.value for edge in edges)
        if not complete:
            least -= close
        equals = [edge for edge in edges if edge.node.value >= least]
        best = next(filter(sound, equals), equals[0]) if sound and len(equals) > 1 else equals[0]
        ordered = sorted(edges, key=lambda edge: (edge is not best, -edge.node.value))
        return cls(NodeKind.CHOICE, agent, best.node.value, tuple(ordered), complete)

    @property
    def leaves(self) -> int:
        """The number of leaves below; a leaf counts once for each way to reach it."""
        return 1 if self.kind is NodeKind.LEAF else sum(edge.node.leaves for edge in self.edges)

    @property
    def certain(self) -> int:
        """The tricks that we make without giving a defender the lead; 0 if one may get it.

        It is a lower bound: tricks won before a defender gets the lead do not count.
        """
        match self.kind:
            case NodeKind.LEAF:
                return self.tricks
            case NodeKind.CHOICE:
                return max(edge.node.certain for edge in self.edges)
            case NodeKind.CHANCE:
                leads = any(edge.act in (DefenderAct.CASH, DefenderAct.LEAD) for edge in self.edges)
                return 0 if leads else min(edge.node.certain for edge in self.edges)
