"""PBN tokens as records: import format, read tolerantly.

What a person or program would read in one way only is accepted (`PASS`, `1N`, `S10`, several tricks
on a line, tags in any order, missing tags). Values that bridge does not have, tags given twice and
annotations that belong to nothing are faults of their record, each with its line; all else of the
record is read. The rules of the auction and of the play are left to `board_record`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, takewhile
from typing import Final

from attrs import define, evolve, field, frozen

from bluechip_bot.formats.error import FormatError, errors_at
from bluechip_bot.formats.pbn.lexer import Token, TokenKind, tokens
from bluechip_bot.formats.pbn.record import Note, PbnCell, PbnRecord, Section, Tag, call_symbol
from bluechip_bot.model import PASS, Call, Card, ModelError, Seat

# The tags that no board inherits (PBN 2.0, "inheritance").
_OWN: Final = ("dealer", "vulnerable", "deal", "declarer", "contract", "auction", "play")
# The properties of a record that are read from its tags.
_UNDERSTOOD: Final = ("number", "dealer", "vulnerability", "hands", "contract", "tagged_tricks")
# In the order of their numbers $1 to $6.
_SUFFIXES: Final = ("!", "?", "!!", "??", "!?", "?!")
_NOTE: Final = re.compile(r"\s*(\d{1,9})\s*:(.*)", re.S)


@frozen
class LineBlock:
    """The lines between two empty lines.

    Attributes:
        tokens: the tokens of the block; empty at the end of a text whose last lines are empty.
        directives: the `%` lines in the block, and before it since the last block.
    """

    tokens: tuple[Token, ...]
    directives: tuple[Token, ...]


def blocks(text: str) -> Iterator[LineBlock]:
    """Yield the blocks of a text in order; the last one may have directives alone."""
    group: list[Token] = []
    apart: list[Token] = []
    for token in chain(tokens(text), [Token(TokenKind.BLANK, "", 0)]):
        if token.kind is TokenKind.DIRECTIVE:
            apart.append(token)
        elif token.kind is not TokenKind.BLANK:
            group.append(token)
        elif group or not token.line:
            yield LineBlock(tuple(group), tuple(apart))
            group, apart = [], []


@define
class _InheritedValues:
    """Values that later records inherit: `#` from the last record, `##` until changed."""

    last: dict[str, Tag] = field(factory=dict)
    lasting: dict[str, Tag] = field(factory=dict)

    def fill(self, record: PbnRecord) -> PbnRecord:
        faults: list[FormatError] = []
        tags = [self._filled(tag, faults) for tag in record.tags]
        given = {tag.name.casefold() for tag in tags}
        tags += [
            evolve(tag, line=record.line) for key, tag in self.lasting.items() if key not in given
        ]
        self.last = {tag.name.casefold(): tag for tag in tags}
        return evolve(record, tags=tuple(tags), faults=(*record.faults, *faults))

    def _filled(self, tag: Tag, faults: list[FormatError]) -> Tag:
        key = tag.name.casefold()
        lasting = tag.value.startswith("##")
        if tag.value in ("#", "##"):
            value = "?"
            if key in _OWN:
                faults.append(tag.error("a board must tell this for itself"))
            elif key not in self.last:
                faults.append(tag.error("no earlier value to inherit"))
            else:
                value = self.last[key].value
            tag = evolve(tag, value=value)
        elif lasting:
            tag = evolve(tag, value=tag.value[2:])
        if lasting:
            self.lasting[key] = evolve(tag, comments=())
        else:
            self.lasting.pop(key, None)
        return tag


@define
class RecordReader:
    """Turns successive blocks into records, carrying comments and inherited values over.

    Attributes:
        pending: comments that belong to the next record.
        stray: an error for each block that has nothing like a tag, but more than comments.
    """

    pending: list[str] = field(factory=list)
    stray: list[FormatError] = field(factory=list)
    _heritage: _InheritedValues = field(factory=_InheritedValues)

    def read(self, block: LineBlock) -> list[PbnRecord]:
        """The records of a block: usually one; none if nothing in the block looks like a tag.

        A block of several boards, without an empty line between them, is cut wherever its first tag
        comes again.
        """
        builder = _RecordBuilder(comments=self.pending)
        self.pending = []
        builders = [builder]
        first = _first_of_boards(block)
        for token in block.tokens:
            if builder.tags and token.kind is TokenKind.TAG and token.text.casefold() == first:
                again = builder.tags[0].again(token)
                builder = _RecordBuilder(faults=[again])
                builders.append(builder)
            builder.add(token)
        if not builder.tags:
            self.pending = builder.comments
            broken = (fault for fault in builder.faults if fault.column == 1)
            if not any(fault.text.startswith("[") for fault in broken):
                self.stray += builder.faults[:1]
                return []
        return [self._heritage.fill(each.record()) for each in builders]


def _first_of_boards(block: LineBlock) -> str:
    """The name of the first tag, in lower case, if a block holds several boards; else empty."""
    names = [token.text.casefold() for token in block.tokens if token.kind is TokenKind.TAG]
    several = names.count("board") > 1 or names.count("deal") > 1
    return names[0] if several else ""


def problems_of(record: PbnRecord) -> list[FormatError]:
    """The problems of a record by line: its faults, and senseless values of known tags."""
    found = list(record.faults)
    for name in _UNDERSTOOD:
        try:
            getattr(record, name)
        except FormatError as error:
            found += [] if error in found else [error]
    if not found:
        dealer, tag = record.dealer, record.tag("Auction")
        first = record.auction.entries
        if tag is not None and first and dealer is not None and tag.value != dealer.letter:
            found.append(first[0].error(f"{dealer} deals and must call first"))
    return sorted(found, key=lambda error: (error.line, error.column))


@define
class _RecordBuilder:
    """Collects the tokens of one record until the empty line, and builds the record from them."""

    comments: list[str] = field(factory=list)
    tags: list[_TagBuilder] = field(factory=list)
    faults: list[FormatError] = field(factory=list)
    warnings: list[FormatError] = field(factory=list)
    last: _TagBuilder | None = None

    def add(self, token: Token) -> None:
        try:
            self._add(token)
        except FormatError as error:
            self.faults.append(error)

    def _add(self, token: Token) -> None:
        match token.kind:
            case TokenKind.COMMENT:
                if self.last is not None:
                    self.last.comment(token.text)
                else:
                    self.comments.append(token.text)
            case TokenKind.FAULT if token.text.startswith("{") and not self._is_in_cells:
                # It ends where the next tag begins, and holds nothing else there.
                self.warnings.append(token.error(token.value))
            case TokenKind.FAULT:
                if token.text.startswith("["):
                    # What stands below belongs to a tag that is not there.
                    self.last = _TagBuilder("", "", token, is_lost=True)
                elif self.last is not None and self._is_in_cells:
                    self.last.is_lost = True
                raise token.error(token.value)
            case TokenKind.TAG if token.text.casefold() == "note":
                self._last(token).note(token)
            case TokenKind.TAG:
                self._new_tag(token)
            case TokenKind.ROW:
                self._last(token).rows.append(token.text)
            case _:
                self._last(token).word(token)

    @property
    def _is_in_cells(self) -> bool:
        return self.last is not None and self.last.cells is not None

    def _last(self, token: Token) -> _TagBuilder:
        if self.last is None:
            # One error is enough for what stands together.
            self.last = _TagBuilder("", "", token, is_lost=True)
            raise token.error("no tag before this", token.value or token.text)
        return self.last

    def _new_tag(self, token: Token) -> None:
        key = token.text.casefold()
        cells: _CellReader | None = None
        if key == "auction":
            cells = _CellReader(token.text, _put_call, ("^I", "^S"))
        elif key == "play":
            cells = _CellReader(token.text, _put_card, ("^L", "^R"))
        self.last = _TagBuilder(token.text, token.value, token, cells)
        before = next((tag for tag in self.tags if tag.name.casefold() == key), None)
        if before is None:
            self.tags.append(self.last)
            if token.misquoted:
                reason = 'a tag like [Name "value"] expected, a quote in the value as \\"'
                self.warnings.append(token.error(reason, f"[{token.text} {token.value}]"))
            return
        self.last.is_lost = True
        error = before.again(token)
        if cells is None and before.value == token.value:
            self.warnings.append(error)
            return
        before.other = error
        raise error

    def record(self) -> PbnRecord:
        tags = tuple(builder.tag(self.faults) for builder in self.tags)
        faults, warnings = tuple(self.faults), tuple(self.warnings)
        return PbnRecord(tags, tuple(self.comments), faults=faults, warnings=warnings)


@define
class _TagBuilder:
    """Collects a tag pair and what stands below it.

    `is_lost` says whether something below the tag could not be read; what follows is then skipped.
    """

    name: str
    value: str
    token: Token
    cells: _CellReader | None = None
    other: FormatError | None = None
    is_lost: bool = False
    comments: list[str] = field(factory=list)
    rows: list[str] = field(factory=list)

    def comment(self, text: str) -> None:
        if self.cells is None or not self.cells.comment(text):
            self.comments.append(text)

    def again(self, token: Token) -> FormatError:
        reason = f"tag already on line {self.token.line} (is an empty line between boards missing?)"
        return token.error(reason, f"[{token.text}]")

    def note(self, token: Token) -> None:
        if self.cells is None:
            if self.is_lost:
                return
            raise token.error("note outside auction and play", token.value)
        self.cells.note(token)

    def word(self, token: Token) -> None:
        if self.is_lost:
            return
        self.is_lost = True
        if self.cells is None:
            raise token.error(f"unexpected after [{self.name}]")
        self.cells.word(token)
        self.is_lost = False

    def tag(self, faults: list[FormatError]) -> Tag:
        """Make the tag; if its value should name a seat but does not, add that to `faults`."""
        value, section, cells = self.value, Section(), self.cells
        if cells is not None:
            section = Section(tuple(cells.entries), tuple(cells.notes), cells.ended)
            if cells.entries or cells.skipped:
                try:
                    # The seat of the first cell: later than the tag's by the dashes left out.
                    value = Seat.parse(value).plus(cells.skipped).letter
                except ModelError as error:
                    faults.append(self.token.error(str(error), value))
        return Tag(
            self.name,
            value,
            section,
            tuple(self.rows),
            tuple(self.comments),
            self.other,
            self.token.line,
            self.token.column,
        )


@define
class _CellReader:
    """The cells and notes below an Auction or Play tag.

    Attributes:
        put: adds a word as a cell.
        skipped: the number of dashes before the first call.
    """

    name: str
    put: Callable[[_CellReader, Token], None]
    marks: tuple[str, ...]
    entries: list[PbnCell] = field(factory=list)
    notes: list[Note] = field(factory=list)
    irregular: str = ""
    ended: bool = False
    skipped: int = 0

    def comment(self, text: str) -> bool:
        """Attach a comment to the last note or cell; return whether there is one."""
        if self.notes:
            self.notes[-1] = evolve(self.notes[-1], comments=(*self.notes[-1].comments, text))
        elif self.entries:
            self.entries[-1] = evolve(self.entries[-1], comments=(*self.entries[-1].comments, text))
        return bool(self.notes or self.entries)

    def note(self, token: Token) -> None:
        match = _NOTE.fullmatch(token.value)
        if match is None or int(match[1]) < 1:
            raise token.error("a note like '1:text' expected", token.value)
        number = int(match[1])
        if any(note.number == number for note in self.notes):
            raise token.error("a second note of this number", token.value)
        self.notes.append(Note(number, match[2].strip()))

    def word(self, token: Token) -> None:
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
        entry = PbnCell(symbol, irregular=self.irregular, line=token.line, column=token.column)
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


def _put_call(cells: _CellReader, token: Token) -> None:
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
        with errors_at(token.error):
            cells.append(call_symbol(Call.parse(text)), token)


def _passes_to_end(calls: Sequence[Call | None]) -> int:
    trailing = sum(1 for _ in takewhile(lambda call: call == PASS, reversed(calls)))
    return max(0, (4 if trailing == len(calls) else 3) - trailing)


def _put_card(cells: _CellReader, token: Token) -> None:
    """Add a cell of the play: four to a trick, the first column being the opening leader's."""
    text = token.text
    if text == "+" and any(entry.symbol == "+" for entry in cells.entries):
        raise token.error("a second '+'")
    if text in ("-", "+"):
        cells.append(text, token)
        return
    with errors_at(token.error):
        cells.append(str(Card.parse(text)), token)
