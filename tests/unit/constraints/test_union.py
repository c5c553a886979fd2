"""Unions: weights of hands are sums over boxes, whatever is done to the boxes."""

from collections.abc import Sequence
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.constraints import ANY, Box, ConstraintUnion, UnionError, batch
from bluechip_bot.constraints.union import LIMIT
from bluechip_bot.model import Hand

few = settings(max_examples=15, deadline=None)

hands = st.permutations(range(52)).map(lambda cards: Hand.of(cards[:13]))
weights = st.floats(1e-6, 1e6)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    """Draw a box around two hands, some of its limits open."""
    first, second = draw(hands), draw(hands)
    low, high = map(min, first.lengths, second.lengths), map(max, first.lengths, second.lengths)
    lengths = (span if draw(st.booleans()) else (0, 13) for span in zip(low, high, strict=True))
    points = (min(first.hcp, second.hcp), max(first.hcp, second.hcp))
    return Box(points, tuple(lengths))


def unions(most: int = 3) -> st.SearchStrategy[ConstraintUnion]:
    """Draw a union of a few weighted boxes."""
    return st.lists(st.tuples(weights, boxes()), min_size=1, max_size=most).map(
        lambda terms: ConstraintUnion(tuple(terms))
    )


def random_hands(count: int, seed: int = 0) -> list[Hand]:
    """Deal hands, the same for the same seed."""
    generator = np.random.default_rng(seed)
    return [Hand.of(generator.permutation(52)[:13].tolist()) for _ in range(count)]


HANDS = random_hands(100)
MASKS = batch.masks(HANDS)


def weight(union: ConstraintUnion, hand: Hand) -> float:
    """Return the weight of a hand by the definition."""
    return sum(value for value, box in union.boxes if box.contains(hand))


@few
@given(unions())
def test_text_round_trip(union: ConstraintUnion) -> None:
    """Every union is read back from its text, weights and all."""
    assert ConstraintUnion.parse(str(union)) == union


def test_text() -> None:
    """A union is written with bars, and weights before boxes where they are not 1."""
    text = "15-17 HCP, 2-5 S | 0.2: 14-18 HCP"
    union = ConstraintUnion.parse(text)
    assert union.boxes == ((1.0, Box.parse("15-17 HCP, 2-5 S")), (0.2, Box.parse("14-18 HCP")))
    assert str(union) == text
    assert str(ConstraintUnion()) == "any"


@pytest.mark.parametrize("text", ["", "|", "any |", "x: any", "0: any", "-1: any", "nan: any"])
def test_parse_refuses(text: str) -> None:
    """A part that is no box, or a weight that is not positive, is refused with the text."""
    with pytest.raises(UnionError):
        ConstraintUnion.parse(text)


@pytest.mark.parametrize("boxes", [(), *([(value, ANY)] for value in (0.0, -1.0, inf, nan))])
def test_weights_are_positive_and_finite(boxes: Sequence[tuple[float, Box]]) -> None:
    """A union has a box, and none weighs nothing, less or without bound."""
    with pytest.raises(UnionError):
        ConstraintUnion(tuple(boxes))


@few
@given(st.lists(boxes(), min_size=1, max_size=4), st.lists(hands, max_size=5))
def test_of_is_uniform(parts: list[Box], more: list[Hand]) -> None:
    """A hand in any of the boxes weighs exactly 1, another 0."""
    union = ConstraintUnion.of(*parts)
    sample = HANDS + more
    expected = [float(any(box.contains(hand) for box in parts)) for hand in sample]
    assert union.weights(batch.masks(sample)).tolist() == expected


@few
@given(unions(), unions())
def test_intersection_multiplies(a: ConstraintUnion, b: ConstraintUnion) -> None:
    """Not reduced, an intersection weighs every hand with the product of both weights."""
    both = a.intersect(b)
    expected = [weight(a, hand) * weight(b, hand) for hand in HANDS]
    found = np.zeros(len(HANDS)) if both is None else both.weights(MASKS)
    assert found == pytest.approx(expected)


@few
@given(unions(12), st.integers(1, 6))
def test_limit_keeps_support_and_mass(union: ConstraintUnion, most: int) -> None:
    """Fewer boxes allow every hand that they allowed before, and weigh all hands alike in sum."""
    less = union.limit(most)
    assert len(less.boxes) <= most
    assert ((less.weights(MASKS) > 0) >= (union.weights(MASKS) > 0)).all()
    assert mass(less) == pytest.approx(mass(union))


def mass(union: ConstraintUnion) -> float:
    """Return the mean weight of all hands of thirteen cards."""
    limits, values = union.arrays()
    return float(batch.shares(limits) @ values)


@few
@given(unions(6), unions(6))
def test_intersection_is_limited(a: ConstraintUnion, b: ConstraintUnion) -> None:
    """An intersection has no more boxes than the limit, and allows every common hand."""
    both = a.intersect(b)
    expected = (a.weights(MASKS) > 0) & (b.weights(MASKS) > 0)
    if both is None:
        assert not expected.any()
        return
    assert len(both.boxes) <= LIMIT
    assert ((both.weights(MASKS) > 0) >= expected).all()


def test_limit_absorbs_what_is_light() -> None:
    """The lightest box gives its mass to the smallest box around it; the heavy stay as they are."""
    union = ConstraintUnion.parse(
        "100: 15-17 HCP | 1e-06: 16 HCP, 5 S | 0.5: 13-19 HCP | 0.001: any"
    )
    less = union.limit(3)
    assert [str(box) for _, box in less.boxes] == ["15-17 HCP", "13-19 HCP", "any"]
    assert [value for value, _ in less.boxes] == pytest.approx([100, 0.5, 0.001], rel=1e-6)
    assert str(union.limit(2).boxes[-1][1]) == "any"  # light, but it makes every hand possible


def test_equal_hands_are_one_box() -> None:
    """Boxes that allow the same hands, though written differently, are merged; none is None."""
    both = ConstraintUnion.parse("6+ S, 7+ H | 2: 6 S, 7 H").intersect(ConstraintUnion())
    assert both is not None
    assert len(both.boxes) == 1
    assert both.boxes[0][0] == 3
    assert ConstraintUnion.parse("12+ HCP").intersect(ConstraintUnion.parse("0-11 HCP")) is None


def test_arrays() -> None:
    """The sampler's arrays hold HCP and the lengths in the order of the suits."""
    limits, values = ConstraintUnion.parse("2: 15-17 HCP, 5+ S, 3 C").arrays()
    assert limits.dtype == np.int16
    assert values.dtype == np.float64
    assert limits.tolist() == [[[15, 17], [5, 13], [0, 13], [0, 13], [3, 3]]]
    assert values.tolist() == [2.0]
