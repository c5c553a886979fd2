"""Searches that are confined to some of the root's cards."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from solver import SolverError
from solver.core.tricks import TrickState, touching_groups
from support.alphamu.ask import EXACT, ask, searcher
from support.alphamu.endings import NAMED
from support.alphamu.oracle import Stored, stored
from support.alphamu.reference import Question


@pytest.fixture(scope="module")
def endings() -> list[Stored]:
    """Endings with their exact values."""
    return list(stored())[::5]


def groups(question: Question) -> list[list[int]]:
    """The legal cards that touch, together."""
    state = TrickState(question.trump, question.leader, question.trick, question.target)
    return touching_groups(np.array(question.worlds[0], dtype=np.uint64), state)


@pytest.mark.parametrize("cuts", [EXACT, frozenset[str]()])
def test_values_are_those_of_a_search_of_all_cards(
    endings: list[Stored], cuts: frozenset[str]
) -> None:
    """What is searched has its value, what is not has none; the same search serves all choices."""
    rng = random.Random(3)
    search = searcher(cuts)
    confined = 0
    for ending in endings:
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
