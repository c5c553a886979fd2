"""Layouts up to cards of equal standing: `WorldSampler.class_worlds`."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from solver import SolverError, WorldSampler
from solver.worlds.classes import ClassSample
from support.layouts import ANY, Case, cards_of, mask, random_case, sampler, truth


def cards(text: str) -> int:
    """A hand such as "AK..7.T2" as a mask."""
    return mask(
        13 * suit + "23456789TJQKA".index(rank)
        for suit, ranks in enumerate(text.split("."))
        for rank in ranks
    )


def by_class(case: Case, found: ClassSample) -> dict[tuple[int, ...], float]:
    """The weight of each class world, layouts added up by plain enumeration."""
    first = next((seat for seat in range(4) if case.vacant[seat]), 0)
    masks = found.classes.tolist()
    total: dict[tuple[int, ...], float] = defaultdict(float)
    for world, weight in truth(case)[1].items():
        total[tuple((world[first] & cards).bit_count() for cards in masks)] += weight
    return dict(total)


def check_classes(case: Case, live: int, found: ClassSample) -> None:
    """Classes share out the hidden cards, and no other card in play lies inside one."""
    seen = 0
    for group in found.classes.tolist():
        assert not seen & group
        seen |= group
        members = cards_of(group)
        assert len({card // 13 for card in members}) == 1
        between = [card for card in range(members[0], members[-1] + 1) if not group >> card & 1]
        blocked = live | sum(case.held) | case.hidden
        assert not any(blocked >> card & 1 for card in between)
    assert seen == case.hidden or seen & ~case.hidden == 0


@pytest.mark.parametrize("hands", [1, 2])
def test_all_class_worlds(hands: int) -> None:
    """All class worlds are there once with the weight of their layouts, a layout of each first."""
    rng = random.Random(hands)
    several = 0
    for number in range(120):
        case, now = random_case(rng, 5 if hands == 2 else 4, hands, said=0.5)
        live = rng.getrandbits(52) & rng.getrandbits(52) & ~sum(now) & ~sum(case.played)
        found = sampler(case).class_worlds(10**6, live, 1)
        assert found.complete
        check_classes(case, live, found)
        expected = by_class(case, found)
        counts = [tuple(row) for row in found.counts.tolist()]
        assert len(set(counts)) == len(counts)
        assert set(counts) == set(expected), number
        assert not found.draws.any()
        if not counts:
            continue
        mean = sum(expected.values()) / len(expected)
        weights = np.array([expected[row] for row in counts])
        assert np.allclose(found.weights * mean, weights, rtol=1e-12), number
        several += len(truth(case)[1]) > len(counts)
        first = next((seat for seat in range(4) if case.vacant[seat]), 0)
        assert np.all(sampler(case).weigh(found.worlds) > 0)
        for row, world in zip(counts, found.worlds.tolist(), strict=True):
            for size, group in zip(row, found.classes.tolist(), strict=True):
                assert mask(cards_of(group)[len(cards_of(group)) - size :]) == world[first] & group
    assert several > 20 or hands == 1, "some class worlds have several layouts"


@pytest.mark.parametrize(
    ("most", "singles", "spades"),
    [
        (37, 0, ["JT", "8765432"]),
        (37, None, ["JT", "8765432"]),
        (0, 0, ["J", "T", "8765432"]),
        (37, cards("T6..."), ["J", "T", "87", "6", "5432"]),
    ],
)
def test_classes_of_a_suit(most: int, singles: int | None, spades: list[str]) -> None:
    """Honours are classes of their own where points are limited; so are cards named."""
    live = cards("AKQ9...")
    boxes = [None, [[(0, most), *ANY[1:]]], None, None]
    subject = WorldSampler(cards("JT8765432..."), (0, 5, 0, 4), boxes=boxes)
    expected = [cards(group + "...") for group in spades]
    found = subject.class_worlds(100, live, 1, singles=singles)
    assert found.classes.tolist() == expected


def test_top_classes_are_single() -> None:
    """Cards with no live card above them are single, unless the caller names others."""
    hidden, live = cards("AKJT.5432.QJ.K2"), cards("Q.6..A")
    subject = WorldSampler(hidden, (6, 0, 0, 6))
    top = [cards(text) for text in ("A...", "K...", "JT...", ".5432..", "..Q.", "..J.", "...K2")]
    assert subject.class_worlds(9, live, 1).classes.tolist() == top
    merged = [cards(text) for text in ("AK...", "JT...", ".5432..", "..QJ.", "...K2")]
    assert subject.class_worlds(9, live, 1, singles=0).classes.tolist() == merged
    # A card that a hidden hand is known to hold is no class, and separates.
    known = WorldSampler(hidden & ~cards(".4.."), (6, 0, 0, 5), held=(0, 0, 0, cards(".4..")))
    split = [cards(text) for text in ("AK...", "JT...", ".5..", ".32..", "..QJ.", "...K2")]
    assert known.class_worlds(9, live, 1, singles=0).classes.tolist() == split


def test_a_sample_of_class_worlds() -> None:
    """Different class worlds in the order drawn, Horvitz-Thompson weights, draws added up."""
    hidden = cards("KJT87.9754.KJ82.Q973")
    case = Case(hidden, (0, 9, 0, 8), boxes=(None, [[(3, 9), *ANY[1:]]], None, None))
    live = cards("AQ9.AKQJT8.AQ.AK")
    subject = sampler(case)
    found = subject.class_worlds(25, live, 3, enumerate_limit=10, draws=10_000)
    assert not found.complete
    assert len(found.worlds) == 25
    expected, total = by_class(case, found), int(found.draws.sum())
    counts = [tuple(row) for row in found.counts.tolist()]
    assert len(set(counts)) == 25
    assert found.draws.min() >= 1
    assert found.draws[-1] == 1, "the last one ended the drawing"
    share = np.array([expected[row] for row in counts]) / sum(expected.values())
    weights = share / (1 - (1 - share) ** total)
    assert np.allclose(found.weights, weights / weights.mean(), rtol=1e-9)
    again = subject.class_worlds(25, live, 3, enumerate_limit=10, draws=10_000)
    arrays: tuple[npt.NDArray[Any], ...] = found[:5]
    same: tuple[npt.NDArray[Any], ...] = again[:5]
    assert all(np.array_equal(a, b) for a, b in zip(arrays, same, strict=True))
    few = subject.class_worlds(25, live, 3, enumerate_limit=10, draws=20)
    assert int(few.draws.sum()) == 20
    assert len(few.worlds) <= 20


def test_horvitz_thompson_is_fair() -> None:
    """Weights of samples of a fixed number of draws add up to the mass of any set of worlds."""
    hidden = cards("KJT8.975.KJ8.Q9")
    case = Case(hidden, (0, 6, 0, 6), boxes=(None, [[(3, 9), *ANY[1:]], ANY], None, None),
                weights=(None, [1.0, 0.1], None, None))  # fmt: skip
    live = cards("AQ9.AKQJT8.AQ.AK")
    subject = sampler(case)
    expected = by_class(case, subject.class_worlds(10**6, live, 0))
    mass = sum(expected.values())
    target = sum(w for row, w in expected.items() if row[0] == 1) / mass
    estimates = []
    for seed in range(400):
        found = subject.class_worlds(10**6, live, seed, enumerate_limit=0, draws=60)
        share = np.array([expected[tuple(row)] for row in found.counts.tolist()]) / mass
        inclusion = 1 - (1 - share) ** 60
        scale = (share / inclusion)[0] / found.weights[0]
        estimates.append(float(found.weights[found.counts[:, 0] == 1].sum() * scale))
    error = np.std(estimates) / np.sqrt(len(estimates))
    assert abs(np.mean(estimates) - target) < 4 * error


def test_class_worlds_of_nothing() -> None:
    """No layout, no class world; no hidden card, one class world without classes."""
    nothing = WorldSampler(15, (2, 2, 0, 0), boxes=[[[(30, 37), *ANY[1:]]], None, None, None])
    assert len(nothing.class_worlds(5, 0, 1).worlds) == 0
    assert len(nothing.class_worlds(5, 0, 1, enumerate_limit=0).worlds) == 0
    one = WorldSampler(0, (0, 0, 0, 0), held=(1, 2, 4, 8)).class_worlds(5, 0, 1)
    assert one.worlds.tolist() == [[1, 2, 4, 8]]
    assert one.counts.shape == (1, 0)


@pytest.mark.parametrize("size", [8, 13])
def test_whole_hands(size: int) -> None:
    """Early in the play there are too many to list: as many as asked for are found."""
    rng = random.Random(size)
    pack = rng.sample(range(52), 4 * size)
    hands = [mask(pack[size * i : size * i + size]) for i in range(4)]
    boxes: list[Any] = [None, [[(0, 20), *ANY[1:]]], None, None]
    rest = [card for card in range(52) if card not in pack]
    played = [mask(rest[i::4]) for i in range(4)]
    boxes[1][0][0] = (0, 20)
    subject = WorldSampler(
        hands[1] | hands[3], (0, size, 0, size), held=(hands[0], 0, hands[2], 0),
        played=played, boxes=boxes,
    )  # fmt: skip
    found = subject.class_worlds(200, hands[0] | hands[2], 1, enumerate_limit=100)
    assert len(found.worlds) == 200
    assert len(np.unique(found.counts, axis=0)) == 200
    assert np.all(subject.weigh(found.worlds) > 0)


def test_three_hidden_hands_are_refused() -> None:
    """Counts of one hand do not say what two others hold."""
    with pytest.raises(SolverError, match="at most two hidden hands"):
        WorldSampler(7, (1, 1, 1, 0)).class_worlds(5, 0, 1)


def test_nothing_hidden_is_one_class_world() -> None:
    """With all cards known there is one class world, whatever may be enumerated."""
    hands = [1 << 12, 1 << 11, 1 << 10, 1 << 9]
    sampler = WorldSampler(0, (0, 0, 0, 0), held=hands)
    for limit in (0, 5):
        found = sampler.class_worlds(3, 0, 1, enumerate_limit=limit)
        assert found.complete
        assert found.worlds.tolist() == [hands]
        assert found.counts.shape == (1, 0)
        assert found.weights.tolist() == [1.0]
