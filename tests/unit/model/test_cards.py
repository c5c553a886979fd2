"""Seats, suits, cards, hands and deals."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.model import (
    Card,
    Deal,
    Hand,
    ModelError,
    Seat,
    Side,
    Strain,
    Suit,
    Vulnerability,
    dealer_of_board,
)
from bluechip_bot.model.errors import (
    CardError,
    DealError,
    HandError,
    SeatError,
    StrainError,
    TextError,
    VulnerabilityError,
)
from support.tables import rows

hands = st.integers(0, 2**52 - 1).map(Hand)
cards = st.integers(0, 51).map(Card)


def test_seats_go_clockwise() -> None:
    """North, East, South, West; partners sit opposite and share a side."""
    assert [str(Seat.NORTH.plus(step)) for step in range(4)] == ["North", "East", "South", "West"]
    for seat in Seat:
        assert seat.lho.lho is seat.partner
        assert seat.rho is seat.partner.lho
        assert seat.partner.side is seat.side
        assert seat.lho.side is seat.side.other
        assert Seat.parse(seat.letter.lower()) is Seat.parse(str(seat).upper()) is seat
    assert (str(Side.NS), str(Side.EW)) == ("N/S", "E/W")


def test_strains() -> None:
    """Clubs bid lowest, notrump highest; minors and trump suits are told."""
    order = sorted(Strain, key=lambda strain: strain.bidding_rank)
    assert [str(strain) for strain in order] == ["C", "D", "H", "S", "NT"]
    for strain in Strain:
        assert Strain.parse(str(strain).lower()) is strain
        assert Strain.from_bidding_rank(strain.bidding_rank) is strain
        assert strain.is_minor == (strain.bidding_rank < 2)
    assert Strain.parse("n") is Strain.NOTRUMP
    assert (Strain.NOTRUMP.suit, Strain.HEARTS.suit) == (None, Suit.HEARTS)


@given(cards)
def test_card_text(card: Card) -> None:
    """A card is read in either order, in any case, from what it is written as."""
    text = str(card)
    assert Card.parse(text) == Card.parse(text[::-1].lower()) == card
    assert Card.of(card.suit, card.rank) == card
    assert repr(card) == f"Card({text})"


def test_card_numbers() -> None:
    """13 * suit + rank, spades first, two lowest."""
    assert int(Card.parse("S2")) == 0
    assert int(Card.parse("CA")) == 51
    assert Card.parse("S10") == Card.parse("10s") == Card.of(0, 8)


@given(hands)
def test_hand_text_and_iteration(hand: Hand) -> None:
    """A hand is read from its text, and is the set of the cards that it yields, high to low."""
    assert Hand.parse(str(hand)) == hand
    listed = list(hand)
    assert Hand.of(listed) == hand
    assert len(listed) == len(hand) == sum(hand.lengths)
    assert listed == sorted(listed, key=lambda card: (card.suit, -card.rank))


@given(hands, hands, cards)
def test_hand_is_a_set(one: Hand, two: Hand, card: Card) -> None:
    """Union, intersection and difference are those of sets of cards."""
    first, second = set(one), set(two)
    assert set(one | two) == first | second
    assert set(one & two) == first & second
    assert set(one - two) == first - second
    assert set(one.with_card(card)) == first | {card}
    assert set(one.without(card)) == first - {card}
    assert (card in one) == (card in first)


@given(hands)
def test_high_card_points(hand: Hand) -> None:
    """Four for an ace, three, two, one; nothing for other cards."""
    assert hand.hcp == sum("TJQKA".index(card.rank_letter) for card in hand if card.rank > 7)


@given(hands, st.sampled_from(Suit))
def test_suits_of_a_hand(hand: Hand, suit: Suit) -> None:
    """The cards of a suit, their number and text are those of the hand."""
    held = [card for card in hand if card.suit is suit]
    assert list(hand.in_suit(suit)) == held
    assert hand.length(suit) == len(held) == hand.lengths[suit]
    assert hand.suit_text(suit) == "".join(card.rank_letter for card in held)


def test_numbers_that_are_no_card_or_hand() -> None:
    """There are 52 cards, and a hand is a set of them."""
    for number in (-1, 52):
        with pytest.raises(CardError):
            Card(number)
    with pytest.raises(HandError, match="twice"):
        Hand.of([1, 1])
    for mask in (-1, 1 << 52):
        with pytest.raises(HandError):
            Hand(mask)


def test_dash_is_a_void() -> None:
    """A void may be written as a dash; ten as 10."""
    assert Hand.parse("-.A10.-.2") == Hand.parse(".AT..2")


@given(st.permutations(range(52)), st.sampled_from(Seat))
def test_deal_text(pack: list[int], first: Seat) -> None:
    """A deal is read from its text, whichever seat it begins with."""
    deal = Deal.of_pack(pack)
    assert Deal.parse(deal.text(first)) == deal
    assert deal.text(first)[0] == first.letter
    assert deal[Seat.SOUTH] == Hand.of(pack[26:39])
    assert str(deal) == deal.text(Seat.NORTH)


GOOD = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"


NOT_DEALS = [
    "",
    GOOD.removeprefix("N:"),
    GOOD.replace("N:", "Q:"),
    GOOD + " A.A.A.A",
    GOOD.replace("2.5432", "2.543"),
    GOOD.replace("2.5432", "A.5432"),
    GOOD.replace("2.5432", "X.5432"),
]
"""Texts with wrong seats, sizes or ranks, or with a card in two hands."""
NOT_HANDS = ["", "AK", "A.K.Q", "A.K.Q.J.T", "AA.K.Q.J", "A.X.Q.J", "1..."]


@pytest.mark.parametrize(
    ("kind", "error", "texts"),
    [
        (Seat, SeatError, ["", "X", "Northern", "NS", "1"]),
        (Strain, StrainError, ["", "SH"]),
        (Card, CardError, ["", "S", "SS", "AK", "S1", "SAK", "ZA", "S11"]),
        (Hand, HandError, NOT_HANDS),
        (Deal, DealError, NOT_DEALS),
    ],
)
def test_other_texts(kind: Any, error: type[TextError], texts: list[str]) -> None:
    """What no class can read is an error of its own, which holds the text."""
    for text in texts:
        with pytest.raises(error) as caught:
            kind.parse(text)
        assert caught.value.text == text or kind is Deal


def test_errors_have_one_base() -> None:
    """What the rules refuse can be caught as ModelError, and as ValueError."""
    with pytest.raises(ModelError):
        Card.parse("?")
    assert issubclass(ModelError, ValueError)


# Laws of Duplicate Bridge 2017, Law 2: the sixteen boards of the standard cycle.
CYCLE = [
    "None", "NS", "EW", "All", "NS", "EW", "All", "None",
    "EW", "All", "None", "NS", "All", "None", "NS", "EW",
]  # fmt: skip


def test_cycle_of_sixteen() -> None:
    """The sixteen boards of Law 2, again from the seventeenth on."""
    assert [str(Vulnerability.of_board(number)) for number in range(1, 17)] == CYCLE
    for number in range(1, 17):
        assert Vulnerability.of_board(number + 32) is Vulnerability.of_board(number)


def test_dealers() -> None:
    """North deals board 1, then clockwise."""
    assert "".join(dealer_of_board(number).letter for number in range(1, 10)) == "NESWNESWN"


@pytest.mark.parametrize(("text", "value"), rows("model", "words"))
def test_words(text: str, value: int) -> None:
    """The words of PBN and of the protocol are read in any case."""
    assert Vulnerability.parse(text) is Vulnerability(value)
    assert Vulnerability.parse(str(Vulnerability(value))) is Vulnerability(value)


def test_no_vulnerability() -> None:
    """Another text is refused."""
    with pytest.raises(VulnerabilityError):
        Vulnerability.parse("some")


def test_includes() -> None:
    """A seat is vulnerable with its side."""
    for value in Vulnerability:
        for seat in Seat:
            assert value.includes(seat) is value.includes(seat.side)
    assert Vulnerability.EW.includes(Side.EW)
    assert not Vulnerability.EW.includes(Side.NS)
