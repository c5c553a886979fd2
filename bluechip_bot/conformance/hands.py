"""The deals and the calls of checks."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from bluechip_bot.model import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Board,
    Call,
    Card,
    Deal,
    Hand,
    Seat,
)

ChooseCall = Callable[[Board], Call]
"""The call of the player whose turn it is."""


def deal_with(held: Mapping[Seat, str], chance: random.Random) -> Deal:
    """A deal in which some seats hold given hands, as `AK7.A42.T76.KQ86`, and chance the rest."""
    given = {seat: Hand.parse(text) for seat, text in held.items()}
    taken = 0
    for hand in given.values():
        taken |= hand.mask
    pack = [index for index in range(52) if not taken >> index & 1]
    chance.shuffle(pack)
    hands = []
    for seat in Seat:
        if seat not in given:
            given[seat] = Hand.of(pack[:13])
            del pack[:13]
        hands.append(given[seat])
    north, east, south, west = hands
    return Deal((north, east, south, west))


def passing(_board: Board) -> Call:
    """A pass."""
    return PASS


def calling(calls: Mapping[Seat, Sequence[str]]) -> ChooseCall:
    """Calls in the order given for each seat, if they are legal, and passes."""

    def choose(board: Board) -> Call:
        auction = board.auction
        made = sum(auction.caller(at) is auction.turn for at in range(len(auction.calls)))
        planned = calls.get(auction.turn, ())
        call = Call.parse(planned[made]) if made < len(planned) else PASS
        return call if auction.is_legal(call) else PASS

    return choose


def redoubling(bidder: Seat) -> ChooseCall:
    """`bidder` begins with 7NT, and everybody doubles and redoubles."""

    def choose(board: Board) -> Call:
        auction = board.auction
        if auction.last_bid is None:
            return Call.parse("7NT") if auction.turn is bidder else PASS
        return next((call for call in (REDOUBLE, DOUBLE) if auction.is_legal(call)), PASS)

    return choose


def random_card(board: Board, chance: random.Random) -> Card:
    """A legal card."""
    return chance.choice(list(board.legal_cards))
