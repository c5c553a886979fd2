"""The fit of the margins of outer boxes: tight boxes with few true hands outside.

Each kind of call gets the margin with the smallest mean size of outer boxes, among those that miss
no more than a given share of the true hands of every group of players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import NO_WORDS, CallWords
from bluechip_bot.bidding.reading.ladder import CallKind
from bluechip_bot.bidding.reading.softness import Margin
from bluechip_bot.constraints import Box, batch
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.model.cards import Hand

_CANDIDATES: Final = tuple((points, cards) for points in range(1, 10) for cards in range(7))
"""The margins that are tried, in points and cards."""

_FEW: Final = 30
"""A kind with fewer calls takes the margin of bids that no rule makes."""

_SIZED: Final = 200
"""The approximate number of boxes from which their mean size is estimated."""


@frozen
class StrayCall:
    """A call: its outer box without a margin, and the points and cards of the margin it needs."""

    box: Box
    needed: tuple[int, int]
    group: str = ""


Strays = Mapping[CallKind, Sequence[StrayCall]]


def strays(
    records: Iterable[AuctionRecord],
    bidder: Bidder,
    group: Callable[[AuctionRecord], str] = lambda _record: "",
    *,
    told: bool = False,
    pooled: Mapping[CallKind, CallKind] | None = None,
) -> Strays:
    """The calls of all players of some boards, by kind.

    Args:
        records: the boards.
        bidder: the systems.
        group: the group of players of a board.
        told: whether only explained calls count, read with their explanations; if not, all calls
            count and explanations are ignored.
        pooled: kinds that count as others.
    """
    found: dict[CallKind, list[StrayCall]] = {}
    for record in records:
        words = CallWords.of_all(record.board) if told else NO_WORDS
        readings = bidder.read(record.board.auction, record.board.vulnerability, words)
        for hand, reading in zip(record.board.hands, readings, strict=True):
            for call in reading.calls:
                if hand is not None and (call.told == "caller" or not told):
                    kind = (pooled or {}).get(call.kind, call.kind)
                    stray = StrayCall(call.outer, _needed(call.outer, hand), group(record))
                    found.setdefault(kind, []).append(stray)
    return found


def misses(calls: Sequence[StrayCall], margin: tuple[int, int]) -> float:
    """The share of calls whose true hand lies outside despite a margin, in the worst group."""
    needed = np.array([call.needed for call in calls])
    outside = np.asarray((needed > np.array(margin)).any(axis=1))
    names = np.array([call.group for call in calls])
    return max(float(outside[names == name].mean()) for name in np.unique(names))


def fitted_margins(found: Strays, most: float) -> dict[str, Margin]:
    """The margin of each kind that gives the smallest boxes and misses few enough true hands.

    `most` is the largest share of true hands that may lie outside.
    """
    chosen = {}
    for kind, calls in found.items():
        if len(calls) >= _FEW:
            allowed = [margin for margin in _CANDIDATES if misses(calls, margin) <= most]
            size = partial(_size, calls)
            chosen[kind.value] = min(allowed, key=size, default=_CANDIDATES[-1])
    rare = chosen.get(CallKind.NATURAL.value, _CANDIDATES[-1])
    return {kind.value: chosen.get(kind.value, rare) for kind in CallKind}


def _size(calls: Sequence[StrayCall], margin: tuple[int, int]) -> float:
    """The mean share of all hands within the boxes with a margin."""
    boxes = [call.box.widen(*margin) for call in calls[:: max(1, len(calls) // _SIZED)]]
    limits = np.array([(box.hcp, *box.lengths) for box in boxes], dtype=np.int16)
    return float(batch.shares(limits).mean())


def _needed(box: Box, hand: Hand) -> tuple[int, int]:
    """The points and the cards by which a hand lies outside a box."""

    def outside(value: int, span: tuple[int, int]) -> int:
        return max(0, span[0] - value, value - span[1])

    return outside(hand.hcp, box.hcp), max(map(outside, hand.lengths, box.lengths))
