"""The boards that a seed gives.

Board n of a seed is the same whatever the number of boards and the order in which they are drawn,
so that a match can be resumed, extended or played again in part.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from bluechip_bot.model import Deal, PlannedBoard

_WORDS: Final = 1 << 64


class PlanError(ValueError):
    """Boards that cannot be planned."""


def boards_from_seed(seed: int, count: int, first: int = 1) -> tuple[PlannedBoard, ...]:
    """Boards `first`, `first + 1`, ...: random deals, with standard dealers and vulnerability."""
    if seed < 0 or count < 0 or first < 1:
        raise PlanError(
            f"a seed from 0, a count from 0 and a first board from 1 expected, "
            f"not {seed}, {count} and {first}"
        )
    numbers = range(first, first + count)
    return tuple(PlannedBoard.of(number, _deal(seed, number)) for number in numbers)


def _deal(seed: int, number: int) -> Deal:
    """The deal of a board: a shuffled pack (Fisher and Yates) dealt thirteen at a time.

    NumPy promises the raw stream of a bit generator for ever (NEP 19), that of
    `Generator.permutation` only for a version; hence the shuffle here.
    """
    bits = np.random.PCG64(np.random.SeedSequence([seed, number]))
    pack = list(range(52))
    for last in range(51, 0, -1):
        other = _below(bits, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return Deal.of_pack(pack)


def _below(bits: np.random.PCG64, limit: int) -> int:
    """A uniform integer 0..limit-1; random words beyond the last whole multiple are redrawn."""
    while True:
        word = int(bits.random_raw())
        if word < _WORDS - _WORDS % limit:
            return word % limit


def random_hands(bits: np.random.PCG64, count: int) -> npt.NDArray[np.uint64]:
    """The hands of random deals, as uint64[count, 4]; each pack is ordered by random numbers."""
    raw: npt.NDArray[np.uint64] = bits.random_raw(52 * count).reshape(count, 52)
    order = raw.argsort(axis=1, kind="stable").astype(np.uint64)
    hands: npt.NDArray[np.uint64] = np.bitwise_or.reduce(
        (np.uint64(1) << order).reshape(count, 4, 13), axis=2, dtype=np.uint64
    )
    return hands
