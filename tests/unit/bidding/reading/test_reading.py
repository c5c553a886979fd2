"""Readings: own hands lie within them, strangers' auctions have them."""

import pytest

from bluechip_bot.bidding.auction.meaning import CallSense, Meaning
from bluechip_bot.bidding.auction.state import ShownHand
from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.features import SHAPE_LIMIT
from bluechip_bot.constraints import Box
from bluechip_bot.lab.bidding.table import bid_out
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Board, Call, Seat, Vulnerability
from support.bidding import auction, records
from support.collection import found

BIDDER = Bidder((NATURAL, NATURAL))


def shown(text: str) -> tuple[ShownHand, ...]:
    """The hands that the players have shown by nature in an auction in text."""
    return BIDDER.position(auction(text), Vulnerability.NONE).state.shown


def test_points_beyond_high_cards_need_a_shape_that_has_them() -> None:
    """A hand that can hold a singleton may count more for shape than a balanced one."""
    for spades, shape in (("2-5 S", 1), ("1-5 S", SHAPE_LIMIT)):
        box = Box.parse(f"15-17 HCP, {spades}, 2-5 H, 2-5 D, 2-5 C")
        meaning = Meaning(Call.parse("1NT"), CallSense.OPENING_NOTRUMP, box)
        assert ShownHand().after(meaning).points == (15, 17 + shape)


def own_hands(count: int, seed: int) -> float:
    """Return the share of players whose hand lies within the reading of their calls."""
    inside = 0
    for planned in boards_from_seed(seed, count):
        deal = planned.deal
        board = bid_out(
            Board.begin(planned.number, deal=deal),
            lambda now: (
                BIDDER.choose(now.deal[now.auction.turn], now.auction, now.vulnerability).call
            ),
        )
        found = BIDDER.read(board.auction, board.vulnerability)
        inside += sum(found[seat].box.contains(deal[seat]) for seat in Seat)
    return inside / (4 * count)


def test_natural_calls() -> None:
    """A spade shows five, a raise three, one notrump 15-17; contradictions change nothing."""
    north, _, south, _ = shown("1S P 2S P")
    assert north.box.lengths[0] == (5, 13)
    assert north.box.hcp[0] >= 10
    assert (south.box.lengths[0][0], south.box.hcp) == (3, (3, 10))
    assert str(shown("1NT")[0].box) == "15-17 HCP, 2-5 S, 2-5 H, 2-5 D, 2-5 C"
    # A passed hand that later bids grand slams is still a passed hand.
    assert shown("P 1C P 1S 7NT")[0].box.hcp[1] <= shown("P P P P")[0].box.hcp[1]


@pytest.mark.parametrize(
    ("count", "seed"), [(25, 21), pytest.param(3000, 22, marks=pytest.mark.slow)]
)
def test_own_hands_lie_within(count: int, seed: int) -> None:
    """In self-play at least 99 % of the players' hands lie within the reading."""
    assert own_hands(count, seed) >= 0.99


@pytest.mark.parametrize("limit", [3, pytest.param(None, marks=pytest.mark.slow)])
def test_recorded_auctions_are_read(limit: int | None) -> None:
    """Auctions of many systems have readings."""
    for path in found("auctions/*.jsonl.gz"):
        for record in records(path, limit):
            made = auction(" ".join(record["auction"]), Seat.parse(record["dealer"]))
            readings = BIDDER.read(made, Vulnerability.parse(record["vul"]))
            assert all(reading.box.hcp[0] <= 37 for reading in readings)
