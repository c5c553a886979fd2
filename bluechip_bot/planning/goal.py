"""The goals of a plan: what each number of tricks is worth."""

from __future__ import annotations

from typing import Final, Literal

from bluechip_bot.model import Contract, duplicate_score, imps
from bluechip_bot.planning.error import PlanningError

GoalName = Literal["make", "points", "imps", "tricks"]
GOALS: Final[tuple[GoalName, ...]] = ("make", "points", "imps", "tricks")
_OVERTRICK: Final = 1e-4
"""The value of one trick if the contract is worth 1: it breaks ties."""


def values(goal: GoalName, contract: Contract, *, vulnerable: bool) -> tuple[float, ...]:
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
