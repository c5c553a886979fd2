"""Above game: passes that force, doubles, five-level decisions, saves and doubles for a lead."""

import pytest

from support.sayc import call_of

FORCING = [
    # Two over one and a raise: over their game a double warns, a pass leaves it to partner.
    ("1D 2S 3H 4S", "3.QT653.AQJ843.K", "5H"),
    ("1D 2S 3H 4S", "K3.A6.AQJ843.K52", "X"),
    ("1H P 2NT 4S P P", "4.KQ752.AQ96.A98", "5H"),
    ("1H P 2NT 4S P P", "J42.KQ75.AQ9.A98", "X"),
]
FOUR_LEVEL = [
    # They bid four before a suit is agreed.
    ("1D 1H 1S 4H", "KQ96.4.AKJ75.A98", "4S"),
    ("1D 1H 1S 4H", "K6.K42.AQJ75.A98", "X"),
    ("1D 1H 1S 4H", "K6.842.AQJ75.Q98", "P"),
]
SLAMS = [
    # Partner is on lead: the double asks for an unusual one, and only a void asks.
    ("1S P 3S P 4NT P 5H P 6S P P", "82.J8642..AJ9753", "X"),
    ("1S P 3S P 4NT P 5H P 6S P P", "82.J8642.4.AJ975", "P"),
]


@pytest.mark.parametrize(("auction", "hand", "call"), FORCING + FOUR_LEVEL + SLAMS)
def test_calls(auction: str, hand: str, call: str) -> None:
    """Each hand makes the call of the system."""
    assert call_of(auction, hand) == call


@pytest.mark.parametrize(("vulnerability", "call"), [("NS", "P"), ("None", "P"), ("EW", "7H")])
def test_saves_over_a_slam_are_for_favourable_vulnerability(vulnerability: str, call: str) -> None:
    """A fit of eleven with nothing in defence saves only when the others alone are vulnerable."""
    auction = "3H 3S 4H 4S P 4NT P 5H P 6S"
    assert call_of(auction, "4.J843.97532.J92", vulnerability) == call
