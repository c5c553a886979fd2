"""Which of several cards is played, where their values alone do not tell.

A tree leaves out what is improbable, so small differences mean little, and what is pressing or
certain goes before what merely looks a little better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import frozen

from bluechip_bot.planning.state.table import Table
from bluechip_bot.planning.tree.node import Edge, NodeKind
from bluechip_bot.planning.view import DEFENDERS

_CLOSE: Final = 4e-5
"""Values that differ by less than this part of what can be won or lost are close."""
_UNSEEN: Final = 0.06
"""The part of what can be won or lost that may speak against waiting with what is pressing."""


@frozen
class Preference:
    """What decides between cards of nearly the same value.

    Attributes:
        target: the tricks of the contract.
        values: what 0 to 13 tricks are worth.
        share: branches in which fewer than this share of all layouts is left are not in the tree.
    """

    target: int
    values: Sequence[float]
    share: float

    @property
    def _stake(self) -> float:
        """How much there is to be won or lost."""
        return max(self.values) - min(self.values)

    def close(self, edges: list[Edge], pressing: list[Edge]) -> float:
        """How much less than the best one a card may be worth, and be its equal.

        Where the contract is made in all that is looked at, as much as the rest can cost; elsewhere
        next to nothing. What is pressing, as to draw trumps, may be worth less by more than that:
        trumps that divide badly are seen as soon as they are led, but ruffs when they are not come
        later, and each alone may be too improbable to be looked at.

        Args:
            edges: the cards thought of.
            pressing: those of them that should not wait.
        """
        stake, most = self._stake, max(float(edge.node.value) for edge in edges)
        safe = most - self.values[self.target]
        close = min(self.share * stake, safe) if safe >= 0 else _CLOSE * stake
        below = (most - float(edge.node.value) for edge in pressing)
        return max(close, next((less for less in below if less <= _UNSEEN * stake), 0.0))

    def sound(self, table: Table, edges: list[Edge]) -> Callable[[Edge], bool] | None:
        """What speaks for one of several cards that are worth the same, if anything does.

        Where the contract is made, that the defenders can do nothing about it, whatever they lead;
        where it seems lost and takes all tricks that are left, not to give this one away.
        """
        target, state = self.target, table.state
        if max(float(edge.node.value) for edge in edges) >= self.values[target]:
            return lambda edge: edge.node.certain >= target
        round_ = state.round
        if state.won + state.left == target and round_.played > 1:
            safe = round_.best not in DEFENDERS and round_.top > table.top_out(round_.best_suit)
            return lambda edge: safe or table.beats(edge.cards.bit_length() - 1)
        return None

    def prudent(self, edges: list[Edge]) -> list[Edge]:
        """The edges without those that may be better than the sure tricks only for what is unseen.

        In a tree without the least probable branches an overtrick can look free that is not. Where
        the sure tricks do not make the contract there is nothing to be careful of.
        """
        sure = [edge.node.value for edge in edges if edge.node.kind is NodeKind.LEAF]
        if not sure or max(sure) < self.values[self.target]:
            return edges
        unseen = self.share * self._stake
        least, most = max(sure), max(sure) + unseen
        return [edge for edge in edges if edge.node.complete or not least < edge.node.value <= most]
