"""Resident memory over many questions."""

import os
import random
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

from solver import DoubleDummySolver, SolverError, WorldSampler
from support.positions import Position, random_position

STATM = Path("/proc/self/statm")
ANY = [(0, 37), (0, 13), (0, 13), (0, 13), (0, 13)]
SOME = [(0, 9), (0, 3), (0, 3), (0, 3), (0, 3)]
ALLOWANCE = 2 << 20
"""Bytes that the allocators may keep."""

pytestmark = [
    pytest.mark.skipif(not STATM.exists(), reason="needs /proc/self/statm"),
    pytest.mark.skipif(
        "asan" in os.environ.get("LD_PRELOAD", ""),
        reason="the address sanitizer keeps freed memory on purpose",
    ),
]


def resident() -> int:
    """The bytes of this process that are in memory."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def deal(hands: tuple[int, ...], vacant: list[int]) -> None:
    """Each way to draw worlds is used once."""
    said = [None if not places else [ANY, SOME] for places in vacant]
    two = WorldSampler(hands[0] | hands[1], vacant, boxes=said)
    three = WorldSampler(sum(hands[:3]), [hand.bit_count() for hand in hands[:3]] + [0], boxes=said)
    for sampler in (two, three):
        sampler.draw(2, 1)
        sampler.draw(2, 1, complete=False)
        sampler.enumerate(20)


def ask(solver: DoubleDummySolver, position: Position, kind: int) -> None:
    """One of the solver's methods is called; those of the second half of kinds are refused."""
    hands, trump, leader, trick = position
    twice = (*hands[:3], hands[0])
    vacant = [hands[0].bit_count(), hands[1].bit_count(), 0, 0]
    worlds, wrong = (np.array([hands, last], dtype=np.uint64) for last in (hands, twice))
    calls: tuple[Callable[[], object], ...] = (
        lambda: solver.tricks(hands, trump, leader, trick),
        lambda: solver.card_tricks(hands, trump, leader, trick),
        lambda: solver.reaches(hands, trump, leader, trick, 1),
        lambda: solver.proof(hands, trump, leader, trick, 1),
        lambda: solver.solve_worlds(worlds, trump, leader, trick, 1),
        lambda: solver.solve_world_cards(worlds, trump, leader, trick),
        lambda: deal(hands, vacant),
        solver.forget,
        lambda: solver.tricks(twice, trump, leader, trick),
        lambda: solver.card_tricks(hands, trump, leader, (*trick, "T")),  # type: ignore[arg-type]
        lambda: solver.reaches(hands, 5, leader, trick, 1),
        lambda: solver.table("N:A... K... Q... A..."),
        lambda: solver.solve_worlds(wrong, trump, leader, trick, 1),
        lambda: solver.solve_world_cards(worlds[:, :3], trump, leader, trick),
        lambda: WorldSampler(hands[0], [0, 0, 0, 0]),
        lambda: DoubleDummySolver(0),
    )
    with pytest.raises(SolverError) if kind >= len(calls) // 2 else nullcontext():
        calls[kind]()


def check_memory(questions: int) -> None:
    """Memory after `questions` questions is what it was after a tenth of them."""
    rng = random.Random(1)
    positions = [random_position(rng, size, size % 4) for size in (2, 3, 4) for _ in range(300)]
    solver = DoubleDummySolver(1)
    before = 0
    for asked in range(questions):
        if asked % 1000 == 0:
            solver = DoubleDummySolver(1)
        if asked == questions // 10:
            before = resident()
        first = 8 if rng.random() < 0.3 else 0
        ask(solver, rng.choice(positions), first + rng.randrange(8))
    grown = resident() - before
    assert grown < ALLOWANCE, f"{grown} bytes more after {questions} questions"


def test_memory_stays_flat() -> None:
    """20,000 questions, errors among them, leave no more than a constant behind."""
    check_memory(20_000)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_memory_stays_flat_for_long() -> None:
    """A million questions, errors among them, leave no more than a constant behind."""
    check_memory(1_000_000)
