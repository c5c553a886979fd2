"""Declarer's problems whose key cards are known.

`tests/data/play/declarer_problems.json` holds them: what is known of the hidden hands, the cards
that are right (`best_key_plays`, `also_acceptable`), and how that was checked, by double-dummy
results in 400 layouts. Where `strategy_fusion` is set, such results tell no card from another,
because they let declarer see the hands later on; there the whole play is judged.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.engine import (
    CardChoice,
    CardEngine,
    DoubleDummy,
    Question,
    SearchLimits,
    SearchMethod,
)
from bluechip_bot.formats.problem import parse_problem
from bluechip_bot.player.planned import CardChooser, PlanningEngine
from support.planning import PLANNING
from support.playout import chosen, is_made, layouts, played_out

PROBLEMS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "play" / "declarer_problems.json").read_text()
)
KEY = [problem for problem in PROBLEMS if not problem["strategy_fusion"]]
LINES = [problem for problem in PROBLEMS if problem["strategy_fusion"]]
QUICK = {"bath_coup", "holdup_3nt_ace_third", "deep_finesse_AJ9"}
"""Problems that alpha-mu solves soon; the others are for `-m slow`."""


def bounded(worlds: int, depth: int) -> SearchLimits:
    """Limits of a search that has all the time it needs, after a vote of the same layouts."""
    return SearchLimits(budget=1000.0, worlds=worlds, depth=depth, votes=worlds)


def check_key_card(
    data: dict[str, Any], method: SearchMethod, limits: SearchLimits, seed: int
) -> None:
    """Fail unless the engine's card is one of the right ones."""
    problem = parse_problem(json.dumps(data))
    choice = chosen(CardEngine(64, method=method), limits, problem, problem.board, seed)
    assert str(choice.card) in {*data["best_key_plays"], *data["also_acceptable"]}, choice.record


class PlanAlone(PlanningEngine):
    """Plays declarer's cards by plans of some tenths of a second, without a vote of layouts."""

    def choose(self, question: Question, limits: SearchLimits) -> CardChoice | None:
        """The card of the plan for the contract, before layouts check it."""
        question = evolve(question, scoring="win")
        return next(self.think(question, limits), None) or super().choose(question, limits)


def made(
    data: dict[str, Any], limits: SearchLimits, count: int, engine: CardChooser | None = None
) -> int:
    """In how many of so many layouts an engine makes the contract against double-dummy defence.

    The engine is alpha-mu unless another is given.
    """
    problem = parse_problem(json.dumps(data))
    engine, double_dummy = engine or CardEngine(64, method="alphamu", classes=True), DoubleDummy(64)
    return sum(
        is_made(played_out(engine, limits, double_dummy, problem, dealt, number))
        for number, dealt in enumerate(layouts(problem, count, 7))
    )


def test_all_problems_are_there() -> None:
    """Twelve problems of one card, and two of a line of play."""
    assert (len(KEY), len(LINES)) == (12, 2)


@pytest.mark.parametrize("data", KEY, ids=lambda data: data["name"])
def test_key_card(data: dict[str, Any]) -> None:
    """The right card is found in 160 layouts, by the vote and in some problems two cards ahead."""
    check_key_card(data, "pimc", bounded(160, 1), 2)
    if data["name"] in QUICK:
        check_key_card(data, "alphamu", bounded(160, 2), 2)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("worlds", "depth"), [(640, 2), (640, 3)])
@pytest.mark.parametrize("data", KEY, ids=lambda data: data["name"])
def test_key_card_whatever_the_sample(
    data: dict[str, Any], worlds: int, depth: int, seed: int
) -> None:
    """The right card is found in every sample that is large enough, at every depth."""
    check_key_card(data, "alphamu", bounded(worlds, depth), seed)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("data", PROBLEMS, ids=lambda data: data["name"])
def test_key_card_of_a_plan(data: dict[str, Any], seed: int) -> None:
    """A plan that layouts check finds the right card, also where these cannot tell."""
    problem = parse_problem(json.dumps(data))
    limits = SearchLimits(budget=1000.0, worlds=300, depth=2)
    choice = chosen(PlanningEngine(CardEngine(64), PLANNING), limits, problem, problem.board, seed)
    assert str(choice.card) in {*data["best_key_plays"], *data["also_acceptable"]}, choice.record


def test_a_line() -> None:
    """Played to the end against double-dummy defence, nine tricks on top are taken."""
    assert made(line("cashout_finesse_vs_cashout_trick3"), bounded(20, 3), 1) == 1


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize(
    ("name", "limits", "least"),
    [
        ("avoidance_two_way_finesse", SearchLimits(budget=2.0, worlds=100, depth=8), 95),
        ("cashout_finesse_vs_cashout_trick3", bounded(40, 4), 100),
    ],
)
def test_lines_in_many_layouts(name: str, limits: SearchLimits, least: int) -> None:
    """The line that makes the contract in every layout is found in so many of a hundred."""
    assert made(line(name), limits, 100) >= least


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_a_line_of_plans_in_many_layouts() -> None:
    """Plans alone, made again at each turn, take the nine tricks on top in every layout."""
    numbers = evolve(PLANNING, tree=evolve(PLANNING.tree, nodes=5000))
    plans = PlanAlone(CardEngine(64), numbers, clock=float)
    limits = SearchLimits(budget=1.0, worlds=150)
    assert made(line("cashout_finesse_vs_cashout_trick3"), limits, 20, plans) == 20


def line(name: str) -> dict[str, Any]:
    """A problem of a line of play."""
    (data,) = (data for data in LINES if data["name"] == name)
    return data
