"""The calls that a hand may think of."""

from __future__ import annotations

import numpy as np
import pytest

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.constraints import batch
from bluechip_bot.model import PASS, Auction, Call, Hand, Seat, Side, Vulnerability
from bluechip_bot.policy.policy import Policy
from bluechip_bot.simulation import SimulationSettings
from bluechip_bot.simulation import candidates as candidates_module
from bluechip_bot.simulation.candidates import Candidate, Motive, candidates, nearby
from support.policies import random_network


def position_of(sayc: Partnership, calls: str) -> BiddingPosition:
    """The position after some calls from North, nobody vulnerable."""
    auction = Auction(Seat.NORTH, tuple(map(Call.parse, calls.split())))
    return sayc.bidder(Side.NS).position(auction, Vulnerability.NONE)


def found(sayc: Partnership, calls: str, cards: str) -> list[Candidate]:
    """The candidates of a hand."""
    position = position_of(sayc, calls)
    return candidates(position, Hand.parse(cards), sayc.partner, SimulationSettings(), 1)


@pytest.mark.parametrize(
    ("calls", "cards"),
    [
        ("1NT P", "Q84.K952.QJ7.J63"),
        ("1H P 2H P", "A4.KQT752.K63.Q5"),
        ("1S 2H", "K73.84.KJ742.Q65"),
        ("P P 1D X 1S", "KJ8.AQ9.64.K9752"),
        ("1S P 4S 5D", "AQ652.KQ4.Q7.K52"),
    ],
)
def test_candidates_are_legal_and_few(sayc: Partnership, calls: str, cards: str) -> None:
    """The book's call comes first, all are legal and different, and at most five."""
    one = found(sayc, calls, cards)
    auction = Auction(Seat.NORTH, tuple(map(Call.parse, calls.split())))
    assert one[0].motive is Motive.BOOK
    assert 1 <= len({each.call for each in one}) == len(one) <= SimulationSettings().calls
    assert all(auction.is_legal(each.call) for each in one)


def test_game_and_pass_stand_beside_an_invitation(sayc: Partnership) -> None:
    """Facing a notrump opening with nine points."""
    calls = {each.call for each in found(sayc, "1NT P", "Q84.K95.QJ74.J63")}
    assert {PASS, Call.parse("3NT")} <= calls


def test_a_forced_hand_does_not_think_of_a_pass(sayc: Partnership) -> None:
    """Partner's strong opening, and his question for aces, are not passed."""
    for calls, cards in (("2C P", "9843.T62.8753.42"), ("1S P 3S P 4NT P", "A832.K74.Q63.J52")):
        assert PASS not in {each.call for each in found(sayc, calls, cards)}


def test_partner_is_not_deceived(sayc: Partnership) -> None:
    """A call that describes another hand is not considered, however high it would score."""
    calls = {each.call for each in found(sayc, "1H P", "Q52.4.KJ8643.Q93")}
    assert not {Call.parse("2NT"), Call.parse("2H"), Call.parse("3H")} & calls


@pytest.mark.parametrize(
    ("calls", "cards", "game"),
    [
        ("1D X P 1H P 3H", "76532.5.JT653.K5", "3NT"),  # five points: no save in notrump
        ("1NT X", "942.T87.7652.T95", "3NT"),
        ("1S 2H", "4.Q98.KJ7642.Q65", "4S"),  # no fit
    ],
)
def test_a_game_needs_points_or_a_fit(
    sayc: Partnership, calls: str, cards: str, game: str
) -> None:  # fmt: skip
    """The book seldom doubles what is far too high, so it is not considered."""
    assert Call.parse(game) not in {each.call for each in found(sayc, calls, cards)}


def test_a_save_on_a_fit_is_considered(sayc: Partnership) -> None:
    """Four small trumps and a singleton are enough."""
    calls = {each.call for each in found(sayc, "1S 4H", "J874.5.KT974.632")}
    assert Call.parse("4S") in calls


@pytest.mark.parametrize(
    ("calls", "considered"),
    [
        ("1S 2D 2S 3D", True),
        ("1S 3D 4S 5D", True),
        ("1S 3D 4S 6D", False),  # they know more than we
        ("P 1S P 2S P 4S", False),  # and so they do when we have been silent
        ("1S 1NT P 2C", False),  # Stayman
    ],
)
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
    auction = Auction(Seat.NORTH, tuple(map(Call.parse, ("1S", "P", "3S", "P"))))
    position = Bidder((book, book)).position(auction, Vulnerability.NONE)
    hand = Hand.parse("AQ652.KQ4.Q73.K2")
    chances = position.probabilities(batch.masks([hand]))[0]
    ranked = [Call(index) for index in np.argsort(-chances).tolist()]
    options = SimulationSettings(probable=float(chances[ranked[3]]), calls=38)
    best, *rivals = candidates(position, hand, sayc.partner, options, 1)
    assert best == Candidate(ranked[0], Motive.BOOK)
    assert rivals[:3] == [Candidate(call, Motive.NEARBY) for call in ranked[1:4]]
    others = {one.call for one in rivals[3:]}
    assert others
    assert others <= {PASS, Call.parse("4S"), Call.parse("6S")}
