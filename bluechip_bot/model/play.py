"""Tricks and the play of the cards (Laws 41 to 44), without regard to who holds what.

Whether a player may play a card depends on the hand; `Board` checks that. This file knows whose
turn it is, who wins a trick, and how many tricks have been won.
"""

from __future__ import annotations

from attrs import evolve, frozen

from bluechip_bot.model.calls import Contract
from bluechip_bot.model.cards import Card, Seat, Side, Strain, Suit
from bluechip_bot.model.errors import IllegalPlayError


@frozen
class Trick:
    """Up to four cards in the order played, from the leader's on."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    @property
    def suit(self) -> Suit | None:
        """The suit led, or None before the lead."""
        return self.cards[0].suit if self.cards else None

    @property
    def turn(self) -> Seat:
        """The player of the next card; the leader again if the trick is complete."""
        return self.leader.plus(len(self.cards))

    @property
    def is_complete(self) -> bool:
        """Whether all four players have played."""
        return len(self.cards) == 4

    def by_seat(self) -> dict[Seat, Card]:
        """The cards played so far, by the seat that played each."""
        return {self.leader.plus(step): card for step, card in enumerate(self.cards)}

    def winner(self, strain: Strain) -> Seat:
        """The winner of the trick as it stands; raises IllegalPlayError if it has no card."""
        if not self.cards:
            raise IllegalPlayError("a trick without a card has no winner")
        best = 0
        for step, card in enumerate(self.cards):
            top = self.cards[best]
            if card.suit is top.suit:
                if card > top:
                    best = step
            elif card.suit is strain.suit:
                best = step
        return self.leader.plus(best)


@frozen
class Play:
    """The cards played so far in a contract.

    Attributes:
        cards: all cards in the order played, opening lead first.
        leader: the seat that led, or will lead, to the current trick.
        won: the numbers of complete tricks won by North-South and East-West.
    """

    contract: Contract
    cards: tuple[Card, ...]
    leader: Seat
    won: tuple[int, int]

    @classmethod
    def begin(cls, contract: Contract) -> Play:
        """The play before the opening lead."""
        return cls(contract, (), contract.leader, (0, 0))

    @property
    def trick(self) -> Trick:
        """The current trick; empty when the next card is a lead."""
        return Trick(self.leader, self.cards[len(self.cards) // 4 * 4 :])

    @property
    def trick_number(self) -> int:
        """The number of the current trick, 1..13; 14 when all cards are played."""
        return len(self.cards) // 4 + 1

    @property
    def turn(self) -> Seat:
        """The seat that plays the next card."""
        return self.leader.plus(len(self.cards) % 4)

    @property
    def is_over(self) -> bool:
        """Whether all 52 cards are played."""
        return len(self.cards) == 52

    @property
    def declarer_tricks(self) -> int:
        """The number of complete tricks won by declarer's side."""
        return self.won[self.contract.declarer.side]

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """Every trick begun so far, in order."""
        tricks: list[Trick] = []
        leader = self.contract.leader
        for start in range(0, len(self.cards), 4):
            trick = Trick(leader, self.cards[start : start + 4])
            tricks.append(trick)
            leader = trick.winner(self.contract.strain)
        return tuple(tricks)

    def with_card(self, card: Card) -> Play:
        """The play after one more card; raises IllegalPlayError if it is over or the card gone."""
        if self.is_over:
            raise IllegalPlayError(f"{card} after the 52nd card")
        if card in self.cards:
            raise IllegalPlayError(f"{card} has been played before")
        cards = (*self.cards, card)
        if len(cards) % 4:
            return evolve(self, cards=cards)
        winner = Trick(self.leader, cards[-4:]).winner(self.contract.strain)
        ns, ew = self.won
        won = (ns + 1, ew) if winner.side is Side.NS else (ns, ew + 1)
        return evolve(self, cards=cards, leader=winner, won=won)
