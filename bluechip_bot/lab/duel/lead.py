"""Opening leads by a fixed rule, and what the lead shows of the leader's hand.

There are two rules; the table has the suits that they lead, best first. Of equal suits the first of
spades, hearts, diamonds and clubs is led; trumps only from a hand that holds nothing else.

| rule | suit | card |
|---|---|---|
| `fourth` | the longest, then the one with most points | top of a sequence, or fourth highest |
| `passive` | an ace; two touching honours; no honour; fewest points; then the longest | see below |

A sequence is three touching cards from the ten up, or two with the next but one (KQT, QJ9, JT8).
`fourth` leads the lowest of three cards and the top of two. `passive` leads the ace, the top of
touching honours, the top of a suit without an honour, and the lowest from others. Both serve to
test declarers who know the rule; the bot leads by neither.
"""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.constraints.batch import Floats, HandMasks, lanes
from bluechip_bot.model import Card, Hand, Seat, Strain

LeadRule: TypeAlias = Literal["fourth", "passive"]

_BROKEN: Final = -20.0
"""The logarithm of the likelihood of a hand from which the rule leads another card."""
_TEN: Final = 8
_ACE: Final = 12


def opening_lead(hand: Hand, strain: Strain, rule: LeadRule) -> Card:
    """Return the card that the rule leads from a hand."""
    return Card(int(opening_leads(np.array([hand.mask], dtype=np.uint64), strain, rule)[0]))


def opening_leads(hands: HandMasks, strain: Strain, rule: LeadRule) -> npt.NDArray[np.int64]:
    """Return int64[n]: the card that the rule leads from each hand of thirteen, uint64[n]."""
    worth, rank = _table(rule)
    held = lanes(hands).astype(np.int64)
    worths = worth[held]
    if strain is not Strain.NOTRUMP:
        worths[:, strain] = np.minimum(worths[:, strain], 0)
    suit = worths.argmax(axis=1)
    led: npt.NDArray[np.int64] = 13 * suit + rank[held[np.arange(len(held)), suit]]
    return led


@frozen
class LeadLikelihood:
    """The likelihood of a lead made by the rule: 1 for hands from which the rule leads the card."""

    seat: Seat
    card: Card
    strain: Strain
    lead_rule: LeadRule

    @property
    def name(self) -> str:
        """The lead in words: `West led SA`."""
        return f"{self.seat} led {self.card}"

    def log(self, dealt: HandMasks) -> Floats:
        """Return float64[n]: 0 for hands, uint64[n], from which the card is led, else -20."""
        led = opening_leads(dealt, self.strain, self.lead_rule)
        return np.where(led == int(self.card), 0.0, _BROKEN)


@cache
def _table(rule: LeadRule) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return two int64[8192], by mask of ranks held: the suit's worth (-1: void), the rank led."""
    judge = _fourth if rule == "fourth" else _passive
    worth = np.full(1 << 13, -1, dtype=np.int64)
    rank = np.zeros(1 << 13, dtype=np.int64)
    for mask in range(1, 1 << 13):
        # A suit that is no trump is worth more than any trump suit, whose worth is cut to 0.
        value, rank[mask] = judge([rank for rank in range(12, -1, -1) if mask >> rank & 1])
        worth[mask] = 1 + value
    return worth, rank


def _fourth(ranks: list[int]) -> tuple[int, int]:
    """Return the worth of a suit and the rank led; `ranks` are those held, high to low."""
    worth = 100 * len(ranks) + _points(ranks)
    if len(ranks) < 3:
        return worth, ranks[0]
    first, second, third = ranks[:3]
    if first >= _TEN and second == first - 1 and third >= first - 3:
        return worth, first
    return worth, ranks[min(3, len(ranks) - 1)]


def _passive(ranks: list[int]) -> tuple[int, int]:
    worth = 1000 * (10 - _points(ranks)) + len(ranks)
    if ranks[0] == _ACE:
        return worth + 200_000, _ACE
    if len(ranks) > 1 and ranks[1] == ranks[0] - 1 and ranks[1] >= _TEN:
        return worth + 100_000, ranks[0]
    return worth, ranks[-1] if ranks[0] > _TEN else ranks[0]


def _points(ranks: list[int]) -> int:
    return sum(max(0, rank - 8) for rank in ranks)
