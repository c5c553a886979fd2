"""Games at notrump as declarer sees them: the positions in which searches are compared.

A game is played by one policy, so that all searches get the same questions: declarer plays the card
that reaches the target double dummy in most worlds, defenders see all cards. Declarer keeps a
sample of worlds; those that a card contradicts are replaced.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.core.tricks import SUIT, TrickState, touching_groups, trick_winner
from solver.dd.dd import DoubleDummySolver
from solver.worlds.worlds import WorldSampler

NOTRUMP = 4
NORTH, EAST, SOUTH, WEST = range(4)


class DeclarerDecision(NamedTuple):
    """A card to be played by North or South, who are Max.

    Attributes:
        worlds: uint64[n, 4], hands N E S W without the cards of the trick.
        target: the tricks that North and South want from here; perhaps already decided.
    """

    worlds: npt.NDArray[np.uint64]
    leader: int
    trick: tuple[int, ...]
    target: int

    @property
    def left(self) -> int:
        """The number of tricks left, the current one included."""
        return int(self.worlds[0, self.leader]).bit_count() + bool(self.trick)

    @property
    def state(self) -> TrickState:
        """The part of the decision that all worlds share."""
        return TrickState(NOTRUMP, self.leader, self.trick, self.target)

    @property
    def is_open(self) -> bool:
        """Whether a search is of use: there are different cards, and the target is undecided."""
        cards = touching_groups(self.worlds[0], self.state)
        return 0 < self.target <= self.left and len(cards) > 1


class _DeclarerWorlds:
    """A sample of worlds for declarer, who sees North and South."""

    def __init__(self, hands: list[int], size: int, rng: np.random.Generator) -> None:
        self.hands = hands
        self.size = size
        self.rng = rng
        self.shown_out = [0, 0, 0, 0]
        self.worlds = np.zeros((0, 4), dtype=np.uint64)

    def decision(self, leader: int, trick: list[int], target: int) -> DeclarerDecision:
        """Return declarer's decision at this point, after drawing the worlds that are missing."""
        east, west = self.hands[EAST], self.hands[WEST]
        sampler = WorldSampler(
            east | west,
            (0, east.bit_count(), 0, west.bit_count()),
            held=(self.hands[NORTH], 0, self.hands[SOUTH], 0),
            shown_out=self.shown_out,
        )
        drawn = sampler.draw(self.size, int(self.rng.integers(2**63)))
        kept = self.worlds[: 0 if drawn.complete else self.size]
        self.worlds = np.concatenate([kept, drawn.worlds[: self.size - len(kept)]])
        return DeclarerDecision(self.worlds.copy(), leader, tuple(trick), target)

    def see(self, seat: int, card: int, led: int) -> None:
        """Play a card in all worlds; drop those in which it is illegal. `led` is a suit, or -1."""
        bit = 1 << card
        self.hands[seat] &= ~bit
        keep = self.worlds[:, seat] & np.uint64(bit) != 0
        if led >= 0 and card // 13 != led:
            self.shown_out[seat] |= 1 << led
            keep &= self.worlds[:, seat] & np.uint64(SUIT << 13 * led) == 0
        self.worlds = self.worlds[keep]
        self.worlds[:, seat] ^= np.uint64(bit)


def vote(solver: DoubleDummySolver, decision: DeclarerDecision) -> tuple[int, float]:
    """Return the card that reaches the target in most worlds, double dummy, and their share, 0..1.

    Among equal cards, the one with most tricks in all worlds together comes first; then the lowest
    card, then that of the longest suit, then that of the first suit.
    """
    worlds, state = decision.worlds, decision.state
    groups = touching_groups(worlds[0], state)
    heads = [group[0] for group in groups]
    won = dict.fromkeys(heads, len(worlds) if state.target <= 0 else 0)
    if 0 < state.target <= decision.left:
        reached = solver.reach_world_cards(worlds, *state, _set_of(heads))
        won = {card: int(reached[:, card].sum()) for card in heads}
    most = max(won.values())
    best = [card for card in heads if won[card] == most]
    if len(best) > 1:
        # counting tricks takes several times as long as asking for the target
        tricks = solver.solve_world_cards(worlds, *state[:3], _set_of(best)).sum(axis=0)
        best = [card for card in best if tricks[card] == tricks[best].max()]
    lengths = Counter(card // 13 for group in groups for card in group)
    card = min(best, key=lambda card: (card % 13, -lengths[card // 13], card // 13))
    return card, most / len(worlds)


def _set_of(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def play(
    hands: list[int], target: int, worlds: int, seed: int, solver: DoubleDummySolver
) -> list[DeclarerDecision]:
    """Play a game with South as declarer; return the decisions. All hands have the same length.

    `seed` is for the samples, and for the defenders' choices among equal cards.
    """
    rng = np.random.default_rng(seed)
    sample = _DeclarerWorlds(list(hands), worlds, rng)
    left = hands[WEST].bit_count()
    leader, won = WEST, 0
    decisions: list[DeclarerDecision] = []
    while left:
        trick: list[int] = []
        for place in range(4):
            seat = (leader + place) % 4
            if seat in {NORTH, SOUTH}:
                decision = sample.decision(leader, trick, target - won)
                decisions.append(decision)
                card, _ = vote(solver, decision)
            else:
                card = _defence(solver, sample.hands, leader, trick, rng)
            sample.see(seat, card, trick[0] // 13 if trick else -1)
            trick.append(card)
        leader = (leader + trick_winner(trick, NOTRUMP)) % 4
        won += leader in {NORTH, SOUTH}
        left -= 1
    return decisions


def _defence(
    solver: DoubleDummySolver,
    hands: list[int],
    leader: int,
    trick: list[int],
    rng: np.random.Generator,
) -> int:
    """Return a card after which the defenders, who see all hands, take the most tricks."""
    tricks = solver.card_tricks(hands, NOTRUMP, leader, trick)
    most = max(tricks.values())
    best = [card for card, taken in sorted(tricks.items()) if taken == most]
    return best[rng.integers(len(best))]


def notrump_deals(rng: np.random.Generator) -> Iterator[list[int]]:
    """Yield deals of 52 cards in which South opens 1NT and North raises to 3NT.

    South has 15-17 points, is balanced and has no major of five cards; North has 10-15 points, no
    singleton, no major of four cards and no suit of six.
    """
    while True:
        hands = _hands(rng, range(52))
        lengths, points = _lengths(hands[SOUTH]), _points(hands[SOUTH])
        if not 15 <= points <= 17 or min(lengths) < 2 or sorted(lengths)[1] < 3:
            continue
        if max(lengths) > 5 or max(lengths[:2]) > 4:
            continue
        lengths, points = _lengths(hands[NORTH]), _points(hands[NORTH])
        if 10 <= points <= 15 and min(lengths) > 1 and max(lengths[:2]) < 4 and max(lengths) < 6:
            yield hands


def short_deals(rng: np.random.Generator) -> Iterator[list[int]]:
    """Yield random deals of the 32 cards from the sevens up."""
    deck = [card for card in range(52) if card % 13 >= 5]
    while True:
        yield _hands(rng, deck)


def _hands(rng: np.random.Generator, deck: range | list[int]) -> list[int]:
    cards = rng.permutation(deck).reshape(4, -1)
    return [sum(1 << int(card) for card in hand) for hand in cards]


def _lengths(hand: int) -> list[int]:
    return [(hand >> 13 * suit & SUIT).bit_count() for suit in range(4)]


def _points(hand: int) -> int:
    return sum(max(0, card % 13 - 8) for card in range(52) if hand >> card & 1)


def games(
    cards: int, worlds: int, seed: int, *, memory_mb: int = 128
) -> Iterator[list[DeclarerDecision]]:
    """Yield games that are won double dummy in 30 to 70 % of the worlds of the first decision.

    With 52 cards they are `notrump_deals` with nine tricks wanted; with 32 cards they are
    `short_deals` with the target that is most in doubt.
    """
    rng = np.random.default_rng(seed)
    solver = DoubleDummySolver(memory_mb)
    for hands in notrump_deals(rng) if cards == 52 else short_deals(rng):
        entropy = int(rng.integers(2**63))
        targets = (9,) if cards == 52 else range(1, 9)
        # the same draws as in `play`
        draws = np.random.default_rng(entropy)
        lead = _defence(solver, hands, WEST, [], draws)
        sample = _DeclarerWorlds(list(hands), worlds, draws)
        sample.see(WEST, lead, -1)
        first = sample.decision(WEST, [lead], 0)
        doubts = {}
        for target in targets:
            _, share = vote(solver, first._replace(target=target))
            doubts[target] = abs(share - 0.5)
        best = min(doubts, key=doubts.__getitem__)
        if doubts[best] <= 0.2:
            yield play(hands, best, worlds, entropy, solver)
