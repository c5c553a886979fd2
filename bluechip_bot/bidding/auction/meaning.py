"""The meaning of a call, whoever made it and by whatever rules."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.features import SHAPE_LIMIT
from bluechip_bot.constraints import Box, Range
from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Suit

ALL_POINTS: Final[Range] = (0, 37 + SHAPE_LIMIT)
"""The limits of the points of any hand."""


class Forcing(IntEnum):
    """The extent to which a call forces partner to bid on."""

    NONE = 0
    ROUND = 1
    TWO_NOTRUMP = 2
    GAME = 3
    SLAM = 4


FORCING: Final = {
    "f1": Forcing.ROUND, "f2nt": Forcing.TWO_NOTRUMP, "game": Forcing.GAME, "slam": Forcing.SLAM,
}  # fmt: skip
"""The extent to which each clause of a rule forces partner."""


class CallSense(Enum):
    """The kind of a call, such as a raise or a takeout double; partner's rules depend on it."""

    PASS = "pass"  # noqa: S105
    OPENING = "opening of one in a suit"
    OPENING_NOTRUMP = "notrump opening"
    PREEMPT = "preempt"
    SUIT = "natural suit bid"
    RAISE = "raise"
    NOTRUMP = "natural notrump"
    OVERCALL = "overcall"
    NOTRUMP_OVERCALL = "notrump overcall"
    TAKEOUT = "takeout double"
    PENALTY = "penalty double"
    REDOUBLE = "redouble"
    ASK = "question"
    QUANTITATIVE = "quantitative four notrump"
    CUE = "cue bid"


@frozen
class Meaning:
    """The meaning of a call: the hands that make it, and its consequences for partner.

    Attributes:
        box: limits of high-card points and suit lengths.
        artificial: whether it says nothing about the strain that it names.
        final: whether partner is expected to pass.
        agrees: the trump suit that it agrees, or None.
        name: the meaning in words; empty for a call that no rule makes.
        marks: the words by which later contexts know the call, as `takeout` or `limit`.
        ask: the name of the question that it asks, or an empty string.
        transfer: the suit that it shows and partner is to bid, or None.
        limited: whether it limits the hand, so that partner sets the contract.
    """

    call: Call
    kind: CallSense
    box: Box
    points: Range = ALL_POINTS
    forcing: Forcing = Forcing.NONE
    artificial: bool = False
    final: bool = False
    agrees: int | None = None
    name: str = ""
    marks: frozenset[str] = frozenset()
    ask: str = ""
    transfer: Suit | None = None
    limited: bool = False
    alert: bool = False

    @property
    def shows_suit(self) -> Suit | None:
        """The suit that the call names naturally or shows by a transfer, or None."""
        if self.transfer is not None:
            return self.transfer
        return None if self.artificial or not self.call.is_bid else self.call.strain.suit
