"""Boxes around hands: they hold nearly all of these, and few others."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.constraints import Box, batch, cover
from bluechip_bot.constraints.union import box_limits
from bluechip_bot.lab.train.examples import random_hands

HANDS = random_hands(6000, np.random.default_rng(1))[:, 0]
VALUES = batch.features(HANDS)


def _in_any(*texts: str) -> npt.NDArray[np.bool_]:
    """Which hands lie in any of some boxes."""
    limits = box_limits(map(Box.parse, texts))
    return np.asarray(batch.inside(limits, VALUES).any(axis=0))


@pytest.mark.parametrize(
    ("made", "said"),
    [
        pytest.param("15-17 HCP, 5+ S", "15-17 HCP, 5+ S", id="both limits"),
        pytest.param("0-10 HCP, 4+ H, 0-3 S", "0-10 HCP, 0-3 S, 4+ H", id="a denied suit"),
        pytest.param("12-14 HCP", "12-14 HCP", id="points alone"),
    ],
)
def test_limits_are_found(made: str, said: str) -> None:
    """Limits that hold are those found; the least points of weak hands are their own."""
    own = _in_any(made)
    (box,) = cover(HANDS[own], HANDS[~own])
    assert box.lengths == Box.parse(said).lengths
    low, high = Box.parse(said).hcp
    assert high - 1 <= box.hcp[1] <= high
    assert low <= box.hcp[0] <= low + 3


def test_two_boxes_hold_what_one_would_not() -> None:
    """Four spades or five hearts need a choice, and the hands outside are few."""
    own = _in_any("4 S, 0-3 H", "5+ H, 0-3 S")
    boxes = cover(HANDS[own], HANDS[~own])
    assert len(boxes) == 2
    inside = _in_any(*map(str, boxes))
    assert inside[own].mean() > 0.97
    assert inside[~own].mean() < 0.1


def test_odd_hands_are_left_out() -> None:
    """One hand of a hundred that fits nothing does not widen the limits."""
    own = _in_any("11-15 HCP, 5+ D")
    odd = np.flatnonzero(~own)[: int(own.sum() * 0.008)]
    (box,) = cover(np.concatenate((HANDS[own], HANDS[odd])), HANDS[~own])
    assert box.lengths[2] == (5, 13)


def test_without_others_one_box_lies_around_all() -> None:
    """A call that every hand makes is limited by the hands alone."""
    own = HANDS[_in_any("8-9 HCP, 3-4 S")]
    (box,) = cover(own, own[:0])
    assert box.hcp == (8, 9)
