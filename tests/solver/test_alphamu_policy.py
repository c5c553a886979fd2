"""αμ when Min's first cards follow a policy: what the reference says, and that ours agrees."""

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from solver import DoubleDummySolver
from support.alphamu.endings import Shape, cards, tactical
from support.alphamu.policy import WHOLE, Policy, PolicyReference, random_policy
from support.alphamu.reference import Question, Reference, Tricks, won
from support.positions import parse_card

SHAPES = (Shape(2), Shape(3, 8), Shape(3, 8, north_south=True))


@pytest.fixture(scope="module")
def double_dummy() -> Tricks:
    """Double dummy for the reference."""
    solver = DoubleDummySolver(8)
    return lambda position: solver.tricks(*position)


def endings(
    seed: int, shape: Shape, double_dummy: Tricks, count: int
) -> Iterator[tuple[Reference, Policy]]:
    """Random endings, each with a policy."""
    rng = random.Random(seed)
    for reference in itertools.islice(tactical(seed, shape, double_dummy), count):
        yield reference, random_policy(rng, reference, rng.choice((1, 1, 2, 3)))


def restricted_choice(queen: int) -> tuple[Question, Policy, list[int]]:
    """East drops an honour under South's king, the queen from queen-jack with this share.

    He has the jack alone, the queen alone or both; then South finesses or not.
    """
    east = ["SJ HAK", "SQ HAK", "SQJ HA"]
    pool = cards("SQJ98 HAK")
    worlds = tuple((cards("SAT4"), cards(hand), cards("SK32"), pool ^ cards(hand)) for hand in east)
    question = Question(worlds, 4, 2, (), 3)
    king, four = parse_card("SK"), parse_card("S4")
    policy: dict[tuple[int, ...], np.ndarray] = {}
    west = np.zeros((3, 52), dtype=np.uint16)
    west[:, parse_card("S8")] = WHOLE
    policy[king,] = west
    drop = np.zeros((3, 52), dtype=np.uint16)
    drop[0, parse_card("SJ")] = drop[1, parse_card("SQ")] = WHOLE
    drop[2, parse_card("SQ")], drop[2, parse_card("SJ")] = queen, WHOLE - queen
    policy[king, parse_card("S8"), four] = drop
    return question, policy, [10, 10, 15]


@pytest.mark.parametrize(
    ("queen", "value"), [(WHOLE // 2, Fraction(20)), (WHOLE, Fraction(25)), (0, Fraction(25))]
)
def test_restricted_choice_in_the_reference(queen: int, value: Fraction) -> None:
    """Who always drops the same of two equals tells which it was; who drops either does not."""
    question, policy, weights = restricted_choice(queen)
    values = PolicyReference(Reference(question), policy, weights).card_values()
    assert values[parse_card("SK")] == value


@pytest.mark.parametrize("shape", SHAPES)
def test_reference_properties(double_dummy: Tricks, shape: Shape) -> None:
    """Values fall with depth, and are never below those against Min who sees all cards.

    Without a policy they are the same.
    """
    rng = random.Random(1)
    gains = 0
    for reference, policy in endings(2, shape, double_dummy, 25):
        weights = [rng.randint(1, 5) for _ in reference.question.worlds]
        last: dict[int, Fraction] | None = None
        for moves in (1, 2, 3, None):
            values = PolicyReference(reference, policy, weights).card_values(moves)
            assert last is None or all(values[card] <= last[card] for card in values)
            last = values
            fronts = reference.card_fronts(moves)
            plain = {card: won(front, weights) for card, front in fronts.items()}
            assert PolicyReference(reference, {}, weights).card_values(moves) == plain
        assert all(values[card] >= plain[card] for card in values)
        gains += values != plain
    assert gains > 5
