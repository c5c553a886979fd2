"""The fit of the estimate of tricks."""

from __future__ import annotations

import tomllib
from itertools import islice
from typing import Any

import numpy as np
import pytest

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.bidding.table import random_deal
from bluechip_bot.lab.fit.tricks import fitted_text, solved_deals
from bluechip_bot.model import Deal, Seat, Strain
from bluechip_bot.simulation.estimate import networks_of, suit_features, trumps_first
from support.positions import oracle_tables


@pytest.fixture(scope="module")
def solved() -> tuple[Any, Any]:
    """Return 240 deals and their tables."""
    texts, tables = zip(*islice(oracle_tables(), 240), strict=True)
    deals = map(Deal.parse, texts)
    layouts = np.array([[hand.mask for hand in deal.hands] for deal in deals], dtype=np.uint64)
    return layouts, np.array(tables, dtype=np.int8)


def test_deals_are_solved() -> None:
    """A deal has its number's cards and its double-dummy table."""
    layouts, tables = solved_deals(3, [7])
    deal = random_deal(3, 7)
    assert layouts.tolist() == [[hand.mask for hand in deal.hands]]
    assert np.array_equal(tables[0], DoubleDummy(8).table(deal))


def test_the_file_holds_networks_that_have_learnt(solved: tuple[Any, Any]) -> None:
    """Fitted to two hundred deals, they beat the mean of all deals on those held out."""
    layouts, tables = solved
    text = fitted_text(layouts, tables, "few deals")
    assert text.startswith("# Tricks at a glance")
    networks = networks_of(tomllib.loads(text))
    assert networks.suit.trump is not None
    assert networks.notrump.trump is None
    for strain in (Strain.HEARTS, Strain.NOTRUMP):
        network = networks.notrump if strain.suit is None else networks.suit
        found = network.tricks(trumps_first(suit_features(layouts, Seat.WEST), strain))
        tricks = tables[:, strain, Seat.WEST]
        errors = found - tricks
        assert np.std(errors[::6]) < np.std(tricks[::6])
        assert np.std(errors) < 0.7 * np.std(tricks)
    few = layouts[:24], tables[:24]
    assert fitted_text(*few, "x") == fitted_text(*few, "x"), "the same deals give the same file"


def test_a_file_that_lacks_something_is_refused() -> None:
    """The error names what it lacks."""
    with pytest.raises(KeyError, match="notrump"):
        networks_of({"suit": {"error": 1.0}})
