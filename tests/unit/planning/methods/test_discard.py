"""Losers are thrown on winners, before trumps only where there is no time to draw them."""

from __future__ import annotations

import pytest

from support.planning import Ending, trump_ending


@pytest.mark.parametrize(
    ("contract", "declarer", "dummy", "trick", "ruffs"),
    [
        # The ace opposite wins: why ruff?
        ("4S-S", "AK.A2.3.", "Q2..54.6", "W HK", False),
        ("4S-W", "AK.A2.3.", "Q2..54.6", "N HK", False),
        # Nothing opposite wins: ruff.
        ("4S-S", "AK.32.3.", "Q4..54.6", "W HK", True),
    ],
)
def test_partners_trick_is_not_ruffed(
    contract: str,
    declarer: str,
    dummy: str,
    trick: str,
    ruffs: bool,  # noqa: FBT001 - a column of the table
) -> None:
    """Second hand throws a loser on a trick that the hand opposite can win."""
    place = Ending(
        declarer, dummy, "JT9.QJT.AK.A", needed=4, trick=trick, contract=contract, opening="H"
    )
    assert (place.choose(stages=3).card.suit == 0) == ruffs


def test_the_worst_lead_is_in_the_suit_that_waits() -> None:
    """A defender who gets in leads through the king, so trumps are not drawn for sure."""
    place = trump_ending(
        "4H", "53.QJT964.K72.6", "8.K83.9543.AKQJ", "QJT976.A752.AQJT86.T9875432", 9,
        known=("SQ SJ", ""),
    )  # fmt: skip
    worth = {way.method: way.value for way in reversed(place.choose(stages=3).root.edges)}
    assert worth["draw trumps"] < worth["discard losers"]
