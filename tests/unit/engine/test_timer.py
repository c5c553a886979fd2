"""The time of a decision."""

from __future__ import annotations

import threading
import time

import pytest

from bluechip_bot.engine import SearchLimits
from bluechip_bot.engine.timer import DecisionTimer

LONG = SearchLimits(budget=1000.0)


def never() -> None:
    """Not to be called."""
    raise AssertionError


def ended(timer: DecisionTimer) -> bool:
    """Whether a short stage is ended by its flag."""
    tick = threading.Event()
    with timer.stage(0.001) as flag:
        return any(flag[0] or tick.wait(0.001) for _ in range(60_000))


def test_a_decision_is_stopped_once_its_time_is_over() -> None:
    """Whatever runs is stopped when the longest time is over."""
    stopped = threading.Event()
    with DecisionTimer(SearchLimits(budget=0.0, most=0.0), stopped.set, float):
        assert stopped.wait(60.0)
    stopped.clear()
    with DecisionTimer(SearchLimits(budget=0.0, most=0.01), stopped.set, float):
        assert stopped.wait(60.0)


def test_without_a_clock_a_search_is_stopped_later() -> None:
    """A machine that is too busy for a search in its budget gives it some seconds more."""
    assert SearchLimits(budget=2.0, most=3.0).stop_after == 3.0
    assert SearchLimits(budget=2.0).stop_after > SearchLimits(budget=2.0).longest + 1.0


@pytest.mark.parametrize("times", [1, 3])
def test_a_stage_ends_and_the_decision_goes_on(times: int) -> None:
    """One stage after another has a flag of its own, raised when its time is over."""
    with DecisionTimer(LONG, never, float) as timer:
        assert all(ended(timer) for _ in range(times))


def test_time_on_the_processor() -> None:
    """By the processor's clock a stage ends when this process has used it, not while it waits."""
    with DecisionTimer(LONG, never, time.process_time) as timer, timer.stage(0.05) as flag:
        threading.Event().wait(0.1)
        assert not flag[0]
        began = time.process_time()
        while not flag[0]:
            assert time.process_time() < began + 60.0
        assert time.process_time() > began + 0.03


def test_a_stage_that_ended_by_itself_is_forgotten() -> None:
    """Its flag stays down; the next stage has another."""
    with DecisionTimer(LONG, never, float) as timer:
        with timer.stage(500.0) as first:
            pass
        assert ended(timer)
        assert first.tolist() == [0]


def test_nothing_is_left_behind() -> None:
    """At the end of a decision its thread is gone, and nothing is stopped any more."""
    before = threading.active_count()
    with DecisionTimer(LONG, never, float):
        assert threading.active_count() == before + 1
    assert threading.active_count() == before


def test_when_it_ends_by_the_clock() -> None:
    """The deadline is that of the budget, the latest time that of a close decision, if later."""
    now = [10.0]
    timer = DecisionTimer(SearchLimits(budget=4.0, most=6.0), never, lambda: now[0])
    assert (timer.started, timer.deadline, timer.latest) == (10.0, 14.0, 16.0)
    now[0] = 12.0
    assert timer.elapsed == 2.0
    assert timer.share(0.5) == 13.0
    assert DecisionTimer(SearchLimits(budget=4.0, most=4.0), never, float).latest is None
    assert DecisionTimer(SearchLimits(budget=4.0), never, float).latest is None
