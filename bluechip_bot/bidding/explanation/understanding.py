"""What an explanation of a call says, whoever wrote it and in whichever dialect.

Our own canonical text is read back exactly (`wording`); lists of keys and ranges by `listing`;
everything else as English (`phrases`). Nothing that a text may hold is an error.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.auction.meaning import Forcing
from bluechip_bot.bidding.explanation.conventions import CONVENTIONS
from bluechip_bot.bidding.explanation.listing import read_list
from bluechip_bot.bidding.explanation.phrases import read_phrases
from bluechip_bot.bidding.explanation.piece import ANYTHING, Piece, Setting, both
from bluechip_bot.bidding.language.condition import atoms
from bluechip_bot.bidding.language.limits import boxes
from bluechip_bot.bidding.language.syntax import Any, Atom, Condition, Not
from bluechip_bot.bidding.language.wording import WordingError, describe, understand_text
from bluechip_bot.constraints import Box
from bluechip_bot.model.cards import SUIT_LETTERS, Suit

LONGEST: Final = 400
"""The characters of an English text that are read."""
_MOST: Final = 4000
"""Those of a text in our own words."""
_SYMBOLS: Final = (
    (re.compile("♠|â\x99?[\xa0 ]"), " spades "), (re.compile("♥|♡|â\x99?¥"), " hearts "),
    (re.compile("♦|♢|â\x99?¦"), " diamonds "), (re.compile("♣|â\x99?£"), " clubs "),
)  # fmt: skip
"""Suits as signs, also where UTF-8 was taken for Latin-1."""
_PREFIX: Final = re.compile(r"\s*(?:(?:alert(?:ed)?|infos|announce\w*)[.:!]*\s*)*", re.I | re.A)
_CLOCK: Final = re.compile(r"\[\d+:\d+\]", re.A)
_HEAD: Final = re.compile(r"no suitable call --", re.I)


class ExplanationDialect(Enum):
    """How an explanation is written."""

    NONE = "none"
    CANONICAL = "canonical"
    LIST = "list"
    ENGLISH = "English"


@frozen
class Explanation:
    """What a text says of a call.

    Attributes:
        text: as it came.
        dialect: how it is written.
        condition: the hands that it describes; those of ANYTHING where it says nothing.
        names: the conventions that it names.
        natural: whether it says that the call is natural, or that it is not; None: neither.
        forcing: how far it says that the call forces.
        suit: the suit that the call shows in place of the one that it names, or None.
        notes: what was not understood, or contradicted what was.
    """

    text: str = ""
    dialect: ExplanationDialect = ExplanationDialect.NONE
    condition: Condition = ANYTHING
    names: tuple[str, ...] = ()
    natural: bool | None = None
    forcing: Forcing = Forcing.NONE
    suit: Suit | None = None
    notes: tuple[str, ...] = ()

    @property
    def says(self) -> bool:
        """Whether it narrows the hand."""
        return self.condition != ANYTHING

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The boxes of the hands that it describes, at least one."""
        return boxes(self.condition)


def understand(text: str, setting: Setting | None = None) -> Explanation:
    """What a text says, read as the explanation of a call; total: any text has an answer."""
    plain = _PREFIX.sub("", _plain(text[:_MOST]), count=1).strip()
    if not any(letter.isalnum() for letter in plain):
        return Explanation(text)
    setting = Setting() if setting is None else setting
    found = _canonical(text, plain, setting)
    if found is not None:
        return found
    plain = plain[:LONGEST]
    listed = read_list(plain)
    if listed is not None:
        return _explanation(text, ExplanationDialect.LIST, [Piece(part) for part in listed], ())
    phrases = read_phrases(_HEAD.sub("", plain), setting)
    return _explanation(text, ExplanationDialect.ENGLISH, list(phrases.pieces), phrases.notes)


def _plain(text: str) -> str:
    for pattern, word in _SYMBOLS:
        text = pattern.sub(word, text)
    return _CLOCK.sub(" ", text)


def _canonical(text: str, plain: str, setting: Setting) -> Explanation | None:
    """The reading of a text in our own words, perhaps after a name; None where it is none."""
    name, colon, words = plain.rpartition(": ")
    try:
        condition = understand_text(words)
    except WordingError:
        return None
    if not _is_sound(condition):
        return None
    found = [(item, item.pattern.search(name)) for item in CONVENTIONS] if colon else []
    pieces = [
        item.piece(match, setting)
        for item, match in found
        if match is not None and not name[: match.start()][-1:].isalnum()
    ]
    return Explanation(
        text,
        ExplanationDialect.CANONICAL,
        condition,
        tuple(piece.name for piece in pieces),
        next((piece.natural for piece in pieces if piece.natural is not None), None),
        suit=next((piece.suit for piece in pieces if piece.suit is not None), None),
    )


def _is_sound(condition: Condition) -> bool:
    """Whether some hand meets a condition, as far as its limits tell."""
    return bool(boxes(condition))


def _explanation(
    text: str, dialect: ExplanationDialect, pieces: list[Piece], notes: tuple[str, ...]
) -> Explanation:
    """What all pieces say together, those left out that contradict earlier ones.

    The name of a convention tells of suits only where the words do not.
    """
    condition: Condition = ANYTHING
    refused: list[str] = []
    named = not any(_counts_cards(piece.condition) for piece in pieces if not piece.name)
    conditions = [piece.condition for piece in pieces if named or not piece.name]
    if not any(_counts_points(part) for part in conditions):
        conditions += [piece.hint for piece in pieces]
    for part in conditions:
        together = both(condition, part)
        if _is_sound(together):
            condition = together
        else:
            refused.append(f"contradiction: {describe(part)}")
    said = [piece.natural for piece in pieces if piece.natural is not None]
    return Explanation(
        text,
        dialect,
        condition,
        tuple(dict.fromkeys(piece.name for piece in pieces if piece.name)),
        None if not said else all(said),
        max((piece.forcing for piece in pieces), default=Forcing.NONE),
        next((piece.suit for piece in pieces if piece.suit is not None), None),
        (*notes, *refused),
    )


def _counts_cards(condition: Condition) -> bool:
    return any(atom.name in SUIT_LETTERS for atom in atoms(condition))


def _counts_points(condition: Condition) -> bool:
    match condition:
        case Atom(name):
            return name in ("hcp", "pts")
        case Not(part):
            return _counts_points(part)
        case Any(parts):
            return all(_counts_points(part) for part in parts)
        case _:
            return any(_counts_points(part) for part in condition.parts)
