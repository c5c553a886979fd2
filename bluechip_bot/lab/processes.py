"""Work on processes of this machine."""

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
from typing import Final

from attrs import frozen

from bluechip_bot.lab.workers import Item, Result, WorkersLost

_AHEAD: Final = 3
"""Items in work or done for each process: one slow item must not keep the others waiting."""


@frozen
class ProcessWorkers:
    """Some processes; see `Workers`.

    Attributes:
        count: how many; with 1 the calling process works.
    """

    count: int = 1

    def in_order(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[Result, None, None]:
        """Yield the results of work on items, in their order.

        Raises:
            WorkersLost: if a process is lost.
        """
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
    """Processes that end when the block does, whatever they are at."""
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
    """Leave interrupts to the parent, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        # As `_workers` ends it: it may have set a handler, to end what it has started.
        os.kill(os.getpid(), signal.SIGTERM)
