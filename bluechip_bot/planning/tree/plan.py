"""A plan: the tree of a position, with its explanation and drawings."""

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
        root: the tree; its root is declarer's or dummy's turn, and its edges are the cards that
            were considered, the best first.
        nodes: positions searched in all stages.
        stages: trees that were finished.
    """

    position: DeclarerView
    goal: GoalName
    root: PlanNode
    nodes: int
    stages: int

    @property
    def card(self) -> Card:
        """The card to play."""
        return self.root.edges[0].card

    @property
    def value(self) -> float:
        """The worth of the plan, in units of the goal."""
        return self.root.edges[0].value

    @property
    def chances(self) -> dict[Card, float]:
        """How often the contract is made, as the tree sees it, by card that a method thought of."""
        prospects = PlanProspects(self.position)
        chances: dict[Card, float] = {}
        for edge in self.root.edges:
            made = prospects.made(edge.node)
            chances[edge.card] = max(made, chances.get(edge.card, 0.0))
        return chances

    def explain(
        self, card: Card | None = None, *, chances: Mapping[Card, float] | None = None
    ) -> str:
        """The plan in words, in five sentences at most.

        Args:
            card: the card to explain, the plan's own by default. The text is empty for a card that
                no method thought of.
            chances: by card, the checked probability that the contract is made; None takes the
                probabilities of the tree.
        """
        edges = self.root.edges
        if card is not None:
            edges = tuple(edge for edge in edges if edge.cards >> card & 1)
        return explanation(self.position, self.root, edges[0], chances) if edges else ""

    def text(self, depth: int = 8) -> str:
        """The tree as text, a line for each turn, to a depth in turns."""
        return tree_text(self.position, self.root, depth)

    def svg(self, depth: int = 6) -> str:
        """The tree as an SVG drawing, to a depth in turns."""
        return tree_svg(self.position, self.root, depth)
