"""Ladders: nested sets of boxes around what a call shows, each a step with its own weight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

import numpy as np

from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.constraints import ANY, Box, ConstraintUnion, batch
from bluechip_bot.model.calls import DOUBLE, PASS, Call

STEPS: Final = ((-2, 0), (-1, 0), (0, 0), (1, 0), (1, 1), (3, 1), (3, 2))
"""The steps of a limited call: how far its limits are moved outwards, in points and cards."""

SILENCE: Final = (5, 7, 9, 11, 13, 16)
"""The steps of a pass without limits: the most points."""

_MOST_BOXES: Final = 4
"""If a call has more boxes than this, only their hull is used."""
Rungs = tuple[tuple[Box, ...], ...]
"""Sets of boxes from the inside out, each within the next; some may be empty, the last is ANY."""


class CallKind(StrEnum):
    """The kind of a call. Calls of one kind have the same steps and are believed alike.

    Openings are of one in a suit, of notrump, or of two or more in a suit. An overcall is a side's
    first bid over the opponents' opening. Other bids, and redoubles, are `REBID` if the player has
    bid or doubled before, else `BID`. All these are made by a rule; a bid that no rule makes is
    `NATURAL`. A rule's passes are `OPENING_PASS` before the first bid, then `LIMITED_PASS`. Other
    passes set no limits: a player's first since the opening (`FIRST_SILENCE`), and later ones.
    """

    OPENING = "opening"
    OPENING_NOTRUMP = "opening_notrump"
    OPENING_HIGH = "opening_high"
    OVERCALL = "overcall"
    BID = "bid"
    REBID = "rebid"
    NATURAL = "natural"
    DOUBLE = "double"
    OPENING_PASS = "opening_pass"  # noqa: S105
    LIMITED_PASS = "limited_pass"  # noqa: S105
    FIRST_SILENCE = "first_silence"
    LATER_SILENCE = "later_silence"

    @property
    def grades(self) -> int:
        """The number of steps, including the last one, which contains any hand."""
        silent = self in (CallKind.FIRST_SILENCE, CallKind.LATER_SILENCE)
        return 1 + len(SILENCE if silent else STEPS)


def kind_of(state: AuctionState, call: Call, *, in_system: bool) -> CallKind:
    """The kind of the next call; `in_system` if a rule other than a last resort makes it."""
    if call == PASS:
        if in_system:
            return CallKind.LIMITED_PASS if state.is_open else CallKind.OPENING_PASS
        again = len(state.opened_meanings) >= 4
        return CallKind.LATER_SILENCE if again else CallKind.FIRST_SILENCE
    if call == DOUBLE:
        return CallKind.DOUBLE
    if not in_system:
        return CallKind.NATURAL
    if state.acts(state.me):
        return CallKind.REBID
    if state.acts(state.partner) or not call.is_bid:
        return CallKind.BID
    if state.is_open:
        return CallKind.OVERCALL
    if call.strain.suit is None:
        return CallKind.OPENING_NOTRUMP
    return CallKind.OPENING if call.level == 1 else CallKind.OPENING_HIGH


def rungs_of(kind: CallKind, boxes: Sequence[Box], hull: Box) -> Rungs:
    """The ladder of a call, around its boxes, or around their hull if there are many."""
    if kind in (CallKind.FIRST_SILENCE, CallKind.LATER_SILENCE):
        return (*((Box((0, most)),) for most in SILENCE), (ANY,))
    inner = boxes if 0 < len(boxes) <= _MOST_BOXES else (hull,)
    return (*(tuple(_moved(inner, *step)) for step in STEPS), (ANY,))


def graded(rungs: Rungs, grades: Sequence[float]) -> ConstraintUnion:
    """The union that gives each hand the grade of the first set of boxes that contains it."""
    terms: list[tuple[float, Box]] = []
    held = [(boxes, grade) for boxes, grade in zip(rungs, grades, strict=True) if boxes]
    outer = [grade for _, grade in held[1:]] + [0.0]
    for (boxes, grade), rest in zip(held, outer, strict=True):
        if grade > rest:
            weight = float(f"{grade - rest:.9g}")  # so that 1 - 0.9 prints as 0.1
            terms += [(weight, box) for _, box in ConstraintUnion.of(*boxes).boxes]
    return ConstraintUnion.merged(terms)


def level(rungs: Rungs, values: batch.Counts) -> batch.Counts:
    """The index of the first set of boxes that contains each hand: int16[n] from int16[n, 5]."""
    found = np.full(len(values), len(rungs) - 1, dtype=np.int16)
    for index in range(len(rungs) - 2, -1, -1):
        if rungs[index]:
            limits = np.array([(box.hcp, *box.lengths) for box in rungs[index]], dtype=np.int16)
            found[batch.inside(limits, values).any(axis=0)] = index
    return found


def _moved(boxes: Iterable[Box], hcp: int, length: int) -> Iterable[Box]:
    """Yield the boxes with their limits moved outwards; open limits of points stay open."""
    for box in boxes:
        low, high = box.hcp
        low = max(0, low - hcp) if low > 0 else 0
        high = min(37, high + hcp) if high < 37 else 37
        if low <= high:
            yield Box((low, high), box.widen(0, length).lengths)
