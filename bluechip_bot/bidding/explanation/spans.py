"""The common facts of all hands that meet some conditions: ranges, shape, and choices.

A call may be made by several rules. It shows the union of their hands, and an explanation can state
only what holds for all: the widest limits of each number, and choices such as one of two suits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property, reduce
from itertools import combinations, product
from math import comb, log2, prod
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.features import SHAPE_LIMIT
from bluechip_bot.bidding.language.condition import COMPARED, FACTS, SUIT_FACTS, atoms, number
from bluechip_bot.bidding.language.limits import resolved_boxes
from bluechip_bot.bidding.language.syntax import AllParts, AnyPart, AtomTest, Condition, NotPart
from bluechip_bot.constraints import Box, Range, outermost
from bluechip_bot.model.cards import SUIT_LETTERS, Suit

POINTS: Final = ("hcp", "pts", "sup")
"""The numbers that measure strength."""
_MOST: Final = 42
_LIMITS: Final = {
    "hcp": (0, 37), "pts": (0, _MOST), "sup": (0, _MOST), "len": (0, 13), "stoppers": (0, 4),
    "aces": (0, 4), "kings": (0, 4), "keycards": (0, 5), "queen": (0, 1), "tops": (0, 3),
    "honours": (0, 5),
}  # fmt: skip
"""The numbers that are stated, with the limits of any hand."""
_IMPLIED: Final = {"bal": ("bal", "semibal"), "semibal": ("semibal",), "unbal": ("unbal",)}
_UNCOUNTED: Final = frozenset({*FACTS, *COMPARED, *SUIT_FACTS})
_MANY: Final = 300
_MOST_BOXES: Final = 40
_LONG: Final = 5


@frozen
class SpanTerm:
    """Limits of a number that conditions name, such as `hcp`; `len` is the length of a suit."""

    name: str
    suit: Suit | None
    span: Range

    @property
    def bits(self) -> float:
        """The information of the limits: minus log2 of the share of hands that meet them.

        For strength and lengths only; points are taken to be high-card points plus one.
        """
        low, high = self.span
        if self.name == "len":
            return _bits(_lengths()[low : high + 1])
        shift = self.name != "hcp"
        return _bits(_strengths()[max(0, low - shift) : max(0, high - shift) + 1])


@frozen(slots=False)
class CommonFacts:
    """Facts common to all hands that meet at least one of `conditions` (results of `resolve`)."""

    conditions: tuple[Condition, ...]

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """Boxes that together contain every hand, none inside another; if many, only the hull."""
        found = dict.fromkeys(box for each in self._boxes.values() for box in each)
        return (self.hull,) if self.hull in found or len(found) > _MANY else outermost(found)

    @cached_property
    def hull(self) -> Box:
        """One box around all hands."""
        found = [box for each in self._boxes.values() for box in each]
        return reduce(Box.hull, found) if found else Box()

    @cached_property
    def _boxes(self) -> dict[Condition, tuple[Box, ...]]:
        each = ((condition, resolved_boxes(condition)) for condition in self.conditions)
        return {condition: boxes for condition, boxes in each if boxes}

    def span(self, name: str, suit: Suit | None = None) -> Range:
        """The limits of a number over all the hands.

        `name` is as in conditions, such as `hcp`; `len` is the length of a suit.
        """
        if name == "len":
            assert suit is not None
            return self.hull.lengths[suit]
        around = [span for each in self._boxes if (span := _span(each, name, suit, so=True))]
        return _hull(around, _LIMITS[name])

    @cached_property
    def shape(self) -> str:
        """`bal`, `semibal` or `unbal` if every hand has that shape; else an empty string."""
        each = [_shapes(part) for part in self._boxes]
        common = frozenset[str].intersection(*each) if each else frozenset()
        return next((name for name in _IMPLIED if name in common), "")

    def counted(self, name: str) -> dict[Suit, Range]:
        """The limits of the number called `name` in each suit in which a condition limits it."""
        suits = {suit for each in self._boxes for suit in _stated(each, name)}
        return {suit: self.span(name, suit) for suit in sorted(suits)}

    def counts(self, name: str, most: int, suit: Suit | None = None) -> list[int]:
        """The values from 0 to `most` that the number called `name` may have in some hand."""
        return [
            count
            for count in range(most + 1)
            if any(_may_be(each, name, suit, count) for each in self._boxes)
        ]

    @cached_property
    def lengths(self) -> tuple[Range, ...]:
        """The limits of each suit over all the hands, as `stated_lengths` gives them."""
        return stated_lengths(self.hull)


def stated_lengths(box: Box) -> tuple[Range, ...]:
    """The limits of each suit's length; 13 where only other suits imply a maximum."""
    least = sum(low for low, _ in box.lengths)
    return tuple((low, 13 if high >= 13 - least + low else high) for low, high in box.lengths)


def choice(boxes: Sequence[Box], may_be_told: Callable[[SpanTerm], bool]) -> tuple[SpanTerm, ...]:
    """Find limits such that each hand in the boxes meets at least one, and no limit holds for all.

    The result is the most informative pair that `may_be_told` accepts. If it accepts none, the
    result is the least length of each box's longest suit, as for hands with one long suit. It is
    empty if a box has no long suit, or if there are too few or too many boxes.
    """
    if not 2 <= len(boxes) <= _MOST_BOXES:
        return ()
    whole = (1 << len(boxes)) - 1
    masks = {
        term: sum(1 << at for at, box in enumerate(boxes) if _meets(box, term))
        for term in _terms(boxes)
        if may_be_told(term)
    }
    pairs = [
        (first, second)
        for first, second in combinations((term for term in masks if masks[term] != whole), 2)
        if masks[first] | masks[second] == whole and first.suit != second.suit
    ]
    if not pairs:
        return _long_suits(boxes)
    best = max(pairs, key=lambda pair: either_bits(*pair))
    return tuple(sorted(best, key=lambda term: len(Suit) if term.suit is None else term.suit))


def _long_suits(boxes: Sequence[Box]) -> tuple[SpanTerm, ...]:
    """The longest suit of each box with its least length; empty if a box has no long suit."""
    least: dict[Suit, int] = {}
    for box in boxes:
        suit = max(Suit, key=lambda each: box.lengths[each][0])
        low = box.lengths[suit][0]
        if low < _LONG:
            return ()
        least[suit] = min(low, least.get(suit, low))
    return tuple(SpanTerm("len", suit, (least[suit], 13)) for suit in sorted(least))


def either_bits(*terms: SpanTerm) -> float:
    """The information, in bits, of a choice: a hand meets one of several independent limits."""
    return -log2(max(1e-9, 1 - prod(1 - 2**-term.bits for term in terms)))


def _terms(boxes: Sequence[Box]) -> list[SpanTerm]:
    found: list[SpanTerm] = []
    for box, suit in product(boxes, (None, *Suit)):
        name, most = ("hcp", 37) if suit is None else ("len", 13)
        low, high = box.hcp if suit is None else box.lengths[suit]
        if low > 0:
            found.append(SpanTerm(name, suit, (low, most)))
        if high < most:
            found.append(SpanTerm(name, suit, (0, high)))
    return list(dict.fromkeys(found))


def _meets(box: Box, term: SpanTerm) -> bool:
    low, high = box.hcp if term.suit is None else box.lengths[term.suit]
    return term.span[0] <= low and high <= term.span[1]


def _span(condition: Condition, name: str, suit: Suit | None, *, so: bool) -> Range | None:
    """The limits of a number in hands that meet a condition (`so`) or fail it; None if none do."""
    match condition:
        case NotPart(part):
            return _span(part, name, suit, so=not so)
        case AllParts(parts) | AnyPart(parts):
            each = [_span(part, name, suit, so=so) for part in parts]
            if isinstance(condition, AnyPart) is so:
                known = [span for span in each if span is not None]
                return _hull(known, _LIMITS[name]) if known else None
            found = _LIMITS[name]
            for span in each:
                if span is None:
                    return None
                found = max(found[0], span[0]), min(found[1], span[1])
            return found if found[0] <= found[1] else None
        case AtomTest():
            return _of_atom(condition, name, suit, so=so)


def _of_atom(atom: AtomTest, name: str, suit: Suit | None, *, so: bool) -> Range | None:
    least, most = _LIMITS[name]
    if atom.name in _UNCOUNTED:
        return least, most
    counted, arguments, (low, high) = number(atom)
    of = Suit(SUIT_LETTERS.index(arguments[0])) if arguments else None
    if (counted, of) != (name, suit) and not (counted in POINTS and name in POINTS):
        return least, most
    if not so:  # the hands outside: known only if they lie on one side
        if low <= 0 and high < _LIMITS.get(counted, (0, 0))[1]:
            low, high = high + 1, _MOST
        elif high >= _LIMITS.get(counted, (0, 0))[1] and low > 0:
            low, high = 0, low - 1
        elif low <= 0:
            return None
        else:
            return least, most
    if (counted, of) != (name, suit):  # shape adds at most `SHAPE_LIMIT` to any measure of strength
        low -= 0 if counted == "hcp" else SHAPE_LIMIT
        high += 0 if name == "hcp" else SHAPE_LIMIT
    low, high = max(low, least), min(high, most)
    return (low, high) if low <= high else None


def _shapes(condition: Condition) -> frozenset[str]:
    match condition:
        case AtomTest(name):
            return frozenset(_IMPLIED.get(name, ()))
        case AllParts(parts):
            return frozenset[str]().union(*map(_shapes, parts))
        case AnyPart(parts) if parts:
            return frozenset[str].intersection(*map(_shapes, parts))
        case _:
            return frozenset()


def _may_be(condition: Condition, name: str, suit: Suit | None, count: int) -> bool:
    """Whether a hand in which the number `name` is `count` may meet a condition.

    The condition's tests of anything else are taken as met.
    """
    match condition:
        case AllParts(parts):
            return all(_may_be(part, name, suit, count) for part in parts)
        case AnyPart(parts):
            return any(_may_be(part, name, suit, count) for part in parts)
        case NotPart(AtomTest() as atom) if _counts(atom, name, suit):
            return not _may_be(atom, name, suit, count)
        case AtomTest() if _counts(condition, name, suit):
            low, high = condition.span or (0, _MOST)
            return low <= count <= high
        case _:
            return True


def _counts(atom: AtomTest, name: str, suit: Suit | None) -> bool:
    return atom.name == name and atom.arguments == (() if suit is None else (suit.letter,))


def _stated(condition: Condition, name: str) -> set[Suit]:
    """The suits in which a condition limits the number called `name`."""
    counted = [number(atom)[:2] for atom in atoms(condition) if atom.name not in _UNCOUNTED]
    return {Suit(SUIT_LETTERS.index(suits[0])) for word, suits in counted if word == name}


def _hull(spans: Sequence[Range], most: Range) -> Range:
    if not spans:
        return most
    return min(low for low, _ in spans), max(high for _, high in spans)


def _bits(shares: Sequence[float]) -> float:
    return -log2(min(1.0, max(sum(shares), 1e-9)))


@cache
def _lengths() -> tuple[float, ...]:
    """The shares of hands with 0, 1, ... 13 cards in a suit."""
    return tuple(comb(13, n) * comb(39, 13 - n) / comb(52, 13) for n in range(14))


@cache
def _strengths() -> tuple[float, ...]:
    """The shares of hands with 0, 1, ... 42 high-card points."""
    found = [0.0] * (_MOST + 1)
    for counts in product(range(5), repeat=4):
        if sum(counts) <= 13:
            ways = comb(36, 13 - sum(counts)) * prod(comb(4, count) for count in counts)
            found[sum(map(int.__mul__, counts, (4, 3, 2, 1)))] += ways / comb(52, 13)
    return tuple(found)
