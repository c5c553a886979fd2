"""One suit by itself: the chance of a number of tricks, and how to begin.

An exhaustive search over all divisions of the cards that are out finds the line that takes at least
that number of tricks with the greatest probability. The line depends on what declarer sees only. He
may lead from either hand at any time. The analysis follows I. Frank and D. Basin, "Search in games
with incomplete information: a case study using Bridge card play", Artificial Intelligence 100
(1998). Their defenders know every card; these have a policy, as everywhere in this package:

* second hand plays low, or beats the card led or one of third hand's as cheaply as possible, or
  plays one of two equal high cards: the same of these in all divisions, the worst for declarer;
* fourth hand wins as cheaply as possible, otherwise plays low;
* equal cards are played without telling which.

Cards are compared coarsely. The ranks that are out fall into classes, separated by cards of ours
that may matter; our other cards are small and beat nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Final, NamedTuple

_DEPTH: Final = 7
"""Of the cards in both hands and out, only this many of the highest can matter."""
_ABOVE: Final = 3
"""A card of ours with more cards out above it than this is small."""

ClassCounts = tuple[int, ...]
Division = tuple[ClassCounts, ClassCounts]
"""How many cards of each class the left and the right defender hold, the lowest class first."""
_Levels = tuple[int, ...]


class Line(NamedTuple):
    """The best line for a number of tricks.

    Attributes:
        chance: that it takes them.
        player: the hand that leads: 0 declarer's, 2 dummy's; -1 if there is nothing to play for.
        rank: of the card that is led; -1 likewise.
    """

    chance: Fraction
    player: int
    rank: int


def classes(ours: int, out: int) -> tuple[int, ...]:
    """The ranks that are out in classes between which it matters, the lowest first.

    Args:
        ours: the ranks of our two hands together.
        out: the ranks that are out.
    """
    dividers, above, position = 0, 0, 0
    for rank in range(12, -1, -1):
        bit = 1 << rank
        if (ours | out) & bit:
            if ours & bit and above <= _ABOVE and position < _DEPTH:
                dividers |= bit
            above += bool(out & bit)
            position += 1
    found, rest = [], out
    while dividers:
        divider = dividers & -dividers
        if low := rest & (divider - 1):
            found.append(low)
            rest ^= low
        dividers ^= divider
    return (*found, rest) if rest else tuple(found)


def by_vacancies(sizes: Sequence[int], vacant: tuple[int, int]) -> dict[Division, int]:
    """All divisions, with the number of layouts that have each.

    Args:
        sizes: the cards of each class.
        vacant: how many cards the left and the right defender hold of which nothing is known,
            those of the suit among them.
    """
    others = sum(vacant) - sum(sizes)
    found = {}
    for left in product(*(range(size + 1) for size in sizes)):
        free = vacant[0] - sum(left)
        if 0 <= free <= others:
            ways = prod(comb(size, count) for size, count in zip(sizes, left, strict=True))
            right = tuple(size - count for size, count in zip(sizes, left, strict=True))
            found[left, right] = ways * comb(others, free)
    return found


class SingleSuit:
    """A suit in two hands, before a trick or in its middle.

    Args:
        hands: our ranks in declarer's hand and in dummy.
        groups: the classes of ranks that are out (`classes`), the lowest first.
        divisions: how likely each division is, in any units.
    """

    def __init__(
        self, hands: tuple[int, int], groups: Sequence[int], divisions: Mapping[Division, int]
    ) -> None:
        self._ranks = hands
        self._groups = tuple(groups)
        self._hands = (self._levels(hands[0]), self._levels(hands[1]))
        rows = list(divisions.items())
        self._counts = [weight for _, weight in rows]
        self._all = (1 << len(rows)) - 1
        # Where a defender holds more than so many cards of a class.
        self._more = tuple(
            tuple(
                tuple(
                    sum(1 << bit for bit, row in enumerate(rows) if row[0][place][index] > count)
                    for count in range(group.bit_count() + 1)
                )
                for index, group in enumerate(groups)
            )
            for place in (0, 1)
        )
        self._none: ClassCounts = (0,) * len(groups)
        self._sums: dict[int, int] = {0: 0}
        self._known: dict[tuple[object, ...], int] = {}
        self._total = self._weight(self._all)

    @classmethod
    def vacant(cls, hands: tuple[int, int], out: int, vacant: tuple[int, int]) -> SingleSuit:
        """A suit of which nothing is known but the numbers of cards (see `by_vacancies`)."""
        groups = classes(hands[0] | hands[1], out)
        sizes = [group.bit_count() for group in groups]
        return cls(hands, groups, by_vacancies(sizes, vacant))

    def line(self, tricks: int) -> Line:
        """The best line for at least so many tricks."""
        best, player, rank = -1, -1, -1
        if tricks > 0:
            for place, level in self._leads(*self._hands):
                weight = self._lead(
                    *self._hands, self._none, self._none, self._all, tricks, place, level
                )
                if weight > best:
                    best, player, rank = weight, 2 * place, self._rank(place, level)
        if player < 0:
            best = self._best(*self._hands, self._none, self._none, self._all, tricks)
        return Line(Fraction(best, self._total), player, rank)

    def chance(self, tricks: int) -> Fraction:
        """The chance of at least so many tricks."""
        best = self._best(*self._hands, self._none, self._none, self._all, tricks)
        return Fraction(best, self._total)

    def expected(self) -> Fraction:
        """The tricks on average, were each number of them played for in the best way."""
        most = max(len(hand) for hand in self._hands)
        return sum((self.chance(count) for count in range(1, most + 1)), Fraction(0))

    def leads(self, tricks: int) -> list[Line]:
        """The best line with each beginning that is different, in no order."""
        return [
            Line(
                Fraction(
                    self._lead(
                        *self._hands, self._none, self._none, self._all, tricks, place, level
                    ),
                    self._total,
                ),
                2 * place,
                self._rank(place, level),
            )
            for place, level in self._leads(*self._hands)
        ]

    def reply(self, tricks: int, player: int, led: int, second: int) -> list[Line]:
        """What third hand's cards are worth, in no order.

        Args:
            tricks: that are needed, this one among them.
            player: third hand, which has to follow suit; the led card is in no hand any more.
            led: the rank that was led.
            second: the rank that second hand has played, and that is out in no division; -1 if he
                has shown out.
        """
        place = player // 2
        level, floor = self._level(led), max(led, second)
        higher = [rank for rank in range(13) if self._ranks[place] >> rank & 1 and rank > floor]
        lowest = (self._ranks[place] & -self._ranks[place]).bit_length() - 1
        cards = {(self._level(rank), rank > floor): rank for rank in reversed([lowest, *higher])}
        found = []
        for rank in cards.values():
            card = self._level(rank)
            weight = self._fourth(
                *self._hands, self._none, self._none, self._all, tricks,
                1 - place, max(level, card), card, taken=second > max(rank, led),
            )  # fmt: skip
            found.append(Line(Fraction(weight, self._total), player, rank))
        return found

    def _level(self, rank: int) -> int:
        """How many classes are below a rank."""
        return sum(1 for group in self._groups if group.bit_length() - 1 < rank)

    def _levels(self, ranks: int) -> _Levels:
        """Our cards as the numbers of classes that they beat, the highest first."""
        return tuple(self._level(rank) for rank in range(12, -1, -1) if ranks >> rank & 1)

    def _rank(self, place: int, level: int) -> int:
        """The lowest rank of a level in a hand."""
        for rank in range(13):
            if self._ranks[place] >> rank & 1 and self._level(rank) == level:
                return rank
        return -1

    def _weight(self, alive: int) -> int:
        total = self._sums.get(alive)
        if total is None:
            total = sum(count for bit, count in enumerate(self._counts) if alive >> bit & 1)
            self._sums[alive] = total
        return total

    @staticmethod
    def _leads(own: _Levels, other: _Levels) -> list[tuple[int, int]]:
        return [
            (place, level)
            for place, hand in enumerate((own, other))
            for level in dict.fromkeys(hand)
        ]

    def _best(  # noqa: PLR0913, PLR0917 - a state
        self,
        own: _Levels,
        other: _Levels,
        left: ClassCounts,
        right: ClassCounts,
        alive: int,
        need: int,
    ) -> int:
        """The weight of the divisions in which so many tricks more are taken."""
        rounds = max(len(own), len(other))
        if need <= 0 or not alive:
            return self._weight(alive)
        if need > rounds:
            return 0
        top = len(self._groups)
        if own[:need] == (top,) * need or other[:need] == (top,) * need:
            return self._weight(alive)
        key = (own, other, left, right, alive, need)
        best = self._known.get(key)
        if best is None:
            best, most = 0, self._weight(alive)
            for place, level in self._leads(own, other):
                weight = self._lead(own, other, left, right, alive, need, place, level, best)
                best = max(best, weight)
                if best == most:
                    break
            self._known[key] = best
        return best

    def _lead(  # noqa: PLR0913, PLR0917 - a state and a card
        self,
        own: _Levels,
        other: _Levels,
        left: ClassCounts,
        right: ClassCounts,
        alive: int,
        need: int,
        place: int,
        level: int,
        beaten: int = -1,
    ) -> int:
        """The weight once a card is led; no more than `beaten` if the line cannot beat that."""
        hands = [own, other]
        hands[place] = _without(hands[place], level)
        gone = (left, right)
        partner = 1 - place
        # Left is second hand when declarer leads, right when dummy does.
        second = place
        floors = sorted({level, *(card for card in hands[partner] if card > level)} - {0})
        worst = -1
        for policy in self._second(second, gone[second], alive, level, floors):
            total, rest = 0, self._weight(alive)
            for index, part in policy:
                after = list(gone)
                after[second] = _more(gone[second], index)
                best, most = 0, self._weight(part)
                for card in self._thirds(hands[partner], level, index):
                    high = max(level, card)
                    weight = self._fourth(
                        hands[0], hands[1], after[0], after[1], part, need,
                        place, high, card, taken=index >= high,
                    )  # fmt: skip
                    best = max(best, weight)
                    if best == most:
                        break
                total += best
                rest -= most
                if total + rest <= beaten:
                    return beaten
                if 0 <= worst <= total:
                    break
            worst = total if worst < 0 else min(worst, total)
        return worst

    def _second(
        self, place: int, gone: ClassCounts, alive: int, level: int, floors: list[int]
    ) -> list[list[tuple[int, int]]]:
        """What second hand may do, by class of his card and where he plays it."""
        plain = list(self._low(place, gone, alive))
        policies = [plain]
        if any(index >= 0 for index, _ in plain):
            others = [list(self._cheapest(place, gone, alive, floor)) for floor in floors]
            for found in (*others, list(self._split(place, gone, alive, level))):
                if found not in policies:
                    policies.append(found)
        return policies

    def _split(
        self, place: int, gone: ClassCounts, alive: int, level: int
    ) -> Iterator[tuple[int, int]]:
        """One of two equal high cards, where a defender holds two, else the lowest."""
        for index in range(len(gone) - 1, max(level, 1) - 1, -1):
            masks = self._more[place][index]
            if gone[index] + 1 < len(masks) and (part := alive & masks[gone[index] + 1]):
                yield index, part
                alive ^= part
        if alive:
            yield from self._low(place, gone, alive)

    @staticmethod
    def _thirds(hand: _Levels, level: int, index: int) -> list[int]:
        """The cards that third hand may think of; -1 if he has none."""
        if not hand:
            return [-1]
        lowest = hand[-1]
        floor = max(level, index + 1)
        return [lowest, *(card for card in dict.fromkeys(hand) if card >= floor and card > lowest)]

    def _fourth(  # noqa: PLR0913, PLR0917 - a trick
        self,
        own: _Levels,
        other: _Levels,
        left: ClassCounts,
        right: ClassCounts,
        alive: int,
        need: int,
        place: int,
        high: int,
        card: int,
        *,
        taken: bool,
    ) -> int:
        """The weight once third hand has played: fourth hand does, and the next trick follows."""
        hands = [own, other]
        # Who does not lead is third hand, and his number is also that of the fourth.
        fourth = 1 - place
        if card >= 0:
            hands[fourth] = _without(hands[fourth], card)
        gone = (left, right)
        parts = (
            self._low(fourth, gone[fourth], alive)
            if taken
            else self._cheapest(fourth, gone[fourth], alive, high)
        )
        total = 0
        for played, part in parts:
            after = list(gone)
            after[fourth] = _more(gone[fourth], played)
            won = not taken and played < high
            total += self._best(hands[0], hands[1], after[0], after[1], part, need - won)
        return total

    def _low(self, place: int, gone: ClassCounts, alive: int) -> Iterator[tuple[int, int]]:
        """The lowest class that a defender holds, and where; -1 if none."""
        for index, masks in enumerate(self._more[place]):
            if part := alive & masks[gone[index]]:
                yield index, part
                alive ^= part
        if alive:
            yield -1, alive

    def _cheapest(
        self, place: int, gone: ClassCounts, alive: int, level: int
    ) -> Iterator[tuple[int, int]]:
        """The lowest class that beats a level, where a defender holds one, else the lowest."""
        for index in range(level, len(gone)):
            if part := alive & self._more[place][index][gone[index]]:
                yield index, part
                alive ^= part
        if alive:
            yield from self._low(place, gone, alive)


def _without(hand: _Levels, level: int) -> _Levels:
    place = hand.index(level)
    return hand[:place] + hand[place + 1 :]


def _more(counts: ClassCounts, index: int) -> ClassCounts:
    return (*counts[:index], counts[index] + 1, *counts[index + 1 :]) if index >= 0 else counts


__all__ = ["Division", "Line", "SingleSuit", "by_vacancies", "classes"]
