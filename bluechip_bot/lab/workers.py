"""Workers for the deals of an experiment: processes of this machine, or a cluster.

Results do not depend on the workers, except for times: a result depends on its item alone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Final, Protocol, TypeVar

from attrs import frozen

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD: Final = 3
"""Items running or done for each process: one slow item must not keep the others waiting."""


class WorkersError(ValueError):
    """The workers of an experiment cannot be used."""


class WorkersLost(Exception):  # noqa: N818 - it says what happened
    """Workers were lost before they had done their work."""


class WorkerPool(Protocol):
    """A pool of processes that work on items."""

    def in_order(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[Result, None, None]:
        """Yield the results of `work` for all items, in order. Close the generator to end early.

        `work` is a module-level function or a `functools.partial` of one, not a lambda. Raise
        `WorkersError` if there are no workers; raise `WorkersLost` if one is lost, after yielding
        the results before that.
        """
        ...


@frozen
class ProcessWorkers:
    """A number of processes on this machine; with a count of 1 the calling process works."""

    count: int = 1

    def in_order(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[Result, None, None]:
        """Yield the results of `work` for all items, in order."""
        if self.count == 1:
            yield from map(work, items)
            return
        waiting = iter(items)
        with _workers(self.count) as pool:
            running: deque[Future[Result]] = deque(
                pool.submit(work, item) for item in islice(waiting, _AHEAD * self.count)
            )
            while running:
                try:
                    result = running.popleft().result()
                except BrokenProcessPool:
                    raise WorkersLost("a process was lost") from None
                running.extend(pool.submit(work, item) for item in islice(waiting, 1))
                yield result


@contextmanager
def _workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of processes that end when the block ends, whatever they are doing."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_worker
    )
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()


def _begin_worker() -> None:
    """Ignore interrupts, which are for the parent, and end when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        # As `_workers` ends it: it may have set a handler, to end what it has started.
        os.kill(os.getpid(), signal.SIGTERM)
