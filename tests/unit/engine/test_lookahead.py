"""Alpha-mu against the clock: longer samples, deeper searches, and more time when it is close."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.engine import CardEngine, Question, SearchLimits
from bluechip_bot.engine.lookahead import (
    AlphaMuVerdict,
    LookAhead,
    SampleSearch,
    best_stage,
    compared,
    is_close,
)
from bluechip_bot.engine.pool import WorldSample
from bluechip_bot.engine.timer import DecisionTimer
from bluechip_bot.inference import evidence
from bluechip_bot.model import Board, Phase, SampleSummary
from solver import SearchStopped
from solver.alphamu.result import CardValue, SearchResult
from solver.core.tricks import TrickState
from support.settings import FLOOR, INFERENCE

PAYOFF = np.array([0.0, 0.0, 1.0])
GROUPS = [[12], [25]]
SUMMARY = SampleSummary(1000, 1000, 0, 1000.0, complete=True, relaxed=())
SAMPLE = WorldSample(
    np.arange(4000, dtype=np.uint64).reshape(1000, 4), np.ones(1000, dtype=np.int64), SUMMARY
)


class Clock:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def result(n: int, first: float, second: float, depth: int, *, complete: bool) -> SearchResult:
    """Aces of spades and hearts win such shares of n worlds; the first is the best card."""
    cards = {12: CardValue(first * n, True), 25: CardValue(second * n, True)}
    front = np.zeros((1, n), dtype=np.int8)
    return SearchResult(12, first * n, cards, front, depth, complete, False)


class Scripted:
    """A search whose results are written down: (seconds, depth, values, complete) by call."""

    def __init__(
        self, clock: Clock, script: Sequence[tuple[float, int, float, float, bool]]
    ) -> None:
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
        return result(len(worlds), first, second, depth, complete=complete)


def ahead(search: Any, clock: Clock, limits: SearchLimits, **known: Any) -> LookAhead:
    """Looks ahead for a decision between two aces, of which `known` tells more."""
    question: Any = SimpleNamespace(
        state=TrickState(4, 0, (), 2),
        groups=GROUPS,
        observer=None,
        promising=known.get("promising", ()),
    )
    cards = np.array([12, 25])
    ranking: Any = SimpleNamespace(slid=known.get("slid", False), cards=cards, racing=2)
    timer = DecisionTimer(limits, lambda: None, clock)
    return LookAhead(search, question, SAMPLE, ranking, limits, timer)


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
        stages = ahead(search, clock, SearchLimits())._stages(PAYOFF, limit, sizes)
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
    """Where its share of the time ends within the trick, a large sample has all that is left."""
    shallow, deeper = (1.0, 2, 0.5, 0.4, False), (1.0, 3, 0.5, 0.4, False)
    assert run(deeper, shallow, deeper) == ([16, 64, 64], [64, 3])
    assert run(deeper, shallow, shallow) == ([16, 64, 64], [16, 3])
    stopped = (1.0, -1, 0.0, 0.0, False)
    assert run(deeper, stopped, stopped) == ([16, 64, 64], [16, 3])
    assert run(shallow) == ([16], [])
    assert run(stopped) == ([16], [])


def test_every_search_has_the_order_of_the_cards() -> None:
    """The search of each sample is told which cards are promising, if any are."""
    step = (1.0, 4, 0.5, 0.5, False)
    for promising in ((25, 12), ()):
        clock = Clock()
        search = Scripted(clock, [step, step])
        ahead(search, clock, SearchLimits(), promising=promising)._stages(PAYOFF, 100.0, (16, 64))
        assert search.orders == [promising, promising]


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
) -> SampleSearch:
    """A stage in which two cards win such shares of the worlds."""
    shares = {best: first, 37 - best: second}
    cards = {card: CardValue(share * worlds, True) for card, share in shares.items()}
    front = np.zeros((1, worlds), dtype=np.int8)
    found = SearchResult(best, first * worlds, cards, front, depth, complete, False)
    return SampleSearch(found, worlds, worlds, PAYOFF)


def close(*stages: SampleSearch, longest: int = 640) -> bool:
    """Whether a decision between two cards is close."""
    return is_close(stages, GROUPS, longest)


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


def test_a_small_sample_does_not_overrule_the_vote() -> None:
    """Of the samples large enough the longest deep one counts; a small one never does."""
    small, large = stage(16, 0.9, 0.5), stage(64, 0.5, 0.9)
    assert best_stage([small], 40) is None
    assert best_stage([small, large], 40) is large
    assert best_stage([small, stage(64, 0.5, 0.9, depth=1)], 40) is None
    assert best_stage([small], 16) is small


def verdict(worlds: int, first: float, second: float) -> AlphaMuVerdict:
    """A verdict on two cards, from one search."""
    found = result(worlds, first, second, 4, complete=False)
    one = SampleSearch(found, worlds, worlds, PAYOFF)
    return AlphaMuVerdict(found.cards, found.cards, one, [1], [one])


def test_double_dummy_counts_beside_alpha_mu() -> None:
    """A card that wins when all hands are seen is worth something, though no plan finds the way."""
    ranking: Any = SimpleNamespace(
        cards=np.array([25, 12]), share=np.array([0.6, 0.9]), tricks=np.array([np.nan, 9.0])
    )
    values = {12: CardValue(0.5, True), 25: CardValue(0.6, False)}
    assert compared(values, ranking, 0.5, 0.0) == {**values, 12: CardValue(0.7, True)}
    assert compared(values, ranking, 0.0, 0.1) == {**values, 12: CardValue(1.4, True)}


CLOSE, CLEAR, LONGER = verdict(64, 0.55, 0.5), verdict(64, 0.9, 0.2), verdict(256, 0.6, 0.5)
Asked = list[tuple[float, tuple[int, ...]]]


def look(
    monkeypatch: pytest.MonkeyPatch,
    *answers: AlphaMuVerdict | None,
    most: float | None = 9.0,
    slid: bool = False,
) -> tuple[Asked, AlphaMuVerdict | None]:
    """The deadlines and sizes of the searches whose verdicts are given, and the verdict on all."""
    asked: Asked = []
    given = iter(answers)

    def until(_: LookAhead, deadline: float, sizes: Sequence[int]) -> AlphaMuVerdict | None:
        asked.append((deadline, tuple(sizes)))
        return next(given)

    monkeypatch.setattr(LookAhead, "_until", until)
    found = ahead(None, Clock(), SearchLimits(budget=5.0, most=most), slid=slid).verdict()
    return asked, found


def test_a_close_decision_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search begins again where it was, until the latest time."""
    asked, found = look(monkeypatch, CLOSE, LONGER)
    assert asked == [(5.0, (16, 64, 256, 640)), (9.0, (64, 256, 640))]
    assert found is not None
    assert found.stage is LONGER.stage
    assert list(found.stages) == [CLOSE.stage, LONGER.stage]


def test_a_clear_decision_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does one without a latest time, or one that decides nothing."""
    first = [(5.0, (16, 64, 256, 640))]
    assert look(monkeypatch, CLEAR) == (first, CLEAR)
    assert look(monkeypatch, CLOSE, most=None) == (first, CLOSE)
    assert look(monkeypatch, CLOSE, most=5.0) == (first, CLOSE)
    assert look(monkeypatch, CLOSE, slid=True) == (first, CLOSE)


def test_more_time_that_comes_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps what was found; and where nothing was found yet all sizes are tried again."""
    _, found = look(monkeypatch, CLOSE, None)
    assert found is CLOSE
    asked, found = look(monkeypatch, None, LONGER)
    assert asked[1] == (9.0, (16, 64, 256, 640))
    assert found is not None
    assert found.stage is LONGER.stage


@pytest.mark.parametrize("seed", [1, 2])
def test_a_bounded_search_does_not_depend_on_the_latest_time(
    finished_board: Callable[[int], Board], seed: int
) -> None:
    """With worlds and depth given and time enough, the same card comes with the same values."""
    board = finished_board(seed).until(34)
    assert board.phase is Phase.PLAY
    seat = board.decider
    assert seat is not None
    question = Question(board.seen_by(seat), seat, evidence(board, seat, INFERENCE, FLOOR))
    records = []
    for most in (None, 2000.0):
        limits = SearchLimits(budget=1000.0, most=most, worlds=20, depth=2)
        choice = CardEngine(16, method="alphamu").choose(question, limits)
        assert choice is not None
        records.append((choice.card, choice.record.cards, choice.record.depth))
    assert records[0] == records[1]
