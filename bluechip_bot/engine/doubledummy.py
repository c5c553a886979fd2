"""Double-dummy answers for deals and positions in which every card is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from bluechip_bot.model import Card, Deal, Hand, Seat, Strain
from solver import DoubleDummySolver, solve_many


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
