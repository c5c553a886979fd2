"""Workers under a clock: what counts from when, and what waits for what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluechip_bot.model import Call, Decision, DecisionRequest
from bluechip_bot.net.child_pool import MAX_FAILURES
from bluechip_bot.player.wire import Reply, Stop, Think

if TYPE_CHECKING:
    from unit.net.conftest import Stage

BID = Call.parse("1S")


def under_clock(
    stage: Stage, number: int = 1, budget: float = 1.0, most: float = 2.0
) -> tuple[list[Decision], DecisionRequest]:
    """The decisions so far to a request with a hard maximum, and the request."""
    return stage.decide(number, budget, most), stage.request(number, budget, most)


def test_waiting_for_a_child_counts(make_stage: type[Stage]) -> None:
    """The time that passes before a child is ready is gone from the request's maximum."""
    stage = make_stage(grace=0.5)
    got, request = under_clock(stage)
    stage.clock.advance(1.5)
    stage.children[0].ready()
    assert stage.children[0].sent == [Think(request)]
    stage.clock.advance(0.6)
    assert stage.children[0].sent == [Think(request), Stop(1)]
    stage.children[0].says(Reply(Decision(1, BID)))
    assert got == [Decision(1, BID)]


def test_no_child_within_the_maximum(make_stage: type[Stage]) -> None:
    """The fallback answers when the maximum is over, however long a start may take."""
    stage = make_stage(start_timeout=30.0, late=0.1)
    got, _ = under_clock(stage)
    stage.clock.advance(2.0)
    assert got == []
    stage.clock.advance(0.2)
    assert got[0].reason == "no player was free within 2 s"


def test_a_late_child_keeps_its_grace(make_stage: type[Stage]) -> None:
    """The rule answers first; a child that comes back within its grace has the next request."""
    stage = make_stage(grace=0.5, late=0.1)
    first, _ = stage.ready()
    got, _ = under_clock(stage)
    stage.clock.advance(2.15)
    assert got[0].reason == "not answered in time"
    other, request = under_clock(stage, 2)
    stage.clock.advance(0.2)
    assert not first.killed
    first.says(Reply(Decision(1, BID)))
    assert first.sent[-1] == Think(request)
    first.says(Reply(Decision(2, BID)))
    assert other == [Decision(2, BID)]
    assert len(got) == 1
    stage.clock.advance(10)
    assert not first.killed
    assert stage.counters == (2, 1, 0, 0)


def test_a_request_behind_a_late_child_is_answered_in_time(make_stage: type[Stage]) -> None:
    """It waits no longer than its own maximum; the child that does not come back is replaced."""
    stage = make_stage(grace=5.0, late=0.1)
    first, standby = stage.ready()
    under_clock(stage)
    stage.clock.advance(2.15)
    other, _ = under_clock(stage, 2, budget=0.5, most=0.5)
    stage.clock.advance(0.7)
    assert other[0].reason == "no player was free within 0.5 s"
    stage.clock.advance(5)
    assert first.killed
    third, request = under_clock(stage, 3)
    assert standby.sent == [Think(request)]
    assert third == []


def test_prepared_when_a_child_is_ready(make_stage: type[Stage]) -> None:
    """Not before; and it is told once."""
    stage = make_stage()
    told: list[str] = []
    stage.workers.prepare().addCallback(told.append)
    assert not told
    stage.children[0].ready()
    assert told == [""]
    stage.children[1].ready()
    stage.clock.advance(100)
    assert told == [""]


def test_prepared_although_no_child_comes(make_stage: type[Stage]) -> None:
    """After the time that a start may take nobody waits any longer; nor when the seat closes."""
    stage = make_stage(start_timeout=30.0)
    told: list[str] = []
    stage.workers.prepare().addCallback(told.append)
    stage.clock.advance(31)
    assert told == [""]
    other = make_stage()
    other.workers.prepare().addCallback(told.append)
    other.workers.close()
    assert told == ["", ""]


def test_prepared_to_give_up(make_stage: type[Stage]) -> None:
    """If no child can be started, its last words say why."""
    stage = make_stage()
    told: list[str] = []
    stage.workers.prepare().addCallback(told.append)
    while len(stage.children) < MAX_FAILURES:
        stage.children[-1].listener.on_text("ImportError: no such engine")
        stage.children[-1].dies("child died (exit code 1)")
        stage.clock.advance(4)
        assert told == []
    stage.children[-1].listener.on_text("ImportError: no such engine")
    stage.children[-1].dies("child died (exit code 1)")
    (text,) = told
    assert text.endswith("child died (exit code 1): ImportError: no such engine")
