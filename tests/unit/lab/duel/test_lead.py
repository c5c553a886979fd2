"""Opening leads by rule."""

from typing import get_args

import numpy as np
import pytest

from bluechip_bot.lab.duel.lead import LeadLikelihood, LeadRule, opening_lead, opening_leads
from bluechip_bot.model import Card, Hand, Seat, Strain
from support.tables import rows


@pytest.mark.parametrize(("hand", "strain", "rule", "card"), rows("lab", "leads_by_rule"))
def test_leads(hand: str, strain: str, rule: LeadRule, card: str) -> None:
    """The card is the one that the table of the rules names."""
    assert opening_lead(Hand.parse(hand), Strain.parse(strain), rule) == Card.parse(card)


@pytest.mark.parametrize("rule", get_args(LeadRule))
@pytest.mark.parametrize("strain", list(Strain))
def test_leads_are_held(rule: LeadRule, strain: Strain) -> None:
    """A lead is a card of the hand; a trump only when there is nothing else."""
    bits = np.random.PCG64(3).random_raw(52 * 300).reshape(300, 52).argsort(axis=1)
    hands = [Hand.of(order[:13].tolist()) for order in bits]
    masks = np.array([hand.mask for hand in hands], dtype=np.uint64)
    for hand, lead in zip(hands, opening_leads(masks, strain, rule), strict=True):
        assert int(lead) in hand
        assert Card(int(lead)).suit is not strain.suit or len(set(hand.lengths)) == 2


def test_likelihood() -> None:
    """A lead tells hands that lead it from those that lead another card."""
    said = LeadLikelihood(Seat.WEST, Card.parse("S7"), Strain.NOTRUMP, "fourth")
    hands = ["KJ872.A43.T76.65", "KJ87.AQ32.T76.65", "K87.A432.T762.65", "QJT7.5432.K6.654"]
    masks = np.array([Hand.parse(hand).mask for hand in hands], dtype=np.uint64)
    assert said.log(masks).tolist() == [0.0, -20.0, -20.0, -20.0]
    assert said.name == "West led S7"
