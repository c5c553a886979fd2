"""What is said of common calls, and the hands of which it is true."""

from __future__ import annotations

from bluechip_bot.lab.bidding.meanings import bid_groups, checked_calls, deceptions, report
from bluechip_bot.lab.bidding.side import partnership
from bluechip_bot.model import Side


def test_the_commonest_calls_of_a_book() -> None:
    """Each is counted, its words hold the hands that make it and shut out most others."""
    bidder = partnership("sayc", "sayc").bidder(Side.NS)
    groups = bid_groups(bidder, deals=400, seed=4, common=0.01)
    found = checked_calls(bidder, groups, 25)
    assert [one.count for one in found] == sorted((one.count for one in found), reverse=True)
    (notrump,) = (one for one in found if one.place == "1NT")
    assert notrump.text == "notrump opening: 15-17 HCP, balanced"
    assert (notrump.held, notrump.outside, notrump.wrong) == (1, 0, 0)
    assert notrump.others < 0.01
    assert notrump.bits[0] == notrump.bits[1] > 3
    shares = deceptions(bidder, groups)
    assert shares["passes partner's forcing calls"] == 0
    assert all(share is not None and 0 <= share < 0.05 for share in shares.values())
    lines = report(found, shares).splitlines()
    assert lines[0].split() == ["hands", "held", "others", "call"]
    assert lines[1].split()[0] == str(found[0].count)
    assert lines[26].split()[0] == "mean"
    assert "hands that the rules show and a line does not: 0" in lines
    assert lines[-2] == "passes partner's forcing calls: 0.00%"


def test_what_a_policy_says_holds_its_hands() -> None:
    """Of fresh hands 95 % lie within the words of every common call, of others hardly half."""
    bidder = partnership("learned", "learned").bidder(Side.NS)
    found = checked_calls(bidder, bid_groups(bidder, deals=4000, seed=5), 24)
    assert min(one.held for one in found) > 0.95
    assert sum(one.others for one in found) / len(found) < 0.5
