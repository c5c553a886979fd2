"""Portable Bridge Notation, with the functions of a codec: load, loads, dump, dumps.

    records = pbn.loads(text)
    board = pbn.board_from_record(records[0])
    text = pbn.dumps(records)

What is read is written again: unknown tags, tables, comments, notes and suffixes included. `AP`
is written as passes, `;` comments as `{}`, inherited tags (`#`) as their values; text that
belongs to no board (lines with `%`, comments after the last board) is not kept.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from bluechip_bot.formats.pbn_board import board_from_record, record_from_board
from bluechip_bot.formats.pbn_reader import parse_records
from bluechip_bot.formats.pbn_record import Entry, Note, PbnError, Record, Section, Tag
from bluechip_bot.formats.pbn_writer import PbnWriter, format_record, format_records

__all__ = [
    "Entry",
    "Note",
    "PbnError",
    "PbnWriter",
    "Record",
    "Section",
    "Tag",
    "board_from_record",
    "dump",
    "dumps",
    "format_record",
    "load",
    "loads",
    "read",
    "record_from_board",
]


def loads(text: str) -> list[Record]:
    """The records of a PBN text.

    Raises:
        PbnError: if it is not PBN; with the line.
    """
    return parse_records(text)


def load(file: TextIO) -> list[Record]:
    """The records of an open file.

    Raises:
        PbnError: if it is not PBN; with the line.
    """
    return parse_records(file.read())


def read(path: str | os.PathLike[str]) -> list[Record]:
    """The records of the file at a path, whose text is UTF-8 or else ISO 8859-1.

    Raises:
        OSError: if it cannot be read.
        PbnError: if it is not PBN; with the line.
    """
    data = Path(path).read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return parse_records(text)


def dumps(records: Iterable[Record]) -> str:
    """The records as the text of a PBN file."""
    return format_records(records)


def dump(records: Iterable[Record], file: TextIO) -> None:
    """Write the records to an open file."""
    file.write(format_records(records))
