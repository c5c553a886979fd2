"""What each method of the planner is worth."""

from __future__ import annotations

import pytest

from bluechip_bot.lab.paper.plans import (
    MethodEffect,
    MethodEffects,
    MethodsOfDeal,
    _count,
    _figures,
    _parts,
    _plan,
)
from bluechip_bot.lab.rows import RowError
from bluechip_bot.planning.methods import catalogue
from support.planning import Ending

WORTHS = MethodEffects({"draw trumps": (4, 2, 0.25), "finesse": (1, 0, 0.0)})
ROW = MethodsOfDeal(3, "4S", 9, WORTHS)


def test_rows() -> None:
    """A row holds what the deal does; what cannot be is refused."""
    row = ROW.to_row()
    assert row["methods"] == "draw trumps=4 2 0.25;finesse=1 0 0"
    assert MethodsOfDeal.from_row(row) == ROW
    for column, text in (("methods", "finesse"), ("methods", "finesse=1 0"), ("number", "")):
        with pytest.raises(RowError):
            MethodsOfDeal.from_row({**row, column: text})


def test_figures() -> None:
    """Every method in use is listed, the most valuable first, in contracts of a hundred deals."""
    found = list(_figures([ROW, MethodsOfDeal(4, "3NT", 11, MethodEffects({}))]))
    assert len(found) == len(WORTHS.worths)
    assert found[0].name == "draw trumps (in 4 of 20 plans, decides 2)"
    assert found[0].value == pytest.approx(12.5)


def test_a_method_decides_where_another_card_is_planned() -> None:
    """A plan of the same card is counted as a use alone."""
    found: dict[str, MethodEffect] = {}
    _count(found, [("finesse", None), ("draw trumps", 0.0)])
    _count(found, [("draw trumps", 0.25)])
    assert found == {"finesse": (1, 0, 0.0), "draw trumps": (2, 2, 0.25)}


def test_only_methods_of_the_plan_can_matter() -> None:
    """Without a method that has no part in the plan, the same card is planned."""
    place = Ending("A2.K3.AJ4.A", "K4.A2.K32.4", "QJT.QJT.QT98.KQJ5T9", 8)
    whole = _plan(place.position, place.beliefs, "")
    parts = _parts(whole.root)
    assert {"cash out", "finesse"} & parts
    for name in sorted({entry.name for entry in catalogue()} - parts):
        assert _plan(place.position, place.beliefs, name).card == whole.card, name
