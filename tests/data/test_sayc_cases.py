"""The calls that a public SAYC test suite expects; `lab bidding cases` prints them by family."""

from __future__ import annotations

from pathlib import Path

import pytest

from bluechip_bot.lab.bidding.expectations import firm, outcomes, rate, read_cases
from support.call_tables import bidder
from support.collection import found, graded, whole

CASES = [*found("bidding/sayc_sample.json"), *whole("bidding/sayc_dev.json")]
FLOOR = 0.94
"""What the explicit cases without doubt reach at least."""


@pytest.mark.parametrize("path", graded(CASES))
def test_expectations(path: Path) -> None:
    """Not fewer expectations are met than were before."""
    assert rate(firm(outcomes(read_cases(path), bidder()))) >= FLOOR
