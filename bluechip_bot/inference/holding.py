"""Holdings: the cards of one suit as 13-bit masks, many at a time.

The functions take int64 arrays of masks (bit r is set if rank r is held, 2..A = 0..12) and return
masks or counts of the same shape. A feature of a card is the mask of the ranks that have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from bluechip_bot.model.cards import SUIT_MASK

Ints: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]
Values: TypeAlias = Mapping[str, Ints | Floats | Flags]
"""Features of each holding as a whole, by "rule.feature"; arrays that broadcast to the holdings."""
Masks: TypeAlias = Mapping[str, Ints]
"""Features of the cards of each holding, likewise; each is the mask of the ranks that have it."""

ACE: Final = 1 << 12
KING: Final = 1 << 11
QUEEN: Final = 1 << 10
JACK: Final = 1 << 9
TEN: Final = 1 << 8
HONOURS: Final = ACE | KING | QUEEN | JACK
SPOTS: Final = TEN | TEN - 1

_ALL: Final[Ints] = np.arange(SUIT_MASK + 1, dtype=np.int64)

BITS: Final[npt.NDArray[np.float32]] = (_ALL[:, None] >> np.arange(13) & 1).astype(np.float32)
"""float32[8192, 13]: 1 for each rank in the mask."""

LENGTH: Final[Ints] = np.bitwise_count(_ALL).astype(np.int64)
"""int64[8192]: the number of cards."""

HIGHEST: Final[Ints] = np.where(_ALL > 0, 1 << np.frexp(_ALL)[1].astype(np.int64) >> 1, 0)
"""int64[8192]: the highest card, 0 for a void."""

NONE: Final[Ints] = np.zeros(1, dtype=np.int64)
"""No card of any holding; broadcasts to all of them."""


def lowest(held: Ints) -> Ints:
    """The lowest card, 0 for a void."""
    return held & -held


def second_lowest(held: Ints) -> Ints:
    """The second-lowest card, 0 if there is none."""
    return lowest(held & held - 1)


def nth_highest(held: Ints, place: int) -> Ints:
    """The nth-highest card (1 is the highest), 0 if there is none."""
    for _ in range(place - 1):
        held = held & ~HIGHEST[held]
    return HIGHEST[held]


def above(card: Ints) -> Ints:
    """The ranks above a single card; all ranks if there is no card (0)."""
    return SUIT_MASK & ~(card | card - 1) | np.where(card == 0, SUIT_MASK, 0)


def touched_below(held: Ints, gone: Ints) -> Ints:
    """The cards of each sequence except its lowest: the next lower live card is held too.

    Cards in `gone` no longer separate others; a Kogge-Stone fill runs through them.
    """
    fill, path = held, gone
    for step in (1, 2, 4, 8):
        fill = fill | path & fill << step
        path = path & path << step
    return held & fill << 1


def touched_above(held: Ints, gone: Ints) -> Ints:
    """The cards of each sequence except its highest: the next higher live card is held too."""
    fill, path = held, gone
    for step in (1, 2, 4, 8):
        fill = fill | path & fill >> step
        path = path & path >> step
    return held & fill >> 1


def masters(held: Ints, others: Ints) -> Ints:
    """The held cards that are higher than every card of `others`."""
    return held & above(HIGHEST[others])


def when(condition: Flags, mask: Ints) -> Ints:
    """The mask where the condition holds, 0 elsewhere.

    A condition on public facts is one flag for all holdings. The result is then the mask itself or
    `NONE`.
    """
    if condition.size == 1:
        return mask if condition.item() else NONE
    return np.where(condition, mask, 0)


def has(held: Ints, card: Ints | int) -> Flags:
    """Whether at least one of the given cards is held."""
    found: Flags = (held & card) != 0
    return found
