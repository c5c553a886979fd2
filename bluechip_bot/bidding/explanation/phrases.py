"""English explanations, phrase by phrase: GIB's and BEN's clauses and what people type.

A text is cut into clauses at punctuation and `and`, a clause into alternatives at `or`; what
stands before ` -- ` is the call's name. An alternative is read from left to right, at each place
the longest known phrase. Of alternatives each must say something, else none does. Nothing here
fails: what is not understood is handed back as written.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import evolve, field, frozen

from bluechip_bot.bidding.explanation.conventions import CONVENTIONS, SUIT, suit_of
from bluechip_bot.bidding.explanation.piece import ANYTHING, Piece, Setting, both, either, length
from bluechip_bot.bidding.explanation.quantities import QUANTITY, TWO_SUITS, quantity, two_suits
from bluechip_bot.bidding.explanation.words import FILLERS, WORDS
from bluechip_bot.bidding.language.syntax import All, Any, Atom, Condition
from bluechip_bot.model.cards import SUIT_LETTERS

_CUT: Final = re.compile(
    r"[;,:()\[\]*\n]| -- | - |\.(?!\d)|(?<!\d)\.| but | and (?!more|better|less|fewer)| & "
    r"| (?=(?:can|may|could|might)\b)",
    re.I | re.A,
)
_OR: Final = re.compile(
    r" or (?!(?:more|less|better|fewer|weaker|void)\b|\d key|\d/5)|\|", re.I | re.A
)
_NOT: Final = re.compile(
    r"(?:no|not|denies|deny|without|not promise|non)\b(?! *stop| *suitable| *forc|- ?forc)", re.I
)
_MAYBE: Final = re.compile(
    r"(?:can|may|could|might)(?:not)?(?: *(?:be|have|hold|contain))?\b|allows|if\b|usually\b", re.I
)
_DOUBT: Final = re.compile(r"\b(?:ok|poss\w*|perhaps|maybe|sometimes|often|prob\w*)\b", re.I)
_TIDY: Final = (
    (re.compile(r"\b(\d{1,2}) or (\d{1,2})\b(?! *key|/)", re.I | re.A), r"\1-\2"),
    (re.compile(r",? *\b[AKQ]\(\w\) ?= ?\d", re.I | re.A), ""),
    (
        re.compile(r"\b(cue bid|blackwood|gerber|[a-z]+ \d{4}|mixed raise|landy), *", re.I | re.A),
        r"\1 ",
    ),
    (re.compile(r"\bt\.o\.?(?= |$)", re.I), "takeout"),
    (re.compile(r"\bh\.c\.p\.?", re.I), "hcp"),
)
"""Names that hold punctuation, and `3 or 4`, made one phrase."""
_ALTERNATIVE: Final = re.compile(r"or\b *", re.I)
_ONLY_SUITS: Final = re.compile(rf"(?:{SUIT})(?: *(?:\+|/|&) *(?:{SUIT}))*", re.I | re.A)
_SUIT: Final = re.compile(SUIT, re.I | re.A)
_WORD: Final = re.compile(r"[a-z][\w'!=/<>-]*|\d+|\S", re.I | re.A)


@frozen
class Phrases:
    """What the phrases of a text say together.

    Attributes:
        pieces: what each understood phrase says, in order.
        notes: what was not understood, as written.
    """

    pieces: tuple[Piece, ...] = ()
    notes: tuple[str, ...] = ()


@frozen
class _Part:
    """One alternative of a clause while it is put together."""

    pieces: list[Piece] = field(factory=list)
    notes: list[str] = field(factory=list)


def read_phrases(text: str, setting: Setting) -> Phrases:
    """What a text says of the hand that made a call."""
    head, dashes, body = text.rpartition(" -- ")
    pieces: list[Piece] = []
    notes: list[str] = []
    if dashes and body.strip():
        title = read_phrases(head, setting)
        pieces += map(_flags, title.pieces)
        text = body
    for clause in _CUT.split(_tidy(text)):
        if started := _ALTERNATIVE.match(clause.strip()):
            part = _alternative(pieces, _clause(clause.strip()[started.end() :], setting), clause)
            pieces = part.pieces
            notes += part.notes
            continue
        part = _clause(clause.strip(), setting)
        pieces += part.pieces
        notes += part.notes
    return Phrases(tuple(pieces), tuple(notes))


def _tidy(text: str) -> str:
    for pattern, replacement in _TIDY:
        text = pattern.sub(replacement, text)
    return text


def _alternative(before: list[Piece], part: _Part, text: str) -> _Part:
    """What was said before or a clause says instead."""
    flags = [_flags(piece) for piece in (*before, *part.pieces)]
    conditions = [_said(before), _said(part.pieces)]
    if part.notes or ANYTHING in conditions:
        return _Part(flags, [text.strip(), *part.notes])
    return _Part([*flags, Piece(either(*conditions))])


def _said(pieces: list[Piece]) -> Condition:
    """What pieces say of the hand, hints too."""
    return both(*(part for piece in pieces for part in (piece.condition, piece.hint)))


def _flags(piece: Piece) -> Piece:
    """What a piece says of the call alone."""
    return evolve(piece, condition=ANYTHING, hint=ANYTHING, suit=None)


def _clause(text: str, setting: Setting) -> _Part:
    if not text:
        return _Part()
    if _DOUBT.search(text):
        return _Part([], [text])
    parts = [_part(part.strip(), setting) for part in _OR.split(text)]
    found = parts[0]
    for part in parts[1:]:
        found = _alternative(found.pieces, part, text) if not found.notes else _vague(found, text)
    return found


def _vague(part: _Part, text: str) -> _Part:
    return _Part([_flags(piece) for piece in part.pieces], [text])


def _part(text: str, setting: Setting) -> _Part:
    """What one alternative says, from left to right."""
    found = _Part()
    if _ONLY_SUITS.fullmatch(text):
        suits = [suit_of(match) for match in _SUIT.findall(text)]
        known = both(*(length(suit, 4) for suit in suits))
        found.pieces.append(Piece(known, suit=suits[0] if len(suits) == 1 else None))
        return found
    at, unknown, negated, doubtful = 0, [""], False, False
    while at < len(text):
        if match := _NOT.match(text, at):
            at, negated = match.end(), True
            continue
        if match := _MAYBE.match(text, at):
            at, doubtful = match.end(), True
            continue
        piece, end = _phrase(text, at, setting)
        if piece is not None:
            if negated:
                piece = _denied(piece)
            if doubtful:
                piece = None
            if piece is None:
                found.notes.append(text[at:end])
            else:
                found.pieces.append(piece)
            negated = False
        elif end > at:
            found.notes.append(text[at:end])
        else:
            end = _next_word(text, at, unknown)
        at = end
    found.notes.extend(word for word in unknown if word)
    return found


def _next_word(text: str, at: int, unknown: list[str]) -> int:
    """The place after a word that begins no phrase; noted unless it is a filler or a sign."""
    match = _WORD.match(text, at)
    if match is None:
        return at + 1
    word = match.group()
    if any(letter.isalnum() for letter in word) and word.casefold() not in FILLERS:
        unknown.append(word)
    return match.end()


def _phrase(text: str, at: int, setting: Setting) -> tuple[Piece | None, int]:
    """The phrase at a place, with its end; the end alone where it says nothing known."""
    if at and text[at - 1].isalnum() and text[at].isalnum():
        return None, at
    best: tuple[Piece | None, int] = None, at
    for convention in CONVENTIONS:
        if (match := convention.pattern.match(text, at)) and match.end() > best[1]:
            best = convention.piece(match, setting), match.end()
    for pattern, made in WORDS:
        if (match := pattern.match(text, at)) and match.end() > best[1]:
            best = made(match, setting), match.end()
    if (match := TWO_SUITS.match(text, at)) and match.end() > best[1]:
        best = two_suits(match), match.end()
    if (match := QUANTITY.match(text, at)) and match.end() > best[1]:
        best = quantity(match, setting), match.end()
    return best


def _denied(piece: Piece) -> Piece | None:
    """What the denial of a phrase says; None where that is nothing for certain."""
    condition = _fewer(piece.condition)
    return None if condition is None else Piece(condition)


def _fewer(condition: Condition) -> Condition | None:
    """`5 spades` denied: at most four; `a four-card major` denied: neither."""
    match condition:
        case Atom(name, _, (least, _)) if name in SUIT_LETTERS and least > 0:
            return length(SUIT_LETTERS.index(name), 0, least - 1)
        case Any(parts) | All(parts):
            each = [_fewer(part) for part in parts]
            kept = [part for part in each if part is not None]
            if not kept or len(kept) < len(each):
                return None
            return both(*kept) if isinstance(condition, Any) else either(*kept)
        case _:
            return None
