"""The sure tricks: no layout and no defence takes one of them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache

import pytest

from bluechip_bot.model import Contract, Hand, Seat, Strain, Trick
from bluechip_bot.model.cards import SUIT_MASK
from bluechip_bot.planning.state.cashing import SureTricks, sure_tricks
from bluechip_bot.planning.state.state import begin
from bluechip_bot.planning.view import DeclarerView
from support.planning import PLANNING, vacant

_SPADES = 0


def _position(contract: str, declarer: Hand, dummy: Hand, out: Hand) -> DeclarerView:
    """A position with declarer, South, on lead."""
    left = len(declarer)
    called = Contract(int(contract[0]), Strain.parse(contract[1:]), Seat.SOUTH)
    return DeclarerView(
        called, False, declarer, dummy, out, (left, left), (0, 0),
        Trick(Seat.SOUTH), 13 - left, None,
    )  # fmt: skip


def _sure(position: DeclarerView) -> SureTricks:
    return sure_tricks(*begin(position, vacant(position), PLANNING))


def _layouts(position: DeclarerView) -> Iterator[tuple[int, int]]:
    cards = [1 << card for card in position.out]
    for left in itertools.combinations(cards, position.held[0]):
        yield sum(left), position.out.mask & ~sum(left)


def _legal(hand: int, suit: int) -> list[int]:
    suited = hand & SUIT_MASK << 13 * suit if suit >= 0 else 0
    cards = suited or hand
    return [card for card in range(52) if cards >> card & 1]


def _beats(card: int, best: int, trumps: int) -> bool:
    if card // 13 == best // 13:
        return card > best
    return card // 13 == trumps


@cache
def _fewest(hands: tuple[int, ...], leader: int, trumps: int) -> int:
    """The fewest tricks of our side, whatever all four play; at most three cards each."""
    if not hands[0] or hands[0].bit_count() > 3:
        return 0 if not hands[0] else 9
    fewest = 9
    order = [(leader + step) % 4 for step in range(4)]
    for lead in _legal(hands[leader], -1):
        rest = [_legal(hands[player], lead // 13) for player in order[1:]]
        for cards in itertools.product([lead], *rest):
            best, winner = lead, leader
            for player, card in zip(order, cards, strict=True):
                if _beats(card, best, trumps):
                    best, winner = card, player
            after = list(hands)
            for player, card in zip(order, cards, strict=True):
                after[player] &= ~(1 << card)
            fewest = min(fewest, (winner % 2 == 0) + _fewest(tuple(after), winner, trumps))
    return fewest


def _refuted(
    hands: dict[int, int], leader: int, run: tuple[int, ...], trumps: int, later: int
) -> bool:
    """Whether some defence wins a trick of a run, or leaves less than so many tricks after it."""
    if not run:
        return _fewest(tuple(hands[player] for player in range(4)), leader, trumps) < later
    lead, answer = run[:2]
    second, third, fourth = ((leader + step) % 4 for step in (1, 2, 3))
    assert hands[leader] >> lead & 1
    assert answer in _legal(hands[third], lead // 13)
    for one in _legal(hands[second], lead // 13):
        for two in _legal(hands[fourth], lead // 13):
            best, winner = lead, leader
            for player, card in ((second, one), (third, answer), (fourth, two)):
                if _beats(card, best, trumps):
                    best, winner = card, player
            if winner % 2:
                return True
            after = dict(hands)
            for player, card in ((leader, lead), (second, one), (third, answer), (fourth, two)):
                after[player] &= ~(1 << card)
            if _refuted(after, winner, run[2:], trumps, later):
                return True
    return False


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 24))]
)
def test_no_layout_and_no_defence_refutes_a_run(seed: int) -> None:
    """Whatever the hidden cards are and whatever is thrown, every trick of a run is won."""
    rng = random.Random(seed)
    for _ in range(4):
        contract = rng.choice(("4S", "4S", "4S", "3NT"))
        trumps = _SPADES if contract == "4S" else -1
        left = rng.choice((3, 3, 4))
        high = [13 * suit + rank for suit in range(4) for rank in range(6, 13)]
        deck = rng.sample(high, 4 * left)
        # Rather more high cards and trumps with us, or there would be nothing sure.
        deck.sort(key=lambda card: -(card % 13) - 4 * (card // 13 == trumps) - 6 * rng.random())
        own = rng.sample(deck[: 2 * left], 2 * left)
        parts = own[:left], own[left:], deck[2 * left :]
        declarer, dummy, out = (Hand.of(part) for part in parts)
        position = _position(contract, declarer, dummy, out)
        run = _sure(position)
        later = run.tricks - len(run.cards) // 2
        for one, two in _layouts(position):
            hands = {0: declarer.mask, 1: one, 2: dummy.mask, 3: two}
            assert not _refuted(hands, 0, run.cards, trumps, later), (declarer, dummy, out, run)


@pytest.mark.parametrize(
    ("contract", "declarer", "dummy", "out", "tricks"),
    [
        ("3NT", "AK.A..", "2.32..", "QJ.KQ.AK.", 3),
        # The last trump is drawn before the ace can be ruffed.
        ("4S", "A.A.A.", "..432.", "2...AKQJT", 3),
        # Two high trumps, each a trick of its own by a ruff, and the ace before them.
        ("4S", "A..42.", "K...42", "QJ.32.AK.", 2),
        # High trumps by ruffs would be two, but then the ace of diamonds may be ruffed.
        ("4S", "A.2.A.", "K..2.2", "2.AK.KQ.A", 2),
        # Four rounds of hearts exhaust the suit, the two is as good as the ace.
        ("3NT", ".AKQ2..", ".43.2.2", ".JT9.AKQJT.", 4),
        ("3NT", ".AKQ2..", ".43.2.2", ".JT98.AKQJ.", 3),
        # Nothing to run, but the high trump wins some time.
        ("4S", ".32..", "A.2..", "2.AK.K.", 1),
        # A blocked suit: the king must go first.
        ("3NT", ".A32.A.2", ".KQ.2.32", "32.JT98..AKQJ", 4),
    ],
)
def test_the_sure_tricks_are_found(
    contract: str, declarer: str, dummy: str, out: str, tricks: int
) -> None:
    """What a good player would claim is claimed."""
    hands = [Hand.parse(text) for text in (declarer, dummy, out)]
    assert _sure(_position(contract, *hands)).tricks == tricks
