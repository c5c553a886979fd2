"""Alpha-mu for a decision, against the clock.

The rules of this file:

* To learn whether the contract is made takes one search in each world, which the vote has done
  already; to learn how many tricks are taken takes several. So alpha-mu searches for the contract,
  and at IMPs the double-dummy tricks of the vote are added, an overtrick at its worth relative to
  the contract. With other scorings, and when the contract is out of reach, it searches for tricks.
* It searches larger and larger samples of the worlds; each includes the one before, and is searched
  deeper and deeper for a share of the time. The largest sample that was searched deep enough
  counts.
* Cards that dropped out of the vote are not searched.
* A small sample does not overrule the vote: chance decides between cards in so few worlds.
* Nor does a search that ends with the current trick: it sees what a guess in this trick costs, but
  not what a guess put off to a later trick does. When no search gets further, the time left is used
  to vote.
* A large sample that voted corrects a small one that was searched deep. The value of a card by
  alpha-mu is its double-dummy value less what is lost by not seeing the other hands. The loss
  varies little from world to world, so a few worlds show it; the double-dummy value varies much,
  and the vote has it from many. So the estimate is the search's value, plus the vote of all worlds,
  less the vote of the worlds that were searched (a control variate; see P. Glasserman, *Monte Carlo
  Methods in Financial Engineering*, 2003, section 4.1).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import evolve, field, frozen

from bluechip_bot.engine.pool import WorldSample
from bluechip_bot.engine.question import Question, SearchLimits
from bluechip_bot.engine.settings import LookAheadSettings
from bluechip_bot.engine.timer import DecisionTimer
from bluechip_bot.engine.vote import VoteRanking
from solver import AlphaMuSearch, SearchStopped
from solver.alphamu.result import CardValue, SearchResult

_SETTINGS: Final = LookAheadSettings()
_DIGITS: Final = 9
"""The decimals to which values are rounded: equal ones must not differ by rounding."""


@frozen
class SampleSearch:
    """The search of one sample of worlds.

    Attributes:
        worlds: the number of distinct worlds.
        weight: the sum of their weights.
        payoff: float64[tricks + 1], the worth of 0, 1, 2, ... tricks from here.
        enough: the depth from which the search says more than a vote of the worlds.
    """

    result: SearchResult = field(repr=False)
    worlds: int
    weight: int
    payoff: npt.NDArray[np.float64] = field(repr=False, eq=False)
    enough: int = _SETTINGS.deep

    def share(self, value: float) -> float:
        """Return a value as a share, 0..1, of the most that the payoffs allow."""
        most = float(self.payoff[-1] - self.payoff[0]) * self.weight
        return (value - float(self.payoff[0]) * self.weight) / most if most else 1.0

    @property
    def is_deep(self) -> bool:
        """Whether the search says more than a vote of the worlds by double-dummy results."""
        result = self.result
        return result.complete or result.to_the_end or result.depth >= self.enough


@frozen(eq=False)
class AlphaMuVerdict:
    """The result of alpha-mu for one decision.

    Attributes:
        values: the share of what can be won, by legal card.
        worth: the values by which cards are compared: `values`, perhaps with other tricks added.
        stage: the search on which the values rest.
        levels: the numbers of tricks that were worth reaching, rising.
        stages: all searches, in order.
    """

    values: Mapping[int, CardValue]
    worth: Mapping[int, CardValue]
    stage: SampleSearch
    levels: Sequence[int]
    stages: Sequence[SampleSearch] = field(repr=False)


@frozen(eq=False)
class LookAhead:
    """Searches by alpha-mu for one decision, in worlds that have voted.

    Attributes:
        search: alpha-mu, which keeps its tables from decision to decision.
        sample: the worlds, in random order.
        ranking: the vote of the first worlds of the sample.
        limits: how many worlds are searched, and how deeply.
    """

    search: AlphaMuSearch
    question: Question
    sample: WorldSample
    ranking: VoteRanking
    limits: SearchLimits
    timer: DecisionTimer
    settings: LookAheadSettings = _SETTINGS

    @cached_property
    def groups(self) -> Sequence[Sequence[int]]:
        """The groups of touching cards that did not drop out of the vote."""
        racing = set(self.ranking.cards[: self.ranking.racing].tolist())
        return [group for group in self.question.groups if group[0] in racing]

    def verdict(self) -> AlphaMuVerdict | None:
        """Return the result by the deadline, or by the latest time if the decision is close.

        None means that the search found nothing beyond the vote.
        """
        sizes = self.settings.sizes if self.limits.worlds is None else (self.limits.worlds,)
        found = self._until(self.timer.deadline, sizes)
        if self.timer.latest is None or self.ranking.slid:
            return found
        searched = 0
        if found is not None:
            longest = min(sizes[-1], len(self.sample.counts))
            if not is_close(found.stages, self.groups, longest, self.settings.close):
                return found
            searched = found.stages[-1].worlds
        # The search keeps its tables: it costs little to find the same again.
        longer = tuple(size for size in sizes if size >= searched) or sizes[-1:]
        more = self._until(self.timer.latest, longer)
        if more is None:
            return found
        before = () if found is None else found.stages
        return evolve(more, stages=[*before, *more.stages])

    def _until(self, deadline: float, sizes: Sequence[int]) -> AlphaMuVerdict | None:
        stake = self.question.stake
        is_open = 1 <= stake.target <= stake.left and bool(self.ranking.share.max() > 0)
        if is_open and self.question.scoring in {"imps", "win"}:
            return self._contract(deadline, sizes)
        return self._tricks(deadline, sizes)

    def _contract(self, deadline: float, sizes: Sequence[int]) -> AlphaMuVerdict | None:
        """Search for each card's share of the worlds in which the contract is made (or beaten)."""
        stake, ranking, counts = self.question.stake, self.ranking, self.sample.counts
        payoff = stake.payoff("win", {stake.target})
        scored = self.question.scoring == "imps"
        if ranking.slid:
            exact_below, share = 0, self.settings.decided_share
            sizes = sizes[1:] or sizes
        else:
            exact_below, share = ranking.worlds, self.settings.share
        if scored:
            # A card that is a little less likely to win may still be worth more.
            exact_below = len(counts) + 1
        stages = self._stages(payoff, deadline, sizes, exact_below=exact_below, share=share)
        stage = self._best(stages, sizes)
        if ranking.slid:  # The deepest search counts, and of several the longest sample.
            deep = (one for one in stages if one.is_deep)
            stage = max(deep, key=lambda one: (one.result.depth, one.worlds), default=None)
        if stage is None:
            return None
        values = estimate(stage, ranking, counts, correct=not ranking.slid)
        part = self.settings.seen if scored and not ranking.slid else 0.0
        worth = compared(values, ranking, part, stake.rate(self.question.scoring))
        return AlphaMuVerdict(values, worth, stage, [stake.target], stages)

    def _tricks(self, deadline: float, sizes: Sequence[int]) -> AlphaMuVerdict | None:
        """Search for each card's payoff over the numbers of tricks that matter; see `_levels`."""
        levels = self._levels()
        payoff = self.question.stake.payoff(self.question.scoring, levels)
        stages = self._stages(payoff, deadline, sizes)
        stage = self._best(stages, sizes)
        if stage is None:
            return None
        values = estimate(stage, self.ranking, self.sample.counts, correct=False)
        return AlphaMuVerdict(values, values, stage, sorted(levels), stages)

    def _best(self, stages: Sequence[SampleSearch], sizes: Sequence[int]) -> SampleSearch | None:
        """Return the stage to believe; None if all samples searched deep enough are too small."""
        return best_stage(stages, min(self.settings.least, sizes[-1], len(self.sample.counts)))

    def _levels(self) -> frozenset[int]:
        """Return the numbers of further tricks that the payoff should reward.

        They lie around the target while it is in doubt. When it is sure, or out of reach, they lie
        around the mean of the best card, and the target is among them if it can still be lost.
        """
        stake, ranking = self.question.stake, self.ranking
        levels = {stake.target - 1, stake.target, stake.target + 1}
        if ranking.slid and ranking.counted:
            mean = int(np.nanmax(ranking.tricks))
            levels = {mean, mean + 1}
            if stake.target <= mean:
                levels.add(stake.target)
        return frozenset(level for level in levels if 1 <= level <= stake.left)

    def _stages(
        self,
        payoff: npt.NDArray[np.float64],
        deadline: float,
        sizes: Sequence[int],
        *,
        exact_below: int = 0,
        share: float | None = None,
    ) -> list[SampleSearch]:
        """Search one sample after the other; return the searches that had a result, in order.

        Args:
            sizes: the numbers of worlds of the samples, rising.
            exact_below: the size below which the values of all cards must be exact, not only that
                of the best one.
            share: the share of the time left that a sample gets if a larger one follows; None for
                that of the settings.
        """
        share = self.settings.share if share is None else share
        stages: list[SampleSearch] = []
        sizes = sorted({min(size, len(self.sample.hands)) for size in sizes})
        for size in sizes:
            every_card, last = size < exact_below, size == sizes[-1]
            stage = self._stage(
                payoff, deadline, 1.0 if last else share, size, every_card=every_card
            )
            shallow = stage is None or not stage.is_deep
            if shallow and not last and size >= self.settings.least:
                # The time left is needed here; a larger sample would be searched less deeply.
                stage = self._stage(payoff, deadline, 1.0, size, every_card=every_card) or stage
            if stage is not None:
                stages.append(stage)
            if stage is None or shallow or is_clear(stage, self.groups, self.settings):
                break
        return stages

    def _stage(
        self,
        payoff: npt.NDArray[np.float64],
        deadline: float,
        share: float,
        size: int,
        *,
        every_card: bool,
    ) -> SampleSearch | None:
        """Search the first `size` worlds for a share of the time left; None if none was done."""
        started = self.timer.clock()
        if started >= deadline:
            return None
        question, counts = self.question, self.sample.counts[:size]
        state, observer = question.state, question.observer
        mover = (state.leader + len(state.trick)) % 4
        among = [card for group in self.groups for card in group]
        with self.timer.stage(share * (deadline - started)) as flag:
            try:
                result = self.search.search(
                    self.sample.hands[:size],
                    state.trump,
                    state.leader,
                    state.trick,
                    None,
                    self.limits.depth,
                    weights=counts,
                    max_side="EW" if mover % 2 else "NS",
                    observer=None if observer is None else int(observer),
                    payoff=np.tile(payoff, (size, 1)),
                    stop=flag,
                    every_card=every_card,
                    order=tuple(card for card in question.promising if card in among),
                    among=among,
                )
            except SearchStopped:
                return None
        deep, depth = self.settings.deep, self.limits.depth
        enough = deep if depth is None else min(deep, depth)
        return SampleSearch(result, size, int(counts.sum()), payoff, enough)


def best_stage(stages: Sequence[SampleSearch], least: int = 1) -> SampleSearch | None:
    """Return the stage to believe: the largest sample that was searched deep enough.

    None means that all such samples have fewer than `least` worlds.
    """
    deep = [stage for stage in stages if stage.is_deep and stage.worlds >= least]
    return deep[-1] if deep else None


def is_clear(
    stage: SampleSearch, groups: Sequence[Sequence[int]], settings: LookAheadSettings = _SETTINGS
) -> bool:
    """Whether a search of more worlds is unlikely to prefer another card.

    The best card's value must be exact, and must exceed the bounds of all cards that do not touch
    it by more than chance explains.
    """
    result = stage.result
    if stage.worlds < settings.clear_size or not result.cards[result.best_card].exact:
        return False
    first, second = _best_two(stage, groups)
    if second is None:
        return True
    return first - second > settings.clear * _error(stage, first, second)


def is_close(
    stages: Sequence[SampleSearch],
    groups: Sequence[Sequence[int]],
    longest: int,
    close: float = _SETTINGS.close,
) -> bool:
    """Whether more time may well lead to another card.

    It may if the best two cards differ by no more than chance explains, or if the last two samples
    prefer different cards. It does not if the best cards always win, or never do, or nothing is
    left to search.

    Args:
        longest: the number of worlds that could be searched.
        close: the lead of the best card, in standard errors, up to which the decision is close.
    """
    deep = [stage for stage in stages if stage.is_deep]
    if not deep:
        return True
    last = deep[-1]
    if last.worlds >= longest and (last.result.complete or last.result.to_the_end):
        return False
    first, second = _best_two(last, groups)
    if second is None or first <= 0.0 or second >= 1.0:
        return False
    if first - second <= close * _error(last, first, second):
        return True
    (best,) = (group for group in groups if last.result.best_card in group)
    return len(deep) > 1 and deep[-2].result.best_card not in best


def _best_two(stage: SampleSearch, groups: Sequence[Sequence[int]]) -> tuple[float, float | None]:
    """Return the shares of the best card and of the best that does not touch it (None: all do)."""
    result = stage.result
    first = stage.share(result.value)
    others = [group[0] for group in groups if result.best_card not in group]
    if not others:
        return first, None
    return first, stage.share(max(result.cards[card].value for card in others))


def _error(stage: SampleSearch, first: float, second: float) -> float:
    """Return the standard error of the difference between two shares."""
    spread = first * (1 - first) + second * (1 - second)
    return math.sqrt(max(spread, 1 / stage.worlds) / stage.worlds)


def estimate(
    stage: SampleSearch, ranking: VoteRanking, counts: npt.NDArray[np.int64], *, correct: bool
) -> dict[int, CardValue]:
    """Return the share of what can be won, by legal card; corrected ones may lie just outside 0..1.

    A card that dropped out of the vote has its double-dummy value, as a bound.

    With `correct`, the vote corrects the shares if it is of more worlds than the search. The vote
    is about the target alone, so the payoffs must depend on little else. `counts`, int64[n], is the
    weight of each world.
    """
    cards = ranking.cards.tolist()
    shift = dict.fromkeys(cards, 0.0)
    if correct and ranking.worlds > stage.worlds:
        voted = counts[: stage.worlds]
        some = voted @ ranking.won[: stage.worlds] / voted.sum()
        shift = dict(zip(cards, (ranking.share - some).tolist(), strict=True))
    searched = {
        card: CardValue(round(stage.share(value) + shift[card], _DIGITS), exact)
        for card, (value, exact) in stage.result.cards.items()
    }
    double_dummy = dict(zip(cards, ranking.share.tolist(), strict=True))
    bounds = {card: CardValue(double_dummy[card], exact=False) for card in cards}
    return bounds | searched


def compared(
    values: Mapping[int, CardValue], ranking: VoteRanking, part: float, rate: float
) -> dict[int, CardValue]:
    """Return the values by which cards are compared.

    They are `values`, moved by a share `part` of the way to the double-dummy ones, plus the mean of
    double-dummy tricks times `rate`.
    """
    columns = ranking.cards, ranking.share, np.nan_to_num(ranking.tricks)
    vote = {card: (share, tricks) for card, share, tricks in zip(*columns, strict=True)}
    return {
        card: CardValue(
            round(float((1 - part) * value + part * vote[card][0] + rate * vote[card][1]), _DIGITS),
            exact,
        )
        for card, (value, exact) in values.items()
    }
