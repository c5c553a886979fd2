"""The search's signature, and what its enhancements and a second thread save.

The signature is the number of positions visited over fixed deals. It is the same on every machine;
a change of it means that the search changed.
"""

import statistics
import time

import numpy as np
import numpy.typing as npt

from solver import DoubleDummySolver, solve_many
from solver.core.rng import splitmix64

SWITCHES = (
    "target_check",
    "quick_tricks",
    "later_tricks",
    "table",
    "winning_ranks",
    "touching",
    "ordering",
    "early_cutoffs",
    "skip_small",
    "fitted_weights",
)
"""The enhancements that `DoubleDummySolver` can do without."""


class Deals:
    """Deals from splitmix64: they depend on the seed alone."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, n: int) -> int:
        """Return the next number, 0 to n - 1."""
        self.state, number = splitmix64(self.state)
        return (number >> 32) * n >> 32

    def deal(self, size: int) -> list[int]:
        """Return four hands of `size` random cards."""
        deck = list(range(52))
        for i in range(51, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return [sum(1 << card for card in deck[size * i : size * (i + 1)]) for i in range(4)]


def fixed_deals(size: int, count: int) -> npt.NDArray[np.uint64]:
    """uint64[count, 4]: the same deals of `size` cards a hand, always."""
    source = Deals(size)
    return np.array([source.deal(size) for _ in range(count)], dtype=np.uint64)


def solve(deals: npt.NDArray[np.uint64], target: int, **switches: bool) -> tuple[int, float]:
    """Solve deals in every strain, West on lead; return the positions visited and the seconds."""
    nodes = 0
    begun = time.perf_counter()
    for trump in range(5):
        solver = DoubleDummySolver(128, **switches)
        solver.solve_worlds(deals, trump, 3, (), target)
        nodes += solver.nodes
    return nodes, time.perf_counter() - begun


def signature() -> None:
    """Solve the fixed deals and print a line for each size, then the signature."""
    total = 0
    for size, count in ((13, 10), (11, 20), (9, 50), (7, 200), (5, 500), (3, 1000)):
        nodes, spent = solve(fixed_deals(size, count), (size + 1) // 2)
        print(
            f"{size:2d} tricks: {5 * count:5d} questions {nodes:9d} nodes "
            f"{1e3 * spent / (5 * count):9.4f} ms each {1e9 * spent / max(nodes, 1):5.0f} ns a node"
        )
        total += nodes
    print(f"signature {total}")


def switches() -> None:
    """Solve fixed positions of 10 tricks with each enhancement off, and print what it costs."""
    deals = fixed_deals(10, 20)
    base = 0
    for name in ("", *SWITCHES):
        nodes, spent = solve(deals, 5, **({name: False} if name else {}))
        base = base or nodes
        label = f"without {name}" if name else "all"
        print(f"{label:23s} {nodes:10d} nodes {nodes / base:9.2f} times {1e3 * spent:10.1f} ms")


def threads(rounds: int = 3) -> None:
    """Solve 200 fixed deals on one thread and on two, in turn, and print the ratio of medians."""
    source = Deals(99)
    deals = [source.deal(13) for _ in range(200)]
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for count, times in seconds.items():
            begun = time.perf_counter()
            solve_many(deals, threads=count)
            times.append(time.perf_counter() - begun)
    one, two = (statistics.median(times) for times in seconds.values())
    print(f"200 tables: one thread {one:.2f} s, two {two:.2f} s, ratio {one / two:.2f} (medians)")
