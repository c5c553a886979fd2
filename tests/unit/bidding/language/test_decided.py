"""What the auction alone decides of a rule: ranks of suits, passed hands, unbid suits."""

import pytest

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.rulebook import NO_CALL, Rulebook, label
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.constraints import batch
from bluechip_bot.model import Auction, Call, Hand, Seat
from bluechip_bot.model.cards import Vulnerability


def position(text: str, auction: str) -> BiddingPosition:
    """Return the position after an auction, both sides having the same rules."""
    book = Rulebook(parse(text, "a.bid"))
    made = Auction(Seat.NORTH, tuple(map(Call.parse, auction.split())))
    return Bidder((book, book)).position(made, Vulnerability.NONE)


@pytest.mark.parametrize(
    ("auction", "expected"),
    [("1C P 1S P", {"2D", "2H"}), ("1D P 1S P", {"2H"}), ("1H P 1S P", set())],
)
def test_ranks_of_suits(auction: str, expected: set[str]) -> None:
    """Only suits above the opened one are a reverse."""
    text = "@after 1X (P) 1Y (P)\n2new need above(suit, X), 4+ suit  f1"
    assert {str(call) for call in position(text, auction).defined} == expected


def test_rules_that_the_auction_excludes_are_left_out() -> None:
    """A passed hand's call means what its own rule says, not what an unpassed hand's would."""
    text = """
    @after 1S (P)
    2NT! need not passed_hand, 4+ S  prio 80  game  agree S
    2NT need passed_hand, bal        prio 70
    """
    for auction, forcing in (("1S P 2NT", True), ("P P 1S P 2NT", False)):
        state = position(text, auction).state
        assert bool(state.game_forced) is forcing
        assert state.meanings[-1].alert is forcing


def test_stoppers_in_unbid_suits() -> None:
    """Every suit that nobody has bid is asked for, and no other."""
    rules = position("@after 1C (P) 1H (P)\n3NT need unbid_stopped", "1C P 1H P").rules
    hands = ("KQ4.82.AJ3.K9872", "842.AK3.AJ3.K982", "KQ4.AK.832.K9872")
    found = label(rules, HandFeatures(batch.masks(map(Hand.parse, hands))))
    assert [call != NO_CALL for call in found] == [True, False, False]


def test_own_suit_in_notrump_is_natural() -> None:
    """A notrump bid that also shows more of a suit bid before is not artificial."""
    state = position("@after 1C (P) 1H (P)\n3NT need 6+ C", "1C P 1H P 3NT").state
    assert not state.meanings[-1].artificial
