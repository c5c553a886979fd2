"""The choice among cards of nearly equal values.

A tree leaves out improbable branches, so small differences mean little. A pressing or certain play
goes before a play that looks slightly better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from bluechip_bot.planning.settings import TreeSettings
from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.tree.node import NodeKind, PlanEdge
from bluechip_bot.planning.view import DEFENDERS


@frozen
class EdgePreference:
    """The order of cards of nearly the same value.

    Attributes:
        target: the tricks of the contract.
        values: what 0 to 13 tricks are worth.
        share: the least share of all layouts that a branch must have to be in the tree.
        trees: the settings that say which values are nearly the same.
    """

    target: int
    values: Sequence[float]
    share: float
    trees: TreeSettings

    @property
    def _stake(self) -> float:
        """The stake: the difference between the best and the worst result."""
        return max(self.values) - min(self.values)

    def close(self, edges: list[PlanEdge], pressing: list[PlanEdge]) -> float:
        """The difference in value up to which a card counts as equal to the best one.

        If the contract makes in all branches of the tree, it is what the branches left out can
        cost; otherwise next to nothing. A pressing card, such as a round of trumps, may lag further
        behind: a bad break shows as soon as trumps are led, but the ruffs that come when they are
        not led are spread over later branches, each perhaps too improbable for the tree.

        Args:
            edges: the cards considered.
            pressing: the cards that should not wait.
        """
        stake, most = self._stake, max(edge.value for edge in edges)
        safe = most - self.values[self.target]
        close = min(self.share * stake, safe) if safe >= 0 else self.trees.close * stake
        below = (most - edge.value for edge in pressing)
        return max(close, next((less for less in below if less <= self.trees.unseen * stake), 0.0))

    def sound(self, table: PlanTable, edges: list[PlanEdge]) -> Callable[[PlanEdge], bool] | None:
        """A test that decides among cards of equal value, or None.

        If the contract is made, the test is whether it makes whatever the defenders lead. If it
        needs all tricks that are left, the test is whether a card keeps this trick.
        """
        target, state = self.target, table.state
        if max(edge.value for edge in edges) >= self.values[target]:
            return lambda edge: edge.node.certain >= target
        round_ = state.round
        if state.won + state.left == target and round_.played > 1:
            safe = round_.best not in DEFENDERS and round_.top > table.top_out(round_.best_suit)
            return lambda edge: safe or table.beats(edge.card)
        return None

    def prudent(self, edges: list[PlanEdge]) -> list[PlanEdge]:
        """The edges without those whose lead over the sure tricks may come from unseen branches.

        In a tree without the least probable branches an overtrick can look free when it is not. If
        the sure tricks do not make the contract, all edges are returned.
        """
        sure = [edge.node.value for edge in edges if edge.node.kind is NodeKind.LEAF]
        if not sure or max(sure) < self.values[self.target]:
            return edges
        unseen = self.share * self._stake
        least, most = max(sure), max(sure) + unseen
        return [edge for edge in edges if edge.node.complete or not least < edge.node.value <= most]
