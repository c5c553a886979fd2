"""Readings: own hands lie within them, strangers' auctions have them."""

import gzip
import json

import pytest

from bluechip_bot.bidding import read
from bluechip_bot.lab.bidding.par import bid
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Auction, Call, Seat, Vulnerability
from support.collection import found


def readings(text, dealer=Seat.NORTH):
    """Return the readings of an auction in text."""
    calls = tuple(map(Call.parse, text.split()))
    return read(Auction(dealer, calls), Vulnerability.NONE)


def own_hands(count, seed):
    """Return the share of players whose hand lies within the reading of their calls."""
    inside = 0
    for planned in boards_from_seed(seed, count):
        number, deal = planned.number, planned.deal
        board = bid(deal, number)
        found = read(board.auction, board.vulnerability)
        inside += sum(found[seat].box.contains(deal[seat]) for seat in Seat)
    return inside / (4 * count)


def test_opening_and_raise():
    """An opening of one spade shows five, a raise three, both loosened by one."""
    north, _, south, _ = readings("1S P 2S P")
    assert north.box.lengths[0] == (4, 13)
    assert north.box.hcp[0] >= 8
    assert south.box.lengths[0][0] == 2
    assert south.box.hcp == (1, 12)


def test_one_notrump():
    """One notrump shows 15-17 and a balanced hand."""
    north = readings("1NT")[0]
    assert str(north.box) == "13-19 HCP, 1-6 S, 1-6 H, 1-6 D, 1-6 C"


def test_transfer_shows_the_other_suit():
    """A transfer shows the suit above, and not the suit named."""
    south = readings("1NT P 2H P 2S")[2]
    assert south.box.lengths[0][0] == 4
    assert south.box.lengths[1][0] == 0


def test_contradiction_keeps_the_earlier_reading():
    """A passed hand that later bids grand slams is still a passed hand."""
    north = readings("P P P P")[0]
    later = readings("P 1C P 1S 7NT")[0]
    assert later.box.hcp[1] <= north.box.hcp[1]


def test_own_hands_lie_within():
    """In self-play at least 99 % of the players' hands lie within the reading."""
    assert own_hands(150, 21) >= 0.99


@pytest.mark.slow
def test_own_hands_lie_within_on_many_deals():
    """The same on 3,000 deals."""
    assert own_hands(3000, 22) >= 0.99


def recorded(path, limit):
    """Yield the first auctions of a file, with the deal."""
    with gzip.open(path, "rt") as lines:
        for _, line in zip(range(limit), lines, strict=False):
            yield json.loads(line)


def read_all(limit):
    """Read recorded auctions call by call."""
    for path in found("auctions/*.jsonl.gz"):
        for record in recorded(path, limit):
            calls = tuple(map(Call.parse, record["auction"]))
            auction = Auction(Seat.parse(record["dealer"]), calls)
            readings = read(auction, Vulnerability.parse(record["vul"]))
            assert all(reading.box.hcp[0] <= 37 for reading in readings)


def test_recorded_auctions_are_read():
    """Auctions of many systems have readings."""
    read_all(15)


@pytest.mark.slow
def test_all_recorded_auctions_are_read():
    """The same for every recorded auction."""
    read_all(100_000)
