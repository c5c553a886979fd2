"""Numbers in explanations with what they count: `13 to 19 total points`, `at least 5H`, `4- !S`.

`5 hearts` are five or more, as people mean it; `5 !H`, as programs write it, are five.
"""

from __future__ import annotations

import re
from typing import Final

from bluechip_bot.bidding.explanation.conventions import SUIT, suit_of
from bluechip_bot.bidding.explanation.piece import (
    ANYTHING,
    Piece,
    Setting,
    both,
    either,
    length,
    strength,
)
from bluechip_bot.bidding.language.syntax import Atom, Condition
from bluechip_bot.constraints import Range
from bluechip_bot.model.cards import Suit

_OPEN: Final = 99
_END: Final = r"(?![\d/=])"
_NUMBER: Final = (
    rf"(?:(?:between +)?(?P<a>\d{{1,2}})(?:\.\d)? *(?:-|–|to|or|and|\\|~) *"
    rf"(?P<b>\d{{1,2}})(?:\.\d)?{_END}"
    rf"|(?:at least|minimum|min\.?|>=) *(?P<least>\d{{1,2}}){_END}"
    rf"|(?:at most|maximum|max\.?|up to|<=) *(?P<most>\d{{1,2}}){_END}"
    rf"|(?:less than|fewer than|under|<) *(?P<under>\d{{1,2}}){_END}"
    rf"|(?P<exact>exactly +)?(?P<n>\d{{1,2}}){_END}"
    r"(?P<sign> ?\+|-(?!\d|card| card)"
    r"| *(?:or|and) +(?:more|better)| *(?:or|and) +(?:less|fewer))?)"
)
_MORE: Final = ("+", "more", "better")
_POINTS: Final = (
    r"(?P<hcp>h\.?c\.?p|high[ -]card points"
    r"|(?:total |support |fit-?|dummy )?(?:points|pts|pt|p(?![a-z/]))"
    r"|tp(?![a-z]))"
)
_GROUP: Final = rf"(?:{SUIT}|he(?![a-z])|sp(?![a-z])|majors?|minors?|[mM](?![a-z]))"
_CARDS: Final = (
    rf"(?:[ -]*c(?:ards?)?(?=[ mM-]))?[ -]*(?:in |of )?(?:the |a |any )?(?P<suit>{_GROUP})"
)
_COUNTED: Final = (
    r"(?P<kind>aces?|kings?|controls?|losers?)(?![a-z])(?! *ask)"
    r"|(?P<support>(?:[ -]*cards? *)?(?:support|fit|raise|trumps?)(?![a-z-]))"
)
_IN: Final = rf"(?: +in +(?P<where>{SUIT}))?"

QUANTITY: Final = re.compile(
    rf"(?P<odd>8421 hcp)|{_NUMBER}(?: *(?P<grade>8421 )?{_POINTS}{_IN}|{_CARDS}|[ -]*{_COUNTED})?",
    re.I | re.A,
)
"""A number, with what it counts where that is said."""
TWO_SUITS: Final = re.compile(
    rf"(?P<a>[4-7]) *[-/+]? *(?P<b>[4-7])\+?[ -]*(?:in )?(?:the )?(?:both )?(?P<pair>majors|minors)"
    rf"|(?P<c>[4-7]) *[-/] *(?P<d>[4-7])\+? *(?P<one>{SUIT}) *(?:\+|and|&|/|-)? *"
    rf"(?:an? )?(?P<two>{_GROUP})",
    re.I | re.A,
)
"""Two suits with their lengths: `5-5 minors`, `5-4 spades and a minor`."""


def quantity(match: re.Match[str], setting: Setting) -> Piece | None:
    """What a match of QUANTITY says; None where that is nothing known."""
    if match["odd"]:
        return None
    span = _span(match)
    if span[0] > span[1]:
        return None
    if match["hcp"]:
        return _points(match, span)
    if match["suit"]:
        return _told_cards(match, span)
    if match["kind"]:
        return Piece(_counted(match["kind"].casefold().rstrip("s"), span))
    if match["support"]:
        partner = setting.partner
        return None if partner is None or span[0] > 6 else Piece(_length(partner, span))
    return _bare(span, setting, exact=match["n"] is not None and not match["sign"])


def two_suits(match: re.Match[str]) -> Piece:
    """What a match of TWO_SUITS says."""
    if match["pair"]:
        suits = suits_of(match["pair"])
        more, less = sorted((int(match["a"]), int(match["b"])), reverse=True)
        longer = either(*(length(suit, more) for suit in suits))
        return Piece(both(*(length(suit, less) for suit in suits), longer), natural=False)
    first, second = suit_of(match["one"]), suits_of(match["two"])
    other = either(*(length(suit, int(match["d"])) for suit in second if suit is not first))
    return Piece(both(length(first, int(match["c"])), other))


def suits_of(text: str) -> tuple[Suit, ...]:
    """The suits that words may mean: one, both majors or both minors."""
    if text in ("M", "m"):
        return (Suit.SPADES, Suit.HEARTS) if text == "M" else (Suit.DIAMONDS, Suit.CLUBS)
    folded = text.casefold()
    if folded.startswith(("maj", "min")):
        return suits_of("M" if folded.startswith("maj") else "m")
    return (suit_of(folded),)


def _span(match: re.Match[str]) -> Range:
    if match["a"] is not None:
        return int(match["a"]), int(match["b"])
    if match["least"] is not None:
        return int(match["least"]), _OPEN
    if match["most"] is not None:
        return 0, int(match["most"])
    if match["under"] is not None:
        return 0, int(match["under"]) - 1
    number, sign = int(match["n"]), (match["sign"] or "").strip()
    if not sign:
        return number, number
    return (number, _OPEN) if sign.casefold().endswith(_MORE) else (0, number)


def _points(match: re.Match[str], span: Range) -> Piece | None:
    if match["grade"] or span[0] > 37:
        return None
    word = match["hcp"].casefold()
    is_hcp = word.startswith("h")
    if match["where"]:
        suit = suit_of(match["where"])
        return Piece(Atom("points_in", (suit.letter,), span)) if span[0] <= 10 else None
    if is_hcp:
        return Piece(strength("hcp", (span[0], min(span[1], 37))))
    return Piece(strength("pts", span))


def _length(suit: Suit, span: Range) -> Condition:
    return length(suit, span[0], min(13, span[1]))


def _told_cards(match: re.Match[str], span: Range) -> Piece | None:
    loose = (
        match["n"]
        and not match["sign"]
        and not match["exact"]
        and not match["suit"].startswith("!")
    )
    if loose and span[0] < 3:
        return None  # rather a bid: `2H`
    return _cards(match["suit"], (span[0], 13) if loose and span[0] > 3 else span)


def _cards(text: str, span: Range) -> Piece | None:
    """So many cards of a suit; of a major or minor, where it is any of two."""
    if span[0] > 13:
        return None
    suits = suits_of(text)
    return Piece(either(*(_length(suit, span) for suit in suits)))


def _counted(kind: str, span: Range) -> Condition:
    word = {"ace": "aces", "king": "kings", "control": "controls", "loser": "losers"}[kind]
    most = 4 if kind in ("ace", "king") else 12
    return Atom(word, (), span) if span[0] <= most else ANYTHING


def _bare(span: Range, setting: Setting, *, exact: bool) -> Piece | None:
    """A number alone: points where it can be no length, else cards of the suit that is bid."""
    low, high = span
    if exact or low > 37:
        return None
    if high == _OPEN:
        if low >= 8:
            return Piece(strength("hcp", (low, 37)))
        return None if setting.suit is None else Piece(length(setting.suit, low))
    if high >= 9 or (high >= 5 and high - low >= 2):
        return Piece(strength("hcp", (low, min(high, 37))))
    return None
