"""Fronts that αμ keeps for the next question: counters change with them, values do not."""

import random
from typing import Any

import numpy as np
import pytest

from solver import SearchStopped
from support.alphamu.ask import EXACT, ask, bits, searcher
from support.alphamu.cuts import CUTS
from support.alphamu.endings import Shape, draw
from support.alphamu.oracle import Stored
from support.alphamu.reference import Question

SHAPES = [Shape(3)] * 6 + [Shape(4, 64)] * 6 + [Shape(4, 64, defence=True)] * 3


def first(question: Question, n: int) -> Question:
    """The question with its first worlds only."""
    return question._replace(worlds=question.worlds[:n])


def same(one: Any, two: Any) -> None:
    """Two answers with the root cut off are the same but for counters."""
    assert one.cards == two.cards
    assert one.value == two.value
    assert bits(one.front) == bits(two.front)
    assert {card: bits(front) for card, front in one.fronts.items()} == {
        card: bits(front) for card, front in two.fronts.items()
    }


@pytest.mark.parametrize("classes", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_longer_samples(seed: int, classes: bool) -> None:  # noqa: FBT001
    """A sample that grows has the values and fronts that it has for a fresh object."""
    rng = random.Random(seed)
    kept = searcher(EXACT, classes=classes)
    cut = searcher(CUTS, classes=classes)
    for shape in SHAPES:
        question = draw(rng, shape)
        question = question._replace(target=rng.randint(1, question.left))
        depth = 1
        for n in (4, 16, 32, 64):
            part = first(question, n)
            weights = np.array([rng.randint(1, 3) for _ in part.worlds])
            fresh = ask(searcher(EXACT, classes=classes), part, depth, weights=weights)
            same(ask(kept, part, depth, weights=weights), fresh)
            result = ask(cut, part, depth, weights=weights)
            assert result.value == fresh.value or result.depth == 0
            assert fresh.cards[result.best_card].value == fresh.value
            depth = min(4, depth + rng.randrange(2))


def test_deeper_and_less_deep(endings: list[Stored]) -> None:
    """Call after call, deeper or not, the values of each depth are the reference's."""
    rng = random.Random(7)
    search = searcher(EXACT)
    for ending in endings[::3]:
        most = len(ending.fronts)
        for _ in range(4):
            moves = rng.randint(1, most)
            result = ask(search, ending.question, moves)
            values = ending.values(moves)
            assert {card: value.value for card, value in result.cards.items()} == values
            assert all(value.exact for value in result.cards.values())
            if result.depth:
                assert bits(result.front) == ending.root_front(moves)


def test_a_broken_search_is_taken_up(endings: list[Stored]) -> None:
    """A search that a limit ended goes on from there, and comes to the same values."""
    for ending in endings[::5]:
        search = searcher(EXACT)
        for limit in (40, 100, 400, None):
            try:
                result = ask(search, ending.question, None, node_limit=limit)
            except SearchStopped:
                continue
        assert {c: v.value for c, v in result.cards.items()} == ending.values()
        assert all(value.exact for value in result.cards.values())


def test_other_questions_do_not_mix(endings: list[Stored]) -> None:
    """Another target, trump or order of the same worlds is another question."""
    rng = random.Random(8)
    kept = searcher(EXACT)
    for ending in endings[::6]:
        for _ in range(5):
            question = ending.question
            worlds = rng.sample(question.worlds, len(question.worlds))
            question = question._replace(
                worlds=tuple(worlds) if rng.random() < 0.5 else question.worlds,
                trump=rng.choice((question.trump, 4)),
                target=rng.randint(1, question.left),
            )
            same(ask(kept, question, 3), ask(searcher(EXACT), question, 3))


def test_reuse_saves_positions() -> None:
    """A question asked again, with more worlds or deeper, costs less; `forget` undoes it."""
    rng = random.Random(9)
    saved = 0
    for _ in range(10):
        question = draw(rng, Shape(4, 60))
        question = question._replace(target=rng.randint(1, question.left - 1))
        kept, fresh = searcher(EXACT), searcher(EXACT)
        ask(kept, first(question, 48), 3)
        longer, alone = ask(kept, question, 3), ask(fresh, question, 3)
        same(longer, alone)
        assert longer.nodes <= alone.nodes
        saved += alone.nodes - longer.nodes
        again = ask(kept, question, 3)
        same(again, alone)
        assert again.nodes == 0
        deeper = ask(kept, question, 4)
        kept.forget()
        anew = ask(kept, question, 4)
        same(deeper, anew)
        assert deeper.nodes <= anew.nodes
    assert saved > 0


def test_every_card_after_the_best_one(endings: list[Stored]) -> None:
    """After a search with the root cut all cards' values are found where they are asked for."""
    search = searcher()
    for ending in endings[::7]:
        ask(search, ending.question, 2)
        result = ask(search, ending.question, 2, every_card=True)
        assert {c: v.value for c, v in result.cards.items()} == ending.values(2)
        assert all(value.exact for value in result.cards.values())
