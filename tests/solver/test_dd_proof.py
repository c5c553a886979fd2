"""The cards that won by rank prove the answer for all positions that share their owners."""

from __future__ import annotations

import random

from solver import DoubleDummySolver
from support.positions import Position, cards_of, random_position


def shuffled_below(position: Position, won: int, rng: random.Random) -> Position:
    """The position with the cards below the lowest winner of each suit dealt anew.

    The number of cards that each hand holds in each suit stays as it was.
    """
    hands = list(position.hands)
    for suit in range(4):
        lane = 0x1FFF << 13 * suit
        lowest = won & lane & -(won & lane)
        small = lane & (lowest - 1) if lowest else lane
        held = [hand & small for hand in hands]
        pack = cards_of(held[0] | held[1] | held[2] | held[3])
        rng.shuffle(pack)
        for seat in range(4):
            count = held[seat].bit_count()
            dealt = sum(1 << card for card in pack[:count])
            del pack[:count]
            hands[seat] = hands[seat] & ~small | dealt
    return position._replace(hands=tuple(hands))


def test_proof_holds_for_every_hand_that_shares_it() -> None:
    """Cards below the lowest winner of their suit may change places: the answer does not."""
    rng = random.Random(7)
    solver, fresh = DoubleDummySolver(8), DoubleDummySolver(8)
    changed = 0
    for _ in range(5000):
        position = random_position(rng, rng.randint(2, 6), rng.randrange(4))
        target = rng.randint(1, position.left)
        reached, won = solver.proof(*position, target)
        assert reached == solver.reaches(*position, target)
        in_play = sum(1 << card for card in position.trick)
        for hand in position.hands:
            in_play |= hand
        assert won & ~in_play == 0
        other = shuffled_below(position, won, rng)
        changed += other != position
        fresh.forget()
        assert fresh.reaches(*other, target) == reached, (position, target, other)
    assert changed > 1000


def test_decided_questions_need_no_winner() -> None:
    """A target of none, or of more tricks than are left, is decided by no card."""
    rng = random.Random(8)
    solver = DoubleDummySolver(8)
    for _ in range(50):
        position = random_position(rng, 4, rng.randrange(4))
        assert solver.proof(*position, 0) == (True, 0)
        assert solver.proof(*position, 5) == (False, 0)
