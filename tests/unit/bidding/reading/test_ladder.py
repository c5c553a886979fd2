"""Ladders of boxes, and the weights of their steps."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bluechip_bot.bidding.bidder import Readings
from bluechip_bot.bidding.features import random_hands
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.reading.ladder import STEPS, graded, level
from bluechip_bot.bidding.reading.softness import ReadingSoftness
from bluechip_bot.config import RefusedError
from bluechip_bot.constraints import ANY, Box, batch, outermost
from bluechip_bot.model import Hand, Side, Vulnerability
from support.bidding import auction
from support.tables import rows

MASKS = random_hands(300, 1).hands
HANDS = [Hand(mask) for mask in MASKS.tolist()]


def read(text: str) -> Readings:
    """The readings of an auction that North opened, by the floor."""
    return Partnership().bidder(Side.NS).read(auction(text), Vulnerability.NONE)


@pytest.mark.parametrize(("text", "kind"), rows("bidding", "kinds_of_calls"))
def test_kinds_of_calls(text: str, kind: str) -> None:
    """The kind of the last call; strangers differ most in openings and overcalls."""
    assert read(text)[(len(text.split()) - 1) % 4].calls[-1].kind == kind


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("text", ["1S 2H 3S P P X P 4H P P P", "P P 1NT P 2C P 2H P 4H", "7NT X"])
def test_ladders_lead_outwards(text: str, *, single: bool) -> None:
    """Each set of boxes of a call lies within the next, the last is any hand; one for a grade."""
    for reading in read(text):
        for call in reading.calls:
            rungs = call.rungs(single=single)
            assert len(rungs) == call.kind.grades
            assert rungs[-1] == (ANY,)
            for inner, outer in pairwise(rungs):
                assert outermost((*outer, *inner)) == outermost(outer)


def test_graded_weighs_by_the_first_set_that_holds_the_hand() -> None:
    """A hand weighs the grade of the innermost boxes around it; empty sets are passed over."""
    rungs = ((), (Box((15, 17)), Box((0, 5))), (Box((14, 18)), Box((0, 6))), (ANY,))
    grades = (1.0, 0.8, 0.8, 0.1)
    expected = [0.8 if hand.hcp <= 6 or 14 <= hand.hcp <= 18 else 0.1 for hand in HANDS]
    assert graded(rungs, grades).weights(MASKS) == pytest.approx(expected)
    steps = level(rungs, batch.features(MASKS))
    assert [grades[step] for step in steps.tolist()] == expected


def test_weights_are_boxes_times_replay() -> None:
    """A reading's weights are those of its union, times what replaying the calls says."""
    for reading in read("1S P 2S P"):
        product = reading.union.weights(MASKS) * np.exp(reading.log_replay(MASKS))
        assert reading.weights(MASKS) == pytest.approx(product, rel=1e-6)


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("grades", {"bid": (1, 0.5)}),
        ("grades", {"bid": (1,) * len(STEPS) + (0,)}),
        ("grades", {"bid": (1,) * len(STEPS) + (float("nan"),)}),
        ("grades", {"double": (0.5,) * len(STEPS) + (1,)}),
        ("grades", {"first_silence": (1,) * 8}),
        ("other", {"bid": 0}),
        ("other", {"rebid": 1.5}),
        ("margins", {"bid": (1,)}),
        ("margins", {"natural": (1, -1)}),
        ("margins", {"natural": (1, 0.5)}),
    ],
)
def test_numbers_are_checked(option: str, values: dict[str, Any]) -> None:
    """Invalid weights and margins are refused, and the error names the kind of call."""
    numbers: dict[str, Any] = {option: values}
    with pytest.raises(RefusedError, match=f"{option}.{next(iter(values))}"):
        ReadingSoftness("made up", **numbers)
