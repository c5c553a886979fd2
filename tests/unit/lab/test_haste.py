"""What haste costs: ballots, moments_of and the table."""

from __future__ import annotations

import numpy as np
import pytest

from bluechip_bot.engine.ballot import Ballot
from bluechip_bot.inference.records import read_records
from bluechip_bot.lab.haste import TIMES, HasteDecision, HastePlan, moments_of, report
from bluechip_bot.lab.leads.series import boards_with_lead
from support.collection import SAMPLE

RECORDS = SAMPLE / "auctions" / "bluechip_bot.jsonl.gz"
TINY = HastePlan(layouts=12, seconds=0.5)


def test_a_ballot_of_few_layouts() -> None:
    """The first layouts of each order choose; all layouts judge the choice by what they count."""
    won = np.array([[1, 0, 0], [0, 1, 0], [0, 1, 1]], dtype=np.bool_)
    ballot = Ballot(won, np.array([1, 1, 2]), 0.1)
    assert ballot.behind(1, np.array([[0, 1, 2]])) == pytest.approx(0.75 - 0.25)
    assert ballot.behind(1, np.array([[1, 0, 2]])) == 0
    tie = ballot.behind(1, np.array([[2, 0, 1]]))
    assert tie == pytest.approx(0.75 - (0.75 + 0.5) / 2), "the second and the third are equal"
    assert ballot.behind(1, np.array([[0, 1, 2], [1, 0, 2]])) == pytest.approx(0.25)
    assert ballot.behind(3, np.array([[0, 1, 2]])) == 0


def test_more_time_costs_less() -> None:
    """Every decision along the play is looked at once, the lead as trick 0."""
    board = next(iter(boards_with_lead(read_records(str(RECORDS)), held_out=False)))
    found = moments_of(TINY, board)
    assert sum(one.trick == 0 for one in found) == 1
    assert {one.declares for one in found} == {True, False}
    assert all(not one.declares for one in found if one.trick == 0)
    assert all(0 <= lost <= 1 for one in found for lost in one.behind)
    assert all(1 <= one.layouts <= 12 for one in found)
    late = [one for one in found if one.trick >= 6]
    assert late
    assert all(one.behind[-1] == 0 for one in late), "a second is enough for all layouts"


def test_the_table() -> None:
    """A line for each trick and side, in order."""
    rows = [
        HasteDecision(
            0, declares=False, layouts=50, each=0.01, behind=(0.04, 0.03, 0.02, 0.01, 0.0)
        ),
        HasteDecision(2, declares=True, layouts=50, each=0.002, behind=(0.01, 0.01, 0.0, 0.0, 0.0)),
        HasteDecision(2, declares=True, layouts=50, each=0.004, behind=(0.03, 0.01, 0.0, 0.0, 0.0)),
    ]
    head, lead, second = report(rows).splitlines()
    assert all(f"{seconds:g} s" in head for seconds in TIMES)
    assert lead.split() == [
        *("opening", "lead", "1", "10.00"),
        *("4.00", "±", "0.00", "3.00", "±", "0.00", "2.00", "±", "0.00"),
        *("1.00", "±", "0.00", "0.00", "±", "0.00"),
    ]
    assert second.split()[:8] == ["trick", "2,", "declarer", "2", "3.00", "2.00", "±", "1.96"]
