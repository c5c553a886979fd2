"""What αμ tells besides values: fronts of cards, their limit, the expected play; baselines."""

import random
from typing import Any

import numpy as np
import pytest

from solver import SearchOptions, SolverError
from support.alphamu.ask import CONFIGURATIONS, EXACT, NONE, alphamu, ask, bits, searcher
from support.alphamu.cuts import CUTS
from support.alphamu.endings import CLASSES, NAMED, Shape, draw
from support.alphamu.oracle import Stored
from support.alphamu.reference import Question
from support.positions import legal_cards, parse_card


def test_fronts_of_cards(endings: list[Stored]) -> None:
    """Each card has the reference's front at each depth; the root's is made of them."""
    search = searcher(EXACT)
    for ending in endings[::2]:
        for moves in range(1, len(ending.fronts) + 1):
            result = ask(search, ending.question, moves)
            if result.depth == 0:
                continue
            fronts = {card: bits(front) for card, front in result.fronts.items()}
            assert fronts == ending.fronts[moves - 1]


def test_fronts_with_the_root_cut(endings: list[Stored]) -> None:
    """A card's value is that of its front's best vector; cards that were not searched have none."""
    search = searcher(classes=True)
    for ending in endings[::2]:
        result = ask(search, ending.question, None)
        if result.depth == 0:
            continue
        assert result.best_card in result.fronts
        for card, front in result.fronts.items():
            assert max(front.sum(axis=1), default=0) == result.cards[card].value


def test_fronts_with_payoffs() -> None:
    """With payoffs a front holds tricks, of each card as of the root."""
    question = NAMED["T11"].question
    payoff = np.tile(np.array([0.0, 1.0, 2.0, 5.0]), (20, 1))
    result = ask(searcher(EXACT), question, None, target=None, payoff=payoff)
    assert result.fronts.keys() == result.cards.keys()
    for card, front in result.fronts.items():
        assert front.dtype == np.int8
        value = max(payoff[0][vector].sum() for vector in front)
        assert value == result.cards[card].value


def follow(question: Question, line: tuple[int, ...]) -> set[int]:
    """The worlds in which a line of play is legal."""
    possible = set()
    for number, world in enumerate(question.worlds):
        hands, trick, leader = list(world), list(question.trick), question.leader
        for card in line:
            seat = (leader + len(trick)) % 4
            if card not in legal_cards(hands[seat], trick):
                break
            hands[seat] ^= 1 << card
            trick.append(card)
            if len(trick) == 4:
                ranks = [
                    100 * (c // 13 == question.trump) + c % 13
                    if c // 13 in (trick[0] // 13, question.trump)
                    else -1
                    for c in trick
                ]
                leader, trick = (leader + ranks.index(max(ranks))) % 4, []
        else:
            possible.add(number)
    return possible


def test_variation_is_legal(endings: list[Stored]) -> None:
    """The expected play begins with the best card and can be played in some world."""
    search, lengths = searcher(), []
    for ending in endings[::2]:
        for moves in (1, 3, None):
            result = ask(search, ending.question, moves)
            assert result.variation[0] == result.best_card
            assert len(set(result.variation)) == len(result.variation)
            assert follow(ending.question, result.variation)
            lengths.append(len(result.variation))
    assert max(lengths) > 6


def test_variation_of_classes() -> None:
    """Classes are named by cards that were not played yet; without a table only one is known."""
    for ending, _, _ in CLASSES.values():
        result = ask(searcher(classes=True), ending.question, None)
        assert len(set(result.variation)) == len(result.variation)
        assert not set(result.variation) & set(ending.question.trick)
    question = NAMED["T11"].question
    result = ask(searcher(), question, None)
    south = question.worlds[0][2]
    assert south >> result.variation[0] & 1
    assert len(result.variation) > 4
    alone = ask(searcher(CUTS - {"transposition_table"}), question, None)
    assert alone.variation == (alone.best_card,)


@pytest.mark.parametrize("limit", [1, 2, 8])
@pytest.mark.parametrize("configuration", ["all", "none", "without_root_cut", "only_alpha_cut"])
def test_limited_fronts_are_bounds(endings: list[Stored], limit: int, configuration: str) -> None:
    """With small fronts no value is below the exact one, and those called exact are."""
    cuts = CONFIGURATIONS[configuration]
    search = searcher(cuts, front_limit=limit)
    merged = bounds = 0
    for ending in endings[::3]:
        for moves in (2, len(ending.fronts)):
            result = ask(search, ending.question, moves)
            if result.depth == 0:
                continue
            expected = ending.values(moves)
            merged += result.merges > 0
            assert result.value >= max(expected.values())
            for card, value in result.cards.items():
                assert value.value >= expected[card]
                if value.exact:
                    assert value.value == expected[card]
                else:
                    bounds += "root_cut" not in cuts
                    assert result.merges or "root_cut" in cuts
            for front in result.fronts.values():
                assert len(front) <= limit
    assert merged > 0
    assert bounds or limit > 2 or "root_cut" in cuts


@pytest.mark.parametrize("name", ["B1", "B1n", "B2", "B2n"])
def test_limited_fronts_in_70_worlds(name: str) -> None:
    """Bounds, too, where a vector takes two words."""
    search, merges = searcher(EXACT, front_limit=2), 0
    for moves, values in NAMED[name].values.items():
        result = ask(search, NAMED[name].question, moves)
        merges += result.merges
        for card, value in values.items():
            found = result.cards[parse_card(card)]
            assert found.value == value if found.exact else found.value >= value
    assert merges or name.startswith("B2")


def test_a_large_limit_changes_nothing(endings: list[Stored]) -> None:
    """A limit that is never met changes no counter."""
    one, two = searcher(), searcher(front_limit=4096)
    for ending in endings[::3]:
        a, b = (ask(search, ending.question, None) for search in (one, two))
        assert a.merges == b.merges == 0
        assert (a.cards, a.nodes, a.dd_calls, a.cuts) == (b.cards, b.nodes, b.dd_calls, b.cuts)


def test_little_memory_does_not_end_a_search() -> None:
    """Where fronts explode the search ends as it should, with bounds."""
    rng = random.Random(11)
    merged = 0
    for _ in range(3):
        question = draw(rng, Shape(4, 70))
        worlds = np.array(question.worlds * 12, dtype=np.uint64)
        payoff = np.tile(np.arange(question.left + 1.0), (len(worlds), 1))
        answers = []
        for limit in (4, 512):
            search = searcher(EXACT, memory_mb=8, front_limit=limit)
            side = {"observer": question.observer} if question.observer is not None else {}
            result = search.search(
                worlds,
                question.trump,
                question.leader,
                question.trick,
                None,
                5,
                payoff=payoff,
                max_side="NS" if question.max_side == 0 else "EW",
                **side,
            )
            assert result.complete
            answers.append(result)
        merged += answers[0].merges
        for card, value in answers[1].cards.items():
            assert answers[0].cards[card].value >= value.value
    assert merged


@pytest.mark.parametrize("limit", [0, -1, 4097, "8"])
def test_wrong_limits(limit: Any) -> None:
    """A limit that is none is refused by name."""
    with pytest.raises(SolverError, match="front_limit"):
        alphamu.AlphaMuSearch(8, options=SearchOptions(front_limit=limit))


def test_a_forced_card(endings: list[Stored]) -> None:
    """One card, or touching ones, needs no search unless all cards are to be valued."""
    seen = 0
    for ending in endings:
        values = ending.values()
        result = ask(searcher(), ending.question, None)
        if result.depth or not result.cards or result.cards[result.best_card].exact:
            continue
        seen += 1
        assert (result.nodes, result.dd_calls, result.complete) == (0, 0, True)
        assert result.variation == (result.best_card,)
        assert all(v == (len(ending.question.worlds), False) for v in result.cards.values())
        for search, extra in ((searcher(NONE), {}), (searcher(), {"every_card": True})):
            for moves in range(1, len(ending.fronts) + 1):
                result = ask(search, ending.question, moves, **extra)
                assert {c: v.value for c, v in result.cards.items()} == ending.values(moves)
                assert all(value.exact for value in result.cards.values())
            assert result.value == max(values.values())
    assert seen > 3
