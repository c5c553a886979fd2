"""The rest of an auction on many layouts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.bidding.explanation import NO_WORDS
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.model import Auction, Call, Hand, Seat, Side, Vulnerability
from bluechip_bot.simulation.continuation import continuations


@pytest.mark.parametrize("calls", ["", "1S P", "1H X 2H", "1NT P 2C P 2H P"])
def test_every_layout_is_bid_as_at_a_table(
    sayc: Partnership, layouts: npt.NDArray[np.uint64], calls: str
) -> None:
    """Each layout ends as if its four hands had bid one after the other."""
    auction = Auction(Seat.SOUTH, tuple(map(Call.parse, calls.split())))
    bidder = sayc.bidder(Side.NS)
    found: dict[int, Auction] = {}
    for branch in continuations(bidder, auction, Vulnerability.NS, layouts, NO_WORDS):
        assert not found.keys() & set(branch.rows.tolist())
        found |= dict.fromkeys(branch.rows.tolist(), branch.auction)
    assert sorted(found) == list(range(len(layouts)))
    for row in range(0, len(layouts), 7):
        alone = auction
        while not alone.is_over:
            hand = Hand(int(layouts[row, alone.turn]))
            alone = alone.with_call(bidder.choose(hand, alone, Vulnerability.NS).call)
        assert found[row] == alone
