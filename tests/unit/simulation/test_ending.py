"""Where auctions end, and who would have doubled."""

from __future__ import annotations

import pytest

from bluechip_bot.config import load_config
from bluechip_bot.model import Auction, Call, Contract, Seat, Side
from bluechip_bot.simulation import SimulationSettings
from bluechip_bot.simulation.ending import NEVER, AuctionEnding, ending
from bluechip_bot.simulation.price import DoubleChances

DOUBLES = load_config(SimulationSettings).doubles


def auction(calls: str) -> Auction:
    """Return an auction by North."""
    found = Auction(Seat.NORTH)
    for call in calls.split():
        found = found.with_call(Call.parse(call))
    return found


@pytest.mark.parametrize(
    ("calls", "chances"),
    [
        ("P P P P", NEVER),
        ("1S P 4S P P P", NEVER),  # not contested
        ("1S 2H 2S P P P", DOUBLES.low),
        ("1S X 4S P P P", DOUBLES.high),
        ("1S 4H 4S P P P", DOUBLES.fought),
        ("1S 4H 4S X P P P", NEVER),  # counted as made
        ("1S 2H P P P", NEVER),  # theirs
        ("1S P 2S 4H 4S", DOUBLES.fought),  # given up in the middle
    ],
)
def test_chances(calls: str, chances: DoubleChances) -> None:
    """They depend on what the opponents bid, and are for our contracts that nobody doubled."""
    assert ending(auction(calls), Side.NS, DOUBLES).doubles == chances


def test_chance_by_tricks() -> None:
    """The more tricks are missing, the likelier is a double."""
    found = AuctionEnding(Contract.parse("4S-N"), DoubleChances(0.1, 0.2, 0.3, 0.4))
    assert [found.chance(tricks) for tricks in (13, 10, 9, 8, 7, 0)] == [
        0.1, 0.1, 0.2, 0.3, 0.4, 0.4,
    ]  # fmt: skip
    assert AuctionEnding(None).chance(5) == 0
