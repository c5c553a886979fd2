"""Worlds by counting: `solver.WorldSampler` against plain enumeration."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from solver import WorldSampler
from support.layouts import (
    ANY,
    CASES,
    Layout,
    chi_square,
    hcp,
    length,
    mask,
    random_case,
    random_deal,
    rows,
    sampler,
    truth,
)

SIZES = {0: 3, 1: 5, 2: 4, 3: 3}
"""Cards a hand at most, by hidden hands: what plain enumeration can do."""


@pytest.mark.parametrize("hands", SIZES)
def test_counts_and_all_worlds(hands: int) -> None:
    """Layouts, mass, weights and the complete list are those of plain enumeration."""
    rng, empty = random.Random(hands), 0
    for number in range(25):
        case, _ = random_case(rng, SIZES[hands], hands)
        subject = sampler(case)
        layouts, worlds = truth(case)
        assert subject.layouts == layouts, number
        mass = sum(worlds.values())
        assert subject.mass == pytest.approx(mass, rel=1e-12, abs=0), number
        empty += not worlds
        every = subject.enumerate(len(worlds))
        assert every is not None
        assert every.complete
        found = rows(every.worlds)
        assert len(found) == len(set(found))
        assert set(found) == set(worlds), number
        weights = np.array([worlds[world] for world in found])
        assert np.allclose(subject.weigh(every.worlds), weights, rtol=1e-12)
        if worlds:
            assert subject.enumerate(len(worlds) - 1) is None
            assert np.allclose(every.weights, weights / weights.mean(), rtol=1e-12)
            drawn = subject.draw(len(worlds), 1)
            assert drawn.complete
            assert rows(drawn.worlds) == found
        else:
            assert len(subject.draw(5, 1).worlds) == 0
    assert empty < 12, "the test is about something"


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("way", ["draw", "independent"])
def test_draws_are_in_proportion_to_weight(name: str, way: str) -> None:
    """Each way to draw gives every world as often as its weight says."""
    subject, (_, worlds) = sampler(CASES[name]), truth(CASES[name])
    size = len(worlds) // 2
    drawn: Counter[Layout] = Counter()
    for seed in range(1 + 60 * len(worlds) // size):
        sample = subject.draw(size, seed, complete=way == "draw")
        assert not sample.complete
        assert np.all(sample.weights == 1)
        assert len(sample.worlds) == size
        drawn.update(rows(sample.worlds))
    assert abs(chi_square(drawn, worlds)) < 4


def test_a_bias_would_be_seen() -> None:
    """The check of shares finds one world of hundreds that comes twice as often as it should."""
    _, worlds = truth(CASES["two without points"])
    assert len(worlds) > 50
    world = next(iter(worlds))
    many = sampler(CASES["two without points"]).draw(len(worlds) - 1, 0).worlds
    drawn: Counter[Layout] = Counter(rows(many))
    for seed in range(1, 60):
        drawn.update(rows(sampler(CASES["two without points"]).draw(len(worlds) - 1, seed).worlds))
    assert abs(chi_square(drawn, worlds)) < 4
    drawn[world] *= 2
    assert chi_square(drawn, worlds) > 4


@pytest.mark.parametrize("seats", [(1, 3), (0, 1, 3), (2,)])
def test_the_truth_is_possible(seats: tuple[int, ...]) -> None:
    """The true layout has a weight when a box of every hidden hand contains it."""
    rng = random.Random(str(seats))
    for number in range(60):
        now, played, void = random_deal(rng, rng.randrange(52))
        held = [0 if seat in seats else now[seat] for seat in range(4)]
        hidden = sum(now[seat] for seat in seats)
        vacant = [now[seat].bit_count() if seat in seats else 0 for seat in range(4)]
        boxes: list[Any] = [None] * 4
        for seat in seats:
            dealt = now[seat] | played[seat]
            x = [hcp(dealt), *(length(dealt, suit) for suit in range(4))]
            boxes[seat] = [[(i - rng.randrange(4), i + rng.randrange(4)) for i in x], ANY]
        subject = WorldSampler(
            hidden, vacant, held=held, played=played, shown_out=void, boxes=boxes,
            weights=[None if box is None else [1.0, 0.001] for box in boxes],
        )  # fmt: skip
        assert subject.weigh(np.array([now], dtype=np.uint64))[0] >= 1, number
        worlds = subject.draw(20, number).worlds
        assert 1 <= len(worlds) <= 20
        assert np.all(subject.weigh(worlds) > 0)
        for row in rows(worlds):
            assert sum(row) == sum(now), number
            assert all(a.bit_count() == b.bit_count() for a, b in zip(row, now, strict=True))
            assert all(row[seat] & held[seat] == held[seat] for seat in range(4))
            assert not any(
                void[seat] >> suit & 1 and length(row[seat] & hidden, suit)
                for seat in range(4)
                for suit in range(4)
            )


def test_boxes_are_about_hands_as_dealt() -> None:
    """Cards played and held count towards lengths and points."""
    # East showed five spades and the ace of hearts; he is said to hold six spades and 4 points.
    hidden, vacant = mask([5, 6, 25 - 1, 30, 31, 40]), (0, 3, 0, 3)
    subject = WorldSampler(
        hidden, vacant, played=(0, mask([0, 1, 2, 3]), 0, 0), held=(0, mask([4, 25]), 0, 0),
        boxes=[None, [[(4, 4), (6, 6), (0, 13), (0, 13), (0, 13)]], None, None],
    )  # fmt: skip
    # One of two spades, no king of hearts, two of the three small cards.
    assert subject.mass == 2 * 3
    sample = subject.draw(99, 0)
    assert sample.complete
    assert len(sample.worlds) == 6
    assert all(row[1] & mask([4, 25]) == mask([4, 25]) for row in rows(sample.worlds))


def test_hidden_cards_that_follow_from_facts() -> None:
    """A hand that the hard facts leave no choice still weighs what is said about it."""
    few, many = [(0, 3), *ANY[1:]], [(0, 40), *ANY[1:]]
    boxes = [None, [few, many], None, None]
    for card, expected in ((12, 0.5), (3, 1.5)):
        subject = WorldSampler(
            1 << card, (0, 1, 0, 0), boxes=boxes, weights=[None, [1.0, 0.5], None, None]
        )
        assert subject.mass == expected
        assert rows(subject.draw(5, 0).worlds) == [(0, 1 << card, 0, 0)]
    assert WorldSampler(1 << 12, (0, 1, 0, 0), boxes=[None, [few], None, None]).mass == 0
