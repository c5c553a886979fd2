"""The calls that a public SAYC test suite expects; `lab bidding cases` prints them by family."""

from __future__ import annotations

from pathlib import Path

import pytest

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.system.system import load
from bluechip_bot.config import conf_dir
from bluechip_bot.lab.bidding.expectations import firm, outcomes, rate, read_cases

CASES = Path(__file__).parents[3] / "shared" / "data" / "bidding" / "sayc_dev.json"
FLOOR = 0.94
"""What the explicit cases without doubt reach at least."""


@pytest.mark.skipif(not CASES.exists(), reason="shared data are absent")
def test_expectations():
    """Not fewer expectations are met than were before."""
    book = load(conf_dir() / "systems" / "sayc.toml", check=False).book
    assert rate(firm(outcomes(read_cases(CASES), Bidder((book, book))))) >= FLOOR
