"""What is decided about children, with children and time in the hands of the test."""

# mypy: allow-untyped-calls
# Parts of Twisted have no types.

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from twisted.internet.defer import CancelledError
from twisted.python.failure import Failure

from bluechip_bot.codec import to_json
from bluechip_bot.model import (
    PASS,
    Board,
    BoardError,
    Call,
    Called,
    Card,
    Decision,
    DecisionRequest,
    Seat,
)
from bluechip_bot.net.child_pool import MAX_FAILURES
from bluechip_bot.player.wire import Failed, Reply, Stop, Think

if TYPE_CHECKING:
    from unit.net.conftest import Stage

BID = Call.parse("1S")


def test_the_answer_of_the_child_is_the_decision(make_stage: type[Stage]) -> None:
    """A legal answer in time is passed on as it is, and no timer is left behind."""
    stage, first, standby, got = make_stage.asked()
    answer = Decision(1, BID, "spades", reason="openings.bid:13:1")
    first.says(Reply(answer))
    assert got == [answer]
    assert first.sent == [Think(stage.request(1))]
    assert standby.sent == []
    assert stage.counters == (1, 0, 0, 0)
    assert not stage.clock.getDelayedCalls()


def test_a_rule_that_answers_in_the_child_is_counted(make_stage: type[Stage]) -> None:
    """A decision that the child made by rule, for lack of time, is a fallback like others."""
    stage, first, _, got = make_stage.asked()
    answer = Decision(1, PASS, fallback=True)
    first.says(Reply(answer))
    assert got == [answer]
    assert (stage.workers.counts.decisions, stage.workers.counts.fallbacks) == (1, 1)
    assert stage.workers.counts.last_resort == 0
    assert any("no time for a search" in line for line in stage.logged)


def test_a_plan_that_failed_is_logged_once(make_stage: type[Stage]) -> None:
    """The decision holds without its plan; the log says why there is none."""
    stage = make_stage()
    stage.ready()
    got = stage.decide()
    errors = ("no plan: ValueError: no way",)
    stage.workers_child().says(Reply(Decision(1, PASS, errors=errors)))
    assert [decision.action for decision in got] == [PASS]
    assert [line for line in stage.logged if "no way" in line] == [
        "request 1: no plan: ValueError: no way"
    ]


def test_the_standby_waits_for_the_primary(make_stage: type[Stage]) -> None:
    """The second child is started when the first is ready, not before."""
    stage = make_stage()
    stage.workers.start()
    stage.workers.start()
    assert len(stage.children) == 1
    stage.children[0].ready()
    assert len(stage.children) == 2


def test_there_may_be_no_standby(make_stage: type[Stage]) -> None:
    """Without a standby one child is all there is, and its successor starts after its death."""
    stage = make_stage(standby=False)
    stage.workers.start()
    stage.children[0].ready()
    assert len(stage.children) == 1
    got = stage.decide()
    stage.children[0].dies()
    assert len(stage.children) == 2
    stage.children[1].ready()
    stage.children[1].says(Reply(Decision(1, BID)))
    assert [decision.action for decision in got] == [BID]


def test_a_request_waits_for_a_child_outside_its_budget(make_stage: type[Stage]) -> None:
    """The budget starts when the child is ready."""
    stage = make_stage()
    got = stage.decide(budget=2.0)
    stage.clock.advance(20)
    first = stage.children[0]
    assert first.sent == []
    first.ready()
    stage.clock.advance(1.5)
    assert first.sent == [Think(stage.request(1))]
    first.says(Reply(Decision(1, BID)))
    assert [decision.action for decision in got] == [BID]


def test_no_request_waits_longer_than_the_start_timeout(make_stage: type[Stage]) -> None:
    """Without a ready child the fallback comes after the start timeout."""
    stage = make_stage(start_timeout=10.0)
    stage.workers.start()
    stage.clock.advance(5)
    got = stage.decide()
    stage.clock.advance(9.9)
    assert got == []
    assert stage.children[0].killed
    stage.clock.advance(0.2)
    assert [decision.reason for decision in got] == ["no player was ready within 10 s"]


def test_stop_at_the_maximum_and_death_at_the_grace(make_stage: type[Stage]) -> None:
    """Under a clock the child is stopped in time; half a second later the standby takes over."""
    stage = make_stage(grace=0.5)
    first, standby = stage.ready()
    got = stage.decide(budget=1.0, most=2.0)
    stage.clock.advance(1.9)
    assert first.sent[1:] == []
    stage.clock.advance(0.2)
    assert first.sent[1:] == [Stop(1)]
    assert not first.killed
    stage.clock.advance(0.5)
    assert first.killed
    assert got == [Decision(1, PASS, fallback=True, reason="killed at the hard deadline")]
    assert stage.counters == (1, 1, 0, 1)
    assert len(stage.children) == 3
    second = stage.decide(2)
    standby.says(Reply(Decision(2, BID)))
    assert [decision.action for decision in second] == [BID]


def test_an_answer_after_the_deadline_is_ignored(make_stage: type[Stage]) -> None:
    """What a killed child still says or does changes nothing."""
    stage, first, standby, got = make_stage.asked(most=2.0)
    stage.clock.advance(3)
    stage.decide(2)
    first.says(Reply(Decision(1, BID)))
    first.dies()
    assert len(got) == 1
    assert standby.sent == [Think(stage.request(2))]
    assert stage.counters == (1, 1, 0, 1)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Decision(1, Card.parse("SA")), "illegal answer SA"),
        (Decision(1, Call.parse("XX")), "illegal answer XX"),
        (Decision(2, BID), "decision 2 does not answer request 1"),
    ],
)
def test_an_illegal_answer_is_replaced(
    make_stage: type[Stage], answer: Decision, reason: str
) -> None:
    """A call that is not legal, a card in the auction, another request's answer: fallback."""
    stage, first, _, got = make_stage.asked()
    first.says(Reply(answer))
    assert got[0].fallback
    assert got[0].action == PASS
    assert reason in got[0].reason
    assert not first.killed
    assert any(to_json(stage.request(1)) in line for line in stage.logged)


def test_an_exception_costs_one_decision(make_stage: type[Stage]) -> None:
    """The text of the exception is in the record, its origin in the log; the child goes on."""
    stage, first, _, got = make_stage.asked()
    first.says(Failed(1, "ZeroDivisionError: division by zero", "Traceback: line 7"))
    assert got[0].reason == "ZeroDivisionError: division by zero"
    assert any("line 7" in line for line in stage.logged)
    stage.decide(2)
    assert first.sent[-1] == Think(stage.request(2))


@pytest.mark.parametrize(("most", "left"), [(None, 2.0), (2.0, 1.75)])
def test_a_death_costs_time_alone(make_stage: type[Stage], most: float | None, left: float) -> None:
    """The standby has the request, under a clock with the time that is left, and a standby."""
    stage, first, standby, got = make_stage.asked(most=most)
    stage.clock.advance(0.25)
    first.dies("child died (signal 11)")
    whole = stage.request(1)
    assert standby.sent == [Think(evolve(whole, budget=left, most=most and left))]
    standby.says(Reply(Decision(1, BID)))
    assert [decision.action for decision in got] == [BID]
    assert len(stage.children) == 3
    assert stage.counters == (1, 0, 1, 0)


def test_a_second_death_costs_the_decision(make_stage: type[Stage]) -> None:
    """A request that two children have died of is answered by rule; the next one is asked."""
    stage, first, standby, got = make_stage.asked()
    first.dies("child died (signal 11)")
    third = stage.children[-1]
    third.ready()
    standby.dies("child died (signal 9)")
    assert got[0].reason == "child died (signal 9)"
    stage.decide(2)
    assert third.sent == [Think(stage.request(2))]
    assert stage.counters == (1, 1, 2, 0)


@pytest.mark.parametrize(("most", "after"), [(2.0, "its budget"), (None, "10 s")])
def test_no_child_in_time_costs_the_decision(
    make_stage: type[Stage], most: float | None, after: str
) -> None:
    """A request whose child has died waits for another one while its time, or a start, lasts."""
    stage = make_stage(standby=False, start_timeout=10.0)
    stage.workers.start()
    stage.children[0].ready()
    got = stage.decide(most=most)
    stage.children[0].dies("child died (signal 11)")
    stage.clock.advance(1.9 if most else 9.9)
    assert got == []
    stage.clock.advance(0.2)
    assert got[0].reason == f"no player was ready within {after}"


def test_deaths_in_decisions_never_make_the_pool_hopeless(make_stage: type[Stage]) -> None:
    """A player that dies in every decision is started again every time."""
    stage = make_stage()
    stage.ready()
    for number in range(3 * MAX_FAILURES):
        got = stage.decide(number)
        for _ in range(2):
            stage.workers_child().dies()
            stage.children[-1].ready()
        assert got[0].reason == "child died (signal 9)"


def test_requests_wait_their_turn(make_stage: type[Stage]) -> None:
    """The second request goes to the child when the first is answered."""
    stage = make_stage()
    first, _ = stage.ready()
    one, two = stage.decide(1), stage.decide(2)
    assert first.sent == [Think(stage.request(1))]
    first.says(Reply(Decision(1, BID)))
    assert first.sent == [Think(stage.request(1)), Think(stage.request(2))]
    first.says(Reply(Decision(2, PASS)))
    assert [one[0].action, two[0].action] == [BID, PASS]


def test_an_abandoned_request_leaves_the_child_free(make_stage: type[Stage]) -> None:
    """The child is stopped, its answer dropped, and it has the next request."""
    stage = make_stage()
    first, _ = stage.ready()
    one = stage.decide(1)
    stage.workers.abandon(1)
    two = stage.decide(2)
    assert first.sent == [Think(stage.request(1)), Stop(1)]
    first.says(Reply(Decision(1, BID)))
    assert first.sent[2:] == [Think(stage.request(2))]
    first.says(Reply(Decision(2, BID)))
    assert one == []
    assert two == [Decision(2, BID)]
    assert stage.counters == (1, 0, 0, 0)


def test_a_child_that_does_not_come_back_is_replaced(make_stage: type[Stage]) -> None:
    """A grace after the stop the next request goes to the standby."""
    stage = make_stage(grace=0.5)
    first, standby = stage.ready()
    one = stage.decide(1, budget=60.0, most=60.0)
    stage.workers.abandon(1)
    stage.decide(2)
    stage.clock.advance(0.5)
    assert first.killed
    assert one == []
    assert standby.sent == [Think(stage.request(2))]


def test_a_waiting_request_can_be_abandoned(make_stage: type[Stage]) -> None:
    """It never reaches a child; an unknown number is no error."""
    stage = make_stage()
    got = stage.decide(1)
    stage.workers.abandon(1)
    stage.workers.abandon(99)
    stage.children[0].ready()
    stage.clock.advance(100)
    assert stage.children[0].sent == []
    assert got == []


def test_cancelling_abandons(make_stage: type[Stage]) -> None:
    """A cancelled Deferred fails with CancelledError, and the child is stopped."""
    stage = make_stage()
    first, _ = stage.ready()
    deferred = stage.workers.decide(stage.request(1))
    deferred.cancel()
    failures: list[Failure] = []
    deferred.addErrback(failures.append)
    assert failures[0].check(CancelledError)
    assert first.sent[1:] == [Stop(1)]
    first.says(Reply(Decision(1, BID)))


def test_failed_starts_are_repeated_ever_slower_and_then_given_up(make_stage: type[Stage]) -> None:
    """After five failures in a row every request gets the fallback at once, and the log says so."""
    stage = make_stage()
    got = stage.decide(1)
    starts = []
    while stage.clock.seconds() < 10 and len(stage.children) < MAX_FAILURES:
        starts.append(stage.clock.seconds())
        stage.children[-1].dies("child died (exit code 1)")
        count = len(stage.children)
        while len(stage.children) == count:
            stage.clock.advance(0.25)
    assert starts == [0, 0.25, 0.75, 1.75]
    assert got == []
    stage.children[-1].dies("child died (exit code 1)")
    assert got[0].reason == "no player can be started"
    assert [decision.fallback for decision in stage.decide(2)] == [True]
    assert sum("no player could be started in 5 attempts" in line for line in stage.logged) == 1


def test_a_late_success_ends_the_hopelessness(make_stage: type[Stage]) -> None:
    """Starts go on in the background; a child that becomes ready has the next request."""
    stage = make_stage()
    stage.fail = True
    stage.workers.start()
    stage.clock.pump([1.0] * 10)
    assert stage.decide(1)[0].fallback
    stage.fail = False
    stage.clock.pump([1.0] * 30)
    stage.children[0].ready()
    got = stage.decide(2)
    stage.children[0].says(Reply(Decision(2, BID)))
    assert got == [Decision(2, BID)]


def test_a_child_that_dies_idle_is_not_started_in_a_circle(make_stage: type[Stage]) -> None:
    """Children that become ready and die before any request count as failed starts."""
    stage = make_stage(standby=False)
    stage.workers.start()
    for count, delay in enumerate([0.25, 0.5, 1.0], start=1):
        stage.children[-1].ready()
        stage.children[-1].dies()
        stage.clock.advance(delay - 0.125)
        assert len(stage.children) == count
        stage.clock.advance(0.125)
        assert len(stage.children) == count + 1


def test_a_standby_that_cannot_be_started_does_no_harm(make_stage: type[Stage]) -> None:
    """As long as the primary is well it decides."""
    stage = make_stage()
    stage.workers.start()
    stage.fail = True
    first = stage.children[0]
    first.ready()
    stage.clock.pump([1.0] * 100)
    got = stage.decide(1)
    first.says(Reply(Decision(1, BID)))
    assert got == [Decision(1, BID)]


def test_close_waits_for_every_child(make_stage: type[Stage]) -> None:
    """Pipes are closed, after the grace what is left is killed, and then close is done."""
    stage = make_stage(grace=0.5)
    first, standby = stage.ready()
    got = stage.decide(1)
    done: list[None] = []
    stage.workers.close().addCallback(done.append)
    assert got[0].reason == "the workers are closed"
    assert [first.closed, standby.closed] == [True, True]
    standby.dies()
    assert not first.killed
    stage.clock.advance(0.5)
    assert first.killed
    assert done == []
    first.dies()
    assert done == [None]
    stage.workers.close().addCallback(done.append)
    assert done == [None, None]
    assert stage.decide(2)[0].fallback
    assert len(stage.children) == 2
    assert not stage.clock.getDelayedCalls()


def test_a_request_that_cannot_be_answered_fails(make_stage: type[Stage]) -> None:
    """A card from an unknown hand cannot be chosen by any rule: the caller hears that."""
    stage = make_stage()
    board = Board.begin(1)
    for call in (Call.parse("1NT"), PASS, PASS, PASS):
        board = board.apply(Called(board.auction.turn, call))
    failures: list[Failure] = []
    asked = DecisionRequest(1, board, Seat.EAST, 1.0, 0)
    stage.workers.decide(asked).addErrback(failures.append)
    stage.workers.close()
    assert failures[0].check(BoardError)


def test_text_of_a_child_is_logged_with_its_number(make_stage: type[Stage]) -> None:
    """What a player prints can be found in the log."""
    stage = make_stage()
    stage.workers.start()
    stage.children[0].listener.on_text("hello {braces}")
    assert stage.logged == ["child 0: hello {braces}"]
