"""A PBN file as a whole: its records, and its text exactly as it was read.

Import form gives back, byte for byte, what nobody has changed; export form writes every board anew.
Directives (lines with `%`) and comments that belong to no board are kept in both.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable
from typing import Final, Self

from attrs import evolve, field, frozen

from bluechip_bot.formats.pbn.lexer import directives, split_lines
from bluechip_bot.formats.pbn.reader import RecordReader, blocks, own_directives
from bluechip_bot.formats.pbn.record import PbnError, PbnRecord
from bluechip_bot.formats.pbn.writer import (
    VERSIONS,
    export_form,
    format_record,
    header,
    in_version,
)
from bluechip_bot.formats.text import read_text

_VERSION: Final = re.compile(r"\s*PBN\s+(\d+\.\d+)\s*", re.I)
_EXPORT: Final = re.compile(r"\s*EXPORT\s*", re.I)


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
        version: `1.0`, `2.0`, `2.1`; empty if unknown.
        is_export: whether the file says that it is in export format.
        encoding: of the bytes that were read: UTF-8, or else ISO 8859-1.
    """

    parts: tuple[FilePart, ...]
    version: str = field(default="", eq=False)
    is_export: bool = field(default=False, eq=False)
    encoding: str = field(default="latin-1", eq=False)

    @property
    def records(self) -> list[PbnRecord]:
        """The boards."""
        return [part.record for part in self.parts if part.record.tags]

    def changed(self, change: Callable[[PbnRecord], PbnRecord]) -> Self:
        """The file with its boards changed; a board that stays equal keeps its text."""
        parts = []
        for part in self.parts:
            record = change(part.record) if part.record.tags else part.record
            parts.append(part if record == part.record else FilePart(record))
        return evolve(self, parts=tuple(parts))

    def import_text(self) -> str:
        """The text as it was read; changed boards are written anew."""
        return "".join(part.text or format_record(part.record) for part in self.parts)

    def export_text(self, version: str = VERSIONS[-1]) -> str:
        """The text in the export format of a version, all boards written anew."""
        written = (
            export_form(in_version(part.record, version)) if part.record.tags else part.record
            for part in self.parts
        )
        return header(version) + "".join(map(format_record, written))


def parse_file(text: str) -> PbnFile:
    """The file of a PBN text, inherited tags (`#`, `##`) filled in.

    Raises:
        PbnError: at the first thing that is not PBN.
    """
    found = directives(text)
    left = deque(found)
    lines = split_lines(text)
    reader = RecordReader()
    parts: list[FilePart] = []
    begin = 0
    for block in blocks(text):
        record = reader.read(block)
        if record is not None:
            end = block.last or len(lines)
            while end < len(lines) and not lines[end].strip():
                end += 1
            mine = []
            while left and left[0][0] <= end:
                mine.append(left.popleft()[1])
            record = evolve(record, directives=own_directives(mine))
            parts.append(FilePart(record, "".join(lines[begin:end])))
            begin = end
    if begin < len(lines):
        rest = own_directives(line for _, line in left)
        last = PbnRecord((), tuple(reader.pending), rest)
        parts.append(FilePart(last, "".join(lines[begin:])))
    versions = [match[1] for _, line in found if (match := _VERSION.fullmatch(line))]
    is_export = any(_EXPORT.fullmatch(line) for _, line in found)
    return PbnFile(tuple(parts), versions[0] if versions else "", is_export)


def read_file(path: str | os.PathLike[str]) -> PbnFile:
    """The file at a path, whose text is UTF-8 or else ISO 8859-1.

    Raises:
        OSError: if it cannot be read.
        PbnError: if it is not PBN; with file, line and column.
    """
    text, encoding = read_text(path)
    try:
        return evolve(parse_file(text), encoding=encoding)
    except PbnError as error:
        raise error.of_file(path) from None


def loads(text: str) -> list[PbnRecord]:
    """The records of a PBN text.

    Raises:
        PbnError: if it is not PBN; with the line.
    """
    return parse_file(text).records


def read(path: str | os.PathLike[str]) -> list[PbnRecord]:
    """The records of the file at a path, whose text is UTF-8 or else ISO 8859-1.

    Raises:
        OSError: if it cannot be read.
        PbnError: if it is not PBN; with file, line and column.
    """
    return read_file(path).records
