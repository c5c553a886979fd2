"""The records of a wire log, as `net.wire_log.WireLog` writes it.

Its head says which version wrote it, for which end, with which options; see `head`. Each record is
a time, a mark, a peer and a text: `<` and `>` mark lines from and to the peer, `!` marks an event
at a connection (`lost`) or, with the peer `-`, at the table (`nudge`)::

    # 2026-01-31T19:29:58.250Z bluechip-bot 1.0.0 seat {"team": "A", "seat": "N", "dialect": null}
    2026-01-31T19:30:00.125Z < 127.0.0.1:2000 NORTH PASSES

Anything else in a file becomes an oddity; a log without any record is an error.
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

from bluechip_bot import __version__
from bluechip_bot.codec import CodecError, from_json, to_json
from bluechip_bot.model import Board
from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import Connecting, Message
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.table.session import TableOptions
from bluechip_bot.quoting import quoted

_HEAD: Final = re.compile(r"# (?:\S+ )?(?:bluechip-bot (\S+) )?(seat|table) (\{.*\})")
_RECORD: Final = re.compile(r"(\d{4}-\d\d-\d\dT[\d:.]+Z) ([<>!]) (\S+) ?(.*)")
_ESCAPE: Final = re.compile(r"\\x([01][0-9a-f]|7f)")
_CONTROLS: Final = {code: f"\\x{code:02x}" for code in (*range(32), 127)}
_GZIP: Final = b"\x1f\x8b"
EPOCH: Final = "1970-01-01T00:00:00.000Z"
"""The time of a record whose time is not known, and of the heads of saved logs."""


class LogError(ValueError):
    """A log cannot be replayed; the message says why."""


@frozen
class TableHead:
    """The head of a table's log: its options, and its boards before their first call."""

    options: TableOptions
    boards: tuple[Board, ...]


Head = SeatOptions | TableHead
"""The options of a session: those of a client, or of a table with its boards."""
_HEADS: Final[Mapping[str, type[Head]]] = {"seat": SeatOptions, "table": TableHead}


def head(options: Head) -> str:
    """The text of a log's head, without its time; a client's planned auctions are left out."""
    if isinstance(options, SeatOptions):
        return f"bluechip-bot {__version__} seat {to_json(evolve(options, given=None))}"
    return f"bluechip-bot {__version__} table {to_json(options)}"


@frozen
class WireRecord:
    """A line on the wire, or another event.

    Attributes:
        number: the number of its line in the file, from 1.
        mark: `<` received or `>` sent by the program that is replayed, or `!` for another event.
        peer: the other end's name; `-` for the table itself.
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
        """Whether the program that is replayed sent the line."""
        return self.mark == ">"

    @property
    def seconds(self) -> float:
        """The time in seconds since 1970; 0 if it cannot be read."""
        try:
            return datetime.fromisoformat(self.time).timestamp()
        except ValueError:
            return 0.0

    @property
    def seen(self) -> bool:
        """Whether the session saw the whole line; not if the line was cut off or discarded."""
        return bool(self.text) and not self.text.startswith("[a line ")

    @property
    def message(self) -> Message | None:
        """The message of the line; None if it is not a line of the protocol."""
        try:
            return parse(self.text) if self.mark != "!" else None
        except RemoteProtocolError:
            return None


@frozen
class WireSession:
    """The records of a session, and its head."""

    head: Head
    records: tuple[WireRecord, ...]


@frozen
class WireRecords:
    """The records of a log.

    Attributes:
        sessions: the sessions in order, either all of a table or all of clients.
        oddities: descriptions of lines that are not records.
    """

    sessions: tuple[WireSession, ...]
    oddities: tuple[str, ...] = ()

    @property
    def is_table(self) -> bool:
        """Whether a table manager wrote the log."""
        return isinstance(self.sessions[0].head, TableHead)


def read_records(paths: Sequence[Path]) -> WireRecords:
    """Read the records of log files that continue each other; they may be compressed by gzip."""
    return parse_records((_content(path), str(path)) for path in paths)


def _content(path: Path) -> bytes:
    data = path.read_bytes()
    try:
        return gzip.decompress(data) if data.startswith(_GZIP) else data
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise LogError(f"{path}: cannot be unpacked: {error}") from None


def parse_records(files: Iterable[tuple[bytes, str]]) -> WireRecords:
    """Divide the records of files into sessions; each head begins one, unless it repeats the last.

    Args:
        files: the content and the name of each file.

    Raises:
        LogError: if there is no record, or a record before any head, or a head cannot be read.
    """
    sessions: list[tuple[Head, list[WireRecord]]] = []
    last_head, place, name, oddities = "", 0, "", list[str]()
    for data, name in files:
        lines = data.split(b"\n")
        for number, raw in enumerate(lines, 1):
            text = raw.rstrip(b"\r").decode("utf-8", "replace")
            where = f"{name}, line {number}"
            # A program that is killed leaves half a line at the end.
            record = _record(number, text, place) if number < len(lines) else None
            if match := _HEAD.fullmatch(text):
                if text != last_head:
                    sessions.append((_head(match, where), []))
                    last_head = text
            elif record is not None:
                if not sessions:
                    raise LogError(
                        f"{where}: no options of the session before it: the log's first part is "
                        "missing, or an older version or another program wrote it"
                    )
                sessions[-1][1].append(record)
                place += 1
            elif text.strip() and not text.startswith("#"):
                oddities.append(f"{where}: no record, left out: {quoted(text)}")
    if not place:
        raise LogError(oddities[0] if oddities else f"{name}: no record of the wire in it")
    found = tuple(WireSession(head, tuple(records)) for head, records in sessions if records)
    if len({type(each.head) for each in found}) > 1:
        raise LogError("a table's log and a client's: give one of them")
    return WireRecords(found, tuple(oddities))


def _head(match: re.Match[str], where: str) -> Head:
    version, role, options = match.groups()
    try:
        return from_json(options, _HEADS[role])
    except CodecError as error:
        by = f" of version {version}" if version else ""
        raise LogError(f"{where}: the options{by} cannot be read: {error}") from None


def _record(number: int, text: str, place: int) -> WireRecord | None:
    match = _RECORD.fullmatch(text)
    if match is None:
        return None
    time, mark, peer, line = match.groups()
    # As it was on the wire: control characters are written as `\x1b` in a log.
    line = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), line)
    return WireRecord(number, time, mark, peer, line, place)


def file_lines(log: WireRecords) -> Iterator[str]:
    """Yield the lines of a log file with these records; peers are numbered as they appear."""
    numbers = {"-": "-"}
    for place, session in enumerate(log.sessions):
        yield f"# {EPOCH[:-4]}{place:03}Z {head(session.head)}"
        for record in filter(lambda each: each.seen, session.records):
            peer = numbers.setdefault(record.peer, f"peer:{len(numbers)}")
            yield f"{record.time} {record.mark} {peer} {record.text.translate(_CONTROLS)}"


def connections(records: Sequence[WireRecord]) -> Iterator[list[WireRecord]]:
    """Yield the records of each connection, in the order in which the connections began.

    Peers that never sent `Connecting` are left out.
    """
    found: list[list[WireRecord]] = []
    current: dict[str, list[WireRecord]] = {}
    for record in records:
        if isinstance(record.message, Connecting):
            current[record.peer] = []
            found.append(current[record.peer])
        if record.peer in current:
            current[record.peer].append(record)
    yield from found
