"""PBN tokens as records: import format, read tolerantly.

What a person or program would read in one way only is accepted (`PASS`, `1N`, `S10`, several
tricks on a line, tags in any order, missing tags). Refused, with the line, are values that are no
bridge, tags given twice, and annotations that belong to nothing. The rules of the auction and of
the play are left to `board_from_record`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from attrs import define, evolve, field, frozen

from bluechip_bot.formats.pbn.cells import Cells, put_call, put_card
from bluechip_bot.formats.pbn.lexer import Kind, Token, tokens
from bluechip_bot.formats.pbn.record import Record, Section, Tag
from bluechip_bot.model import ModelError, Seat

_OF_FILE: Final = re.compile(r"\s*(?:PBN\s+\d+\.\d+|EXPORT|IMPORT)\s*", re.I)
# The tags that every board must tell for itself (PBN 2.0, "inheritance").
_OWN: Final = ("dealer", "vulnerable", "deal", "declarer", "contract", "auction", "play")


@frozen
class Block:
    """The tokens between two empty lines that hold something.

    Attributes:
        tokens: at least one.
        last: the line of the empty line that ends it; 0 at the end of the text.
    """

    tokens: tuple[Token, ...]
    last: int


def blocks(text: str, start: int = 1) -> Iterator[Block]:
    """Yield the blocks of a text in order, from a line on.

    Raises:
        PbnError: at the first thing that is no token.
    """
    group: list[Token] = []
    for token in chain(tokens(text, start), [Token(Kind.BLANK, "", 0)]):
        if token.kind is not Kind.BLANK:
            group.append(token)
        elif group:
            yield Block(tuple(group), token.line)
            group = []


@define
class _Heritage:
    """Values that later records inherit: `#` the last record's, `##` until told otherwise."""

    last: dict[str, Tag] = field(factory=dict)
    lasting: dict[str, Tag] = field(factory=dict)

    def fill(self, record: Record) -> Record:
        tags = [self._filled(tag) for tag in record.tags]
        given = {tag.name.casefold() for tag in tags}
        tags += [
            evolve(tag, inherits="##", line=record.line)
            for key, tag in self.lasting.items()
            if key not in given
        ]
        self.last = {tag.name.casefold(): tag for tag in tags}
        return evolve(record, tags=tuple(tags))

    def _filled(self, tag: Tag) -> Tag:
        key = tag.name.casefold()
        lasting = tag.value.startswith("##")
        if tag.value in ("#", "##"):
            if key in _OWN:
                raise tag.error("a board must tell this for itself")
            if key not in self.last:
                raise tag.error("no earlier value to inherit")
            tag = evolve(tag, value=self.last[key].value, inherits=tag.value)
        elif lasting:
            tag = evolve(tag, value=tag.value[2:], inherits="##")
        if lasting:
            self.lasting[key] = evolve(tag, comments=())
        else:
            self.lasting.pop(key, None)
        return tag


@define
class RecordReader:
    """Blocks one after the other as records: comments and inherited values go from one to the next.

    Attributes:
        pending: comments that have not found a record yet.
    """

    pending: list[str] = field(factory=list)
    _heritage: _Heritage = field(factory=_Heritage)

    def read(self, block: Block) -> Record | None:
        """The record of a block; None of one that holds comments alone.

        Raises:
            PbnError: at the first thing that is not PBN.
        """
        builder = _RecordBuilder(comments=self.pending)
        self.pending = []
        for token in block.tokens:
            builder.add(token)
        if not builder.tags:
            self.pending = builder.comments
            return None
        record = self._heritage.fill(builder.record())
        _check(record)
        return record


def own_directives(lines: Iterable[str]) -> tuple[str, ...]:
    """Those of some directives that are not about the file as a whole."""
    return tuple(line for line in lines if not _OF_FILE.fullmatch(line))


def _check(record: Record) -> None:
    """Raise PbnError where the text of a known tag does not parse."""
    _ = (record.number, record.vulnerability, record.hands, record.contract, record.result)
    dealer, tag = record.dealer, record.tag("Auction")
    first = tag.section.entries if tag is not None and tag.section is not None else ()
    if tag is not None and first and dealer is not None and tag.value != dealer.letter:
        raise first[0].error(f"{dealer} deals and must call first")


@define
class _RecordBuilder:
    """Tokens of one record, collected until the empty line."""

    comments: list[str] = field(factory=list)
    tags: list[_TagBuilder] = field(factory=list)

    def add(self, token: Token) -> None:
        match token.kind:
            case Kind.COMMENT:
                if self.tags:
                    self.tags[-1].comment(token.text)
                else:
                    self.comments.append(token.text)
            case Kind.TAG if token.text.casefold() == "note":
                self._last(token).note(token)
            case Kind.TAG:
                self._new_tag(token)
            case Kind.ROW:
                self._last(token).rows.append(token.text)
            case _:
                self._last(token).word(token)

    def _last(self, token: Token) -> _TagBuilder:
        if not self.tags:
            raise token.error("no tag before this", token.value or token.text)
        return self.tags[-1]

    def _new_tag(self, token: Token) -> None:
        key = token.text.casefold()
        for tag in self.tags:
            if tag.name.casefold() == key:
                line = tag.token.line
                reason = f"tag already on line {line} (is an empty line between boards missing?)"
                raise token.error(reason, f"[{token.text}]")
        cells: Cells | None = None
        if key == "auction":
            cells = Cells(token.text, put_call, ("^I", "^S"))
        elif key == "play":
            cells = Cells(token.text, put_card, ("^L", "^R"))
        self.tags.append(_TagBuilder(token.text, token.value, token, cells))

    def record(self) -> Record:
        return Record(tuple(tag.tag() for tag in self.tags), tuple(self.comments))


@define
class _TagBuilder:
    """A tag pair with what stands below it."""

    name: str
    value: str
    token: Token
    cells: Cells | None = None
    comments: list[str] = field(factory=list)
    rows: list[str] = field(factory=list)

    def comment(self, text: str) -> None:
        if self.cells is None or not self.cells.comment(text):
            self.comments.append(text)

    def note(self, token: Token) -> None:
        if self.cells is None:
            raise token.error("note outside auction and play", token.value)
        self.cells.note(token)

    def word(self, token: Token) -> None:
        if self.cells is None:
            raise token.error(f"unexpected after [{self.name}]")
        self.cells.word(token)

    def tag(self) -> Tag:
        value, section = self.value, None
        if self.cells is not None:
            section = self.cells.section()
            value = self._first_column(section)
        tag = Tag(self.name, value, section, tuple(self.rows), tuple(self.comments))
        return evolve(tag, line=self.token.line, column=self.token.column)

    def _first_column(self, section: Section) -> str:
        """The seat of the first cell: the tag's, or later by the dashes left out."""
        skipped = 0 if self.cells is None else self.cells.skipped
        if not section.entries and not skipped:
            return self.value
        try:
            return Seat.parse(self.value).plus(skipped).letter
        except ModelError as error:
            raise self.token.error(str(error), self.value) from None
