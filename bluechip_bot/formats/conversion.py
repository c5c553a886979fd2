"""Files of boards of either format: read into the same records, and turned into one another.

What a format cannot hold is reported, never dropped silently.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from pathlib import Path
from typing import Final

from attrs import frozen

from bluechip_bot.formats import lin
from bluechip_bot.formats.lin import reader as lin_reader
from bluechip_bot.formats.lin import writer as lin_writer
from bluechip_bot.formats.pbn import file as pbn_file
from bluechip_bot.formats.pbn.board import board_record, dealt_board, pbn_record, told_result
from bluechip_bot.formats.pbn.record import PbnError, PbnRecord
from bluechip_bot.formats.pbn.writer import (
    VERSIONS,
    export_form,
    format_record,
    header,
    in_version,
)
from bluechip_bot.formats.record import BoardRecord

# Commands about the layout of a LIN file, not its content.
_LAYOUT: Final = frozenset(("pg", "st", "rh", "rs", "sa", "va", "fp", "ht", "tu"))


class FormatNameError(ValueError):
    """A name of a file that tells no format."""


class FileFormat(Enum):
    """How a file of boards is written."""

    PBN = "pbn"
    LIN = "lin"

    @classmethod
    def of_path(cls, path: str | os.PathLike[str]) -> FileFormat:
        """The format that the suffix tells.

        Raises:
            FormatNameError: if it tells none.
        """
        suffix = Path(path).suffix.removeprefix(".").casefold()
        try:
            return cls(suffix)
        except ValueError:
            reason = f"{os.fspath(path)}: neither .pbn nor .lin: say which format it is"
            raise FormatNameError(reason) from None


@frozen
class Converted:
    """A file in its new form.

    Attributes:
        data: the bytes.
        boards: how many there are.
        lost: what the format cannot hold, in words.
    """

    data: bytes
    boards: int
    lost: tuple[str, ...] = ()


def read_boards(
    path: str | os.PathLike[str], file_format: FileFormat | None = None
) -> list[BoardRecord]:
    """The boards of a file, auction and play replayed by the rules.

    Args:
        path: the file.
        file_format: its format; by the suffix when None.

    Raises:
        OSError: if it cannot be read.
        FormatNameError: if the suffix tells no format.
        FormatError: if it is wrong; with file, line and column.
    """
    if (file_format or FileFormat.of_path(path)) is FileFormat.LIN:
        try:
            return lin_reader.boards_of(lin.read_file(path))
        except lin.LinError as error:
            raise error.of_file(path) from None
    return _pbn_boards(pbn_file.read_file(path).records, path)


def read_results(
    path: str | os.PathLike[str], file_format: FileFormat | None = None
) -> list[BoardRecord]:
    """The boards of a file with their results, for scoring.

    Of a PBN file's boards the tags Contract, Declarer and Result are enough, and auction and play
    are looked at only where they are missing: irregular ones do no harm.

    Raises:
        OSError, FormatNameError, FormatError: as `read_boards`.
    """
    if (file_format or FileFormat.of_path(path)) is FileFormat.LIN:
        return read_boards(path, FileFormat.LIN)
    found = []
    for at, record in enumerate(pbn_file.read_file(path).records, 1):
        told = _bare(record, at, path)
        found += [told] if told.is_scored else _pbn_boards([record], path, at)
    return found


def read_deals(
    path: str | os.PathLike[str], file_format: FileFormat | None = None
) -> list[BoardRecord]:
    """The boards of a file for playing them again: of PBN, auction and play are not looked at.

    Raises:
        OSError, FormatNameError, FormatError: as `read_boards`.
    """
    if (file_format or FileFormat.of_path(path)) is FileFormat.LIN:
        return read_boards(path, FileFormat.LIN)
    records = enumerate(pbn_file.read_file(path).records, 1)
    return [_bare(record, at, path) for at, record in records]


def _bare(record: PbnRecord, default: int, path: str | os.PathLike[str]) -> BoardRecord:
    try:
        number = default if record.number is None else record.number
        return told_result(record, dealt_board(record, number))
    except PbnError as error:
        raise error.of_file(path) from None


def convert(
    path: str | os.PathLike[str],
    source: FileFormat,
    target: FileFormat,
    *,
    verbatim: bool = False,
    version: str = VERSIONS[-1],
) -> Converted:
    """A file in another format, or in its own again.

    PBN becomes export format, its lines as the standard wants them (CR LF); ISO 8859-1 where that
    holds all characters, else UTF-8.

    Args:
        path: the file.
        source: its format.
        target: the format that is wanted.
        verbatim: with the same format, the text as it is, only read for errors.
        version: of PBN: 1.0, 2.0 or 2.1.

    Raises:
        OSError: if it cannot be read.
        FormatError: if it is wrong; with file, line and column.
    """
    if source is FileFormat.LIN:
        return _from_lin(path, target, version)
    file = pbn_file.read_file(path)
    if target is FileFormat.LIN:
        boards = _pbn_boards(file.records, path)
        lost = (*_lost_of_tags(file.records), *_lost_of_boards(boards))
        return Converted(lin_writer.file_of(boards).text().encode(), len(boards), lost)
    if verbatim:
        return Converted(file.import_text().encode(file.encoding), len(file.records))
    lost = tuple(_lost_tables(file.records)) if version == VERSIONS[0] else ()
    return Converted(_encoded(_crlf(file.export_text(version))), len(file.records), lost)


def _from_lin(path: str | os.PathLike[str], target: FileFormat, version: str) -> Converted:
    file = lin.read_file(path)
    boards = read_boards(path, FileFormat.LIN)
    if target is FileFormat.LIN:
        return Converted(file.text().encode(file.encoding), len(boards))
    records = (export_form(in_version(pbn_record(told), version)) for told in boards)
    text = header(version) + "".join(map(format_record, records))
    return Converted(_encoded(_crlf(text)), len(boards), _unknown(file))


def _crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


def _encoded(text: str) -> bytes:
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8")


def _pbn_boards(
    records: Sequence[PbnRecord], path: str | os.PathLike[str], first: int = 1
) -> list[BoardRecord]:
    try:
        return [board_record(record, at) for at, record in enumerate(records, first)]
    except PbnError as error:
        raise error.of_file(path) from None


def _lost_of_tags(records: Iterable[PbnRecord]) -> tuple[str, ...]:
    """What of a PBN file's tags LIN cannot carry."""
    records = list(records)
    signs = directives = 0
    for record in records:
        directives += len(record.directives)
        for section in (record.auction, record.play):
            entries = () if section is None else section.entries
            signs += sum(bool(entry.suffix or entry.glyph) for entry in entries)
    found = _lost_tables(records)
    found += [f"signs such as ! and $1 ({signs})"] if signs else []
    found += [f"directives ({directives})"] if directives else []
    return tuple(found)


def _lost_tables(records: Iterable[PbnRecord]) -> list[str]:
    tables = Counter(tag.name for record in records for tag in record.tags if tag.rows)
    return [f"table {name} ({count})" for name, count in sorted(tables.items())]


def _lost_of_boards(boards: Sequence[BoardRecord]) -> tuple[str, ...]:
    """What of boards that were read from PBN a LIN file does not hold."""
    tags: Counter[str] = Counter()
    results = 0
    for told in boards:
        carried = lin_writer.carried(told)
        tags.update(name for name, _ in told.facts if name.casefold() not in carried)
        results += told.is_scored and not told.board.auction.is_over
    found = [f"tag {name} ({count})" for name, count in sorted(tags.items())]
    found += [f"results without an auction ({results})"] if results else []
    return tuple(found)


def _unknown(file: lin.LinFile) -> tuple[str, ...]:
    """What of a LIN file's commands PBN cannot carry."""
    known = _LAYOUT | lin_reader.UNDERSTOOD
    counts = Counter(
        command.key for command in file.commands if command.key not in known and command.value
    )
    return tuple(f"command {name} ({count})" for name, count in sorted(counts.items()))
