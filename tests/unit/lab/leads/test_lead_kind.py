"""Kinds of opening leads."""

from __future__ import annotations

import pytest

from bluechip_bot.lab.leads.series import lead_kind
from bluechip_bot.model import Card, Hand
from support.boards import auction_of
from support.tables import rows


@pytest.mark.parametrize(("hand", "card", "kind"), rows("inference", "kinds_by_holding"))
def test_kinds_by_holding(hand: str, card: str, kind: str) -> None:
    """The table of `lead_kind`, against four spades."""
    assert lead_kind(Hand.parse(hand), Card.parse(card), auction_of("4S P P P")) == kind


@pytest.mark.parametrize(
    ("calls", "card", "kind"),
    [
        ("1S 2D 2S 3D 3S P P P", "DT", "nothing"),  # East leads his own suit
        ("1S P 2S 3D 3S P P P", "DT", "partner's suit"),
        ("1S P 2S 3D 3S P P P", "S2", "trump"),
        ("1S P 2S 3D 3S P P P", "H3", "from queen"),
        ("1D P 1S 2D 2S P P P", "DT", "nothing"),  # West has bid their diamonds; South declares
    ],
)
def test_a_suit_that_partner_bid(calls: str, card: str, kind: str) -> None:
    """Partner's suit is one that he bid before anybody else, and no trump suit."""
    hand = Hand.parse("752.Q43.T76.6532")
    assert lead_kind(hand, Card.parse(card), auction_of(calls)) == kind
