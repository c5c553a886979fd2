"""Double-dummy results of deals and positions in which every card is known."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from bluechip_bot.engine.vote import reached
from bluechip_bot.model import Card, Deal, Hand, Seat, Strain
from solver import DoubleDummySolver
from solver.core.tricks import TrickState, touching_groups
from solver.dd import batch

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class DoubleDummy:
    """Solves positions in which every card is known. One thread may use it at a time."""

    def __init__(self, memory_mb: int = 128) -> None:
        self._solver = DoubleDummySolver(memory_mb)

    def table(
        self, deal: Deal, strains: Iterable[int] = Strain, declarers: Iterable[int] = Seat
    ) -> npt.NDArray[np.int8]:
        """Return int8[5, 4]: tricks of declarer's side, by strain S H D C NT and declarer N E S W.

        Entries of other strains and declarers than those given are -1.
        """
        masks = [hand.mask for hand in deal.hands]
        return self._solver.table(masks, strains=strains, declarers=declarers)

    def tricks(self, deal: Deal, strain: Strain, declarer: Seat) -> int:
        """Return the tricks of declarer's side, 0..13: one entry of `table`, at less cost.

        Raises:
            SearchStopped: after `stop`.
        """
        return int(self.table(deal, (strain,), (declarer,))[strain, declarer])

    def stop(self) -> None:
        """Make a running call of `tricks`, and all later ones, raise `SearchStopped`."""
        self._solver.stop()

    def clear_stop(self) -> None:
        """Let searches run again after `stop`."""
        self._solver.clear_stop()

    def cards(
        self, hands: Sequence[Hand], strain: Strain, leader: Seat, trick: Sequence[Card] = ()
    ) -> dict[Card, int]:
        """Return the tricks that the mover's side takes after each legal card, this trick included.

        Args:
            hands: what N E S W still hold, without the cards of the current trick.
            strain: the trump suit, or notrump.
            leader: who led, or leads, the current trick.
            trick: the cards played to it, in order.

        Raises:
            SolverError: if there is no such position; the message says why.
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
    ) -> float:
        """Return the share, 0..1, of worlds won by the card that reaches `target` in most of them.

        Args:
            worlds: uint64[n, 4], n at least 1: hands as for `cards`, the mover's hand always the
                same.
            counts: int64[n], the weight of each world.
            target: tricks that the mover's side wants from here, the current one included.

        Raises:
            SolverError: if there is no such position; the message says why.
        """
        state = TrickState(int(strain), int(leader), tuple(map(int, trick)), target)
        won = reached(self._solver, worlds, state, touching_groups(worlds[0], state))
        return float((counts @ won).max() / counts.sum())


def solve_each(
    ask: Callable[[DoubleDummy, Item], Answer],
    items: Iterable[Item],
    *,
    threads: int = 1,
    memory_mb: int = 128,
) -> Generator[Answer, None, None]:
    """Yield what `ask` returns for each item, in order, as soon as it is available.

    Closing or interrupting the generator ends the running searches. The threads share the items,
    each with a solver of its own.
    """
    return batch.solve_each(lambda: DoubleDummy(memory_mb), ask, items, threads=threads)
