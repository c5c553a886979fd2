"""Prints the search's signature (positions visited over fixed deals) and the time it takes.

    python -m solver.bench

The signature is the same on every machine; a change of it means that the search changed.
"""

import time

import numpy as np
import numpy.typing as npt

from solver import DoubleDummySolver

MASK = (1 << 64) - 1


class SplitMix:
    """A small generator of our own, so that the deals never change."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, n: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        x = self.state
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
        return ((x ^ x >> 31) >> 32) * n >> 32

    def deal(self, size: int) -> list[int]:
        """Four hands of `size` random cards."""
        deck = list(range(52))
        for i in range(51, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return [sum(1 << card for card in deck[size * i : size * (i + 1)]) for i in range(4)]


def worlds(size: int, count: int) -> npt.NDArray[np.uint64]:
    """Fixed deals of a size."""
    source = SplitMix(size)
    return np.array([source.deal(size) for _ in range(count)], dtype=np.uint64)


def main() -> None:
    """Solve the fixed deals and print a line for each size."""
    total = 0
    for size, count in ((13, 10), (11, 20), (9, 50), (7, 200), (5, 500), (3, 1000)):
        deals = worlds(size, count)
        nodes = 0
        begun = time.perf_counter()
        for trump in range(5):
            solver = DoubleDummySolver(128)
            solver.solve_worlds(deals, trump, 3, (), (size + 1) // 2)
            nodes += solver.nodes
        spent = time.perf_counter() - begun
        print(
            f"{size:2d} tricks: {5 * count:5d} questions {nodes:9d} nodes "
            f"{1e3 * spent / (5 * count):9.4f} ms each {1e9 * spent / max(nodes, 1):5.0f} ns a node"
        )
        total += nodes
    print(f"signature {total}")


if __name__ == "__main__":
    main()
