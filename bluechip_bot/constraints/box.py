"""A box: limits of a hand's high-card points and of its four suit lengths.

The text form names only what is limited: `11-21 HCP, 5+ S, 0-4 H, 3 C`. A box without limits is
`any`. Boxes are closed under intersection and hull, so the readings of several calls combine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import reduce
from typing import Final, Self

from attrs import field, frozen

from bluechip_bot.model.cards import SUIT_LETTERS, Hand
from bluechip_bot.model.errors import TextError

Range = tuple[int, int]
Lengths = tuple[Range, ...]  # of spades, hearts, diamonds and clubs
_FREE_HCP: Final = (0, 37)
_FREE_LENGTH: Final = (0, 13)
_FREE_LENGTHS: Final = (_FREE_LENGTH, _FREE_LENGTH, _FREE_LENGTH, _FREE_LENGTH)
_TERM: Final = re.compile(r"(\d{1,2})(?:-(\d{1,2})|(\+))? (HCP|[SHDC])", re.I)


class BoxError(TextError):
    """A text that is not a box, or limits that no hand of thirteen cards meets."""


@frozen
class Box:
    """Inclusive limits; raises `BoxError` if no hand of thirteen cards can meet them.

    Points are within 0..37, the lengths of spades, hearts, diamonds and clubs within 0..13.
    """

    hcp: Range = field(default=_FREE_HCP)
    lengths: Lengths = field(default=_FREE_LENGTHS)

    def __attrs_post_init__(self) -> None:
        if not _possible(self.hcp, self.lengths):
            raise BoxError(str(self), "no hand has these limits")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a box written `11-21 HCP, 5+ S, 0-4 H` or `any`, in any case and order."""
        if text.strip().casefold() == "any":
            return cls()
        spans: dict[str, Range] = {}
        for term in text.split(","):
            match = _TERM.fullmatch(term.strip())
            if match is None:
                raise BoxError(text, f"term {term.strip()!r}")
            low, high, plus, noun = match.groups()
            if noun.upper() in spans:
                raise BoxError(text, f"{noun} twice")
            limit = 37 if noun.upper() == "HCP" else 13
            spans[noun.upper()] = (int(low), limit if plus else int(high or low))
        lengths = tuple(spans.get(letter, _FREE_LENGTH) for letter in SUIT_LETTERS)
        return cls(spans.get("HCP", _FREE_HCP), lengths)

    @classmethod
    def within(cls, hcp: Range, lengths: Lengths) -> Self | None:
        """The box with these limits, or None if no hand meets them."""
        return cls(hcp, lengths) if _possible(hcp, lengths) else None

    def contains(self, hand: Hand) -> bool:
        """Whether a hand of thirteen cards meets every limit."""
        own = zip((hand.hcp, *hand.lengths), (self.hcp, *self.lengths), strict=True)
        return all(low <= value <= high for value, (low, high) in own)

    def intersect(self, other: Box) -> Box | None:
        """The box of the hands in both boxes, or None if there are none."""
        hcp = _common(self.hcp, other.hcp)
        return Box.within(hcp, tuple(map(_common, self.lengths, other.lengths)))

    def hull(self, other: Box) -> Box:
        """The smallest box that contains both."""
        lengths = tuple(map(_around, self.lengths, other.lengths))
        return Box(_around(self.hcp, other.hcp), lengths)

    def widen(self, hcp: int = 2, length: int = 1) -> Box:
        """The box with its limits moved outwards by these numbers of points and cards."""
        low, high = self.hcp
        lengths = ((max(0, least - length), min(13, most + length)) for least, most in self.lengths)
        return Box((max(0, low - hcp), min(37, high + hcp)), tuple(lengths))

    def limited(self, suit: int, span: Range) -> Box:
        """The box with the limits of one suit's length replaced by `span`."""
        return Box(self.hcp, (*self.lengths[:suit], span, *self.lengths[suit + 1 :]))

    def open(self, suits: Iterable[int]) -> Box:
        """The box without limits on the lengths of some suits."""
        return reduce(lambda box, suit: box.limited(suit, _FREE_LENGTH), suits, self)

    def tighten(self) -> Box:
        """The box of the same hands, its lengths limited also by what the other suits leave."""
        least = sum(low for low, _ in self.lengths)
        most = sum(high for _, high in self.lengths)
        lengths = [
            (max(low, 13 - most + high), min(high, 13 - least + low)) for low, high in self.lengths
        ]
        return Box(self.hcp, tuple(lengths))

    def __str__(self) -> str:
        terms = [] if self.hcp == _FREE_HCP else [f"{span_text(self.hcp, 37)} HCP"]
        named = zip(self.lengths, SUIT_LETTERS, strict=True)
        terms += [f"{span_text(span, 13)} {suit}" for span, suit in named if span != _FREE_LENGTH]
        return ", ".join(terms) or "any"


def outermost(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """The boxes that lie in no other, each once and in the given order."""
    each = list(dict.fromkeys(boxes))
    tight = {box: box.tighten() for box in each}
    found: list[Box] = []
    width = {
        box: sum(high - low for low, high in (inner.hcp, *inner.lengths))
        for box, inner in tight.items()
    }  # no smaller for a box than for those within it
    for box in sorted(each, key=width.__getitem__, reverse=True):
        if not any(_holds(other, tight[box]) for other in found):
            found.append(box)
    return tuple(sorted(found, key=each.index))


def _holds(box: Box, tight: Box) -> bool:
    """Whether a box allows every hand of `tight`, which `tighten` has returned."""
    pairs = zip((box.hcp, *box.lengths), (tight.hcp, *tight.lengths), strict=True)
    return all(low <= least and most <= high for (low, high), (least, most) in pairs)


def _common(a: Range, b: Range) -> Range:
    return (max(a[0], b[0]), min(a[1], b[1]))


def _around(a: Range, b: Range) -> Range:
    return (min(a[0], b[0]), max(a[1], b[1]))


def _possible(hcp: Range, lengths: Lengths) -> bool:
    # A plain loop: readings make boxes by the thousand.
    if not 0 <= hcp[0] <= hcp[1] <= 37:
        return False
    least = most = 0
    for low, high in lengths:
        if not 0 <= low <= high <= 13:
            return False
        least += low
        most += high
    return least <= 13 <= most


def span_text(span: Range, limit: int) -> str:
    """A range as `3`, `3-5` or, if it ends at the limit, `3+`."""
    low, high = span
    if low == high:
        return str(low)
    return f"{low}+" if high == limit else f"{low}-{high}"


ANY: Final = Box()
