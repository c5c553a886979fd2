from collections.abc import Sequence
from typing import final

import numpy as np
import numpy.typing as npt

from solver.dd.dd import DoubleDummySolver

@final
class Rollouts:
    def __init__(
        self,
        solver: DoubleDummySolver,
        *,
        layouts: int = 6,
        voting: int = 11,
        ending: int = 3,
        bonus: int = 3,
    ) -> None: ...
    @property
    def decisions(self) -> int: ...
    @property
    def blind(self) -> int: ...
    def play(
        self,
        worlds: npt.NDArray[np.uint64],
        trump: int,
        leader: int,
        trick: Sequence[int],
        cards: int,
        *,
        declarer: int,
        need: int,
        played: Sequence[int] = (0, 0, 0, 0),
        shown_out: Sequence[int] = (0, 0, 0, 0),
        boxes: Sequence[npt.ArrayLike | None] | None = None,
        weights: Sequence[npt.ArrayLike | None] | None = None,
        seed: int = 0,
        stop: npt.NDArray[np.int32] | None = None,
    ) -> npt.NDArray[np.int8]: ...

def read_flag(stop: object) -> npt.NDArray[np.int32]: ...
