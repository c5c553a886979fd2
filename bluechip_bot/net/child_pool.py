"""The children of a seat: the primary, which works, and the standby, which can take its place.

The rules of this file:

* The standby is started once the primary is ready, so that it does not slow the start of a match.
* A child that dies before it is given anything to do is a failed start. Starts are repeated at
  growing intervals. After five failures in a row the pool is hopeless until a child becomes ready.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from attrs import define
from twisted.internet.defer import Deferred
from twisted.logger import Logger

from bluechip_bot.config import PlayerConfig
from bluechip_bot.net.child_process import ChildListener, StartChild
from bluechip_bot.net.reactor import Timer, Timers, cancel
from bluechip_bot.player.wire import Started

MAX_FAILURES: Final = 5
"""The number of failed starts in a row that makes a pool hopeless."""
_FIRST_DELAY: Final = 0.25
_LONGEST_DELAY: Final = 30.0


@define
class ChildCounts:
    """How many children have died by themselves so far, and how many were killed as too slow."""

    deaths: int = 0
    timeouts: int = 0


@define(eq=False)
class PoolChild:
    """A child of the pool; `child` is its process, once it is started."""

    name: str = "a child"
    child: Any = None
    ready: bool = False
    used: bool = False
    answered: bool = False
    said: str = ""
    start_timer: Timer | None = None

    def send(self, message: object) -> None:
        """Send the child a message; from now on it counts as used."""
        self.used = True
        self.child.send(message)

    def kill(self) -> None:
        """End the child now."""
        cancel(self.start_timer)
        self.child.kill()


@define(eq=False, slots=False)
class ChildPool:
    """The primary child and its standby.

    Args:
        on_lost: called with a child that died by itself, and the reason; it has left the pool.

    Attributes:
        trouble: the reason of the latest failed start; empty if none failed.
    """

    _timers: Timers
    _start_child: StartChild
    _options: PlayerConfig
    _log: Logger
    _on_change: Callable[[], object]
    _on_message: Callable[[PoolChild, Any], object]
    _on_lost: Callable[[PoolChild, str], object]

    def __attrs_post_init__(self) -> None:
        self.primary: PoolChild | None = None
        self.counts = ChildCounts()
        self.trouble = ""
        self._standby: PoolChild | None = None
        self._alive: list[PoolChild] = []
        self._failures = 0
        self._retry: Timer | None = None
        self._kill_timer: Timer | None = None
        self._closed = False
        self._closing: list[Deferred[None]] = []

    @property
    def hopeless(self) -> bool:
        """Whether no child is ready and starts keep failing."""
        return self.ready is None and self._failures >= MAX_FAILURES

    @property
    def ready(self) -> PoolChild | None:
        """The primary child if its player has been built, else None."""
        return self.primary if self.primary is not None and self.primary.ready else None

    @property
    def pids(self) -> tuple[int, ...]:
        """The process IDs of the children not yet known to be gone."""
        return tuple(worker.child.pid for worker in self._alive)

    def fill(self) -> None:
        """Start the primary or its standby if it is missing, unless a start has just failed."""
        if self._closed or self._retry is not None:
            return
        if self.primary is None:
            self.primary = self._launch()
        elif self.ready and self._standby is None and self._options.standby:
            self._standby = self._launch()

    def worked(self) -> None:
        """Set the count of failed starts to 0, as a child has done its work."""
        self._failures = 0

    def replace(self, worker: PoolChild) -> None:
        """Kill a child; the standby takes its place, and a new child is started."""
        self.counts.timeouts += 1
        self._remove(worker)
        self.fill()

    def close(self) -> Deferred[None]:
        """Close the children; fires when all are gone. After `grace` seconds they are killed."""
        deferred: Deferred[None] = Deferred()
        self._closing.append(deferred)
        if not self._closed:
            self._closed = True
            cancel(self._retry)
            for worker in self._alive:
                cancel(worker.start_timer)
                worker.child.close()
            self._kill_timer = self._timers.callLater(self._options.grace, self._kill_all)
        self._check_closed()
        return deferred

    def _launch(self) -> PoolChild | None:
        worker = PoolChild()
        listener = ChildListener(
            partial(self._message, worker), partial(self._text, worker), partial(self._lost, worker)
        )
        try:
            worker.child = self._start_child(listener)
        except OSError as error:
            self._start_failed(f"a child could not be started: {error}")
            return None
        worker.name = f"child {worker.child.pid}"
        timeout = self._options.start_timeout
        worker.start_timer = self._timers.callLater(timeout, self._overdue, worker)
        self._alive.append(worker)
        return worker

    def _overdue(self, worker: PoolChild) -> None:
        self.counts.timeouts += 1
        self._remove(worker)
        self._start_failed(f"{worker.name} was not ready within {self._options.start_timeout:g} s")

    def _start_failed(self, reason: str, said: str = "") -> None:
        self._failures += 1
        self.trouble = f"{reason}: {said}" if said else reason
        delay = min(_FIRST_DELAY * 2 ** min(self._failures - 1, 10), _LONGEST_DELAY)
        text = f"{reason}; failed start {self._failures} in a row, next in {delay:g} s"
        self._log.error("{text}", text=text)
        if self._failures == MAX_FAILURES:
            text = f"no player could be started in {MAX_FAILURES} attempts: until one can,"
            self._log.error("{text} the rule of last resort decides", text=text)
        if self._retry is None:
            self._retry = self._timers.callLater(delay, self._try_again)
        self._on_change()

    def _try_again(self) -> None:
        self._retry = None
        self.fill()

    def _remove(self, worker: PoolChild) -> None:
        worker.kill()
        if worker is self.primary:
            self.primary, self._standby = self._standby, None
        elif worker is self._standby:
            self._standby = None

    def _message(self, worker: PoolChild, message: object) -> None:
        if self._closed or worker not in (self.primary, self._standby):
            return  # the child has been removed
        if isinstance(message, Started):
            worker.ready = True
            cancel(worker.start_timer)
            self._log.info("{name} is ready", name=worker.name)
            self.fill()
            self._on_change()
        else:
            self._on_message(worker, message)

    def _text(self, worker: PoolChild, text: str) -> None:
        worker.said = text
        self._log.info("{name}: {text}", name=worker.name, text=text)

    def _lost(self, worker: PoolChild, reason: str) -> None:
        self._alive.remove(worker)
        if self._closed:
            self._check_closed()
        elif worker in (self.primary, self._standby):
            self.counts.deaths += 1
            self._remove(worker)
            if worker.used:
                self._log.error("{name}: {reason}", name=worker.name, reason=reason)
                self.fill()
            else:
                self._start_failed(f"{worker.name}: {reason}", worker.said)
            self._on_lost(worker, reason)

    def _kill_all(self) -> None:
        for worker in self._alive:
            worker.kill()

    def _check_closed(self) -> None:
        if self._alive:
            return
        cancel(self._kill_timer)
        closing, self._closing = self._closing, []
        for deferred in closing:
            deferred.callback(None)
