"""Declarer's cards by plan, the defenders' by search."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from attrs import frozen

from bluechip_bot.engine import CardChoice, CardEngine, Limits, Question, Worlds
from bluechip_bot.model import Card
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.planning import (
    STAGES,
    Beliefs,
    DeclarerView,
    GoalName,
    HtnDeclarer,
    PlannedCard,
    TreeLimits,
    WorldBeliefs,
)

WORLDS: Final = 1000
"""Layouts that a plan believes in when their number is left open."""
HINTS: Final = STAGES[:1]
"""The plan that stands beside a search: no clock ends it, so that it is always the same."""


class CardChooser(Protocol):
    """Whoever chooses cards; see `CardEngine`."""

    def choose(self, question: Question, limits: Limits) -> CardChoice | None:
        """The card to play; None if there was no time for one."""
        ...

    def worlds(self, question: Question, n: int) -> Worlds:
        """At most n layouts of the hidden hands."""
        ...

    def stop(self) -> None:
        """Make a running `choose` return soon, with what it has."""
        ...


class PlanningEngine:
    """Plans declarer's play, and defends by search.

    It is used as a `CardEngine` is. The record of a planned card has `method` "htn", `goal`,
    `worlds`, `sample` (as for a search), `value`, `complete`, `nodes`, `leaves`, `stages`,
    `seconds`, `plan` (the explanation) and `cards`: those that a method thought of, best first,
    each with `value` and `task`, the methods that led to it.

    Args:
        engine: the search.
        clock: the time in seconds, from any origin.
        stages: how far the plans go; None is as far as the budget allows.
    """

    def __init__(
        self,
        engine: CardEngine,
        *,
        clock: Callable[[], float] = time.monotonic,
        stages: Sequence[TreeLimits] | None = None,
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._declarer = (
            HtnDeclarer(clock) if stages is None else HtnDeclarer(clock, stages=tuple(stages))
        )

    def choose(self, question: Question, limits: Limits) -> CardChoice | None:
        """The card to play; None if a search had no time.

        Errors are those of `CardEngine.choose`. A plan takes `limits.worlds` for the layouts that
        declarer believes in.
        """
        if question.observer is not None:
            return self._engine.choose(question, limits)
        started = self._clock()
        position = DeclarerView.of(question.board)
        sample = self._engine.worlds(question, limits.worlds or WORLDS)
        beliefs = believed(position, sample)
        left = limits.budget - (self._clock() - started)
        goal = goal_of(question.scoring)
        planned = self._declarer.choose(
            position, beliefs, budget=left, goal=goal, depth=limits.depth
        )
        record = {
            "method": "htn",
            "goal": goal,
            "worlds": len(sample.hands),
            "sample": sample.record,
            **_planned_record(planned),
            "seconds": round(self._clock() - started, 4),
        }
        return CardChoice(planned.card, record)

    def worlds(self, question: Question, n: int) -> Worlds:
        """At most n layouts of the hidden hands, those of the search."""
        return self._engine.worlds(question, n)

    def stop(self) -> None:
        """Make a running `choose` return soon, with what it has. May be called from any thread."""
        self._declarer.stop()
        self._engine.stop()


def believed(position: DeclarerView, sample: Worlds) -> Beliefs:
    """What a sample makes declarer believe."""
    left, right = position.seat(1), position.seat(3)
    rows = zip(sample.hands.tolist(), sample.counts.tolist(), strict=True)
    return WorldBeliefs.of(position, [(hands[left], hands[right], n) for hands, n in rows])


def _planned_record(planned: PlannedCard) -> dict[str, Any]:
    """A planned card in values that JSON can hold."""
    cards: dict[str, dict[str, Any]] = {}
    for other in planned.alternatives:
        cards.setdefault(str(other.card), {"value": round(other.value, 4), "task": other.method})
    return {
        "value": round(planned.value, 4),
        "complete": planned.complete,
        "nodes": planned.nodes,
        "leaves": planned.plan.root.leaves,
        "stages": planned.stages,
        "plan": planned.plan.explain(),
        "cards": cards,
    }


@frozen(eq=False)
class Hint:
    """A short plan beside a search: what to search first, which of equal cards, and what for.

    Attributes:
        planned: the plan.
    """

    planned: PlannedCard

    def rate(self, cards: Sequence[Card]) -> list[float]:
        """What each card is worth in the plan; minus infinity if no method thought of it."""
        worth = {other.card: other.value for other in reversed(self.planned.alternatives)}
        # The plan's card comes first even where another seems better by less than a tree can tell.
        worth[self.planned.card] = max(worth.values())
        return [worth.get(card, float("-inf")) for card in cards]

    def explain(self, card: Card) -> str:
        """What a card is for; empty if no method thought of it."""
        return self.planned.plan.explain(card)


def hint(engine: CardChooser, question: Question) -> Hint | None:
    """A short plan of declarer's; None for a defender, or where there is nothing to plan.

    It depends on the question alone, not on the time that it takes (some hundredths of a second).

    Args:
        engine: whose layouts the plan is made from.
        question: what the search is asked.
    """
    if question.observer is not None or len(question.board.legal_cards) == 1:
        return None
    position = DeclarerView.of(question.board)
    beliefs = believed(position, engine.worlds(question, WORLDS // 5))
    declarer = HtnDeclarer(lambda: 0.0, stages=HINTS)
    goal = goal_of(question.scoring)
    return Hint(declarer.choose(position, beliefs, budget=1.0, goal=goal))


def goal_of(scoring: Scoring) -> GoalName:
    """The goal of a plan that plays for what a search with this scoring plays for."""
    match scoring:
        case "win":
            return "make"
        case "matchpoints":
            return "tricks"
        case "imps" | "points":
            return scoring
