"""Questions to αμ: what is refused, what needs no search, what ends one early."""

from typing import Any

import numpy as np
import pytest

from solver import SearchStopped, SolverError
from support.alphamu.ask import EXACT, alphamu, ask, card_values, searcher
from support.alphamu.endings import NAMED
from support.alphamu.oracle import Stored


def test_a_target_that_is_too_low_or_too_high(endings: list[Stored]) -> None:
    """Every world is won with target 0, none with more tricks than are left."""
    question = endings[0].question
    search = searcher()
    assert ask(search, question, None, target=0).value == len(question.worlds)
    assert ask(search, question, None, target=question.left + 1).value == 0


def test_an_answer_is_repeated(endings: list[Stored]) -> None:
    """The same question gets the same answer, at no cost; a fresh object repeats the counters."""
    search = searcher()
    for ending in endings[::10]:
        one, two = (ask(search, ending.question, None) for _ in range(2))
        assert (one.cards, one.best_card, one.depth) == (two.cards, two.best_card, two.depth)
        assert two.nodes == 0
        search.forget()
        three, four = ask(search, ending.question, None), ask(searcher(), ending.question, None)
        assert (one.nodes, one.cuts, one.variation) == (three.nodes, three.cuts, three.variation)
        assert (three.nodes, three.cards) == (four.nodes, four.cards)


def test_stopping() -> None:
    """A raised flag or a limit ends a search, and the object can be asked again."""
    question = NAMED["B1"].question
    search = searcher()
    with pytest.raises(SearchStopped):
        ask(search, question, None, stop=np.ones(1, dtype=np.int32))
    with pytest.raises(SearchStopped):
        ask(search, question, None, node_limit=1)
    search.stop()
    with pytest.raises(SearchStopped):
        ask(search, question, None)
    search.clear_stop()
    assert ask(search, question, None).value == 36


def test_a_limit_leaves_the_last_complete_depth() -> None:
    """A search that a limit ends says how deep it came, and its values are bounds from there."""
    question = NAMED["B1"].question
    search = searcher(EXACT)
    exact = card_values(NAMED["B1"].values[None])
    seen = set()
    for limit in (300, 1000, 3000, 10_000, 30_000, 10**9):
        try:
            result = ask(search, question, None, node_limit=limit)
        except SearchStopped:
            continue
        seen.add(result.depth)
        assert result.complete == (result.value == 36 and result.to_the_end)
        for card, value in result.cards.items():
            assert value.value >= exact[card]
    assert len(seen) > 1


ONE = (1 << 12 | 1 << 0, 1 << 11 | 1 << 1, 1 << 10 | 1 << 2, 1 << 9 | 1 << 3)
TWO = (1 << 12 | 1 << 0, 1 << 10 | 1 << 2, 1 << 11 | 1 << 1, 1 << 9 | 1 << 3)
WORLDS = np.array([ONE, (ONE[0], ONE[3], ONE[2], ONE[1])], dtype=np.uint64)
OTHER = np.array([ONE, (ONE[0], 1 << 11 | 1 << 20, ONE[2], ONE[3])], dtype=np.uint64)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"worlds": WORLDS.astype(np.int64)}, "int64"),
        ({"worlds": WORLDS.tolist()}, "list"),
        ({"worlds": WORLDS[:, :3]}, "shape"),
        ({"worlds": np.array([ONE, TWO], dtype=np.uint64)}, "South"),
        ({"worlds": OTHER}, "the cards left differ"),
        ({"worlds": np.array([ONE, (1, 1, 2, 4)], dtype=np.uint64)}, "world 1"),
        ({"worlds": np.array([ONE, (0, 0, 0, 0)], dtype=np.uint64)}, "world 1"),
        ({"trump": 5}, "trump"),
        ({"trump": "S"}, "trump"),
        ({"leader": 4}, "leader"),
        ({"leader": 1}, "not on Max's side"),
        ({"trick": (52,)}, "0..51"),
        ({"trick": (12,)}, "also in a hand"),
        ({"trick": 7}, "sequence"),
        ({"target": None}, "target"),
        ({"target": "1"}, "target"),
        ({"max_moves": 0}, "max_moves"),
        ({"max_moves": -1}, "max_moves"),
        ({"max_moves": 1.5}, "max_moves"),
        ({"max_side": "N"}, "max_side"),
        ({"max_side": "EW"}, "not on Max's side|hand differs"),
        ({"observer": 4}, "observer"),
        ({"observer": 1}, "not on Max's side|hand differs"),
        ({"weights": np.array([1])}, "weights"),
        ({"weights": np.array([1, -1])}, "weights"),
        ({"weights": np.array([1.0, 2.0])}, "weights"),
        ({"weights": np.array([1, 2**62])}, "weights"),
        ({"payoff": np.zeros((2, 2))}, "payoff"),
        ({"payoff": np.array([[0.0, 1.0, 0.5]] * 2)}, "payoff"),
        ({"payoff": np.array([[0.0, 1.0, np.nan]] * 2)}, "payoff"),
        ({"payoff": np.array([[0.0, 1.0, np.inf]] * 2)}, "payoff"),
        ({"node_limit": 0}, "node_limit"),
        ({"stop": np.ones(1, dtype=np.int64)}, "stop"),
    ],
)
def test_bad_questions_name_the_fact(arguments: dict[str, Any], text: str) -> None:
    """A question that is none raises SolverError with the reason, and harms nothing."""
    search = searcher()
    good: dict[str, Any] = {
        "worlds": WORLDS,
        "trump": 4,
        "leader": 0,
        "trick": (),
        "target": 1,
        "max_moves": 2,
    }
    with pytest.raises(SolverError, match=text):
        search.search(**{**good, **arguments})
    assert search.search(**good).value == 2


def test_bad_settings_name_the_fact() -> None:
    """Memory and threads out of range raise SolverError, and so do options that are none."""
    wrong: dict[str, Any] = {"memory_mb": 0, "threads": 0, "options": {"root_cut": False}}
    for name, value in wrong.items():
        with pytest.raises(SolverError, match=name):
            alphamu.AlphaMuSearch(**{name: value})


def test_hands_are_not_changed() -> None:
    """The worlds that are given stay as they are."""
    worlds = WORLDS.copy()
    worlds.flags.writeable = False
    searcher().search(worlds, 4, 0, (), 1, None)
    assert (worlds == WORLDS).all()
