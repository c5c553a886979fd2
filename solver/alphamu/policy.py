"""Shares of Min's first cards, by what everybody has seen: read and laid out for a search."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from solver.alphamu.draws import WHOLE_BITS
from solver.alphamu.layouts import MAX_SIDE
from solver.core.deals import small_int
from solver.core.errors import SolverError
from solver.core.tricks import SUIT, trick_winner

WHOLE = 1 << WHOLE_BITS
"""The sum of the shares of a world's cards."""
MOST_DRAWS = 3
"""Cards of Min on one path that may be drawn; with more, shares would not fit into 64 bits."""

Policy = Mapping[tuple[int, ...], npt.NDArray[np.uint16]]
"""By history (the cards since the root) the shares uint16[worlds, 52] of Min's next card."""

_BITS = np.uint64(1) << np.arange(52, dtype=np.uint64)


class PolicyTree(NamedTuple):
    """A policy as a search takes it: a tree of the histories that lead to a named one, or are one.

    Attributes:
        child: int32[nodes, 52], the node after a card, -1 where the policy ends; 0 is the root.
        first: int32[nodes + 1], the first of a node's rows in `card` and `share`; Max's has none.
        card: int32[k].
        share: uint16[k, n], the share of the card in each world.
        draws: the most cards that are drawn on a path.
        plies: cards on the longest path to a node.
    """

    child: npt.NDArray[np.int32]
    first: npt.NDArray[np.int32]
    card: npt.NDArray[np.int32]
    share: npt.NDArray[np.uint16]
    draws: int
    plies: int


class Table(NamedTuple):
    """The position at the root.

    Attributes:
        worlds: uint64[n, 4], the hands without the cards of the trick.
        kinds: what each seat does.
        trump, leader, trick: as the search takes them.
    """

    worlds: npt.NDArray[np.uint64]
    kinds: Sequence[int]
    trump: int
    leader: int
    trick: Sequence[int]


def shares(probabilities: npt.NDArray[np.float64]) -> npt.NDArray[np.uint16]:
    """Return uint16[n, 52], shares that are nearest to float64[n, 52] that are not negative.

    Rows need not sum to one. What rounding leaves goes to the cards that lost most by it, the
    lowest card first. A row of zeros stays one.
    """
    total = probabilities.sum(axis=1, keepdims=True)
    exact = WHOLE * np.divide(
        probabilities, total, out=np.zeros_like(probabilities), where=total > 0
    )
    found = np.floor(exact)
    left = np.where(total[:, 0] > 0, WHOLE - found.sum(axis=1), 0)
    order = np.argsort(found - exact, axis=1, kind="stable")
    place = np.argsort(order, axis=1, kind="stable")
    whole: npt.NDArray[np.uint16] = (found + (place < left[:, np.newaxis])).astype(np.uint16)
    return whole


def merged(
    tree: PolicyTree,
    classes: npt.NDArray[np.uint64],
    index_of: npt.NDArray[np.int64],
    weight: npt.NDArray[np.int64],
) -> PolicyTree:
    """Return a tree whose cards are classes, and whose worlds are those that classes tell apart.

    A class has the sum of the shares of its cards; a world the mean, by weight, of the worlds that
    it stands for. The lowest card stands for its class. There may be wide classes only where no
    more than one card is drawn on a path.

    Args:
        tree: the policy by cards.
        classes: uint64[c], the cards of each class.
        index_of: int64[n], the world that stands for each world.
        weight: int64[n], what each world counts.
    """
    lowest = np.zeros(52, dtype=np.int32)
    for mask in classes.tolist():
        held = [card for card in range(52) if mask >> card & 1]
        lowest[held] = held[0]
    n = int(index_of.max()) + 1
    total = np.maximum(np.bincount(index_of, weights=weight, minlength=n), 1.0)
    first, cards, rows = [0], [], []
    for low, high in zip(tree.first[:-1].tolist(), tree.first[1:].tolist(), strict=True):
        table = np.zeros((n, 52))
        for row in range(low, high):
            mean = np.bincount(index_of, weights=weight * tree.share[row], minlength=n) / total
            table[:, lowest[tree.card[row]]] += mean
        whole = shares(table)
        there = np.flatnonzero(whole.any(axis=0))
        cards += there.tolist()
        rows += [whole[:, card] for card in there]
        first.append(len(cards))
    share = np.ascontiguousarray(np.stack(rows))
    return tree._replace(
        first=np.array(first, dtype=np.int32), card=np.array(cards, dtype=np.int32), share=share
    )


def read_policy(policy: Policy, table: Table) -> PolicyTree:
    """Return a policy as a search takes it.

    Raises:
        SolverError: a history cannot be or does not end with Min to play, an earlier one of Min's
            is not named, or shares are not those of a world's legal cards.
    """
    nodes: dict[tuple[int, ...], int] = {(): 0}
    levels = [0]
    child = [[-1] * 52]
    rows: dict[int, list[tuple[int, npt.NDArray[np.uint16]]]] = {}
    for history in sorted({_cards(key) for key in policy}, key=lambda one: (len(one), one)):
        walk = _Walk(table, policy)
        node = 0
        for at, card in enumerate(history):
            drawn = walk.draws
            walk.play(history, card)
            path = history[: at + 1]
            if path not in nodes:
                nodes[path] = len(levels)
                child[node][card] = nodes[path]
                child.append([-1] * 52)
                levels.append(levels[node] + drawn)
            node = nodes[path]
        rows[node] = walk.shares(history)
    first = [0]
    for node in range(len(levels)):
        first.append(first[-1] + len(rows.get(node, ())))
    cards = [row for node in range(len(levels)) for row in rows.get(node, ())]
    draws = max((levels[node] + 1 for node in rows), default=0)
    if draws > MOST_DRAWS:
        raise SolverError(f"a policy may name at most {MOST_DRAWS} cards of Min on a path")
    empty = np.zeros((0, len(table.worlds)), dtype=np.uint16)
    return PolicyTree(
        np.array(child, dtype=np.int32),
        np.array(first, dtype=np.int32),
        np.array([card for card, _ in cards], dtype=np.int32),
        np.ascontiguousarray(np.stack([row for _, row in cards])) if cards else empty,
        draws,
        max(map(len, nodes)),
    )


def _cards(history: Sequence[SupportsIndex]) -> tuple[int, ...]:
    cards = tuple(small_int(card, "policy", 0, 51) for card in history)
    if not cards or any(not 0 <= card <= 51 for card in cards):
        raise SolverError(f"policy: {history!r} must be the numbers of one card or more")
    return cards


class _Walk:
    """What is left in the worlds after some cards.

    Args:
        table: the position.
        policy: whose shares say which worlds remain possible.
    """

    def __init__(self, table: Table, policy: Policy) -> None:
        self._table = table
        self._policy = policy
        self._hands = table.worlds.copy()
        self._possible = np.ones(len(table.worlds), dtype=np.bool_)
        self._trick = list(table.trick)
        self._leader = table.leader
        self._path: tuple[int, ...] = ()

    @property
    def seat(self) -> int:
        """The player to move."""
        return (self._leader + len(self._trick)) % 4

    @property
    def draws(self) -> bool:
        """Whether that is Min."""
        return self._table.kinds[self.seat] != MAX_SIDE

    def play(self, history: tuple[int, ...], card: int) -> None:
        """Play a card of a history."""
        bit = np.uint64(1 << card)
        if self.draws:
            if self._path not in self._policy:
                raise SolverError(f"policy: {history} is named, but not {self._path}")
            self._possible &= self._policy[self._path][:, card] > 0
        else:
            self._possible &= self._legal() & bit != 0
        if not self._possible.any():
            raise SolverError(f"policy: {history} cannot be, card {card}")
        self._hands[:, self.seat] &= ~bit
        self._path = (*self._path, card)
        self._trick.append(card)
        if len(self._trick) == 4:
            self._leader = (self._leader + trick_winner(self._trick, self._table.trump)) % 4
            self._trick = []

    def shares(self, history: tuple[int, ...]) -> list[tuple[int, npt.NDArray[np.uint16]]]:
        """The cards that may be drawn now, each with its share by world."""
        if not self.draws:
            raise SolverError(f"policy: {history} does not end with Min to play")
        given = np.asarray(self._policy[history])
        shape = (len(self._hands), 52)
        if given.shape != shape or given.dtype != np.uint16:
            raise SolverError(
                f"policy: the shares after {history} must be uint16{list(shape)}, not "
                f"{given.dtype}{list(given.shape)}"
            )
        held = np.where(given > 0, _BITS, np.uint64(0)).sum(axis=1)
        wrong = self._possible & ((given.sum(axis=1) != WHOLE) | (held & ~self._legal() != 0))
        if wrong.any():
            world = int(np.flatnonzero(wrong)[0])
            raise SolverError(
                f"policy: the shares after {history} are not those of legal cards of world "
                f"{world}, {WHOLE} in all"
            )
        kept = np.where(self._possible[:, np.newaxis], given, 0).astype(np.uint16)
        return [(card, kept[:, card]) for card in range(52) if kept[:, card].any()]

    def _legal(self) -> npt.NDArray[np.uint64]:
        """uint64[n]: the legal cards of the player to move."""
        hand = self._hands[:, self.seat]
        if not self._trick:
            return hand
        same = hand & np.uint64(SUIT << 13 * (self._trick[0] // 13))
        return np.where(same != 0, same, hand)
