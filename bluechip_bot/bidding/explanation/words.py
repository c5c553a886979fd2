"""Words of explanations other than numbers and names of conventions: shape, stoppers, forcing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from bluechip_bot.bidding.auction.meaning import Forcing
from bluechip_bot.bidding.explanation.conventions import SUIT, suit_of
from bluechip_bot.bidding.explanation.piece import Piece, Setting, both, length, strength
from bluechip_bot.bidding.language.syntax import Atom, Condition
from bluechip_bot.constraints import Range

_Made = Callable[[re.Match[str], Setting], Piece]


def _plain(condition: Condition) -> _Made:
    return lambda _match, _setting: Piece(condition)


def _hint(low: int, high: int) -> _Made:
    return lambda _match, _setting: Piece(hint=strength("hcp", (low, high)))


def _forces(how: Forcing) -> _Made:
    return lambda _match, _setting: Piece(forcing=how)


def _graded(word: str, span: Range | None, least: int) -> _Made:
    """A suit of a grade, with the length that it needs."""

    def made(match: re.Match[str], _setting: Setting) -> Piece:
        suit = suit_of(match[1])
        return Piece(both(length(suit, least), Atom(word, (suit.letter,), span)))

    return made


def _stopper(low: int, high: int) -> _Made:
    def made(match: re.Match[str], _setting: Setting) -> Piece:
        suit = suit_of(match[1])
        return Piece(Atom("stoppers", (suit.letter,), (low, high)))

    return made


def _cards(low: int, high: int) -> _Made:
    def made(match: re.Match[str], setting: Setting) -> Piece:
        suit = suit_of(match[1])
        artificial = False if suit == setting.suit and high < 3 else None
        return Piece(length(suit, low, high), natural=artificial)

    return made


def _support(_match: re.Match[str], setting: Setting) -> Piece:
    return Piece() if setting.partner is None else Piece(length(setting.partner, 3))


def _tops(suit: str, least: int) -> Condition:
    return Atom("tops", (suit_of(suit).letter,), (least, 3))


def _holding(match: re.Match[str], _setting: Setting) -> Piece:
    """`!SKQ`: these cards, of which their number is told."""
    ranks = set(match[2].upper())
    honours = Atom("honours", (suit_of(match[1]).letter,), (len(ranks), 5))
    return Piece(both(honours, _tops(match[1], len(ranks & set("AKQ")))))


def _forcing_to(match: re.Match[str], _setting: Setting) -> Piece:
    level, strain = int(match[1]), match[2].casefold()
    if level >= 4 or (level == 3 and strain == "n"):
        return Piece(forcing=Forcing.GAME)
    return Piece(forcing=Forcing.TWO_NOTRUMP)


def _word(pattern: str, made: _Made) -> tuple[re.Pattern[str], _Made]:
    return re.compile(pattern, re.I | re.A), made


_STOP: Final = rf"stop(?:per)?s?(?: +in)? +({SUIT})"

WORDS: Final[tuple[tuple[re.Pattern[str], _Made], ...]] = (
    _word(r"semi-? ?bal(?:anced)?\b", _plain(Atom("semibal"))),
    _word(r"un-?bal?(?:anced)?\b|unb\b", _plain(Atom("unbal"))),
    _word(r"(?:balanced|bal\b|nt style|flat)", _plain(Atom("bal"))),
    _word(rf"twice rebiddable ({SUIT})", _graded("strength", (3, 99), 6)),
    _word(rf"strong rebiddable ({SUIT})", _graded("rebiddable", None, 5)),
    _word(rf"rebiddable ({SUIT})", _graded("rebiddable", None, 5)),
    _word(rf"biddable ({SUIT})", _graded("biddable", None, 4)),
    _word(r"(!?[shdc])([akqjt]{1,5})\b", _holding),
    _word(rf"q\+ in ({SUIT})", lambda match, _setting: Piece(_tops(match[1], 1))),
    _word(r"opponents cannot play undoubled below \d\w+", lambda _match, _setting: Piece()),
    _word(rf"at best (?:a )?{_STOP}", _stopper(0, 3)),
    _word(rf"partial {_STOP}", _stopper(1, 4)),
    _word(rf"likely {_STOP}", _stopper(2, 4)),
    _word(rf"(?:two|double|2) {_STOP}", _stopper(4, 4)),
    _word(rf"no {_STOP}", _stopper(0, 1)),
    _word(_STOP, _stopper(2, 4)),
    _word(rf"(?:short(?:ness|age)?|singleton)(?: or void)?(?: in)? +({SUIT})", _cards(0, 1)),
    _word(rf"void(?: in)? +({SUIT})", _cards(0, 0)),
    _word(rf"doubleton(?: in)? +({SUIT})", _cards(2, 2)),
    _word(rf"long(?:est)?(?: in)? +({SUIT})", _cards(4, 13)),
    _word(r"(?:not|non)-? ?forcing|nf\b", _forces(Forcing.NONE)),
    _word(r"forcing to (\d)([shdcn])t?\b", _forcing_to),
    _word(r"game[ -]forc(?:ing|e)|forcing to game|g\.?f\b|fg\b|(?:two|2)[ /]over[ /](?:one|1)",
          _forces(Forcing.GAME)),
    _word(r"semi-?forcing", _forces(Forcing.NONE)),
    _word(r"(?:one round )?forcing(?: for)?(?: (?:one|1) round)?|f1?\b", _forces(Forcing.ROUND)),
    _word(r"weak\b|pre-?empt(?:ive)?\b|pre\b|blocking", _hint(0, 12)),
    _word(r"(?:very )?strong\b|\bstr\b|powerful", _hint(14, 37)),
    _word(r"opening (?:values|hand)", _hint(11, 37)),
    _word(r"(?:good |secondary )?support(?! double)(?: for \w+| in \w+)?", _support),
    _word(r"for (?:!?\w+)", lambda _match, _setting: Piece()),
    _word(r"inv(?:itational|ite)?\b(?: to game)?|slam try|sign-?off|to play|minimum\b|maximum\b",
          lambda _match, _setting: Piece()),
)  # fmt: skip
"""Patterns with what they say; of two that begin at one place the first is meant."""

_FILLERS: Final = """
    a an and any at be bid bids can card cards could call calls double have having holds i in is it
    my of on one only opener opening overcall rebid rebids s shows showing suit suits than that the
    this to with would hand usually no suitable free new level jump his two three nt notrump
"""
FILLERS: Final = frozenset(_FILLERS.split())
"""Words that may stand between phrases without a meaning of their own."""
