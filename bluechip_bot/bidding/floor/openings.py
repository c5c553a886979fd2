"""Opening bids: five-card majors, 15-17 notrump, weak twos, preempts."""

from __future__ import annotations

from bluechip_bot.bidding.auction.meaning import Sense
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.features import OneHand
from bluechip_bot.bidding.floor.rules import (
    BALANCED,
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    Rule,
    Rules,
    Test,
    at_least,
    given,
    spans,
)
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Strain, Suit


def openings(state: AuctionState) -> Rules:
    """The rules when everybody has passed so far."""
    fourth = len(state.meanings) == 3
    worth = _fourth_seat if fourth else _third_seat if len(state.meanings) == 2 else _worth_opening
    yield from _notrump()
    yield from _suits(worth)
    if not fourth:
        yield from _preempts(state)
    yield Rule(
        PASS, "no opening", (0, 13 if fourth else 12), (0, 15), kind=Sense.PASS, closing=True
    )
    yield from _too_strong()


def _notrump() -> Rules:
    notrump = Strain.NOTRUMP
    yield Rule(
        Call.bid(2, notrump), "balanced, 20-21", (20, 21), lengths=BALANCED,
        test=_balanced, kind=Sense.OPENING_NOTRUMP,
    )  # fmt: skip
    yield Rule(
        Call.bid(1, notrump), "balanced, 15-17", (15, 17), lengths=BALANCED,
        test=_balanced, kind=Sense.OPENING_NOTRUMP,
    )  # fmt: skip


def _suits(worth: Test) -> Rules:
    for suit in Suit:
        yield Rule(
            Call.bid(1, Strain(suit)), "opening", (10, 21), (11, 26),
            lengths=at_least(suit, 5 if suit in (SPADES, HEARTS) else 3),
            test=given(lambda f, suit: opening_suit(f) == suit and worth(f), suit),
            kind=Sense.OPENING,
        )  # fmt: skip


def _too_strong() -> Rules:
    """What is left to a hand that only a strong opening shows, in a system that has none."""
    for suit in Suit:
        yield Rule(
            Call.bid(1, Strain(suit)), "no strong opening", (14, 37), kind=Sense.OPENING,
            test=given(lambda f, suit: opening_suit(f) == suit, suit), fallback=True,
        )  # fmt: skip


def _preempts(state: AuctionState) -> Rules:
    low = 6 if state.vulnerable else 4
    for suit in Suit:
        major = suit in (SPADES, HEARTS)
        for level, least in ((4, 8), (3, 7)):
            yield Rule(
                Call.bid(level, Strain(suit)), "preempt", (low, 10), (0, 15),
                lengths=at_least(suit, least),
                test=given(lambda f, suit: f.quality[suit] >= 3 + state.vulnerable, suit),
                kind=Sense.PREEMPT,
            )  # fmt: skip
        if suit is not CLUBS:
            other = {} if major else {SPADES: (0, 3), HEARTS: (0, 3)}
            yield Rule(
                Call.bid(2, Strain(suit)), "weak two", (5 + state.vulnerable, 10), (0, 13),
                lengths=spans({suit: (6, 7), **other}),
                test=given(lambda f, suit: f.quality[suit] >= 3 + state.vulnerable, suit),
                kind=Sense.PREEMPT,
            )  # fmt: skip


def opening_suit(hand: OneHand) -> Suit:
    """The suit of a one-level opening: the longest of five or more, else the better minor."""
    diamonds, clubs = hand.lengths[2:]
    longest = max(hand.lengths)
    if longest > 4:
        return Suit(hand.lengths.index(longest))
    if diamonds == clubs:
        return DIAMONDS if diamonds == 4 else CLUBS
    return DIAMONDS if diamonds > clubs else CLUBS


def _worth_opening(hand: OneHand) -> bool:
    if hand.hcp >= 12:
        return True
    two = sum(sorted(hand.lengths)[2:])
    return hand.hcp >= 10 and hand.hcp + two >= 20 and hand.half_quick >= 3


def _third_seat(hand: OneHand) -> bool:
    return _worth_opening(hand) or (
        hand.hcp >= 10 and hand.points >= 11 and hand.quality[opening_suit(hand)] >= 3
    )


def _fourth_seat(hand: OneHand) -> bool:
    return hand.hcp >= 14 or (hand.hcp >= 10 and hand.hcp + hand.lengths[0] >= 15)


def _balanced(hand: OneHand) -> bool:
    return hand.balanced
