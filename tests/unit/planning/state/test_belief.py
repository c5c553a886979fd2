"""Beliefs, and what lines of play make of them, beside the layouts one by one."""

from __future__ import annotations

from random import Random

import pytest

from bluechip_bot.model import Hand
from bluechip_bot.planning.state.belief import Beliefs
from bluechip_bot.planning.state.defence import branches
from bluechip_bot.planning.state.state import Game, State, begin, legal, play_ours
from bluechip_bot.planning.view import LEFT, RIGHT, DeclarerView
from support.planning import PLANNING, random_board

SUIT = 0x1FFF
Layout = tuple[int, int]


def held(layout: Layout, defender: int, suit: int, gone: tuple[int, ...]) -> int:
    """What a defender has left of a suit: of each class in turn the lowest card is gone."""
    holding = layout[defender == RIGHT] >> 13 * suit & SUIT
    for ranks in gone:
        hit = holding & ranks
        holding &= ~(hit & -hit)
    return holding


def test_large_weights_are_scaled() -> None:
    """Weights beyond what a byte holds keep their proportions, and none becomes nothing."""
    beliefs = Beliefs([(1, 2), (2, 1), (1, 2)], [1000, 500, 1])
    assert beliefs.weight(beliefs.all) == 255 + 128 + 1


def sample(position: DeclarerView, rng: Random, count: int) -> list[Layout]:
    """Layouts that fit a position."""
    cards = list(position.out)
    layouts = []
    for _ in range(count):
        rng.shuffle(cards)
        left = Hand.of(cards[: position.held[0]]).mask
        layouts.append((left, position.out.mask & ~left))
    return layouts


@pytest.mark.parametrize("contract", ["3NT-S", "4S-S"])
@pytest.mark.parametrize("seed", range(8))
def test_branches_divide_the_layouts(seed: int, contract: str) -> None:
    """On a line of play every layout is in one branch, and there he holds a card of the class."""
    rng = Random(seed)
    place = DeclarerView.of(random_board(seed, contract, 4 * rng.randint(0, 5) + 1))
    layouts = sample(place, rng, 100)
    weights = [rng.randint(1, 20) for _ in layouts]
    game, state = begin(place, Beliefs(layouts, weights), PLANNING)
    while state.left:
        if state.round.turn in (LEFT, RIGHT):
            state = rng.choice(divided(game, state, layouts, weights))
        else:
            state = play_ours(game, state, rng.choice(legal(state)))


def divided(game: Game, state: State, layouts: list[Layout], weights: list[int]) -> list[State]:
    """The states after a defender's turn, once all branches have been looked at."""
    defender, left = state.round.turn, int(state.alive)
    found = branches(game, state)
    for branch in found:
        where = int(branch.state.alive)
        assert where & ~left == 0
        left &= ~where
        inside = [i for i in range(len(layouts)) if where >> i & 1]
        assert branch.weight == sum(weights[i] for i in inside) > 0
        if branch.ranks:
            gone = state.played(defender, branch.suit)
            assert branch.state.played(defender, branch.suit) == (*gone, branch.ranks)
            assert all(held(layouts[i], defender, branch.suit, gone) & branch.ranks for i in inside)
    assert not left
    return [branch.state for branch in found]


def test_equal_lines_lead_to_equal_states() -> None:
    """Two ways to one state are one key of a table; another state is another key."""
    place = DeclarerView.of(random_board(1, "3NT-S", 1))
    game, state = begin(place, Beliefs(sample(place, Random(1), 70)), PLANNING)
    first, *others = legal(state)
    once, again = play_ours(game, state, first), play_ours(game, state, first)
    assert once == again
    assert hash(once) == hash(again)
    assert len({once, again, state, *(play_ours(game, state, card) for card in others)}) == (
        2 + len(others)
    )
    one, other = branches(game, once)[0].state, branches(game, again)[0].state
    assert (one, hash(one)) == (other, hash(other))
