"""The line that is hoped for, and what a plan comes to."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bluechip_bot.planning.state.defence import DefenderAct
from bluechip_bot.planning.tree.node import NodeKind
from bluechip_bot.planning.words.prospects import LineCard, PlanProspects, instead, line
from support.planning import Ending

FINESSE = Ending("32.2..", "AQ...2", "K54.A..AK", needed=2)
HOLD_UP = Ending(
    ".A72..KQJ", ".86..T93", ".QJT94..A8765", 2, "W HK H5 H3",
    known=("HQ HJ", ""), lengths={(0, "H"): (3, 4)},
)  # fmt: skip


def assert_in_turn(plays: list[LineCard]) -> None:
    """Within a trick each player follows the one before him, to the suit that was led."""
    for before, play in pairwise(plays):
        assert play.place == before.place + 1
        if not play.leads:
            assert play.agent == (before.agent + 1) % 4
            assert play.led == before.led
    assert plays[-1].edge.node.kind is NodeKind.LEAF


@pytest.mark.parametrize("place", [FINESSE, HOLD_UP])
def test_a_line_is_played_in_turn(place: Ending) -> None:
    """It goes to the end of the plan, and so does every line that leaves it."""
    plan, position = place.choose(), place.position
    prospects = PlanProspects(position)
    plays = list(line(position, prospects, plan.root.edges[0]))
    assert plays[0].place == len(position.trick.cards)
    assert_in_turn(plays)
    assert any(play.rivals for play in plays)
    for play in plays:
        assert 0 < play.reach <= 1
        for rival in play.rivals:
            others = list(instead(prospects, play, rival))
            assert (others[0].edge, others[0].place) == (rival, play.place)
            assert_in_turn(others)


def test_the_line_hopes_for_the_finesse() -> None:
    """It is the one in which the contract is made, and its rivals lose."""
    plan, position = FINESSE.choose(), FINESSE.position
    prospects = PlanProspects(position)
    best = plan.root.edges[0]
    plays = list(line(position, prospects, best))
    assert prospects.made(plays[-1].edge.node) == 1
    assert sum(prospects.shares(best.node).values()) == pytest.approx(1)
    assert prospects.made(best.node) == pytest.approx(0.5)
    east = next(play for play in plays if play.agent == 3)
    lost = [rival for rival in east.rivals if rival.act is DefenderAct.WIN]
    assert [prospects.made(rival.node) for rival in lost] == [0]
    assert prospects.likely(lost[0].node) == position.contract.target - 1
