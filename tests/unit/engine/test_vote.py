"""Perfect-information Monte Carlo: `bluechip_bot.engine.vote`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.engine.race import VoteRace
from bluechip_bot.engine.vote import VoteRanking, rank_cards
from solver import DoubleDummySolver, SearchStopped, WorldSampler
from solver.core.tricks import TrickState, touching_groups

NT = 4


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Scripted:
    """A solver whose results are given: by world (its number is in the last hand) and card."""

    def __init__(
        self,
        results: Sequence[dict[int, int]],
        clock: Clock | None = None,
        cost: float = 0.0,
        stop_at: int = 10**9,
    ) -> None:
        self.results = results
        self.clock = clock or Clock()
        self.cost = cost
        self.stop_at = stop_at
        self.chunks: list[int] = []
        self.asked: Counter[int] = Counter()

    def solve_world_cards(
        self, worlds: npt.NDArray[np.uint64], _trump: int, _leader: int, _trick: object, cards: int
    ) -> npt.NDArray[np.int8]:
        """The given results, at a cost of time; stopped when it comes to a certain world."""
        table = np.full((len(worlds), 52), -1, dtype=np.int8)
        for row, world in enumerate(worlds[:, 3].tolist()):
            if world >= self.stop_at:
                raise SearchStopped
            self.clock.now += self.cost
            for card, tricks in self.results[world].items():
                if cards >> card & 1:
                    table[row, card] = tricks
                    self.asked[card] += 1
        self.chunks.append(len(worlds))
        return table


def numbered(results: Sequence[dict[int, int]]) -> npt.NDArray[np.uint64]:
    """Worlds that a scripted solver knows by number; North holds the cards that have results."""
    worlds = np.zeros((len(results), 4), dtype=np.uint64)
    worlds[:, 0] = [sum(1 << card for card in result) for result in results]
    worlds[:, 3] = np.arange(len(results))
    return worlds


def ranked(solver: Scripted, target: int, deadline: float = 1.0, **options: Any) -> VoteRanking:
    """The ranking of a lead at notrump in all worlds that a solver knows."""
    worlds, state = numbered(solver.results), TrickState(NT, 0, (), target)
    return rank(solver, worlds, state, deadline, **options)


def rank(
    solver: Any,
    worlds: npt.NDArray[np.uint64],
    state: TrickState,
    deadline: float = 1.0,
    **options: Any,
) -> VoteRanking:
    """The ranking by a solver that has the clock."""
    return rank_cards(solver, worlds, state, clock=solver.clock, deadline=deadline, **options)


@pytest.mark.parametrize(
    ("results", "target", "cards"),
    [
        # The target is reached more often, though fewer tricks are taken on the whole.
        ([{1: 4, 14: 9}, {1: 4, 14: 3}], 4, [1, 14]),
        # Where it is reached equally often, mean tricks decide.
        ([{1: 4, 14: 6}, {1: 3, 14: 2}], 4, [14, 1]),
        # Equal cards: the lowest rank, then the longest suit, then spades before clubs.
        ([dict.fromkeys((12, 13, 26, 27, 28, 39, 3), 2)], 1, [26, 13, 39, 27, 28, 3, 12]),
    ],
)
def test_order(results: list[dict[int, int]], target: int, cards: list[int]) -> None:
    """Cards come by the share of worlds, by mean tricks, by rank and suit."""
    assert ranked(Scripted(results), target).cards.tolist() == cards


@pytest.mark.parametrize("target", [-3, 0, 8])
def test_slides_when_all_is_decided(target: int) -> None:
    """When the target is safe or out of reach for every card, mean tricks decide."""
    results = [{1: 2, 14: 3, 27: 1}, {1: 2, 14: 2, 27: 2}]
    solver = Scripted(results)
    ranking = ranked(solver, target)
    assert ranking.cards.tolist() == [14, 1, 27]
    assert ranking.slid


def test_does_not_slide_when_a_card_differs() -> None:
    """One card that reaches the target in one world is enough for the target to count."""
    solver = Scripted([{1: 2, 14: 3}, {1: 3, 14: 0}])
    ranking = ranked(solver, 3)
    assert not ranking.slid
    assert ranking.share.tolist() == [0.5, 0.5]
    assert ranking.cards.tolist() == [1, 14], "5 tricks in all against 3"
    assert ranking.tricks.tolist() == [2.5, 1.5]


def test_all_worlds_with_time_enough() -> None:
    """Every world is solved once, in order, in growing chunks that begin with one."""
    solver = Scripted([{1: 1}] * 100)
    ranking = ranked(solver, 1)
    assert ranking.worlds == sum(solver.chunks) == 100
    assert ranking.share.tolist() == [1.0]
    assert solver.chunks[:4] == [1, 2, 4, 8]
    assert max(solver.chunks) <= 32


def test_deadline() -> None:
    """No chunk begins after the deadline; slow worlds come one by one, so that few are too late."""
    clock = Clock()
    solver = Scripted([{1: 1}] * 40, clock, cost=1.0)
    ranking = ranked(solver, 1, deadline=5.5)
    assert ranking.worlds == 6
    assert solver.chunks == [1] * 6


@pytest.mark.parametrize("least", [1, 8])
def test_the_first_worlds_are_always_finished(least: int) -> None:
    """A deadline in the past leaves as many worlds as are wanted at least."""
    clock = Clock()
    clock.now = 9.0
    solver = Scripted([{1: 1}] * 40, clock)
    ranking = ranked(solver, 1, deadline=5.0, least=least)
    assert ranking.worlds == least


def test_a_stop() -> None:
    """In the third chunk it leaves the worlds of the first two; in the first, no ranking."""
    assert ranked(Scripted([{1: 1}] * 40, stop_at=5), 1).worlds == 3
    with pytest.raises(SearchStopped):
        ranked(Scripted([{1: 1}] * 40, stop_at=0), 1)


class Counting(Clock):
    """A real solver that notes what it is asked; each question costs time."""

    def __init__(self, cost: float = 0.0) -> None:
        super().__init__()
        self.clock = self
        self.solver = DoubleDummySolver(8)
        self.cost = cost
        self.exact = 0
        self.windows = 0

    def reach_world_cards(
        self, worlds: npt.NDArray[np.uint64], *asked: Any
    ) -> npt.NDArray[np.int8]:
        """The solver's answer."""
        self.windows += len(worlds)
        self.now += self.cost * len(worlds)
        return self.solver.reach_world_cards(worlds, *asked)

    def solve_world_cards(
        self, worlds: npt.NDArray[np.uint64], *asked: Any
    ) -> npt.NDArray[np.int8]:
        """The solver's answer."""
        self.exact += len(worlds)
        self.now += self.cost * len(worlds)
        return self.solver.solve_world_cards(worlds, *asked)


def position(size: int, played: int, seed: int) -> tuple[npt.NDArray[np.uint64], list[int], int]:
    """Worlds with so many cards left to the mover, the cards of the trick, and its leader."""
    rng = np.random.Generator(np.random.PCG64(seed))
    pack = [int(card) for card in rng.permutation(52)]
    leader = int(rng.integers(4))
    hands, shown_out = [0, 0, 0, 0], [0, 0, 0, 0]
    trick: list[int] = []
    for step in range(4):
        cards = [pack.pop() for _ in range(size)]
        if step < played:
            suit = trick[0] // 13 if trick else cards[0] // 13
            follow = [card for card in cards if card // 13 == suit] or cards
            trick.append(follow[0])
            shown_out[(leader + step) % 4] = 1 << suit if follow[0] // 13 != suit else 0
            cards.remove(follow[0])
        hands[(leader + step) % 4] = sum(1 << card for card in cards)
    mover = (leader + played) % 4
    seen = {mover, (mover + 2) % 4}
    held = [hand if seat in seen else 0 for seat, hand in enumerate(hands)]
    vacant = [0 if seat in seen else hand.bit_count() for seat, hand in enumerate(hands)]
    hidden = sum(hands) - sum(held)
    sampler = WorldSampler(hidden, vacant, held=held, shown_out=shown_out)
    return sampler.draw(8, seed).worlds, trick, leader


@pytest.mark.parametrize("size", [5, 8])
@pytest.mark.parametrize("played", range(4))
@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_single_questions(size: int, played: int, seed: int) -> None:
    """Order, shares and sums are those of `card_tricks` world by world, whatever came first."""
    worlds, trick, leader = position(size, played, 100 * seed + size)
    trump = seed % 5
    solver = DoubleDummySolver(8)
    single = [solver.card_tricks(world, trump, leader, trick) for world in worlds]
    for target in range(-1, size + 2):
        counting = Counting()
        state = TrickState(trump, leader, trick, target)
        ranking = rank(counting, worlds, state)
        keys = {
            card: (
                -sum(result[card] >= target for result in single),
                -sum(result[card] for result in single),
                card % 13,
            )
            for card in single[0]
        }
        cards = ranking.cards.tolist()
        assert set(cards) == set(keys)
        assert keys[cards[0]] == min(keys.values())
        assert ranking.share * len(worlds) == pytest.approx([-keys[card][0] for card in cards])
        assert ranking.worlds == len(worlds)
        if ranking.counted:
            assert ranking.counted == len(worlds)
            sums = [-keys[card][1] for card in cards]
            assert ranking.tricks * len(worlds) == pytest.approx(sums)
            assert [keys[card] for card in cards] == sorted(keys.values())
        assert bool(counting.exact) is bool(ranking.counted)


def test_shares_are_enough_for_a_clear_choice() -> None:
    """With long hands exact tricks are not asked when one card reaches the target most often."""
    settled = 0
    for seed in range(12):
        worlds, trick, leader = position(8, seed % 4, seed)
        counting = Counting()
        state = TrickState(seed % 5, leader, trick, 4)
        ranking = rank(counting, worlds, state)
        if ranking.counted == 0:
            settled += 1
            assert counting.windows
            assert not ranking.slid or len(touching_groups(worlds[0], state)) == 1
    assert 0 < settled < 12


def test_time_goes_to_shares_first() -> None:
    """With long hands and little time there are more worlds for shares than for tricks."""
    worlds, trick, leader = position(8, 0, 3)
    counting = Counting(cost=1.0)
    state = TrickState(NT, leader, trick, 9)
    ranking = rank(counting, worlds, state, 2.5)
    assert ranking.slid, "nine tricks of eight: no question is needed to know"
    assert counting.windows == 0
    assert (ranking.worlds, ranking.counted) == (8, 3)


RACE = VoteRace(error=0.01, thinning=0.2)


def test_cards_that_are_clearly_worse_drop_out() -> None:
    """A card that is worse in every world is not asked after the first look, the others are."""
    results = [*[{1: 3, 14: 3, 27: 0}] * 3, {1: 4, 14: 2, 27: 0}] * 25
    solver = Scripted(results)
    ranking = ranked(solver, 3, race=RACE)
    assert ranking.cards.tolist() == [1, 14, 27]
    assert solver.asked[27] == 16
    assert ranking.racing == 1, "worse in a quarter of the worlds and never better"
    assert 16 < solver.asked[14] < 100
    assert ranking.rivals == solver.asked[14]
    assert ranking.asked.tolist() == [solver.asked[card] for card in (1, 14, 27)]
    assert ranking.share.tolist() == [1.0, 0.75, 0.0]


def test_two_rivals_race_to_the_end() -> None:
    """Cards that are about as good keep each other company; a third one that is behind does not."""
    results = [{1: 3, 14: 2, 27: 2}, {1: 2, 14: 3, 27: 2}] * 100
    solver = Scripted(results)
    ranking = ranked(solver, 3, race=RACE)
    assert (ranking.racing, ranking.rivals, ranking.worlds) == (2, 200, 200)
    assert solver.asked[27] < 50
    assert ranking.share.tolist() == [0.5, 0.5, 0.0]


def test_a_margin_keeps_cards() -> None:
    """A card that is worse by less than the margin stays."""
    results = [{1: 3, 14: 3}] * 9 + [{1: 3, 14: 2}]
    solver = Scripted(results * 40)
    for margin, racing in ((0.0, 1), (0.15, 2)):
        ranking = ranked(solver, 3, race=VoteRace(0.01, 0.01, margin))
        assert ranking.racing == racing


def test_equal_cards_end_the_race() -> None:
    """Cards without any difference are not asked of all worlds when cards may drop out."""
    solver = Scripted([{1: 3, 14: 3}] * 200)
    ranking = ranked(solver, 3, race=RACE)
    assert (ranking.racing, ranking.worlds) == (2, 128)
    assert ranked(solver, 3).worlds == 200


def test_tricks_count_at_the_rate_of_the_race() -> None:
    """With a rate, tricks may outweigh the target; without one they only tell equal cards apart."""
    results = [{1: 3, 14: 2}, {1: 3, 14: 9}, {1: 3, 14: 9}, {1: 3, 14: 9}]
    solver = Scripted(results)
    for rate, best in ((0.0, 1), (0.1, 14)):
        ranking = ranked(solver, 3, race=VoteRace(rate=rate))
        assert int(ranking.cards[0]) == best
    assert ranking.worth.tolist() == pytest.approx([0.75 + 0.725, 1 + 0.3])


def test_a_head_start_is_added_to_the_share() -> None:
    """A card with a head start is passed by one that wins in so many more of the worlds."""
    for won, best in ((1, 14), (2, 14), (3, 1)):
        results = [{1: 3, 14: 2}] * won + [{1: 2, 14: 2}] * (8 - won)
        solver = Scripted(results)
        ranking = ranked(solver, 3, head_start={14: 0.3})
        assert int(ranking.cards[0]) == best
        assert ranking.share.max() == pytest.approx(won / 8), "it is not part of the share"


def test_a_head_start_keeps_a_card_in_the_race() -> None:
    """A card that falls behind drops out later if it began ahead."""
    results = [{1: 3, 27: 2}, {1: 3, 27: 3}] * 40
    asked = []
    for start in (0.0, 0.3):
        solver = Scripted(results)
        ranked(solver, 3, race=RACE, head_start={27: start})
        asked.append(solver.asked[27])
    assert asked[0] < asked[1]


@pytest.mark.parametrize("seed", range(4))
def test_a_race_ends_where_all_would(seed: int) -> None:
    """With long hands, too, what is known of a card is what all cards' results say."""
    worlds, trick, leader = position(8, seed, 700 + seed)
    worlds = np.tile(worlds, (8, 1))
    state = TrickState(seed, leader, trick, 4)
    every = Counting()
    full = rank(every, worlds, state)
    some = Counting()
    raced = rank(some, worlds, state, race=RACE)
    assert set(raced.cards.tolist()) == set(full.cards.tolist())
    assert raced.share[0] == pytest.approx(full.share[0], abs=0.05)
    shares = dict(zip(full.cards.tolist(), full.won.T, strict=True))
    for place, card in enumerate(raced.cards.tolist()):
        n = raced.asked[place]
        assert np.array_equal(raced.won[:n, place], shares[card][:n])
        assert not raced.won[n:, place].any()


@pytest.mark.parametrize(("east", "west", "best"), [(3, 1, 9), (1, 3, 12)])
def test_finesse_or_drop(east: int, west: int, best: int) -> None:
    """The spade queen is finessed or played for the drop, whichever more worlds favour."""
    # Notrump. North led the two of spades, East followed; South holds ace and jack. Two tricks
    # are wanted: the jack takes them when East has the queen, the ace when West has it bare.
    north, south, small, queen, heart = 1 << 26, 1 << 12 | 1 << 9, 1 << 2, 1 << 10, 1 << 13
    with_east = [north, queen, south, small | heart]
    with_west = [north, small, south, queen | heart]
    worlds = np.array([with_east] * east + [with_west] * west, dtype=np.uint64)
    state = TrickState(NT, 0, (0, 1), 2)
    ranking = rank_cards(DoubleDummySolver(8), worlds, state, clock=Clock(), deadline=1.0)
    assert int(ranking.cards[0]) == best
    assert ranking.share.tolist() == [0.75, 0.25]


def test_weights_count_as_copies() -> None:
    """A world of weight w counts as w equal worlds do."""
    results = [{1: 4, 14: 9}, {1: 4, 14: 3}, {1: 2, 14: 3}]
    weights = np.array([1, 2, 4], dtype=np.int64)
    solver = Scripted(results)
    weighed = ranked(solver, 4, weights=weights)
    copies = Scripted([row for row, n in zip(results, (1, 2, 4), strict=True) for _ in range(n)])
    plain = ranked(copies, 4)
    assert weighed.cards.tolist() == plain.cards.tolist()
    assert weighed.share.tolist() == plain.share.tolist()
    assert weighed.tricks.tolist() == plain.tricks.tolist()
    assert (weighed.worlds, weighed.weight, weighed.counted) == (3, 7, 7)
    assert weighed.slid == plain.slid
