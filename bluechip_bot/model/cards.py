"""Seats, suits, strains, vulnerability, cards, hands and deals.

One numbering holds in the whole project, the solver included: seats N E S W = 0..3, suits
S H D C = 0..3, strains S H D C NT = 0..4, ranks 2..A = 0..12, card = 13 * suit + rank. A hand is
a set of cards as a 52-bit mask, bit number = card. Text is suit then rank (`SA`, `DT`); the
protocol's rank-then-suit (`AS`) is read too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Final, Self, TypeVar

from attrs import field, frozen

from bluechip_bot.model.diagram import around_table, as_html, hand_lines
from bluechip_bot.model.errors import (
    CardError,
    DealError,
    HandError,
    SeatError,
    StrainError,
    VulnerabilityError,
)

RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "SHDC"
SEAT_LETTERS: Final = "NESW"
FULL_DECK: Final = (1 << 52) - 1
SUIT_MASK: Final = (1 << 13) - 1
_HONOURS: Final = tuple(sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(9, 13))
"""The four jacks, queens, kings and aces, as masks."""
T = TypeVar("T")


class Side(IntEnum):
    """One of the two partnerships."""

    NS = 0
    EW = 1

    @property
    def other(self) -> Side:
        """The side of the opponents."""
        return Side(1 - self)

    def __str__(self) -> str:
        return "N/S" if self is Side.NS else "E/W"


class Seat(IntEnum):
    """A player's place, clockwise from North."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Parse a seat as `N` or `North`, in any case; else raise SeatError."""
        folded = text.strip().casefold()
        for seat in cls:
            if folded in (seat.letter.casefold(), str(seat).casefold()):
                return seat
        raise SeatError(text)

    @property
    def letter(self) -> str:
        """`N`, `E`, `S` or `W`."""
        return SEAT_LETTERS[self]

    @property
    def lho(self) -> Seat:
        """The left-hand opponent, who acts next."""
        return _SEATS[(self + 1) % 4]

    @property
    def partner(self) -> Seat:
        """The player opposite."""
        return _SEATS[(self + 2) % 4]

    @property
    def rho(self) -> Seat:
        """The right-hand opponent, who acts just before."""
        return _SEATS[(self + 3) % 4]

    @property
    def side(self) -> Side:
        """The partnership of this seat."""
        return _SIDES[self % 2]

    def plus(self, steps: int) -> Seat:
        """The seat `steps` places clockwise."""
        return _SEATS[(self + steps) % 4]

    def __str__(self) -> str:
        return self.name.capitalize()


# Looked up millions of times: calling the class takes ten times as long.
_SEATS: Final = tuple(Seat)
_SIDES: Final = tuple(Side)


class Suit(IntEnum):
    """One of the four suits, spades first."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """`S`, `H`, `D` or `C`."""
        return SUIT_LETTERS[self]

    def __str__(self) -> str:
        return self.letter


class Strain(IntEnum):
    """A denomination: four suits and notrump, numbered like the suits with notrump last."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3
    NOTRUMP = 4

    @classmethod
    def parse(cls, text: str) -> Strain:
        """Parse a strain as one of `S H D C N` or `NT`, in any case; else raise StrainError."""
        folded = text.strip().upper()
        if folded in ("N", "NT"):
            return cls.NOTRUMP
        if len(folded) == 1 and folded in SUIT_LETTERS:
            return cls(SUIT_LETTERS.index(folded))
        raise StrainError(text)

    @property
    def suit(self) -> Suit | None:
        """The trump suit, or None in notrump."""
        return _SUITS[self]

    @property
    def bidding_rank(self) -> int:
        """0 for clubs to 4 for notrump: the order in which bids outrank each other."""
        return 4 if self is Strain.NOTRUMP else 3 - self

    @classmethod
    def from_bidding_rank(cls, rank: int) -> Strain:
        """The strain with this index in the order clubs, diamonds, hearts, spades, notrump."""
        return _BY_RANK[rank]

    @property
    def is_minor(self) -> bool:
        """Whether the strain is diamonds or clubs."""
        return self in (Strain.DIAMONDS, Strain.CLUBS)

    def __str__(self) -> str:
        return "NT" if self is Strain.NOTRUMP else SUIT_LETTERS[self]


_SUITS: Final[tuple[Suit | None, ...]] = (*Suit, None)
_BY_RANK: Final = tuple(sorted(Strain, key=lambda strain: strain.bidding_rank))


class Card(int):
    """One of the 52 cards: the integer 13 * suit + rank."""

    __slots__ = ()

    def __new__(cls, index: int) -> Self:
        """The card with this number; raises CardError if the number is not 0..51."""
        if not 0 <= index < 52:
            raise CardError(str(index))
        return super().__new__(cls, index)

    @classmethod
    def of(cls, suit: int, rank: int) -> Self:
        """The card of a suit (0..3) and a rank (0..12)."""
        return cls(13 * suit + rank)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a card as `SA`, `AS`, `S10` or `10s`, in any case; else raise CardError."""
        folded = text.strip().upper().replace("10", "T")
        if len(folded) == 2:
            first, second = folded[0], folded[1]
            if first in SUIT_LETTERS and second in RANK_LETTERS:
                return cls.of(SUIT_LETTERS.index(first), RANK_LETTERS.index(second))
            if first in RANK_LETTERS and second in SUIT_LETTERS:
                return cls.of(SUIT_LETTERS.index(second), RANK_LETTERS.index(first))
        raise CardError(text)

    @property
    def suit(self) -> Suit:
        """The card's suit."""
        return Suit(self // 13)

    @property
    def rank(self) -> int:
        """The rank, from 0 for a two to 12 for an ace."""
        return self % 13

    @property
    def rank_letter(self) -> str:
        """`2` to `9`, `T`, `J`, `Q`, `K`, `A`."""
        return RANK_LETTERS[self % 13]

    @property
    def mask(self) -> int:
        """The set of this card alone, as a 52-bit mask."""
        return 1 << self

    def __str__(self) -> str:
        return SUIT_LETTERS[self // 13] + RANK_LETTERS[self % 13]

    def __repr__(self) -> str:
        return f"Card({self!s})"


@frozen(order=False)
class Hand:
    """A set of cards, of any size from none to 52: bit i of the mask is set when card i is held."""

    mask: int = field(default=0)

    @mask.validator
    def _check_mask(self, _attribute: object, value: int) -> None:
        if not 0 <= value <= FULL_DECK:
            raise HandError(hex(value), "a hand is a set of the 52 cards")

    @classmethod
    def of(cls, cards: Iterable[int]) -> Self:
        """The hand that holds the given cards; raises HandError if a card is given twice."""
        mask = 0
        for card in cards:
            if mask >> card & 1:
                raise HandError(str(Card(card)), "card twice")
            mask |= 1 << card
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a hand written as four suits, spades first: `AK7.A42.T76.KQ86`.

        Raises:
            HandError: if a rank is unknown or twice in a suit, or there are not four suits.
        """
        suits = text.strip().upper().replace("10", "T").split(".")
        if len(suits) != 4:
            raise HandError(text, "four suits separated by '.' expected")
        mask = 0
        for suit, ranks in enumerate(suits):
            for letter in "" if ranks.strip() == "-" else ranks.strip():
                rank = RANK_LETTERS.find(letter)
                if rank < 0:
                    raise HandError(text, f"unknown rank {letter!r}")
                bit = 1 << 13 * suit + rank
                if mask & bit:
                    raise HandError(text, f"card {SUIT_LETTERS[suit]}{letter} twice")
                mask |= bit
        return cls(mask)

    def ranks(self, suit: int) -> int:
        """The ranks held in a suit, as a 13-bit mask."""
        return self.mask >> 13 * suit & SUIT_MASK

    def length(self, suit: int) -> int:
        """The number of cards held in a suit."""
        return self.ranks(suit).bit_count()

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """The number of spades, hearts, diamonds and clubs."""
        return (self.length(0), self.length(1), self.length(2), self.length(3))

    def in_suit(self, suit: int) -> Hand:
        """The cards of one suit."""
        return Hand(self.mask & SUIT_MASK << 13 * suit)

    @property
    def hcp(self) -> int:
        """High-card points: ace 4, king 3, queen 2, jack 1."""
        held = ((self.mask & cards).bit_count() for cards in _HONOURS)
        return sum(points * number for points, number in enumerate(held, 1))

    def with_card(self, card: int) -> Hand:
        """The hand with one more card."""
        return Hand(self.mask | 1 << card)

    def without(self, card: int) -> Hand:
        """The hand without a card, which need not be in it."""
        return Hand(self.mask & ~(1 << card))

    def __or__(self, other: Hand) -> Hand:
        return Hand(self.mask | other.mask)

    def __and__(self, other: Hand) -> Hand:
        return Hand(self.mask & other.mask)

    def __sub__(self, other: Hand) -> Hand:
        return Hand(self.mask & ~other.mask)

    def __contains__(self, card: int) -> bool:
        return bool(self.mask >> card & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[Card]:
        """Yield the cards: spades first, high to low in each suit."""
        for suit in range(4):
            ranks = self.ranks(suit)
            while ranks:
                rank = ranks.bit_length() - 1
                ranks &= ~(1 << rank)
                yield Card.of(suit, rank)

    def suit_text(self, suit: int) -> str:
        """The ranks of a suit, high to low; empty for a void."""
        return "".join(card.rank_letter for card in self.in_suit(suit))

    @property
    def suit_texts(self) -> tuple[str, str, str, str]:
        """The ranks of each suit, spades first."""
        return four(map(self.suit_text, range(4)))

    def __str__(self) -> str:
        return ".".join(self.suit_texts)

    def _repr_html_(self) -> str:
        return as_html("\n".join(hand_lines(self.suit_texts)))


@frozen
class Deal:
    """All 52 cards, thirteen to each seat."""

    hands: tuple[Hand, Hand, Hand, Hand] = field()

    @hands.validator
    def _check_hands(self, _attribute: object, hands: tuple[Hand, ...]) -> None:
        seen = 0
        for seat, hand in zip(Seat, hands, strict=True):
            if len(hand) != 13:
                raise DealError(str(hand), f"{seat} holds {len(hand)} cards, not 13")
            if twice := hand.mask & seen:
                cards = " ".join(map(str, Hand(twice)))
                raise DealError(str(hand), f"{seat} holds {cards}, dealt to another hand too")
            seen |= hand.mask

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a deal in PBN: the letter of the first seat, a colon, four hands clockwise.

        Raises:
            DealError: if it is not a deal of 52 cards.
        """
        north, east, south, west = parse_hands(text)
        if north is None or east is None or south is None or west is None:
            raise DealError(text, "a hand is not told")
        return cls((north, east, south, west))

    @classmethod
    def of(cls, masks: Iterable[int]) -> Self:
        """The deal in which North, East, South and West hold these cards, as masks of 52 bits."""
        return cls(four(map(Hand, masks)))

    @classmethod
    def of_pack(cls, pack: Sequence[int]) -> Self:
        """The deal of a pack of 52 cards, thirteen at a time, to North, East, South and West."""
        return cls(four(Hand.of(pack[at : at + 13]) for at in range(0, 52, 13)))

    def __getitem__(self, seat: int) -> Hand:
        return self.hands[seat]

    def text(self, first: Seat = Seat.NORTH) -> str:
        """The deal in PBN, beginning with the hand of the seat `first`."""
        return hands_text(self.hands, first)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return as_html(around_table([hand.suit_texts for hand in self.hands]))


Hands = tuple[Hand | None, Hand | None, Hand | None, Hand | None]
"""The hands of North, East, South and West; None where not known."""


def parse_hands(text: str) -> Hands:
    """Parse hands in PBN: a seat, a colon, four hands clockwise from it, `-` if one is not known.

    Raises:
        DealError: if the text has another form; hands may be of any size, and need not be disjoint.
    """
    first, colon, rest = text.strip().partition(":")
    parts = rest.split()
    if not colon or len(parts) != 4:
        raise DealError(text, "'N:' and four hands expected")
    try:
        seat = Seat.parse(first)
        hands = [None if part == "-" else Hand.parse(part) for part in parts]
    except (SeatError, HandError) as error:
        raise DealError(text, str(error)) from None
    return four(hands[(at - seat) % 4] for at in Seat)


def four(values: Iterable[T]) -> tuple[T, T, T, T]:
    """Make a tuple of the four values of North, East, South and West."""
    north, east, south, west = values
    return north, east, south, west


def hands_text(hands: Sequence[Hand | None], first: Seat = Seat.NORTH) -> str:
    """The hands of N E S W in PBN, beginning with the seat `first`; `-` for one not known."""
    clockwise = (hands[first.plus(step)] for step in range(4))
    return f"{first.letter}:{' '.join('-' if hand is None else str(hand) for hand in clockwise)}"


_WORDS: Final = {
    "none": 0, "neither": 0, "love": 0, "-": 0, "o": 0,
    "ns": 1, "n/s": 1, "n-s": 1,
    "ew": 2, "e/w": 2, "e-w": 2,
    "all": 3, "both": 3, "b": 3,
}  # fmt: skip


class Vulnerability(IntEnum):
    """The sides that are vulnerable: bit number = side."""

    NONE = 0
    NS = 1
    EW = 2
    BOTH = 3

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """Parse one of `None NS EW All`, `Neither N/S E/W Both`; else raise VulnerabilityError."""
        try:
            return cls(_WORDS[text.strip().casefold()])
        except KeyError:
            raise VulnerabilityError(text) from None

    @classmethod
    def of_board(cls, number: int) -> Vulnerability:
        """The vulnerability of a board by its number, in the standard cycle of sixteen."""
        index = (number - 1) % 16
        return (cls.NONE, cls.NS, cls.EW, cls.BOTH)[(index + index // 4) % 4]

    def includes(self, player: Seat | Side) -> bool:
        """Whether a seat or side is vulnerable."""
        side = player.side if isinstance(player, Seat) else player
        return bool(self.value >> side & 1)

    def __str__(self) -> str:
        return ("None", "NS", "EW", "All")[self.value]


def dealer_of_board(number: int) -> Seat:
    """The dealer of a board by its number: North for board 1, then clockwise."""
    return Seat((number - 1) % 4)
