from collections.abc import Sequence
from typing import SupportsIndex, final

import numpy as np
import numpy.typing as npt

from solver.alphamu.options import SearchOptions
from solver.alphamu.result import SearchResult
from solver.dd.dd import DoubleDummySolver

@final
class AlphaMuSearch:
    def __init__(
        self,
        memory_mb: int = 128,
        threads: int = 1,
        *,
        solver: DoubleDummySolver | None = None,
        options: SearchOptions = ...,
    ) -> None: ...
    def stop(self) -> None: ...
    def clear_stop(self) -> None: ...
    def forget(self) -> None: ...
    def search(
        self,
        worlds: npt.NDArray[np.uint64],
        trump: SupportsIndex,
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        target: SupportsIndex | None,
        max_moves: SupportsIndex | None,
        *,
        weights: npt.NDArray[np.int64] | None = None,
        max_side: str = "NS",
        observer: SupportsIndex | None = None,
        payoff: npt.NDArray[np.float64] | None = None,
        node_limit: SupportsIndex | None = None,
        stop: npt.NDArray[np.int32] | None = None,
        every_card: bool = False,
        order: Sequence[SupportsIndex] = (),
        among: Sequence[SupportsIndex] = (),
    ) -> SearchResult: ...
