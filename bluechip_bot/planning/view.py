"""The position as declarer sees it, from which a plan starts.

Players are counted from declarer: declarer 0, his left-hand opponent 1, dummy 2, his right-hand
opponent 3. Our two players are the even ones.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from bluechip_bot.model import Board, Card, Contract, Hand, Seat, Suit, Trick
from bluechip_bot.model.cards import FULL_DECK
from bluechip_bot.planning.error import DeclarerViewError

DECLARER: Final = 0
LEFT: Final = 1
DUMMY: Final = 2
RIGHT: Final = 3
OURS: Final = (DECLARER, DUMMY)
DEFENDERS: Final = (LEFT, RIGHT)


@frozen
class DeclarerView:
    """A position of the play as declarer knows it; nothing in it depends on the hidden cards.

    Attributes:
        out: the cards that the defenders still hold between them.
        held: how many of these each defender holds, declarer's left-hand opponent first.
        void: for each defender, the suits in which that player has shown out, bit number = suit.
        won: complete tricks won by declarer's side.
        opening: the suit of the opening lead; None before it.
    """

    contract: Contract
    vulnerable: bool
    declarer: Hand
    dummy: Hand
    out: Hand
    held: tuple[int, int]
    void: tuple[int, int]
    trick: Trick
    won: int
    opening: Suit | None

    @classmethod
    def of(cls, board: Board) -> DeclarerView:
        """Return declarer's view of a board, from its public part and the hands of declarer's side.

        Raises:
            DeclarerViewError: if there is nothing to play, or a hand of declarer's side is unknown.
        """
        play = board.play
        if play is None or play.is_over:
            raise DeclarerViewError(f"board {board.number}: there is no card left to plan")
        contract = play.contract
        hands = board.remaining(contract.declarer), board.remaining(contract.dummy)
        own, dummy = hands
        if own is None or dummy is None:
            seat = contract.declarer if own is None else contract.dummy
            raise DeclarerViewError(f"board {board.number}: the hand of {seat} is unknown")
        seen = own.mask | dummy.mask | sum(board.played)
        left, right = contract.leader, contract.declarer.rho
        return cls(
            contract,
            board.vulnerability.includes(contract.declarer),
            own,
            dummy,
            Hand(FULL_DECK & ~seen),
            (13 - board.played[left].bit_count(), 13 - board.played[right].bit_count()),
            (board.void[left], board.void[right]),
            play.trick,
            play.declarer_tricks,
            play.cards[0].suit if play.cards else None,
        )

    @property
    def tricks_left(self) -> int:
        """The number of tricks not yet complete, including the one in progress."""
        counts = (len(self.declarer), self.held[0], len(self.dummy), self.held[1])
        played = {self.player(seat) for seat in self.trick.by_seat()}
        return max(count + (player in played) for player, count in enumerate(counts))

    def hand(self, player: int) -> Hand:
        """Return declarer's hand (player 0) or dummy's (player 2)."""
        return self.declarer if player == DECLARER else self.dummy

    def player(self, seat: Seat) -> int:
        """Return the number of the player in a seat, counted from declarer."""
        return (seat - self.contract.declarer) % 4

    def seat(self, player: int) -> Seat:
        """Return the seat of a player who is counted from declarer."""
        return self.contract.declarer.plus(player)

    @property
    def turn(self) -> int:
        """The player who plays next, counted from declarer."""
        return self.player(self.trick.turn)

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that may be played next, from a hand of declarer's side.

        Raises:
            DeclarerViewError: if it is a defender's turn.
        """
        if self.turn in DEFENDERS:
            raise DeclarerViewError(f"{self.seat(self.turn)} is to play, not declarer's side")
        hand = self.hand(self.turn)
        led = self.trick.suit
        return tuple(hand if led is None else hand.in_suit(led) or hand)
