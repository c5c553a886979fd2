"""Portable Bridge Notation, with the functions of a codec: loads and dumps.

    records = pbn.loads(text)
    board = pbn.board_record(records[0]).board
    text = pbn.dumps(records)

What is read is written again: unknown tags, tables, comments, directives (`%`), notes and suffixes
included. `AP` is written as passes, `;` comments as `{}`, inherited tags (`#`) as their values.
`dumps` writes the boards alone; `PbnFile.export_text` also writes what stands after the last one.
"""

from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.pbn.board import board_record, record_from_board
from bluechip_bot.formats.pbn.file import loads, parse_file, read
from bluechip_bot.formats.pbn.record import PbnCell, PbnRecord, Tag
from bluechip_bot.formats.pbn.writer import MANDATORY, PbnWriter, dumps, export_form, format_record

__all__ = [
    "MANDATORY",
    "FormatError",
    "PbnCell",
    "PbnRecord",
    "PbnWriter",
    "Tag",
    "board_record",
    "dumps",
    "export_form",
    "format_record",
    "loads",
    "parse_file",
    "read",
    "record_from_board",
]
