"""A PBN file as a whole: its records, and its text exactly as it was read.

Import form gives back, byte for byte, what nobody has changed; export form writes every board anew.
Directives (lines with `%`) and comments that belong to no board are kept in both.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from itertools import zip_longest
from typing import Final, Self

from attrs import evolve, field, frozen

from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.pbn.lexer import split_lines
from bluechip_bot.formats.pbn.reader import RecordReader, blocks, problems_of
from bluechip_bot.formats.pbn.record import PbnRecord
from bluechip_bot.formats.pbn.writer import VERSIONS, export_form, format_record, header, in_version
from bluechip_bot.formats.text import read_text


@frozen
class FilePart:
    """A piece of a file.

    Attributes:
        record: a board; without tags when it holds what stands after the last board.
        text: how it was written; empty when it was not read.
    """

    record: PbnRecord
    text: str = field(default="", eq=False)


@frozen
class PbnFile:
    """A PBN file.

    Attributes:
        parts: in order; their texts, where all have one, are the text of the file.
        stray: what is wrong with lines that belong to no board; one problem for lines together.
    """

    parts: tuple[FilePart, ...]
    encoding: str = field(default="latin-1", eq=False)
    stray: tuple[FormatError, ...] = field(default=(), eq=False)

    @property
    def records(self) -> list[PbnRecord]:
        """The boards."""
        records = (part.record for part in self.parts)
        return [record for record in records if record.tags or record.faults]

    @property
    def problems(self) -> list[FormatError]:
        """All that could not be read or understood, in the order of the lines, and the warnings."""
        found = [*self.stray]
        for record in self.records:
            found += [*problems_of(record), *record.warnings]
        return sorted(found, key=lambda error: (error.line, error.column))

    def sound(self) -> Self:
        """The file itself; raises its first problem, if there is one."""
        for problem in self.problems:
            raise problem
        return self

    def import_text(self) -> str:
        """The text as it was read; boards that were not read are written."""
        return "".join(part.text or format_record(part.record) for part in self.parts)

    def export_text(self, version: str = VERSIONS[-1]) -> str:
        """The text in the export format of a version, with all boards written again."""
        written = (
            export_form(in_version(part.record, version)) if part.record.tags else part.record
            for part in self.parts
        )
        return header(version) + "".join(map(format_record, written))


_OF_FILE: Final = re.compile(r"\s*(?:PBN\s+\d+\.\d+|EXPORT|IMPORT)\s*", re.I)
"""Directives that are about the whole file."""


def parse_file(text: str) -> PbnFile:
    """The file of a PBN text, inherited tags (`#`, `##`) filled in; what is no PBN is passed over.

    `PbnFile.problems` tells what that was.
    """
    lines = split_lines(text)
    reader = RecordReader()
    parts: list[FilePart] = []
    before: list[str] = []
    begin = 0
    for block in blocks(text):
        before += [token.text.rstrip() for token in block.directives]
        records = reader.read(block)
        end = block.last or len(lines)
        while records and end < len(lines) and not lines[end].strip():
            end += 1
        for record, following in zip_longest(records, records[1:]):
            last = end if following is None else max(begin, following.line - 1)
            whole = evolve(record, directives=_of_board(before))
            parts.append(FilePart(whole, "".join(lines[begin:last])))
            before, begin = [], last
    if begin < len(lines):
        last_part = PbnRecord((), tuple(reader.pending), _of_board(before))
        parts.append(FilePart(last_part, "".join(lines[begin:])))
    return PbnFile(tuple(parts), stray=tuple(reader.stray))


def _of_board(directives: Iterable[str]) -> tuple[str, ...]:
    return tuple(line for line in directives if not _OF_FILE.fullmatch(line))


def read_file(path: str | os.PathLike[str]) -> PbnFile:
    """The file at a path, in whatever encoding; what is no PBN is passed over.

    Raises:
        FormatError: if it is no text; with the file.
    """
    text, encoding = read_text(path)
    return evolve(parse_file(text), encoding=encoding)


def loads(text: str) -> list[PbnRecord]:
    """The records of a PBN text; raises a FormatError with the line if it is not PBN."""
    return parse_file(text).sound().records


def read(path: str | os.PathLike[str]) -> list[PbnRecord]:
    """The records of the file at a path, in whatever encoding.

    Raises:
        FormatError: if it is no text or not PBN; with file, line and column.
    """
    try:
        return read_file(path).sound().records
    except FormatError as error:
        name = os.fspath(path)
        raise FormatError(error.line, error.text, error.reason, error.column, name) from None
