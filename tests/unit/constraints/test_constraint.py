"""Constraints of a hand: text, JSON data, weights and intersection."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.constraints import (
    Box,
    ConstraintError,
    ConstraintUnion,
    HandConstraint,
    Predicate,
    SpecError,
    batch,
    constraints_from_spec,
)
from bluechip_bot.model import Hand
from support.collection import SAMPLE
from support.tables import rows

few = settings(max_examples=30, deadline=None)

PREDICATES = ["balanced", "unbalanced", "stopper S", "2+ aces", "0-1 kings", "2+ of AKQ D"]


@st.composite
def constraints(draw: st.DrawFn) -> HandConstraint:
    """Draw a constraint that one drawn hand, at least, meets."""
    cards = draw(st.permutations(range(52)))
    hand, rest = Hand.of(cards[:13]), cards[13:]
    reach = draw(st.integers(0, 4))
    spades, hearts, diamonds, clubs = (
        (max(0, n - reach), min(13, n + reach)) for n in hand.lengths
    )
    near = Box(
        (max(0, hand.hcp - reach), min(37, hand.hcp + reach)), (spades, hearts, diamonds, clubs)
    )
    terms = [(draw(st.floats(0.01, 10)), box) for box in draw(st.permutations([near, Box()]))]
    held = [predicate for predicate in map(Predicate.parse, PREDICATES) if holds(predicate, hand)]
    return HandConstraint(
        ConstraintUnion(tuple(terms[: draw(st.integers(1, 2))])),
        has=Hand.of(cards[: draw(st.integers(0, 3))]),
        lacks=Hand.of(rest[: draw(st.integers(0, 3))]),
        predicates=tuple(held[: draw(st.integers(0, 2))]),
    )


def holds(predicate: Predicate, hand: Hand) -> bool:
    """Return whether a predicate holds for one hand."""
    return bool(predicate.holds(batch.masks([hand]))[0])


_GENERATOR = np.random.default_rng(3)
HANDS = [Hand.of(_GENERATOR.permutation(52)[:13].tolist()) for _ in range(100)]
MASKS = batch.masks(HANDS)


def weight(constraint: HandConstraint, hand: Hand) -> float:
    """Return the weight of a hand by the definition."""
    if constraint.has - hand or constraint.lacks & hand:
        return 0.0
    if not all(holds(predicate, hand) for predicate in constraint.predicates):
        return 0.0
    return sum(value for value, box in constraint.union.boxes if box.contains(hand))


@few
@given(constraints())
def test_text_round_trip(constraint: HandConstraint) -> None:
    """Every constraint is read back from its text."""
    assert HandConstraint.parse(str(constraint)) == constraint


@few
@given(constraints())
def test_weights(constraint: HandConstraint) -> None:
    """A hand weighs as its boxes say if it has the cards and the predicates hold, else nothing."""
    expected = [weight(constraint, hand) for hand in HANDS]
    assert constraint.weights(MASKS) == pytest.approx(expected)


@few
@given(constraints(), constraints())
def test_intersection(a: HandConstraint, b: HandConstraint) -> None:
    """What two constraints require weighs every hand with the product of both weights."""
    both = a.intersect(b)
    expected = a.weights(MASKS) * b.weights(MASKS)
    found = np.zeros(len(HANDS)) if both is None else both.weights(MASKS)
    assert found == pytest.approx(expected)


def test_text() -> None:
    """All parts stand in their order, and what says nothing is left out."""
    text = "15-17 HCP | 0.2: 14-18 HCP; has SK SQ; lacks HA; is balanced; is 1+ aces"
    constraint = HandConstraint.parse(text)
    assert str(constraint) == text
    assert constraint.has == Hand.parse("KQ...")
    assert str(HandConstraint()) == "any"
    assert HandConstraint.parse("HAS sk; 5+ s") == HandConstraint.parse("5+ S; has SK")


@pytest.mark.parametrize(
    "text",
    ["", "12-14", "any; any", "has SK; has SQ", "has SX", "is round", "has SA; lacks SA",
     "has SA SK; 0-6 HCP", "has SA; 0 S", "has SA SA"],
)  # fmt: skip
def test_parse_refuses(text: str) -> None:
    """Parts not understood or given twice, and what no hand meets, are refused with the text."""
    with pytest.raises(ConstraintError):
        HandConstraint.parse(text)


@pytest.mark.parametrize(("data", "path", "value"), rows("constraints", "spec_refuses"))
def test_spec_refuses(data: object, path: str, value: object) -> None:
    """JSON data that are no constraint are refused with the place and the value."""
    with pytest.raises(SpecError) as caught:
        constraints_from_spec({"W": data})
    assert (caught.value.path, caught.value.value) == (path, value)
    assert str(caught.value).startswith(f"{path}: ")
    with pytest.raises(SpecError, match=r"^X: "):
        constraints_from_spec({"X": {}})


def test_spec_limits_bind_every_box() -> None:
    """`hcp` and `len` beside `any` limit each of its boxes."""
    data = {"len": {"S": [5, 13]}, "any": [{"hcp": [6, 9]}, {"weight": 0.5, "hcp": [10, 12]}]}
    assert str(HandConstraint.from_spec(data)) == "6-9 HCP, 5+ S | 0.5: 10-12 HCP, 5+ S"


def test_problems_of_the_field_are_read() -> None:
    """The constraints of the published play problems are read."""
    problems = json.loads((SAMPLE / "play/declarer_problems.json").read_text())
    for problem in problems:
        spec = problem["constraint_spec"]
        assert {seat.letter for seat in constraints_from_spec(spec)} == spec.keys()


def test_boxes_without_room_for_the_cards_go() -> None:
    """An intersection drops the boxes that the known cards rule out."""
    both = HandConstraint.parse("0-6 HCP | 7+ HCP").intersect(HandConstraint.parse("has SA SK"))
    assert str(both) == "7+ HCP; has SA SK"
    assert HandConstraint.parse("0-6 HCP").intersect(HandConstraint.parse("has SA SK")) is None
    assert HandConstraint.parse("has SA").intersect(HandConstraint.parse("lacks SA")) is None
