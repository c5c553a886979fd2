"""Positions for the planner: boards by chance, and endings that are written down."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations
from random import Random
from typing import Final

from attrs import evolve, field, frozen

from bluechip_bot.model import (
    Board,
    Called,
    Card,
    Contract,
    Deal,
    Hand,
    Played,
    Seat,
    Suit,
    Trick,
    calls_to,
)
from bluechip_bot.model.cards import FULL_DECK
from bluechip_bot.planning.declarer import HtnDeclarer, Plan
from bluechip_bot.planning.settings import PlanningSettings
from bluechip_bot.planning.state.belief import Beliefs
from bluechip_bot.planning.state.state import begin
from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.view import DeclarerView

PLANNING = PlanningSettings()
"""The numbers of the planner, as they are in conf."""
STAGES = PLANNING.tree.limits
"""The trees of a plan."""
_EVERY: Final = 3500
"""Up to so many layouts all are considered."""
_DRAWN: Final = 2000
"""So many are drawn otherwise."""


def random_board(seed: int, contract: str = "3NT-S", cards: int = 1) -> Board:
    """A board so many random cards into a contract of South's; all hands are known."""
    rng = Random(seed)
    pack = list(range(52))
    rng.shuffle(pack)
    board = Board.begin(1, deal=Deal.of_pack(pack))
    for call in calls_to(Contract.parse(contract), board.dealer):
        board = board.apply(Called(board.auction.turn, call))
    for _ in range(cards):
        assert board.play is not None
        board = board.apply(Played(board.play.turn, rng.choice(list(board.legal_cards))))
    return board


def swapped(board: Board) -> Board:
    """The same board with the cards that the defenders still hold exchanged between them."""
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


def vacant(
    position: DeclarerView,
    known: tuple[int, int] = (0, 0),
    lengths: Mapping[tuple[int, Suit], tuple[int, int]] | None = None,
) -> Beliefs:
    """All layouts that fit a position and what is known, or some of them if they are many.

    Args:
        position: where the plan starts.
        known: the cards that the left and the right defender hold, as masks.
        lengths: for a defender and a suit, the fewest and the most cards.
    """
    out, rng = list(position.out), Random(1)
    most = math.comb(len(out), position.held[0])
    every = combinations(out, position.held[0])
    drawn = (rng.sample(out, position.held[0]) for _ in range(_DRAWN))
    rows = []
    for cards in every if most <= _EVERY else drawn:
        left = Hand.of(cards)
        hands = left, Hand(position.out.mask & ~left.mask)
        if all(not needed & ~hand.mask for needed, hand in zip(known, hands, strict=True)) and all(
            least <= hands[place].length(suit) <= longest
            for (place, suit), (least, longest) in (lengths or {}).items()
        ):
            rows.append((hands[0].mask, hands[1].mask, 1))
    return Beliefs.of(position, rows)


@frozen
class Ending:
    """A position late in the play, written down as four suits for each hand.

    Attributes:
        declarer, dummy: what they hold.
        out: what the defenders hold between them.
        needed: tricks that are missing for the contract.
        trick: the leader's seat and the cards of the trick in progress.
        opening: the suit that the defenders led; empty where it is to be of no account.
        known: what left and right are known to hold.
        lengths: for a defender (0 left, 1 right) and a suit, the fewest and the most cards.
        contract: with declarer's seat.
    """

    declarer: str
    dummy: str
    out: str
    needed: int
    trick: str = "S"
    opening: str = "S"
    known: tuple[str, str] = ("", "")
    lengths: dict[tuple[int, str], tuple[int, int]] = field(factory=dict)
    contract: str = "3NT-S"

    @property
    def position(self) -> DeclarerView:
        """The position."""
        contract = Contract.parse(self.contract)
        leader, *cards = self.trick.split()
        trick = Trick(Seat.parse(leader), tuple(Card.parse(card) for card in cards))
        out = Hand.parse(self.out)
        first = (trick.leader - contract.declarer) % 4
        done = {(first + step) % 4 for step in range(len(cards))}
        total = len(out) + len(done & {1, 3})
        held = total // 2 - (1 in done), total // 2 - (3 in done)
        return DeclarerView(
            contract,
            False,
            Hand.parse(self.declarer),
            Hand.parse(self.dummy),
            out,
            held,
            (0, 0),
            trick,
            contract.target - self.needed,
            _suit(self.opening) if self.opening else None,
        )

    @property
    def beliefs(self) -> Beliefs:
        """Vacant places, with what is known."""
        left, right = (Hand.of(Card.parse(c) for c in cards.split()) for cards in self.known)
        lengths = {(place, _suit(suit)): limits for (place, suit), limits in self.lengths.items()}
        return vacant(self.position, (left.mask, right.mask), lengths)

    @property
    def table(self) -> PlanTable:
        """The table before the turn."""
        return PlanTable(*begin(self.position, self.beliefs, PLANNING))

    def choose(self, stages: int = len(STAGES) - 1) -> Plan:
        """What the planner plays for the contract after so many stages, whatever the time."""
        declarer = HtnDeclarer(float, PLANNING, stages=STAGES[:stages])
        return declarer.choose(self.position, self.beliefs, budget=1.0, goal="make")


def _suit(letter: str) -> Suit:
    return Suit("SHDC".index(letter))


def trump_ending(
    contract: str,
    declarer: str,
    dummy: str,
    out: str,
    needed: int,
    turn: str = "S",
    known: tuple[str, str] = ("", ""),
) -> Ending:
    """An ending before a trick of a suit contract of South's; the opening lead does not matter."""
    return Ending(
        declarer, dummy, out, needed, turn, opening="", known=known, contract=f"{contract}-S"
    )


def at_trick_one(contract: str, declarer: str, dummy: str, trick: str = "S") -> DeclarerView:
    """South's position in the first trick; the hands are without the cards played to it."""
    seen = Hand.parse(declarer).mask | Hand.parse(dummy).mask
    seen |= Hand.of(Card.parse(card) for card in trick.split()[1:]).mask
    needed = Contract.parse(f"{contract}-S").target
    out = str(Hand(FULL_DECK & ~seen))
    return Ending(
        declarer, dummy, out, needed, trick, opening="", contract=f"{contract}-S"
    ).position
