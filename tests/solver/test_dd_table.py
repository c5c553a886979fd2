"""The transposition table: hard deals, and what happens when its memory is used up."""

from __future__ import annotations

import random

import numpy as np
import pytest

from solver import DoubleDummySolver

NT = 4

# Deals of macroxue/bridge-solver (MIT or Apache-2.0), hard_deals and long_deals, that have many
# patterns of ranks in few shapes; tricks of declarers N E S W at spades, hearts, diamonds, clubs
# and notrump.
HARD = {
    "N:J94.AQ8.53.KQ873 72.T652.AQ7.J942 AT63.K943.KT842. KQ85.J7.J96.AT65": (
        "9494 8494 9494 7676 8584"
    ),
    "N:.A964.KJT76.K753 AKT6.KQ87.3.A984 J972.3.AQ985.J62 Q8543.JT52.42.QT": (
        "4848 4849 a2a3 8484 6767"
    ),
    "N:Q985.A74.82.A754 KT74.8.AKJ5.QJ82 2.K6532.QT9.KT63 AJ63.QJT9.7643.9": (
        "4949 7676 4949 7676 6757"
    ),
    "N:T5.64.JT75.KJT65 K97.AQT85.Q9.AQ9 862.72.K84.87432 AQJ43.KJ93.A632.": (
        "1c1c 0d0d 3a3a 5858 1c1c"
    ),
}


def random_deal(rng: random.Random) -> list[int]:
    """Four hands of 13 cards."""
    pack = list(range(52))
    rng.shuffle(pack)
    return [sum(1 << card for card in pack[13 * i : 13 * i + 13]) for i in range(4)]


@pytest.mark.parametrize("memory_mb", [1, 64])
@pytest.mark.parametrize(
    "deal",
    [
        deal if at == 1 else pytest.param(deal, marks=pytest.mark.slow)
        for at, deal in enumerate(HARD)
    ],
)
def test_hard_deals(deal: str, memory_mb: int) -> None:
    """Hard deals have the right tables, with memory for all that is found and without it."""
    wanted = [[int(digit, 14) for digit in row] for row in HARD[deal].split()]
    assert DoubleDummySolver(memory_mb).table(deal).tolist() == wanted


def test_answers_do_not_depend_on_memory() -> None:
    """One solver whose memory is used up again and again answers like one that has enough."""
    rng = random.Random(1)
    small, large = DoubleDummySolver(1), DoubleDummySolver(64)
    for _ in range(3):
        deal = random_deal(rng)
        assert np.array_equal(small.table(deal), large.table(deal))
    assert small.nodes > 1.2 * large.nodes, "the memory was never used up"


def test_large_positions_are_kept() -> None:
    """When memory is used up, the positions that cost most to find again are still known."""
    rng = random.Random(5)
    solver = DoubleDummySolver(1)
    costs = []
    first, second = random_deal(rng), random_deal(rng)
    for deal in (first, second, first):
        before = solver.nodes
        solver.card_tricks(deal, NT, 0)
        costs.append(solver.nodes - before)
    assert costs[0] > 100_000, "too few positions to use up the memory"
    assert costs[2] < costs[0] / 100
