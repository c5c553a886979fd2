"""Readings: own hands lie within them, strangers' auctions have them."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bluechip_bot.bidding.auction.state import ShownHand
from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.lab.bidding.table import bid_out, deal_on
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Auction, Board, Call, Seat, Vulnerability
from support.collection import found

BIDDER = Bidder((NATURAL, NATURAL))


def shown(text: str, dealer: Seat = Seat.NORTH) -> tuple[ShownHand, ...]:
    """Return what the players have shown by nature in an auction in text."""
    calls = tuple(map(Call.parse, text.split()))
    return BIDDER.position(Auction(dealer, calls), Vulnerability.NONE).state.shown


def own_hands(count: int, seed: int) -> float:
    """Return the share of players whose hand lies within the reading of their calls."""
    inside = 0
    for planned in boards_from_seed(seed, count):
        deal = planned.deal
        board = bid_out(
            Board.begin(planned.number, deal=deal),
            lambda now: (
                BIDDER.choose(deal_on(now)[now.auction.turn], now.auction, now.vulnerability).call
            ),
        )
        found = BIDDER.read(board.auction, board.vulnerability)
        inside += sum(found[seat].box.contains(deal[seat]) for seat in Seat)
    return inside / (4 * count)


def test_opening_and_raise() -> None:
    """An opening of one spade shows five, a raise three."""
    north, _, south, _ = shown("1S P 2S P")
    assert north.box.lengths[0] == (5, 13)
    assert north.box.hcp[0] >= 10
    assert south.box.lengths[0][0] == 3
    assert south.box.hcp == (3, 10)


def test_one_notrump() -> None:
    """One notrump shows 15-17 and a balanced hand."""
    north = shown("1NT")[0]
    assert str(north.box) == "15-17 HCP, 2-5 S, 2-5 H, 2-5 D, 2-5 C"


def test_contradiction_keeps_the_earlier_reading() -> None:
    """A passed hand that later bids grand slams is still a passed hand."""
    north = shown("P P P P")[0]
    later = shown("P 1C P 1S 7NT")[0]
    assert later.box.hcp[1] <= north.box.hcp[1]


def test_own_hands_lie_within() -> None:
    """In self-play at least 99 % of the players' hands lie within the reading."""
    assert own_hands(150, 21) >= 0.99


@pytest.mark.slow
def test_own_hands_lie_within_on_many_deals() -> None:
    """The same on 3,000 deals."""
    assert own_hands(3000, 22) >= 0.99


def recorded(path: Path, limit: int) -> Iterator[dict[str, Any]]:
    """Yield the first auctions of a file, with the deal."""
    with gzip.open(path, "rt") as lines:
        for _, line in zip(range(limit), lines, strict=False):
            yield json.loads(line)


def read_all(limit: int) -> None:
    """Read recorded auctions call by call."""
    for path in found("auctions/*.jsonl.gz"):
        for record in recorded(path, limit):
            calls = tuple(map(Call.parse, record["auction"]))
            auction = Auction(Seat.parse(record["dealer"]), calls)
            readings = BIDDER.read(auction, Vulnerability.parse(record["vul"]))
            assert all(reading.box.hcp[0] <= 37 for reading in readings)


def test_recorded_auctions_are_read() -> None:
    """Auctions of many systems have readings."""
    read_all(15)


@pytest.mark.slow
def test_all_recorded_auctions_are_read() -> None:
    """The same for every recorded auction."""
    read_all(100_000)
