"""Losers are thrown on winners, before trumps only where there is no time to draw them."""

from __future__ import annotations

import pytest

from support.planning import Ending, trump_ending


@pytest.mark.parametrize(
    ("place", "card"),
    [
        (trump_ending("4H", "2.KQJ.32.", "AKQ.T.54.", "JT9876.A98.AKQ.", 4), "S2"),
        (trump_ending("4D", "AKQ.54.T.", "2.32.KQJ.", "JT9876.AKQ.A98.", 4), "SA"),
        (trump_ending("4S", "T.54..AKQ", "KQJ.32..2", "A98.AKQ..JT9876", 4, "N"), "C2"),
    ],
)
def test_losers_are_thrown_before_the_lead_is_lost(place: Ending, card: str) -> None:
    """With the ace of trumps out, drawing trumps would let them cash."""
    chosen = place.choose(stages=3)
    assert str(chosen.card) == card
    assert "discard losers" in chosen.alternatives[0].method


def test_trumps_go_first_where_the_lead_is_kept() -> None:
    """With solid trumps there is time: the winners cannot be ruffed any more."""
    place = trump_ending("4H", "2.AKQ.32.", "AKQ.T.54.", "JT9876.J98.AKQ.", 6)
    chosen = place.choose(stages=3)
    assert str(chosen.card) == "HA"
    assert chosen.value > 0.99


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
    assert (place.choose().card.suit == 0) == ruffs


def test_the_worst_lead_is_in_the_suit_that_waits() -> None:
    """A defender who gets in leads through the king, so trumps are not drawn for sure."""
    place = trump_ending(
        "4H", "53.QJT964.K72.6", "8.K83.9543.AKQJ", "QJT976.A752.AQJT86.T9875432", 9,
        known=("SQ SJ", ""),
    )  # fmt: skip
    worth = {way.method: way.value for way in reversed(place.choose(stages=3).alternatives)}
    assert worth["draw trumps"] < worth["discard losers"]
