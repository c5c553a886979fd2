"""Positions for the planner."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from attrs import evolve

from bluechip_bot.match.source import calls_to
from bluechip_bot.model import Board, Called, Contract, Deal, Hand, Played


def _board(deal: Deal, contract: str, cards: int, rng: Random) -> Board:
    agreed = Contract.parse(contract)
    board = Board.begin(1, deal=deal)
    for call in calls_to(agreed, board.dealer):
        board = board.apply(Called(board.auction.turn, call))
    for _ in range(cards):
        assert board.play is not None
        board = board.apply(Played(board.play.turn, rng.choice(list(board.legal_cards))))
    return board


@pytest.fixture
def random_board() -> Callable[..., Board]:
    """Boards from a seed, some cards into a contract of South's; all hands known."""

    def make(seed: int, contract: str = "3NT-S", cards: int = 1) -> Board:
        rng = Random(seed)
        pack = list(range(52))
        rng.shuffle(pack)
        north, east, south, west = (Hand.of(pack[13 * i : 13 * i + 13]) for i in range(4))
        return _board(Deal((north, east, south, west)), contract, cards, rng)

    return make


@pytest.fixture
def swapped() -> Callable[[Board], Board]:
    """The same board with the cards that the defenders still hold exchanged between them."""

    def swap(board: Board) -> Board:
        assert board.contract is not None
        left, right = board.contract.leader, board.contract.declarer.rho
        hands = list(board.hands)
        first, second = hands[left], hands[right]
        assert first is not None
        assert second is not None
        rest = [hand.mask & ~board.played[seat] for hand, seat in ((first, left), (second, right))]
        if rest[0].bit_count() != rest[1].bit_count():
            # One has played to the trick in progress: he keeps his lowest card of what he had.
            longer = 0 if rest[0].bit_count() > rest[1].bit_count() else 1
            keep = rest[longer] & -rest[longer]
            rest = [
                (rest[1] | keep) if longer == 0 else rest[1] & ~keep,
                (rest[0] & ~keep) if longer == 0 else rest[0] | keep,
            ]
        else:
            rest = rest[::-1]
        hands[left] = Hand(rest[0] | board.played[left])
        hands[right] = Hand(rest[1] | board.played[right])
        north, east, south, west = hands
        return evolve(board, hands=(north, east, south, west))

    return swap
