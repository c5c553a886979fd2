"""The fit of outer boxes: as tight as they get, with few true hands outside.

For each kind of call the margin is taken that leaves the outer boxes smallest in the mean, among
those that miss no more than a given share of the true hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.ladder import CallKind
from bluechip_bot.bidding.softness import CallMargins
from bluechip_bot.constraints import Box, batch
from bluechip_bot.inference.records import Record
from bluechip_bot.model.cards import Hand

CANDIDATES: Final = tuple((points, cards) for points in range(1, 10) for cards in range(6))
"""The margins that are tried, in points and cards."""

_FEW: Final = 30
"""Where a kind has fewer calls than these, it takes the margin of bids that no rule makes."""


@frozen
class Strays:
    """The calls of a kind, and what they need.

    Attributes:
        needed: int16[n, 2], the points and the cards by which the true hand lies outside.
        boxes: the outer boxes without a margin.
    """

    needed: batch.Counts
    boxes: tuple[Box, ...]

    def misses(self, margin: tuple[int, int]) -> float:
        """The share of calls whose true hand lies outside with a margin."""
        return float((self.needed > np.array(margin)).any(axis=1).mean())

    def size(self, margin: tuple[int, int]) -> float:
        """The mean share of all hands that the boxes hold with a margin."""
        boxes = [box.widen(*margin) for box in self.boxes]
        limits = np.array([(box.hcp, *box.lengths) for box in boxes], dtype=np.int16)
        return float(batch.shares(limits).mean())


def strays(records: Iterable[Record], bidder: Bidder) -> dict[CallKind, Strays]:
    """What the calls of all players of some boards need, by kind."""
    needed: dict[CallKind, list[tuple[int, int]]] = {}
    boxes: dict[CallKind, list[Box]] = {}
    for record in records:
        readings = bidder.read(record.board.auction, record.board.vulnerability)
        for hand, reading in zip(record.board.hands, readings, strict=True):
            for call in reading.calls if hand is not None else ():
                assert hand is not None
                needed.setdefault(call.kind, []).append(_needed(call.outer, hand))
                boxes.setdefault(call.kind, []).append(call.outer)
    return {
        kind: Strays(np.array(rows, dtype=np.int16), tuple(boxes[kind]))
        for kind, rows in needed.items()
    }


def fitted_margins(found: dict[CallKind, Strays], misses: float) -> CallMargins:
    """For each kind the margin with the smallest boxes that misses no larger share of true hands.

    Args:
        found: the calls by kind.
        misses: the share.
    """
    chosen = {
        kind.value: min(
            (margin for margin in CANDIDATES if item.misses(margin) <= misses),
            key=item.size,
            default=CANDIDATES[-1],
        )
        for kind, item in found.items()
        if len(item.boxes) >= _FEW
    }
    rare = chosen.get(CallKind.NATURAL.value, CANDIDATES[-1])
    return CallMargins(**{kind.value: chosen.get(kind.value, rare) for kind in CallKind})


def _needed(box: Box, hand: Hand) -> tuple[int, int]:
    def outside(value: int, span: tuple[int, int]) -> int:
        return max(0, span[0] - value, value - span[1])

    lengths = map(outside, hand.lengths, box.lengths)
    return outside(hand.hcp, box.hcp), max(lengths)
