"""Alpha-mu against the clock: deeper, and in more worlds, as long as time is left.

A longer sample begins with the shorter one. Each sample is searched deeper and deeper for a share
of the time; what counts in the end is the longest one that was searched deep enough.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.engine.pool import Worlds
from solver import SearchStopped
from solver.alphamu.result import SearchResult

SIZES: Final = (16, 64, 256, 640)
"""Worlds of the samples."""
_SHARE: Final = 0.3
"""The share of the time left that a sample may take when a longer one follows."""
_ENOUGH: Final = 2
"""The depth from which a search says more than a vote of the worlds."""
_SURE: Final = 4.0
"""Standard errors by which the best card must lead to end the search."""
_CLOSE: Final = 1.0
"""Standard errors by which the best card may lead when the decision is close."""
_SURE_WORLDS: Final = 64
"""The sample that such a lead must be seen in, at least."""


class Searcher(Protocol):
    """What is needed of an alpha-mu search (`solver.AlphaMuSearch`)."""

    def search(  # noqa: PLR0913, PLR0917 - a question in full
        self,
        worlds: npt.NDArray[np.uint64],
        trump: int,
        leader: int,
        trick: Sequence[int],
        target: int | None,
        max_moves: int | None,
        *,
        weights: npt.NDArray[np.int64] | None = None,
        max_side: str = "NS",
        observer: int | None = None,
        payoff: npt.NDArray[np.float64] | None = None,
        stop: npt.NDArray[np.int32] | None = None,
        every_card: bool = False,
        order: Sequence[int] = (),
    ) -> SearchResult:
        """The value of each card."""
        ...

    def stop(self) -> None:
        """Make a running search, and all later ones, end."""
        ...

    def clear_stop(self) -> None:
        """Take `stop` back."""
        ...


class View(NamedTuple):
    """A position, as the player who decides sees it, but for the hands.

    Attributes:
        trump: 0..4 for S H D C NT.
        leader: who began the trick, 0..3 for N E S W.
        trick: cards already played to it.
        side: the side to play, "NS" or "EW".
        observer: the defender who decides, 0..3; None for declarer, who sees dummy.
        payoff: float64[tricks + 1], what tricks from here are worth.
        groups: the legal cards, those that touch together.
        order: legal cards, the most promising first, as far as that is known.
    """

    trump: int
    leader: int
    trick: Sequence[int]
    side: str
    observer: int | None
    payoff: npt.NDArray[np.float64]
    groups: Sequence[Sequence[int]]
    order: Sequence[int] = ()


@frozen
class Stage:
    """The search of one sample.

    Attributes:
        result: what was found.
        worlds: distinct worlds.
        weight: their weight.
        seconds: the time that it took.
    """

    result: SearchResult = field(repr=False)
    worlds: int
    weight: int
    seconds: float

    def share(self, value: float, payoff: npt.NDArray[np.float64]) -> float:
        """A value as a share, 0..1, of the most that the payoffs allow."""
        most = float(payoff[-1] - payoff[0]) * self.weight
        return (value - float(payoff[0]) * self.weight) / most if most else 1.0

    @property
    def is_deep(self) -> bool:
        """Whether it says more than a vote of the worlds by double-dummy results."""
        result = self.result
        return result.complete or result.to_the_end or result.depth >= _ENOUGH

    @property
    def record(self) -> dict[str, Any]:
        """Counters, in values that JSON can hold."""
        result = self.result
        return {
            "worlds": self.worlds,
            "depth": result.depth,
            "complete": result.complete,
            "to_the_end": result.to_the_end,
            "seconds": round(self.seconds, 4),
            "nodes": result.nodes,
            "dd_calls": result.dd_calls,
            "dd_nodes": result.dd_nodes,
            "tt_hits": result.tt_hits,
            "cuts": result.cuts,
        }


@frozen(eq=False)
class _Asked:
    """What is asked of one stage: the first `size` worlds of a sample."""

    sample: Worlds
    view: View
    size: int
    depth: int | None
    every_card: bool


class Deepening:
    """Runs the samples of one decision after another.

    Args:
        search: the search, which keeps its tables.
        clock: the time in seconds, from any origin.
    """

    def __init__(self, search: Searcher, clock: Callable[[], float]) -> None:
        self._search = search
        self._clock = clock

    def run(  # noqa: PLR0913 - a question in full
        self,
        sample: Worlds,
        view: View,
        sizes: Sequence[int],
        *,
        deadline: float,
        depth: int | None = None,
        exact_below: int = 0,
        share: float | None = None,
    ) -> list[Stage]:
        """The stages that had a result, in order; none if there was no time for any.

        Args:
            sample: the worlds, in random order.
            view: the question.
            sizes: how many of the worlds the stages take, rising.
            deadline: when the search is to end, by the clock.
            depth: how many of its own cards the side looks ahead at most; None is to the end.
            exact_below: the size below which the values of all cards must be exact, not the best
                one's only.
            share: of the time left for a sample that a longer one follows; a rule if None.
        """
        stages: list[Stage] = []
        sizes = sorted({min(size, len(sample.hands)) for size in sizes})
        for size in sizes:
            asked = _Asked(sample, view, size, depth, every_card=size < exact_below)
            last = size == sizes[-1]
            stage = self._stage(asked, deadline, 1.0 if last else share or _SHARE)
            shallow = stage is None or not stage.is_deep
            if shallow and not last:
                # What is left is needed here; a longer sample would come to less.
                stage = self._stage(asked, deadline, 1.0) or stage
            if stage is not None:
                stages.append(stage)
            if stage is None or shallow or is_clear(stage, view.payoff, view.groups):
                break
        return stages

    def _stage(self, asked: _Asked, deadline: float, share: float) -> Stage | None:
        """The search of one sample for a share of the time left; None if it came to nothing."""
        started = self._clock()
        if started >= deadline:
            return None
        view, size = asked.view, asked.size
        counts = asked.sample.counts[:size]
        with _alarm(share * (deadline - started)) as flag:
            try:
                result = self._search.search(
                    asked.sample.hands[:size],
                    view.trump,
                    view.leader,
                    view.trick,
                    None,
                    asked.depth,
                    weights=counts,
                    max_side=view.side,
                    observer=view.observer,
                    payoff=np.tile(view.payoff, (size, 1)),
                    stop=flag,
                    every_card=asked.every_card,
                    order=view.order,
                )
            except SearchStopped:
                return None
        return Stage(result, size, int(counts.sum()), self._clock() - started)


def best_stage(stages: Sequence[Stage]) -> Stage | None:
    """The stage to believe: the longest sample that was searched deep enough."""
    deep = [stage for stage in stages if stage.is_deep]
    return deep[-1] if deep else None


def deepest_stage(stages: Sequence[Stage]) -> Stage | None:
    """The stage that was searched deepest, of those deep enough; the longest of such samples."""
    deep = [stage for stage in stages if stage.is_deep]
    return max(deep, key=lambda one: (one.result.depth, one.worlds)) if deep else None


def is_clear(
    stage: Stage, payoff: npt.NDArray[np.float64], groups: Sequence[Sequence[int]]
) -> bool:
    """Whether more worlds would hardly name another card.

    The best card's value must be exact, and lead the bounds of all that do not touch it by so much
    that chance does not explain it.
    """
    result = stage.result
    if stage.worlds < _SURE_WORLDS or not result.cards[result.best_card].exact:
        return False
    first, second = _best_two(stage, payoff, groups)
    if second is None:
        return True
    return first - second > _SURE * _error(stage, first, second)


def is_close(
    stages: Sequence[Stage],
    payoff: npt.NDArray[np.float64],
    groups: Sequence[Sequence[int]],
    longest: int,
) -> bool:
    """Whether more time may well name another card.

    So it is when the best two cards differ by no more than chance does, or the longest sample has
    named another card than the one before. It is not when the best cards win always, or never, or
    nothing is left to search.

    Args:
        stages: all searches of the decision.
        payoff: what tricks are worth.
        groups: the legal cards, those that touch together.
        longest: the worlds that could be searched.
    """
    deep = [stage for stage in stages if stage.is_deep]
    if not deep:
        return True
    last = deep[-1]
    if last.worlds >= longest and (last.result.complete or last.result.to_the_end):
        return False
    first, second = _best_two(last, payoff, groups)
    if second is None or first <= 0.0 or second >= 1.0:
        return False
    if first - second <= _CLOSE * _error(last, first, second):
        return True
    (best,) = (group for group in groups if last.result.best_card in group)
    return len(deep) > 1 and deep[-2].result.best_card not in best


def _best_two(
    stage: Stage, payoff: npt.NDArray[np.float64], groups: Sequence[Sequence[int]]
) -> tuple[float, float | None]:
    """The shares of the best card and of the best that does not touch it (None: all do)."""
    result = stage.result
    first = stage.share(result.value, payoff)
    others = [group[0] for group in groups if result.best_card not in group]
    if not others:
        return first, None
    return first, stage.share(max(result.cards[card].value for card in others), payoff)


def _error(stage: Stage, first: float, second: float) -> float:
    """The standard error of the difference of two shares."""
    spread = first * (1 - first) + second * (1 - second)
    return math.sqrt(max(spread, 1 / stage.worlds) / stage.worlds)


@contextmanager
def _alarm(seconds: float) -> Iterator[npt.NDArray[np.int32]]:
    """A flag that is raised after so many seconds."""
    flag = np.zeros(1, dtype=np.int32)
    timer = threading.Timer(max(0.0, seconds), flag.fill, (1,))
    timer.daemon = True
    timer.start()
    try:
        yield flag
    finally:
        timer.cancel()
