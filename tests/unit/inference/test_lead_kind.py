"""Kinds of opening leads."""

from __future__ import annotations

import pytest

from bluechip_bot.inference.lead_kind import lead_kind
from bluechip_bot.model import Auction, Call, Card, Hand, Seat
from support.tables import rows


def auction(calls: str) -> Auction:
    """Return an auction by North."""
    found = Auction(Seat.NORTH)
    for call in calls.split():
        found = found.with_call(Call.parse(call))
    return found


@pytest.mark.parametrize(("hand", "card", "kind"), rows("inference", "kinds_by_holding"))
def test_kinds_by_holding(hand: str, card: str, kind: str) -> None:
    """The table of the module, against four spades."""
    calls = auction("4S P P P")
    assert lead_kind(Hand.parse(hand), Card.parse(card), calls) == kind


def test_a_suit_that_partner_bid() -> None:
    """Partner's suit is one that he bid before anybody else, and no trump suit."""
    hand = Hand.parse("752.Q43.T76.6532")
    calls = auction("1S 2D 2S 3D 3S P P P")  # North declares, East leads
    assert lead_kind(hand, Card.parse("DT"), calls) == "nothing"
    calls = auction("1S P 2S 3D 3S P P P")  # West has bid diamonds
    assert lead_kind(hand, Card.parse("DT"), calls) == "partner's suit"
    assert lead_kind(hand, Card.parse("S2"), calls) == "trump"
    assert lead_kind(hand, Card.parse("H3"), calls) == "from queen"
    calls = auction("1D P 1S 2D 2S P P P")  # West has bid their diamonds; South declares
    assert lead_kind(hand, Card.parse("DT"), calls) == "nothing"
