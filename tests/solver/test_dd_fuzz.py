"""Garbage to every entry of the solver: an error that says what is wrong, and never a crash."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import solver
from solver import DoubleDummySolver, SolverError, WorldSampler
from support.fuzz import Index
from support.ill_timed import SHORT

TESTS = Path(__file__).parents[1]
SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")


def child(*words: object, timeout: int = 250) -> str:
    """What `support.fuzz` prints when it is run with the given words; its crash is a failure."""
    path = os.pathsep.join(
        [str(Path(solver.__file__).parents[1]), str(TESTS), os.environ.get("PYTHONPATH", "")]
    )
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", "support.fuzz", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert done.returncode == 0, f"status {done.returncode}: {done.stderr[-4000:]}"
    return done.stdout


def check_fuzz(how: str, trials: int, seed: int) -> None:
    """Trials end well in a child process, and enough of them with an answer or with an error."""
    outcomes = dict(line.split() for line in child(how, trials, seed, timeout=3000).splitlines())
    assert sum(map(int, outcomes.values())) == trials
    assert int(outcomes["answer"]) > trials // 10
    assert int(outcomes["SolverError"]) > trials // 10


@pytest.mark.parametrize(("how", "trials"), [("one", 2_000), ("two", 1_000)])
def test_garbage_is_refused(how: str, trials: int) -> None:
    """Calls with garbage from one thread, or two at once, spoil no later answer."""
    check_fuzz(how, trials, 1)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(3, 13))
def test_much_garbage_is_refused(seed: int) -> None:
    """100,000 calls from one thread and 20,000 from two, for each of ten seeds."""
    check_fuzz("one", 100_000, seed)
    check_fuzz("two", 20_000, 100 * seed)


def test_unaligned_worlds_are_understood() -> None:
    """An array that begins at an odd address is solved like any other."""
    worlds = np.zeros(33, dtype=np.uint8)[1:].view(np.uint64)
    worlds[:] = SHORT
    assert DoubleDummySolver(1).solve_worlds(worlds.reshape(1, 4), 4, 0, (), 1).tolist() == [True]


def test_a_number_may_ask_the_solver_while_it_is_read() -> None:
    """A question asked while the arguments of another one are read changes neither answer."""
    subject = DoubleDummySolver(1)
    seen: list[object] = []

    def ask() -> None:
        seen.append(subject.card_tricks(SHORT, 4, 0))

    hands = [Index(hand, ask) for hand in SHORT]
    assert subject.card_tricks(hands, Index(4, ask), Index(0, ask)) == {12: 1, 0: 1}
    assert seen == [{12: 1, 0: 1}] * 6


@pytest.mark.skipif(SANITIZED, reason="the sanitizer needs more address space than any limit")
def test_a_table_without_memory() -> None:
    """A table that does not fit raises MemoryError; the object serves after a smaller one."""
    pytest.importorskip("resource", reason="needs limits of a process")
    assert child("memory").split() == ["refused", "served"]


def test_no_start_over_under_a_running_search() -> None:
    """A search that begins while the arguments of __init__ are read keeps its table."""
    assert child("init").split() == ["refused"]


def test_worlds_that_change_while_they_are_solved() -> None:
    """The answers are those of the array as it was when it was given."""
    assert child("write").split() == ["unchanged"]


@pytest.mark.parametrize("threads", ["nan", pytest.param("0", marks=pytest.mark.slow)])
def test_bad_threads_are_refused(threads: str) -> None:
    """A number of threads that is no whole number from 1 up is named, and nothing hangs."""
    assert "threads" in child("threads", threads, timeout=60)


@pytest.mark.parametrize("value", [Index("x"), int, np.array([1, 2])])
def test_things_that_only_look_like_numbers(value: Any) -> None:
    """What `operator.index` refuses is named, wherever a number is wanted."""
    subject = DoubleDummySolver(1)
    with pytest.raises(SolverError, match="trump must be a whole number"):
        subject.tricks(SHORT, value, 0)
    with pytest.raises(SolverError, match="hands must be four whole numbers"):
        subject.tricks([1, 2, 4, value], 4, 0)
    with pytest.raises(SolverError, match="hidden must be a whole number"):
        WorldSampler(value, (0, 0, 0, 0))


@pytest.mark.parametrize("sign", [1, -1])
def test_numbers_too_long_to_print(sign: int) -> None:
    """A number of thousands of digits is refused like other large ones."""
    value = sign * 10**5000
    with pytest.raises(SolverError, match="memory_mb"):
        DoubleDummySolver(value)
    with pytest.raises(SolverError, match="52 cards"):
        DoubleDummySolver(1).tricks([1, 2, 4, value], 4, 0)
    with pytest.raises(SolverError, match="seed"):
        WorldSampler(0, (0, 0, 0, 0)).draw(1, value)
