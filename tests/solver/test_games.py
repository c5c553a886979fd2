"""The games in which searches are compared."""

import itertools

import numpy as np
import pytest

from solver import DoubleDummySolver
from solver.bench.games import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    DeclarerDecision,
    games,
    notrump_deals,
    play,
)

WORLDS = 8


@pytest.fixture(scope="module")
def game() -> list[DeclarerDecision]:
    """The decisions of a game of 32 cards."""
    return next(games(32, WORLDS, 1, memory_mb=8))


def test_every_card_of_declarer(game: list[DeclarerDecision]) -> None:
    """A game holds a decision for each card of North and South, until none is left."""
    movers = [(d.leader + len(d.trick)) % 4 for d in game]
    assert sorted(movers) == [NORTH] * 8 + [SOUTH] * 8
    assert [d.left for d in game] == sorted((d.left for d in game), reverse=True)


def test_worlds_are_one_question(game: list[DeclarerDecision]) -> None:
    """Worlds differ in the hands of East and West alone, and hold the same cards."""
    for decision in game:
        worlds = decision.worlds
        assert 0 < len(worlds) <= WORLDS
        assert np.all(worlds[:, [NORTH, SOUTH]] == worlds[0, [NORTH, SOUTH]])
        cards = worlds[:, EAST] | worlds[:, WEST]
        assert np.all(cards == cards[0])
        sizes = np.bitwise_count(worlds)
        assert np.all(sizes == sizes[0])


def test_worlds_are_kept(game: list[DeclarerDecision]) -> None:
    """Worlds in which a defender can play his card are worlds of the next decision."""
    kept = 0
    for one, two in itertools.pairwise(game):
        if one.trick or len(two.trick) != 2 or two.trick[0] // 13 != two.trick[1] // 13:
            continue
        seat, card = (one.leader + 1) % 4, np.uint64(1 << two.trick[1])
        left = {int(hand ^ card) for hand in one.worlds[:, seat] if hand & card}
        assert left <= set(two.worlds[:, seat].tolist())
        kept += len(left)
    assert kept


def test_same_seed_same_game(game: list[DeclarerDecision]) -> None:
    """A seed names a game."""
    again = next(games(32, WORLDS, 1, memory_mb=8))
    assert all(np.array_equal(one.worlds, two.worlds) for one, two in zip(game, again, strict=True))
    assert [d[1:4] for d in game] == [d[1:4] for d in again]


def test_deals_of_the_contract() -> None:
    """52 cards are dealt, 15 to 17 points to South and 10 to 15 to North."""
    hands = next(notrump_deals(np.random.default_rng(1)))
    points = [sum(max(0, c % 13 - 8) for c in range(52) if h >> c & 1) for h in hands]
    assert sum(hands) == 2**52 - 1
    assert [hand.bit_count() for hand in hands] == [13] * 4
    assert 15 <= points[SOUTH] <= 17
    assert 10 <= points[NORTH] <= 15


def test_last_trick() -> None:
    """One card each: two decisions, the second with what the first one led to."""
    hands = [1 << 12, 1 << 11, 1 << 10, 1 << 9]
    decisions = play(hands, 1, 4, 1, DoubleDummySolver(8))
    assert [d.trick for d in decisions] == [(9,), (9, 12, 11)]
    assert all(len(d.worlds) == 1 for d in decisions)


def test_something_to_search(game: list[DeclarerDecision]) -> None:
    """A decision is open when cards differ and tricks are not decided."""
    assert any(decision.is_open for decision in game)
    assert not game[0]._replace(target=0).is_open
    assert not game[0]._replace(target=9).is_open
    assert not game[-1].is_open
