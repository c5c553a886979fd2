"""One board as one observer knows it: immutable, with each event giving a new board.

The rules of this file:

* `apply` either returns the board after the event or raises; the old board stays as it was.
* A hand is known or unknown. A card from a known hand must be in it and must follow suit. A card
  from an unknown hand must not be anywhere else, nor in a suit that its player has shown to lack.
* Hands are kept as dealt; the cards left in them are computed from the cards played.
"""

from __future__ import annotations

from enum import Enum
from typing import Self

from attrs import evolve, frozen

from bluechip_bot.model.calls import Auction, Call, Contract
from bluechip_bot.model.cards import (
    FULL_DECK,
    SUIT_MASK,
    Card,
    Deal,
    Hand,
    Seat,
    Side,
    Suit,
    Vulnerability,
    dealer_of_board,
    four,
)
from bluechip_bot.model.diagram import around_table, as_html, columns, with_signs
from bluechip_bot.model.errors import BoardError, IllegalCallError, IllegalPlayError
from bluechip_bot.model.events import Called, Dealt, DummyShown, Event, Played
from bluechip_bot.model.play import Play
from bluechip_bot.model.scoring import side_score

_NOBODY = (0, 0, 0, 0)


class Phase(Enum):
    """The phase of a board: auction, play or over."""

    AUCTION = "auction"
    PLAY = "play"
    OVER = "over"


@frozen
class Board:
    """A board, from the deal to the last card, as far as the observer knows it.

    Attributes:
        number: the board's number, from 1.
        hands: the hands of N E S W as dealt; None where unknown.
        explanations: the explanations of calls, as (index of the call, text) in order.
        alerts: the indices of the calls that were alerted, in order.
        play: the cards so far; None until a contract is reached.
        played: the cards that each seat has played, as masks.
        void: for each seat, the suits that it has shown it lacks, bit number = suit.
    """

    number: int
    dealer: Seat
    vulnerability: Vulnerability
    hands: tuple[Hand | None, Hand | None, Hand | None, Hand | None]
    auction: Auction
    explanations: tuple[tuple[int, str], ...] = ()
    alerts: tuple[int, ...] = ()
    play: Play | None = None
    played: tuple[int, int, int, int] = _NOBODY
    void: tuple[int, int, int, int] = _NOBODY

    @classmethod
    def begin(
        cls,
        number: int,
        dealer: Seat | None = None,
        vulnerability: Vulnerability | None = None,
        deal: Deal | None = None,
    ) -> Board:
        """Create a board before the first call.

        Dealer and vulnerability follow from the number if they are not given. All hands are known
        if a deal is given; otherwise none is.
        """
        dealer = dealer_of_board(number) if dealer is None else dealer
        if vulnerability is None:
            vulnerability = Vulnerability.of_board(number)
        hands = (None, None, None, None) if deal is None else deal.hands
        return cls(number, dealer, vulnerability, hands, Auction(dealer))

    @property
    def phase(self) -> Phase:
        """The phase of the board; it is over if it was passed out or all cards are played."""
        if not self.auction.is_over:
            return Phase.AUCTION
        return Phase.OVER if self.play is None or self.play.is_over else Phase.PLAY

    @property
    def contract(self) -> Contract | None:
        """The contract reached; None during the auction and if the board is passed out."""
        return None if self.play is None else self.play.contract

    @property
    def card_play(self) -> Play:
        """The play of the cards so far; raises BoardError if there is no contract."""
        if self.play is None:
            raise BoardError(f"board {self.number}: there is no contract")
        return self.play

    @property
    def deal(self) -> Deal:
        """The four hands as dealt; raises BoardError if one is unknown."""
        if None in self.hands:
            raise BoardError(f"board {self.number}: all hands are to be known")
        return Deal(four(hand or Hand() for hand in self.hands))

    @property
    def made(self) -> int:
        """The number of calls and cards made so far."""
        return len(self.auction.calls) + (0 if self.play is None else len(self.play.cards))

    @property
    def turn(self) -> Seat | None:
        """The seat that calls or plays next; None when the board is over."""
        if self.phase is Phase.AUCTION:
            return self.auction.turn
        return self.play.turn if self.play is not None and not self.play.is_over else None

    @property
    def decider(self) -> Seat | None:
        """The player who makes the next call or card: declarer for dummy's cards."""
        contract, turn = self.contract, self.turn
        return contract.declarer if contract and turn == contract.dummy else turn

    @property
    def dummy(self) -> Seat | None:
        """The dummy's seat, once there is a contract."""
        return None if self.contract is None else self.contract.dummy

    def remaining(self, seat: int) -> Hand | None:
        """The cards that a seat still holds, or None if its hand is unknown."""
        hand = self.hands[seat]
        return None if hand is None else Hand(hand.mask & ~self.played[seat])

    @property
    def hidden(self) -> Hand:
        """The cards whose place is unknown: neither played nor in a known hand."""
        seen = 0
        for seat in range(4):
            hand = self.hands[seat]
            seen |= self.played[seat] | (0 if hand is None else hand.mask)
        return Hand(FULL_DECK & ~seen)

    @property
    def legal_cards(self) -> Hand:
        """The cards that may be played next; the hand that plays must be known.

        Raises:
            BoardError: if no card is to be played, or the hand to play from is unknown.
        """
        if self.phase is not Phase.PLAY or self.play is None:
            raise BoardError(f"board {self.number}: no card is to be played now")
        hand = self.remaining(self.play.turn)
        if hand is None:
            raise BoardError(f"board {self.number}: the hand of {self.play.turn} is unknown")
        led = self.play.trick.suit
        return hand if led is None else hand.in_suit(led) or hand

    def score(self, side: Side = Side.NS) -> int:
        """A side's duplicate score, 0 if passed out; raises BoardError if the board is not over."""
        if self.phase is not Phase.OVER:
            raise BoardError(f"board {self.number} is not over")
        if self.play is None:
            return 0
        return side_score(self.play.contract, self.play.declarer_tricks, self.vulnerability, side)

    def seen_by(self, seat: Seat) -> Board:
        """The board as a seat sees it, with its own hand, and dummy's after the opening lead."""
        visible = {seat}
        if self.play is not None and self.play.cards:
            visible.add(self.play.contract.dummy)
        hands = four(hand if at in visible else None for at, hand in enumerate(self.hands))
        return evolve(self, hands=hands)

    def before_call(self, index: int) -> Board:
        """The board as it was before the call at an index; hands known now are known there too."""
        return evolve(
            Board.begin(self.number, self.dealer, self.vulnerability),
            hands=self.hands,
            auction=Auction(self.dealer, self.auction.calls[:index]),
            explanations=tuple(each for each in self.explanations if each[0] < index),
            alerts=tuple(each for each in self.alerts if each < index),
        )

    def until(self, cards: int) -> Board:
        """The board after the first `cards` cards of the play, or as it is if there are fewer.

        Hands that are known now are known there too.
        """
        if self.play is None or cards >= len(self.play.cards):
            return self
        board = evolve(self, play=Play.begin(self.play.contract), played=_NOBODY, void=_NOBODY)
        for card in self.play.cards[:cards]:
            board = board.apply(Played(board.card_play.turn, card))
        return board

    def apply(self, event: Event) -> Board:
        """Return the board after an event.

        Raises:
            IllegalCallError: if the call is out of turn or not sufficient.
            IllegalPlayError: if the card is out of turn, not held, or a revoke.
            BoardError: if the event cannot happen now, or contradicts what is known.
        """
        match event:
            case Dealt(seat, hand):
                if self.auction.calls:
                    raise BoardError(f"board {self.number}: cards dealt after the first call")
                return self._with_hand(seat, hand)
            case Called():
                return self._called(event)
            case DummyShown(hand):
                if self.play is None:
                    raise BoardError(f"board {self.number}: dummy's cards without a contract")
                return self._with_hand(self.play.contract.dummy, hand)
            case Played(seat, card):
                return self._played(seat, card)

    def __str__(self) -> str:
        """The hands as dealt around the table, the auction, and the play with one trick a line."""
        vulnerable = f"vulnerable: {self.vulnerability}"
        hands = [None if hand is None else hand.suit_texts for hand in self.hands]
        parts = (
            f"Board {self.number}, {self.dealer} deals, {vulnerable}",
            around_table(hands) if any(hands) else "",
            self._auction_text(),
            self._play_text(),
        )
        return "\n\n".join(filter(None, parts))

    def _repr_html_(self) -> str:
        return as_html(str(self))

    def _auction_text(self) -> str:
        """The calls in columns from West on, with their explanations."""
        calls, said = self.auction.calls, dict(self.explanations)
        if not calls:
            return ""
        marked = {*said, *self.alerts}
        cells = [f"{call}{'*' if index in marked else ''}" for index, call in enumerate(calls)]
        before = [""] * self.dealer.plus(1)  # the columns of West, North, East before the dealer's
        lines = [*columns(("West", "North", "East", "South")), *columns([*before, *cells])]
        lines += [
            f"{self.auction.caller(index).letter} {calls[index]}: {text}"
            for index, text in said.items()
        ]
        return with_signs("\n".join(lines))

    def _play_text(self) -> str:
        """The contract with its result, and the tricks, one a line, each from its leader on."""
        if self.play is None:
            return "passed out" if self.auction.is_passed_out else ""
        result = ""
        if self.play.is_over:
            result = f": {self.play.declarer_tricks} tricks, {Side.NS} {self.score():+d}"
        lines = [f"{self.play.contract}{result}"]
        for number, trick in enumerate(self.play.tricks, 1):
            won = f"  {trick.winner(self.play.contract.strain)}" if trick.is_complete else ""
            cards = " ".join(map(str, trick.cards))
            lines.append(f"{number:>2}. {trick.leader.letter}: {cards}{won}")
        return with_signs("\n".join(lines))

    def _with_hand(self, seat: Seat, hand: Hand) -> Board:
        if len(hand) != 13:
            raise BoardError(f"{seat} holds {len(hand)} cards, not 13: {hand}")
        if self.hands[seat] not in (None, hand):
            raise BoardError(f"{seat} held {self.hands[seat]} before, now {hand}")
        if missing := Hand(self.played[seat] & ~hand.mask):
            raise BoardError(f"{seat} has played {_names(missing)}, absent from {hand}")
        for suit in Suit:
            gone = hand.mask & ~self.played[seat] & SUIT_MASK << 13 * suit
            if self.void[seat] >> suit & 1 and gone:
                raise BoardError(f"{seat} holds {_names(Hand(gone))} after showing out of {suit}")
        for other in Seat:
            known = self.hands[other]
            taken = self.played[other] | (0 if known is None else known.mask)
            if other is not seat and (twice := Hand(taken & hand.mask)):
                raise BoardError(f"{_names(twice)} with both {other} and {seat}")
        hands = four(hand if at == seat else old for at, old in enumerate(self.hands))
        return evolve(self, hands=hands)

    def _called(self, event: Called) -> Board:
        if self.phase is not Phase.AUCTION:
            raise IllegalCallError(f"{event.seat} may not call {event.call}: the auction is over")
        if event.seat is not self.auction.turn:
            turn = f"{self.auction.turn} is to call"
            raise IllegalCallError(f"{event.seat} called {event.call} out of turn: {turn}")
        auction = self.auction.with_call(event.call)
        explanations = self.explanations
        if event.explanation:
            explanations = (*explanations, (len(self.auction.calls), event.explanation))
        alerts = (*self.alerts, len(self.auction.calls)) if event.alert else self.alerts
        contract = auction.contract if auction.is_over else None
        play = None if contract is None else Play.begin(contract)
        return evolve(self, auction=auction, explanations=explanations, alerts=alerts, play=play)

    def _played(self, seat: Seat, card: Card) -> Board:
        if self.phase is not Phase.PLAY or self.play is None:
            raise IllegalPlayError(f"{seat} may not play {card}: no card is to be played now")
        if seat is not self.play.turn:
            raise IllegalPlayError(f"{seat} played {card} out of turn: {self.play.turn} is to play")
        self._check_place(seat, card)
        void = self.void
        led = self.play.trick.suit
        if led is not None and card.suit is not led:
            void = _changed(void, seat, void[seat] | 1 << led)
        return evolve(
            self,
            play=self.play.with_card(card),
            played=_changed(self.played, seat, self.played[seat] | card.mask),
            void=void,
        )

    def _check_place(self, seat: Seat, card: Card) -> None:
        if any(mask >> card & 1 for mask in self.played):
            raise IllegalPlayError(f"{seat} played {card}, which has been played before")
        if self.hands[seat] is not None:
            if card in self.legal_cards:
                return
            held = self.remaining(seat)
            if held is not None and card in held:
                raise IllegalPlayError(f"{seat} played {card} and could follow suit: revoke")
            raise IllegalPlayError(f"{seat} played {card}, which is not in the hand {held}")
        for other in Seat:
            known = self.hands[other]
            if known is not None and card in known:
                raise IllegalPlayError(f"{seat} played {card}, which {other} holds")
        if self.void[seat] >> card.suit & 1:
            raise IllegalPlayError(f"{seat} played {card} after showing out of {card.suit}: revoke")


def _names(hand: Hand) -> str:
    return " ".join(map(str, hand))


def _changed(values: tuple[int, int, int, int], seat: int, value: int) -> tuple[int, int, int, int]:
    return four(value if at == seat else old for at, old in enumerate(values))


@frozen
class PlannedBoard:
    """A board that is to be played.

    Attributes:
        number: from 1, unique in a match.
        calls: a whole auction that is given, so that only the cards are played; else empty.
        made_up: whether the auction was made up from a contract, so that its calls say nothing.
    """

    number: int
    dealer: Seat
    vulnerability: Vulnerability
    deal: Deal
    calls: tuple[Call, ...] = ()
    made_up: bool = False

    @classmethod
    def of(cls, number: int, deal: Deal) -> Self:
        """A board with the standard dealer and vulnerability of its number."""
        return cls(number, dealer_of_board(number), Vulnerability.of_board(number), deal)

    def dealt(self) -> Board:
        """The board before the first call, with all hands known."""
        return Board.begin(self.number, self.dealer, self.vulnerability, self.deal)

    def begin(self) -> Board:
        """The board before the first call, or after a given auction, with all hands known."""
        board = self.dealt()
        for call in self.calls:
            board = board.apply(Called(board.auction.turn, call))
        return board

    def contradiction(self, board: Board, seat: Seat) -> str:
        """Say why a seat, by its own hand, cannot follow the given auction; empty if it can."""
        if self.dealer is not board.dealer:
            return f"{board.dealer} deals, but the given auction begins with {self.dealer}"
        if self.vulnerability is not board.vulnerability:
            vulnerable = f"vulnerable: {board.vulnerability}"
            return f"{vulnerable}, but {self.vulnerability} where the auction is given"
        if board.hands[seat] != self.deal[seat]:
            return f"the hand of {seat} is not that of the given auction"
        return self.departure(board)

    def departure(self, board: Board) -> str:
        """The first difference between a board's calls and those given, in words; empty if none."""
        for index, (given, made) in enumerate(zip(self.calls, board.auction.calls, strict=False)):
            if made != given:
                return f"{self.dealer.plus(index)} called {made} where {given} is given"
        return ""
