"""Files of boards turned into one another's format.

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

_OUTCOME: Final = ("Contract", "Declarer", "Result")
# Commands about the layout of a LIN file, not its content.
_LAYOUT: Final = frozenset(("pg", "st", "rh", "rs", "sa", "va", "fp", "ht", "tu"))


@frozen
class Conversion:
    """A file in its new form.

    Attributes:
        lost: what the format cannot hold, in words.
        warnings: what of the file belongs to no board or is not as it should be, with its place.
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
) -> Conversion:
    """A file in another format, or in its own again.

    PBN becomes export format, its lines as the standard wants them (CR LF); ISO 8859-1 where that
    holds all characters, else UTF-8.

    Args:
        version: of PBN: 1.0, 2.0 or 2.1.

    Raises:
        FormatError: if it is wrong; with file, line and column.
    """
    if source is FileFormat.LIN:
        return _from_lin(path, target, version)
    with _of_file(path):
        file = pbn_file.read_file(path)
        boards = pbn_boards.boards_in(file)
        for board in boards:
            for fault in problems_of(board.record):
                raise fault
        warnings = tuple(_located(path, [*file.stray, *_warnings(file.records)]))
        if target is FileFormat.LIN:
            records = [board.whole() for board in boards]
            written = lin_writer.file_of(records)
            lost = (*_lost_of_tags(file.records), *_lost_of_boards(file, records, written))
            return Conversion(written.text().encode(), len(boards), lost, warnings)
    lost = tuple(_lost_tables(file.records)) if version == VERSIONS[0] else ()
    return Conversion(_encoded(_crlf(file.export_text(version))), len(boards), lost, warnings)


def _from_lin(path: str | os.PathLike[str], target: FileFormat, version: str) -> Conversion:
    with _of_file(path):
        file = lin.read_file(path).sound()
        boards = lin_reader.boards_in(file)
        records = [board.whole() for board in boards]
    warnings = tuple(_located(path, [problem for board in boards for problem in board.problems]))
    if target is FileFormat.LIN:
        return Conversion(file.text().encode(file.encoding), len(records), warnings=warnings)
    written = (export_form(in_version(pbn_record(each), version)) for each in records)
    text = header(version) + "".join(map(format_record, written))
    lost = (*_unknown(file), *_unsaid(file, records))
    return Conversion(_encoded(_crlf(text)), len(records), lost, warnings)


@contextmanager
def _of_file(path: str | os.PathLike[str]) -> Iterator[None]:
    """Name a file in the errors of its format."""
    try:
        yield
    except FormatError as error:
        raise (error if error.path else error.of_file(path)) from None


def _located(path: str | os.PathLike[str], problems: Iterable[FormatError]) -> Iterator[str]:
    ordered = sorted(problems, key=lambda problem: problem.identity)
    return (str(problem.of_file(path)) for problem in ordered)


def _warnings(records: Iterable[PbnRecord]) -> Iterator[FormatError]:
    return (warning for record in records for warning in record.warnings)


def _crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


def _encoded(text: str) -> bytes:
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8")


def _lost_of_tags(records: Iterable[PbnRecord]) -> tuple[str, ...]:
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


def _lost_of_boards(
    file: pbn_file.PbnFile, boards: Sequence[BoardRecord], written: lin.LinFile
) -> tuple[str, ...]:
    """The parts of boards from PBN that a LIN file does not hold.

    What was written is read again, so that nothing can be lost without a word.
    """
    tags: Counter[str] = Counter()
    others: Counter[str] = Counter()
    again = lin_reader.boards_of(written)
    for record, board, kept in zip(file.records, boards, again, strict=True):
        carried = lin_writer.carried(board)
        if board.contract is None and not board.is_passed_out:
            tags.update(name for name in _OUTCOME if record.get(name).strip() not in UNKNOWN)
        tags.update(name for name, _ in board.facts if name.casefold() not in carried)
        others.update(problem.reason for problem in board.omitted)
        others.update(_lost_outcome(board, kept))
        others.update(name for name, value in _TEXTS.items() if value(board) != value(kept))
    found = [f"tag {name} ({count})" for name, count in sorted(tags.items())]
    found += [f"{what} ({count})" for what, count in sorted(others.items())]
    return tuple(found)


def _lost_outcome(board: BoardRecord, kept: BoardRecord) -> Iterator[str]:
    """The parts of contract, result and score that a board has lost when written and read again."""
    if not board.board.auction.is_over and (board.contract is not None or board.is_passed_out):
        yield ("results" if board.is_scored else "contracts") + " without an auction"
    elif (board.contract, board.is_passed_out) != (kept.contract, kept.is_passed_out):
        yield "contracts that the auction does not come to"
    elif board.result != kept.result:
        yield "results that the play does not come to"
    score = board.told_score
    if score is not None and not (board.is_scored and score == board.score()):
        yield "scores that the tricks do not come to"


def _words(*texts: str) -> list[str]:
    """Texts as words: line ends and numbers of spaces do not matter."""
    return [word for text in texts for word in text.split()]


_TITLES: Final = tuple(name for name in lin_reader.CARRIED if name != "Scoring")
_TEXTS: Final[Mapping[str, Callable[[BoardRecord], object]]] = {
    "rooms other than Open and Closed": lambda board: board.room,
    "numbers of boards": lambda board: board.board.number,
    # A carry-over of 0 is none.
    "titles with signs such as | and ,": lambda board: [
        _words(board.fact(name).strip("0")) for name in _TITLES
    ],
    "names with signs such as | and ,": lambda board: list(map(_words, board.names)),
    "explanations with signs such as |": lambda board: [
        (index, _words(text)) for index, text in board.board.explanations if text.strip()
    ],
    "comments with signs such as |": lambda board: [
        _words(remark.text) for remark in board.remarks if remark.text.strip()
    ],
}
"""What a board says, by the reason why it is another one when it was written and read again."""


def _unsaid(file: lin.LinFile, records: Sequence[BoardRecord]) -> Iterator[str]:
    """The commentary of a LIN file for which PBN has no place, or which it changes."""
    texts = [remark.text for record in records for remark in record.remarks]
    said = sum(command.key == "nt" and bool(command.value.strip()) for command in file.commands)
    if said > len(texts):
        yield f"commentary before the first board ({said - len(texts)})"
    if braces := sum("}" in text for text in texts):
        yield f"braces in commentary ({braces})"


def _unknown(file: lin.LinFile) -> tuple[str, ...]:
    known = _LAYOUT | lin_reader.UNDERSTOOD
    counts = Counter(
        command.key for command in file.commands if command.key not in known and command.value
    )
    return tuple(f"command {name} ({count})" for name, count in sorted(counts.items()))
