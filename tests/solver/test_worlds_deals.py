"""Worlds by counting: `solver.WorldSampler` on whole deals, against exact numbers."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import product
from math import comb, factorial, sqrt
from typing import Any

import numpy as np
import pytest

from solver import WorldSampler
from support.layouts import (
    ANY,
    FULL,
    LEADER,
    NOTRUMP,
    OWN,
    SUIT,
    Layout,
    cards_of,
    chi_square,
    hcp,
    hidden_with,
    length,
    mask,
    rows,
)

# East and West hold 26 cards between them: the a-priori table of the Official Encyclopedia of
# Bridge, "Mathematical tables", per cent.
SPLITS = {
    2: {1: 52.00, 2: 48.00},
    3: {2: 78.00, 3: 22.00},
    4: {2: 40.70, 3: 49.74, 4: 9.57},
    5: {3: 67.83, 4: 28.26, 5: 3.91},
    6: {3: 35.53, 4: 48.45, 5: 14.53, 6: 1.49},
    7: {4: 62.17, 5: 30.52, 6: 6.78, 7: 0.52},
}


@pytest.mark.parametrize("missing", SPLITS)
def test_split_table(missing: int) -> None:
    """How a suit divides between two unseen hands is as the published table says."""
    n = 40_000
    hidden, held = hidden_with(missing)
    worlds = WorldSampler(hidden, (0, 13, 0, 13), held=held).draw(n, missing).worlds
    longer = Counter(max(length(row[1], 0), length(row[3], 0)) for row in rows(worlds))
    for most, per_cent in SPLITS[missing].items():
        share = per_cent / 100
        assert abs(longer[most] / n - share) < 4 * sqrt(share * (1 - share) / n) + 0.00005
        both = {most, missing - most}
        boxes = [[(0, 37), (x, x), (0, 13), (0, 13), (0, 13)] for x in sorted(both)]
        subject = WorldSampler(hidden, (0, 13, 0, 13), held=held, boxes=[None, boxes, None, None])
        assert subject.mass / subject.layouts == pytest.approx(share, abs=0.00005001)


def test_vacant_places() -> None:
    """A card lies in a hand in proportion to the hand's vacant places, exactly."""
    hidden = mask([10, *range(26, 39), *range(39, 44)])
    vacant = (0, 8, 5, 6)
    for seat in (1, 2, 3):
        lacks = [0, 0, 0, 0]
        lacks[seat] = 1 << 10
        without = WorldSampler(hidden, vacant, lacks=lacks).layouts
        everything = WorldSampler(hidden, vacant).layouts
        assert (everything - without) * 19 == everything * vacant[seat]


def test_length_known_changes_the_odds() -> None:
    """With seven hearts in East the spade queen lies with West by 11 places to 6."""
    hearts = mask(range(13, 22))
    hidden = hearts | mask([10, 0, 1, 2]) | mask(range(26, 39))
    boxes = [None, [[(0, 37), (0, 13), (7, 7), (0, 13), (0, 13)]], None, None]
    everything = WorldSampler(hidden, (0, 13, 0, 13), boxes=boxes).mass
    east_lacks = (0, 1 << 10, 0, 0)
    west = WorldSampler(hidden, (0, 13, 0, 13), boxes=boxes, lacks=east_lacks).mass
    assert everything == comb(9, 7) * comb(17, 6)
    assert west * 17 == everything * 11


def test_the_largest_count() -> None:
    """39!/(13!)^3, the most layouts there are, has no error."""
    subject = WorldSampler(**LEADER)
    assert subject.layouts == factorial(39) // factorial(13) ** 3
    assert subject.mass == float(factorial(39) // factorial(13) ** 3)


def exact_hands(cards: int, places: int) -> dict[tuple[int, ...], int]:
    """How many sets of so many of the cards have certain points and lengths, card by card."""
    ways: dict[tuple[int, ...], int] = {(0, 0, 0, 0, 0): 1}
    for card in cards_of(cards):
        points = hcp(1 << card)
        after: dict[tuple[int, ...], int] = defaultdict(int)
        for key, n in ways.items():
            after[key] += n
            if sum(key[1:]) < places:
                taken = list(key)
                taken[0] += points
                taken[1 + card // 13] += 1
                after[tuple(taken)] += n
        ways = after
    return {key: n for key, n in ways.items() if sum(key[1:]) == places}


def test_one_limited_hand_of_a_whole_deal() -> None:
    """The mass of a notrump opening is that of its hands, times the deals of the other two."""
    shapes = ([2, 3, 4, 4], [3, 3, 3, 4], [2, 3, 3, 5])
    expected = comb(26, 13) * sum(
        n
        for (total, *lengths), n in exact_hands(FULL & ~OWN, 13).items()
        if 15 <= total <= 17 and sorted(lengths) in shapes
    )
    for seat in (0, 1, 3):
        boxes: list[Any] = [None] * 4
        boxes[seat] = NOTRUMP
        assert WorldSampler(**LEADER, boxes=boxes).mass == pytest.approx(expected, rel=1e-14)


def joint_suit(suit: int, hidden: int, boxes: list[Any]) -> dict[tuple[int, ...], int]:
    """How many ways a suit goes to three hands within their boxes, by lengths and points of two."""
    ways: dict[tuple[int, ...], int] = {(0, 0, 0, 0, 0): 1}
    for card in cards_of(hidden & SUIT << 13 * suit):
        points = hcp(1 << card)
        after: dict[tuple[int, ...], int] = defaultdict(int)
        for (x, y, z, a, b), n in ways.items():
            after[x + 1, y, z, a + points, b] += n
            after[x, y + 1, z, a, b + points] += n
            after[x, y, z + 1, a, b] += n
        ways = after
    found: dict[tuple[int, ...], int] = defaultdict(int)
    for (x, y, z, a, b), n in ways.items():
        within = zip((x, y, z), boxes, strict=True)
        if all(box[1 + suit][0] <= cards <= box[1 + suit][1] for cards, box in within):
            found[x, y, a, b] += n
    return found


def joint_pair(first: dict[Any, int], second: dict[Any, int]) -> dict[tuple[int, ...], int]:
    """Two suits together."""
    ways: dict[tuple[int, ...], int] = defaultdict(int)
    for (x, y, a, b), n in first.items():
        for (v, w, c, d), m in second.items():
            ways[x + v, y + w, a + c, b + d] += n * m
    return ways


def test_three_limited_hands_of_a_whole_deal() -> None:
    """The mass of a strong notrump, its raise and a passed hand is that of an independent count."""
    boxes = [
        [(0, 9), (1, 4), (1, 4), (2, 5), (2, 5)],
        NOTRUMP[0],
        [(8, 13), (1, 3), (2, 3), (2, 5), (2, 5)],
    ]
    hidden = FULL & ~OWN
    total = hcp(hidden)
    suits = [joint_suit(suit, hidden, boxes) for suit in range(4)]
    majors, minors = joint_pair(suits[0], suits[1]), joint_pair(suits[2], suits[3])
    by_lengths = defaultdict(list)
    for (x, y, a, b), n in minors.items():
        by_lengths[x, y].append((a, b, n))
    expected = sum(
        n * m
        for (x, y, a, b), n in majors.items()
        for c, d, m in by_lengths[13 - x, 13 - y]
        if all(
            box[0][0] <= points <= box[0][1]
            for points, box in zip((a + c, b + d, total - a - b - c - d), boxes, strict=True)
        )
    )
    said = [[boxes[0]], [boxes[1]], None, [boxes[2]]]
    subject = WorldSampler(**LEADER, boxes=said)
    assert expected > 10**9
    assert subject.mass == pytest.approx(expected, rel=1e-14)
    sample = subject.draw(3000, 1)
    assert len(sample.worlds) == 3000
    assert np.all(subject.weigh(sample.worlds) == 1)


def test_boxes_that_share_the_deals_out() -> None:
    """Masses over all pairs of point ranges of two of three hands add up to all layouts."""
    ranges = [(0, 4), (5, 9), (10, 14), (15, 37)]
    total = 0.0
    for first, second in product(ranges, ranges):
        boxes = [None, [[first, *ANY[1:]]], None, [[second, *ANY[1:]]]]
        total += WorldSampler(**LEADER, boxes=boxes).mass
    assert total == pytest.approx(factorial(39) // factorial(13) ** 3, rel=1e-14)


@pytest.mark.parametrize("n", [100, 20_000], ids=["trial", "count"])
def test_whole_deals_of_three_hands(n: int) -> None:
    """Points and lengths of a passed hand come as often as masses say, whichever way is taken."""
    passed = [[(0, 11), (0, 5), (0, 5), (0, 6), (0, 6)], ANY]
    raised = [(8, 13), (1, 3), (2, 3), (2, 5), (2, 5)]
    said: list[Any] = [passed, NOTRUMP, None, [raised]]
    weights = [[1.0, 0.05], None, None, None]
    subject = WorldSampler(**LEADER, boxes=said, weights=weights)
    shares: dict[Layout, float] = {}
    for points, spades in product(range(16), range(8)):
        part = [
            [
                (max(low[0], points), min(low[1], points)),
                (max(s[0], spades), min(s[1], spades)),
                *rest,
            ]
            for low, s, *rest in passed
        ]
        mass = WorldSampler(**LEADER, boxes=[part, *said[1:]], weights=weights).mass
        if mass:
            shares[points, spades] = mass
    assert sum(shares.values()) == pytest.approx(subject.mass, rel=1e-3)
    drawn: Counter[Layout] = Counter()
    for seed in range(20_000 // n):
        worlds = subject.draw(n, seed).worlds
        assert len(worlds) == n
        drawn.update((hcp(row[0]), length(row[0], 0)) for row in rows(worlds))
    for key in set(drawn) - set(shares):
        assert key[0] > 15 or key[1] > 7
        del drawn[key]
    assert abs(chi_square(drawn, shares)) < 4


def check_points(n: int, seeds: range) -> None:
    """The points of a drawn hand are distributed as those of all hands."""
    hidden, held = hidden_with(6)
    hidden, held = held[0] | held[2], [0, hidden & 0x3FFFFFF, 0, hidden & ~0x3FFFFFF]
    exact: Counter[int] = Counter()
    for (total, *_), ways in exact_hands(hidden, 13).items():
        exact[total] += ways
    subject = WorldSampler(hidden, (13, 0, 13, 0), held=held)
    found = np.zeros(41)
    for seed in seeds:
        hands = subject.draw(n, seed).worlds[:, 0]
        points = np.zeros(n, dtype=np.int64)
        for suit, rank in product(range(4), range(9, 13)):
            points += (hands >> np.uint64(13 * suit + rank) & np.uint64(1)).astype(int) * (rank - 8)
        found += np.bincount(points, minlength=41)
    drawn: Counter[Layout] = Counter(
        {(total,): int(count) for total, count in enumerate(found) if count}
    )
    shares: dict[Layout, float] = {(total,): float(ways) for total, ways in exact.items()}
    assert abs(chi_square(drawn, shares)) < 4


def test_points_of_draws() -> None:
    """The points of 100,000 hands are distributed as those of all hands."""
    check_points(100_000, range(1))


@pytest.mark.slow
def test_points_of_ten_million_draws() -> None:
    """The points of ten million hands are distributed as those of all hands."""
    check_points(1_000_000, range(1, 11))


def test_many_wide_boxes() -> None:
    """Three hands with too many boxes to count are drawn by trial, and the mass is estimated."""
    rng = random.Random(1)
    boxes: list[Any] = [
        None if seat == 2 else [
            [(rng.randrange(4), 37 - rng.randrange(20)), *(
                (rng.randrange(2), 13 - rng.randrange(7)) for _ in range(4))]
            for _ in range(40)
        ]
        for seat in range(4)
    ]  # fmt: skip
    subject = WorldSampler(**LEADER, boxes=boxes)
    sample = subject.draw(500, 1)
    assert len(sample.worlds) == 500
    assert np.all(subject.weigh(sample.worlds) > 0)
    assert subject.enumerate(1000) is None
    random_worlds = WorldSampler(**LEADER).draw(20_000, 3).worlds
    mean = subject.weigh(random_worlds).mean()
    assert subject.mass / subject.layouts == pytest.approx(mean, rel=0.05)
