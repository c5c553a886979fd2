"""The fit of the estimate of tricks."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from bluechip_bot.lab.fit.tricks import fitted_text, solved_deals
from bluechip_bot.model import Seat, Strain
from bluechip_bot.simulation.estimate import networks_of, suit_features, trumps_first


def test_the_file_holds_networks_that_have_learnt() -> None:
    """Fitted to eighty deals, they beat the mean of all deals on those held out."""
    layouts, tables = solved_deals(3, range(1, 97))
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


def test_a_fit_can_be_repeated() -> None:
    """The same deals give the same file."""
    layouts, tables = solved_deals(3, range(1, 25))
    assert fitted_text(layouts, tables, "x") == fitted_text(layouts, tables, "x")


def test_a_file_that_lacks_something_is_refused() -> None:
    """By what it lacks."""
    with pytest.raises(KeyError, match="notrump"):
        networks_of({"suit": {"error": 1.0}})
