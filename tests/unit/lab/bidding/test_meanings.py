"""What is said of common calls, and the hands of which it is true."""

from __future__ import annotations

from bluechip_bot.lab.bidding.meanings import DeceptionRates, bid_groups, report, said_calls
from bluechip_bot.lab.bidding.side import partnership
from bluechip_bot.model import PASS, Side


def test_the_commonest_calls_of_a_book() -> None:
    """Each is counted, its words hold the hands that make it and shut out most others."""
    bidder = partnership("sayc", "sayc").bidder(Side.NS)
    groups = bid_groups(bidder, deals=800, seed=4)
    found = said_calls(bidder, groups, count=12)
    assert len(found) == 12
    assert [one.count for one in found] == sorted((one.count for one in found), reverse=True)
    assert all(one.call != PASS for one in found)
    (notrump,) = (one for one in found if str(one.call) == "1NT" and not one.auction.calls)
    assert notrump.text == "notrump opening: 15-17 HCP, balanced"
    assert notrump.held == 1
    assert notrump.others < 0.01
    deceptions = DeceptionRates.of(bidder, groups)
    assert deceptions.dropped == 0
    for share in (deceptions.light, deceptions.psychs):
        assert share is not None
        assert 0 <= share < 0.05
    lines = report(found, deceptions).splitlines()
    assert lines[0].split() == ["hands", "held", "others", "call"]
    assert lines[1].split()[0] == str(found[0].count)
    assert lines[13].startswith("  mean")
    assert lines[-1] == str(deceptions)


def test_what_a_policy_says_holds_its_hands() -> None:
    """Of fresh hands 95 % lie within the words of every common call, of others hardly half."""
    bidder = partnership("learned", "learned").bidder(Side.NS)
    found = said_calls(bidder, bid_groups(bidder, deals=4000, seed=5), count=20)
    assert min(one.held for one in found) > 0.95
    assert sum(one.others for one in found) / len(found) < 0.5
