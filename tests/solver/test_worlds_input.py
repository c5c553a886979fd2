"""What `solver.WorldSampler` takes and refuses, and that its worlds stay the same."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import solver
from solver import SolverError, WorldSampler
from support.layouts import ANY, CASES, FULL, LEADER, NOTRUMP, Layout, hidden_with, rows, sampler

GOLDEN = {
    "two": (40682735992893, 99509224923138),
    "three": (300239975158033, 176507117536418, 1196706748197380, 2830145786478664),
}
"""Drawn once."""


def test_nothing_is_left() -> None:
    """Boxes that no layout meets are no error: the mass is 0 and samples are empty."""
    for boxes in (
        [None, [[(38, 40), *ANY[1:]]], None, None],
        [None, [[(20, 37), *ANY[1:]]], None, [[(20, 37), *ANY[1:]]]],
        [None, [[(9, 3), *ANY[1:]]], None, None],
    ):
        subject = WorldSampler(**LEADER, boxes=boxes)
        assert subject.mass == 0.0
        sample = subject.draw(10, 0)
        assert (len(sample.worlds), len(sample.weights), sample.complete) == (0, 0, True)
        every = subject.enumerate(10)
        assert every is not None
        assert len(every.worlds) == 0


def test_nothing_hidden() -> None:
    """When all hands are known there is one world."""
    subject = WorldSampler(0, (0, 0, 0, 0), held=(1, 2, 4, 8))
    sample = subject.draw(40, 0)
    assert rows(sample.worlds) == [(1, 2, 4, 8)]
    assert (subject.layouts, subject.mass, sample.complete) == (1, 1.0, True)
    assert len(subject.draw(40, 0, complete=False).worlds) == 40


def drawn_golden() -> dict[str, Layout]:
    """A world of two hidden hands and one of three."""
    hidden, held = hidden_with(6)
    two = WorldSampler(
        hidden, (0, 13, 0, 13), held=held, boxes=[None, [ANY, NOTRUMP[1]]] + [None] * 2
    )
    said = [[[(0, 9), *ANY[1:]]], NOTRUMP, None, [[(8, 12), (0, 3), (0, 3), *ANY[3:]]]]
    three = WorldSampler(**LEADER, boxes=said)
    return {
        "two": rows(two.draw(5, 2026).worlds[-1:, 1::2])[0],
        "three": rows(three.draw(5000, 2026).worlds[-1:, [2, 0, 1, 3]])[0],
    }


def test_same_seed_same_worlds() -> None:
    """Worlds depend on the arguments alone; these were drawn once and stay, in any process."""
    assert drawn_golden() == GOLDEN
    subject = WorldSampler(**LEADER)
    assert np.array_equal(subject.draw(9, 5).worlds, subject.draw(9, 5).worlds)
    assert not np.array_equal(subject.draw(9, 5).worlds, subject.draw(9, 6).worlds)
    program = "import test_worlds_input; print(test_worlds_input.drawn_golden())"
    here = Path(__file__).parent
    folders = (str(Path(solver.__file__).parents[1]), str(here), str(here.parent))
    path = os.pathsep.join([*folders, os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=100,
        env=os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "77"},
    )  # fmt: skip
    assert done.stdout.strip() == str(GOLDEN)


def test_worlds_that_break_a_fact_weigh_nothing() -> None:
    """A card in a wrong hand, twice or missing makes a weight of 0."""
    case = CASES["two with facts"]
    subject = sampler(case)
    good = subject.draw(1, 0).worlds[0]
    assert subject.weigh(good[np.newaxis])[0] > 0
    for seat in range(4):
        for card in range(52):
            other = good.copy()
            other[seat] ^= np.uint64(1 << card)
            assert subject.weigh(other[np.newaxis])[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"vacant": (0, 2, 0, 2)}, "4 vacant places for 3 hidden cards"),
        (
            {"vacant": (1, 1, 1, 0), "held": (0, 0, 0, 1)},
            "S2 cannot be both hidden and held by West",
        ),
        (
            {"held": (8, 0, 0, 0), "played": (0, 0, 8, 0)},
            "S5 cannot be both held by North and played by S",
        ),
        ({"hidden": 15, "vacant": (1, 1, 1, 1)}, "at most three hands may be hidden"),
        ({"shown_out": (0, 1, 0, 1)}, r"3 hidden cards \(S2 S3 S4\) .*nobody can hold them"),
        ({"shown_out": (0, 1, 0, 0)}, r"3 hidden cards .* for 2 vacant places: only West can"),
        ({"lacks": (0, 1, 0, 1)}, r"1 hidden cards \(S2\) for 0 vacant places"),
        ({"held": (0, FULL ^ 0x1FFF, 0, 0)}, "East would have 40 cards as dealt"),
        ({"vacant": (0, 14, 0, 0)}, "vacant of East must be 0..13"),
        ({"vacant": (0, 3)}, "vacant must be four whole numbers"),
        ({"vacant": 3}, "vacant must be four whole numbers"),
        ({"hidden": 1 << 52}, "hidden must be"),
        ({"hidden": 1.5}, "hidden must be a whole number"),
        ({"lacks": (0, -1, 0, 0)}, "lacks of East must be"),
        ({"boxes": [[(0, 13)] * 5]}, "boxes must have four items"),
        ({"boxes": 7}, "boxes must have one item for each seat"),
        ({"boxes": [None, [ANY[:4]], None, None]}, r"boxes of East must be .*\(k, 5, 2\)"),
        ({"boxes": [None, [], None, None]}, r"boxes of East must be .*\(k, 5, 2\)"),
        ({"boxes": [None, np.zeros((0, 5, 2), int), None, None]}, "must have 1 to 64 boxes, not 0"),
        ({"boxes": [None, [ANY] * 65, None, None]}, "must have 1 to 64 boxes, not 65"),
        ({"boxes": [None, np.full((1, 5, 2), 0.5), None, None]}, "East must be whole numbers"),
        ({"boxes": [None, [[1, 2]], None, [[1], [1, 2]]]}, "boxes"),
        ({"weights": [None, [1.0], None, None]}, "East has weights but no boxes"),
        (
            {"boxes": [None, [ANY], None, None], "weights": [None, [0.0], None, None]},
            "weights of E",
        ),
        ({"boxes": [[ANY]] * 4, "weights": [None, [float("nan")], None, None]}, "weights of East"),
        ({"boxes": [[ANY]] * 4, "weights": [None, [1e300], None, None]}, "weights of East"),
        ({"boxes": [[ANY]] * 4, "weights": [None, [1.0, 1.0], None, None]}, "weights of East"),
        ({"boxes": [[ANY]] * 4, "weights": [None, "much", None, None]}, "weights of East"),
    ],
)
def test_errors_name_the_fact(arguments: dict[str, Any], message: str) -> None:
    """Impossible or malformed facts raise an error that says which."""
    whole: dict[str, Any] = {"hidden": 7, "vacant": (0, 1, 0, 2)} | arguments
    with pytest.raises(SolverError, match=message):
        WorldSampler(whole.pop("hidden"), whole.pop("vacant"), **whole)


@pytest.mark.parametrize(
    ("method", "arguments", "message"),
    [
        ("draw", (0, 1), "n must be 1"),
        ("draw", (1 << 25, 1), "n must be"),
        ("draw", (1, -1), "seed must be"),
        ("draw", (1, 1 << 64), "seed must be"),
        ("draw", ("many", 1), "n must be a whole number"),
        ("enumerate", (-1,), "limit must be"),
        ("weigh", ([[1, 2, 3, 4]],), "worlds must be a uint64 array"),
        ("weigh", (np.zeros((2, 3), np.uint64),), "worlds must have shape"),
    ],
)
def test_bad_wishes(method: str, arguments: Any, message: str) -> None:
    """An argument of a method that is out of range is named."""
    with pytest.raises(SolverError, match=message):
        getattr(WorldSampler(7, (0, 1, 0, 2)), method)(*arguments)


def test_not_initialised() -> None:
    """An object without its start refuses every question, and a failed start leaves the old one."""
    bare = WorldSampler.__new__(WorldSampler)
    for ask in (lambda: bare.draw(1, 1), lambda: bare.mass, lambda: bare.enumerate(1)):
        with pytest.raises(RuntimeError, match="not initialised"):
            ask()
    subject = WorldSampler(7, (0, 1, 0, 2))
    with pytest.raises(SolverError):
        subject.__init__(7, (0, 1, 0, 1))
    assert subject.layouts == 3
    subject.__init__(15, (0, 2, 0, 2))
    assert subject.mass == 6


def test_two_threads() -> None:
    """Threads that share a sampler get the worlds that one thread gets."""
    said: list[Any] = [None, NOTRUMP, None, [[(8, 13), *ANY[1:]]]]
    expected = [WorldSampler(**LEADER, boxes=said).draw(300, seed).worlds for seed in range(20)]
    subject = WorldSampler(**LEADER, boxes=said)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda seed: subject.draw(300, seed).worlds, range(20)))
    assert all(np.array_equal(a, b) for a, b in zip(expected, found, strict=True))


def test_worlds_do_not_depend_on_what_was_asked_before() -> None:
    """A count that was made for another purpose changes no draw."""
    said: list[Any] = [None, NOTRUMP, None, [[(8, 13), *ANY[1:]]]]
    fresh, used = WorldSampler(**LEADER, boxes=said), WorldSampler(**LEADER, boxes=said)
    assert used.mass > 0
    used.draw(20_000, 1)
    for n in (5, 3000, 20_000):
        assert np.array_equal(fresh.draw(n, 2).worlds, used.draw(n, 2).worlds)
