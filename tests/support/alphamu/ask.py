"""Questions to αμ in the form of the reference, and what its answers must be."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from solver import SearchOptions
from support.alphamu.cuts import CUTS
from support.alphamu.reference import Question
from support.positions import parse_card

alphamu = pytest.importorskip("solver.alphamu.alphamu")

NONE: frozenset[str] = frozenset()
CONFIGURATIONS = {
    "all": CUTS,
    "none": NONE,
    **{f"without_{cut}": CUTS - {cut} for cut in sorted(CUTS)},
    **{f"only_{cut}": frozenset({cut}) for cut in sorted(CUTS)},
}
EXACT = CUTS - {"root_cut"}
"""The cuts with which every card's value is exact."""


def searcher(
    cuts: frozenset[str] = CUTS,
    *,
    classes: bool = False,
    memory_mb: int = 16,
    front_limit: int = 512,
) -> Any:
    """A search with some cuts, card for card unless `classes`."""
    switches = {cut: cut in cuts for cut in CUTS}
    options = SearchOptions(low_card_classes=classes, front_limit=front_limit, **switches)
    return alphamu.AlphaMuSearch(memory_mb, options=options)


def ask(search: Any, question: Question, max_moves: int | None, **extra: Any) -> Any:
    """The search's answer to a question."""
    side = {"observer": question.observer} if question.observer is not None else {}
    return search.search(
        np.array(question.worlds, dtype=np.uint64),
        question.trump,
        question.leader,
        question.trick,
        extra.pop("target", question.target),
        max_moves,
        max_side="NS" if question.max_side == 0 else "EW",
        **side,
        **extra,
    )


def check(result: Any, expected: Mapping[int, int | Fraction], cuts: frozenset[str] = CUTS) -> None:
    """An answer's values are those expected, or bounds of them; its card is a best one.

    Where all cards come to the same the root cut lets the search end before it has begun (depth 0).
    """
    best = max(expected.values())
    assert result.cards.keys() == expected.keys()
    for card, value in result.cards.items():
        assert value.value == expected[card] if value.exact else value.value >= expected[card]
    assert expected[result.best_card] == best
    if result.depth == 0:
        assert len(set(expected.values())) == 1
        return
    assert result.value == best
    assert result.cards[result.best_card].value == best
    if "root_cut" not in cuts:
        assert all(value.exact for value in result.cards.values())


def bits(front: np.ndarray[Any, Any]) -> frozenset[int]:
    """A front as the reference has it."""
    return frozenset(sum(1 << int(w) for w in np.flatnonzero(vector)) for vector in front)


def card_values(values: dict[str, int]) -> dict[int, int]:
    """Values by card number."""
    return {parse_card(card): value for card, value in values.items()}
