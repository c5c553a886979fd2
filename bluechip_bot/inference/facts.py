"""The public facts of each card played: what the whole table knew when it was chosen.

An act is the choice of one card from a closed hand. Its facts are numbers for each of the four
suits, seen from the actor: the auction, the cards already played, and dummy once it is on the
table. No hidden card enters, so the facts of an act are the same for every observer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.model import Auction, Board, Card, Contract, Seat, Suit
from bluechip_bot.model.cards import SUIT_MASK

Ints: TypeAlias = npt.NDArray[np.int64]


class SuitFacts(NamedTuple):
    """The public facts of one suit, or of many suits as arrays of one shape.

    Flags are 0 or 1; masks are of ranks. "Led" and "thrown" count the leads and discards of the
    suit in earlier tricks.
    """

    gone: Ints  # mask: cards of complete tricks
    dummy: Ints  # mask: dummy's cards now; none before the opening lead
    trick: Ints  # mask: cards of the current trick
    own: Ints  # mask: cards that the actor has played
    trump: Ints  # this is the trump suit
    notrump: Ints  # there is no trump suit
    level: Ints  # the level of the contract
    number: Ints  # the number of the trick, 1..13
    dummy_side: Ints  # dummy sits 1 to the left, 2 opposite, 3 to the right of the actor
    bid_self: Ints  # the actor bid the suit first; next, the other three players
    bid_partner: Ints
    bid_left: Ints
    bid_right: Ints
    led_self: Ints
    led_partner: Ints
    led_them: Ints
    last_led: Ints  # the last lead by the actor's side was in this suit
    thrown_self: Ints
    thrown_partner: Ints
    void_partner: Ints  # partner has shown out of the suit; next, both opponents
    void_left: Ints
    void_right: Ints
    position: Ints  # the actor plays to the trick first (0) to last (3)
    led: Ints  # this suit was led to the current trick
    led_card: Ints  # mask: the card led, in the suit led; else 0
    best: Ints  # mask: the winning card, if it is in this suit; RUFFED if the suit led was ruffed
    partner_wins: Ints  # partner is winning the trick
    top_wins: Ints  # no unplayed card of its suit beats the winning card
    partner_led: Ints  # partner led to the current trick
    dummy_led: Ints  # dummy led to the current trick
    dummy_after: Ints  # dummy plays to the current trick after the actor
    major: Ints


COLUMNS: Final = len(SuitFacts._fields)
RUFFED: Final = SUIT_MASK + 1
"""The winning card in a suit that was led and ruffed: above all of its ranks."""


class PlayKind(Enum):
    """The kind of choice by which a card was played."""

    OPENING = "opening"
    LEAD = "lead"
    FOLLOW = "follow"
    DISCARD = "discard"


_VERBS: Final = {PlayKind.FOLLOW: "followed with", PlayKind.DISCARD: "discarded"}


@frozen(eq=False)
class CardAct:
    """One card played, and the public facts of each suit when it was chosen, int64[4, COLUMNS].

    Ruffs count as discards. `before` is a mask of the cards that the seat had played before.
    """

    seat: Seat
    card: Card
    kind: PlayKind
    declarer: bool
    number: int
    before: int
    facts: Ints = field(repr=False)

    def __str__(self) -> str:
        verb = _VERBS.get(self.kind, "led")
        return f"{self.seat} {verb} {self.card} in trick {self.number}"


def acts(board: Board) -> Iterator[CardAct]:
    """Yield the act of each card played from a closed hand: declarer's and the defenders'."""
    if board.play is None:
        return
    state = _PlayState(board, board.play.contract)
    for card in board.play.cards:
        if state.turn is not board.dummy:
            yield state.act(card)
        state.play(card)


def possible_acts(board: Board, cards: Iterable[Card]) -> list[CardAct]:
    """The act that each card would be if the player to move played it from a closed hand."""
    state = _PlayState(board, board.card_play.contract)
    for card in board.card_play.cards:
        state.play(card)
    return [state.act(card) for card in cards]


class _PlayState:
    """A state of the play, which begins before the opening lead and advances card by card."""

    def __init__(self, board: Board, contract: Contract) -> None:
        self._contract = contract
        dummy = board.hands[contract.dummy]
        self._dummy = 0 if dummy is None else dummy.mask
        self._trump = contract.strain.suit
        self._bids = first_bids(board.auction)
        self._leader = contract.leader
        self._trick: list[Card] = []
        self._number = 1
        self._gone = 0
        self._played = [0, 0, 0, 0]
        self._void = [0, 0, 0, 0]
        self._led = [[0] * 4 for _ in Seat]
        self._last_led = [-1, -1]
        self._thrown = [[0] * 4 for _ in Seat]
        self._best = 0
        self._on_table = 0

    @property
    def turn(self) -> Seat:
        """The player to move."""
        return self._leader.plus(len(self._trick))

    def play(self, card: Card) -> None:
        """Advance the state by a card of the player to move."""
        seat = self.turn
        self._on_table = self._dummy
        self._played[seat] |= 1 << card
        suit = card // 13
        if not self._trick:
            self._best = 0
            self._led[seat][suit] += 1
        else:
            top, led = self._trick[self._best], self._trick[0] // 13
            if suit != led:
                self._void[seat] |= 1 << led
                self._thrown[seat][suit] += suit != self._trump
            if (card > top) if suit == top // 13 else suit == self._trump:
                self._best = len(self._trick)
        self._trick.append(card)
        if len(self._trick) == 4:
            self._last_led[self._leader % 2] = self._trick[0] // 13
            self._gone |= sum(1 << played for played in self._trick)
            self._leader = self._leader.plus(self._best)
            self._trick = []
            self._number += 1

    def act(self, card: Card) -> CardAct:
        """The act of the player to move, if the card is played now."""
        seat = self.turn
        if not self._trick:
            kind = PlayKind.OPENING if self._number == 1 else PlayKind.LEAD
        else:
            same = card // 13 == self._trick[0] // 13
            kind = PlayKind.FOLLOW if same else PlayKind.DISCARD
        rows = [self._row(seat, suit) for suit in range(4)]
        declarer = seat is self._contract.declarer
        facts = np.array(rows, dtype=np.int64)
        return CardAct(seat, card, kind, declarer, self._number, self._played[seat], facts)

    def _row(self, seat: Seat, suit: int) -> tuple[int, ...]:
        shift = 13 * suit
        partner, left, right = (seat + 2) % 4, (seat + 1) % 4, (seat + 3) % 4
        dummy, trump, bidder = self._contract.dummy, self._trump, self._bids[suit]
        on_table = 0 if dummy == seat else self._on_table & ~self._played[dummy]
        position = len(self._trick)
        trick = led_card = best = led = wins = surely = 0
        if position:
            led = self._trick[0] // 13 == suit
            led_card = 1 << self._trick[0] % 13 if led else 0
            top = self._trick[self._best]
            wins = (self._leader + self._best) % 4 == partner
            seen = self._gone | sum(1 << card for card in self._trick)
            surely = not ~seen & ((1 << 13 * (top // 13) + 13) - (2 << top))  # none is higher
            best = 1 << top % 13 if top // 13 == suit else RUFFED * led
            trick = sum(1 << card % 13 for card in self._trick if card // 13 == suit)
        return (
            self._gone >> shift & SUIT_MASK,
            on_table >> shift & SUIT_MASK,
            trick,
            self._played[seat] >> shift & SUIT_MASK,
            suit == trump,
            trump is None,
            self._contract.level,
            self._number,
            (dummy - seat) % 4,
            bidder == seat,
            bidder == partner,
            bidder == left,
            bidder == right,
            self._led[seat][suit],
            self._led[partner][suit] - led * (self._leader == partner),
            self._led[left][suit] + self._led[right][suit] - led * (self._leader % 2 != seat % 2),
            self._last_led[seat % 2] == suit,
            self._thrown[seat][suit],
            self._thrown[partner][suit],
            self._void[partner] >> suit & 1,
            self._void[left] >> suit & 1,
            self._void[right] >> suit & 1,
            position,
            led,
            led_card,
            best,
            wins,
            surely,
            position > 0 and self._leader == partner,
            position > 0 and self._leader == dummy,
            position > 0 and (dummy - self._leader) % 4 > position,
            suit <= Suit.HEARTS,
        )


def first_bids(auction: Auction) -> list[int]:
    """For each suit, the seat that bid it first, or -1; later bids by opponents are cue-bids."""
    bidders = [-1] * 4
    for index, call in enumerate(auction.calls):
        if call.is_bid and call.strain.suit is not None and bidders[call.strain] < 0:
            bidders[call.strain] = int(auction.caller(index))
    return bidders
