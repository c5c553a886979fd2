"""αμ when Min's first cards follow a policy: what the reference says, and that ours agrees."""

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

from solver import SearchStopped, SolverError
from solver.alphamu.policy import WHOLE, Policy, shares
from support.alphamu.ask import CONFIGURATIONS, EXACT, ask, check, searcher
from support.alphamu.endings import Shape, cards, tactical
from support.alphamu.policy import PolicyReference, random_policy
from support.alphamu.reference import Question, Reference, Tricks, won
from support.positions import parse_card

SHAPES = (Shape(2), Shape(3, 8), Shape(3, 8, north_south=True))
MOVES = (1, 2, 3, None)


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


class Case(NamedTuple):
    """An ending with a policy and what the reference says of it, for `MOVES`."""

    question: Question
    policy: Policy
    weights: list[int]
    values: list[dict[int, Fraction]]
    plain: list[dict[int, int]]


@pytest.fixture(scope="module")
def cases(double_dummy: Tricks) -> list[Case]:
    """Endings on lead and in the middle of a trick, with trumps and at notrump."""
    rng = random.Random(3)
    found = []
    for shape, count in zip(SHAPES, (40, 25, 20), strict=True):
        for reference, policy in endings(4, shape, double_dummy, count):
            weights = [rng.randint(1, 5) for _ in reference.question.worlds]
            judge = PolicyReference(reference, policy, weights)
            values = [judge.card_values(moves) for moves in MOVES]
            fronts = [reference.card_fronts(moves) for moves in MOVES]
            plain = [{card: int(won(f, weights)) for card, f in one.items()} for one in fronts]
            found.append(Case(reference.question, policy, weights, values, plain))
    assert sum(case.values[-1] != case.values[0] for case in found) > 12
    assert sum(case.values[-1] != case.plain[-1] for case in found) > 40
    return found


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_values_are_the_references(cases: list[Case], configuration: str) -> None:
    """Values agree at all depths with and without each cut, and so do those without the policy.

    One object answers all questions: nothing of one may leak into the next.
    """
    cuts = CONFIGURATIONS[configuration]
    search = searcher(cuts)
    for case in cases:
        weights = np.array(case.weights)
        for moves, values, plain in zip(MOVES, case.values, case.plain, strict=True):
            result = ask(search, case.question, moves, policy=case.policy, weights=weights)
            check(result, values, cuts)
            if result.to_the_end:
                check(result, case.values[-1], cuts)
            check(ask(search, case.question, moves, weights=weights), plain, cuts)


def test_payoffs(double_dummy: Tricks) -> None:
    """With payoffs a card is worth the mean of what its tricks are worth, at every depth."""
    rng = random.Random(5)
    search = searcher(EXACT)
    for reference, policy in endings(6, Shape(2), double_dummy, 25):
        question = reference.question
        counts = Reference(question, double_dummy, counts=True)
        n, left = len(question.worlds), question.left
        steps = [[rng.choice((0, 0, 1, 3)) for _ in range(left)] for _ in range(n)]
        payoff = [list(itertools.accumulate(row, initial=rng.randint(-5, 5))) for row in steps]
        judge = PolicyReference(counts, policy, payoff=payoff)
        for moves in MOVES:
            table = np.array(payoff, dtype=np.float64)
            result = ask(search, question, moves, target=None, payoff=table, policy=policy)
            values = {card: value.value for card, value in result.cards.items()}
            expected = {card: float(one) for card, one in judge.card_values(moves).items()}
            assert values == pytest.approx(expected)


def test_weights_are_exact(cases: list[Case]) -> None:
    """Repeated worlds and weights are the same."""
    search = searcher(EXACT)
    for case in cases[::6]:
        question = case.question
        again = [w for w, n in enumerate(case.weights) for _ in range(n)]
        worlds = tuple(question.worlds[w] for w in again)
        policy = {history: shares[again] for history, shares in case.policy.items()}
        result = ask(search, question._replace(worlds=worlds), None, policy=policy)
        check(result, case.values[-1], EXACT)


def test_a_search_that_is_broken_off_has_bounds(cases: list[Case]) -> None:
    """Whenever a search ends, its values are no less than those to the end."""
    broken = 0
    for case in cases[::4]:
        for limit in (20, 60, 200):
            weights = np.array(case.weights)
            try:
                result = ask(
                    searcher(),
                    case.question,
                    None,
                    policy=case.policy,
                    weights=weights,
                    node_limit=limit,
                )
            except SearchStopped:
                continue
            broken += not result.complete
            assert all(result.cards[card].value >= value for card, value in case.values[-1].items())
    assert broken > 5


def test_shares() -> None:
    """Probabilities become whole shares, 4096 in all, the nearest ones; a row of zeros stays."""
    table = np.zeros((3, 52))
    table[0, :3] = 0.2
    table[1, 5], table[1, 9] = 0.999999, 0.000001
    found = shares(table)
    assert found[0, :4].tolist() == [1366, 1365, 1365, 0]
    assert found.sum(axis=1).tolist() == [WHOLE, WHOLE, 0]
    assert found[1, 5] == WHOLE


def _wrong(policy: Policy) -> Iterator[tuple[Policy, str]]:
    history, table = next(iter(policy.items()))
    less = table.copy()
    less[0] //= 2
    yield {history: less}, "4096 in all"
    foreign = np.zeros_like(table)
    foreign[:, parse_card("D2")] = WHOLE
    yield {history: foreign}, "not those of legal cards of world 0"
    yield {history: table.astype(np.int64)}, "must be uint16"
    yield {history: table[:1]}, "must be uint16"
    yield {(): table}, "one card or more"
    yield {(99,): table}, "99"
    yield {(parse_card("D2"),): table}, "cannot be"
    yield {history: table, (*history, parse_card("S8")): table}, "does not end with Min"
    yield {(*history, parse_card("S8"), parse_card("S4")): table}, "is named, but not"


def test_what_is_no_policy() -> None:
    """A policy that cannot be is refused with what is wrong with it."""
    question, policy, _ = restricted_choice(0)
    for wrong, text in _wrong(policy):
        with pytest.raises(SolverError, match=text):
            ask(searcher(), question, None, policy=wrong)
    with pytest.raises(SolverError, match="observer"):
        ask(searcher(), question._replace(observer=2), None, policy=policy)
    with pytest.raises(SolverError, match="below"):
        ask(searcher(), question, None, policy=policy, weights=np.array([2**38, 1, 1]))


def test_restricted_choice() -> None:
    """Our search knows restricted choice as the reference does."""
    for queen, value in ((WHOLE // 2, 20), (WHOLE, 25)):
        question, policy, weights = restricted_choice(queen)
        result = ask(searcher(), question, None, policy=policy, weights=np.array(weights))
        assert result.cards[parse_card("SK")].value == value


def test_low_cards_show_nothing(double_dummy: Tricks) -> None:
    """With classes a value is at most that card by card, and equal where no class is wide."""
    rng = random.Random(7)
    search = searcher(EXACT, classes=True)
    less = equal = 0
    for shape, count in ((Shape(2), 60), (Shape(3, 10), 30)):
        for reference in itertools.islice(tactical(8, shape, double_dummy), count):
            policy = random_policy(rng, reference, 1)
            expected = PolicyReference(reference, policy).card_values()
            result = ask(search, reference.question, None, policy=policy)
            for card, value in expected.items():
                # shares of a class are rounded
                assert result.cards[card].value <= value + Fraction(len(expected), 64)
            same = all(result.cards[card].value == expected[card] for card in expected)
            assert same or not result.certified
            less += not same
            equal += result.certified
    assert less > 3
    assert equal > 5
