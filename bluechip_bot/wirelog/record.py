"""Records of a log of the wire, read from a file in one of two forms.

The log that `net.wire_log.WireLog` writes. Its head holds the options of the session, see `head`.
Each record is a time, a mark, a peer and a text: `<` and `>` mark lines from and to the peer, `!`
marks what happens to a connection (`lost`) or, with the peer `-`, to the table (`nudge`)::

    # 2026-01-31T19:29:58.250Z seat {"team": "A", "seat": "N", "dialect": null}
    2026-01-31T19:30:00.125Z < 127.0.0.1:2000 NORTH PASSES

A transcript of one client (`C`) and its manager (`S`) may do without a head::

    # a recording
    C> Connecting "A" as South using protocol version 18
    S> South ("A") seated

What a file holds besides records becomes an oddity; only a file without any record is an error.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from bluechip_bot.codec import CodecError, from_json, to_json
from bluechip_bot.model import Board
from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import Message
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.table.session import TableOptions

_HEAD: Final = re.compile(r"# (?:\S+ )?(seat|table) (\{.*\})")
_RECORD: Final = re.compile(r"(\d{4}-\d\d-\d\dT[\d:.]+Z) ([<>!]) (\S+) ?(.*)")
_LINE: Final = re.compile(r"([CS])> ?(.*)")
_ESCAPE: Final = re.compile(r"\\x([01][0-9a-f]|7f)")
_TURNED: Final = {"<": ">", ">": "<", "!": "!"}
_GZIP: Final = b"\x1f\x8b"
_MOST: Final = 1 << 30
"""The greatest size of a file, unpacked, in bytes."""
EPOCH: Final = "1970-01-01T00:00:00.000Z"
"""The time of a record whose file does not say when."""


class LogError(ValueError):
    """A file that cannot be played again; the message says why."""


@frozen
class TableHead:
    """What a table began with.

    Attributes:
        options: its options.
        boards: the boards that it was to play, before their first call.
    """

    options: TableOptions
    boards: tuple[Board, ...]


Head = SeatOptions | TableHead
"""The options of a session: those of a client, or of a table with its boards."""
_HEADS: Final[Mapping[str, type[Head]]] = {"seat": SeatOptions, "table": TableHead}


def head(options: Head) -> str:
    """The head of a log, without its time; auctions that are given to a client are left out."""
    if isinstance(options, SeatOptions):
        return f"seat {to_json(evolve(options, given=None))}"
    return f"table {to_json(options)}"


@frozen
class Record:
    """A line on the wire, or something that happened.

    Attributes:
        number: the number of its line in the file, from 1.
        time: when.
        mark: `<` received, `>` sent, by the program that is played again, or `!`.
        peer: the other end's name; `-` for the table itself.
        text: the line, or what happened.
        place: its place among all records of the log.
    """

    number: int
    time: str
    mark: str
    peer: str
    text: str
    place: int = 0

    @property
    def sent(self) -> bool:
        """Whether the program that is played again sent the line."""
        return self.mark == ">"

    @property
    def seconds(self) -> float:
        """When, in seconds since 1970; 0 if the time cannot be read."""
        try:
            return datetime.fromisoformat(self.time).timestamp()
        except ValueError:
            return 0.0

    @property
    def seen(self) -> bool:
        """Whether a session takes part in this line: not in one that was cut off or discarded."""
        return bool(self.text) and not self.text.startswith("[a line ")

    @property
    def message(self) -> Message | None:
        """What the line means; None if it has no meaning."""
        try:
            return parse(self.text) if self.mark != "!" else None
        except RemoteProtocolError:
            return None

    @property
    def is_connecting(self) -> bool:
        """Whether it begins a connection."""
        return self.mark != "!" and self.text.lstrip().casefold().startswith("connecting ")


@frozen
class Session:
    """The records of a session.

    Attributes:
        head: its options; None if the log does not hold them.
        records: in order.
        is_part: whether boards that were played are left out.
    """

    head: Head | None
    records: tuple[Record, ...]
    is_part: bool = False


@frozen
class WireRecords:
    """The records of a file.

    Attributes:
        sessions: in order.
        oddities: what else the file holds, in words.
    """

    sessions: tuple[Session, ...]
    oddities: tuple[str, ...] = ()

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of all sessions."""
        return tuple(record for session in self.sessions for record in session.records)

    @property
    def is_table(self) -> bool:
        """Whether a table manager wrote the log: clients have connected to it.

        Raises:
            LogError: if there is no `Connecting` line, or some were sent and some received.
        """
        sent = {record.sent for record in self.records if record.is_connecting}
        if not sent:
            raise LogError(
                "no 'Connecting' line: the log begins in the middle; give the part before it first"
            )
        if len(sent) > 1:
            raise LogError("'Connecting' is both sent and received: give one program's log")
        return not sent.pop()

    def turned(self) -> WireRecords:
        """The same as the other ends saw it."""

        def turned(session: Session) -> Session:
            records = (evolve(each, mark=_TURNED[each.mark]) for each in session.records)
            return evolve(session, records=tuple(records))

        return evolve(self, sessions=tuple(map(turned, self.sessions)))


def read_records(paths: Sequence[Path]) -> WireRecords:
    """The records of files that follow each other, which may be compressed by gzip.

    Raises:
        LogError: if a file holds no record, or a head that cannot be read.
        OSError: if one cannot be read.
    """
    return _parse((_content(path), str(path)) for path in paths)


def parse_records(data: bytes, name: str) -> WireRecords:
    """The records in the content of a file.

    Args:
        data: the content.
        name: the file's name, for what is told.

    Raises:
        LogError: if it holds no record, or a head that cannot be read.
    """
    return _parse([(data, name)])


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


def _parse(files: Iterable[tuple[bytes, str]]) -> WireRecords:
    """The records of files by session: a head begins one, unless it is the same again."""
    sessions: list[tuple[Head | None, list[Record]]] = [(None, [])]
    last_head, place, oddities = "", 0, list[str]()
    for data, name in files:
        lines = data.split(b"\n")
        told, first = len(oddities), place
        for number, raw in enumerate(lines, 1):
            text = raw.rstrip(b"\r").decode("utf-8", "replace")
            where = f"{name}, line {number}"
            if number == len(lines) and text.strip():
                # A program that is killed leaves half a line.
                oddities.append(f"{where}: without an end, left out: {shown(text)}")
            elif text.startswith("#"):
                if (match := _HEAD.fullmatch(text)) and text != last_head:
                    sessions.append((_head(match, where), []))
                    last_head = text
            elif (record := _record(number, text)) is not None:
                sessions[-1][1].append(evolve(record, place=place))
                place += 1
            elif text.strip():
                oddities.append(f"{where}: no record, left out: {shown(text)}")
        if place == first:
            why = oddities[told].partition("left out: ")[2] if oddities[told:] else "it is empty"
            raise LogError(f"{name}: no record of the wire in it: {why}")
    found_in = (Session(head, tuple(records)) for head, records in sessions if records)
    return WireRecords(tuple(found_in), tuple(oddities))


def _head(match: re.Match[str], where: str) -> Head:
    try:
        return from_json(match[2], _HEADS[match[1]])
    except CodecError as error:
        raise LogError(f"{where}: the options cannot be read: {shown(str(error))}") from None


def _record(number: int, text: str) -> Record | None:
    if match := _RECORD.fullmatch(text):
        time, mark, peer, line = match.groups()
    elif match := _LINE.fullmatch(text):
        time, peer, line = EPOCH, "manager", match[2]
        mark = ">" if match[1] == "C" else "<"
    else:
        return None
    # As it was on the wire: control characters are written as `\x1b` in a log.
    return Record(number, time, mark, peer, _ESCAPE.sub(lambda found: chr(int(found[1], 16)), line))


def shown(text: str) -> str:
    """A text from outside as it may be shown: short, printable ASCII."""
    safe = text.encode("ascii", "backslashreplace").decode("ascii")
    safe = "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in safe)
    return safe if len(safe) <= 160 else f"{safe[:160]}..."


def file_lines(log: WireRecords, *, transcript: bool) -> Iterator[str]:
    """Yield the lines of a file with these records.

    Args:
        log: the records; those of connections are numbered in the order of their coming.
        transcript: whether there is one other end, so that lines are marked `C` and `S`.
    """
    numbers = {"-": "-"}
    for place, session in enumerate(log.sessions):
        if session.head is not None:
            yield f"# {EPOCH[:-4]}{place:03}Z {head(session.head)}"
        for record in filter(lambda each: each.seen, session.records):
            text = record.text.translate({code: f"\\x{code:02x}" for code in (*range(32), 127)})
            if not transcript:
                peer = numbers.setdefault(record.peer, f"peer:{len(numbers)}")
                yield f"{record.time} {record.mark} {peer} {text}"
            elif record.mark != "!":
                yield f"{'C' if record.sent else 'S'}> {text}"
