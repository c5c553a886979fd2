"""Many deals on several threads."""

import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from solver.dd import DoubleDummySolver
from solver.deals import Hands
from solver.errors import SolverError


def solve_many(
    deals: Iterable[Hands], *, threads: int = 2, memory_mb: int = 128
) -> npt.NDArray[np.int8]:
    """Return int8[n, 5, 4]: for each deal what `DoubleDummySolver.table` returns.

    Args:
        deals: hands as `DoubleDummySolver` takes them, for instance uint64[n, 4].
        threads: worker threads; each has a solver of its own.
        memory_mb: table size of each solver.

    Raises:
        SolverError: a deal is not a bridge deal; the text names it.
    """
    if not isinstance(threads, int) or threads < 1:
        raise SolverError(f"threads must be a whole number, at least 1, not {threads!r}")
    local = threading.local()

    def solve(item: tuple[int, Hands]) -> npt.NDArray[np.int8]:
        if not hasattr(local, "solver"):
            local.solver = DoubleDummySolver(memory_mb)
        solver: DoubleDummySolver = local.solver
        try:
            return solver.table(item[1])
        except SolverError as error:
            raise SolverError(f"deal {item[0]}: {error}") from None

    with ThreadPoolExecutor(threads) as pool:
        try:
            tables = list(pool.map(solve, enumerate(deals)))
        except SolverError:
            pool.shutdown(cancel_futures=True)
            raise
    return np.stack(tables) if tables else np.empty((0, 5, 4), dtype=np.int8)
