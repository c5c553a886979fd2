"""Tricks at a glance."""

from __future__ import annotations

from itertools import islice, permutations

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.model import Deal, Seat, Strain
from bluechip_bot.simulation.estimate import load_networks, suit_features
from support.positions import oracle_tables

NETWORKS = load_networks()

Layouts = npt.NDArray[np.uint64]


def mean_tricks(layouts: Layouts, strain: Strain, declarer: Seat) -> npt.NDArray[np.float64]:
    """The mean of the tricks by their chances: float64[n]."""
    return np.asarray(NETWORKS.chances(layouts, strain, declarer) @ np.arange(14))


@pytest.mark.parametrize("strain", Strain)
def test_chances_add_up(layouts: Layouts, strain: Strain) -> None:
    """Every layout has a chance of 1 in all, and none below 0."""
    chances = NETWORKS.chances(layouts, strain, Seat.EAST)
    assert chances.shape == (len(layouts), 14)
    assert chances.min() >= 0
    assert chances.sum(axis=1) == pytest.approx(1)


def test_estimates_are_near_the_tricks() -> None:
    """The error is about what the file says, for suits and for notrump."""
    texts, solved = zip(*islice(oracle_tables(), 60), strict=True)
    deals = map(Deal.parse, texts)
    layouts = np.array([[hand.mask for hand in deal.hands] for deal in deals], dtype=np.uint64)
    tables = np.array(solved)
    for strain in Strain:
        network = NETWORKS.notrump if strain.suit is None else NETWORKS.suit
        errors = [
            mean_tricks(layouts, strain, declarer) - tables[:, strain, declarer]
            for declarer in Seat
        ]
        assert np.sqrt(np.mean(np.square(errors))) < 1.5 * network.error


def test_the_table_may_be_turned(layouts: Layouts) -> None:
    """Who sits where does not matter, only who sits where from declarer."""
    turned = np.roll(layouts, 1, axis=1)
    for strain in Strain:
        north = NETWORKS.chances(layouts, strain, Seat.NORTH)
        assert NETWORKS.chances(turned, strain, Seat.EAST) == pytest.approx(north)


def test_side_suits_may_be_exchanged(layouts: Layouts) -> None:
    """Spades being trumps, the order of the other suits does not matter."""
    hearts = mean_tricks(layouts, Strain.SPADES, Seat.SOUTH)
    for order in permutations((1, 2, 3)):
        mixed = np.zeros_like(layouts)
        for new, old in enumerate((0, *order)):
            suit = layouts >> np.uint64(13 * old) & np.uint64(0x1FFF)
            mixed |= suit << np.uint64(13 * new)
        assert mean_tricks(mixed, Strain.SPADES, Seat.SOUTH) == pytest.approx(hearts)


def test_features_of_a_suit() -> None:
    """Lengths are scaled, and the ace to the eight are where their holders sit from declarer."""
    spades = 0b1_1111_0000_0000  # AKQJT
    layout = np.array([[spades, 0x1FFF << 13, 0x1FFF << 26, 0x1FFF << 39]], dtype=np.uint64)
    found = suit_features(layout, Seat.SOUTH)[0]
    north = found[0].reshape(4, 7)[2]  # North is South's dummy
    assert north == pytest.approx([(5 - 3.25) / 1.5, 1, 1, 1, 1, 1, 0])
    south = found[2].reshape(4, 7)[0]
    assert south == pytest.approx([(13 - 3.25) / 1.5, 1, 1, 1, 1, 1, 1])
