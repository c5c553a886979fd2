"""Alpha-mu for a decision: the contract, and what other tricks are worth beside it.

Whether the contract is made is one question to each world, which the vote has asked before; how
many tricks are taken is several, and costs several times as much. So alpha-mu searches the first,
and at IMPs the double-dummy tricks of the vote are added, an overtrick by what it is worth beside
the contract. With other scorings, and when the contract is out of reach, it searches for tricks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from attrs import evolve, field, frozen

from bluechip_bot.engine.deepening import (
    SIZES,
    Deepening,
    Searcher,
    Stage,
    View,
    best_stage,
    deepest_stage,
    is_close,
)
from bluechip_bot.engine.estimate import estimate
from bluechip_bot.engine.payoff import Scoring, Stake
from bluechip_bot.engine.pool import Worlds
from solver.alphamu.result import CardValue
from solver.dd.pimc import Ranking, TrickState

_SURE_SHARE: Final = 0.7
"""The share of the time for a sample when the vote decides all worlds: then only a deep search
tells cards apart."""


@frozen(eq=False)
class Decision:
    """A decision on which worlds have voted.

    Attributes:
        stake: what is at stake.
        question: the position.
        observer: the defender who decides, 0..3, or None for declarer.
        sample: the worlds.
        groups: the legal cards, those that touch together, low to high.
        ranking: the vote of the first worlds.
        order: legal cards, the most promising first, as far as that is known.
    """

    stake: Stake
    question: TrickState
    observer: int | None
    sample: Worlds
    groups: Sequence[Sequence[int]]
    ranking: Ranking
    order: Sequence[int] = ()

    @property
    def is_open(self) -> bool:
        """Whether the target may be reached in some world, as far as the vote knows."""
        reached = self.ranking.reached
        return 1 <= self.stake.target <= self.stake.left and int(max(reached)) > 0

    @property
    def levels(self) -> frozenset[int]:
        """The numbers of tricks from here between which the play decides, 1 to `stake.left`.

        Those about the target as long as it is in doubt. When it is sure, or out of reach, those
        about the mean of the best card (and the target, if it is not to be thrown away).
        """
        stake, ranking = self.stake, self.ranking
        levels = {stake.target - 1, stake.target, stake.target + 1}
        if ranking.slid and ranking.counted:
            mean = int(max(ranking.tricks)) // ranking.counted
            levels = {mean, mean + 1}
            if stake.target <= mean:
                levels.add(stake.target)
        return frozenset(level for level in levels if 1 <= level <= stake.left)

    def view(self, payoff: npt.NDArray[np.float64]) -> View:
        """The question to alpha-mu, with what tricks are worth."""
        question = self.question
        mover = (question.leader + len(question.trick)) % 4
        return View(
            question.trump,
            question.leader,
            question.trick,
            "EW" if mover % 2 else "NS",
            self.observer,
            payoff,
            self.groups,
            self.order,
        )


@frozen(eq=False)
class Verdict:
    """What alpha-mu found.

    Attributes:
        values: by legal card the share of what can be had.
        worth: what cards are compared by: the same, or with other tricks added.
        stage: the sample that counts.
        levels: the numbers of tricks that counted, rising.
        stages: all searches.
        payoff: float64[tricks + 1], what tricks from here were worth.
        extended: whether more time was taken because the decision was close.
    """

    values: Mapping[int, CardValue]
    worth: Mapping[int, CardValue]
    stage: Stage
    levels: Sequence[int]
    stages: Sequence[Stage] = field(repr=False)
    payoff: npt.NDArray[np.float64] = field(repr=False)
    extended: bool = False

    @property
    def record(self) -> dict[str, Any]:
        """How it was found, in values that JSON can hold."""
        record = {
            "worlds": self.stage.worlds,
            "depth": self.stage.result.depth,
            "levels": list(self.levels),
            "stages": [stage.record for stage in self.stages],
        }
        return {**record, "extended": True} if self.extended else record


class LookAhead:
    """Looks ahead for one decision after another.

    Args:
        search: alpha-mu, which keeps its tables.
        scoring: what is played for.
        clock: the time in seconds, from any origin.
    """

    def __init__(self, search: Searcher, scoring: Scoring, clock: Callable[[], float]) -> None:
        self._deepening = Deepening(search, clock)
        self._scoring = scoring
        self._clock = clock

    def look(
        self,
        decision: Decision,
        sizes: Sequence[int] = SIZES,
        *,
        deadline: float,
        depth: int | None = None,
        latest: float | None = None,
    ) -> Verdict | None:
        """The verdict, or None if no more was found than the vote knows.

        Args:
            decision: the decision.
            sizes: how many worlds to search, one sample after another.
            deadline: when the search is to end, by the clock.
            depth: how many of its own cards the side looks ahead at most; None is to the end.
            latest: when the search of a close decision is to end; None is the deadline.
        """
        verdict = self._look(decision, sizes, deadline=deadline, depth=depth)
        if latest is None or decision.ranking.slid:
            return verdict
        searched = 0
        if verdict is not None:
            longest = min(sizes[-1], len(decision.sample.counts))
            if not is_close(verdict.stages, verdict.payoff, decision.groups, longest):
                return verdict
            searched = verdict.stages[-1].worlds
        # The search keeps its tables: what it has found out already costs little again.
        longer = [size for size in sizes if size >= searched] or sizes[-1:]
        more = self._look(decision, longer, deadline=latest, depth=depth)
        if more is None:
            return verdict
        before = () if verdict is None else verdict.stages
        return evolve(more, stages=[*before, *more.stages], extended=True)

    def _look(
        self, decision: Decision, sizes: Sequence[int], *, deadline: float, depth: int | None
    ) -> Verdict | None:
        if self._scoring in {"imps", "win"} and decision.is_open:
            return self._contract(decision, sizes, deadline=deadline, depth=depth)
        return self._tricks(decision, sizes, deadline=deadline, depth=depth)

    def _contract(
        self, decision: Decision, sizes: Sequence[int], *, deadline: float, depth: int | None
    ) -> Verdict | None:
        """The share of the worlds in which the contract is made, or beaten."""
        target, ranking, counts = decision.stake.target, decision.ranking, decision.sample.counts
        view = decision.view(decision.stake.payoff("win", {target}))
        scored = self._scoring == "imps"
        exact_below = 0 if ranking.slid else ranking.worlds
        stages = self._deepening.run(
            decision.sample,
            view,
            (sizes[1:] or sizes) if ranking.slid else sizes,
            deadline=deadline,
            depth=depth,
            # a card that is a little less likely to win may still be worth more
            exact_below=len(counts) + 1 if scored else exact_below,
            share=_SURE_SHARE if ranking.slid else None,
        )
        stage = deepest_stage(stages) if ranking.slid else best_stage(stages)
        if stage is None:
            return None
        values = estimate(stage, view.payoff, ranking, counts, correct=not ranking.slid)
        worth = _with_tricks(values, ranking, decision.stake.rate) if scored else values
        return Verdict(values, worth, stage, [target], stages, view.payoff)

    def _tricks(
        self, decision: Decision, sizes: Sequence[int], *, deadline: float, depth: int | None
    ) -> Verdict | None:
        """What all tricks are worth."""
        levels = decision.levels
        view = decision.view(decision.stake.payoff(self._scoring, levels))
        stages = self._deepening.run(decision.sample, view, sizes, deadline=deadline, depth=depth)
        stage = best_stage(stages)
        if stage is None:
            return None
        counts = decision.sample.counts
        values = estimate(stage, view.payoff, decision.ranking, counts, correct=False)
        return Verdict(values, values, stage, sorted(levels), stages, view.payoff)


def _with_tricks(
    values: Mapping[int, CardValue], ranking: Ranking, rate: float
) -> dict[int, CardValue]:
    """Values with the mean of double-dummy tricks added, each at a rate."""
    each = rate / ranking.counted if ranking.counted else 0.0
    tricks = dict(zip(ranking.cards.tolist(), ranking.tricks.tolist(), strict=True))
    return {
        card: CardValue(round(value + each * tricks[card], 9), exact)
        for card, (value, exact) in values.items()
    }
