"""Deals of the hidden cards: `solver.worlds`."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb, factorial, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import SolverError
from solver.worlds import Worlds, deal_worlds

FULL = (1 << 52) - 1
SUIT = 0x1FFF
OPEN = [[(0, 13)] * 4 for _ in range(4)]
HONOURS = {12: 4, 11: 3, 10: 2, 9: 1}
GOLDEN = [
    (0x1111111111111, 0x268600080C868, 0x4848C0C0E0204, 0x80202E2602482),
    (0x1111111111111, 0x00A0CC8282822, 0x404820686408C, 0xAE06020408640),
    (0x1111111111111, 0x0C82688AA2000, 0xE06004044C4A0, 0x020C826000A4E),
]


def mask(cards: Any) -> int:
    """A set of cards as a mask."""
    return sum(1 << card for card in cards)


def length(hand: int, suit: int) -> int:
    """How many cards of a suit are in a mask."""
    return (hand >> 13 * suit & SUIT).bit_count()


def hcp(hand: int) -> int:
    """High-card points of a mask."""
    return sum(HONOURS.get(card % 13, 0) for card in range(52) if hand >> card & 1)


def rows(worlds: Worlds) -> list[tuple[int, ...]]:
    """The worlds as tuples of masks."""
    return [tuple(row) for row in worlds.hands.tolist()]


def every_layout(hidden: list[int], vacant: list[int]) -> list[tuple[int, ...]]:
    """All ways to deal the hidden cards, by plain enumeration."""
    if not any(vacant):
        return [(0, 0, 0, 0)]
    seat = next(seat for seat in range(4) if vacant[seat])
    rest_vacant = [0 if other == seat else places for other, places in enumerate(vacant)]
    found = []
    for cards in combinations(hidden, vacant[seat]):
        rest = [card for card in hidden if card not in cards]
        found += [
            tuple(hand | (mask(cards) if i == seat else 0) for i, hand in enumerate(layout))
            for layout in every_layout(rest, rest_vacant)
        ]
    return found


def allowed(hand: tuple[int, ...], shown_out: list[int], lengths: Any) -> bool:
    """Whether a layout agrees with show-outs and length ranges."""
    return all(
        lengths[seat][suit][0] <= length(hand[seat], suit) <= lengths[seat][suit][1]
        and not (shown_out[seat] >> suit & 1 and length(hand[seat], suit))
        for seat in range(4)
        for suit in range(4)
    )


def nearest(low: int, high: int, room: int) -> tuple[int, int]:
    """A range cut to 0..room, or the end of that which is nearest."""
    return min(max(low, 0), room), min(max(high, 0), room)


def chi_square(counts: Counter[tuple[int, ...]], layouts: list[tuple[int, ...]]) -> float:
    """How far the counts are from equal, in standard deviations of the statistic."""
    expected = counts.total() / len(layouts)
    statistic = sum((counts[layout] - expected) ** 2 / expected for layout in layouts)
    free = len(layouts) - 1
    return (statistic - free) / sqrt(2 * free)


@st.composite
def endings(draw: st.DrawFn) -> tuple[list[int], list[int], list[int], Any]:
    """A few hidden cards with vacant places, show-outs and length ranges."""
    vacant = draw(st.lists(st.integers(0, 3), min_size=3, max_size=3).filter(any))
    vacant.insert(draw(st.integers(0, 3)), 0)
    size = sum(vacant)
    hidden = draw(st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True))
    shown_out = [draw(st.sampled_from([0, 0, 0, 1, 2, 4, 8, 3])) for _ in range(4)]
    spans = st.tuples(st.integers(0, 1), st.integers(2, 4))
    lengths = [[draw(spans) if places else (0, 13) for _ in range(4)] for places in vacant]
    return hidden, vacant, shown_out, lengths


@settings(deadline=None)
@given(endings(), st.integers(0, 2**64 - 1))
def test_all_layouts_when_there_are_few(ending: Any, seed: int) -> None:
    """With room for all, each layout that plain enumeration finds is there once, and no other."""
    hidden, vacant, shown_out, lengths = ending
    every = every_layout(hidden, vacant)
    hard = [hand for hand in every if allowed(hand, shown_out, OPEN)]
    options = {"shown_out": shown_out, "lengths": lengths, "seed": seed}
    if not hard:
        with pytest.raises(SolverError, match="vacant places in the hands not void there"):
            deal_worlds(2000, mask(hidden), vacant, **options)
        return
    worlds = deal_worlds(2000, mask(hidden), vacant, **options)
    wide = worlds.widened
    for step in range(wide + 1):
        ranges = [
            [
                nearest(
                    lengths[seat][suit][0] - step,
                    lengths[seat][suit][1] + step,
                    0
                    if shown_out[seat] >> suit & 1
                    else min(length(mask(hidden), suit), vacant[seat]),
                )
                for suit in range(4)
            ]
            for seat in range(4)
        ]
        fitting = [hand for hand in hard if allowed(hand, [0] * 4, ranges)]
        assert bool(fitting) is (step == wide), "widened further than needed"
    assert sorted(rows(worlds)) == sorted(fitting)
    assert worlds.layouts == len(fitting)
    refuted = sum(
        vacant[seat] > 0 and lengths[seat][suit][0] > (0 if shown_out[seat] >> suit & 1 else room)
        for seat in range(4)
        for suit in range(4)
        for room in [min(length(mask(hidden), suit), vacant[seat])]
    )
    assert worlds.refuted == refuted
    assert worlds.relaxed is (wide > 0 or refuted > 0)


@pytest.mark.parametrize(
    ("shown_out", "lengths"),
    [
        ([0, 0, 0, 0], OPEN),
        ([0, 2, 0, 0], OPEN),
        ([0, 0, 0, 1], [*OPEN[:3], [(0, 13), (1, 2), (0, 1), (0, 13)]]),
    ],
)
def test_uniform_over_layouts(shown_out: list[int], lengths: Any) -> None:
    """Each layout of hard facts and length ranges is equally likely."""
    hidden, vacant = [12, 11, 3, 14, 20, 25, 27, 30], [0, 3, 2, 3]
    layouts = [hand for hand in every_layout(hidden, vacant) if allowed(hand, shown_out, lengths)]
    drawn: Counter[tuple[int, ...]] = Counter()
    size = len(layouts) // 2
    for seed in range(40 * len(layouts) // size):
        worlds = deal_worlds(
            size, mask(hidden), vacant, shown_out=shown_out, lengths=lengths, attempts=1, seed=seed
        )
        assert worlds.looked_at == size, "sampled, not enumerated"
        drawn.update(rows(worlds))
    assert set(drawn) <= set(layouts)
    assert abs(chi_square(drawn, layouts)) < 4


def test_uniform_without_repetition() -> None:
    """Where all layouts are looked at, each is equally likely to be chosen and to come first."""
    hidden, vacant = [0, 1, 13, 14, 26, 27], [2, 2, 0, 2]
    layouts = every_layout(hidden, vacant)
    chosen: Counter[tuple[int, ...]] = Counter()
    first: Counter[tuple[int, ...]] = Counter()
    for seed in range(3000):
        found = rows(deal_worlds(10, mask(hidden), vacant, seed=seed))
        assert len(set(found)) == 10
        chosen.update(found)
        first[found[0]] += 1
    assert chi_square(chosen, layouts) < 4
    assert abs(chi_square(first, layouts)) < 4


def test_point_ranges_by_rejection() -> None:
    """Among the layouts that meet the point ranges each is equally likely."""
    hidden, vacant = [12, 11, 10, 9, 0, 1, 2, 25, 24], [0, 3, 3, 3]
    points = [(0, 40), (5, 8), (0, 6), (0, 40)]
    layouts = [
        hand
        for hand in every_layout(hidden, vacant)
        if 5 <= hcp(hand[1]) <= 8 and hcp(hand[2]) <= 6
    ]
    drawn: Counter[tuple[int, ...]] = Counter()
    for seed in range(400):
        worlds = deal_worlds(50, mask(hidden), vacant, hcp=points, attempts=30, seed=seed)
        assert not worlds.relaxed
        drawn.update(rows(worlds))
    assert set(drawn) == set(layouts)
    # Looked at all 1680 or drew with replacement: a sample without repetition varies less.
    assert chi_square(drawn, layouts) < 4
    drawn.clear()
    for seed in range(400):
        worlds = deal_worlds(50, mask(hidden), vacant, hcp=points, attempts=20, seed=seed)
        assert worlds.looked_at < 1000
        drawn.update(rows(worlds)[:20])
    assert abs(chi_square(drawn, layouts)) < 4


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
    # The opponents hold the lowest of each suit: `missing` spades and 26 cards in all.
    hearts = (26 - missing) // 3
    sizes = [missing, hearts, hearts, 26 - missing - 2 * hearts]
    hidden = sum(((1 << size) - 1) << 13 * suit for suit, size in enumerate(sizes))
    ours = [card for card in range(52) if not hidden >> card & 1]
    held = [mask(ours[:13]), 0, mask(ours[13:]), 0]
    worlds = deal_worlds(n, hidden, (0, 13, 0, 13), held=held, attempts=1, seed=missing)
    longer = Counter(max(length(row[1], 0), length(row[3], 0)) for row in rows(worlds))
    for most, per_cent in SPLITS[missing].items():
        share = per_cent / 100
        assert abs(longer[most] / n - share) < 4 * sqrt(share * (1 - share) / n) + 0.00005


def test_vacant_places() -> None:
    """A card lies in a hand in proportion to the hand's vacant places."""
    n = 40_000
    hidden = mask([10, *range(26, 39), *range(39, 44)])
    vacant = (0, 8, 5, 6)
    worlds = deal_worlds(n, hidden, vacant, attempts=1, seed=5)
    for seat in range(4):
        share = vacant[seat] / 19
        found = sum(row[seat] >> 10 & 1 for row in rows(worlds)) / n
        assert abs(found - share) <= 4 * sqrt(share * (1 - share) / n)


def test_length_known_changes_the_odds() -> None:
    """With seven hearts in East the spade queen lies with West by 11 places to 6."""
    n = 40_000
    hearts = mask(range(13, 22))
    hidden = hearts | mask([10, 0, 1, 2]) | mask(range(26, 39))
    lengths = [*map(list, OPEN)]
    lengths[1] = [(0, 13), (7, 7), (0, 13), (0, 13)]
    worlds = deal_worlds(n, hidden, (0, 13, 0, 13), lengths=lengths, attempts=1, seed=3)
    share = 11 / 17
    west = sum(row[3] >> 10 & 1 for row in rows(worlds)) / n
    assert abs(west - share) < 4 * sqrt(share * (1 - share) / n)
    assert worlds.layouts == comb(9, 7) * comb(17, 6)


def test_three_hidden_hands_are_counted_exactly() -> None:
    """The largest count there is, 39!/(13!)^3, has no error."""
    own = mask(range(0, 52, 4))
    worlds = deal_worlds(5, FULL & ~own, (13, 13, 0, 13), held=(0, 0, own, 0))
    assert worlds.layouts == factorial(39) // factorial(13) ** 3


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 51), st.integers(0, 2**64 - 1))
def test_hard_facts_hold(chance: int, gone: int, seed: int) -> None:
    """Whatever the ranges, hidden cards fill the vacant places and respect show-outs and hands."""
    rng = random.Random(chance)
    pack = list(range(52))
    rng.shuffle(pack)
    deal = [pack[13 * i : 13 * i + 13] for i in range(4)]
    # Cards leave the hands in rounds, as in play; what a hand has none left of it may have shown.
    left = [deal[seat][: 13 - (gone + 3 - seat) // 4] for seat in range(4)]
    played = [mask(deal[seat]) & ~mask(left[seat]) for seat in range(4)]
    known = rng.sample(range(4), rng.choice((1, 2)))
    held = [mask(left[seat]) if seat in known else 0 for seat in range(4)]
    hidden = mask(card for seat in range(4) if seat not in known for card in left[seat])
    vacant = [0 if seat in known else len(left[seat]) for seat in range(4)]
    shown_out = [
        sum(1 << suit for suit in range(4) if not length(mask(hand), suit) and rng.random() < 0.7)
        for hand in left
    ]
    lengths = [[sorted((rng.randrange(9), rng.randrange(9))) for _ in range(4)] for _ in range(4)]
    points = [sorted((rng.randrange(20), rng.randrange(20))) for _ in range(4)]
    worlds = deal_worlds(
        6, hidden, vacant, held=held, played=played, shown_out=shown_out,
        lengths=lengths, hcp=points, attempts=20, seed=seed,
    )  # fmt: skip
    assert 1 <= len(worlds.hands) <= 6
    assert worlds.looked_at <= 120
    for row, violation in zip(rows(worlds), worlds.violation.tolist(), strict=True):
        taken = [hand & ~own for hand, own in zip(row, held, strict=True)]
        assert sum(taken) == hidden
        assert [hand.bit_count() for hand in taken] == vacant
        missed = 0
        for seat in range(4):
            assert row[seat] & held[seat] == held[seat]
            assert not any(
                shown_out[seat] >> suit & 1 and length(taken[seat], suit) for suit in range(4)
            )
            if vacant[seat]:
                dealt = row[seat] | played[seat]
                low, high = points[seat]
                missed += max(0, low - hcp(dealt), hcp(dealt) - high)
                for suit in range(4):
                    shown, wide = length(held[seat] | played[seat], suit), worlds.widened
                    room = min(length(hidden, suit), vacant[seat])
                    fewest, most = nearest(
                        lengths[seat][suit][0] - wide - shown,
                        lengths[seat][suit][1] + wide - shown,
                        0 if shown_out[seat] >> suit & 1 else room,
                    )
                    assert wide == 13 or fewest <= length(dealt, suit) - shown <= most
        assert violation == missed
    assert worlds.relaxed is bool(worlds.refuted or worlds.widened or np.any(worlds.violation))


def test_ranges_are_about_hands_as_dealt() -> None:
    """Cards played and held count towards lengths and points."""
    # East showed five spades and the ace of hearts; he is said to hold six spades and 4 points.
    hidden, vacant = mask([5, 6, 25 - 1, 30, 31, 40]), (0, 3, 0, 3)
    lengths = [*map(list, OPEN)]
    lengths[1] = [(6, 6), (0, 13), (0, 13), (0, 13)]
    worlds = deal_worlds(
        99, hidden, vacant, played=(0, mask([0, 1, 2, 3]), 0, 0), held=(0, mask([4, 25]), 0, 0),
        lengths=lengths, hcp=[(0, 40), (4, 4), (0, 40), (0, 40)],
    )  # fmt: skip
    # One of two spades, no king of hearts, two of the three small cards.
    assert len(worlds.hands) == 2 * 3
    assert not worlds.relaxed
    assert all(row[1] & mask([4, 25]) == mask([4, 25]) for row in rows(worlds))


def test_contradicting_lengths_are_widened_by_steps() -> None:
    """Length ranges that cannot all hold are widened no further than needed."""
    own = mask(range(39, 52))
    lengths = [*map(list, OPEN)]
    for seat in (1, 2, 3):
        lengths[seat] = [(6, 13), (0, 13), (0, 13), (0, 13)]
    worlds = deal_worlds(30, FULL & ~own, (0, 13, 13, 13), held=(own, 0, 0, 0), lengths=lengths)
    assert worlds.widened == 2, "18 spades wanted of 13: 15 are still too many, 12 are not"
    assert worlds.relaxed
    assert all(length(hand, 0) >= 4 for row in rows(worlds) for hand in row[1:])


def test_show_out_against_the_ranges() -> None:
    """A hard fact wins over a range that contradicts it, and leaves the other ranges alone."""
    own = mask(range(39, 52))
    lengths = [*map(list, OPEN)]
    lengths[1] = [(9, 13), (0, 13), (0, 13), (0, 13)]
    lengths[3] = [(0, 13), (6, 6), (0, 13), (0, 13)]
    worlds = deal_worlds(
        30, FULL & ~own, (0, 13, 13, 13), held=(own, 0, 0, 0), shown_out=(0, 1, 0, 0),
        lengths=lengths,
    )  # fmt: skip
    assert (worlds.refuted, worlds.widened, worlds.relaxed) == (1, 0, True)
    assert all(not length(row[1], 0) and length(row[3], 1) == 6 for row in rows(worlds))


def test_points_that_cannot_be() -> None:
    """Point ranges that no layout meets cost a fixed number of deals and are reported."""
    own = mask(range(39, 52))
    points = [(0, 40), (38, 40), (0, 40), (38, 40)]
    worlds = deal_worlds(
        10, FULL & ~own, (0, 13, 13, 13), held=(own, 0, 0, 0), hcp=points, attempts=50
    )
    assert worlds.looked_at == 500
    assert worlds.relaxed
    assert worlds.widened == 0
    # 30 points are out: 38 + 38 are missed by 46 at least.
    assert worlds.violation.min() >= 46
    first = deal_worlds(
        10, FULL & ~own, (0, 13, 13, 13), held=(own, 0, 0, 0), hcp=points, attempts=1
    )
    assert worlds.violation.mean() < first.violation.mean(), "the best of many, not any"


def test_same_seed_same_worlds() -> None:
    """Worlds depend on the arguments alone; these were drawn once and stay."""
    own = mask(range(0, 52, 4))
    first = deal_worlds(3, FULL & ~own, (0, 13, 13, 13), held=(own, 0, 0, 0), seed=2026)
    again = deal_worlds(3, FULL & ~own, (0, 13, 13, 13), held=(own, 0, 0, 0), seed=2026)
    other = deal_worlds(3, FULL & ~own, (0, 13, 13, 13), held=(own, 0, 0, 0), seed=2027)
    assert rows(first) == rows(again)
    assert rows(first) != rows(other)
    assert rows(first) == GOLDEN


def test_shapes() -> None:
    """Arrays have the shapes and types that are promised."""
    worlds = deal_worlds(7, mask(range(20)), (0, 10, 0, 10))
    assert (worlds.hands.shape, worlds.hands.dtype) == ((7, 4), np.uint64)
    assert (worlds.violation.shape, worlds.violation.dtype) == ((7,), np.int16)
    assert worlds.hands.flags.c_contiguous


def test_nothing_hidden() -> None:
    """When all hands are known there is one world."""
    worlds = deal_worlds(40, 0, (0, 0, 0, 0), held=(1, 2, 4, 8))
    assert rows(worlds) == [(1, 2, 4, 8)]
    assert worlds.layouts == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"vacant": (0, 2, 0, 2)}, "4 vacant places for 3 hidden cards"),
        ({"vacant": (1, 1, 1, 0), "held": (0, 0, 0, 1)}, "S2 both hidden and held by West"),
        ({"held": (8, 0, 0, 0), "played": (0, 0, 8, 0)}, "S5 both held by North and played by S"),
        ({"hidden": 15, "vacant": (1, 1, 1, 1)}, "at most three hands may be hidden"),
        ({"shown_out": (0, 1, 0, 1)}, r"3 hidden cards in S \(S2 S3 S4\), but 0 vacant places"),
        ({"shown_out": (0, 1, 0, 0)}, "3 hidden cards in S .* but 2 vacant places"),
        ({"vacant": (0, 14, 0, 0)}, "vacant of East must be 0..13"),
        ({"vacant": (0, 3)}, "vacant must be four whole numbers"),
        ({"n": 0}, "n must be 1"),
        ({"attempts": 1 << 24}, r"n \* attempts must be at most"),
        ({"seed": -1}, "seed must be"),
        ({"hidden": 1 << 52}, "hidden must be"),
        ({"hidden": 1.5}, "hidden must be a whole number"),
        ({"lengths": [(0, 13)] * 4}, r"lengths must be whole numbers of shape \(4, 4, 2\)"),
        ({"hcp": [(0.5, 40)] * 4}, r"hcp must be whole numbers of shape \(4, 2\)"),
        ({"hcp": [(0, 40), (1,), (2, 3), (4, 5)]}, r"hcp must have shape"),
    ],
)
def test_errors_name_the_fact(arguments: dict[str, Any], message: str) -> None:
    """Impossible or malformed facts raise an error that says which."""
    whole: dict[str, Any] = {"n": 5, "hidden": 7, "vacant": (0, 1, 0, 2)} | arguments
    with pytest.raises(SolverError, match=message):
        deal_worlds(whole.pop("n"), whole.pop("hidden"), whole.pop("vacant"), **whole)
