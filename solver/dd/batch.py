"""Batches of deals, solved on several threads."""

import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from solver.core.deals import HandsLike, read_range
from solver.core.errors import SolverError
from solver.dd.dd import DoubleDummySolver


def solve_many(
    deals: Iterable[HandsLike], *, threads: SupportsIndex = 2, memory_mb: int = 128
) -> npt.NDArray[np.int8]:
    """Return int8[n, 5, 4]: for each deal what `DoubleDummySolver.table` returns.

    Args:
        deals: hands in any form that `DoubleDummySolver` takes, for instance uint64[n, 4].
        threads: worker threads, 1 to 1024, each with a solver of its own.
        memory_mb: size of each solver's table.

    Raises:
        SolverError: a deal is not a bridge deal (the text names it), or `threads` is out of range.
    """
    workers = read_range(threads, "threads", 1, 1024)
    local = threading.local()

    def solve(item: tuple[int, HandsLike]) -> npt.NDArray[np.int8]:
        if not hasattr(local, "solver"):
            local.solver = DoubleDummySolver(memory_mb)
        solver: DoubleDummySolver = local.solver
        try:
            return solver.table(item[1])
        except SolverError as error:
            raise SolverError(f"deal {item[0]}: {error}") from None

    with ThreadPoolExecutor(workers) as pool:
        try:
            tables = list(pool.map(solve, enumerate(deals)))
        except SolverError:
            pool.shutdown(cancel_futures=True)
            raise
    return np.stack(tables) if tables else np.empty((0, 5, 4), dtype=np.int8)
