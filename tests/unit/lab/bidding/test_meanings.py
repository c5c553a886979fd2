"""What is said of common calls, and the hands of which it is true."""

from __future__ import annotations

from bluechip_bot.lab.bidding.meanings import report, said_calls
from bluechip_bot.lab.bidding.side import partnership
from bluechip_bot.model import PASS, Side


def test_the_commonest_calls_of_a_book() -> None:
    """Each is counted, its words hold the hands that make it and shut out most others."""
    bidder = partnership("sayc", "sayc").bidder(Side.NS)
    found = said_calls(bidder, deals=800, count=12, seed=4)
    assert len(found) == 12
    assert [one.count for one in found] == sorted((one.count for one in found), reverse=True)
    assert all(one.call != PASS for one in found)
    (notrump,) = (one for one in found if str(one.call) == "1NT" and not one.auction.calls)
    assert notrump.text == "notrump opening: 15-17 HCP, balanced"
    assert notrump.held == 1
    assert notrump.others < 0.01
    head, first, *_, mean, _, _, _ = report(found).splitlines()
    assert head.split() == ["hands", "held", "others", "call"]
    assert first.split()[0] == str(found[0].count)
    assert mean.startswith("  mean")
