"""The deals and the calls of checks."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from bluechip_bot.model import PASS, Board, Call, Card, Deal, Hand, Seat

ChooseCall = Callable[[Board], Call]
"""The call of the player whose turn it is."""


def deal_with(held: Mapping[Seat, str], seed: int) -> Deal:
    """A deal in which some seats hold given hands, as `AK7.A42.T76.KQ86`, and chance the rest."""
    given = {seat: Hand.parse(text) for seat, text in held.items()}
    taken = sum(hand.mask for hand in given.values())
    pack = [index for index in range(52) if not taken >> index & 1]
    random.Random(seed).shuffle(pack)  # noqa: S311 - no secret
    for seat in Seat:
        if seat not in given:
            given[seat], pack = Hand.of(pack[:13]), pack[13:]
    return Deal((given[Seat.NORTH], given[Seat.EAST], given[Seat.SOUTH], given[Seat.WEST]))


def passing(_board: Board) -> Call:
    """A pass."""
    return PASS


def calling(calls: Mapping[Seat, str]) -> ChooseCall:
    """Calls in the order given for each seat, as `7NT XX`, if they are legal, and passes."""

    def choose(board: Board) -> Call:
        auction = board.auction
        made = sum(auction.caller(at) is auction.turn for at in range(len(auction.calls)))
        planned = calls.get(auction.turn, "").split()
        call = Call.parse(planned[made]) if made < len(planned) else PASS
        return call if auction.is_legal(call) else PASS

    return choose


def random_card(board: Board, chance: random.Random) -> Card:
    """A legal card."""
    return chance.choice(list(board.legal_cards))
