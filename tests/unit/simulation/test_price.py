"""What tables with people or robots make of a contract, and who would have doubled it."""

from __future__ import annotations

import pytest

from bluechip_bot.config import RefusedError, load_config
from bluechip_bot.model import Contract, Side
from bluechip_bot.simulation import SimulationSettings
from bluechip_bot.simulation.price import (
    NEVER,
    AuctionEnding,
    DoubleChances,
    TrickShifts,
    ending,
    shift_name,
    shifts_at,
)
from support.boards import auction_of

DOUBLES = load_config(SimulationSettings).doubles


@pytest.mark.parametrize(
    ("contract", "name"),
    [("3NT-N", "notrump"), ("5S-E", "suit"), ("6NT-S", "slam"), ("7C-W", "slam")],
)
def test_kinds_of_contracts(contract: str, name: str) -> None:
    """Slams are told apart, whatever the strain."""
    real = load_config(SimulationSettings).real
    assert shift_name(Contract.parse(contract)) == name
    assert real.of(Contract.parse(contract)) is getattr(real, name)


def test_shifts_by_level() -> None:
    """The worst tenth loses two tricks, the best fifth wins one."""
    chances = (0.0, 0.1, 0.0, 0.7, 0.2, 0.0, 0.0)
    assert shifts_at(chances, (0.05, 0.15, 0.5, 0.79, 0.81, 0.999)) == [-2, 0, 0, 0, 1, 1]
    assert shifts_at((0.0,) * 6 + (0.99,), (0.995,)) == [3]  # what rounding lost


def test_shifts_by_tricks() -> None:
    """Two tricks over stand for all above, two down for all below."""
    rows = [tuple(float(at == place) for at in range(7)) for place in range(5)]
    shifts = TrickShifts(*rows)
    assert [shifts.of(over) for over in (-7, -2, -1, 0, 1, 2, 4)] == [
        rows[0], rows[0], rows[1], rows[2], rows[3], rows[4], rows[4],
    ]  # fmt: skip


@pytest.mark.parametrize("wrong", [(1.0,), (0.5,) * 7, (2.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0)])
def test_chances_add_up(wrong: tuple[float, ...]) -> None:
    """Seven numbers of 0 or more."""
    with pytest.raises(RefusedError, match="add up to 1"):
        TrickShifts(two_down=wrong)


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
    assert ending(auction_of(calls), Side.NS, DOUBLES).doubles == chances


def test_chance_by_tricks() -> None:
    """The more tricks are missing, the likelier is a double."""
    found = AuctionEnding(Contract.parse("4S-N"), DoubleChances(0.1, 0.2, 0.3, 0.4))
    assert [found.chance(tricks) for tricks in (13, 10, 9, 8, 7, 0)] == [
        0.1, 0.1, 0.2, 0.3, 0.4, 0.4,
    ]  # fmt: skip
    assert AuctionEnding(None).chance(5) == 0
