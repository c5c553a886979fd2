"""Records as PBN text: export format, and a file that grows by whole records.

The standard's character set is ISO 8859-1; what it lacks is written as `?`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final

from attrs import evolve

from bluechip_bot.formats.pbn.lexer import is_table
from bluechip_bot.formats.pbn.record import PbnCell, PbnRecord, Section, Tag
from bluechip_bot.formats.text import write_whole

MANDATORY: Final = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable",
    "Deal", "Scoring", "Declarer", "Contract", "Result",
)  # fmt: skip
"""The fifteen tags that every board of a file in export format has, in their order."""
_SECTIONS: Final = ("auction", "play")
LONGEST: Final = 254
"""The characters that a line may have, without its end (PBN 2.1, 2.3: less than 255)."""
_GAP: Final = " ..."
VERSIONS: Final = ("1.0", "2.0", "2.1")
HEADER: Final = "% PBN 2.1\n% EXPORT\n\n"
_TO_ESCAPE: Final = re.compile(r'\\(?=["\\]|\Z)|"')
_CONTROL: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]+")


def dumps(records: Iterable[PbnRecord]) -> str:
    """The records as the text of a whole file."""
    return HEADER + "".join(map(format_record, records))


def export_form(record: PbnRecord) -> PbnRecord:
    """The record with the tags in the order of the export format.

    The fifteen mandatory ones come first, `?` for those that are missing, then the others as they
    stood, then auction, play and tables.
    """
    told = {tag.name.casefold(): tag for tag in record.tags}
    first = [told.pop(name.casefold(), Tag(name, "?")) for name in MANDATORY]
    first = [evolve(tag, name=name) for tag, name in zip(first, MANDATORY, strict=True)]
    sections = [tag for name in _SECTIONS if (tag := told.pop(name, None)) is not None]
    plain = [tag for tag in told.values() if not is_table(tag.name)]
    tables = [tag for tag in told.values() if is_table(tag.name)]
    return evolve(record, tags=(*first, *plain, *sections, *tables))


def header(version: str = VERSIONS[-1]) -> str:
    """The lines that begin a file in export format."""
    return HEADER.replace(VERSIONS[-1], version)


def in_version(record: PbnRecord, version: str) -> PbnRecord:
    """The record as far as a version of the standard can hold it.

    Version 1.0 has no tables and no `+` for what is to be continued.
    """
    if version != VERSIONS[0]:
        return record
    return evolve(record, tags=tuple(map(_old_tag, (tag for tag in record.tags if not tag.rows))))


def _old_tag(tag: Tag) -> Tag:
    entries = tag.section.entries
    if tag.name.casefold() == "auction":
        kept = tuple(entry for entry in entries if entry.symbol != "+")
    else:
        kept = tuple(evolve(e, symbol="-") if e.symbol == "+" else e for e in entries)
    return evolve(tag, section=evolve(tag.section, entries=kept))


def format_record(record: PbnRecord) -> str:
    """One record as text, with the empty line that ends it."""
    lines = [*("%" + line for line in record.directives), *map(_comment, record.comments)]
    for tag in record.tags:
        lines += [_pair(tag.name, tag.value), *map(_comment, tag.comments), *tag.rows]
        lines += _section_lines(tag.section)
    return "\n".join(lines) + "\n\n"


def _section_lines(section: Section) -> list[str]:
    cells = [_cell(entry) for entry in section.entries]
    lines = []
    for start in range(0, len(cells), 4):
        lines += _folded(cells[start : start + 4])
    if section.ended:
        lines.append("*")
    for note in section.notes:
        lines += _note_lines(f"{note.number}:{note.text}")
        lines += map(_comment, note.comments)
    return lines


def _note_lines(text: str) -> list[str]:
    """The lines of a note; what does not fit into the first follows in a comment."""
    # An explanation of 3,900 characters became a line that the standard forbids.
    whole = _pair("Note", text)
    if len(whole) <= LONGEST:
        return [whole]
    end = LONGEST
    while len(_pair("Note", text[:end] + _GAP)) > LONGEST:
        end -= 1
    end = max(end // 2, text.rfind(" ", end // 2, end))
    rest = wrap(_CONTROL.sub(" ", _GAP + text[end:]), LONGEST - 3, break_on_hyphens=False)
    return [_pair("Note", text[:end] + _GAP), _comment("\n".join(rest))]


def _cell(entry: PbnCell) -> str:
    parts = [entry.symbol]
    if entry.irregular:
        parts.insert(0, entry.irregular)
    parts += filter(None, (entry.suffix, entry.glyph))
    if entry.note:
        parts.append(f"={entry.note}=")
    return " ".join([*parts, *map(_comment, entry.comments)])


def _folded(cells: Sequence[str]) -> list[str]:
    """Join cells to lines that are no longer than the standard allows.

    Comments are never cut: a long one makes a long line.
    """
    lines = [""]
    for cell in cells:
        if lines[-1] and len(lines[-1]) + len(cell) >= LONGEST:
            lines.append("")
        lines[-1] = f"{lines[-1]} {cell}" if lines[-1] else cell
    return lines


def _pair(name: str, value: str) -> str:
    escaped = _TO_ESCAPE.sub(r"\\\g<0>", _CONTROL.sub(" ", value))
    return f'[{name} "{escaped}"]'


def _comment(text: str) -> str:
    # } would end the comment.
    return "{" + text.replace("}", ")") + "}"


def replace(path: Path, records: Iterable[PbnRecord]) -> None:
    """Replace a file by these records, atomically: readers see the old file or the new one."""
    write_whole(path, dumps(records).encode("latin-1", "replace"))


class PbnWriter:
    """A PBN file to which records are appended; it is complete after each one.

    An existing file is continued, whatever its last line is.
    """

    def __init__(self, path: str | os.PathLike[str], encoding: str = "latin-1") -> None:
        """Open the file, with a header if it is new; what the encoding lacks becomes `?`."""
        self.path = Path(path)
        self._encoding = encoding
        before = self.path.read_bytes() if self.path.exists() else b""
        self._file = self.path.open("ab", buffering=0)
        if not before:
            self._append(HEADER)
        elif not before.endswith((b"\n\n", b"\n\r\n")):
            self._append("\n" if before.endswith(b"\n") else "\n\n")

    def write(self, record: PbnRecord) -> None:
        """Append one record; when this returns it is on the disk."""
        self._append(format_record(record))

    def _append(self, text: str) -> None:
        before = os.fstat(self._file.fileno()).st_size
        rest = memoryview(text.encode(self._encoding, "replace"))
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(before)
            raise OSError(error.errno, error.strerror, str(self.path)) from None

    def close(self) -> None:
        """Close the file. Closing it twice is harmless."""
        self._file.close()
