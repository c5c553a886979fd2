"""αμ on several threads, whose double-dummy searches share one table."""

import numpy as np
import numpy.typing as npt
import pytest

from solver import AlphaMuSearch, DoubleDummySolver, SearchOptions

NT = 4
CARD_BY_CARD = SearchOptions(low_card_classes=False)


def sample(rng: np.random.Generator, n: int, size: int) -> npt.NDArray[np.uint64]:
    """uint64[n, 4]: deals of so many cards a hand, North's and South's hands the same in all."""
    cards = rng.permutation(52)[: 4 * size]
    worlds = np.zeros((n, 4), dtype=np.uint64)
    for world in worlds:
        hidden = rng.permutation(cards[2 * size :])
        hands = (cards[:size], hidden[:size], cards[size : 2 * size], hidden[size:])
        world[:] = [sum(1 << int(card) for card in hand) for hand in hands]
    return worlds


@pytest.mark.parametrize("threads", [2, 4])
@pytest.mark.parametrize("size", [8, 10, 11])
def test_values_are_those_of_one_thread(threads: int, size: int) -> None:
    """Thousands of leaves, on tables that are used up many times, have the values of one thread."""
    rng = np.random.default_rng([threads, size])
    one = AlphaMuSearch(8, options=CARD_BY_CARD)
    many = AlphaMuSearch(8, threads, options=CARD_BY_CARD)
    solver = DoubleDummySolver(1)
    guest = AlphaMuSearch(8, threads, solver=solver, options=CARD_BY_CARD)
    for _ in range({8: 60, 10: 10, 11: 4}[size]):
        worlds = sample(rng, 24, size)
        trump = int(rng.integers(5))
        target = size // 2
        moves = int(rng.integers(1, 4))
        wanted = one.search(worlds, trump, 0, (), target, moves, every_card=True)
        for search in (many, guest):
            found = search.search(worlds, trump, 0, (), target, moves, every_card=True)
            assert found.cards == wanted.cards
        # what the threads left in the table is right, too
        fresh = DoubleDummySolver(4).solve_worlds(worlds, trump, 0, (), target)
        assert (solver.solve_worlds(worlds, trump, 0, (), target) == fresh).all()


def test_threads_know_what_each_other_found() -> None:
    """Four threads visit hardly more positions than one."""
    worlds = sample(np.random.default_rng(2), 60, 11)
    one = AlphaMuSearch(64, options=CARD_BY_CARD).search(worlds, NT, 0, (), 5, 2)
    four = AlphaMuSearch(64, 4, options=CARD_BY_CARD).search(worlds, NT, 0, (), 5, 2)
    assert four.cards == one.cards
    assert four.dd_nodes < 1.1 * one.dd_nodes
