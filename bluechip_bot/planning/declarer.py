"""A declarer who plays by plans, their goals, and the plan that it makes for a position."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, Literal

from attrs import frozen

from bluechip_bot.model import Card, Contract, duplicate_score, imps
from bluechip_bot.planning.error import PlanningError
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.methods.task import TaskCatalogue
from bluechip_bot.planning.settings import PlanningSettings, TreeLimits
from bluechip_bot.planning.state.belief import Beliefs
from bluechip_bot.planning.state.state import begin
from bluechip_bot.planning.tree.node import PlanNode
from bluechip_bot.planning.tree.planner import OutOfTime, Planner
from bluechip_bot.planning.view import DeclarerView
from bluechip_bot.planning.words.drawing import tree_svg, tree_text
from bluechip_bot.planning.words.explanation import explanation
from bluechip_bot.planning.words.prospects import PlanProspects

GoalName = Literal["make", "points", "imps", "tricks"]
GOALS: Final[tuple[GoalName, ...]] = ("make", "points", "imps", "tricks")
_OVERTRICK: Final = 1e-4
"""The value of one trick if the contract is worth 1: it breaks ties."""


def goal_values(goal: GoalName, contract: Contract, *, vulnerable: bool) -> tuple[float, ...]:
    """Return the values of 0 to 13 tricks.

    "points" is the duplicate score; "imps" the difference from the contract just made; "tricks" the
    number of tricks; "make" 1 for a contract made and 0 for one that goes down, with a
    ten-thousandth for each trick to break ties.

    Raises:
        PlanningError: if there is no such goal.
    """
    scores = [duplicate_score(contract, tricks, vulnerable=vulnerable) for tricks in range(14)]
    target = contract.target
    match goal:
        case "points":
            return tuple(scores)
        case "imps":
            return tuple(imps(score - scores[target]) for score in scores)
        case "tricks":
            return tuple(range(14))
        case "make":
            return tuple((tricks >= target) + _OVERTRICK * tricks for tricks in range(14))
    raise PlanningError(f"no goal is called {goal!r}: {', '.join(GOALS)}")


@frozen(eq=False)
class Plan:
    """A plan: the search tree of a position, with its explanation and drawings.

    The root is declarer's or dummy's turn; its edges are the cards that were considered, the best
    first. `nodes` counts the positions searched in all stages, `stages` the trees finished.
    """

    position: DeclarerView
    goal: GoalName
    root: PlanNode
    nodes: int
    stages: int

    @property
    def card(self) -> Card:
        """The card to play."""
        return self.root.edges[0].card

    @property
    def value(self) -> float:
        """The worth of the plan, in units of the goal."""
        return self.root.edges[0].value

    @property
    def chances(self) -> dict[Card, float]:
        """The probability that the contract is made, as the tree sees it, by card considered."""
        prospects = PlanProspects(self.position)
        chances: dict[Card, float] = {}
        for edge in self.root.edges:
            made = prospects.made(edge.node)
            chances[edge.card] = max(made, chances.get(edge.card, 0.0))
        return chances

    def explain(
        self, card: Card | None = None, *, chances: Mapping[Card, float] | None = None
    ) -> str:
        """Return the plan in words, in five sentences at most.

        By default it is about the plan's own card; the text is empty for a card not in the plan.
        `chances` are checked probabilities that the contract is made, by card; None takes those of
        the tree.
        """
        edges = self.root.edges
        if card is not None:
            edges = tuple(edge for edge in edges if edge.cards >> card & 1)
        return explanation(self.position, self.root, edges[0], chances) if edges else ""

    def text(self, depth: int = 8) -> str:
        """Return the tree as text, one line for each turn, down to `depth` turns."""
        return tree_text(self.position, self.root, depth)

    def svg(self, depth: int = 6) -> str:
        """Return the tree as an SVG drawing, down to `depth` turns."""
        return tree_svg(self.position, self.root, depth)


class HtnDeclarer:
    """Chooses declarer's and dummy's cards by a plan.

    The clock is in seconds, from any origin. By default all methods are used, and `numbers` sets
    the limits of the trees. All stages of a plan have at most `nodes` nodes together; the first
    stage is finished all the same.
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
        """Make a running `choose` return soon with its best plan so far; any thread may call it."""
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

        The first stage is always finished, later ones as far as the budget, in seconds, allows.
        The same position and beliefs give the same plan, unless the budget or `stop` ends it.

        `depth` limits the stratagems in a row for which alternatives are tried; None is no limit
        but the time.

        Raises:
            DeclarerViewError: if the position is impossible, or it is a defender's turn.
            BeliefError: if the beliefs leave no layout.
        """
        self._stopped = False
        legal = position.legal
        game, state = begin(position, beliefs, self._numbers)
        worth = goal_values(goal, position.contract, vulnerable=position.vulnerable)
        end = self._clock() + budget
        best: PlanNode | None = None
        planner: Planner | None = None
        searched = stages = 0
        first, *later = self._stages
        wanted = (one for one in later if depth is None or one.stratagems <= depth)
        for limits in (first, *wanted):
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

    def _is_past(self, end: float) -> bool:
        return self._stopped or self._clock() >= end


@contextmanager
def _uncollected() -> Iterator[None]:
    """Switch off garbage collection: trees have no cycles, and it adds a fifth to the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
