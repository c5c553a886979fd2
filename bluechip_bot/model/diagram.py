"""Diagrams of hands around a table: as text with signs for the suits, and as HTML.

Notebooks show the HTML of a value that has the method `_repr_html_`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import zip_longest
from typing import Final

SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SIGN: Final = re.compile(r"!([SHDC])|\b(?:([1-7])([SHDC])|([SHDC])([2-9TJQKA]))(?=X{0,2}\b)")
_COLOURS: Final = {"♥": "#d22", "♦": "#d50", "♣": "#080"}
_STYLE: Final = "line-height:1.35;white-space:pre-wrap"
_WIDTH: Final = 14


def with_signs(text: str) -> str:
    """Put signs for suits in a text: in calls (`1S`), cards (`SA`) and words of systems (`!S`)."""

    def signed(found: re.Match[str]) -> str:
        bare, level, strain, suit, rank = found.groups("")
        return f"{level}{SUIT_SIGNS[bare or strain or suit]}{rank}"

    return _SIGN.sub(signed, text)


def hand_lines(suits: Sequence[str]) -> list[str]:
    """One line for each suit, spades first, from the ranks in each suit; `–` for a void."""
    return [f"{sign} {held or '–'}" for sign, held in zip(SUIT_SIGNS.values(), suits, strict=True)]


def around_table(hands: Sequence[Sequence[str] | None]) -> str:
    """The hands of North, East, South and West, placed as at the table; unknown ones are empty."""
    north, east, south, west = ([] if hand is None else hand_lines(hand) for hand in hands)
    middle = (
        f"{left:<{2 * _WIDTH}}{right}" for left, right in zip_longest(west, east, fillvalue="")
    )
    indent = " " * _WIDTH
    lines = [*(indent + line for line in north), *middle, *(indent + line for line in south)]
    return "\n".join(line.rstrip() for line in lines)


def columns(cells: Iterable[str], width: int = 7, count: int = 4) -> Iterable[str]:
    """Yield lines of `count` cells, each `width` wide."""
    texts = list(cells)
    for at in range(0, len(texts), count):
        yield "".join(f"{cell:<{width}}" for cell in texts[at : at + count]).rstrip()


def as_html(text: str) -> str:
    """Convert a text to HTML that keeps its lines, with hearts, diamonds and clubs in colour."""
    html = escape(text)
    for sign, colour in _COLOURS.items():
        html = html.replace(sign, f'<span style="color:{colour}">{sign}</span>')
    return f'<pre style="{_STYLE}">{html}</pre>'
