"""Canonical words for what a call shows, and their parser: `5+ !S; 8-16 HCP`.

| text | says |
|---|---|
| `5+ !S`, `2-4 !H` | the cards of a suit |
| `8-16 HCP`, `12+ total points`, `10+ points with !H` | strength |
| `balanced`, `semibalanced`, `unbalanced` | shape |
| `stopper in !D`, `full stopper in !D`, `biddable !H`, `rebiddable !H` | grade in a suit |
| `2 aces`, `1+ kings`, `3 keycards for !H`, `2+ of AKQ in !S`, `3+ honours in !S` | cards |
| `!D longer than !C`, `!D not shorter than !C` | two suits |
| `A; B` | both |
| `A or B` | at least one of them; binds less tightly than `;` |
| `not (A)`, `(A)` | negation, grouping |
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from bluechip_bot.bidding.language.condition import atoms, check
from bluechip_bot.bidding.language.syntax import (
    AllParts,
    AnyPart,
    AtomTest,
    Condition,
    NotPart,
    SystemFileError,
    joined,
)
from bluechip_bot.model.cards import SUIT_LETTERS
from bluechip_bot.model.errors import ModelError

WORDS: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = tomllib.loads(
    (files("bluechip_bot.bidding.language") / "words.toml").read_text(encoding="utf-8")
)
"""The words of rule files in English, for canonical texts and for convention cards."""
_NOUNS: Final = WORDS["canonical"]["numbers"]
_FACTS: Final = WORDS["canonical"]["facts"]
_BY_NOUN: Final = {text: word for word, text in _NOUNS.items()}
_BY_FACT: Final = {text: word for word, text in _FACTS.items()}
_MOST: Final = 99
_DEEPEST: Final = 30  # an opponent's text must not exhaust the stack
_COMPARED: Final = re.compile(r"!([SHDC]) ([a-z ]+) !([SHDC])")
_TERM: Final = re.compile(
    r"(?:(\d{1,2})(?:-(\d{1,2})|(\+))? )?(?:([A-Za-z][A-Za-z ]*?) ?)?(?:!([SHDC]))?", re.ASCII
)


class WordingError(ModelError):
    """A text that is not in canonical words; `word` is the part not understood, if any."""

    def __init__(self, text: str, reason: str, word: str = "") -> None:
        """Keep the text and say what is wrong with it."""
        self.text = text
        self.word = word
        super().__init__(f"not understood: {text!r} ({reason})")


def describe(condition: Condition) -> str:
    """The canonical text of a condition that depends on the hand alone and names only `S H D C`."""
    match condition:
        case AllParts(()):
            return "anything"
        case AnyPart(()):
            return "nothing"
        case AnyPart(parts):
            return " or ".join(
                describe(p) if not isinstance(p, AnyPart) else _group(p) for p in parts
            )
        case AllParts(parts):
            return "; ".join(
                _group(p) if isinstance(p, AnyPart | AllParts) else describe(p) for p in parts
            )
        case NotPart(part):
            return f"not {_group(part)}"
        case AtomTest():
            return _atom(condition)


def understand_text(text: str) -> Condition:
    """Parse a canonical text as a condition.

    Raises:
        WordingError: if the text is not canonical.
    """
    reader = _TextParser(re.findall(r"\(|\)|;|\bor\b|\bnot\b|(?:(?!\bor\b)[^();])+", text), text)
    found = reader.any()
    if reader.next:
        raise WordingError(text, f"unexpected {reader.next!r}", reader.next)
    for atom in atoms(found):
        try:
            check(atom, frozenset(SUIT_LETTERS))
        except SystemFileError:
            raise WordingError(text, f"{describe(atom) if atom.span else atom.name!r}") from None
    return found


def _group(condition: Condition) -> str:
    return f"({describe(condition)})"


def _atom(atom: AtomTest) -> str:
    if len(atom.arguments) == 2:
        return f"!{atom.arguments[0]} {_FACTS[atom.name]} !{atom.arguments[1]}"
    suit = f" !{atom.arguments[0]}" if atom.arguments else ""
    if atom.span is None:
        return _FACTS[atom.name] + suit
    noun = f"!{atom.name}" if atom.name in SUIT_LETTERS else _NOUNS[atom.name]
    low, high = atom.span
    span = f"{low}+" if high >= _limit(atom.name) else f"{low}-{high}"
    return f"{low if low == high else span} {noun}{suit}"


def _limit(name: str) -> int:
    return 13 if name in SUIT_LETTERS else 37 if name == "hcp" else _MOST


class _TextParser:
    def __init__(self, words: list[str], text: str) -> None:
        self._words = [word.strip() for word in words if word.strip()]
        self._text = text
        self._at = 0
        self._depth = 0

    @property
    def next(self) -> str:
        return self._words[self._at] if self._at < len(self._words) else ""

    def any(self) -> Condition:
        parts = [self._all()]
        while self._skip("or"):
            parts.append(self._all())
        return joined(parts, AnyPart)

    def _all(self) -> Condition:
        parts = [self._one()]
        while self._skip(";"):
            parts.append(self._one())
        return joined(parts, AllParts)

    def _one(self) -> Condition:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise WordingError(self._text, "too many brackets")
        found = self._part()
        self._depth -= 1
        return found

    def _part(self) -> Condition:
        if self._skip("not"):
            return NotPart(self._one())
        if self._skip("("):
            inner = self.any()
            if not self._skip(")"):
                raise WordingError(self._text, "')' missing")
            return inner
        word = self.next
        self._at += 1
        if word in ("anything", "nothing"):
            return AllParts(()) if word == "anything" else AnyPart(())
        return self._term(word)

    def _term(self, word: str) -> AtomTest:
        compared = _COMPARED.fullmatch(word)
        if compared is not None and compared[2] in _BY_FACT:
            return AtomTest(_BY_FACT[compared[2]], (compared[1], compared[3]))
        match = _TERM.fullmatch(word)
        low, high, plus, noun, suit = match.groups("") if match and word else ("",) * 5
        arguments = (suit,) if suit else ()
        if not low and noun in _BY_FACT:
            return AtomTest(_BY_FACT[noun], arguments)
        if not low or not (noun in _BY_NOUN or (suit and not noun)):
            raise WordingError(self._text, repr(word), word)
        name, arguments = (_BY_NOUN[noun], arguments) if noun else (suit, ())
        span = (int(low), _limit(name) if plus else int(high or low))
        if span[0] > span[1]:
            raise WordingError(self._text, f"{word!r} is empty", word)
        return AtomTest(name, arguments, span)

    def _skip(self, word: str) -> bool:
        found = self.next == word
        self._at += found
        return found
