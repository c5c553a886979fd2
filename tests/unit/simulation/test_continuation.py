"""The rest of an auction on many layouts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.explanation import NO_WORDS
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.model import Auction, Call, Hand, Seat, Side, Vulnerability
from bluechip_bot.policy.policy import Policy, PolicyTurn
from bluechip_bot.simulation.continuation import LayoutBranch, continuations
from support.boards import auction_of
from support.policies import random_network


def continued(
    bidder: Bidder, auction: Auction, layouts: npt.NDArray[np.uint64]
) -> list[LayoutBranch]:
    """What follows an auction, North-South vulnerable."""
    turn = PolicyTurn(auction, Vulnerability.NS)
    return list(continuations(bidder, Side.NS, turn, layouts, NO_WORDS))


@pytest.mark.parametrize("calls", ["", "1S P", "1H X 2H", "1NT P 2C P 2H P"])
def test_every_layout_is_bid_as_at_a_table(
    sayc: Partnership, layouts: npt.NDArray[np.uint64], calls: str
) -> None:
    """Each layout ends as if its four hands had bid one after the other."""
    auction = auction_of(calls, Seat.SOUTH)
    bidder = sayc.bidder(Side.NS)
    found: dict[int, Auction] = {}
    for branch in continued(bidder, auction, layouts):
        assert not found.keys() & set(branch.rows.tolist())
        found |= dict.fromkeys(branch.rows.tolist(), branch.auction)
    assert sorted(found) == list(range(len(layouts)))
    for row in range(0, len(layouts), 15):
        alone = auction
        while not alone.is_over:
            hand = Hand(int(layouts[row, alone.turn]))
            alone = alone.with_call(bidder.choose(hand, alone, Vulnerability.NS).call)
        assert found[row] == alone


def test_an_auction_that_goes_round_in_circles(
    sayc: Partnership, layouts: npt.NDArray[np.uint64], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is yielded as it stands, and so is one in which a system makes an illegal call."""
    monkeypatch.setattr("bluechip_bot.simulation.continuation._MOST_CALLS", 6)
    auction = auction_of("1S P 2C P", Seat.SOUTH)
    found = continued(sayc.bidder(Side.NS), auction, layouts)
    assert sum(len(branch.rows) for branch in found) == len(layouts)
    for branch in found:
        assert branch.lost is not branch.auction.is_over
        assert len(branch.auction.calls) <= 6
    assert any(branch.lost for branch in found)


def test_an_illegal_call_ends_a_line(
    sayc: Partnership, layouts: npt.NDArray[np.uint64], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The layouts on which it is made are told, none is missing."""
    bidder = sayc.bidder(Side.NS)
    lowest = np.full(len(layouts), Call.parse("1C"), dtype=np.int8)
    monkeypatch.setattr(BiddingPosition, "choose_many", lambda *_: lowest)
    auction = auction_of("1S", Seat.SOUTH)
    (branch,) = continued(bidder, auction, layouts)
    assert branch.lost
    assert branch.auction == auction
    assert len(branch.rows) == len(layouts)


def test_a_policy_foresees_opponents_by_itself(layouts: npt.NDArray[np.uint64]) -> None:
    """Whoever bids by rules is taken to bid by its policy; rules foresee both sides by theirs."""
    policy = Policy(random_network())
    learned = Rulebook((), policy=policy)
    auction = auction_of("1S", Seat.SOUTH)
    against = [Bidder((learned, other)) for other in (NATURAL, learned)]
    mixed, alike = (
        {one.auction: one.rows.tolist() for one in continued(bidder, auction, layouts)}
        for bidder in against
    )
    assert mixed == alike
    assert against[0].policies(Side.NS) == (policy, policy)
    assert against[0].policies(Side.EW) is None
