from collections.abc import Iterable, Sequence
from typing import SupportsIndex, final

import numpy as np
import numpy.typing as npt

from solver.core.deals import HandsLike

@final
class DoubleDummySolver:
    def __init__(
        self,
        memory_mb: int = 256,
        *,
        target_check: bool = True,
        quick_tricks: bool = True,
        later_tricks: bool = True,
        table: bool = True,
        winning_ranks: bool = True,
        touching: bool = True,
        ordering: bool = True,
        cutoff_cards: bool = True,
        skip_small: bool = True,
    ) -> None: ...
    @property
    def nodes(self) -> int: ...
    def stop(self) -> None: ...
    def clear_stop(self) -> None: ...
    def forget(self) -> None: ...
    def table(
        self,
        hands: HandsLike,
        *,
        strains: Iterable[SupportsIndex] = ...,
        declarers: Iterable[SupportsIndex] = ...,
        targets: npt.ArrayLike | None = None,
    ) -> npt.NDArray[np.int8]: ...
    def tricks(
        self,
        hands: HandsLike,
        trump: SupportsIndex,
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex] = (),
    ) -> int: ...
    def card_tricks(
        self,
        hands: HandsLike,
        trump: SupportsIndex,
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex] = (),
    ) -> dict[int, int]: ...
    def reaches(
        self,
        hands: HandsLike,
        trump: SupportsIndex,
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        target: SupportsIndex,
    ) -> bool: ...
    def proof(
        self,
        hands: HandsLike,
        trump: SupportsIndex,
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        target: SupportsIndex,
    ) -> tuple[bool, int]: ...
    def solve_worlds(
        self,
        worlds: npt.NDArray[np.uint64],
        trump: SupportsIndex,
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        target: SupportsIndex,
    ) -> npt.NDArray[np.bool_]: ...
    def solve_world_cards(
        self,
        worlds: npt.NDArray[np.uint64],
        trump: SupportsIndex,
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex] = (),
        cards: SupportsIndex = ...,
    ) -> npt.NDArray[np.int8]: ...
    def reach_world_cards(
        self,
        worlds: npt.NDArray[np.uint64],
        trump: SupportsIndex,
        leader: SupportsIndex,
        trick: Sequence[SupportsIndex],
        target: SupportsIndex,
        cards: SupportsIndex = ...,
    ) -> npt.NDArray[np.int8]: ...
