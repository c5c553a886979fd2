"""A plan: the tree of a position, to be explained and drawn."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from bluechip_bot.model import Card
from bluechip_bot.planning.goal import GoalName
from bluechip_bot.planning.tree.node import PlanNode
from bluechip_bot.planning.view import DeclarerView
from bluechip_bot.planning.words.drawing import tree_svg, tree_text
from bluechip_bot.planning.words.explanation import explanation
from bluechip_bot.planning.words.prospects import PlanProspects


@frozen(eq=False)
class Plan:
    """Declarer's plan.

    Attributes:
        position: where it starts.
        goal: what it plays for.
        root: the tree; its root is declarer's or dummy's turn.
    """

    position: DeclarerView
    goal: GoalName
    root: PlanNode

    @property
    def chances(self) -> dict[Card, float]:
        """By card that a method thought of, how often the contract is made, as the tree sees it."""
        prospects = PlanProspects(self.position)
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
