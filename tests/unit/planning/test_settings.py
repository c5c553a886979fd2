"""The numbers of the planner."""

from __future__ import annotations

from attrs import evolve

from bluechip_bot.config import overlaid
from bluechip_bot.planning import HtnDeclarer, PlanningSettings
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.methods.task import PLAY_ON
from bluechip_bot.planning.state.state import begin
from bluechip_bot.planning.state.table import PlanTable
from support.planning import PLANNING, Ending

PLACE = Ending("54.A..", "AQ.2..", "KJT.KQJ..", 3, trick="N")
"""South has to be reached before he leads to the finesse."""


def finesse(numbers: PlanningSettings) -> float:
    """What the finesse promises."""
    table = PlanTable(*begin(PLACE.position, PLACE.beliefs, numbers))
    (way,) = (way for way in catalogue().ways(PLAY_ON, table) if way.method == "finesse")
    return way.gain


def test_a_method_promises_what_its_number_says() -> None:
    """A change in the file changes the gain."""
    dear = overlaid(PLANNING, {"suits": {"crossing": 0.25}}, "own file")
    assert round(finesse(PLANNING) - finesse(dear), 9) == 0.2


def test_trees_go_as_far_as_their_numbers_say() -> None:
    """One tree for each entry; the first is the least careful."""
    first, second, *_ = PLANNING.tree.limits
    assert (first.ways, first.careful, second.ways, second.careful) == (3, False, 8, True)
    tree = evolve(PLANNING.tree, stratagems=(1,), shares=(0.2,), breadths=((13,),))
    declarer = HtnDeclarer(float, evolve(PLANNING, tree=tree))
    assert declarer.choose(PLACE.position, PLACE.beliefs, budget=1.0).stages == 1
