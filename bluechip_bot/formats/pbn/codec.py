"""Portable Bridge Notation, with the functions of a codec: load, loads, dump, dumps.

    records = pbn.loads(text)
    board = pbn.board_from_record(records[0])
    text = pbn.dumps(records)

What is read is written again: unknown tags, tables, comments, directives (`%`), notes and suffixes
included. `AP` is written as passes, `;` comments as `{}`, inherited tags (`#`) as their values, and
what stands after the last board is not kept; a `PbnFile` (`read_file`) keeps all as it was.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TextIO

from bluechip_bot.formats.pbn.board import board_from_record, board_record, record_from_board
from bluechip_bot.formats.pbn.file import PbnFile, parse_file, read_file
from bluechip_bot.formats.pbn.record import Entry, Note, PbnError, Record, Section, Tag
from bluechip_bot.formats.pbn.writer import (
    MANDATORY,
    PbnWriter,
    export_form,
    format_record,
    format_records,
)

__all__ = [
    "MANDATORY",
    "Entry",
    "Note",
    "PbnError",
    "PbnFile",
    "PbnWriter",
    "Record",
    "Section",
    "Tag",
    "board_from_record",
    "board_record",
    "dump",
    "dumps",
    "export_form",
    "format_record",
    "load",
    "loads",
    "parse_file",
    "read",
    "read_file",
    "record_from_board",
]


def loads(text: str) -> list[Record]:
    """The records of a PBN text.

    Raises:
        PbnError: if it is not PBN; with the line.
    """
    return parse_file(text).records


def load(file: TextIO) -> list[Record]:
    """The records of an open file.

    Raises:
        PbnError: if it is not PBN; with the line.
    """
    return parse_file(file.read()).records


def read(path: str | os.PathLike[str]) -> list[Record]:
    """The records of the file at a path, whose text is UTF-8 or else ISO 8859-1.

    Raises:
        OSError: if it cannot be read.
        PbnError: if it is not PBN; with file, line and column.
    """
    return read_file(path).records


def dumps(records: Iterable[Record]) -> str:
    """The records as the text of a PBN file."""
    return format_records(records)


def dump(records: Iterable[Record], file: TextIO) -> None:
    """Write the records to an open file."""
    file.write(format_records(records))
