"""Records of a log of the wire, read from a file in one of two forms.

The log that `net.wire_log.WireLog` writes, a time, a direction and a peer before each line, the
direction seen from the program that wrote it::

    2026-01-31T19:30:00.125Z < 127.0.0.1:2000 NORTH PASSES

and a transcript of one client (`C`) and its manager (`S`), with comments::

    # a recording
    C> Connecting "A" as South using protocol version 18
    S> South ("A") seated

Whatever a file holds beside records is told, not raised, unless it holds no record at all.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

_RECORD: Final = re.compile(r"(\d{4}-\d\d-\d\dT[\d:.]+Z) ([<>]) (\S+) ?(.*)")
_LINE: Final = re.compile(r"([CS])> ?(.*)")
_ESCAPE: Final = re.compile(r"\\x([01][0-9a-f]|7f)")
_GZIP: Final = b"\x1f\x8b"
_MOST: Final = 1 << 30
"""The greatest size of a file, unpacked, in bytes."""
_OWN_WORDS: Final = (
    re.compile(r"\[a line of \d+ bytes, discarded\]"),
    re.compile(r"\[a line without end\]"),
    re.compile(r"ERROR: line of \d+ bytes discarded"),
)
"""What `net.linewire` and `net.table_server` write by themselves: no session sees it."""


class LogError(ValueError):
    """A file that cannot be played again; the message says why."""


@frozen
class Record:
    """A line on the wire.

    Attributes:
        number: the number of its line in the file, from 1.
        time: when, as the log has it; empty if it does not say.
        sent: whether the program that is played again sent it.
        peer: the other end's name.
        text: the line.
    """

    number: int
    time: str
    sent: bool
    peer: str
    text: str

    @property
    def seconds(self) -> float:
        """When, in seconds since 1970; 0 if the log does not say."""
        try:
            return datetime.fromisoformat(self.time).timestamp()
        except ValueError:
            return 0.0

    @property
    def seen(self) -> bool:
        """Whether a session takes part in this line."""
        return bool(self.text) and not any(form.match(self.text) for form in _OWN_WORDS)


@frozen
class WireRecords:
    """The records of a file.

    Attributes:
        records: in order.
        oddities: what else the file holds, in words.
    """

    records: tuple[Record, ...]
    oddities: tuple[str, ...] = ()

    @property
    def is_table(self) -> bool:
        """Whether a table manager wrote the log: clients have connected to it.

        Raises:
            LogError: if there is no `Connecting` line, or some were sent and some received.
        """
        sent = {record.sent for record in self.records if is_connecting(record)}
        if not sent:
            raise LogError(
                "no 'Connecting' line: the log begins in the middle; give the part before it first"
            )
        if len(sent) > 1:
            raise LogError("'Connecting' is both sent and received: give one program's log")
        return not sent.pop()

    def turned(self) -> WireRecords:
        """The same as the other ends saw it."""
        records = tuple(evolve(each, sent=not each.sent) for each in self.records)
        return WireRecords(records, self.oddities)


def is_connecting(record: Record) -> bool:
    """Whether a record begins a connection."""
    return record.text.lstrip().casefold().startswith("connecting ")


def read_records(paths: Sequence[Path]) -> WireRecords:
    """The records of files that follow each other, which may be compressed by gzip.

    Raises:
        LogError: if a file holds no record.
        OSError: if one cannot be read.
    """
    found = [parse_records(_content(path), str(path)) for path in paths]
    records = tuple(record for each in found for record in each.records)
    return WireRecords(records, tuple(text for each in found for text in each.oddities))


def _content(path: Path) -> bytes:
    with path.open("rb") as file:
        is_packed = file.read(2) == _GZIP
        file.seek(0)
        if not is_packed:
            return file.read(_MOST)
        try:
            with gzip.open(file) as unpacked:
                return unpacked.read(_MOST)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise LogError(f"{path}: cannot be unpacked: {error}") from None


def parse_records(data: bytes, name: str) -> WireRecords:
    """The records in the content of a file.

    Args:
        data: the content.
        name: the file's name, for what is told.

    Raises:
        LogError: if it holds no record.
    """
    records: list[Record] = []
    oddities: list[str] = []
    lines = data.split(b"\n")
    for number, raw in enumerate(lines, 1):
        text = raw.rstrip(b"\r").decode("utf-8", "replace")
        if not text.strip() or text.startswith("#"):
            continue
        where = f"{name}, line {number}"
        if number == len(lines):
            # A program that is killed leaves half a line.
            oddities.append(f"{where}: without an end, left out: {shown(text)}")
        elif (record := _record(number, text)) is not None:
            records.append(record)
        else:
            oddities.append(f"{where}: no record, left out: {shown(text)}")
    if not records:
        reason = oddities[0].partition("left out: ")[2] if oddities else "it is empty"
        raise LogError(f"{name}: no record of the wire in it: {reason}")
    return WireRecords(tuple(records), tuple(oddities))


def _record(number: int, text: str) -> Record | None:
    if match := _RECORD.fullmatch(text):
        time, direction, peer, line = match.groups()
        return Record(number, time, direction == ">", peer, _unescaped(line))
    if match := _LINE.fullmatch(text):
        return Record(number, "", match[1] == "C", "manager", _unescaped(match[2]))
    return None


def _unescaped(text: str) -> str:
    r"""The line as it was on the wire: control characters are written as `\x1b` in a log."""
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)


def shown(text: str) -> str:
    """A text from outside as it may be shown: short, printable ASCII."""
    safe = text.encode("ascii", "backslashreplace").decode("ascii")
    safe = "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in safe)
    return safe if len(safe) <= 160 else f"{safe[:160]}..."


def transcript(records: Sequence[Record]) -> Iterator[str]:
    """Yield the lines of a transcript of records with one peer, ours as the client's."""
    for record in records:
        yield f"{'C' if record.sent else 'S'}> {_escaped(record.text)}"


def log_lines(records: Sequence[Record]) -> Iterator[str]:
    """Yield the lines of a log of records; peers are numbered in the order of their coming."""
    numbers: dict[str, int] = {}
    for record in records:
        number = numbers.setdefault(record.peer, len(numbers) + 1)
        time = record.time or "1970-01-01T00:00:00.000Z"
        yield f"{time} {'>' if record.sent else '<'} peer:{number} {_escaped(record.text)}"


def _escaped(text: str) -> str:
    return text.translate({code: f"\\x{code:02x}" for code in (*range(32), 127)})
