"""The fit of the margins of outer boxes: tight boxes with few true hands outside.

Each kind of call gets the margin with the smallest mean size of outer boxes, among those that miss
no more than a given share of the true hands of every group of players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import NO_WORDS, Words
from bluechip_bot.bidding.reading.ladder import CallKind
from bluechip_bot.bidding.reading.softness import CallMargins
from bluechip_bot.constraints import Box, batch
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.model.cards import Hand

CANDIDATES: Final = tuple((points, cards) for points in range(1, 10) for cards in range(7))
"""The margins that are tried, in points and cards."""

_FEW: Final = 30
"""A kind with fewer calls takes the margin of bids that no rule makes."""

_SIZED: Final = 200
"""The approximate number of boxes from which their mean size is estimated."""


@frozen
class Strays:
    """The calls of a kind, and the margins that they need.

    Attributes:
        needed: int16[n, 2], the points and the cards by which the true hand lies outside.
        boxes: the outer box of each call, without a margin.
        groups: the group of players of each call; empty if there is only one.
    """

    needed: batch.Counts
    boxes: tuple[Box, ...]
    groups: tuple[str, ...] = ()

    def misses(self, margin: tuple[int, int]) -> float:
        """The share of calls whose true hand lies outside despite a margin, in the worst group."""
        outside = np.asarray((self.needed > np.array(margin)).any(axis=1))
        names = np.array(self.groups or ("",) * len(outside))
        return max(float(outside[names == name].mean()) for name in set(names.tolist()))

    def size(self, margin: tuple[int, int]) -> float:
        """The mean share of all hands within the boxes with a margin."""
        step = max(1, len(self.boxes) // _SIZED)
        boxes = [box.widen(*margin) for box in self.boxes[::step]]
        limits = np.array([(box.hcp, *box.lengths) for box in boxes], dtype=np.int16)
        return float(batch.shares(limits).mean())


def strays(
    records: Iterable[AuctionRecord],
    bidder: Bidder,
    group: Callable[[AuctionRecord], str] = lambda _record: "",
    *,
    told: bool = False,
) -> dict[CallKind, Strays]:
    """The calls of all players of some boards and the margins that they need, by kind.

    Args:
        records: the boards.
        bidder: the systems.
        group: a function that gives the group of players of a board.
        told: whether only explained calls count, read with their explanations; if not, all calls
            count and explanations are ignored.
    """
    needed: dict[CallKind, list[tuple[int, int]]] = {}
    groups: dict[CallKind, list[str]] = {}
    boxes: dict[CallKind, list[Box]] = {}
    for record in records:
        words = Words.of_all(record.board) if told else NO_WORDS
        readings = bidder.read(record.board.auction, record.board.vulnerability, words)
        for hand, reading in zip(record.board.hands, readings, strict=True):
            for call in reading.calls if hand is not None else ():
                assert hand is not None
                if told and not call.told:
                    continue
                groups.setdefault(call.kind, []).append(group(record))
                needed.setdefault(call.kind, []).append(_needed(call.outer, hand))
                boxes.setdefault(call.kind, []).append(call.outer)
    return {
        kind: Strays(np.array(rows, dtype=np.int16), tuple(boxes[kind]), tuple(groups[kind]))
        for kind, rows in needed.items()
    }


def pooled(
    found: Mapping[CallKind, Strays], kinds: Mapping[CallKind, CallKind]
) -> dict[CallKind, Strays]:
    """The same calls, with some kinds counted as others."""
    together: dict[CallKind, list[Strays]] = {}
    for kind, item in found.items():
        together.setdefault(kinds.get(kind, kind), []).append(item)
    return {
        kind: Strays(
            np.concatenate([item.needed for item in items]),
            tuple(box for item in items for box in item.boxes),
            tuple(name for item in items for name in item.groups),
        )
        for kind, items in together.items()
    }


def fitted_margins(found: Mapping[CallKind, Strays], misses: float) -> CallMargins:
    """The margin of each kind that gives the smallest boxes and misses few enough true hands.

    Args:
        found: the calls by kind.
        misses: the largest share of true hands that may lie outside.
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
    """The points and the cards by which a hand lies outside a box."""

    def outside(value: int, span: tuple[int, int]) -> int:
        return max(0, span[0] - value, value - span[1])

    lengths = map(outside, hand.lengths, box.lengths)
    return outside(hand.hcp, box.hcp), max(lengths)
