"""The comparison of a system's calls with those of records."""

from __future__ import annotations

import pytest

from bluechip_bot.config import conf_dir
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.holes import (
    CallComparison,
    compare_chunk,
    context_of,
    examples,
    report,
    together,
)
from bluechip_bot.lab.bidding.table import BiddingTable, auction_of
from bluechip_bot.model import (
    Auction,
    Board,
    Call,
    Called,
    Deal,
    Seat,
    Vulnerability,
    imps,
    side_score,
)
from support.tables import rows

FLOOR = conf_dir() / "systems" / "floor.toml"
TABLE = BiddingTable(FLOOR, FLOOR)
DEAL = Deal.parse("N:AKQ2.K73.AJ4.Q86 T98.QJ2.KT9.KJT9 J543.A65.Q32.A32 76.T984.8765.754")


def auction(calls: str, dealer: Seat = Seat.NORTH) -> Auction:
    """Return an auction of calls with spaces between them."""
    return auction_of(dealer, map(Call.parse, calls.split()))


def record(calls: str) -> AuctionRecord:
    """Return a board of `DEAL` with an auction by North."""
    board = Board.begin(1, Seat.NORTH, Vulnerability.NONE, DEAL)
    for call in calls.split():
        board = board.apply(Called(board.auction.turn, Call.parse(call)))
    return AuctionRecord("one", board, (), held_out=False)


def compared(calls: str) -> CallComparison:
    """Return the decisions of one board by the natural floor."""
    return compare_chunk(TABLE, [record(calls)])


@pytest.mark.parametrize(("calls", "context"), rows("lab", "contexts"))
def test_a_context_names_no_suits(calls: str, context: str) -> None:
    """The player to call stands without brackets, whoever dealt."""
    for dealer in Seat:
        assert context_of(auction(calls, dealer)) == context


def test_equal_calls_are_no_differences() -> None:
    """The floor's own auction has decisions only."""
    bidder = TABLE.bidder()
    made = Auction(Seat.NORTH)
    while not made.is_over:
        hand = DEAL[made.turn]
        made = made.with_call(bidder.choose(hand, made, Vulnerability.NONE).call)
    found = compared(" ".join(map(str, made.calls)))
    assert found.differences == []
    assert found.decisions.total() == len(made.calls)


def test_a_difference_costs_what_the_contract_is_worse() -> None:
    """A board passed out is better for North by what his own contract would have lost."""
    found = compared("P P P P")
    (opening,) = (one for one in found.differences if one.before.turn is Seat.NORTH)
    assert opening.context == "first seat"
    assert opening.calls == (str(opening.ours.calls[0]).replace("C", "m").replace("D", "m"), "P")
    contract = opening.ours.contract
    assert contract is not None
    tricks = DoubleDummy(1).tricks(DEAL, contract.strain, contract.declarer)
    assert opening.cost == -imps(side_score(contract, tricks, Vulnerability.NONE))


def test_the_report_lists_what_costs_most() -> None:
    """The contexts stand in the order of their costs, and the examples in that of theirs."""
    found = together([compared("P P P P"), compared("1NT P P P")])
    assert found.boards == 2
    head, _, _, *lines = report(found, 2).splitlines()
    assert head.startswith(
        f"boards: 2; decisions: {found.decisions.total()}, of these {len(found.differences)}"
    )
    costs = [int(line.split()[0]) for line in lines]
    assert costs == sorted(costs, reverse=True)
    assert len(lines) == 2
    (line, ours, theirs, deal) = examples(found, "1NT (P)", 1)
    assert line.endswith("1NT P")
    assert " by " in ours
    assert theirs == "  theirs P: 1NT P P P"
    assert deal.split() == [str(hand) for hand in DEAL.hands]
    assert [*examples(found, "7NT (X)", 5)] == []
