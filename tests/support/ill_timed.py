"""Calls of the solver at a bad moment, and a known question that it must answer after them."""

import random
import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from solver import DoubleDummySolver, SearchStopped, SolverError, solve_many
from support.positions import Position, minimax, random_position

SHORT = (1 << 12 | 1 << 0, 1 << 11 | 1 << 1, 1 << 10 | 1 << 2, 1 << 9 | 1 << 3)
LED = [[minimax(Position(SHORT, trump, seat, ()), {}) for seat in range(4)] for trump in range(5)]
KNOWN = [[east, 2 - south, west, 2 - north] for north, east, south, west in LED]
"""The table of SHORT: two tricks to each deal."""
HARD = "N:94.KT.AQ987.KT63 T762.763.K63.J94 KQJ8.Q98.T54.Q75 A53.AJ542.J2.A82"


def check_known(subject: DoubleDummySolver) -> None:
    """The solver answers a known question rightly."""
    subject.clear_stop()
    assert subject.card_tricks(SHORT, 4, 0) == {12: 1, 0: 1}
    assert subject.table(SHORT).tolist() == KNOWN


def run_memory() -> Iterator[str]:
    """What happens where the address space ends at 4 GB."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    subject = DoubleDummySolver(1)
    try:
        subject.__init__(65536)
    except MemoryError:
        yield "refused"
    with pytest.raises(RuntimeError, match="not initialised"):
        subject.card_tricks(SHORT, 4, 0)
    subject.__init__(1)
    check_known(subject)
    yield "served"


def run_init() -> Iterator[str]:
    """What __init__ does when one of its arguments starts a long search."""
    subject = DoubleDummySolver(8, quick_tricks=False, later_tricks=False)

    def search() -> None:
        with pytest.raises(SearchStopped):
            subject.table(HARD)

    thread = threading.Thread(target=search)

    class Starts:
        def __bool__(self) -> bool:
            thread.start()
            while subject.nodes == 0:
                pass
            return True

    try:
        subject.__init__(8, target_check=Starts())  # type: ignore[arg-type]
    except RuntimeError:
        yield "refused"
    subject.stop()
    thread.join()


def run_write() -> Iterator[str]:
    """Whether an answer changes with the array, which another thread spoils meanwhile."""
    rng = random.Random(1)
    worlds = np.array([random_position(rng, 13, 0).hands for _ in range(40)], dtype=np.uint64)
    expected = DoubleDummySolver(32).solve_worlds(worlds, 4, 0, (), 7)
    subject = DoubleDummySolver(32)

    def spoil() -> None:
        while subject.nodes == 0:
            pass
        worlds[1:] = [0x5555555555555, 0xAAAAAAAAAAAAA, 0x5555555555555, 0xAAAAAAAAAAAAA]

    thread = threading.Thread(target=spoil)
    thread.start()
    answers = subject.solve_worlds(worlds, 4, 0, (), 7)
    thread.join()
    yield "unchanged" if (answers == expected).all() else "changed"


def run_threads(value: str) -> Iterator[str]:
    """The error of a number of threads."""
    values = {"nan": float("nan"), "None": None, "'2'": "2", "1.5": 1.5, "0": 0}
    try:
        solve_many([SHORT], threads=values[value])  # type: ignore[arg-type]
    except SolverError as error:
        yield str(error)


RUNS: dict[str, Callable[..., Iterator[str]]] = {
    "memory": run_memory,
    "init": run_init,
    "write": run_write,
    "threads": run_threads,
}
"""By the word that asks `support.fuzz` for it."""
