"""Alpha-mu against the clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.engine.deepening import Deepening, Stage, View, best_stage, is_close
from bluechip_bot.engine.pool import Worlds
from solver import SearchStopped
from solver.alphamu.result import CardValue, SearchResult

PAYOFF = np.array([0.0, 0.0, 1.0])
VIEW = View(4, 0, (), "NS", None, PAYOFF, [[12], [25]])
SAMPLE = Worlds(
    np.arange(4000, dtype=np.uint64).reshape(1000, 4), np.ones(1000, dtype=np.int64), {}
)


class Clock:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


class Scripted:
    """A search whose results are written down: (seconds, depth, values, complete) by call."""

    def __init__(self, clock: Clock, script: Sequence[tuple[float, int, float, float, bool]]):
        self.sizes: list[int] = []
        self.orders: list[object] = []
        self._clock = clock
        self._script = iter(script)

    def search(self, worlds: npt.NDArray[np.uint64], *_: object, **options: object) -> SearchResult:
        """What the script says, the time it says having passed; no depth at all is a stop."""
        seconds, depth, first, second, complete = next(self._script)
        self._clock.now += seconds
        self.sizes.append(len(worlds))
        self.orders.append(options["order"])
        payoff = options["payoff"]
        assert isinstance(payoff, np.ndarray)
        assert payoff.shape == (len(worlds), 3)
        if depth < 0:
            raise SearchStopped
        n = len(worlds)
        cards = {12: CardValue(first * n, True), 25: CardValue(second * n, True)}
        front = np.zeros((1, n), dtype=np.int8)
        return SearchResult(
            12, first * n, cards, front, depth, complete, False, True, 0, 0, 0, 0, {}
        )

    def stop(self) -> None:
        """Not asked."""
        raise AssertionError

    clear_stop = stop


Run = Callable[..., tuple[list[int], list[int]]]


@pytest.fixture
def run() -> Run:
    """The sizes searched, and the depths reached, of a script; `limit` is the time there is."""

    def runs(
        *script: tuple[float, int, float, float, bool],
        limit: float = 100.0,
        sizes: Sequence[int] = (16, 64, 256, 640),
    ) -> tuple[list[int], list[int]]:
        clock = Clock()
        search = Scripted(clock, script)
        stages = Deepening(search, clock).run(SAMPLE, VIEW, sizes, deadline=limit)
        best = best_stage(stages)
        reached = [] if best is None else [best.worlds, best.result.depth]
        return search.sizes, reached

    return runs


def test_longer_samples_follow(run: Run) -> None:
    """With time enough and no clear card all sizes are searched, and the longest counts."""
    step = (1.0, 4, 0.5, 0.5, False)
    assert run(step, step, step, step) == ([16, 64, 256, 640], [640, 4])


def test_a_clear_card_ends_the_search(run: Run) -> None:
    """A great lead in 64 worlds is enough; in 16 it may be chance."""
    clear = (1.0, 4, 0.9, 0.2, False)
    assert run(clear, clear) == ([16, 64], [64, 4])


def test_a_small_lead_is_not_clear(run: Run) -> None:
    """A lead that chance explains does not end the search."""
    near = (1.0, 4, 0.6, 0.5, False)
    assert run(near, near, near, near)[0] == [16, 64, 256, 640]


def test_a_shallow_search_goes_on_with_the_same_worlds(run: Run) -> None:
    """Where its share of the time does not do for two cards ahead, a sample has all of it."""
    shallow, deeper = (1.0, 1, 0.5, 0.4, False), (1.0, 3, 0.5, 0.4, False)
    assert run(shallow, deeper) == ([16, 16], [16, 3])
    assert run((1.0, -1, 0, 0, False), (1.0, -1, 0, 0, False)) == ([16, 16], [])
    assert run(deeper, shallow, shallow) == ([16, 64, 64], [16, 3])


def test_every_search_has_the_order_of_the_cards() -> None:
    """What is known of the cards is told to the search of each sample; nothing, if that is so."""
    step = (1.0, 4, 0.5, 0.5, False)
    for order in ((25, 12), ()):
        clock = Clock()
        search = Scripted(clock, [step, step])
        view = VIEW._replace(order=order)
        Deepening(search, clock).run(SAMPLE, view, (16, 64), deadline=100.0)
        assert search.orders == [order, order]


def test_no_time_no_search(run: Run) -> None:
    """After the deadline nothing is begun."""
    assert run(limit=0.0) == ([], [])
    assert run((5.0, 3, 0.5, 0.4, False), limit=4.0) == ([16], [16, 3])


def test_a_sample_that_ends_early(run: Run) -> None:
    """A search that came to the end of the play counts whatever its depth."""
    done = (1.0, 1, 0.5, 0.4, True)
    assert run(done, sizes=[5000]) == ([1000], [1000, 1])


def stage(
    worlds: int,
    first: float,
    second: float,
    *,
    best: int = 12,
    depth: int = 4,
    complete: bool = False,
) -> Stage:
    """A stage in which two cards win such shares of the worlds."""
    shares = {best: first, 37 - best: second}
    cards = {card: CardValue(share * worlds, True) for card, share in shares.items()}
    front = np.zeros((1, worlds), dtype=np.int8)
    result = SearchResult(
        best, first * worlds, cards, front, depth, complete, False, True, 0, 0, 0, 0, {}
    )
    return Stage(result, worlds, worlds, 1.0)


def close(*stages: Stage, longest: int = 640) -> bool:
    """Whether a decision between two cards is close."""
    return is_close(stages, PAYOFF, VIEW.groups, longest)


def test_what_is_close() -> None:
    """A lead within chance, another best card than before, or no deep search at all."""
    assert close()
    assert close(stage(64, 0.5, 0.4, depth=1))
    assert close(stage(64, 0.55, 0.5))
    assert close(stage(16, 0.9, 0.5, best=25), stage(64, 0.9, 0.5))


def test_what_is_not_close() -> None:
    """A clear lead twice, cards that all win or all lose, and a search that is finished."""
    assert not close(stage(16, 0.9, 0.5), stage(64, 0.9, 0.5))
    assert not close(stage(64, 1.0, 1.0))
    assert not close(stage(64, 0.0, 0.0))
    assert not close(stage(640, 0.5, 0.5, complete=True))
    assert close(stage(256, 0.5, 0.5, complete=True))
    assert not close(stage(100, 0.5, 0.5, complete=True), longest=100)
