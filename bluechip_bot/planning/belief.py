"""What is believed of the two hidden hands, and how it changes along a line of play.

Every question is of one form: does a defender still hold one of some ranks of a suit? What a line
of play has told is a set of layouts, kept as bits of integers, so that a question is answered and a
branch of play is taken by intersecting integers. There are three models:

* `WorldBeliefs`: the bot's sample of layouts, with all that was inferred from bids and cards. A bit
  is a layout.
* `ExactBeliefs`: vacant places; every suit divides by itself, and the numbers of cards in the hands
  tie the suits together (multivariate hypergeometric). A bit is a division of one suit.
* `HalfBeliefs`: every card with either defender by the toss of a coin, as in the worked example of
  Ghallab, Nau and Traverso, "Automated Planning", chapter 23.

Cards that were played along a line are known by class only ("the lowest he has", "the cheapest that
wins"), and which card that was differs from layout to layout: see `remaining`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from bluechip_bot.model import Hand, Suit
from bluechip_bot.model.cards import SUIT_MASK
from bluechip_bot.planning.error import BeliefError
from bluechip_bot.planning.position import LEFT, RIGHT, Position

Alive = int | tuple[int, int, int, int]
"""The layouts that a line of play has left."""
Gone = tuple[int, ...]
"""What a defender has played of a suit along a line: for each card the ranks of its class."""
_LARGEST: Final = 255
"""The largest weight of a layout; others are scaled."""


def remaining(holding: int, gone: Gone) -> int:
    """The ranks left of a holding when the lowest of each class in turn has been played."""
    for ranks in gone:
        hit = holding & ranks
        holding &= ~(hit & -hit)
    return holding


class Beliefs(Protocol):
    """A model of the hidden hands; immutable but for what it remembers of its own answers."""

    def begin(self) -> Alive:
        """All layouts that there are.

        Raises:
            BeliefError: if there is none.
        """
        ...

    def meets(self, defender: int, suit: int, gone: Gone, ranks: int) -> int:
        """Where a defender who has played `gone` still holds one of some ranks of a suit."""
        ...

    def long(self, defender: int, suit: int, gone: Gone, cards: int) -> int:
        """Where a defender who has played `gone` still holds so many cards of a suit."""
        ...

    def narrow(self, alive: Alive, suit: int, where: int) -> Alive:
        """The layouts that are in `where`, an answer of `meets` or `long` about this suit."""
        ...

    def exclude(self, alive: Alive, suit: int, where: int) -> Alive:
        """The layouts that are not in `where`."""
        ...

    def possible(self, alive: Alive, suit: int, where: int) -> bool:
        """Whether some layout is in `where`."""
        ...

    def weight(self, alive: Alive) -> int:
        """How likely some layouts are, in units of their own; 0 if there is none."""
        ...


class _Divisions:
    """How a suit may divide: the left defender's holdings, each with the bits where he has it."""

    def __init__(self, out: int, by_holding: Mapping[int, int]) -> None:
        rows = sorted(by_holding.items())
        self._left: dict[tuple[int, Gone], list[tuple[int, int]]] = {
            (LEFT, ()): rows,
            (RIGHT, ()): [(out & ~holding, where) for holding, where in rows],
        }
        self._known: dict[tuple[int, Gone, int], int] = {}
        self._long: dict[tuple[int, Gone], list[int]] = {}

    def meets(self, defender: int, gone: Gone, ranks: int) -> int:
        key = (defender, gone, ranks)
        where = self._known.get(key)
        if where is None:
            where = 0
            for holding, bits in self._holdings(defender, gone):
                if holding & ranks:
                    where |= bits
            self._known[key] = where
        return where

    def long(self, defender: int, gone: Gone, cards: int) -> int:
        key = (defender, gone)
        by_length = self._long.get(key)
        if by_length is None:
            by_length = [0] * 15
            for holding, bits in self._holdings(defender, gone):
                by_length[holding.bit_count()] |= bits
            for length in range(12, -1, -1):
                by_length[length] |= by_length[length + 1]
            self._long[key] = by_length
        return by_length[cards]

    def _holdings(self, defender: int, gone: Gone) -> list[tuple[int, int]]:
        """What the defender may have left, each with the bits where he has it."""
        key = (defender, gone)
        rows = self._left.get(key)
        if rows is None:
            last = gone[-1:]
            merged: dict[int, int] = {}
            for holding, bits in self._holdings(defender, gone[:-1]):
                left = remaining(holding, last)
                merged[left] = merged.get(left, 0) | bits
            rows = self._left[key] = list(merged.items())
        return rows


class WorldBeliefs:
    """A sample of layouts.

    Args:
        worlds: the two defenders' hands, left one first, as masks of 52 bits.
        weights: how much each counts, at least 1; by default all the same.

    Raises:
        BeliefError: if there is no layout, or the weights are not as many.
    """

    def __init__(
        self, worlds: Sequence[tuple[int, int]], weights: Sequence[int] | None = None
    ) -> None:
        if not worlds:
            raise BeliefError("a sample without a layout")
        counts = [1] * len(worlds) if weights is None else list(weights)
        if len(counts) != len(worlds) or min(counts) < 1:
            raise BeliefError(f"{len(worlds)} layouts need as many weights from 1")
        largest = max(counts)
        if largest > _LARGEST:
            counts = [max(1, round(count * _LARGEST / largest)) for count in counts]
        self._all = (1 << len(worlds)) - 1
        self._planes = [
            (shift, plane)
            for shift in range(max(counts).bit_length())
            if (plane := sum(1 << i for i, count in enumerate(counts) if count >> shift & 1))
        ]
        self._suits = [_divisions(worlds, suit) for suit in range(4)]

    @classmethod
    def of(cls, position: Position, worlds: Iterable[tuple[int, int, int]]) -> WorldBeliefs:
        """The beliefs of a sample for a position.

        Args:
            position: where the plan starts.
            worlds: the left and the right defender's hand, and the weight, of each layout.

        Raises:
            BeliefError: if a layout does not hold the cards that are out, or hands are of other
                lengths than in the position.
        """
        rows = list(worlds)
        for left, right, _ in rows:
            lengths = left.bit_count(), right.bit_count()
            if left & right or left | right != position.out.mask or lengths != position.held:
                raise BeliefError(
                    f"a layout with {Hand(left)} and {Hand(right)} does not fit a position with "
                    f"{position.out} out"
                )
        return cls([row[:2] for row in rows], [row[2] for row in rows])

    def begin(self) -> Alive:
        """See `Beliefs.begin`."""
        return self._all

    def meets(self, defender: int, suit: int, gone: Gone, ranks: int) -> int:
        """See `Beliefs.meets`."""
        return self._suits[suit].meets(defender, gone, ranks)

    def long(self, defender: int, suit: int, gone: Gone, cards: int) -> int:
        """See `Beliefs.long`."""
        return self._suits[suit].long(defender, gone, cards)

    def narrow(self, alive: Alive, suit: int, where: int) -> Alive:
        """See `Beliefs.narrow`."""
        del suit
        assert isinstance(alive, int)
        return alive & where

    def exclude(self, alive: Alive, suit: int, where: int) -> Alive:
        """See `Beliefs.exclude`."""
        del suit
        assert isinstance(alive, int)
        return alive & ~where

    def possible(self, alive: Alive, suit: int, where: int) -> bool:
        """See `Beliefs.possible`."""
        del suit
        assert isinstance(alive, int)
        return bool(alive & where)

    def weight(self, alive: Alive) -> int:
        """See `Beliefs.weight`."""
        assert isinstance(alive, int)
        total = 0
        for shift, plane in self._planes:
            total += (alive & plane).bit_count() << shift
        return total


def _divisions(worlds: Sequence[tuple[int, int]], suit: int) -> _Divisions:
    by_holding: dict[int, int] = {}
    for bit, (left, _) in enumerate(worlds):
        holding = left >> 13 * suit & SUIT_MASK
        by_holding[holding] = by_holding.get(holding, 0) | 1 << bit
    out = (worlds[0][0] | worlds[0][1]) >> 13 * suit & SUIT_MASK
    return _Divisions(out, by_holding)


class HalfBeliefs:
    """Every card with either defender by the toss of a coin, whatever the others.

    Args:
        position: where the plan starts.
        known: cards that the left and that the right defender is known to hold, as masks.
        lengths: for the left and the right defender, by suit, the fewest and the most cards.
    """

    def __init__(
        self,
        position: Position,
        known: tuple[int, int] = (0, 0),
        lengths: Mapping[tuple[int, Suit], tuple[int, int]] | None = None,
    ) -> None:
        self._held = position.held[0]
        self._sizes = tuple(position.out.length(suit) for suit in range(4))
        limits = lengths or {}
        begin = []
        self._suits = []
        self._by_length: list[list[int]] = []
        for suit in range(4):
            out = position.out.ranks(suit)
            splits = _subsets(out)
            allowed, by_length = 0, [0] * (out.bit_count() + 1)
            for bit, left in enumerate(splits):
                by_length[left.bit_count()] |= 1 << bit
                hands = (left, out & ~left)
                if all(
                    _allowed(position, place, suit, hands[place], known[place], limits)
                    for place in (0, 1)
                ):
                    allowed |= 1 << bit
            begin.append(allowed)
            self._by_length.append(by_length)
            self._suits.append(_Divisions(out, {left: 1 << bit for bit, left in enumerate(splits)}))
        first, second, third, fourth = begin
        self._all = (first, second, third, fourth)
        self._weights: dict[tuple[int, int, int, int], int] = {}

    def begin(self) -> Alive:
        """See `Beliefs.begin`."""
        if not self.weight(self._all):
            raise BeliefError("the known cards and lengths leave no place for the others")
        return self._all

    def meets(self, defender: int, suit: int, gone: Gone, ranks: int) -> int:
        """See `Beliefs.meets`."""
        return self._suits[suit].meets(defender, gone, ranks)

    def long(self, defender: int, suit: int, gone: Gone, cards: int) -> int:
        """See `Beliefs.long`."""
        return self._suits[suit].long(defender, gone, cards)

    def narrow(self, alive: Alive, suit: int, where: int) -> Alive:
        """See `Beliefs.narrow`."""
        return self._replaced(alive, suit, self._of(alive)[suit] & where)

    def exclude(self, alive: Alive, suit: int, where: int) -> Alive:
        """See `Beliefs.exclude`."""
        return self._replaced(alive, suit, self._of(alive)[suit] & ~where)

    def possible(self, alive: Alive, suit: int, where: int) -> bool:
        """See `Beliefs.possible`."""
        return bool(self.weight(self.narrow(alive, suit, where)))

    def weight(self, alive: Alive) -> int:
        """See `Beliefs.weight`."""
        suits = self._of(alive)
        weight = self._weights.get(suits)
        if weight is None:
            weight = self._weights[suits] = self._count(suits)
        return weight

    def _count(self, suits: tuple[int, int, int, int]) -> int:
        spades, hearts, diamonds, clubs = suits
        return spades.bit_count() * hearts.bit_count() * diamonds.bit_count() * clubs.bit_count()

    @staticmethod
    def _of(alive: Alive) -> tuple[int, int, int, int]:
        assert isinstance(alive, tuple)
        return alive

    @staticmethod
    def _replaced(alive: Alive, suit: int, where: int) -> Alive:
        assert isinstance(alive, tuple)
        first, second, third, fourth = (
            where if index == suit else old for index, old in enumerate(alive)
        )
        return (first, second, third, fourth)


class ExactBeliefs(HalfBeliefs):
    """Vacant places: all layouts that leave each defender as many cards as he holds.

    Arguments as for `HalfBeliefs`.
    """

    def _count(self, suits: tuple[int, int, int, int]) -> int:
        # How many layouts give the left defender n cards, by n, one suit after the other.
        ways = [1]
        for suit, alive in enumerate(suits):
            lengths = [(alive & where).bit_count() for where in self._by_length[suit]]
            joint = [0] * (len(ways) + len(lengths) - 1)
            for total, count in enumerate(ways):
                if count:
                    for length, more in enumerate(lengths):
                        joint[total + length] += count * more
            ways = joint
        return ways[self._held] if self._held < len(ways) else 0


def _subsets(ranks: int) -> list[int]:
    """All subsets of some ranks, the empty one first."""
    subsets = [0]
    while ranks:
        lowest = ranks & -ranks
        subsets += [subset | lowest for subset in subsets]
        ranks ^= lowest
    return subsets


def _allowed(  # noqa: PLR0913, PLR0917 - what may be known of a holding
    position: Position,
    place: int,
    suit: int,
    holding: int,
    known: int,
    lengths: Mapping[tuple[int, Suit], tuple[int, int]],
) -> bool:
    if position.void[place] >> suit & 1 and holding:
        return False
    needed = known >> 13 * suit & SUIT_MASK
    least, most = lengths.get((place, Suit(suit)), (0, 13))
    return not needed & ~holding and least <= holding.bit_count() <= most
