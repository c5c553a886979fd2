"""What measurements of the bidding share."""

import pytest

from bluechip_bot.lab.bidding.table import contract_level
from bluechip_bot.model import Contract


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("3NT-N", "game"),
        ("4H-S", "game"),
        ("4C-S", "part score"),
        ("5D-E", "game"),
        ("3S-N", "part score"),
        ("6C-N", "slam"),
    ],
)
def test_levels(text: str, level: str) -> None:
    """A game is worth a hundred points below slam."""
    assert contract_level(Contract.parse(text)) == level
