"""Understanding of explanations, whoever wrote them and in whichever dialect.

Our own canonical text is read back exactly (`wording`). A list of keys and ranges, as table
managers send it, is read key by key. Anything else is read as English. No text is an error.

| key | meaning |
|---|---|
| `C=0-8` `D=4-` `H=-5` `S=5` | length of a suit: 0 to 8, at least 4, at most 5, exactly 5 |
| `HCP=17-19` `Total=19-21` | high-card points, points with distribution |
| `H5` `H5-6` | five hearts or more, five to six |

The parts of a list are joined by commas, semicolons, full stops or blanks.

English is read phrase by phrase: GIB's and BEN's clauses and what people type. A text is cut into
clauses at punctuation and `and`, and a clause into alternatives at `or`; what stands before ` -- `
is the name of the call. An alternative is read from left to right, and the longest known phrase
counts at each place. If one alternative says nothing, all are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from attrs import evolve, field, frozen

from bluechip_bot.bidding.auction.meaning import Forcing
from bluechip_bot.bidding.explanation.vocabulary import (
    ANYTHING,
    CONVENTIONS,
    FILLERS,
    PHRASES,
    SUIT,
    CallSetting,
    PhraseMeaning,
    both,
    either,
    length,
    suit_of,
)
from bluechip_bot.bidding.language.condition import atoms
from bluechip_bot.bidding.language.limits import boxes
from bluechip_bot.bidding.language.syntax import AllParts, AnyPart, AtomTest, Condition, NotPart
from bluechip_bot.bidding.language.wording import WordingError, understand_text
from bluechip_bot.constraints import Box
from bluechip_bot.model.cards import SUIT_LETTERS, Suit

LONGEST: Final = 400
"""The characters of an English text that are read; the rest is ignored."""
_MOST: Final = 4000
"""The characters of a canonical text that are read."""
_SYMBOLS: Final = (
    (re.compile("♠|â\x99?[\xa0 ]"), " spades "), (re.compile("♥|♡|â\x99?¥"), " hearts "),
    (re.compile("♦|♢|â\x99?¦"), " diamonds "), (re.compile("♣|â\x99?£"), " clubs "),
)  # fmt: skip
"""Suit symbols, including UTF-8 that was decoded as Latin-1."""
_PREFIX: Final = re.compile(r"\s*(?:(?:alert(?:ed)?|infos|announce\w*)[.:!]*\s*)*", re.I | re.A)
_CLOCK: Final = re.compile(r"\[\d+:\d+\]", re.A)
_HEAD: Final = re.compile(r"no suitable call --", re.I)


@frozen
class Explanation:
    """The content of an explanation; the fields have the same sense as in `PhraseMeaning`.

    `names` are those of conventions. If the text `is_canonical`, it describes the whole hand.
    """

    condition: Condition = ANYTHING
    names: tuple[str, ...] = ()
    natural: bool | None = None
    forcing: Forcing = Forcing.NONE
    suit: Suit | None = None
    is_canonical: bool = False

    @property
    def says(self) -> bool:
        """Whether it says anything about the hand."""
        return self.condition != ANYTHING

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Boxes that contain every hand that it describes; at least one."""
        return boxes(self.condition)


def understand(text: str, setting: CallSetting | None = None) -> Explanation:
    """Parse a text as the explanation of a call. Any text is accepted."""
    plain = text[:_MOST]
    for pattern, word in _SYMBOLS:
        plain = pattern.sub(word, plain)
    plain = _PREFIX.sub("", _CLOCK.sub(" ", plain), count=1).strip()
    if not any(letter.isalnum() for letter in plain):
        return Explanation()
    setting = CallSetting() if setting is None else setting
    found = _canonical(plain, setting)
    if found is not None:
        return found
    plain = plain[:LONGEST]
    listed = read_list(plain)
    if listed is not None:
        return _explanation([PhraseMeaning(part) for part in listed])
    return _explanation(read_phrases(_HEAD.sub("", plain), setting))


def _canonical(plain: str, setting: CallSetting) -> Explanation | None:
    """The content of a text in canonical words, perhaps after a name and a colon; else None."""
    name, colon, words = plain.rpartition(": ")
    try:
        condition = understand_text(words)
    except WordingError:
        return None
    if not boxes(condition):
        return None
    pieces = [
        item.piece(match, setting)
        for item in CONVENTIONS
        if colon and (match := item.pattern.search(name))
        if not name[: match.start()][-1:].isalnum()
    ]
    return Explanation(
        condition,
        tuple(piece.name for piece in pieces),
        next((piece.natural for piece in pieces if piece.natural is not None), None),
        suit=_suit_of(pieces),
        is_canonical=True,
    )


def _suit_of(pieces: Sequence[PhraseMeaning]) -> Suit | None:
    return next((piece.suit for piece in pieces if piece.suit is not None), None)


def _explanation(pieces: Sequence[PhraseMeaning]) -> Explanation:
    """Combine all pieces into one, except any that contradict earlier pieces.

    What the name of a convention says about the hand counts only if no other piece states a length.
    """
    condition: Condition = ANYTHING
    named = not any(
        atom.name in SUIT_LETTERS
        for piece in pieces
        if not piece.name
        for atom in atoms(piece.condition)
    )
    conditions = [piece.condition for piece in pieces if named or not piece.name]
    if not any(_counts_points(part) for part in conditions):
        conditions += [piece.hint for piece in pieces]
    for part in conditions:
        if boxes(together := both(condition, part)):
            condition = together
    said = [piece.natural for piece in pieces if piece.natural is not None]
    return Explanation(
        condition,
        tuple(dict.fromkeys(piece.name for piece in pieces if piece.name)),
        None if not said else all(said),
        max((piece.forcing for piece in pieces), default=Forcing.NONE),
        _suit_of(pieces),
    )


def _counts_points(condition: Condition) -> bool:
    match condition:
        case AtomTest(name):
            return name in ("hcp", "pts", "sup")
        case NotPart(part):
            return _counts_points(part)
        case AnyPart(parts):
            return all(_counts_points(part) for part in parts)
        case _:
            return any(_counts_points(part) for part in condition.parts)


_KEYED: Final = re.compile(
    r"([SHDC]|HCP|PH|H?PTS|POINTS|TOTAL|TP) ?[=:] ?"
    r"(?:(\d{1,2}) ?(?:(-|\+) ?(\d{1,2})?)?|- ?(\d{1,2}))",
    re.I | re.A,
)
_GLUED: Final = re.compile(r"([SHDC])(\d{1,2})(?:(-|\+)(\d{1,2})?)?", re.I | re.A)
_JOINS: Final = " \t\n\r\f\v,;."


def read_list(text: str) -> tuple[Condition, ...] | None:
    """The conditions of a list of keys and ranges; None if the text is not such a list."""
    found: list[Condition | None] = []
    left = text.lstrip(_JOINS)
    while left:
        match = _KEYED.match(left) or _GLUED.match(left)
        if match is None:
            return None
        found.append(_keyed(match))
        rest = left[match.end() :]
        left = rest.lstrip(_JOINS)
        if rest and left == rest:
            return None
    return tuple(part for part in found if part is not None) if found else None


def _keyed(match: re.Match[str]) -> Condition | None:
    """The condition of a key with its limits; None if no hand can meet it."""
    key, least, sign, greatest, *most = match.groups()
    key = key.upper()
    limit = 13 if key in SUIT_LETTERS else 37
    low, high = int(least or 0), limit
    if least is None:
        high = int(most[0])
    elif greatest is not None:
        high = int(greatest)
    elif sign is None and match.re is _KEYED:
        high = low
    if low > min(high, limit):
        return None
    if key in SUIT_LETTERS:
        return length(SUIT_LETTERS.index(key), low, high)
    if key in ("HCP", "PH"):
        return AtomTest("hcp", (), (low, min(high, limit)))
    return AtomTest("pts", (), (low, high if high < limit else 99))


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
    (re.compile(r"\bfour-card\b", re.I), "4-card"),
    (re.compile(r",? *\b[AKQ]\(\w\) ?= ?\d", re.I | re.A), ""),
    (
        re.compile(r"\b(cue bid|blackwood|gerber|[a-z]+ \d{4}|mixed raise|landy), *", re.I | re.A),
        r"\1 ",
    ),
    (re.compile(r"\bt\.o\.?(?= |$)", re.I), "takeout"),
    (re.compile(r"\bh\.c\.p\.?", re.I), "hcp"),
)
"""Replacements by which names with punctuation, and `3 or 4`, become one phrase."""
_ALTERNATIVE: Final = re.compile(r"or\b *", re.I)
_ONLY_SUITS: Final = re.compile(rf"(?:{SUIT})(?: *(?:\+|/|&) *(?:{SUIT}))*", re.I | re.A)
_SUIT: Final = re.compile(SUIT, re.I | re.A)
_WORD: Final = re.compile(r"[a-z][\w'!=/<>-]*|\d+|\S", re.I | re.A)


@frozen
class _PhraseList:
    """The meanings of a text's phrases in order, and whether all of it was understood."""

    pieces: list[PhraseMeaning] = field(factory=list)
    is_clear: bool = True


def read_phrases(text: str, setting: CallSetting) -> list[PhraseMeaning]:
    """The meanings of the phrases in an English text about the hand that made a call."""
    head, dashes, body = text.rpartition(" -- ")
    pieces: list[PhraseMeaning] = []
    if dashes and body.strip():
        pieces += map(_flags, read_phrases(head, setting))
        text = body
    for pattern, replacement in _TIDY:
        text = pattern.sub(replacement, text)
    for clause in map(str.strip, _CUT.split(text)):
        if started := _ALTERNATIVE.match(clause):
            pieces = _alternative(pieces, _clause(clause[started.end() :], setting)).pieces
        else:
            pieces += _clause(clause, setting).pieces
    return pieces


def _alternative(before: list[PhraseMeaning], part: _PhraseList) -> _PhraseList:
    """Combine the pieces before an `or` with the part after it, as alternatives."""
    flags = [_flags(piece) for piece in (*before, *part.pieces)]
    conditions = [_said(before), _said(part.pieces)]
    if not part.is_clear or ANYTHING in conditions:
        return _PhraseList(flags, is_clear=False)
    return _PhraseList([*flags, PhraseMeaning(either(*conditions))])


def _said(pieces: list[PhraseMeaning]) -> Condition:
    return both(*(part for piece in pieces for part in (piece.condition, piece.hint)))


def _flags(piece: PhraseMeaning) -> PhraseMeaning:
    """The part of a piece about the call, such as its being natural, not about the hand."""
    return evolve(piece, condition=ANYTHING, hint=ANYTHING, suit=None)


def _clause(text: str, setting: CallSetting) -> _PhraseList:
    if _DOUBT.search(text):
        return _PhraseList([], is_clear=False)
    found, *parts = (_part(part.strip(), setting) for part in _OR.split(text))
    for part in parts:
        if found.is_clear:
            found = _alternative(found.pieces, part)
        else:
            found = _PhraseList([*map(_flags, found.pieces)], is_clear=False)
    return found


def _part(text: str, setting: CallSetting) -> _PhraseList:
    if _ONLY_SUITS.fullmatch(text):
        suits = [suit_of(match) for match in _SUIT.findall(text)]
        known = both(*(length(suit, 4) for suit in suits))
        return _PhraseList([PhraseMeaning(known, suit=suits[0] if len(suits) == 1 else None)])
    pieces: list[PhraseMeaning] = []
    at, is_clear, negated, doubtful = 0, True, False, False
    while at < len(text):
        if match := _NOT.match(text, at):
            at, negated = match.end(), True
            continue
        if match := _MAYBE.match(text, at):
            at, doubtful = match.end(), True
            continue
        piece, end = _phrase(text, at, setting)
        if piece is not None:
            condition = _fewer(piece.condition) if negated else piece.condition
            if condition is None or doubtful:
                is_clear = False
            else:
                pieces.append(PhraseMeaning(condition) if negated else piece)
            negated = False
        elif end > at:
            is_clear = False
        else:
            word = _WORD.match(text, at)
            end = at + 1 if word is None else word.end()
            is_clear = is_clear and _means_nothing(text[at:end])
        at = end
    return _PhraseList(pieces, is_clear)


def _means_nothing(word: str) -> bool:
    return word.casefold() in FILLERS or not any(letter.isalnum() for letter in word)


def _phrase(text: str, at: int, setting: CallSetting) -> tuple[PhraseMeaning | None, int]:
    """The meaning of the longest phrase at an index (None if not understood) and its end."""
    if at and text[at - 1].isalnum() and text[at].isalnum():
        return None, at
    best: tuple[PhraseMeaning | None, int] = None, at
    for pattern, meaning_of in PHRASES:
        if (match := pattern.match(text, at)) and match.end() > best[1]:
            best = meaning_of(match, setting), match.end()
    return best


def _fewer(condition: Condition) -> Condition | None:
    """The denial of a condition; None if nothing is certain.

    The denial of `5 spades` is at most four; of `a four-card major`, at most three in either.
    """
    match condition:
        case AtomTest(name, _, (least, _)) if name in SUIT_LETTERS and least > 0:
            return length(SUIT_LETTERS.index(name), 0, least - 1)
        case AnyPart(parts) | AllParts(parts):
            each = [_fewer(part) for part in parts]
            kept = [part for part in each if part is not None]
            if not kept or len(kept) < len(each):
                return None
            return both(*kept) if isinstance(condition, AnyPart) else either(*kept)
        case _:
            return None
