"""The deals of a duel one after another, on several processes, in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Final

from bluechip_bot.lab.duel import Duel, DuelPlan
from bluechip_bot.lab.outcome import Outcome

_AHEAD: Final = 3
"""Deals in work or done for each process: one slow deal must not keep the others waiting."""


def outcomes(
    plan: DuelPlan, numbers: Iterable[int], *, jobs: int, memory_mb: int
) -> Generator[Outcome, None, None]:
    """Yield the outcomes of deals in the order of their numbers.

    They do not depend on the number of processes, time aside. Close the iterator to end early.

    Args:
        plan: the duel.
        numbers: which deals.
        jobs: processes; with 1 the calling process plays.
        memory_mb: memory of each engine's tables, in MiB.
    """
    if jobs == 1:
        for number in numbers:
            yield _play(plan, number, memory_mb)
        return
    waiting = iter(numbers)
    with _workers(jobs) as pool:
        running: deque[Future[Outcome]] = deque(
            pool.submit(_play, plan, number, memory_mb) for number in islice(waiting, _AHEAD * jobs)
        )
        while running:
            outcome = running.popleft().result()
            running.extend(
                pool.submit(_play, plan, number, memory_mb) for number in islice(waiting, 1)
            )
            yield outcome


def _play(plan: DuelPlan, number: int, memory_mb: int) -> Outcome:
    return Duel(plan, memory_mb=memory_mb).play(number)


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
        os._exit(1)
