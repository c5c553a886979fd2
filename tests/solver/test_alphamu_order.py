"""The root's cards as the caller orders them, which changes no value, or confines the choice."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from solver import SearchStopped, SolverError
from solver.core.tricks import TrickState, touching_groups
from support.alphamu.ask import EXACT, ask, bits, check, searcher
from support.alphamu.cuts import CUTS
from support.alphamu.endings import NAMED, Shape, draw
from support.alphamu.oracle import Stored
from support.alphamu.reference import Question

SHAPES = [Shape(3)] * 8 + [Shape(4, 64)] * 6 + [Shape(4, 64, defence=True)] * 4


def questions(rng: random.Random) -> Iterator[Question]:
    """Yield random endings with random targets."""
    for shape in SHAPES:
        question = draw(rng, shape)
        yield question._replace(target=rng.randint(1, question.left))


def ordered(rng: random.Random, cards: dict[int, Any]) -> list[int]:
    """Some of the cards, or all, in random order."""
    return rng.sample(sorted(cards), rng.randint(1, len(cards)))


@pytest.mark.parametrize("classes", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_values_do_not_depend_on_it(seed: int, classes: bool) -> None:  # noqa: FBT001
    """With any order every value and front is what it is without."""
    rng = random.Random(seed)
    for question in questions(rng):
        weights = np.array([rng.randint(1, 3) for _ in question.worlds])
        for depth in (1, 2, 3, None):
            plain = ask(searcher(EXACT, classes=classes), question, depth, weights=weights)
            order = ordered(rng, plain.cards)
            hinted = ask(
                searcher(EXACT, classes=classes), question, depth, weights=weights, order=order
            )
            assert hinted.cards == plain.cards
            assert hinted.value == plain.value
            assert bits(hinted.front) == bits(plain.front)
            assert {card: bits(front) for card, front in hinted.fronts.items()} == {
                card: bits(front) for card, front in plain.fronts.items()
            }


@pytest.mark.parametrize("classes", [False, True])
def test_values_are_the_reference_s(endings: list[Stored], classes: bool) -> None:  # noqa: FBT001
    """With the root cut, too, best values are the reference's, and bounds are bounds."""
    rng = random.Random(8)
    search = searcher(CUTS, classes=classes)
    for ending in endings[::2]:
        if classes and ending.defence:
            continue
        order = ordered(rng, ending.values())
        moves = rng.randint(1, len(ending.fronts))
        result = ask(search, ending.question, moves, order=order)
        if classes and not result.certified:
            continue
        check(result, ending.values(moves))


@pytest.mark.parametrize("cuts", [CUTS, EXACT])
def test_first_of_equal_cards(endings: list[Stored], cuts: frozenset[str]) -> None:
    """The best card stands for the first one named of those that are equal to it."""
    rng = random.Random(9)
    search = searcher(cuts)
    moved = 0
    for ending in endings[::2]:
        plain = ask(search, ending.question, None)
        order = rng.sample(sorted(plain.cards), len(plain.cards))
        result = ask(search, ending.question, None, order=order)
        if not result.depth:
            continue
        first = next(card for card in order if result.cards[card] == result.cards[result.best_card])
        head = max(group[0] for group in groups(ending.question) if group[0] <= first)
        assert result.best_card == head
        moved += result.best_card != plain.best_card
    assert moved


def groups(question: Question) -> list[list[int]]:
    """The legal cards that touch, together."""
    state = TrickState(question.trump, question.leader, question.trick, question.target)
    return touching_groups(np.array(question.worlds[0], dtype=np.uint64), state)


def test_another_order_is_another_question(endings: list[Stored]) -> None:
    """Asked again with another order a search answers as a fresh one does."""
    rng = random.Random(10)
    search = searcher(EXACT)
    for ending in endings[::6]:
        for _ in range(3):
            order = ordered(rng, ending.values())
            again = ask(search, ending.question, None, order=order)
            fresh = ask(searcher(EXACT), ending.question, None, order=order)
            assert (again.best_card, again.cards) == (fresh.best_card, fresh.cards)


def test_the_first_card_is_searched_first() -> None:
    """When a search ends after its first card, that is the first one named."""
    question = NAMED["T2"].question
    for first in (11, 35, 36):
        search = searcher(EXACT)
        for limit in range(1, 2000):
            search.forget()
            try:
                result = ask(search, question, 1, node_limit=limit, order=[first])
            except SearchStopped:
                continue
            assert not result.complete
            assert first in result.fronts
            break
        else:
            pytest.fail("no card was finished")


def test_nothing_to_search() -> None:
    """Where all cards have one value whatever is played the first one named is played."""
    question = NAMED["B1"].question
    for card in ask(searcher(), question, 1).cards:
        assert ask(searcher(), question, None, target=0, order=[card]).best_card == card


@pytest.mark.parametrize(
    ("order", "text"),
    [([11], "order names 11, which is not"), ([4, 4], "order names 4 twice"),
     ([60], "order names 60, which is not"), (["SA"], "order must be a whole number")],
)  # fmt: skip
def test_wrong_orders_are_told(order: list[Any], text: str) -> None:
    """A card that may not be played, or is named twice, is an error that names it."""
    with pytest.raises(SolverError, match=text):
        ask(searcher(), NAMED["B1"].question, 1, order=order)


@pytest.mark.parametrize("cuts", [EXACT, frozenset[str]()])
def test_values_are_those_of_a_search_of_all_cards(
    endings: list[Stored], cuts: frozenset[str]
) -> None:
    """What is searched has its value, what is not has none; the same search serves all choices."""
    rng = random.Random(3)
    search = searcher(cuts)
    confined = 0
    for ending in endings[::5]:
        values = ask(searcher(EXACT), ending.question, None, every_card=True).cards
        found = groups(ending.question)
        for _ in range(3):
            some = rng.sample(found, rng.randint(1, len(found)))
            among = [card for group in some for card in group]
            result = ask(search, ending.question, None, among=among, every_card=True)
            assert sorted(result.cards) == sorted(among)
            assert {card: one.value for card, one in result.cards.items()} == {
                card: values[card].value for card in among
            }
            assert result.best_card in among
            confined += len(some) < len(found)
    assert confined


@pytest.mark.parametrize(
    ("among", "text"),
    [([52], "among"), ([0], "not a legal card"), ([11, 11], "among names 11 twice")],
)
def test_wrong_cards_are_told(among: list[Any], text: str) -> None:
    """Cards that are not legal, or named twice, are refused."""
    with pytest.raises(SolverError, match=text):
        ask(searcher(), NAMED["T2"].question, 1, among=among)
