from collections.abc import Sequence
from typing import NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

SEATS: tuple[str, str, str, str]
SUITS: str
RANKS: str

class Worlds(NamedTuple):
    hands: npt.NDArray[np.uint64]
    violation: npt.NDArray[np.int16]
    refuted: int
    widened: int
    layouts: int
    looked_at: int
    relaxed: bool

def deal_worlds(
    n: SupportsIndex,
    hidden: SupportsIndex,
    vacant: Sequence[SupportsIndex],
    *,
    held: Sequence[SupportsIndex] = (0, 0, 0, 0),
    played: Sequence[SupportsIndex] = (0, 0, 0, 0),
    shown_out: Sequence[SupportsIndex] = (0, 0, 0, 0),
    lengths: npt.ArrayLike | None = None,
    hcp: npt.ArrayLike | None = None,
    attempts: SupportsIndex = 256,
    seed: SupportsIndex = 0,
) -> Worlds: ...
