"""Holdings: the cards of one suit as 13-bit masks, many at a time.

Everything here works on int64 arrays of masks (bit r is set when rank r is held, 2..A = 0..12) and
gives masks or counts of the same shape. A feature of a card is a mask of the ranks that have it.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]

ACE: Final = 1 << 12
KING: Final = 1 << 11
QUEEN: Final = 1 << 10
JACK: Final = 1 << 9
TEN: Final = 1 << 8
HONOURS: Final = ACE | KING | QUEEN | JACK
SPOTS: Final = TEN | TEN - 1
SUIT: Final = (1 << 13) - 1

_ALL: Final[Ints] = np.arange(SUIT + 1, dtype=np.int64)

BITS: Final[npt.NDArray[np.float32]] = (_ALL[:, None] >> np.arange(13) & 1).astype(np.float32)
"""float32[8192, 13]: 1 for the ranks in a mask."""

LENGTH: Final[Ints] = np.bitwise_count(_ALL).astype(np.int64)
"""int64[8192]: the number of cards."""

HIGHEST: Final[Ints] = np.where(_ALL > 0, 1 << np.frexp(_ALL)[1].astype(np.int64) >> 1, 0)
"""int64[8192]: the highest card, 0 for a void."""


NONE: Final[Ints] = np.zeros(1, dtype=np.int64)
"""No card, whatever is held."""


def lowest(held: Ints) -> Ints:
    """The lowest card, 0 for a void."""
    return held & -held


def second_lowest(held: Ints) -> Ints:
    """The lowest card but one, 0 where there is none."""
    return lowest(held & held - 1)


def nth_highest(held: Ints, place: int) -> Ints:
    """The card at a place from the top (1 is the highest), 0 where there is none."""
    for _ in range(place - 1):
        held = held & ~HIGHEST[held]
    return HIGHEST[held]


def above(card: Ints) -> Ints:
    """The ranks above a single card; all of them where there is no card (0)."""
    return SUIT & ~(card | card - 1) | np.where(card == 0, SUIT, 0)


def touched_below(held: Ints, gone: Ints) -> Ints:
    """The held cards whose next lower live card is held too: all of a run but its lowest.

    `gone` are the cards that no longer separate others (Kogge-Stone fill through them).
    """
    fill, path = held, gone
    for step in (1, 2, 4, 8):
        fill = fill | path & fill << step
        path = path & path << step
    return held & fill << 1


def touched_above(held: Ints, gone: Ints) -> Ints:
    """The held cards whose next higher live card is held too: all of a run but its highest."""
    fill, path = held, gone
    for step in (1, 2, 4, 8):
        fill = fill | path & fill >> step
        path = path & path >> step
    return held & fill >> 1


def masters(held: Ints, others: Ints) -> Ints:
    """The held cards above every card of `others`."""
    return held & above(HIGHEST[others])


def when(condition: Flags, mask: Ints) -> Ints:
    """The mask where the condition holds, 0 elsewhere.

    A condition on public facts is one flag for all holdings: then it is the mask itself, or `NONE`.
    """
    if condition.size == 1:
        return mask if condition.item() else NONE
    return np.where(condition, mask, 0)


def has(held: Ints, card: Ints | int) -> Flags:
    """Whether any of the given cards is held."""
    found: Flags = (held & card) != 0
    return found
