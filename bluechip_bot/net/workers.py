"""Decisions of a player in a child process: legal and in time, whatever the child does.

The rules of this file:

* Every request is answered: by the child if its answer is legal and in time; else by the last
  provisional answer that a child has sent; else by the request's last resort, which takes no
  thought. A last resort is logged as an error, with the request for replay.
* A request with a hard maximum (`most`) is under a clock, which runs from the call of `decide`. At
  the maximum the child is sent a stop; `late` seconds later the request is answered, and `grace`
  seconds after the stop the child is killed, and its standby takes over.
* Without a clock there is no reason to hurry. The budget runs from the child's first provisional
  answer, or from the request if it sends none. `patience` seconds after the budget the child is
  sent a stop, and another `patience` seconds later it is killed. A child that has never answered
  may still be loading: it is not killed before `start_timeout`.
* A request whose child dies before the request is due goes to another child, but only once.
* One request is worked on at a time; others wait in order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from attrs import Factory, define, evolve, field
from twisted.internet.defer import Deferred
from twisted.logger import Logger

from bluechip_bot.codec import to_json
from bluechip_bot.config import PlayerConfig
from bluechip_bot.match.record.counts import DecisionCounts
from bluechip_bot.model import (
    BoardError,
    CallRecord,
    CardRecord,
    Decision,
    DecisionRequest,
    ModelError,
    SampleSummary,
)
from bluechip_bot.net.child_pool import ChildCounts, ChildPool, PoolChild
from bluechip_bot.net.child_process import ChildProcess, StartChild, player_command
from bluechip_bot.net.reactor import Reactor, Timer, Timers, cancel
from bluechip_bot.player.wire import Failed, PlayerMessage, Provisional, Reply, Stop, Think

_DEFAULTS: Final = PlayerConfig()
_LOG: Final = Logger(namespace="bluechip_bot.workers")
_REPEATS: Final = 1
"""The number of times that a request whose child has died goes to another child."""


@define(eq=False)
class _OpenRequest:
    """A request that is not answered yet.

    Attributes:
        deadline: the time when it is due; None before a child works on it.
        held: the last provisional answer of any child.
    """

    request: DecisionRequest
    deferred: Deferred[Decision]
    asked: float = 0.0
    deadline: float | None = None
    tries: int = 0
    begun: bool = False
    held: Decision | None = None
    worker: PoolChild | None = None
    abandoned: bool = False
    timers: list[Timer] = Factory(list)

    @property
    def clocked(self) -> bool:
        return self.request.most is not None

    def cancel_timers(self) -> None:
        while self.timers:
            cancel(self.timers.pop())


@define(eq=False, slots=False)
class PlayerWorkers:
    """A seat's player, in child processes.

    Args:
        late: the time from the hard maximum of a request to its last resort, in seconds; by
            default the grace. The child is killed only when its grace is over.
    """

    _timers: Timers
    _start_child: StartChild
    _options: PlayerConfig = _DEFAULTS
    _late: float = field(
        default=Factory(lambda self: self._options.grace, takes_self=True), kw_only=True
    )
    _log: Logger = field(default=_LOG, kw_only=True)

    def __attrs_post_init__(self) -> None:
        self.counts = DecisionCounts()
        calls = self._advance, self._message, self._lost
        self._pool = ChildPool(self._timers, self._start_child, self._options, self._log, *calls)
        self._waiting: deque[_OpenRequest] = deque()
        self._job: _OpenRequest | None = None
        self._prepared: Deferred[str] | None = None
        self._preparing: Timer | None = None
        self._closed = False

    @classmethod
    def of_engine(
        cls,
        reactor: Reactor,
        engine: str,
        settings: Mapping[str, Any] | None = None,
        options: PlayerConfig = _DEFAULTS,
        **more: Any,
    ) -> PlayerWorkers:
        """Create workers whose children run an engine, see `player_command`."""
        start_child = partial(ChildProcess, reactor, player_command(engine, settings))
        return cls(reactor, start_child, options, **more)

    @property
    def children(self) -> ChildCounts:
        """The counts of failures of the children so far."""
        return self._pool.counts

    @property
    def pids(self) -> tuple[int, ...]:
        """The process IDs of the children not yet known to be gone."""
        return self._pool.pids

    def start(self) -> None:
        """Start the first child, if it has not been started."""
        self._pool.fill()

    def prepare(self) -> Deferred[str]:
        """Start a child; fires when one is ready, starts keep failing or `start_timeout` is over.

        The result says why no child can be started; it is empty unless starts keep failing.
        """
        self._prepared = Deferred()
        self.start()
        timer = self._timers.callLater(self._options.start_timeout, self._end_preparation)
        self._preparing = timer
        self._advance()
        return self._prepared

    def decide(self, request: DecisionRequest) -> Deferred[Decision]:
        """Answer a request; fires with a legal decision, soon after its maximum at the latest.

        The request waits for a child that is ready, up to `start_timeout` and its own hard maximum.
        Cancelling the Deferred abandons the request. It fails with a BoardError if the board waits
        for nobody, or for a card from a hand that is unknown.
        """
        deferred: Deferred[Decision] = Deferred(lambda _: self.abandon(request.id))
        job = _OpenRequest(request, deferred, self._timers.seconds())
        if request.most is not None:
            job.timers = [self._timers.callLater(request.limit + self._late, self._is_late, job)]
        self._waiting.append(job)
        self.start()
        self._advance()
        return deferred

    def abandon(self, request_id: int) -> None:
        """Drop a request: its Deferred will not fire.

        A child that works on it gets `Stop`, and is replaced if it does not answer within `grace`.
        Nothing happens if there is no such request, or it is answered already.
        """
        for job in [job for job in self._waiting if job.request.id == request_id]:
            self._waiting.remove(job)
            job.abandoned = True
            job.cancel_timers()
        working = self._job
        if working is None or working.abandoned or working.request.id != request_id:
            return
        working.abandoned = True
        working.cancel_timers()
        if working.worker is not None:
            working.worker.send(Stop(request_id))
            self._kill_in(working, self._grace(working))

    def close(self) -> Deferred[None]:
        """Answer the open requests and close the children; fires when all are gone."""
        if not self._closed:
            self._closed = True
            if self._job is not None:
                self._fall_back(self._released(self._job), "the workers are closed")
            self._advance()
        return self._pool.close()

    def _end_preparation(self) -> None:
        cancel(self._preparing)
        prepared, self._prepared = self._prepared, None
        if prepared is not None:
            prepared.callback(self._pool.trouble if self._pool.hopeless else "")

    def _advance(self) -> None:
        """Give the first waiting request to a child, or answer it if no child will ever take it."""
        ready = self._pool.ready
        if ready or self._pool.hopeless or self._closed:
            self._end_preparation()
        while self._waiting and self._job is None:
            if self._closed:
                self._fall_back(self._waiting.popleft(), "the workers are closed")
            elif ready is not None:
                self._assign(ready, self._waiting.popleft())
            elif self._pool.hopeless:
                self._fall_back(self._waiting.popleft(), "no player can be started")
            else:
                job = self._waiting[0]
                if not job.timers:
                    timeout = self._options.start_timeout
                    if job.deadline is not None and job.clocked:
                        timeout = min(timeout, max(0.0, job.deadline - self._timers.seconds()))
                    job.timers = [self._timers.callLater(timeout, self._unstarted, job)]
                return

    def _is_late(self, job: _OpenRequest) -> None:
        """Answer a request that is late under its clock; its child may still use its grace."""
        if job in self._waiting:
            self._waiting.remove(job)
            self._fall_back(job, f"no player was free within {job.request.limit:g} s")
            return
        self._fall_back(job, "not answered in time", keep_timers=True)
        job.abandoned = True

    def _due(self, job: _OpenRequest) -> float:
        """The seconds that a child has for a request if it begins now."""
        limit = job.request.limit
        if not job.clocked:
            return limit
        deadline = job.asked + limit if job.deadline is None else job.deadline
        return max(0.0, deadline - self._timers.seconds())

    def _grace(self, job: _OpenRequest) -> float:
        """The seconds from the moment when a request's child is sent a stop until it is killed."""
        if job.clocked:
            return self._options.grace
        if job.worker is not None and not job.worker.answered:
            return max(self._options.patience, self._options.start_timeout)
        return self._options.patience

    def _unstarted(self, job: _OpenRequest) -> None:
        self._waiting.remove(job)
        timeout = f"{self._options.start_timeout:g} s"
        after = "its budget" if job.deadline is not None and job.clocked else timeout
        self._fall_back(job, f"no player was ready within {after}")
        self._advance()

    def _assign(self, worker: PoolChild, job: _OpenRequest) -> None:
        request = job.request
        job.worker = worker
        job.tries += 1
        job.begun = False
        self._job = job
        due = self._due(job)
        if job.tries > 1:
            most = None if request.most is None else due
            request = evolve(request, budget=min(request.budget, due), most=most)
        worker.send(Think(request))
        self._time(job, worker, due)

    def _time(self, job: _OpenRequest, worker: PoolChild, due: float) -> None:
        """Set the timers of a request that a child begins to work on; it has `due` seconds."""
        job.cancel_timers()
        stop = due if job.clocked else due + self._options.patience
        job.deadline = self._timers.seconds() + stop
        self._kill_in(job, stop + self._grace(job))
        job.timers.append(self._timers.callLater(stop, worker.send, Stop(job.request.id)))
        if job.clocked and self._late < self._options.grace:
            job.timers.append(self._timers.callLater(due + self._late, self._is_late, job))

    def _kill_in(self, job: _OpenRequest, seconds: float) -> None:
        """Kill the child of a request after some seconds, unless it has answered."""
        job.timers.append(self._timers.callLater(seconds, self._overdue, job.worker))

    def _released(self, job: _OpenRequest) -> _OpenRequest:
        """Take the current request from its child, and return it."""
        job.cancel_timers()
        self._job = None
        return job

    def _overdue(self, worker: PoolChild) -> None:
        self._log.error("{name} is killed: it has not answered in time", name=worker.name)
        self._pool.replace(worker)
        if self._job is not None and self._job.worker is worker:
            self._fall_back(self._released(self._job), "killed at the hard deadline")
        self._advance()

    def _lost(self, worker: PoolChild, reason: str) -> None:
        if self._job is not None and self._job.worker is worker:
            job = self._released(self._job)
            if self._may_ask_again(job):
                text = f"request {job.request.id} is asked again: {reason}"
                self._log.warn("{text}", text=text)
                job.worker = None
                self._waiting.appendleft(job)
            else:
                self._fall_back(job, reason)
        self._advance()

    def _may_ask_again(self, job: _OpenRequest) -> bool:
        in_time = job.deadline is not None and self._timers.seconds() < job.deadline
        return in_time and not job.abandoned and not self._closed and job.tries <= _REPEATS

    def _message(self, worker: PoolChild, message: PlayerMessage) -> None:
        job = self._job
        wanted = isinstance(message, Provisional | Reply | Failed)
        if job is None or job.worker is not worker or not wanted:
            self._log.warn("{name} sent {sent!r} unasked", name=worker.name, sent=message)
            return
        if isinstance(message, Provisional):
            self._hold(job, worker, message.decision)
            return
        self._released(job)
        self._pool.worked()
        worker.answered = True
        if isinstance(message, Reply):
            spent = DecisionCounts(seconds=message.seconds, processor=message.processor)
            self.counts += spent
            self._answered(job, message.decision)
        elif isinstance(message, Failed):
            self._log.error("{name}: {trace}", name=worker.name, trace=message.traceback)
            self.counts += DecisionCounts(failed=1, error=message.error)
            self._fall_back(job, message.error)
        self._advance()

    def _hold(self, job: _OpenRequest, worker: PoolChild, decision: Decision) -> None:
        """Keep a provisional answer, in case no final answer comes in time."""
        if job.abandoned:
            return
        if not job.begun and not job.clocked:
            self._time(job, worker, job.request.limit)
        job.begun = True
        try:
            job.request.check(decision)
        except ModelError as error:
            text = f"illegal provisional answer {decision.action}: {error}"
            self._log.error("request {id}: {text}", id=job.request.id, text=text)
        else:
            job.held = decision

    def _answered(self, job: _OpenRequest, decision: Decision) -> None:
        if job.abandoned:
            return
        try:
            job.request.check(decision)
        except ModelError as error:
            self._fall_back(job, f"illegal answer {decision.action}: {error}")
        else:
            self._count(job.request, decision)
            for text in decision.errors:
                self._log.error("request {id}: {text}", id=job.request.id, text=text)
            job.deferred.callback(decision)

    def _count(self, request: DecisionRequest, decision: Decision) -> None:
        self.counts += DecisionCounts(decisions=1, fallbacks=int(decision.fallback))
        if decision.fallback:
            reason = decision.reason or "no time for a search"
            self._log.warn("request {id}: {reason}", id=request.id, reason=reason)
        match decision.record:
            case CallRecord(relaxed=relaxed) | CardRecord(sample=SampleSummary(relaxed=relaxed)):
                pass
            case _:
                return
        self.counts += DecisionCounts(sampled=1, relaxed=int(bool(relaxed)))
        if relaxed:
            text = (
                f"board {request.board.number}, {request.seat}: evidence left out as contradicted"
            )
            self._log.info("{text}: {relaxed}", text=text, relaxed=list(relaxed))

    def _fall_back(self, job: _OpenRequest, reason: str, *, keep_timers: bool = False) -> None:
        """Answer a request by its provisional answer or its last resort, unless it is abandoned."""
        if not keep_timers:
            job.cancel_timers()
        if job.abandoned:
            return
        if job.held is not None:
            self._cut_short(job, job.held, reason)
            return
        self.counts += DecisionCounts(decisions=1, fallbacks=1, last_resort=1)
        text = f"request {job.request.id} gets the fallback: {reason}; {to_json(job.request)}"
        self._log.error("{text}", text=text)
        try:
            decision = job.request.last_resort(reason)
        except BoardError as error:
            # The request itself cannot be answered: that is for the caller to hear.
            job.deferred.errback(error)
        else:
            job.deferred.callback(decision)

    def _cut_short(self, job: _OpenRequest, held: Decision, reason: str) -> None:
        text = f"request {job.request.id} is cut short: {reason}; {held.action} is the last answer"
        self._log.warn("{text}", text=text)
        self.counts += DecisionCounts(cut_short=1)
        self._count(job.request, held)
        thoughts = (*held.thoughts, f"cut short: {reason}")
        job.deferred.callback(evolve(held, thoughts=thoughts))
