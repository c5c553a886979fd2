"""The declarer who plays by plans."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from bluechip_bot.planning.goal import GoalName, values
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.methods.task import TaskCatalogue
from bluechip_bot.planning.settings import PlanningSettings, TreeLimits
from bluechip_bot.planning.state.belief import Beliefs
from bluechip_bot.planning.state.state import begin
from bluechip_bot.planning.tree.node import PlanNode
from bluechip_bot.planning.tree.plan import Plan
from bluechip_bot.planning.tree.planner import OutOfTime, Planner
from bluechip_bot.planning.view import DeclarerView


class HtnDeclarer:
    """Chooses declarer's and dummy's cards by a plan.

    Args:
        clock: the time in seconds, from any origin.
        numbers: the settings, with what methods promise and how far the trees go.
        methods: the catalogue; by default all there is.
        stages: how far the trees go; by default as the numbers say.
        nodes: the most nodes of all stages of a plan; the first stage is finished all the same.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        numbers: PlanningSettings,
        *,
        methods: TaskCatalogue | None = None,
        stages: Sequence[TreeLimits] | None = None,
        nodes: float = float("inf"),
    ) -> None:
        self._clock = clock
        self._numbers = numbers
        self._methods = catalogue() if methods is None else methods
        self._stages = numbers.tree.limits if stages is None else tuple(stages)
        self._nodes = nodes
        self._stopped = False

    def stop(self) -> None:
        """Make a running `choose` return soon with its best so far; callable from any thread."""
        self._stopped = True

    def choose(
        self,
        position: DeclarerView,
        beliefs: Beliefs,
        *,
        budget: float,
        goal: GoalName = "imps",
        depth: int | None = None,
    ) -> Plan:
        """Plan the next card of declarer's or dummy's hand.

        The first stage is always finished, later ones as far as the budget allows. When all stages
        are finished, or the number of nodes, not the budget, ends the plan, the same position and
        beliefs give the same plan.

        Args:
            position: what declarer sees.
            beliefs: what he believes of the hidden hands.
            budget: the time in seconds.
            goal: what he plays for.
            depth: the most stratagems in a row at which the choice is open; None for as many as
                there is time for.

        Raises:
            DeclarerViewError: if the position is impossible, or it is a defender's turn.
            BeliefError: if the beliefs leave no layout.
        """
        self._stopped = False
        legal = position.legal
        game, state = begin(position, beliefs, self._numbers)
        worth = values(goal, position.contract, vulnerable=position.vulnerable)
        end = self._clock() + budget
        best: PlanNode | None = None
        planner: Planner | None = None
        searched = stages = 0
        for limits in self._within(depth):
            expired = (lambda: False) if best is None else partial(self._is_past, end)
            left = min(self._numbers.tree.nodes, self._nodes - searched)
            most = float("inf") if best is None else left
            planner = Planner(
                game, worth, self._methods, limits, expired=expired, most=most, before=planner
            )
            try:
                with _uncollected():
                    best = planner.plan(state)
            except OutOfTime:
                searched += planner.nodes
                break
            searched += planner.nodes
            stages += 1
            if best.complete or len(legal) == 1 or self._is_past(end):
                break
        assert best is not None
        return Plan(position, goal, best, searched, stages)

    def _within(self, depth: int | None) -> tuple[TreeLimits, ...]:
        first, *later = self._stages
        return (first, *(one for one in later if depth is None or one.stratagems <= depth))

    def _is_past(self, end: float) -> bool:
        return self._stopped or self._clock() >= end


@contextmanager
def _uncollected() -> Iterator[None]:
    """Switch off the garbage collector: trees have no cycles, and it takes a fifth more time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
