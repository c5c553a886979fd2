"""Conversion of files of boards from one format to another.

What a format cannot hold is reported, never dropped silently.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from attrs import frozen

from bluechip_bot.formats import lin
from bluechip_bot.formats.boards import FileFormat
from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.lin import reader as lin_reader
from bluechip_bot.formats.lin import writer as lin_writer
from bluechip_bot.formats.pbn import board as pbn_boards
from bluechip_bot.formats.pbn import file as pbn_file
from bluechip_bot.formats.pbn.board import pbn_record
from bluechip_bot.formats.pbn.reader import problems_of
from bluechip_bot.formats.pbn.record import UNKNOWN, PbnRecord
from bluechip_bot.formats.pbn.writer import VERSIONS, export_form, format_record, header, in_version
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.formats.text import read_text

_OUTCOME: Final = ("Contract", "Declarer", "Result")
# Commands about the layout of a LIN file, not its content.
_LAYOUT: Final = frozenset(("pg", "st", "rh", "rs", "sa", "va", "fp", "ht", "tu"))


@frozen
class FileConversion:
    """A converted file.

    Attributes:
        data: the content of the new file.
        boards: the number of its boards.
        lost: what the new format cannot hold, in words.
        warnings: the faults of the old file, and its parts that belong to no board, with places.
    """

    data: bytes
    boards: int
    lost: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def convert(
    path: str | os.PathLike[str],
    source: FileFormat,
    target: FileFormat,
    *,
    version: str = VERSIONS[-1],
) -> FileConversion:
    """Convert a file of boards to another format, or write it again in its own.

    PBN is written in export format, with the line ends of the standard (CR LF), and in ISO 8859-1
    if that has all characters, else in UTF-8.

    Args:
        version: the version of PBN to write: 1.0, 2.0 or 2.1.

    Raises:
        FormatError: if the file is wrong; names file, line and column.
    """
    if source is FileFormat.LIN:
        return _from_lin(path, target, version)
    with _of_file(path):
        file = pbn_file.parse_file(read_text(path)[0])
        boards = pbn_boards.boards_in(file)
        for board in boards:
            for fault in problems_of(board.record):
                raise fault
        said = [warning for record in file.records for warning in record.warnings]
        warnings = tuple(_located(path, [*file.stray, *said]))
        if target is FileFormat.LIN:
            records = [board.whole() for board in boards]
            written = lin_writer.file_of(records)
            lost = _lost_of_tags(file.records) + _lost_of_boards(file, records, written)
            return FileConversion(written.text().encode(), len(boards), lost, warnings)
    lost = _lost_tables(file.records) if version == VERSIONS[0] else ()
    return FileConversion(_encoded(file.export_text(version)), len(boards), lost, warnings)


def _from_lin(path: str | os.PathLike[str], target: FileFormat, version: str) -> FileConversion:
    with _of_file(path):
        file = lin.parse_file(read_text(path)[0])
        records = lin_reader.boards_of(file)
        boards = lin_reader.boards_in(file)
    warnings = tuple(_located(path, [problem for board in boards for problem in board.problems]))
    if target is FileFormat.LIN:
        text = lin_writer.file_of(records).text()
        lost = _unknown(file) + _early(file, records)
        return FileConversion(text.encode(), len(records), lost, warnings)
    written = (export_form(in_version(pbn_record(each), version)) for each in records)
    text = header(version) + "".join(map(format_record, written))
    braces = [each.text for record in records for each in record.remarks if "}" in each.text]
    lost = (
        *_unknown(file),
        *_early(file, records),
        *_counted("braces in commentary" for _ in braces),
    )
    return FileConversion(_encoded(text), len(records), lost, warnings)


@contextmanager
def _of_file(path: str | os.PathLike[str]) -> Iterator[None]:
    """Context manager that adds the name of a file to its format errors."""
    try:
        yield
    except FormatError as error:
        raise (error if error.path else error.of_file(path)) from None


def _located(path: str | os.PathLike[str], problems: Iterable[FormatError]) -> Iterator[str]:
    ordered = sorted(problems, key=lambda problem: problem.identity)
    return (str(problem.of_file(path)) for problem in ordered)


def _encoded(text: str) -> bytes:
    text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8")


def _counted(losses: Iterable[str]) -> tuple[str, ...]:
    """Each loss once, with the number of times that it occurs."""
    return tuple(f"{what} ({count})" for what, count in sorted(Counter(losses).items()))


def _lost_tables(records: Iterable[PbnRecord]) -> tuple[str, ...]:
    return _counted(f"table {tag.name}" for record in records for tag in record.tags if tag.rows)


def _lost_of_tags(records: Sequence[PbnRecord]) -> tuple[str, ...]:
    cells = [cell for each in records for cell in (*each.auction.entries, *each.play.entries)]
    return (
        *_lost_tables(records),
        *_counted("signs such as ! and $1" for cell in cells if cell.suffix or cell.glyph),
        *_counted("directives" for record in records for _ in record.directives),
    )


def _lost_of_boards(
    file: pbn_file.PbnFile, boards: Sequence[BoardRecord], written: lin.LinFile
) -> tuple[str, ...]:
    """The parts of boards of a PBN file that the LIN file written from them does not hold.

    What was written is read again, so that no loss goes unreported.
    """
    tags: list[str] = []
    others: list[str] = []
    again = lin_reader.boards_of(written)
    for record, board, kept in zip(file.records, boards, again, strict=True):
        carried = lin_writer.carried(board)
        if board.contract is None and not board.is_passed_out:
            tags.extend(name for name in _OUTCOME if record.get(name).strip() not in UNKNOWN)
        tags.extend(name for name, _ in board.facts if name.casefold() not in carried)
        others.extend(problem.reason for problem in board.omitted)
        others.extend(_lost_outcome(board, kept))
        others.extend(name for name, value in _TEXTS.items() if value(board) != value(kept))
    return _counted(f"tag {name}" for name in tags) + _counted(others)


def _lost_outcome(board: BoardRecord, kept: BoardRecord) -> Iterator[str]:
    """Yield the losses of contract, result and score in a board that is written and read again."""
    if not board.board.auction.is_over and (board.contract is not None or board.is_passed_out):
        yield ("results" if board.is_scored else "contracts") + " without an auction"
    elif (board.contract, board.is_passed_out) != (kept.contract, kept.is_passed_out):
        yield "contracts that the auction does not come to"
    elif board.result != kept.result:
        yield "results that the play does not come to"
    score = board.told_score
    if score is not None and not (board.is_scored and score == board.score()):
        yield "scores that the tricks do not come to"


_TITLES: Final = tuple(name for name in lin_reader.CARRIED if name != "Scoring")
_TEXTS: Final[Mapping[str, Callable[[BoardRecord], object]]] = {
    "rooms other than Open and Closed": lambda board: board.room,
    "numbers of boards": lambda board: board.board.number,
    # A carry-over of 0 is none.
    "titles with signs such as | and ,": lambda board: [
        board.fact(name).strip("0").split() for name in _TITLES
    ],
    "names with signs such as | and ,": lambda board: list(map(str.split, board.names)),
    "explanations with signs such as |": lambda board: [
        (index, text.split()) for index, text in board.board.explanations if text.strip()
    ],
    "comments with signs such as |": lambda board: [
        remark.text.split() for remark in board.remarks if remark.text.strip()
    ],
}
"""The contents of a board, by the reason why they differ when it was written and read again.

Texts are compared as words: line ends and numbers of spaces do not matter.
"""


def _early(file: lin.LinFile, records: Sequence[BoardRecord]) -> tuple[str, ...]:
    """The loss, with its count, of commentary that a LIN file has before its first board."""
    said = sum(command.name == "nt" and bool(command.value.strip()) for command in file.commands)
    kept = sum(len(record.remarks) for record in records)
    return _counted(["commentary before the first board"] * (said - kept))


def _unknown(file: lin.LinFile) -> tuple[str, ...]:
    known = _LAYOUT | lin_reader.UNDERSTOOD
    given = (command.name for command in file.commands if command.value)
    return _counted(f"command {key}" for key in given if key not in known)
