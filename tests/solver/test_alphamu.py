"""αμ against the plain reference: values of all cards at all depths, with and without each cut."""

import itertools
import random

import numpy as np
import pytest

from solver import DoubleDummySolver
from support.alphamu.ask import CONFIGURATIONS, EXACT, NONE, ask, bits, card_values, check, searcher
from support.alphamu.cuts import CUTS
from support.alphamu.endings import CLASSES, NAMED, Named, Shape, draw, tactical
from support.alphamu.oracle import Stored
from support.alphamu.reference import Reference, Tricks, maximal, scored, won


@pytest.mark.parametrize("name", NAMED)
def test_named_endings(name: str) -> None:
    """Each card of a named ending wins as many worlds as stated, low cards merged or not."""
    ending: Named = NAMED[name]
    search = searcher(EXACT)
    for moves, values in ending.values.items():
        result = ask(search, ending.question, moves)
        for card, value in card_values(values).items():
            assert result.cards[card] == (value, True), (moves, card)
        if moves is None and ending.front is not None:
            assert len(result.front) == ending.front
    final = card_values(ending.values[None])
    result = ask(searcher(), ending.question, None)
    assert result.depth == 0 or result.value == max(final.values())
    result = ask(searcher(EXACT, classes=True), ending.question, None)
    assert result.certified
    assert {card: result.cards[card] for card in final} == {c: (v, True) for c, v in final.items()}


@pytest.mark.parametrize("classes", [False, True])
@pytest.mark.parametrize("name", CLASSES)
def test_endings_where_classes_matter(name: str, classes: bool) -> None:  # noqa: FBT001
    """Endings on which plain merging of cards goes wrong have their value, merged or not."""
    ending, value, cards = CLASSES[name]
    result = ask(searcher(EXACT, classes=classes), ending.question, None)
    assert result.value == value
    assert result.certified
    for card, expected in card_values(cards).items():
        assert result.cards[card] == (expected, True)


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_stored_endings(endings: list[Stored], configuration: str) -> None:
    """One search finds the values of all endings, and the fronts unless the root cut hides them."""
    cuts = CONFIGURATIONS[configuration]
    search = searcher(cuts)
    for ending in endings if configuration == "all" else endings[::6]:
        for moves in (*range(1, len(ending.fronts) + 1), None):
            result = ask(search, ending.question, moves)
            try:
                check(result, ending.values(moves), cuts)
                if result.to_the_end:
                    check(result, ending.values(None), cuts)
                if "root_cut" not in cuts and result.depth:
                    assert bits(result.front) == ending.root_front(
                        result.depth if moves is None else moves
                    )
            except AssertionError as error:
                raise AssertionError(f"{moves} moves, {ending.question}") from error


def test_stored_endings_with_classes(endings: list[Stored]) -> None:
    """With low cards merged a certified value is the reference's, any other is not above it."""
    search = searcher(classes=True)
    certified = 0
    for ending in endings:
        if ending.defence:
            continue
        result = ask(search, ending.question, None)
        expected = max(ending.values().values())
        certified += result.certified
        if result.certified:
            check(result, ending.values())
        elif result.depth:
            assert result.value <= expected, ending.question
    assert certified > 50


def test_weights(endings: list[Stored]) -> None:
    """A vector's value is the weight of its worlds, zero weights among them."""
    rng = random.Random(1)
    for cuts in (CUTS, NONE):
        search = searcher(cuts)
        for ending in endings[::3]:
            weights = [rng.choice((0, 1, 2, 7, 1000)) for _ in ending.question.worlds]
            weights[rng.randrange(len(weights))] = 3
            for moves in (1, 3, None):
                result = ask(search, ending.question, moves, weights=np.array(weights))
                check(result, ending.values(moves, weights), cuts)


def test_a_world_given_twice_weighs_double(endings: list[Stored]) -> None:
    """Repeated worlds and weights are the same, and the order of worlds has no influence."""
    rng = random.Random(2)
    search = searcher()
    for ending in endings[::5]:
        question = ending.question
        weights = [rng.randint(1, 3) for _ in question.worlds]
        worlds = [w for w, n in zip(question.worlds, weights, strict=True) for _ in range(n)]
        rng.shuffle(worlds)
        result = ask(search, question._replace(worlds=tuple(worlds)), None)
        check(result, ending.values(None, weights))


def test_values_fall_with_depth(endings: list[Stored]) -> None:
    """A card is worth no more when Max looks further ahead, and never more than double dummy."""
    search, solver = searcher(EXACT), DoubleDummySolver(8)
    for ending in endings[::3]:
        question = ending.question
        last = None
        for moves in range(1, len(ending.fronts) + 1):
            values = [value.value for value in ask(search, question, moves).cards.values()]
            assert last is None or all(a <= b for a, b in zip(values, last, strict=True))
            last = values
            if moves > 1 or question.observer is not None:
                continue
            tricks = solver.solve_world_cards(
                np.array(question.worlds, dtype=np.uint64),
                question.trump,
                question.leader,
                question.trick,
            )
            cards = sorted(ending.values(1))
            assert values == list((tricks[:, cards] >= question.target).sum(axis=0))


def test_fronts_of_fewer_worlds_are_projections(endings: list[Stored]) -> None:
    """The front on some of the worlds is the whole front restricted to them."""
    rng = random.Random(3)
    search = searcher(EXACT)
    for ending in endings:
        question = ending.question
        n = len(question.worlds)
        kept = sorted(rng.sample(range(n), rng.randint(1, n)))
        worlds = tuple(question.worlds[w] for w in kept)
        for moves in (2, None):
            part = ask(search, question._replace(worlds=worlds), moves)
            if part.depth == 0:
                continue
            depth = part.depth if moves is None else moves
            restricted = {
                sum(1 << i for i, w in enumerate(kept) if vector >> w & 1)
                for vector in ending.root_front(depth)
            }
            lattice = Reference(question._replace(worlds=worlds)).lattice
            assert bits(part.front) == maximal(lattice, restricted)


@pytest.mark.parametrize("cuts", [CUTS, NONE], ids=["all", "none"])
def test_payoffs(double_dummy: Tricks, cuts: frozenset[str]) -> None:
    """With payoffs that do not fall with tricks a card is worth its best plan for all results."""
    rng = random.Random(4)
    search = searcher(cuts)
    shapes = [Shape(2)] * 12 + [Shape(3, 4)] * 3
    for shape in shapes:
        question = draw(rng, shape)
        reference = Reference(question, double_dummy, counts=True)
        n, left = len(question.worlds), question.left
        steps = [[rng.choice((0, 0, 1, 3, 10)) for _ in range(left)] for _ in range(n)]
        payoff = [list(itertools.accumulate(row, initial=rng.randint(-5, 5))) for row in steps]
        weights = [rng.randint(1, 4) for _ in range(n)]
        for moves in (1, 2, None):
            expected = {
                card: scored(front, payoff, weights)
                for card, front in reference.card_fronts(moves).items()
            }
            result = ask(
                search,
                question,
                moves,
                target=None,
                weights=np.array(weights),
                payoff=np.array(payoff, dtype=np.float64),
            )
            best = max(expected.values())
            assert expected[result.best_card] == pytest.approx(best), question
            for card, value in result.cards.items():
                if value.exact:
                    assert value.value == pytest.approx(expected[card]), question
                else:
                    assert value.value >= expected[card] - 1e-9, question


def test_one_world_is_double_dummy(double_dummy: Tricks) -> None:
    """With one world every depth says what double dummy says."""
    rng = random.Random(5)
    search = searcher(EXACT)
    for _ in range(60):
        drawn = draw(rng, Shape(rng.randint(2, 6)))
        question = drawn._replace(worlds=drawn.worlds[:1])
        tricks = DoubleDummySolver(8).card_tricks(
            question.worlds[0], question.trump, question.leader, question.trick
        )
        for target in range(1, question.left + 1):
            for moves in (1, 3, None):
                result = ask(search, question._replace(target=target), moves)
                assert {card: value.value for card, value in result.cards.items()} == {
                    card: int(count >= target) for card, count in tricks.items()
                }


def test_larger_endings_agree_with_themselves() -> None:
    """Where the reference is too slow, all cuts and few cuts give the same values."""
    rng = random.Random(6)
    solver = DoubleDummySolver(8)
    full, few = searcher(), searcher(frozenset({"transposition_table", "world_cuts"}))
    for reference in itertools.islice(
        tactical(rng.randrange(99), Shape(4, 20), lambda p: solver.tricks(*p)), 4
    ):
        for moves in (1, 2, 3, 4):
            one, two = (ask(search, reference.question, moves) for search in (full, few))
            check(one, {card: int(value.value) for card, value in two.cards.items()})


def test_cuts_save_positions() -> None:
    """The search with all cuts visits fewer positions than the one without, by far."""
    question = NAMED["B1"].question
    assert 20 * ask(searcher(), question, None).nodes < ask(searcher(NONE), question, None).nodes


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("shape", "count"),
    [
        (Shape(2), 400),
        (Shape(3, 10), 60),
        (Shape(3), 40),
        (Shape(4, 5), 12),
        (Shape(3, 10, defence=True), 60),
    ],
    ids=["two", "three_of_ten_worlds", "three", "four", "defence"],
)
def test_fresh_endings(double_dummy: Tricks, shape: Shape, count: int, seed: int) -> None:
    """Values and fronts of newly drawn endings are the reference's in every configuration."""
    searches = {cuts: searcher(cuts) for cuts in CONFIGURATIONS.values()}
    drawn = tactical(1000 + seed, shape, double_dummy, node_limit=10**6)
    for reference in itertools.islice(drawn, count):
        question = reference.question
        ones = [1] * len(question.worlds)
        for moves in range(1, question.moves + 1):
            fronts = reference.card_fronts(moves)
            expected = {card: int(won(front, ones)) for card, front in fronts.items()}
            for cuts, search in searches.items():
                check(ask(search, question, moves), expected, cuts)
