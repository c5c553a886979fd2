"""The chances of opponents who see when a card gives the contract away."""

import itertools
import random

import numpy as np

from bluechip_bot.engine.defence import careful
from solver import DoubleDummySolver
from solver.core.tricks import TrickState
from support.alphamu.endings import Shape, tactical
from support.alphamu.policy import random_policy
from support.alphamu.reference import State

SLIP = 0.25


def test_cards_that_lose_count_less() -> None:
    """A card after which the target is reached double dummy counts less where another prevents it.

    Endings on lead and in the middle of a trick, for either side, one card drawn or two.
    """
    solver = DoubleDummySolver(8)
    rng = random.Random(1)
    less = same = 0
    for reference in itertools.islice(tactical(3, Shape(3, 6), lambda p: solver.tricks(*p)), 40):
        question = reference.question
        policy = random_policy(rng, reference, rng.choice((1, 2)))
        state = TrickState(question.trump, question.leader, question.trick, question.target)
        hands = np.array(question.worlds, dtype=np.uint64)
        chances = {line: table / 4096 for line, table in policy.items()}
        found = careful(chances, hands, state, solver, SLIP)
        assert found.keys() == chances.keys()
        for line, table in chances.items():
            here: State = reference.root
            for card in line:
                here = reference.play(here, card)
            for world, row in enumerate(table):
                cards = np.flatnonzero(row).tolist()
                after = {card: reference.play(here, card) for card in cards}
                reached = {
                    card: state.won + reference.dummy_tricks(state, world) >= question.target
                    for card, state in after.items()
                }
                for card in cards:
                    lost = reached[card] and not all(reached.values())
                    assert found[line][world, card] == row[card] * (SLIP if lost else 1)
                    less += lost
                    same += not lost
    assert less > 50
    assert same > 200


def test_who_slips_always_is_as_the_chances_are() -> None:
    """With a slip of 1 nothing is solved."""
    solver = DoubleDummySolver(8)
    solver.stop()
    table = np.full((1, 52), 1 / 52)
    state = TrickState(4, 0, (), 1)
    hands = np.array([[1, 2, 4, 8]], dtype=np.uint64)
    assert careful({(0,): table}, hands, state, solver, 1.0)[0,] is table
