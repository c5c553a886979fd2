"""What a hand is worth in the auction.

Points are high-card points and at most five more for shape: for long suits (`points`), or, once
a trump suit is in view, for short suits and long trumps (`support`). Because the addition is
bounded, a range of points also limits the high-card points.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from bluechip_bot.model.cards import Hand

SHAPE_LIMIT: Final = 5
"""The most points that shape may add."""

_BALANCED: Final = ((3, 3, 3, 4), (2, 3, 4, 4), (2, 3, 3, 5))
_SHORT_LONG_TRUMPS: Final = (5, 3, 1)
_SHORT_THREE_TRUMPS: Final = (3, 2, 1)


@frozen
class Features:
    """The features of one hand, counted once.

    Attributes:
        hand: the thirteen cards.
        hcp: high-card points.
        lengths: the number of spades, hearts, diamonds and clubs.
        suit_hcp: the high-card points in each suit.
        points: high-card points and one for each card over four in a suit.
        balanced: 4-3-3-3, 4-4-3-2 or 5-3-3-2.
        aces: the number of aces.
        kings: the number of kings.
        losers: losing tricks, at most three a suit (ace, king, queen by length).
        quick: quick tricks in halves: AK 4, AQ 3, A 2, KQ 2, K 1 (with another card).
    """

    hand: Hand
    hcp: int
    lengths: tuple[int, int, int, int]
    suit_hcp: tuple[int, int, int, int]
    points: int
    balanced: bool
    aces: int
    kings: int
    losers: int
    quick: int

    @classmethod
    def of(cls, hand: Hand) -> Features:
        """The features of a hand of thirteen cards."""
        lengths = hand.lengths
        suits = [hand.ranks(suit) for suit in range(4)]
        honours = [ranks >> 8 for ranks in suits]
        suit_hcp = tuple(
            4 * (h >> 4 & 1) + 3 * (h >> 3 & 1) + 2 * (h >> 2 & 1) + (h >> 1 & 1) for h in honours
        )
        hcp = sum(suit_hcp)
        extra = sum(length - 4 for length in lengths if length > 4)
        return cls(
            hand,
            hcp,
            lengths,
            (suit_hcp[0], suit_hcp[1], suit_hcp[2], suit_hcp[3]),
            hcp + min(SHAPE_LIMIT, extra),
            tuple(sorted(lengths)) in _BALANCED,
            sum(h >> 4 & 1 for h in honours),
            sum(h >> 3 & 1 for h in honours),
            sum(map(_losers, suits, lengths)),
            sum(map(_half_quick, honours, lengths)),
        )

    def support(self, trump: int) -> int:
        """The points with a suit as trumps: short suits count by the length of the trumps."""
        trumps = self.lengths[trump]
        if trumps < 3:
            return self.hcp
        table = _SHORT_LONG_TRUMPS if trumps == 4 else _SHORT_THREE_TRUMPS
        short = sum(
            table[length]
            for suit, length in enumerate(self.lengths)
            if suit != trump and length < 3
        )
        return self.hcp + min(SHAPE_LIMIT, short + max(0, trumps - 4))

    def quality(self, suit: int) -> int:
        """The honours of a suit: one each for A K Q J T, with one for each card over five."""
        return (self.hand.ranks(suit) >> 8).bit_count() + max(0, self.lengths[suit] - 5)

    def stopper(self, suit: int) -> bool:
        """Whether a suit is stopped in notrump: A, Kx, Qxx, Jxxx or better."""
        top = self.hand.ranks(suit).bit_length() - 1
        return top > 8 and self.lengths[suit] > 12 - top

    def half_stopper(self, suit: int) -> bool:
        """Whether a suit holds something in notrump: a stopper, Qx, Jxx or four small cards."""
        return self.stopper(suit) or self.suit_hcp[suit] > 1 or self.lengths[suit] > 3

    @property
    def semibalanced(self) -> bool:
        """No void, at most one singleton honour, no suit of seven."""
        return min(self.lengths) > 1 and max(self.lengths) < 7

    @property
    def longest(self) -> int:
        """The longest suit; of equals the highest."""
        return self.lengths.index(max(self.lengths))

    def trump_tricks(self, suit: int) -> int:
        """The tricks expected in a suit that the opponents have made trumps."""
        ranks, length = self.hand.ranks(suit), self.lengths[suit]
        tricks = ranks >> 12 & 1
        tricks += 1 if ranks >> 11 & 1 and length > 1 else 0
        tricks += 1 if ranks >> 10 & 1 and length > 2 else 0
        if length > 3 and (ranks >> 8 & 3 or tricks):
            tricks += length - 3
        return min(tricks, length)


def _losers(ranks: int, length: int) -> int:
    top = (ranks >> 12 & 1) + (ranks >> 11 & 1 if length > 1 else 0)
    top += ranks >> 10 & 1 if length > 2 else 0
    return min(3, length) - top


def _half_quick(honours: int, length: int) -> int:
    ace, king, queen = honours >> 4 & 1, honours >> 3 & 1, honours >> 2 & 1
    if ace:
        return 4 if king else 3 if queen else 2
    if king and length > 1:
        return 2 if queen else 1
    return 0
