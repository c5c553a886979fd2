from collections.abc import Sequence
from typing import NamedTuple, SupportsIndex, final

import numpy as np
import numpy.typing as npt

class Sample(NamedTuple):
    worlds: npt.NDArray[np.uint64]
    weights: npt.NDArray[np.float64]
    complete: bool

@final
class WorldSampler:
    def __init__(
        self,
        hidden: SupportsIndex,
        vacant: Sequence[SupportsIndex],
        *,
        held: Sequence[SupportsIndex] = (0, 0, 0, 0),
        played: Sequence[SupportsIndex] = (0, 0, 0, 0),
        shown_out: Sequence[SupportsIndex] = (0, 0, 0, 0),
        lacks: Sequence[SupportsIndex] = (0, 0, 0, 0),
        boxes: Sequence[npt.ArrayLike | None] | None = None,
        weights: Sequence[npt.ArrayLike | None] | None = None,
    ) -> None: ...
    @property
    def layouts(self) -> int: ...
    @property
    def mass(self) -> float: ...
    def draw(self, n: SupportsIndex, seed: SupportsIndex, *, complete: bool = True) -> Sample: ...
    def enumerate(self, limit: SupportsIndex) -> Sample | None: ...
    def weigh(self, worlds: npt.NDArray[np.uint64]) -> npt.NDArray[np.float64]: ...
