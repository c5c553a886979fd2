"""Fixed deals, and how much work they are for the double-dummy search.

The signature is the number of positions visited over fixed deals. It is the same on every machine;
if it changes, the search has changed.
"""

import time

import numpy as np
import numpy.typing as npt

from solver import DoubleDummySolver
from solver.core.rng import splitmix64

SWITCHES = (
    "target_check", "quick_tricks", "later_tricks", "table", "winning_ranks", "touching",
    "ordering", "cutoff_cards", "skip_small",
)  # fmt: skip
"""The enhancements that `DoubleDummySolver` can do without."""


def fixed_deals(size: int, count: int) -> npt.NDArray[np.uint64]:
    """uint64[count, 4]: deals of `size` cards a hand, the same in every run."""
    state = size
    deals = []
    for _ in range(count):
        deck = list(range(52))
        for i in range(51, 0, -1):
            state, number = splitmix64(state)
            j = (number >> 32) * (i + 1) >> 32
            deck[i], deck[j] = deck[j], deck[i]
        deals.append(
            [sum(1 << card for card in deck[size * i : size * i + size]) for i in range(4)]
        )
    return np.array(deals, dtype=np.uint64)


def solve(deals: npt.NDArray[np.uint64], target: int, **switches: bool) -> tuple[int, float]:
    """Solve deals in every strain, West on lead; return the positions visited and the seconds."""
    nodes = 0
    begun = time.perf_counter()
    for trump in range(5):
        solver = DoubleDummySolver(128, **switches)
        solver.solve_worlds(deals, trump, 3, (), target)
        nodes += solver.nodes
    return nodes, time.perf_counter() - begun
