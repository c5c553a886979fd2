"""Features of many hands at once, as numpy arrays.

A hand is one uint64 with bit number = card = 13 * suit + rank. It may hold any number of cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from bluechip_bot.model.cards import SUIT_MASK, Hand

HandMasks: TypeAlias = npt.NDArray[np.uint64]
Counts: TypeAlias = npt.NDArray[np.int16]
Floats: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Boxes: TypeAlias = npt.NDArray[np.int16]

_LANE: Final = np.uint64(SUIT_MASK)
_SHIFTS: Final = np.arange(0, 52, 13, dtype=np.uint64)
_JACKS: Final = sum(1 << 13 * suit + 9 for suit in range(4))


def masks(hands: Iterable[Hand]) -> HandMasks:
    """Pack hands in an array: uint64[n]."""
    return np.array([hand.mask for hand in hands], dtype=np.uint64)


def lanes(hands: HandMasks) -> HandMasks:
    """The ranks held in each suit, as 13-bit masks: uint64[n, 4]."""
    return np.asarray((hands[..., np.newaxis] >> _SHIFTS) & _LANE)


def count(hands: HandMasks, cards: int) -> Counts:
    """The number of cards of a mask that each hand holds: int16[n]."""
    return np.asarray(np.bitwise_count(hands & np.uint64(cards)), dtype=np.int16)


def lengths(hands: HandMasks) -> Counts:
    """The number of spades, hearts, diamonds and clubs: int16[n, 4]."""
    return np.bitwise_count(lanes(hands)).astype(np.int16)


def hcp(hands: HandMasks) -> Counts:
    """High-card points, ace 4 to jack 1: int16[n]."""
    total = np.zeros(hands.shape, dtype=np.int16)
    for points in range(1, 5):
        total += points * count(hands, _JACKS << points - 1)
    return total


def features(hands: HandMasks) -> Counts:
    """The features that boxes limit, high-card points and the four lengths: int16[n, 5]."""
    return np.concatenate((hcp(hands)[..., np.newaxis], lengths(hands)), axis=-1)


def inside(boxes: Boxes, values: Counts) -> Bools:
    """Whether each box, int16[k, 5, 2], holds each hand with `features` int16[n, 5]: bool[k, n]."""
    found = np.ones((len(boxes), len(values)), dtype=np.bool_)
    for column in range(5):
        value = values[:, column]
        found &= boxes[:, column, :1] <= value
        found &= value <= boxes[:, column, 1:]
    return found


def shares(boxes: Boxes) -> Floats:
    """The exact share of all hands of thirteen cards in each box, int16[k, 5, 2]: float64[k]."""
    shapes, below = _census()
    wanted = np.ones((len(boxes), len(shapes)), dtype=np.bool_)
    for suit in range(4):
        wanted &= boxes[:, suit + 1, :1] <= shapes[:, suit]
        wanted &= shapes[:, suit] <= boxes[:, suit + 1, 1:]
    within = below[boxes[:, 0, 1].astype(np.intp) + 1] - below[boxes[:, 0, 0].astype(np.intp)]
    return np.asarray(np.einsum("ks,ks->k", wanted, within))


@cache
def _census() -> tuple[Counts, Floats]:
    """The 560 shapes, and the share of hands with each shape and under p points: [p, shape]."""
    suit = np.zeros((14, 11))
    holdings = np.arange(SUIT_MASK + 1, dtype=np.uint64)
    np.add.at(suit, (np.bitwise_count(holdings), hcp(holdings)), 1)
    pairs = {
        (a, b): np.convolve(suit[a], suit[b]) for a in range(14) for b in range(14 - a)
    }  # two suits of these lengths, by points
    shapes = [
        (a, b, c, 13 - a - b - c)
        for a in range(14)
        for b in range(14 - a)
        for c in range(14 - a - b)
    ]
    counts = np.array([np.convolve(pairs[a, b], pairs[c, d])[:38] for a, b, c, d in shapes])
    below = np.zeros((39, len(shapes)))
    below[1:] = np.cumsum(counts, axis=1).T / counts.sum()
    return np.array(shapes, dtype=np.int16), below
