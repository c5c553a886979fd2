"""The features of hands that rules use, for many hands at once and for one.

Hands are of thirteen cards: uint64[n] as in `constraints.batch`. Every property is an array whose
first axis is the hand; where there is a second, it is the suit, spades first. One hand has the
same properties as plain numbers, those of the suits in a tuple; they are looked up in a table that
holds the properties of every holding, so that each is defined once.

Points are high-card points and at most five more for shape: for long suits (`points`), or, once
a trump suit is in view, for short suits and long trumps (`support`). Because the addition is
bounded, a range of points also limits the high-card points. Suit strength and stoppers are graded
by GIB's published definitions (bridgebase.com, "GIB's bid descriptions").
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Final, TypeVar

import numpy as np

from bluechip_bot.constraints import batch
from bluechip_bot.model.cards import Hand

SHAPE_LIMIT: Final = 5
"""The most points that shape may add."""

_SHORT_LONG_TRUMPS: Final = np.array([5, 3, 1] + [0] * 11, dtype=np.int16)
_SHORT_THREE_TRUMPS: Final = np.array([3, 2, 1] + [0] * 11, dtype=np.int16)
_SHORT_SLAM: Final = np.array([4, 2, 1] + [0] * 11, dtype=np.int16)
SLAM_LIMIT: Final = 7
"""The most points that shape and aces may add in a slam."""
_ACE, _KING, _QUEEN, _JACK, _TEN = 12, 11, 10, 9, 8


class HandFeatures:
    """The features of n hands, each computed when first asked for.

    Args:
        hands: uint64[n].
    """

    def __init__(self, hands: batch.HandMasks) -> None:
        self.hands = hands
        self._by_suit: dict[tuple[str, int], batch.Counts] = {}

    def __len__(self) -> int:
        return len(self.hands)

    def by_suit(self, name: str, suit: int) -> batch.Counts:
        """A property of one suit: int16[n]."""
        found = self._by_suit.get((name, suit))
        if found is None:
            found = self._by_suit[name, suit] = np.ascontiguousarray(getattr(self, name)[:, suit])
        return found

    @cached_property
    def lanes(self) -> batch.HandMasks:
        """The ranks held in each suit as 13-bit masks: uint64[n, 4]."""
        return batch.lanes(self.hands)

    @cached_property
    def lengths(self) -> batch.Counts:
        """The cards in each suit: int16[n, 4]."""
        return batch.lengths(self.hands)

    @cached_property
    def suit_hcp(self) -> batch.Counts:
        """The high-card points in each suit: int16[n, 4]."""
        ranks = (_JACK, _QUEEN, _KING, _ACE)
        return sum(
            (points * self._holds(rank) for points, rank in enumerate(ranks, start=1)),
            start=np.zeros_like(self.lengths),
        )

    @cached_property
    def hcp(self) -> batch.Counts:
        """High-card points: int16[n]."""
        return batch.hcp(self.hands)

    @cached_property
    def points(self) -> batch.Counts:
        """High-card points and one for each card over four in a suit, at most five: int16[n]."""
        extra = np.maximum(self.lengths - 4, 0).sum(axis=1, dtype=np.int16)
        return np.asarray(self.hcp + np.minimum(extra, SHAPE_LIMIT), dtype=np.int16)

    def support(self, trump: int) -> batch.Counts:
        """The points with a suit as trumps: int16[n].

        Short suits count 5-3-1 beside four trumps and more, 3-2-1 beside three; every trump over
        four counts one; with fewer than three trumps only high cards count.
        """
        return self.by_suit("_supports", trump)

    @cached_property
    def _supports(self) -> batch.Counts:
        short = np.where(self.lengths >= 4, _others(self.shortage_four), _others(self.shortage))
        extra = np.minimum(short + np.maximum(self.lengths - 4, 0), SHAPE_LIMIT)
        return (self.hcp[:, None] + np.where(self.lengths < 3, 0, extra)).astype(np.int16)

    def slam_support(self, trump: int) -> batch.Counts:
        """Points for a slam with a suit as trumps: int16[n].

        High-card points; four for a void, two for a singleton, one for a doubleton, one for every
        trump over four and one less for every trump under; 0.8 for an ace, 0.75 less for a king,
        queen or jack in a suit that is too short for it; 1.1 less, so that an average hand is worth
        what it was without the last two. At most seven are added. Fitted to the twelfth trick,
        double dummy, of 16,000 random deals with a fit, partner's high cards and trumps known.
        """
        return self.by_suit("_slam_supports", trump)

    @cached_property
    def _slam_supports(self) -> batch.Counts:
        extra = _others(_SHORT_SLAM[self.lengths]) + self.lengths - 4
        extra = extra + _slam_honours(self.aces, self.short_honours)[:, None]
        return np.asarray(self.hcp[:, None] + np.minimum(extra, SLAM_LIMIT), dtype=np.int16)

    @cached_property
    def short_honours(self) -> batch.Counts:
        """The kings, queens and jacks alone in their suits, the queens and jacks with one card."""
        lower = self._holds(_QUEEN) + self._holds(_JACK)
        alone = (self.lengths == 1) * (self._holds(_KING) + lower)
        return _total(np.asarray(alone + (self.lengths == 2) * lower, dtype=np.int16))

    @cached_property
    def wasted(self) -> batch.Counts:
        """Points of each suit that are wasted opposite shortness: int16[n, 4].

        High-card points other than the ace, and what the own shortness counts in a slam.
        """
        honours = self.suit_hcp - 4 * self._holds(_ACE)
        return np.asarray(honours + _SHORT_SLAM[self.lengths], dtype=np.int16)

    @cached_property
    def shortage(self) -> batch.Counts:
        """Support points of each side suit for its shortness: int16[n, 4]."""
        return _SHORT_THREE_TRUMPS[self.lengths]

    @cached_property
    def shortage_four(self) -> batch.Counts:
        """The same beside four trumps and more: int16[n, 4]."""
        return _SHORT_LONG_TRUMPS[self.lengths]

    @cached_property
    def shape(self) -> batch.Counts:
        """The lengths in falling order: int16[n, 4]."""
        return -np.sort(-self.lengths, axis=1)

    @cached_property
    def longest(self) -> batch.Counts:
        """The cards in the longest suit: int16[n]."""
        return self.shape[:, 0]

    @cached_property
    def two_longest(self) -> batch.Counts:
        """The cards in the two longest suits: int16[n]."""
        return self.shape[:, 0] + self.shape[:, 1]

    @cached_property
    def shortest(self) -> batch.Counts:
        """The cards in the shortest suit: int16[n]."""
        return self.shape[:, 3]

    @cached_property
    def balanced(self) -> batch.Bools:
        """4-3-3-3, 4-4-3-2 or 5-3-3-2: bool[n]."""
        low = self.shape[:, 3] >= 2
        return np.asarray(low & (self.shape[:, 0] <= 5) & (self.shape[:, 2] >= 3), dtype=np.bool_)

    @cached_property
    def semibalanced(self) -> batch.Bools:
        """No singleton or void, no suit of seven: bool[n]."""
        return np.asarray((self.shape[:, 3] >= 2) & (self.shape[:, 0] <= 6), dtype=np.bool_)

    @cached_property
    def aces(self) -> batch.Counts:
        """The number of aces: int16[n]."""
        return _total(self._holds(_ACE))

    @cached_property
    def kings(self) -> batch.Counts:
        """The number of kings: int16[n]."""
        return _total(self._holds(_KING))

    @cached_property
    def controls(self) -> batch.Counts:
        """Aces as two and kings as one: int16[n]."""
        return 2 * self.aces + self.kings

    def keycards(self, trump: int) -> batch.Counts:
        """The aces and the king of a suit: int16[n]."""
        return self.aces + self._holds(_KING)[:, trump]

    @cached_property
    def losers(self) -> batch.Counts:
        """Losing tricks, at most three a suit by its length: int16[n]."""
        tops = self._holds(_ACE) + self._holds(_KING) * (self.lengths > 1)
        tops = tops + self._holds(_QUEEN) * (self.lengths > 2)
        return _total(np.minimum(self.lengths, 3) - tops)

    @cached_property
    def half_quick(self) -> batch.Counts:
        """Quick tricks in halves: AK 4, AQ 3, A 2, KQ 2, K 1 (with another card): int16[n]."""
        ace, king, queen = (self._holds(rank) for rank in (_ACE, _KING, _QUEEN))
        with_ace = 2 + np.where(king == 1, 2, queen)
        without = king * (self.lengths > 1) * (1 + queen)
        return _total(np.where(ace == 1, with_ace, without))

    @cached_property
    def suit_controls(self) -> batch.Counts:
        """The control of each suit, int16[n, 4]: 2 ace or void, 1 king or singleton, 0 none."""
        first = (self._holds(_ACE) == 1) | (self.lengths == 0)
        second = (self._holds(_KING) == 1) | (self.lengths == 1)
        return np.where(first, 2, second).astype(np.int16)

    @cached_property
    def queens(self) -> batch.Counts:
        """Whether each suit holds its queen: int16[n, 4]."""
        return self._holds(_QUEEN)

    @cached_property
    def honours(self) -> batch.Counts:
        """How many of A K Q J T each suit holds: int16[n, 4]."""
        return self.tops + self._holds(_JACK) + self._holds(_TEN)

    @cached_property
    def tops(self) -> batch.Counts:
        """How many of A K Q each suit holds: int16[n, 4]."""
        return self._holds(_ACE) + self._holds(_KING) + self._holds(_QUEEN)

    @cached_property
    def strength(self) -> batch.Counts:
        """The grade of each suit, int16[n, 4]: 0 none, 1 biddable, then one for each step.

        Biddable is a suit of five, or of four with three of the five honours or ace and king;
        each card more is a step: 2 rebiddable, 3 twice rebiddable and so on.
        """
        both = (self._holds(_ACE) + self._holds(_KING)) == 2
        good = (self.honours >= 3) | both
        grade = np.where(self.lengths >= 4, self.lengths - 4 + good, 0)
        return grade.astype(np.int16)

    @cached_property
    def stoppers(self) -> batch.Counts:
        """The grade of each suit's stopper, int16[n, 4].

        0 none, 1 partial (length and points 4), 2 likely (5), 3 full (ace, QJx, five points, or 7),
        4 double (8).
        """
        total = self.lengths + self.suit_hcp
        queen_jack = (self._holds(_QUEEN) + self._holds(_JACK) == 2) & (self.lengths > 2)
        full = (self._holds(_ACE) == 1) | queen_jack | (self.suit_hcp >= 5) | (total >= 7)
        grade = (total >= 4).astype(np.int16) + (total >= 5)
        return np.where(total >= 8, 4, np.where(full, 3, grade)).astype(np.int16)

    @cached_property
    def quality(self) -> batch.Counts:
        """The honours of each suit, with one for each card over five: int16[n, 4]."""
        extra = np.maximum(self.lengths - 5, 0)
        return np.asarray(self.honours + extra, dtype=np.int16)

    @cached_property
    def held(self) -> batch.Bools:
        """Whether each suit is stopped by a high card: A, Kx, Qxx, Jxxx or better: bool[n, 4]."""
        found = np.zeros(self.lengths.shape, dtype=np.bool_)
        for rank in (_ACE, _KING, _QUEEN, _JACK):
            found |= (self._holds(rank) == 1) & (self.lengths > _ACE - rank)
        return found

    @cached_property
    def half_stopped(self) -> batch.Bools:
        """Whether each suit is stopped, or has Qx, Jxx or four small cards: bool[n, 4]."""
        return self.held | (self.suit_hcp > 1) | (self.lengths > 3)

    @cached_property
    def trump_tricks(self) -> batch.Counts:
        """The tricks expected in each suit if the opponents make it trumps: int16[n, 4]."""
        tricks = self._holds(_ACE) + self._holds(_KING) * (self.lengths > 1)
        tricks = tricks + self._holds(_QUEEN) * (self.lengths > 2)
        backed = (tricks > 0) | (self._holds(_JACK) + self._holds(_TEN) > 0)
        tricks = tricks + np.where((self.lengths > 3) & backed, self.lengths - 3, 0)
        return np.asarray(np.minimum(tricks, self.lengths), dtype=np.int16)

    def _holds(self, rank: int) -> batch.Counts:
        found: batch.Counts = (self.lanes >> np.uint64(rank) & np.uint64(1)).astype(np.int16)
        return found


class OneHand:
    """The features of one hand, those of each suit looked up in a table of all holdings.

    Args:
        hand: thirteen cards.
    """

    def __init__(self, hand: Hand) -> None:
        self.hand: Final = hand
        table = _holdings()
        found = zip(*(table[hand.ranks(suit)] for suit in range(4)), strict=True)
        self.lengths: tuple[int, ...]
        self.suit_hcp: tuple[int, ...]
        self.quality: tuple[int, ...]
        self.trump_tricks: tuple[int, ...]
        self.shortage: tuple[int, ...]
        self.shortage_four: tuple[int, ...]
        self.wasted: tuple[int, ...]
        (
            self.lengths, self.suit_hcp, self.honours, self.tops, self.strength, self.stoppers,
            self.suit_controls, self.queens, self.quality, self.held, self.half_stopped,
            self.trump_tricks, self.shortage, self.shortage_four, self.wasted, aces, self._kings,
            losers, half_quick, short_honours,
        ) = found  # fmt: skip
        self.hcp: int = sum(self.suit_hcp)
        self.aces: int = sum(aces)
        self.kings: int = sum(self._kings)
        self.losers: int = sum(losers)
        self.short_honours: int = sum(short_honours)
        self.half_quick: int = sum(half_quick)
        self.controls: int = 2 * self.aces + self.kings
        self.shortest, third, second, self.longest = sorted(self.lengths)
        self.two_longest: int = self.longest + second
        self.balanced: bool = self.shortest >= 2 and self.longest <= 5 and third >= 3
        self.semibalanced: bool = self.shortest >= 2 and self.longest <= 6
        extra = sum(length - 4 for length in self.lengths if length > 4)
        self.points: int = self.hcp + min(SHAPE_LIMIT, extra)

    def by_suit(self, name: str, suit: int) -> int:
        """A property of one suit."""
        found: int = getattr(self, name)[suit]
        return found

    def support(self, trump: int) -> int:
        """The points with a suit as trumps, as `HandFeatures.support`."""
        trumps = self.lengths[trump]
        if trumps < 3:
            return self.hcp
        shortage = self.shortage_four if trumps >= 4 else self.shortage
        short = sum(shortage) - shortage[trump]
        return self.hcp + min(SHAPE_LIMIT, short + max(0, trumps - 4))

    def slam_support(self, trump: int) -> int:
        """Points for a slam with a suit as trumps, as in `HandFeatures`."""
        table = (4, 2, 1)
        short = sum(table[length] for length in self.lengths if length < 3)
        if self.lengths[trump] < 3:
            short -= table[self.lengths[trump]]
        extra = short + self.lengths[trump] - 4 + _slam_honours(self.aces, self.short_honours)
        return self.hcp + min(SLAM_LIMIT, extra)

    def keycards(self, trump: int) -> int:
        """The aces and the king of a suit."""
        found: int = self.aces + self._kings[trump]
        return found


_Row = tuple[int, ...]
_Number = TypeVar("_Number", int, batch.Counts)


@cache
def _holdings() -> list[_Row]:
    """The features of each holding in a suit, by its ranks as 13-bit mask."""
    alone = HandFeatures(np.arange(1 << 13, dtype=np.uint64))
    columns = (
        alone.lengths, alone.suit_hcp, alone.honours, alone.tops, alone.strength, alone.stoppers,
        alone.suit_controls, alone.queens, alone.quality, alone.held, alone.half_stopped,
        alone.trump_tricks, alone.shortage, alone.shortage_four, alone.wasted,
    )  # fmt: skip
    totals = (alone.aces, alone.kings, alone.losers, alone.half_quick, alone.short_honours)
    every = [*(column[:, 0] for column in columns), *totals]
    return list(zip(*(column.tolist() for column in every), strict=True))


def _slam_honours(aces: _Number, short_honours: _Number) -> _Number:
    """Return the points that aces add and short honours take away in a slam, in whole points.

    The weights are 0.8 and 0.75; the constant of 1.1 is rounded together with them.
    """
    return (16 * aces - 15 * short_honours - 12) // 20


def _others(by_suit: batch.Counts) -> batch.Counts:
    """For each suit the sum over the other suits: int16[n, 4]."""
    return _total(by_suit)[:, None] - by_suit


def _total(by_suit: batch.Counts) -> batch.Counts:
    return np.asarray(by_suit.sum(axis=1), dtype=np.int16)
