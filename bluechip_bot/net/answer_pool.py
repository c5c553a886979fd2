"""Processes that answer questions, with a bounded queue.

The rules of this file:

* A question is answered, or fails for one of the reasons below; it never waits for ever.
* A process has one question at a time. A process that takes too long is killed and started again;
  only its question is lost.
* A question whose process dies is asked once more: the process may have died before it got it.
* One address gets at most half of the places for waiting questions, so that others get some.
* A question whose client is gone leaves the queue. If a process is already working on it, the
  process is not restarted for that.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from http import HTTPStatus
from itertools import count
from typing import Any, Final

from attrs import define, field
from twisted.internet.defer import Deferred, DeferredList, fail
from twisted.logger import Logger

from bluechip_bot.config import PlayerConfig
from bluechip_bot.net.child_pool import ChildPool
from bluechip_bot.net.child_process import StartChild
from bluechip_bot.net.reactor import Timer, Timers, cancel

_OPTIONS: Final = PlayerConfig(standby=False, start_timeout=120.0)
"""The first start reads the files of the systems, which takes long on a busy machine."""


class PoolError(RuntimeError):
    """A question was not answered. `status` is an HTTP status; after 429 or 503, ask again."""

    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status = status


@define(eq=False)
class _PoolQuestion:
    """A question that waits for a process or is being answered."""

    id: int
    make: Callable[[int], object]
    place: str
    answer: Deferred[Any]
    timer: Timer | None = None
    again: bool = False


@define(eq=False)
class _PoolProcess:
    pool: ChildPool
    question: _PoolQuestion | None = None


@define(eq=False, slots=False)
class AnswerPool:
    """A pool of processes that answer questions. Call `start` once, and `close` at the end.

    Args:
        start_child: starts a process; its answers have the `id` of the question.
        most: the greatest number of waiting questions.
        seconds: how long a question may wait, and how long a process may work on it.
    """

    _timers: Timers
    _start_child: StartChild
    _count: int
    most: int = field(kw_only=True)
    seconds: float = field(kw_only=True)

    def __attrs_post_init__(self) -> None:
        self._log = Logger(namespace="bluechip_bot.service")
        self._numbers = count(1)
        self._waiting: deque[_PoolQuestion] = deque()
        self._desks = [self._desk() for _ in range(self._count)]

    def start(self) -> None:
        """Start the processes."""
        for desk in self._desks:
            desk.pool.fill()

    @property
    def waiting(self) -> int:
        """The number of questions that wait."""
        return len(self._waiting)

    @property
    def in_work(self) -> int:
        """The number of questions that are being answered."""
        return sum(desk.question is not None for desk in self._desks)

    @property
    def ready(self) -> int:
        """The number of processes that can answer, or are answering."""
        return sum(desk.pool.ready is not None for desk in self._desks)

    def ask(self, make: Callable[[int], object], place: str = "") -> Deferred[Any]:
        """Put a question to the pool; the Deferred fires with a process's message or a `PoolError`.

        `make` returns the question, given its number; `place` is the address that it comes from.
        It fails at once if too many questions wait already, or no process can be started. Cancel it
        if nobody waits for the answer any more.
        """
        places = Counter(each.place for each in self._waiting)
        if all(desk.pool.hopeless for desk in self._desks):
            text = "no process can be started that answers; the log says why"
            return fail(PoolError(HTTPStatus.SERVICE_UNAVAILABLE, text))
        if len(self._waiting) >= self.most:
            text = f"{self.most} questions wait already: ask again later"
            return fail(PoolError(HTTPStatus.SERVICE_UNAVAILABLE, text))
        if places[place] >= max(1, self.most // 2):
            text = f"{places[place]} questions of yours wait already: ask again later"
            return fail(PoolError(HTTPStatus.TOO_MANY_REQUESTS, text))
        question = _PoolQuestion(next(self._numbers), make, place, Deferred(self._left))
        self._waiting.append(question)
        self._wait(question)
        return question.answer

    def close(self) -> Deferred[Any]:
        """Close the pool; fires when every process is gone. Open questions fail."""
        for question in (*self._waiting, *(desk.question for desk in self._desks)):
            self._fail(question, HTTPStatus.SERVICE_UNAVAILABLE, "the service is closed")
        return DeferredList([desk.pool.close() for desk in self._desks])

    def _desk(self) -> _PoolProcess:
        pool = ChildPool(
            self._timers,
            self._start_child,
            _OPTIONS,
            self._log,
            on_change=self._hand_out,
            on_message=lambda _, message: self._answered(desk, message),
            on_lost=lambda _, reason: self._lost(desk, reason),
        )
        desk = _PoolProcess(pool)
        return desk

    def _wait(self, question: _PoolQuestion) -> None:
        """Limit the time that a question may wait, and give questions to free processes."""
        question.timer = self._timers.callLater(self.seconds, self._unheard, question)
        self._hand_out()

    def _hand_out(self) -> None:
        for desk in self._desks:
            if not self._waiting:
                return
            if desk.question is None and desk.pool.ready is not None:
                desk.question = question = self._waiting.popleft()
                cancel(question.timer)
                question.timer = self._timers.callLater(self.seconds, self._overdue, desk, question)
                desk.pool.ready.send(question.make(question.id))

    def _answered(self, desk: _PoolProcess, message: Any) -> None:
        question = desk.question
        if question is None or message.id != question.id:
            return
        desk.question = None
        desk.pool.worked()
        cancel(question.timer)
        if not question.answer.called:
            question.answer.callback(message)
        self._hand_out()

    def _overdue(self, desk: _PoolProcess, question: _PoolQuestion) -> None:
        text = f"no answer within {self.seconds:g} seconds"
        self._fail(question, HTTPStatus.GATEWAY_TIMEOUT, text)
        desk.question = None
        if desk.pool.primary is not None:
            desk.pool.replace(desk.pool.primary)

    def _unheard(self, question: _PoolQuestion) -> None:
        self._waiting.remove(question)
        text = f"no process was free within {self.seconds:g} seconds: ask again later"
        self._fail(question, HTTPStatus.SERVICE_UNAVAILABLE, text)

    def _lost(self, desk: _PoolProcess, reason: str) -> None:
        question, desk.question = desk.question, None
        if question is None or question.again or question.answer.called:
            text = f"two processes that were asked died ({reason})"
            self._fail(question, HTTPStatus.INTERNAL_SERVER_ERROR, text)
            return
        cancel(question.timer)
        question.again = True
        self._waiting.appendleft(question)
        self._wait(question)

    def _left(self, answer: Deferred[Any]) -> None:
        for question in self._waiting:
            if question.answer is answer:
                cancel(question.timer)
                self._waiting.remove(question)
                return

    @staticmethod
    def _fail(question: _PoolQuestion | None, status: HTTPStatus, text: str) -> None:
        if question is not None:
            cancel(question.timer)
            if not question.answer.called:
                question.answer.errback(PoolError(status, text))
