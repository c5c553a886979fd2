"""A pool of processes that answer: its bounds, and what becomes of a process that does not."""

from __future__ import annotations

from typing import Any

import pytest
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from bluechip_bot.net.answer_pool import AnswerPool, PoolError
from bluechip_bot.net.child_process import ChildListener
from bluechip_bot.player.wire import Started
from bluechip_bot.service.process import ServiceCall, ServiceReply


class Answerer:
    """A process that does what the test says."""

    def __init__(self, pid: int, listener: ChildListener) -> None:
        self.pid = pid
        self.listener = listener
        self.asked: list[Any] = []
        self.state = ""

    def send(self, message: object) -> None:
        self.asked.append(message)

    def close(self) -> None:
        self.state = "closed"

    def kill(self) -> None:
        self.state = "killed"

    def answers(self) -> None:
        self.listener.on_message(ServiceReply(self.asked[-1].id, 200, self.asked[-1].path))


class Stage:
    """A pool, its processes in the order of their start, and what came of questions."""

    def __init__(self, count: int = 1, most: int = 4) -> None:
        self.clock = Clock()
        self.children: list[Answerer] = []
        self.can_start = True
        self.found: dict[str, Any] = {}
        self.pool = AnswerPool(self.clock, self._start, count, most=most, seconds=10.0)
        self.pool.start()

    def _start(self, listener: ChildListener) -> Answerer:
        if not self.can_start:
            raise OSError("no more processes")
        self.children.append(Answerer(len(self.children), listener))
        return self.children[-1]

    def ready(self) -> Answerer:
        """The last process that was started, ready."""
        child = self.children[-1]
        child.listener.on_message(Started(child.pid))
        return child

    def ask(self, name: str, place: str = "") -> Deferred[Any]:
        """Ask a question; what comes of it is in `found` under its name."""
        answer = self.pool.ask(lambda number: ServiceCall(number, name, {}), place or name)

        def keep(found: Any) -> None:
            error = found.value if isinstance(found, Failure) else None
            known = getattr(error, "status", type(error))
            self.found[name] = known if error is not None else found.body

        return answer.addBoth(keep)


def test_questions_are_answered_in_order() -> None:
    """Each process has one at a time; the others wait, also for the first process to be ready."""
    stage = Stage()
    for name in ("a", "b"):
        stage.ask(name)
    assert (stage.pool.ready, stage.pool.in_work, stage.pool.waiting) == (0, 0, 2)
    child = stage.ready()
    assert (stage.pool.ready, stage.pool.in_work, stage.pool.waiting) == (1, 1, 1)
    child.answers()
    assert stage.found == {"a": "a"}
    child.answers()
    assert stage.found == {"a": "a", "b": "b"}
    assert (stage.pool.in_work, stage.pool.waiting) == (0, 0)
    stage.clock.advance(60)
    assert stage.children == [child]
    assert not stage.clock.getDelayedCalls()


def test_the_queue_has_a_bound() -> None:
    """One address gets half of the places; when all are taken nobody gets one."""
    stage = Stage(most=4)
    stage.ready()
    for name in ("work", "a", "b"):
        stage.ask(name, "greedy")
    with pytest.raises(PoolError, match="2 questions of yours wait already"):
        stage.ask("c", "greedy")
    stage.ask("c", "other")
    stage.ask("d", "third")
    with pytest.raises(PoolError, match="4 questions wait already"):
        stage.ask("e", "fourth")
    stage.children[0].answers()
    stage.ask("e", "fourth")


def test_a_question_that_takes_too_long_costs_no_other() -> None:
    """Its process is killed; the next question is answered by a new one."""
    stage = Stage()
    slow = stage.ready()
    stage.ask("slow")
    stage.clock.advance(9)
    stage.ask("next")
    stage.clock.advance(1)
    assert stage.found == {"slow": 504}
    assert (slow.state, len(stage.children)) == ("killed", 2)
    slow.answers()  # it had an answer after all
    stage.ready().answers()
    assert stage.found == {"slow": 504, "next": "next"}


def test_a_question_does_not_wait_for_ever() -> None:
    """Without a free process it fails in time, and leaves the queue."""
    stage = Stage()
    stage.ask("a")
    stage.clock.advance(10)
    assert stage.found == {"a": 503}
    assert stage.pool.waiting == 0


def test_a_process_that_dies() -> None:
    """Its question is asked of another one, before the others, and fails with that."""
    stage = Stage()
    child = stage.ready()
    stage.ask("deadly")
    stage.ask("next")
    child.listener.on_lost("child died (signal 9)")
    assert (stage.found, stage.pool.waiting) == ({}, 2)
    stage.ready().listener.on_lost("child died (signal 9)")
    assert stage.found == {"deadly": 500}
    stage.clock.advance(5)
    stage.ready().answers()
    assert stage.found["next"] == "next"
    assert not stage.clock.getDelayedCalls()


def test_a_process_that_was_dead_already() -> None:
    """Its question has another answer."""
    stage = Stage()
    child = stage.ready()
    stage.ask("a")
    child.listener.on_lost("child died (signal 9)")
    stage.ready().answers()
    assert stage.found == {"a": "a"}
    assert not stage.clock.getDelayedCalls()


def test_a_client_that_leaves() -> None:
    """Its question leaves the queue; one in work is finished, for nobody."""
    stage = Stage()
    child = stage.ready()
    first, second = stage.ask("first"), stage.ask("second")
    first.cancel()
    second.cancel()
    assert stage.found == {"first": CancelledError, "second": CancelledError}
    assert (stage.pool.in_work, stage.pool.waiting) == (1, 0)
    child.answers()
    stage.ask("third")
    child.answers()
    assert stage.found["third"] == "third"
    assert child.state == ""


def test_without_processes() -> None:
    """When starts keep failing, a question is refused at once."""
    stage = Stage()
    child = stage.ready()
    stage.can_start = False
    child.listener.on_lost("child died (signal 9)")
    for _ in range(8):
        stage.clock.advance(30)
    with pytest.raises(PoolError, match="no process can be started"):
        stage.ask("a")


def test_the_end() -> None:
    """What waits or is in work fails, and the processes are closed."""
    stage = Stage(count=2)
    for child in stage.children:
        child.listener.on_message(Started(child.pid))
    for name in ("a", "b", "c"):
        stage.ask(name)
    closed = stage.pool.close()
    assert stage.found == dict.fromkeys("abc", 503)
    assert {child.state for child in stage.children} == {"closed"}
    assert not closed.called
    for child in stage.children:
        child.listener.on_lost("child died (exit code 0)")
    assert closed.called
