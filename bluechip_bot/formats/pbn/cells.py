"""The cells and notes below an Auction or Play tag, collected token by token."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from attrs import define, evolve, field

from bluechip_bot.formats.pbn.lexer import Token
from bluechip_bot.formats.pbn.record import Entry, Note, Section, call_symbol
from bluechip_bot.model import PASS, Call, Card, ModelError

# In the order of their numbers $1 to $6.
_SUFFIXES: Final = ("!", "?", "!!", "??", "!?", "?!")
_NOTE: Final = re.compile(r"\s*(\d{1,9})\s*:(.*)", re.S)


@define
class Cells:
    """The cells and notes below an Auction or Play tag.

    Attributes:
        name: the tag's.
        put: what adds a word that is a cell.
        marks: the irregularities that may stand here.
        skipped: the dashes before the first call.
    """

    name: str
    put: Callable[[Cells, Token], None]
    marks: tuple[str, ...]
    entries: list[Entry] = field(factory=list)
    notes: list[Note] = field(factory=list)
    irregular: str = ""
    ended: bool = False
    skipped: int = 0

    def comment(self, text: str) -> bool:
        """Attach a comment to the last note or cell; False when there is none."""
        if self.notes:
            self.notes[-1] = evolve(self.notes[-1], comments=(*self.notes[-1].comments, text))
        elif self.entries:
            self.entries[-1] = evolve(self.entries[-1], comments=(*self.entries[-1].comments, text))
        return bool(self.notes or self.entries)

    def note(self, token: Token) -> None:
        """Add a note, given as its tag."""
        match = _NOTE.fullmatch(token.value)
        if match is None or int(match[1]) < 1:
            raise token.error("a note like '1:text' expected", token.value)
        number = int(match[1])
        if any(note.number == number for note in self.notes):
            raise token.error("a second note of this number", token.value)
        self.notes.append(Note(number, match[2].strip()))

    def word(self, token: Token) -> None:
        """Add a cell, or what is said of the last one."""
        text = token.text
        if self.notes:
            raise token.error(f"[{self.name}] has ended before its notes")
        if text[0] in "=$!?":
            self._annotate(token)
        elif text[0] == "^":
            self._mark(token)
        elif self.ended:
            raise token.error(f"[{self.name}] has ended before this")
        elif text == "*":
            self.ended = True
        else:
            self.put(self, token)

    def append(self, symbol: str, token: Token) -> None:
        """Add a cell."""
        entry = Entry(symbol, irregular=self.irregular, line=token.line, column=token.column)
        self.entries.append(entry)
        self.irregular = ""

    def _annotate(self, token: Token) -> None:
        text = token.text
        if not self.entries:
            raise token.error("nothing before it that it could refer to")
        entry = self.entries[-1]
        if text[0] == "=":
            if not re.fullmatch(r"=\d{1,9}=", text) or int(text[1:-1]) < 1:
                raise token.error("a note's number like =1= expected")
            if entry.note:
                raise token.error("a second note")
            self.entries[-1] = evolve(entry, note=int(text[1:-1]))
            return
        # $1 to $6 are the six suffixes by number.
        as_suffix = text in _SUFFIXES or re.fullmatch(r"\$[1-6]", text)
        as_glyph = re.fullmatch(r"\$\d{1,3}", text) and int(text[1:]) < 256
        if not (as_suffix or as_glyph):
            raise token.error("one of ! ? !! ?? !? ?! or $0 to $255 expected")
        if entry.suffix if as_suffix else entry.glyph:
            raise token.error(f"a second suffix after {entry.symbol}")
        if as_suffix:
            symbol = text if text in _SUFFIXES else _SUFFIXES[int(text[1:]) - 1]
            self.entries[-1] = evolve(entry, suffix=symbol)
        else:
            self.entries[-1] = evolve(entry, glyph=text)

    def _mark(self, token: Token) -> None:
        text = token.text.upper()
        if text not in self.marks or self.irregular:
            raise token.error(f"one of {' '.join(self.marks)} expected")
        if text == "^S":
            self.append(text, token)
        else:
            self.irregular = text

    def section(self) -> Section:
        """What has been collected."""
        return Section(tuple(self.entries), tuple(self.notes), self.ended)


def put_call(cells: Cells, token: Token) -> None:
    """Add a call. Dashes before the dealer's call are counted and left out."""
    text = token.text
    if cells.entries and cells.entries[-1].symbol == "+":
        raise token.error("a call after '+'")
    if text == "-":
        if cells.entries:
            raise token.error("'-' stands before the first call only")
        cells.skipped += 1
    elif text == "+":
        cells.append("+", token)
    elif text.upper() == "AP":
        for _ in range(_passes_to_end([entry.call for entry in cells.entries])):
            cells.append("Pass", token)
    else:
        try:
            cells.append(call_symbol(Call.parse(text)), token)
        except ModelError as error:
            raise token.error(str(error)) from None


def _passes_to_end(calls: Sequence[Call | None]) -> int:
    trailing = 0
    while trailing < len(calls) and calls[-1 - trailing] == PASS:
        trailing += 1
    return max(0, (4 if trailing == len(calls) else 3) - trailing)


def put_card(cells: Cells, token: Token) -> None:
    """Add a card: four to a trick, the first column being the opening leader's."""
    text = token.text
    if text == "+" and any(entry.symbol == "+" for entry in cells.entries):
        raise token.error("a second '+'")
    if text in ("-", "+"):
        cells.append(text, token)
        return
    try:
        cells.append(str(Card.parse(text)), token)
    except ModelError as error:
        raise token.error(str(error)) from None
