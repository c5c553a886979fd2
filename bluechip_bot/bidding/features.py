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
    """The features of n hands, uint64[n], each computed when first asked for."""

    def __init__(self, hands: batch.HandMasks) -> None:
        self.hands = hands
        self._by_suit: dict[tuple[str, int], batch.Counts] = {}

    def __len__(self) -> int:
        return len(self.hands)

    def by_suit(self, name: str, suit: int) -> batch.Counts:
        """The property `name` of one suit: int16[n]."""
        if (name, suit) not in self._by_suit:
            self._by_suit[name, suit] = np.ascontiguousarray(getattr(self, name)[:, suit])
        return self._by_suit[name, suit]

    @cached_property
    def lengths(self) -> batch.Counts:
        """The cards in each suit: int16[n, 4]."""
        return batch.lengths(self.hands)

    @cached_property
    def suit_hcp(self) -> batch.Counts:
        """The high-card points in each suit: int16[n, 4]."""
        low = self._jacks + 2 * self.queens
        return low + 3 * self._kings + 4 * self._aces

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

        Short suits count 5-3-1 with four trumps and more, 3-2-1 with three; every trump over four
        counts one; with fewer than three trumps only high cards count.
        """
        return self.by_suit("_supports", trump)

    @cached_property
    def _supports(self) -> batch.Counts:
        short = np.where(self.lengths >= 4, _others(self.shortage_four), _others(self.shortage))
        extra = np.minimum(short + np.maximum(self.lengths - 4, 0), SHAPE_LIMIT)
        return (self.hcp[:, None] + np.where(self.lengths < 3, 0, extra)).astype(np.int16)

    def slam_support(self, trump: int) -> batch.Counts:
        """Points for a slam with a suit as trumps: int16[n].

        High-card points, with up to seven more: four for a void, two for a singleton, one for a
        doubleton, one for each trump over four, minus one for each trump under four. Each ace adds
        0.8; each king, queen or jack in a suit that is too short for it takes off 0.75. A constant
        of 1.1 is taken off, so that an average hand keeps its points. Fitted to the twelfth trick,
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
        """The number of singleton kings, queens and jacks, and of doubleton queens and jacks."""
        lower = self.queens + self._jacks
        alone = (self.lengths == 1) * (self._kings + lower)
        return _total(np.asarray(alone + (self.lengths == 2) * lower, dtype=np.int16))

    @cached_property
    def wasted(self) -> batch.Counts:
        """Points of each suit that are wasted opposite shortness: int16[n, 4].

        High-card points other than the ace, and slam points for one's own shortness in the suit.
        """
        honours = self.suit_hcp - 4 * self._aces
        return np.asarray(honours + _SHORT_SLAM[self.lengths], dtype=np.int16)

    @cached_property
    def shortage(self) -> batch.Counts:
        """Support points of each side suit for its shortness, with three trumps: int16[n, 4]."""
        return _SHORT_THREE_TRUMPS[self.lengths]

    @cached_property
    def shortage_four(self) -> batch.Counts:
        """Support points of side suits for shortness, with four trumps or more: int16[n, 4]."""
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
        """Whether the shape is 4-3-3-3, 4-4-3-2 or 5-3-3-2: bool[n]."""
        low = self.shape[:, 3] >= 2
        return np.asarray(low & (self.shape[:, 0] <= 5) & (self.shape[:, 2] >= 3), dtype=np.bool_)

    @cached_property
    def semibalanced(self) -> batch.Bools:
        """Whether there is no singleton, no void and no suit of seven: bool[n]."""
        return np.asarray((self.shape[:, 3] >= 2) & (self.shape[:, 0] <= 6), dtype=np.bool_)

    @cached_property
    def aces(self) -> batch.Counts:
        """The number of aces: int16[n]."""
        return _total(self._aces)

    @cached_property
    def kings(self) -> batch.Counts:
        """The number of kings: int16[n]."""
        return _total(self._kings)

    @cached_property
    def controls(self) -> batch.Counts:
        """Aces as two and kings as one: int16[n]."""
        return 2 * self.aces + self.kings

    def keycards(self, trump: int) -> batch.Counts:
        """The number of aces, plus one for the king of a suit: int16[n]."""
        return self.aces + self._kings[:, trump]

    @cached_property
    def losers(self) -> batch.Counts:
        """Losing tricks, in each suit at most three and at most its length: int16[n]."""
        return _total(np.minimum(self.lengths, 3) - self._guarded)

    @cached_property
    def half_quick(self) -> batch.Counts:
        """Quick tricks in halves: AK 4, AQ 3, A 2, KQ 2, K 1 (with another card): int16[n]."""
        with_ace = 2 + np.where(self._kings == 1, 2, self.queens)
        without = self._kings * (self.lengths > 1) * (1 + self.queens)
        return _total(np.where(self._aces == 1, with_ace, without))

    @cached_property
    def suit_controls(self) -> batch.Counts:
        """The control of each suit, int16[n, 4]: 2 ace or void, 1 king or singleton, 0 none."""
        first = (self._aces == 1) | (self.lengths == 0)
        second = (self._kings == 1) | (self.lengths == 1)
        return np.where(first, 2, second).astype(np.int16)

    @cached_property
    def queens(self) -> batch.Counts:
        """Whether each suit holds its queen: int16[n, 4]."""
        return self._held(_QUEEN)

    @cached_property
    def honours(self) -> batch.Counts:
        """How many of A K Q J T each suit holds: int16[n, 4]."""
        return self.tops + self._jacks + self._held(_TEN)

    @cached_property
    def tops(self) -> batch.Counts:
        """How many of A K Q each suit holds: int16[n, 4]."""
        return self._aces + self._kings + self.queens

    @cached_property
    def strength(self) -> batch.Counts:
        """The grade of each suit, int16[n, 4]: 0 none, 1 biddable, then one for each step.

        Biddable is a suit of five, or of four with three of the five honours or with ace and king;
        each further card is a step: 2 rebiddable, 3 twice rebiddable and so on.
        """
        good = (self.honours >= 3) | (self._aces + self._kings == 2)
        return np.where(self.lengths >= 4, self.lengths - 4 + good, 0).astype(np.int16)

    @cached_property
    def stoppers(self) -> batch.Counts:
        """The grade of each suit's stopper, int16[n, 4]; a sum is length plus high-card points.

        0 none, 1 partial (sum 4), 2 likely (sum 5), 3 full (ace, QJx, five points or sum 7), 4
        double (sum 8).
        """
        total = self.lengths + self.suit_hcp
        queen_jack = (self.queens + self._jacks == 2) & (self.lengths > 2)
        full = (self._aces == 1) | queen_jack | (self.suit_hcp >= 5) | (total >= 7)
        grade = (total >= 4).astype(np.int16) + (total >= 5)
        return np.where(total >= 8, 4, np.where(full, 3, grade)).astype(np.int16)

    @cached_property
    def quality(self) -> batch.Counts:
        """The honours of each suit, plus one for each card over five: int16[n, 4]."""
        extra = np.maximum(self.lengths - 5, 0)
        return np.asarray(self.honours + extra, dtype=np.int16)

    @cached_property
    def held(self) -> batch.Bools:
        """Whether each suit is stopped by a high card: A, Kx, Qxx, Jxxx or better: bool[n, 4]."""
        jacks = (self._jacks == 1) & (self.lengths > 3)
        return np.asarray((self._guarded > 0) | jacks, dtype=np.bool_)

    @cached_property
    def half_stopped(self) -> batch.Bools:
        """Whether each suit is stopped, or has Qx, Jxx or four small cards: bool[n, 4]."""
        return self.held | (self.suit_hcp > 1) | (self.lengths > 3)

    @cached_property
    def trump_tricks(self) -> batch.Counts:
        """The tricks expected in each suit if the opponents make it trumps: int16[n, 4]."""
        tricks = self._guarded
        backed = (tricks > 0) | (self._jacks + self._held(_TEN) > 0)
        tricks = tricks + np.where((self.lengths > 3) & backed, self.lengths - 3, 0)
        return np.asarray(np.minimum(tricks, self.lengths), dtype=np.int16)

    @cached_property
    def _guarded(self) -> batch.Counts:
        """The number of aces, kings with another card and queens with two others: int16[n, 4]."""
        guarded = self._kings * (self.lengths > 1) + self.queens * (self.lengths > 2)
        return self._aces + guarded

    @cached_property
    def _aces(self) -> batch.Counts:
        return self._held(_ACE)

    @cached_property
    def _kings(self) -> batch.Counts:
        return self._held(_KING)

    @cached_property
    def _jacks(self) -> batch.Counts:
        return self._held(_JACK)

    def _held(self, rank: int) -> batch.Counts:
        """Whether each suit holds a rank: int16[n, 4]."""
        return (self._lanes >> np.uint64(rank) & np.uint64(1)).astype(np.int16)

    @cached_property
    def _lanes(self) -> batch.HandMasks:
        return batch.lanes(self.hands)


@cache
def random_hands(count: int, seed: int) -> HandFeatures:
    """Random hands; the same count and seed give the same hands in every process."""
    rng = np.random.default_rng(seed)
    deals = (rng.permutation(52)[:13].tolist() for _ in range(count))
    return HandFeatures(batch.masks(map(Hand.of, deals)))


class OneHand:
    """The features of one hand of thirteen cards, looked up suit by suit in a table of holdings."""

    lengths: tuple[int, ...]
    suit_hcp: tuple[int, ...]
    honours: tuple[int, ...]
    tops: tuple[int, ...]
    strength: tuple[int, ...]
    stoppers: tuple[int, ...]
    suit_controls: tuple[int, ...]
    queens: tuple[int, ...]
    quality: tuple[int, ...]
    held: tuple[bool, ...]
    half_stopped: tuple[bool, ...]
    trump_tricks: tuple[int, ...]
    shortage: tuple[int, ...]
    shortage_four: tuple[int, ...]
    wasted: tuple[int, ...]
    _kings: tuple[int, ...]
    aces: int
    kings: int
    losers: int
    half_quick: int
    short_honours: int

    def __init__(self, hand: Hand) -> None:
        table = _holdings()
        by_suit = list(zip(*(table[hand.ranks(suit)] for suit in range(4)), strict=True))
        vars(self).update(zip(_BY_SUIT, by_suit[: len(_BY_SUIT)], strict=True))
        vars(self).update(zip(_TOTALS, map(sum, by_suit[len(_BY_SUIT) :]), strict=True))
        self.hcp: int = sum(self.suit_hcp)
        self.controls: int = 2 * self.aces + self.kings
        self.shortest, third, second, self.longest = sorted(self.lengths)
        self.two_longest: int = self.longest + second
        self.balanced: bool = self.shortest >= 2 and self.longest <= 5 and third >= 3
        self.semibalanced: bool = self.shortest >= 2 and self.longest <= 6
        extra = sum(length - 4 for length in self.lengths if length > 4)
        self.points: int = self.hcp + min(SHAPE_LIMIT, extra)

    def by_suit(self, name: str, suit: int) -> int:
        """The property `name` of one suit."""
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
        side = (*self.lengths[:trump], *self.lengths[trump + 1 :])
        short = sum(table[length] for length in side if length < 3)
        extra = short + self.lengths[trump] - 4 + _slam_honours(self.aces, self.short_honours)
        return self.hcp + min(SLAM_LIMIT, extra)

    def keycards(self, trump: int) -> int:
        """The number of aces, plus one for the king of a suit."""
        return self.aces + self._kings[trump]


_BY_SUIT: Final = [name for name, kind in OneHand.__annotations__.items() if kind != "int"]
_TOTALS: Final = [name for name, kind in OneHand.__annotations__.items() if kind == "int"]
_Number = TypeVar("_Number", int, batch.Counts)


@cache
def _holdings() -> list[tuple[int, ...]]:
    """The features of every holding in a suit; the index is its ranks as a 13-bit mask."""
    alone = HandFeatures(np.arange(1 << 13, dtype=np.uint64))
    columns = [getattr(alone, name)[:, 0] for name in _BY_SUIT]
    columns += [getattr(alone, name) for name in _TOTALS]
    return list(zip(*(column.tolist() for column in columns), strict=True))


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
