"""SAYC as it is shipped, played by both sides."""

from __future__ import annotations

from functools import cache

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.system.system import load
from bluechip_bot.config import conf_dir
from bluechip_bot.model import Auction, Call, Hand, Seat
from bluechip_bot.model.vulnerability import Vulnerability


@cache
def book(blackwood: str = "ace") -> Rulebook:
    """The rules of SAYC with one kind of Blackwood; they are read once."""
    path = conf_dir() / "systems" / "sayc.toml"
    return load(path, {"blackwood": blackwood}, check=False).book


@cache
def bidder(blackwood: str = "ace") -> Bidder:
    """A bidder with SAYC at both sides."""
    return Bidder((book(blackwood),) * 2)


def call_of(auction: str, hand: str, vulnerability: str = "None", *, blackwood: str = "ace") -> str:
    """The call of a hand after an auction that North began."""
    made = Auction(Seat.NORTH, tuple(map(Call.parse, auction.split())))
    vulnerable = Vulnerability.parse(vulnerability)
    return str(bidder(blackwood).choose(Hand.parse(hand), made, vulnerable).call)
