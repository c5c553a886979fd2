"""The fit of doubles and of declarers' tricks to records."""

from __future__ import annotations

from collections import Counter

import pytest

from bluechip_bot.config import load_config
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.table import random_deal
from bluechip_bot.lab.fit.prices import count_chunk, fitted
from bluechip_bot.model import Board, Call, Called, Seat, Strain
from bluechip_bot.simulation import SimulationSettings

SETTINGS = load_config(SimulationSettings)
DEAL = random_deal(1, 11)
TRICKS = DoubleDummy(1).tricks(DEAL, Strain.SPADES, Seat.NORTH)


def record(calls: str, tricks: int | None) -> AuctionRecord:
    """Return a board with an auction by North."""
    board = Board.begin(1, Seat.NORTH, deal=DEAL)
    for call in calls.split():
        board = board.apply(Called(board.auction.turn, Call.parse(call)))
    return AuctionRecord("one", board, (), held_out=False, tricks=tricks)


def test_doubles_are_counted_by_auction_and_tricks() -> None:
    """One of two high contracts was doubled; nobody bid against the third."""
    assert TRICKS < 8  # four spades go three down or more
    counts = count_chunk(
        [
            record("4S 5C P P 5S P P X P P P", None),
            record("4S X P P P", None),
            record("2H X 4S P P P", None),
            record("4S P P P", None),
            record("P P P P", None),
        ]
    )
    found = fitted(counts, SETTINGS)
    assert (found.doubles.fought.more, found.doubles.high.more) == (1.0, 0.5)
    assert found.doubles.low == SETTINGS.doubles.low
    assert found.real == SETTINGS.real


@pytest.mark.parametrize("part", [1, 2])
def test_tricks_are_counted_from_double_dummy(part: int) -> None:
    """Two declarers in three took what was there, one two tricks more, in whatever parts."""
    records = [record("1S P P P", TRICKS + more) for more in (0, 2, 0)]
    chunks = [records[:part], records[part:]]
    real = fitted(sum(map(count_chunk, chunks), Counter()), SETTINGS).real
    row = real.suit.of(TRICKS - 7)
    assert row == (0, 0, 0, 0.667, 0, 0.333, 0)
    assert real.slam == SETTINGS.real.slam
