"""Bad questions, stopping, and the text forms of hands."""

import threading
import time
from typing import Any

import numpy as np
import pytest

from solver import DoubleDummySolver, SearchStopped, SolverError

SHORT = [1 << 12 | 1 << 0, 1 << 11 | 1 << 1, 1 << 10 | 1 << 2, 1 << 9 | 1 << 3]
HARD = "N:94.KT.AQ987.KT63 T762.763.K63.J94 KQJ8.Q98.T54.Q75 A53.AJ542.J2.A82"


def searching(solver: DoubleDummySolver) -> None:
    """Return once another thread's search has visited some positions."""
    while solver.nodes < 1000:
        time.sleep(0.001)


@pytest.fixture
def solver() -> DoubleDummySolver:
    """A solver with a small table."""
    return DoubleDummySolver(8)


@pytest.mark.parametrize(
    ("hands", "trump", "leader", "trick", "text"),
    [
        (SHORT[:3], 4, 0, (), "four hands"),
        ([1, 2, 4, 8 | 16], 4, 0, (), "equal numbers"),
        ([1, 1, 2, 4], 4, 0, (), "two hands"),
        ([1, 2, 4, 1 << 52], 4, 0, (), "52 cards"),
        ([1, 2, 4, -1], 4, 0, (), "52 cards"),
        ([0, 0, 0, 0], 4, 0, (), "1 to 13"),
        (SHORT, 5, 0, (), "trump"),
        (SHORT, -1, 0, (), "trump"),
        (SHORT, 10**30, 0, (), "trump"),
        (SHORT, 4, 4, (), "leader"),
        (SHORT, "S", 0, (), "trump"),
        (SHORT, 4, 0, (12,), "also in a hand"),
        (SHORT, 4, 0, (52,), "0..51"),
        (SHORT, 4, 0, (-1,), "0..51"),
        (SHORT, 4, 0, (20, 20), "twice in the trick"),
        (SHORT, 4, 0, (20,), "equal numbers"),
        (SHORT, 4, 0, (20, 21, 22, 23), "at most 3"),
        (SHORT, 4, 0, 7, "sequence"),
        ([0, 1 << 13 | 1, 2 | 4, 8 | 16], 4, 0, (5,), "equal numbers"),
        ([1, 2, 4 | 8, 16 | 32], 4, 0, (6, 13), "follow suit"),
        ([1.5, 2, 4, 8], 4, 0, (), "whole numbers"),
        (None, 4, 0, (), "whole numbers"),
        (np.array([1, 2, 4, 8], dtype=np.int64), 4, 0, (), "uint64"),
        ("AKQ", 4, 0, (), "PBN"),
        ("X:A... K... Q... J...", 4, 0, (), "PBN"),
        ("N:A... K... Q...", 4, 0, (), "PBN"),
        ("N:A... K... Q... J..", 4, 0, (), "PBN hand"),
        ("N:A... K... Q... 1...", 4, 0, (), "rank"),
        ("N:A... K... Q... A...", 4, 0, (), "twice"),
    ],
)
def test_bad_questions_name_the_fact(
    solver: DoubleDummySolver, hands: Any, trump: Any, leader: Any, trick: Any, text: str
) -> None:
    """A question that is no bridge position raises SolverError with the reason."""
    for call in (solver.tricks, solver.card_tricks):
        with pytest.raises(SolverError, match=text):
            call(hands, trump, leader, trick)
    with pytest.raises(SolverError, match=text):
        solver.reaches(hands, trump, leader, trick, 1)


def test_bad_worlds_name_the_world(solver: DoubleDummySolver) -> None:
    """Arrays of a wrong dtype or shape, or with one bad world, raise SolverError."""
    worlds = np.array([SHORT, SHORT], dtype=np.uint64)
    with pytest.raises(SolverError, match="int64"):
        solver.solve_worlds(worlds.astype(np.int64), 4, 0, (), 1)
    with pytest.raises(SolverError, match="list"):
        solver.solve_worlds(worlds.tolist(), 4, 0, (), 1)
    with pytest.raises(SolverError, match="shape"):
        solver.solve_worlds(worlds[:, :3], 4, 0, (), 1)
    worlds[1, 0] = 3
    with pytest.raises(SolverError, match="world 1: a card is in two hands"):
        solver.solve_world_cards(worlds, 4, 0)
    with pytest.raises(SolverError, match="target"):
        solver.solve_worlds(worlds[:1], 4, 0, (), "many")  # type: ignore[arg-type]
    assert solver.solve_worlds(worlds[:0], 4, 0, (), 1).shape == (0,)
    assert solver.solve_world_cards(worlds[:0], 4, 0).shape == (0, 52)


def test_slices_and_fortran_order_are_understood(solver: DoubleDummySolver) -> None:
    """Worlds need not be contiguous."""
    worlds = np.asfortranarray(np.array([SHORT] * 6, dtype=np.uint64))[::2]
    assert solver.solve_worlds(worlds, 4, 0, (), 1).tolist() == [True] * 3


@pytest.mark.parametrize("memory", [0, -1, 10**9, "much"])
def test_bad_memory_is_refused(memory: Any) -> None:
    """The table must have 1 to 65536 MB."""
    with pytest.raises(SolverError, match="memory_mb"):
        DoubleDummySolver(memory)


def test_hands_may_be_text_array_or_numbers(solver: DoubleDummySolver) -> None:
    """A PBN deal with any first seat, a uint64 array and plain numbers mean the same."""
    text = "E:K3... Q4... J5... A2..."
    numbers = [1 << 12 | 1, 1 << 11 | 2, 1 << 10 | 4, 1 << 9 | 8]
    expected = solver.card_tricks(numbers, 4, 0)
    assert solver.card_tricks(text, 4, 0) == expected
    assert solver.card_tricks(np.array(numbers, dtype=np.uint64), 4, 0) == expected
    assert expected == {12: 1, 0: 1}


def test_stop_ends_a_running_call_and_stays_until_cleared(solver: DoubleDummySolver) -> None:
    """Another thread's stop ends the search soon; later calls stop too until it is taken back."""
    big = DoubleDummySolver(32, table=False, quick_tricks=False)

    def stop_in_mid_search() -> None:
        searching(big)
        big.stop()

    thread = threading.Thread(target=stop_in_mid_search)
    thread.start()
    with pytest.raises(SearchStopped):
        big.table(HARD)
    thread.join()
    at = big.nodes
    with pytest.raises(SearchStopped):
        big.tricks(SHORT, 4, 0)
    assert big.nodes - at <= 1
    big.clear_stop()
    assert big.tricks(SHORT, 4, 0) == 1


def test_one_object_serves_one_thread(solver: DoubleDummySolver) -> None:
    """A second thread gets an error instead of a broken search."""
    big = DoubleDummySolver(32, table=False, quick_tricks=False)

    def search() -> None:
        with pytest.raises(SearchStopped):
            big.table(HARD)

    thread = threading.Thread(target=search)
    thread.start()
    searching(big)
    with pytest.raises(RuntimeError, match="another thread"):
        big.tricks(SHORT, 4, 0)
    big.stop()
    thread.join()
