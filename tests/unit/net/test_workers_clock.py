"""Workers under a clock: what counts from when, and what waits for what."""

from attrs import evolve

from bluechip_bot.frames import Answer, Decide, Stop
from bluechip_bot.model import Call, Decision

BID = Call.parse("1S")


def under_clock(stage, number=1, budget=1.0, most=2.0):
    """The decisions so far to a request with a hard maximum, and the request."""
    request = evolve(stage.request(number, budget=budget), most=most)
    got = []
    stage.workers.decide(request).addCallback(got.append)
    return got, request


def test_the_stop_comes_at_the_maximum(make_stage):
    """Not at the budget, which is for the player to keep; the child is killed a grace later."""
    stage = make_stage(grace=0.5)
    first, _ = stage.ready()
    got, request = under_clock(stage)
    stage.clock.advance(1.9)
    assert first.sent == [Decide(request)]
    stage.clock.advance(0.2)
    assert first.sent == [Decide(request), Stop(1)]
    stage.clock.advance(0.3)
    assert not first.killed
    stage.clock.advance(0.2)
    assert first.killed
    assert got[0].fallback


def test_waiting_for_a_child_counts(make_stage):
    """The time that passes before a child is ready is gone from the request's maximum."""
    stage = make_stage(grace=0.5)
    got, request = under_clock(stage)
    stage.clock.advance(1.5)
    stage.children[0].ready()
    assert stage.children[0].sent == [Decide(request)]
    stage.clock.advance(0.6)
    assert stage.children[0].sent == [Decide(request), Stop(1)]
    stage.children[0].says(Answer(Decision(1, BID)))
    assert got == [Decision(1, BID)]


def test_no_child_within_the_maximum(make_stage):
    """The fallback answers when the maximum is over, however long a start may take."""
    stage = make_stage(start_timeout=30.0)
    got, _ = under_clock(stage)
    stage.clock.advance(1.9)
    assert got == []
    stage.clock.advance(0.2)
    assert got[0].record == {"reason": "no player was ready within 2 s"}


def test_prepared_when_a_child_is_ready(make_stage):
    """Not before; and it is told once."""
    stage = make_stage()
    told = []
    stage.workers.prepare().addCallback(told.append)
    assert not told
    stage.children[0].ready()
    assert told == [None]
    stage.children[1].ready()
    stage.clock.advance(100)
    assert told == [None]


def test_prepared_although_no_child_comes(make_stage):
    """After the time that a start may take nobody waits any longer; nor when the seat closes."""
    stage = make_stage(start_timeout=30.0)
    told = []
    stage.workers.prepare().addCallback(told.append)
    stage.clock.advance(31)
    assert told == [None]
    other = make_stage()
    other.workers.prepare().addCallback(told.append)
    other.workers.close()
    assert told == [None, None]
