"""Double-dummy answers for deals and positions in which every card is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from bluechip_bot.model import Card, Deal, Hand, Seat, Side, Strain
from solver import DoubleDummySolver, solve_many
from solver.core.tricks import ALL_CARDS, TrickState, touching_groups, trick_winner

_PART: Final = 4
"""Worlds solved at a time; after each the search looks whether a card can still be the best."""


class WorldSolver(Protocol):
    """What a double-dummy solver must offer; `solver.DoubleDummySolver` does."""

    def solve_worlds(
        self,
        worlds: npt.NDArray[np.uint64],
        trump: int,
        leader: int,
        trick: Sequence[int],
        target: int,
    ) -> npt.NDArray[np.bool_]:
        """Return bool[n]: in which worlds North-South take at least `target` tricks from here."""


class DoubleDummy:
    """Answers for positions in which every card is known. One thread may use it at a time.

    Args:
        memory_mb: size of the solver's table.
    """

    def __init__(self, memory_mb: int = 128) -> None:
        self._solver = DoubleDummySolver(memory_mb)

    def table(self, deal: Deal) -> npt.NDArray[np.int8]:
        """int8[5, 4]: the tricks of declarer's side, by strain S H D C NT and declarer N E S W."""
        return self._solver.table([hand.mask for hand in deal.hands])

    def tricks(self, deal: Deal, strain: Strain, declarer: Seat) -> int:
        """The tricks of declarer's side, 0..13: one entry of `table`, for less.

        Raises:
            SearchStopped: after `stop`.
        """
        masks = [hand.mask for hand in deal.hands]
        found = self._solver.tricks(masks, int(strain), int(declarer.lho))
        return found if declarer.side is Side.NS else 13 - found

    def stop(self) -> None:
        """Make a running answer of `tricks`, and all later ones, raise `SearchStopped`."""
        self._solver.stop()

    def clear_stop(self) -> None:
        """Take `stop` back."""
        self._solver.clear_stop()

    def cards(
        self, hands: Sequence[Hand], strain: Strain, leader: Seat, trick: Sequence[Card] = ()
    ) -> dict[Card, int]:
        """The tricks that the mover's side takes from here, the current one included, by card.

        Args:
            hands: what N E S W still hold, the cards of the current trick taken out.
            strain: the trump suit, or notrump.
            leader: who led, or leads, the current trick.
            trick: the cards played to it, in order.

        Raises:
            SolverError: if there is no such position; a `ValueError` that names the fact.
        """
        masks = [hand.mask for hand in hands]
        tricks = self._solver.card_tricks(masks, int(strain), int(leader), list(map(int, trick)))
        return {Card(card): count for card, count in tricks.items()}

    def best_share(  # noqa: PLR0913 - a question in full
        self,
        worlds: npt.NDArray[np.uint64],
        counts: npt.NDArray[np.int64],
        *,
        strain: Strain,
        leader: Seat,
        trick: Sequence[Card],
        target: int,
        limits: tuple[float, float] = (0.0, 1.0),
    ) -> float:
        """The share, 0..1, of worlds in which the best card for all of them reaches a target.

        The solver is asked only whether the target is reached, and only in worlds that can still
        change the answer.

        Args:
            worlds: uint64[n, 4], n at least 1: what N E S W still hold, the cards of the current
                trick taken out; the mover's hand is the same in all.
            counts: int64[n], the weight of each world.
            strain: the trump suit, or notrump.
            leader: who led, or leads, the current trick.
            trick: the cards played to it, in order.
            target: tricks that the mover's side wants from here, the current one included.
            limits: the least and the greatest share of interest. A share outside them need not be
                exact, only on the same side.

        Raises:
            SolverError: if there is no such position; a `ValueError` that names the fact.
        """
        state = TrickState(int(strain), int(leader), tuple(map(int, trick)), target)
        total = int(counts.sum())
        possible = reached_worlds(self._solver, worlds, state)
        worlds, counts = worlds[possible], counts[possible]
        most, best = int(counts.sum()), 0
        if not most or most / total < limits[0]:
            return most / total
        for group in touching_groups(worlds[0], state):
            best = max(best, self._count(worlds, counts, state, group[0], best))
            if best == most or best / total > limits[1]:
                break
        return best / total

    def _count(
        self,
        worlds: npt.NDArray[np.uint64],
        counts: npt.NDArray[np.int64],
        state: TrickState,
        card: int,
        floor: int,
    ) -> int:
        """The weight of the worlds in which a card reaches the target, if that is above `floor`."""
        reached, left = 0, int(counts.sum())
        for at in range(0, len(worlds), _PART):
            part = slice(at, at + _PART)
            won = reached_worlds(self._solver, worlds[part], state, card)
            reached += int(counts[part][won].sum())
            left -= int(counts[part].sum())
            if reached + left <= floor:
                break
        return reached


def double_dummy_tables(
    deals: Iterable[Deal], *, threads: int = 1, memory_mb: int = 128
) -> npt.NDArray[np.int8]:
    """int8[n, 5, 4]: the table of each deal, as `DoubleDummy.table` says.

    Args:
        deals: the deals.
        threads: worker threads.
        memory_mb: size of each thread's table.
    """
    hands = ([hand.mask for hand in deal.hands] for deal in deals)
    return solve_many(hands, threads=threads, memory_mb=memory_mb)


def reached_worlds(
    solver: WorldSolver,
    worlds: npt.NDArray[np.uint64],
    state: TrickState,
    card: int | None = None,
) -> npt.NDArray[np.bool_]:
    """Return bool[n]: in which worlds the mover's side reaches its target.

    Args:
        solver: solves them.
        worlds: uint64[n, 4], n at least 1; the mover's hand is the same in all.
        state: what the worlds share.
        card: the card that the mover plays; None for the best one in each world.
    """
    mover = (state.leader + len(state.trick)) % 4
    tricks = int(worlds[0, mover]).bit_count()
    trick, leader, target = tuple(state.trick), state.leader, state.target
    if card is not None:
        worlds = worlds.copy()
        worlds[:, mover] &= np.uint64(~(1 << card) & ALL_CARDS)
        trick = (*trick, card)
    if len(trick) == 4:
        leader = (leader + trick_winner(trick, state.trump)) % 4
        target -= leader % 2 == mover % 2
        trick, tricks = (), tricks - 1
    if not 0 < target <= tricks:
        return np.full(len(worlds), target <= 0)
    if mover % 2 == 0:
        return solver.solve_worlds(worlds, state.trump, leader, trick, target)
    # East-West take the target unless North-South take more than the rest.
    return ~solver.solve_worlds(worlds, state.trump, leader, trick, tricks - target + 1)
