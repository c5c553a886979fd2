"""Two over one game forcing as it is shipped, played by both sides."""

from __future__ import annotations

from functools import cache

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.system.system import load
from bluechip_bot.config import conf_dir
from bluechip_bot.model import Auction, Call, Hand, Seat
from bluechip_bot.model.vulnerability import Vulnerability


@cache
def bidder() -> Bidder:
    """A bidder with the system at both sides; its rules are read once."""
    return Bidder((load(conf_dir() / "systems" / "two_over_one.toml", check=False).book,) * 2)


def call_of(auction: str, hand: str, vulnerability: str = "None") -> str:
    """The call of a hand after an auction that North began."""
    made = Auction(Seat.NORTH, tuple(map(Call.parse, auction.split())))
    vulnerable = Vulnerability.parse(vulnerability)
    return str(bidder().choose(Hand.parse(hand), made, vulnerable).call)
