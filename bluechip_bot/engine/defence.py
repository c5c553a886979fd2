"""How the opponents' first cards are drawn for alpha-mu: by a forecast, and by what they can see.

A model of carding, fitted to all cards played, says what a player with such a hand does on the
whole. In the position at hand players see more: most of the cards that would give the contract away
they do not play, however common they are elsewhere. So a card that loses the contract double dummy
counts *slip* times its chance, where another card would not lose it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bluechip_bot.engine.doubledummy import WorldSolver
from solver.core.tricks import TrickState

Chances = Mapping[tuple[int, ...], npt.NDArray[np.float64]]
"""By the cards from now on, float64[n, 52]: how likely each card is to be the next."""


def careful(
    chances: Chances,
    hands: npt.NDArray[np.uint64],
    state: TrickState,
    solver: WorldSolver,
    slip: float,
) -> dict[tuple[int, ...], npt.NDArray[np.float64]]:
    """Chances of players who see when a card gives the contract away, but for slips.

    Rows need not sum to one any more.

    Args:
        chances: of the opponents of the player to move.
        hands: uint64[n, 4], the worlds, without the cards of the trick.
        state: the trick, and the tricks that the player to move wants.
        solver: solves the worlds.
        slip: from 0 (never) to 1 (no more careful than the chances are).

    Raises:
        SearchStopped: if the solver was stopped.
    """
    if slip == 1.0:
        return dict(chances)
    north_south = (state.leader + len(state.trick)) % 2 == 0
    root = _Position(hands, state.leader, tuple(state.trick), 0)
    found = {}
    for line, table in chances.items():
        position = root
        for card in line:
            position = position.after(card, state.trump, north_south=north_south)
        found[line] = table * np.where(
            _lost(position, table > 0, state, solver, north_south=north_south), slip, 1.0
        )
    return found


class _Position(NamedTuple):
    """The worlds after some cards; the tricks won since the root."""

    hands: npt.NDArray[np.uint64]
    leader: int
    trick: tuple[int, ...]
    won: int

    def after(self, card: int, trump: int, *, north_south: bool) -> _Position:
        """The position after a card, and whose tricks are counted."""
        hands = self.hands.copy()
        hands[:, (self.leader + len(self.trick)) % 4] &= np.uint64((1 << 52) - 1 & ~(1 << card))
        trick = (*self.trick, card)
        if len(trick) < 4:
            return _Position(hands, self.leader, trick, self.won)
        leader = (self.leader + _winner(trick, trump)) % 4
        return _Position(hands, leader, (), self.won + ((leader % 2 == 0) == north_south))


def _lost(
    position: _Position,
    possible: npt.NDArray[np.bool_],
    state: TrickState,
    solver: WorldSolver,
    *,
    north_south: bool,
) -> npt.NDArray[np.bool_]:
    """bool[n, 52]: the cards after which the target is reached, where another one prevents it."""
    reached = np.zeros_like(possible)
    for card in np.flatnonzero(possible.any(axis=0)).tolist():
        worlds = np.flatnonzero(possible[:, card])
        some = position._replace(hands=position.hands[worlds])
        after = some.after(card, state.trump, north_south=north_south)
        target = state.target - after.won
        left = int(after.hands[0, after.leader]).bit_count() + bool(after.trick)
        if not 1 <= target <= left:
            reached[worlds, card] = target <= 0
            continue
        wanted = target if north_south else left - target + 1
        solved = solver.solve_worlds(after.hands, state.trump, after.leader, after.trick, wanted)
        reached[worlds, card] = solved if north_south else ~solved
    prevented = (possible & ~reached).any(axis=1, keepdims=True)
    lost: npt.NDArray[np.bool_] = reached & prevented
    return lost


def _winner(trick: Sequence[int], trump: int) -> int:
    """The place in a full trick of the card that wins it."""
    led = trick[0] // 13

    def strength(place: int) -> tuple[int, int]:
        suit, rank = divmod(trick[place], 13)
        return (2 if suit == trump else int(suit == led)), rank

    return max(range(4), key=strength)
