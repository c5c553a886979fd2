"""Batches of deals, solved on several threads."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from threading import Event, local
from typing import Protocol, SupportsIndex, TypeVar

import numpy as np
import numpy.typing as npt

from solver.core.deals import HandsLike, read_asked, read_items, read_range
from solver.core.errors import SearchStopped, SolverError
from solver.dd.dd import DoubleDummySolver

_POLL = 0.05
"""Seconds between two looks at the event that stops a batch."""
_AHEAD = 64
"""Items for each thread that are taken ahead, so that one hard deal does not hold up the others."""


class StoppableSolver(Protocol):
    """A solver that can be stopped; it serves one thread at a time."""

    def stop(self) -> None:
        """Make the running call and later ones raise `SearchStopped`; any thread may call this."""


Solver = TypeVar("Solver", bound=StoppableSolver)
Item = TypeVar("Item")
Answer = TypeVar("Answer")


def solve_each(
    make: Callable[[], Solver],
    ask: Callable[[Solver, Item], Answer],
    items: Iterable[Item],
    *,
    threads: SupportsIndex = 2,
    stop: Event | None = None,
) -> Generator[Answer, None, None]:
    """Yield what `ask` returns for each item, in order, as soon as it is available.

    Closing the generator, or an exception in the thread that waits for it, stops the running calls.
    Items are taken while the work goes on, a few ahead of it.

    Args:
        make: returns a new solver; each thread has one of its own.
        threads: worker threads, 1 to 1024.
        stop: ends the work, even in the middle of an item, when it is set.

    Raises:
        SolverError: `threads` is out of range.
        SearchStopped: `stop` was set.
    """
    workers = read_range(threads, "threads", 1, 1024)
    stop = Event() if stop is None else stop
    ended, own, solvers = Event(), local(), list[Solver]()
    waiting: deque[Future[Answer]] = deque()

    def run(item: Item) -> Answer:
        if not hasattr(own, "solver"):
            own.solver = make()
            solvers.append(own.solver)
        if ended.is_set() or stop.is_set():  # perhaps before `end` could see a new solver
            raise SearchStopped
        return ask(own.solver, item)

    def end() -> None:
        ended.set()
        for solver in solvers:
            solver.stop()

    def answer() -> Answer:
        future = waiting.popleft()
        while not future.done():
            wait((future,), _POLL)
            if stop.is_set():
                end()
        return future.result()

    pool = ThreadPoolExecutor(workers)
    try:
        for item in items:
            waiting.append(pool.submit(run, item))
            if len(waiting) > _AHEAD * workers:
                yield answer()
        while waiting:
            yield answer()
    finally:
        end()
        pool.shutdown(cancel_futures=True)


def solve_many(  # noqa: PLR0913 - an argument each
    deals: Iterable[HandsLike],
    *,
    strains: Iterable[SupportsIndex] = range(5),
    declarers: Iterable[SupportsIndex] = range(4),
    targets: npt.ArrayLike | None = None,
    threads: SupportsIndex = 2,
    memory_mb: int = 128,
    stop: Event | None = None,
) -> npt.NDArray[np.int8]:
    """Return int8[n, 5, 4]: for each deal the table of `DoubleDummySolver.table`.

    Args:
        deals: hands in any form that `DoubleDummySolver` takes, for instance uint64[n, 4].
        strains: the strains that are asked for; the others hold -1.
        declarers: the declarers that are asked for, in each of the strains.
        targets: as for `DoubleDummySolver.table`, but broadcast to [n, 5, 4].
        threads: worker threads, 1 to 1024, each with a solver of its own; they share the deals.
        memory_mb: size of each solver's table.
        stop: ends the work, even in the middle of a deal, when another thread sets it.

    Raises:
        SolverError: a deal is not a bridge deal (the text names it), or an argument is wrong.
        SearchStopped: `stop` was set.
    """
    hands = list(deals)
    strains, declarers = read_items(strains, "strains"), read_items(declarers, "declarers")
    asked = read_asked(strains, declarers, targets, len(hands))

    def ask(solver: DoubleDummySolver, number: int) -> npt.NDArray[np.int8]:
        wanted = None if targets is None else asked[number]
        try:
            return solver.table(hands[number], strains=strains, declarers=declarers, targets=wanted)
        except SolverError as error:
            raise SolverError(f"deal {number}: {error}") from None

    tables = np.empty((len(hands), 5, 4), dtype=np.int8)
    numbers = range(len(hands))
    with closing(
        solve_each(lambda: DoubleDummySolver(memory_mb), ask, numbers, threads=threads, stop=stop)
    ) as found:
        for number, table in enumerate(found):
            tables[number] = table
    return tables
