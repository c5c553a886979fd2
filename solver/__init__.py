"""Double-dummy play (`DoubleDummySolver`, `solve_many`), `AlphaMuSearch`, and `WorldSampler`.

The compiled modules may use instructions that an old processor lacks, so `solver.core.cpu` looks
first.
"""

from solver.core import cpu as _cpu

if _missing := _cpu.missing_feature():
    raise ImportError(
        f"this build of solver needs a processor with {_missing}; "
        "build it with CFLAGS=-DSOLVER_BASELINE for this one"
    )

from solver.alphamu.alphamu import AlphaMuSearch
from solver.core.errors import SearchStopped, SolverError
from solver.dd.batch import solve_many
from solver.dd.dd import DoubleDummySolver
from solver.worlds.weights import effective_size, resample
from solver.worlds.worlds import WorldSampler

__all__ = [
    "AlphaMuSearch",
    "DoubleDummySolver",
    "SearchStopped",
    "SolverError",
    "WorldSampler",
    "effective_size",
    "resample",
    "solve_many",
]
