"""What must hold for any position."""

import itertools
import random

import numpy as np
import pytest

from solver import DoubleDummySolver
from solver.bench.signature import SWITCHES
from support.positions import Position, after, cards_of, legal_cards, minimax, random_position


def sample(seed: int, count: int, sizes: tuple[int, int]) -> list[Position]:
    """Positions of all strains with 0 to 3 cards in the trick."""
    rng = random.Random(seed)
    return [random_position(rng, rng.randint(*sizes), rng.randrange(4)) for _ in range(count)]


def rename_suits(hand: int, suits: tuple[int, ...]) -> int:
    """The hand with its suits renamed."""
    return sum(1 << (13 * suits[card // 13] + card % 13) for card in cards_of(hand))


def test_minimax_agrees_on_small_positions() -> None:
    """Every card of 205 positions of 1 to 4 tricks is worth what all lines of play say."""
    solver = DoubleDummySolver(8)
    for position in sample(1, 200, (1, 3)) + sample(2, 5, (4, 4)):
        memory: dict[Position, int] = {}
        north_south = minimax(position, memory)
        assert solver.tricks(*position) == north_south, position
        expected = {}
        for card in legal_cards(position.hands[position.mover], position.trick):
            child, won = after(position, card)
            value = won + minimax(child, memory)
            expected[card] = position.left - value if position.mover % 2 else value
        assert solver.card_tricks(*position) == expected, position


def test_reaches_is_true_up_to_the_exact_count() -> None:
    """A target is reached exactly when it is not above the tricks that North-South take."""
    solver = DoubleDummySolver(8)
    for position in sample(3, 200, (1, 8)):
        tricks = solver.tricks(*position)
        for target in range(-1, 15):
            assert solver.reaches(*position, target) == (tricks >= target)


def test_cards_reach_what_they_are_worth() -> None:
    """A card reaches a target exactly when it takes so many tricks; only cards asked for answer."""
    rng = random.Random(11)
    solver = DoubleDummySolver(8)
    for position in sample(12, 120, (1, 8)):
        tricks = solver.card_tricks(*position)
        asked = rng.sample(sorted(tricks), rng.randint(0, len(tricks)))
        wanted = sum(1 << card for card in asked)
        worlds = np.array([position.hands], dtype=np.uint64)
        rest = position.trump, position.leader, position.trick
        (exact,) = solver.solve_world_cards(worlds, *rest, wanted).tolist()
        assert exact == [tricks[card] if card in asked else -1 for card in range(52)]
        for target in range(14):
            (reached,) = solver.reach_world_cards(worlds, *rest, target, wanted).tolist()
            for card in range(52):
                if card not in asked:
                    assert reached[card] == -1
                    continue
                mine = tricks[card]
                north_south = position.left - mine if position.mover % 2 else mine
                assert reached[card] == (north_south >= target)


def test_the_best_card_is_worth_the_position() -> None:
    """A position is worth what its best card is worth, and a card what the position after it is."""
    solver = DoubleDummySolver(32)
    for position in sample(4, 150, (2, 9)):
        cards = solver.card_tricks(*position)
        tricks = solver.tricks(*position)
        east_west = position.mover % 2
        assert max(cards.values()) == (position.left - tricks if east_west else tricks)
        for card, value in cards.items():
            child, won = after(position, card)
            total = won + solver.tricks(*child)
            assert value == (position.left - total if east_west else total)


def test_turning_the_table_turns_the_answer() -> None:
    """With all hands moved one seat on, the other side takes the tricks."""
    solver = DoubleDummySolver(32)
    for position in sample(5, 200, (1, 9)):
        hands = position.hands[3:] + position.hands[:3]
        turned = Position(hands, position.trump, (position.leader + 1) % 4, position.trick)
        assert solver.tricks(*turned) == position.left - solver.tricks(*position)


def test_suits_are_alike() -> None:
    """Renaming the suits (and the trump suit with them) changes nothing."""
    solver = DoubleDummySolver(32)
    for position in sample(6, 40, (2, 8)):
        tricks = solver.tricks(*position)
        for suits in itertools.permutations(range(4)):
            renamed = Position(
                tuple(rename_suits(hand, suits) for hand in position.hands),
                4 if position.trump == 4 else suits[position.trump],
                position.leader,
                tuple(13 * suits[card // 13] + card % 13 for card in position.trick),
            )
            assert solver.tricks(*renamed) == tricks


def test_touching_cards_are_worth_the_same() -> None:
    """Two neighbouring cards of a suit in one hand take the same number of tricks."""
    solver = DoubleDummySolver(32)
    for position in sample(7, 200, (2, 8)):
        worth = solver.card_tricks(*position)
        for card, value in worth.items():
            if card % 13 < 12 and card + 1 in worth:
                assert worth[card + 1] == value


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_switch_never_changes_an_answer(switch: str) -> None:
    """Without one enhancement, in the same order and with the table kept, the answers stay."""
    full = DoubleDummySolver(32)
    part = DoubleDummySolver(32, **{switch: False})
    for position in sample(8, 150, (2, 6)):
        assert part.card_tricks(*position) == full.card_tricks(*position), position


def test_no_enhancement_at_all_gives_the_same_answers() -> None:
    """The plain search agrees with the full one."""
    plain = DoubleDummySolver(8, **dict.fromkeys(SWITCHES, False))
    full = DoubleDummySolver(8)
    for position in sample(9, 100, (1, 4)):
        assert plain.card_tricks(*position) == full.card_tricks(*position), position


def test_worlds_are_answered_as_single_questions() -> None:
    """`solve_worlds` and `solve_world_cards` say for each world what the single calls say."""
    rng = random.Random(11)
    for size in (3, 6, 8):
        first = random_position(rng, size, 0)
        deck = [card for hand in first.hands for card in cards_of(hand)]
        worlds = np.zeros((30, 4), dtype=np.uint64)
        for i in range(30):
            rng.shuffle(deck)
            for seat in range(4):
                hand = sum(1 << card for card in deck[size * seat : size * (seat + 1)])
                worlds[i, seat] = hand
        solver = DoubleDummySolver(16)
        got = solver.solve_worlds(worlds, first.trump, first.leader, (), size // 2)
        cards = solver.solve_world_cards(worlds, first.trump, first.leader)
        assert got.dtype == np.bool_
        assert cards.dtype == np.int8
        single = DoubleDummySolver(16)
        for i in range(30):
            hands = worlds[i]
            assert got[i] == single.reaches(hands, first.trump, first.leader, (), size // 2)
            worth = single.card_tricks(hands, first.trump, first.leader)
            assert {c: v for c, v in enumerate(cards[i].tolist()) if v >= 0} == worth
