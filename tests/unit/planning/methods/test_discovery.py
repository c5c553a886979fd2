"""Discovery: harmless winners are cashed before a queen has to be guessed."""

from __future__ import annotations

import pytest

from support.planning import Ending


def test_nothing_to_discover() -> None:
    """Without a guess there is no discovery."""
    choice = Ending(".AK..AJ2", ".Q4..653", ".JT987..KQ987", needed=4).choose()
    assert all(other.method != "discovery" for other in choice.alternatives)


def test_no_discovery_where_one_hand_is_safe() -> None:
    """A guess that can be lost to the safe hand is none."""
    choice = Ending(
        "3.A.AT84.", ".K2.KJ93.", "QJ.QJT98.Q7652.", needed=5,
        known=("SQ SJ", ""), lengths={(1, "S"): (0, 0)},
    ).choose()  # fmt: skip
    assert all(other.method != "discovery" for other in choice.alternatives)


@pytest.mark.parametrize(
    ("declarer", "dummy"), [("AK..KJ62.", "Q4..AT94."), ("AK..AT94.", "Q4..KJ62.")]
)
def test_no_card_is_given_away_by_not_covering(declarer: str, dummy: str) -> None:
    """An honour led through a queen that nothing is promoted for is no more than a guess."""
    choice = Ending(declarer, dummy, "JT98765..Q8753.", needed=6, opening="H").choose()
    honours = [a.value for a in choice.alternatives if a.method.startswith("run an honour")]
    assert all(value < 0.75 for value in honours)
