"""An order of layouts in which neighbours are alike, for a sample that has some of each kind.

Systematic resampling takes layouts at equal distances. In an order by who holds the high cards it
takes each distribution of them as often as it is likely, not as chance would have it, and what
cards are worth varies less from sample to sample (W. G. Cochran, *Sampling Techniques*, 1977,
sections 5 and 8).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from bluechip_bot.model import Suit

_CARDS: Final = 12
"""Cards that are looked at: below them the layouts of a pool are too few to be of a kind."""


def likeness_order(
    dealt: npt.NDArray[np.uint64], gone: int, trump: Suit | None
) -> npt.NDArray[np.int64]:
    """int64[n]: the indices of layouts, by who holds the highest cards that are left.

    Ranks come from aces down, the trump suit first. The order is reflected at each card, so that
    neighbours differ little, as in a Gray code.

    Args:
        dealt: uint64[n, 4], the hands as dealt.
        gone: the cards that have been played.
        trump: the trump suit.
    """
    ranks = [(rank, suit) for rank in range(12, -1, -1) for suit in range(4)]
    ranks.sort(key=lambda one: (-one[0], one[1] != trump, one[1]))
    keys: list[npt.NDArray[np.int64]] = []
    odd = np.zeros(len(dealt), dtype=np.bool_)
    for rank, suit in ranks:
        card = 13 * suit + rank
        if gone >> card & 1 or len(keys) == _CARDS:
            continue
        holder = np.argmax(dealt >> np.uint64(card) & np.uint64(1), axis=1)
        seats, digit = np.unique(holder, return_inverse=True)
        if len(seats) > 1:
            keys.append(np.where(odd, len(seats) - 1 - digit, digit))
            odd ^= keys[-1] % 2 == 1
    if not keys:
        return np.arange(len(dealt))
    order: npt.NDArray[np.int64] = np.lexsort(keys[::-1]).astype(np.int64)
    return order
