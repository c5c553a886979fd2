"""αμ on the table of a double-dummy solver, and on several threads that share one."""

import contextlib
import threading

import numpy as np
import numpy.typing as npt
import pytest

from solver import AlphaMuSearch, DoubleDummySolver, SearchOptions, SearchStopped, SolverError
from support.alphamu.oracle import stored

NT = 4
CARD_BY_CARD = SearchOptions(low_card_classes=False)
EXACT = SearchOptions(root_cut=False, low_card_classes=False)


def sample(seed: int | np.random.Generator, n: int, size: int) -> npt.NDArray[np.uint64]:
    """uint64[n, 4]: deals of so many cards a hand, North's and South's hands the same in all."""
    rng = np.random.default_rng(seed)
    cards = rng.permutation(52)[: 4 * size]
    worlds = np.zeros((n, 4), dtype=np.uint64)
    for world in worlds:
        hidden = rng.permutation(cards[2 * size :])
        hands = (cards[:size], hidden[:size], cards[size : 2 * size], hidden[size:])
        world[:] = [sum(1 << int(card) for card in hand) for hand in hands]
    return worlds


def test_values_do_not_depend_on_the_table() -> None:
    """Stored endings have the same values with a shared table, the solver being used between."""
    solver = DoubleDummySolver(8)
    search = AlphaMuSearch(8, solver=solver, options=EXACT)
    rng = np.random.default_rng(1)
    endings = list(stored())
    for place in rng.choice(len(endings), 60, replace=False):
        ending = endings[place]
        question = ending.question
        worlds = np.array(question.worlds, dtype=np.uint64)
        solver.card_tricks(worlds[0].tolist(), question.trump, question.leader, question.trick)
        result = search.search(
            worlds,
            question.trump,
            question.leader,
            question.trick,
            question.target,
            2,
            max_side="EW" if question.max_side else "NS",
            observer=question.observer,
        )
        wanted = ending.values(2)
        assert {card: result.cards[card].value for card in wanted} == wanted


def test_what_one_learnt_the_other_knows() -> None:
    """A vote of the worlds before saves a search most of its double-dummy positions."""
    worlds = sample(3, 20, 11)
    fresh = AlphaMuSearch(8, options=CARD_BY_CARD)
    alone = fresh.search(worlds, NT, 0, (), 5, 1)
    solver = DoubleDummySolver(32)
    shared = AlphaMuSearch(8, solver=solver, options=CARD_BY_CARD)
    for world in worlds:
        solver.card_tricks(world.tolist(), NT, 0)
    after = shared.search(worlds, NT, 0, (), 5, 1)
    assert after.cards == alone.cards
    assert after.dd_nodes < alone.dd_nodes / 2


def test_node_limit_counts_from_the_question() -> None:
    """Positions that the solver visited before do not count."""
    worlds = sample(4, 20, 10)
    solver = DoubleDummySolver(8)
    search = AlphaMuSearch(8, solver=solver, options=CARD_BY_CARD)
    solver.solve_world_cards(worlds, NT, 0)
    assert solver.nodes > 0
    before = solver.nodes
    result = search.search(worlds, NT, 0, (), 5, 1)
    assert 0 < result.dd_nodes == solver.nodes - before
    solver.forget()
    limited = search.search(worlds, NT, 0, (), 5, 4, node_limit=result.dd_nodes * 3)
    assert limited.dd_nodes + limited.nodes <= result.dd_nodes * 3 + 1100


def test_a_stop_of_either_stops_both() -> None:
    """While one is stopped, both raise; when it is taken back, both work."""
    worlds = sample(5, 8, 12)
    solver = DoubleDummySolver(8)
    search = AlphaMuSearch(8, solver=solver)
    for one, other in ((solver, search), (search, solver)):
        one.stop()
        with pytest.raises(SearchStopped):
            search.search(worlds, NT, 0, (), 6, None)
        with pytest.raises(SearchStopped):
            solver.solve_worlds(worlds, NT, 0, (), 6)
        other.clear_stop()
        assert search.search(worlds, NT, 0, (), 6, 1).best_card >= 0


def test_the_solver_is_busy() -> None:
    """A question to the solver while the search is at work is refused."""
    worlds = sample(6, 64, 13)
    solver = DoubleDummySolver(8)
    search = AlphaMuSearch(8, solver=solver)
    refused: list[str] = []

    def ask() -> None:
        while not refused:
            try:
                solver.forget()
            except RuntimeError as error:
                refused.append(str(error))
        search.stop()

    thread = threading.Thread(target=ask)
    thread.start()
    with contextlib.suppress(SearchStopped):
        search.search(worlds, NT, 0, (), 7, None)
    thread.join()
    assert refused == ["the solver is at work in another thread"]


@pytest.mark.parametrize("solver", [3, "dd", object(), DoubleDummySolver])
def test_wrong_solver(solver: object) -> None:
    """Anything else is refused by name."""
    with pytest.raises(SolverError, match="solver must be a DoubleDummySolver"):
        AlphaMuSearch(8, solver=solver)  # type: ignore[arg-type]


@pytest.mark.parametrize(("threads", "size", "count"), [(2, 8, 30), (4, 10, 6), (4, 11, 4)])
def test_values_are_those_of_one_thread(threads: int, size: int, count: int) -> None:
    """Thousands of leaves, on tables that are used up many times, have the values of one thread."""
    rng = np.random.default_rng([threads, size])
    one = AlphaMuSearch(8, options=CARD_BY_CARD)
    many = AlphaMuSearch(8, threads, options=CARD_BY_CARD)
    solver = DoubleDummySolver(1)
    guest = AlphaMuSearch(8, threads, solver=solver, options=CARD_BY_CARD)
    for _ in range(count):
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
    worlds = sample(2, 60, 11)
    one = AlphaMuSearch(64, options=CARD_BY_CARD).search(worlds, NT, 0, (), 5, 2)
    four = AlphaMuSearch(64, 4, options=CARD_BY_CARD).search(worlds, NT, 0, (), 5, 2)
    assert four.cards == one.cards
    assert four.dd_nodes < 1.1 * one.dd_nodes
