"""A PBN file as a whole: its records and its problems.

Directives (lines with `%`) and comments that belong to no board are kept in export form.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Final, Self

from attrs import evolve, field, frozen

from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.pbn.reader import RecordReader, blocks, problems_of
from bluechip_bot.formats.pbn.record import PbnRecord
from bluechip_bot.formats.pbn.writer import VERSIONS, export_form, format_record, header, in_version
from bluechip_bot.formats.text import read_text

_OF_FILE: Final = re.compile(r"\s*(?:PBN\s+\d+\.\d+|EXPORT|IMPORT)\s*", re.I)
"""Directives that are about the whole file."""


@frozen
class PbnFile:
    """A PBN file.

    Attributes:
        parts: the boards, and perhaps a record without tags for what stands after the last board.
        stray: problems of lines that belong to no board, one for each block of lines.
    """

    parts: tuple[PbnRecord, ...]
    stray: tuple[FormatError, ...] = field(default=(), eq=False)

    @property
    def records(self) -> list[PbnRecord]:
        """The records of the boards."""
        return [record for record in self.parts if record.tags or record.faults]

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

    def export_text(self, version: str = VERSIONS[-1]) -> str:
        """The text in the export format of a version, with all boards written again."""
        written = (
            export_form(in_version(record, version)) if record.tags else record
            for record in self.parts
        )
        return header(version) + "".join(map(format_record, written))


def parse_file(text: str) -> PbnFile:
    """Parse a PBN text, and fill in inherited tags (`#`, `##`).

    Text that is not PBN is skipped; `PbnFile.problems` lists it.
    """
    reader = RecordReader()
    parts: list[PbnRecord] = []
    before: list[str] = []
    for block in blocks(text):
        before += [token.text.rstrip() for token in block.directives]
        for record in reader.read(block):
            parts.append(evolve(record, directives=_of_board(before)))
            before = []
    last = PbnRecord((), tuple(reader.pending), _of_board(before))
    if last.comments or last.directives:
        parts.append(last)
    return PbnFile(tuple(parts), tuple(reader.stray))


def _of_board(directives: Iterable[str]) -> tuple[str, ...]:
    return tuple(line for line in directives if not _OF_FILE.fullmatch(line))


def loads(text: str) -> list[PbnRecord]:
    """Read the records of a PBN text; raises a FormatError with the line if it is not PBN."""
    return parse_file(text).sound().records


def read(path: str | os.PathLike[str]) -> list[PbnRecord]:
    """Read the records of the file at a path, whatever its encoding.

    Raises:
        FormatError: if it is not text or not PBN; names file, line and column.
    """
    try:
        return loads(read_text(path)[0])
    except FormatError as error:
        raise error.of_file(path) from None
