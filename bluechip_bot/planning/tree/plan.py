"""A plan: the tree of a position, to be followed, explained and drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from bluechip_bot.model import Card
from bluechip_bot.planning.goal import GoalName
from bluechip_bot.planning.tree.node import NodeKind, PlanNode
from bluechip_bot.planning.view import DEFENDERS, DeclarerView
from bluechip_bot.planning.words.drawing import tree_svg, tree_text
from bluechip_bot.planning.words.explanation import explanation
from bluechip_bot.planning.words.prospects import Prospects


@frozen(eq=False)
class Plan:
    """What declarer means to do.

    Attributes:
        position: where it starts.
        goal: what it plays for.
        root: the tree; its root is declarer's or dummy's turn.
    """

    position: DeclarerView
    goal: GoalName
    root: PlanNode

    def follow(self, cards: Iterable[Card]) -> PlanNode | None:
        """Where the plan is after some cards; None if they have left it.

        A leaf is left when declarer's side plays anything but what the run of the sure tricks
        says.

        Args:
            cards: all cards played since the plan was made, in order.
        """
        walk = self._walk(cards)
        return None if walk is None else walk[0]

    def card(self, cards: Iterable[Card] = ()) -> Card | None:
        """The card that the plan plays next; None if play has left it, or a defender is to play.

        Args:
            cards: all cards played since the plan was made, in order.
        """
        walk = self._walk(cards)
        if walk is None:
            return None
        node, run = walk
        if node.kind is NodeKind.CHOICE:
            return Card(node.edges[0].cards.bit_length() - 1)
        return Card(run[0]) if run else None

    def _walk(self, cards: Iterable[Card]) -> tuple[PlanNode, tuple[int, ...]] | None:
        """The node after some cards, and at a leaf what is left of its run."""
        node: PlanNode | None = self.root
        run: tuple[int, ...] = ()
        turns = _Turns(self.position)
        for card in cards:
            assert node is not None
            if node.kind is NodeKind.LEAF:
                if turns.player not in DEFENDERS:
                    if not run or run[0] != card:
                        return None
                    run = run[1:]
            else:
                # At a choice several edges may begin with one card: the best is the plan.
                node = node.after(card)
                if node is None:
                    return None
                if node.kind is NodeKind.LEAF:
                    mine = turns.player not in DEFENDERS
                    run = node.cards[1:] if mine and node.cards else node.cards
            turns.play(card)
        assert node is not None
        return node, run

    @property
    def chances(self) -> dict[Card, float]:
        """By card that a method thought of, how often the contract is made, as the tree sees it."""
        prospects = Prospects(self.position)
        chances: dict[Card, float] = {}
        for edge in self.root.edges:
            card, made = Card(edge.cards.bit_length() - 1), prospects.made(edge.node)
            chances[card] = max(made, chances.get(card, 0.0))
        return chances

    def explain(
        self, card: Card | None = None, *, chances: Mapping[Card, float] | None = None
    ) -> str:
        """The plan in words, in five sentences at most: see `words.explanation`.

        Args:
            card: the card to explain, the plan's own by default; one that no method thought of has
                no words.
            chances: by card, the probability that the contract is made, where somebody has checked
                it; None takes what the tree says.
        """
        edges = self.root.edges
        if card is not None:
            edges = tuple(edge for edge in edges if edge.cards >> card & 1)
        return explanation(self.position, self.root, edges[0], chances) if edges else ""

    def text(self, depth: int = 8) -> str:
        """The tree as text, a turn in a line, so many turns deep."""
        return tree_text(self.position, self.root, depth)

    def svg(self, depth: int = 6) -> str:
        """The tree as a drawing in SVG, so many turns deep."""
        return tree_svg(self.position, self.root, depth)


class _Turns:
    """Whose turn it is, card by card."""

    def __init__(self, position: DeclarerView) -> None:
        self._position = position
        self._trick = position.trick

    @property
    def player(self) -> int:
        return self._position.player(self._trick.turn)

    def play(self, card: Card) -> None:
        trick = type(self._trick)(self._trick.leader, (*self._trick.cards, card))
        if trick.is_complete:
            trick = type(trick)(trick.winner(self._position.contract.strain))
        self._trick = trick
