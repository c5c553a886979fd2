"""Declarer's cards by plan, the defenders' by search."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from attrs import frozen

from bluechip_bot.engine import (
    CardChoice,
    CardEngine,
    Fit,
    Knowledge,
    Scoring,
    Worlds,
)
from bluechip_bot.model import Board, Card, Seat
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
    """Whoever chooses cards from a board and what is known of the hands; see `CardEngine`."""

    def choose(  # noqa: PLR0913 - a question in full
        self,
        board: Board,
        seat: Seat,
        evidence: Knowledge,
        *,
        budget: float,
        most: float | None,
        worlds: int | None,
        depth: int | None,
        votes: int | None,
        seed: int,
        fit: Fit | None,
        order: Fit | None,
    ) -> CardChoice | None:
        """The card to play; None if there was no time for one."""
        ...

    def stop(self) -> None:
        """Make a running `choose` return soon, with what it has."""
        ...


class PlanningEngine:
    """Plans declarer's play, and defends by search.

    It is used as a `CardEngine` is. The record of a planned card has `method` "htn", `goal`,
    `worlds`, `sample` (as for a search), `value`, `complete`, `nodes`, `leaves`, `stages`,
    `seconds`, `plan` (the explanation) and `cards`: those that were thought of, best first, each
    with `value` and `task`, the methods that led to it.

    Args:
        engine: the search.
        goal: what declarer plays for.
        clock: the time in seconds, from any origin.
        stages: how far the plans go; None is as far as the budget allows.
    """

    def __init__(
        self,
        engine: CardEngine,
        *,
        goal: GoalName = "imps",
        clock: Callable[[], float] = time.monotonic,
        stages: Sequence[TreeLimits] | None = None,
    ) -> None:
        self._engine = engine
        self._goal: GoalName = goal
        self._clock = clock
        self._declarer = (
            HtnDeclarer(clock) if stages is None else HtnDeclarer(clock, stages=tuple(stages))
        )

    def choose(  # noqa: PLR0913 - as `CardEngine.choose`
        self,
        board: Board,
        seat: Seat,
        evidence: Knowledge,
        *,
        budget: float,
        most: float | None = None,
        worlds: int | None = None,
        depth: int | None = None,
        votes: int | None = None,
        seed: int = 0,
        fit: Fit | None = None,
        order: Fit | None = None,
    ) -> CardChoice | None:
        """The card to play, from the hand whose turn it is; None if a search had no time.

        Arguments and errors as for `CardEngine.choose`; `worlds` are those that declarer believes
        in, `depth` is how many stratagems in a row the choice is open.
        """
        contract = board.contract
        if contract is None or seat is not contract.declarer:
            return self._engine.choose(
                board, seat, evidence, budget=budget, most=most, worlds=worlds, depth=depth,
                votes=votes, seed=seed, fit=fit, order=order,
            )  # fmt: skip
        started = self._clock()
        position = DeclarerView.of(board)
        sample = self._engine.worlds(board, seat, evidence, worlds or WORLDS, seed=seed)
        beliefs = believed(position, sample)
        left = budget - (self._clock() - started)
        planned = self._declarer.choose(
            position, beliefs, budget=left, goal=self._goal, depth=depth
        )
        record = {
            "method": "htn",
            "goal": self._goal,
            "worlds": len(sample.hands),
            "sample": sample.record,
            **_told(planned),
            "seconds": round(self._clock() - started, 4),
        }
        return CardChoice(planned.card, record)

    def stop(self) -> None:
        """Make a running `choose` return soon, with what it has. May be called from any thread."""
        self._declarer.stop()
        self._engine.stop()


def believed(position: DeclarerView, sample: Worlds) -> Beliefs:
    """What a sample makes declarer believe."""
    left, right = position.seat(1), position.seat(3)
    rows = zip(sample.hands.tolist(), sample.counts.tolist(), strict=True)
    return WorldBeliefs.of(position, [(hands[left], hands[right], n) for hands, n in rows])


def _told(planned: PlannedCard) -> dict[str, Any]:
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
    """A short plan beside a search: what to look at first, which of equal cards, and what for.

    Attributes:
        planned: the plan.
    """

    planned: PlannedCard

    def fits(self, cards: Sequence[Card]) -> list[float]:
        """What each card is worth in the plan; cards that no method thought of come last."""
        worth = {other.card: other.value for other in reversed(self.planned.alternatives)}
        # It was chosen also where another seems better by less than a tree can tell.
        worth[self.planned.card] = max(worth.values())
        return [worth.get(card, float("-inf")) for card in cards]

    def explain(self, card: Card) -> str:
        """What a card is for; empty if no method thought of it."""
        return self.planned.plan.explain(card)


class Hints:
    """Makes short plans from the layouts of a search.

    Args:
        engine: the search.
        scoring: what it plays for.
    """

    def __init__(self, engine: CardEngine, scoring: Scoring) -> None:
        self._engine = engine
        self._goal = goal_of(scoring)

    def hint(self, board: Board, seat: Seat, evidence: Knowledge, *, seed: int) -> Hint | None:
        """A short plan of declarer's; None for a defender, or where there is nothing to plan.

        It depends on the arguments alone, not on the time that it takes (some hundredths of a
        second). A plan that fails is none: no search depends on one.
        """
        contract = board.contract
        if contract is None or seat is not contract.declarer or len(board.legal_cards) == 1:
            return None
        try:
            position = DeclarerView.of(board)
            sample = self._engine.worlds(board, seat, evidence, WORLDS // 5, seed=seed)
            beliefs = believed(position, sample)
            declarer = HtnDeclarer(lambda: 0.0, stages=HINTS)
            return Hint(declarer.choose(position, beliefs, budget=1.0, goal=self._goal))
        except Exception:
            return None


def goal_of(scoring: Scoring) -> GoalName:
    """What a plan is for where the search plays for something."""
    match scoring:
        case "win":
            return "make"
        case "matchpoints":
            return "tricks"
        case "imps" | "points":
            return scoring


__all__ = [
    "HINTS",
    "WORLDS",
    "CardChooser",
    "Hint",
    "Hints",
    "PlanningEngine",
    "believed",
    "goal_of",
]
