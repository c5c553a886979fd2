"""How the opponents' first cards are drawn for alpha-mu: by a forecast, and by what they can see.

A model of carding, fitted to all cards played, says what a player with such a hand does on the
whole. In the position at hand players see more: most of the cards that would give the contract away
they do not play, however common they are elsewhere. So a card that loses the contract double dummy
counts *slip* times its chance, where another card would not lose it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from bluechip_bot.engine.doubledummy import WorldSolver, reached_worlds
from solver.core.tricks import ALL_CARDS, TrickState, trick_winner

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
    found = {}
    for line, table in chances.items():
        worlds, here = _after(hands, state, line)
        found[line] = table * np.where(_lost(worlds, here, table > 0, solver), slip, 1.0)
    return found


def _after(
    hands: npt.NDArray[np.uint64], state: TrickState, cards: Sequence[int]
) -> tuple[npt.NDArray[np.uint64], TrickState]:
    """The worlds after some cards, and the trick then, with what is left of the same target."""
    hands = hands.copy()
    leader, trick, target = state.leader, tuple(state.trick), state.target
    ours = (leader + len(trick)) % 2
    for card in cards:
        hands[:, (leader + len(trick)) % 4] &= np.uint64(ALL_CARDS & ~(1 << card))
        trick = (*trick, card)
        if len(trick) == 4:
            leader = (leader + trick_winner(trick, state.trump)) % 4
            target -= leader % 2 == ours
            trick = ()
    return hands, TrickState(state.trump, leader, trick, target)


def _lost(
    hands: npt.NDArray[np.uint64],
    state: TrickState,
    possible: npt.NDArray[np.bool_],
    solver: WorldSolver,
) -> npt.NDArray[np.bool_]:
    """bool[n, 52]: the cards of an opponent after which the target is reached; another prevents it.

    Args:
        hands: uint64[n, 4], the worlds.
        state: an opponent is to play; the target is ours.
        possible: bool[n, 52], the cards that may be played.
        solver: solves the worlds.
    """
    mover = (state.leader + len(state.trick)) % 4
    tricks = int(hands[0, mover]).bit_count()
    theirs = TrickState(state.trump, state.leader, state.trick, tricks - state.target + 1)
    reached = np.zeros_like(possible)
    for card in np.flatnonzero(possible.any(axis=0)).tolist():
        worlds = np.flatnonzero(possible[:, card])
        reached[worlds, card] = ~reached_worlds(solver, hands[worlds], theirs, card)
    prevented = (possible & ~reached).any(axis=1, keepdims=True)
    lost: npt.NDArray[np.bool_] = reached & prevented
    return lost
