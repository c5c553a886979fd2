"""The calls that a hand may think of."""

from __future__ import annotations

import numpy as np
import pytest

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.constraints import batch
from bluechip_bot.model import PASS, Call, Hand, Side, Vulnerability
from bluechip_bot.policy.policy import Policy
from bluechip_bot.simulation import SimulationSettings
from bluechip_bot.simulation import candidates as candidates_module
from bluechip_bot.simulation.candidates import CandidateCall, CandidateMotive, candidates, nearby
from support.boards import auction_of
from support.policies import random_network
from support.tables import rows


def position_of(sayc: Partnership, calls: str) -> BiddingPosition:
    """The position after some calls from North, nobody vulnerable."""
    return sayc.bidder(Side.NS).position(auction_of(calls), Vulnerability.NONE)


def found(sayc: Partnership, calls: str, cards: str) -> list[CandidateCall]:
    """The candidates of a hand."""
    position = position_of(sayc, calls)
    return candidates(position, Hand.parse(cards), sayc.partner, SimulationSettings(), 1)


@pytest.mark.parametrize(("calls", "cards"), rows("simulation", "positions"))
def test_candidates_are_legal_and_few(sayc: Partnership, calls: str, cards: str) -> None:
    """The book's call comes first, all are legal and different, and at most five."""
    one = found(sayc, calls, cards)
    auction = auction_of(calls)
    assert one[0].motive is CandidateMotive.BOOK
    assert 1 <= len({each.call for each in one}) == len(one) <= SimulationSettings().calls
    assert all(auction.is_legal(each.call) for each in one)


@pytest.mark.parametrize(("calls", "cards", "wanted", "unwanted"), rows("simulation", "considered"))
def test_what_is_considered(
    sayc: Partnership, calls: str, cards: str, wanted: str, unwanted: str
) -> None:
    """A call that partner would misread is left out, even where simulation would prefer it."""
    names = {str(one.call) for one in found(sayc, calls, cards)}
    assert {*wanted.split()} <= names
    assert not {*unwanted.split()} & names


@pytest.mark.parametrize(("calls", "considered"), rows("simulation", "doubles"))
def test_doubles_are_of_what_is_not_bid_on_strength(
    sayc: Partnership, calls: str, *, considered: bool
) -> None:
    """Low contracts, and games where both sides have bid."""
    position = position_of(sayc, calls)
    hand = Hand.parse("J84.KJ7.A95.Q863")
    standing = {
        call for call, _ in candidates_module._standing(position, hand, SimulationSettings())
    }
    assert (Call.parse("X") in standing) is considered


def test_nearby_hands() -> None:
    """Each has thirteen cards, at most two of them new; equal seeds give equal hands."""
    hand = Hand.parse("AQ65.KQ4.Q73.K32")
    masks = nearby(hand, 64, 7).tolist()
    assert masks == nearby(hand, 64, 7).tolist() != nearby(hand, 64, 8).tolist()
    for mask in masks:
        assert mask.bit_count() == 13
        assert 11 <= (mask & hand.mask).bit_count() <= 12


def test_a_policy_names_its_rivals(sayc: Partnership) -> None:
    """Those that are probable, and what ends the auction; nothing else describes the hand."""
    book = Rulebook((), policy=Policy(random_network()))
    position = Bidder((book, book)).position(auction_of("1S P 3S P"), Vulnerability.NONE)
    hand = Hand.parse("AQ652.KQ4.Q73.K2")
    chances = position.probabilities(batch.masks([hand]))[0]
    ranked = [Call(index) for index in np.argsort(-chances).tolist()]
    options = SimulationSettings(probable=float(chances[ranked[3]]), calls=38)
    best, *rivals = candidates(position, hand, sayc.partner, options, 1)
    assert best == CandidateCall(ranked[0], CandidateMotive.BOOK)
    assert rivals[:3] == [CandidateCall(call, CandidateMotive.NEARBY) for call in ranked[1:4]]
    others = {one.call for one in rivals[3:]}
    assert others
    assert others <= {PASS, Call.parse("4S"), Call.parse("6S")}
