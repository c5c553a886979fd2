"""Some of the twenty numbers of deals, targets instead of counts, and batches that are stopped."""

import itertools
import threading
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from solver import DoubleDummySolver, SearchStopped, SolverError, solve_many
from solver.dd.batch import solve_each
from support.positions import oracle_tables

TABLES = dict(itertools.islice(oracle_tables(), 3))
DEALS = list(TABLES)
NUMBERS = np.array(list(TABLES.values()))
SHORT = "N:A2... K3... Q4... J5..."
SHORT_NUMBERS = DoubleDummySolver(1).table(SHORT)
LONGEST = "N:AJ962.KT74..Q853 Q853.AJ962.KT74. .Q853.AJ962.KT74 KT74..Q853.AJ962"
"""A deal that takes a minute."""
WAIT = 60
"""Seconds after which a test that hangs fails."""


@pytest.fixture(scope="module")
def solver() -> DoubleDummySolver:
    """One for all tests: answers do not depend on what was asked before."""
    return DoubleDummySolver(32)


@pytest.mark.parametrize(
    ("strains", "declarers"),
    [([4], range(4)), (range(5), (1, 3)), (iter([0, 2]), iter([3])), ([3, 3], {0}), ([], [0])],
)
def test_some_of_the_twenty_numbers(
    solver: DoubleDummySolver, strains: Iterable[int], declarers: Iterable[int]
) -> None:
    """Numbers that were not asked for are -1; the others are those of the whole table."""
    strains, declarers = list(strains), list(declarers)
    expected = np.full((3, 5, 4), -1)
    for strain, declarer in itertools.product(strains, declarers):
        expected[:, strain, declarer] = NUMBERS[:, strain, declarer]
    many = solve_many(DEALS, strains=iter(strains), declarers=iter(declarers), memory_mb=8)
    assert many.tolist() == expected.tolist()
    single = solver.table(DEALS[0], strains=iter(strains), declarers=iter(declarers))
    assert single.tolist() == expected[0].tolist()
    assert single.dtype == many.dtype == np.int8


def test_few_numbers_cost_little() -> None:
    """A target visits fewer positions than the count, and that fewer than the table."""
    target, count, table = (DoubleDummySolver(32) for _ in range(3))
    target.table(DEALS[0], strains=[4], declarers=[1], targets=7)
    count.table(DEALS[0], strains=[4], declarers=[1])
    table.table(DEALS[0])
    assert target.nodes < count.nodes < table.nodes / 2


@pytest.mark.parametrize("target", range(14))
def test_a_target_is_reached_up_to_the_count(solver: DoubleDummySolver, target: int) -> None:
    """By the side of each declarer, in deals and in short hands."""
    for hands, numbers in ((DEALS[0], NUMBERS[0]), (SHORT, SHORT_NUMBERS)):
        assert solver.table(hands, targets=target).tolist() == (numbers >= target).tolist()


def test_targets_of_each_deal_strain_and_declarer() -> None:
    """They are broadcast; -1 asks nothing, and strains restrict what is asked."""
    rng = np.random.default_rng(1)
    targets = rng.integers(-1, 14, (3, 5, 4))
    expected = np.where(targets < 0, -1, targets <= NUMBERS)
    assert solve_many(DEALS, targets=targets, memory_mb=8).tolist() == expected.tolist()
    by_deal = np.array([5, 8, 11]).reshape(3, 1, 1)
    found = solve_many(DEALS, strains=[1], targets=by_deal, memory_mb=8)
    assert found[:, 1].tolist() == (NUMBERS[:, 1] >= by_deal[:, 0]).tolist()
    assert (found[:, [0, 2, 3, 4]] == -1).all()
    assert solve_many([], targets=7).shape == (0, 5, 4)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"strains": [0, 5]}, "a strain must be 0..4, not 0x5"),
        ({"strains": "NT"}, "a strain must be a whole number, not 'N'"),
        ({"strains": 4}, "strains must be a sequence of whole numbers, not 4"),
        ({"declarers": [-1]}, "a declarer must be 0..3, not -0x1"),
        ({"declarers": None}, "declarers must be a sequence of whole numbers, not None"),
        ({"targets": 14}, "a target must be 0..13, or -1 for none, not 14"),
        ({"targets": [7, 7, -2, 7]}, "a target must be 0..13, or -1 for none, not -2"),
        ({"targets": 7.5}, "targets must be whole numbers, not float64"),
        ({"targets": [7, 7]}, r"targets must have shape \(1, 5, 4\), or one that fits it"),
        ({"targets": [[7], [7, 7]]}, r"targets must have shape \(1, 5, 4\)"),
    ],
)
def test_wrong_arguments(solver: DoubleDummySolver, arguments: dict[str, Any], text: str) -> None:
    """They are named, and no deal is: the deals are right."""
    with pytest.raises(SolverError, match=f"^{text}"):
        solver.table(SHORT, **arguments)
    with pytest.raises(SolverError, match=f"^{text}"):
        solve_many([SHORT], **arguments)
    assert solver.table(SHORT).tolist() == SHORT_NUMBERS.tolist()


@pytest.mark.parametrize(
    ("hands", "text"),
    [
        ("N:AK... QJ... T9... 87.2..", "deal 1: the hands and the trick do not have equal"),
        ([0x3FFF << 13 * seat for seat in range(3)] + [0x1FFF << 39 | 1], "deal 1: a card is in"),
        ([1 << 52, 2, 4, 8], "deal 1: not a set of 52 cards"),
    ],
)
def test_a_wrong_deal_is_named(hands: Any, text: str) -> None:
    """Before the others are solved."""
    with pytest.raises(SolverError, match=text):
        solve_many([SHORT, hands, LONGEST], memory_mb=8)


class LateStop(threading.Event):
    """It is set after six looks: there is one for each of the four deals, others while they run."""

    looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks > 6


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_ends_a_deal_that_runs(threads: int) -> None:
    """A stop ends the deal that runs; a later batch is solved as ever."""
    stop = LateStop()
    with pytest.raises(SearchStopped):
        solve_many([SHORT, *[LONGEST] * 3], threads=threads, stop=stop)
    with pytest.raises(SearchStopped):
        solve_many([SHORT], stop=stop)
    assert solve_many([SHORT], stop=threading.Event())[0].tolist() == SHORT_NUMBERS.tolist()


class Waiting:
    """A solver whose answers wait for the one before, or for its end."""

    def __init__(self) -> None:
        self.stopped = threading.Event()

    def stop(self) -> None:
        self.stopped.set()


def test_the_order_is_that_of_the_items() -> None:
    """Though the first is answered last, by another thread."""
    second = threading.Event()

    def ask(_: Waiting, item: int) -> int:
        if item:
            second.set()
        elif not second.wait(WAIT):
            return -1
        return item

    assert list(solve_each(Waiting, ask, range(4))) == [0, 1, 2, 3]


@pytest.mark.parametrize("ends", ["stop", "close"])
def test_whoever_waits_ends_the_calls_that_run(ends: str) -> None:
    """By its event, or because nobody takes the answers any more."""
    stop, begun, halted = threading.Event(), threading.Event(), threading.Event()

    def ask(solver: Waiting, item: int) -> int:
        if item:
            begun.set()
            assert solver.stopped.wait(WAIT)
            halted.set()
            raise SearchStopped
        assert begun.wait(WAIT)
        return item

    answers = solve_each(Waiting, ask, range(3), stop=stop)
    assert next(answers) == 0
    if ends == "stop":
        stop.set()
        with pytest.raises(SearchStopped):
            next(answers)
    answers.close()
    assert halted.is_set()
