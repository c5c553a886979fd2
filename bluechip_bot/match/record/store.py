"""The state of a match in a file: settings, boards, every call and card, results, crashes.

The file is a SQLite database in write-ahead mode. A transaction is on the disk when its method
returns, so that whatever ends the process, the match goes on from what was written. One process
writes; others may read at the same time, even from a disk that cannot be written.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs
from attrs import frozen

from bluechip_bot.codec import from_json, to_json
from bluechip_bot.config import MatchConfig, with_present_keys
from bluechip_bot.dataformats import parse_json
from bluechip_bot.model import (
    Board,
    Call,
    Called,
    Card,
    Deal,
    Phase,
    PlannedBoard,
    Played,
    Seat,
    Vulnerability,
)

SCHEMA: Final = 1
"""The version of the tables, see `schema.sql`; a file of another one is refused."""

_BESIDE: Final = "its finished boards are in open.pbn and closed.pbn beside it"
_MOST_SECONDS: Final = 1e9
"""The most seconds that a decision or a board may have taken."""
_LAST_SECOND: Final = 253402300799.0
"""The end of the year 9999, in seconds since 1970."""


class StoreError(ValueError):
    """A match cannot be stored in a file or read from it.

    The file is not a match, is damaged, has a wrong row, comes from another version, or exists
    already. The message names the file, and the table and row if one of them is wrong.
    """


@frozen
class StoredAction:
    """A call or a card, who decided on it, and the seconds since the one before."""

    event: Called | Played
    player: Seat
    seconds: float


@frozen
class StoredBoard:
    """A board that a room has finished: it is over, all hands known."""

    room: str
    board: Board
    seconds: tuple[float, float]
    ended: float
    actions: tuple[StoredAction, ...] = ()


@frozen
class MatchTrouble:
    """Something that went wrong and was dealt with.

    Attributes:
        what: `crash`, `stall`, `illegal` (calls or cards), `over` (the clock), or `auction` (the
            given one was not followed).
        who: a seat, or the room's manager; empty where the text says who.
    """

    at: float
    room: str
    what: str
    who: str
    text: str


class MatchStore:
    """The open file of a match.

    Methods that write raise OSError where the disk is full or the file cannot be written.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._connection = connection
        self._attempts: dict[str, int] = {}

    @classmethod
    def create(
        cls, path: Path, settings: Mapping[str, Any], boards: Iterable[PlannedBoard]
    ) -> MatchStore:
        """Create the file of a new match; a file that exists is refused."""
        if path.exists():
            raise StoreError(f"{path} is there already")
        boards = tuple(boards)
        given = {
            board.number: {"calls": list(map(str, board.calls)), "made_up": board.made_up}
            for board in boards
            if board.calls
        }
        rows = [
            (board.number, place, board.dealer.letter, str(board.vulnerability), board.deal.text())
            for place, board in enumerate(boards)
        ]
        facts = {"schema": str(SCHEMA), "settings": json.dumps(settings), "boards": str(len(rows))}
        if given:
            facts["auctions"] = json.dumps(given)
        # The file is there as a whole or not at all, however the process ends.
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with _told(path), closing(_connect(fresh)) as connection, connection:
                connection.executescript(
                    "BEGIN;" + files(__package__).joinpath("schema.sql").read_text("utf-8")
                )
                connection.executemany("INSERT INTO match VALUES (?, ?)", facts.items())
                connection.executemany("INSERT INTO planned VALUES (?, ?, ?, ?, ?)", rows)
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, *, writes: bool = True) -> MatchStore:
        """Open the file of a match that was begun; a file that cannot be used is left unchanged.

        Without `writes`, the file is copied to memory if SQLite cannot make a file next to it.
        """
        if not path.is_file() or not path.stat().st_size:
            found = "the file is empty" if path.is_file() else "there is no such file"
            raise StoreError(
                f"{path}: no match was begun here ({found}); one that was interrupted before its "
                "boards were dealt is begun again without --resume"
            )
        with _told(path):
            connection = _connect(path) if writes else _readable(path)
        try:
            with _told(path):
                _check(connection, path)
                _check_rows(connection, path)
                if writes:
                    _keep_safe(connection)
        except (OSError, StoreError):
            connection.close()
            raise
        return cls(connection, path)

    def close(self) -> None:
        """Close the file. Closing it twice is harmless."""
        self._connection.close()

    # What was planned

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the match, with former keys renamed."""
        with self._reading("match", "settings"):
            found = self._document("settings")
            if found is None:
                raise LookupError("there are none")
            present: dict[str, Any] = with_present_keys(MatchConfig, found)
            return present

    @property
    def planned(self) -> tuple[PlannedBoard, ...]:
        """The boards to be played, in order."""
        rows = self._rows("SELECT number, dealer, vulnerable, deal FROM planned ORDER BY place")
        with self._reading("match", "auctions"):
            given = self._document("auctions") or {}
        boards = []
        for number, dealer, vulnerable, deal in rows:
            with self._reading("match", f"auctions, board {number}"):
                auction = given.get(str(number), {"calls": (), "made_up": False})
                calls = tuple(map(Call.parse, auction["calls"]))
                made_up = bool(auction["made_up"])
            with self._reading("planned", number):
                who, vulnerability = Seat.parse(dealer), Vulnerability.parse(vulnerable)
                hands = Deal.parse(deal)
                boards.append(PlannedBoard(number, who, vulnerability, hands, calls, made_up))
        return tuple(boards)

    # What happens

    def begin_board(self, table: str, room: str, number: int, at: float) -> None:
        """Record that a board begins at a table of a room; the rows of an earlier attempt stay."""
        query = "INSERT INTO attempt (room, number, began) VALUES (?, ?, ?)"
        cursor = self._write(query, room, number, at)
        self._attempts[table] = int(cursor.lastrowid or 0)

    def add_action(self, table: str, action: StoredAction) -> None:
        """Record a call or a card on the board that a table has begun."""
        event = action.event
        call, card, text, alert = None, None, "", False
        if isinstance(event, Called):
            call, text, alert = str(event.call), event.explanation, event.alert
        else:
            card = str(event.card)
        attempt = self._attempts[table]
        values = (event.seat.letter, action.player.letter, call, card, text, alert, action.seconds)
        query = "INSERT INTO action SELECT ?, COUNT(*), ?, ?, ?, ?, ?, ?, ? FROM action"
        self._write(f"{query} WHERE attempt = ?", attempt, *values, attempt)

    def finish_board(
        self, table: str, room: str, board: Board, seconds: tuple[float, float], at: float
    ) -> bool:
        """Record that a board is over; change nothing and return False if it is a repetition."""
        text = to_json(board)
        values = (room, board.number, self._attempts.get(table), text, board.score(), *seconds, at)
        query = (
            "INSERT OR IGNORE INTO result (room, number, attempt, board, score, seconds_ns,"
            " seconds_ew, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        return self._write(query, *values).rowcount == 1

    def forfeit_board(self, room: str, number: int, seats: tuple[Seat, ...], at: float) -> None:
        """Record that a room gives up a board because these seats did not send a line they owed."""
        letters = "".join(seat.letter for seat in seats)
        query = "INSERT OR IGNORE INTO forfeit VALUES (?, ?, ?, ?)"
        self._write(query, room, number, letters, at)

    def add_trouble(self, trouble: MatchTrouble) -> None:
        """Record that something went wrong."""
        query = "INSERT INTO trouble (at, room, what, who, text) VALUES (?, ?, ?, ?, ?)"
        self._write(query, *attrs.astuple(trouble))

    def _write(self, query: str, *values: object) -> sqlite3.Cursor:
        """Change rows, in a transaction that is on the disk when this returns."""
        with _told(self.path), self._connection as connection:
            return connection.execute(query, values)

    # What has happened

    def numbers(self, room: str) -> frozenset[int]:
        """The numbers of the boards that a room has finished or given up."""
        query = "SELECT number FROM result WHERE room = ? UNION SELECT number FROM forfeit"
        rows = self._rows(f"{query} WHERE room = ?", room, room)
        return frozenset(number for (number,) in rows)

    def forfeits(self, room: str) -> dict[int, tuple[Seat, ...]]:
        """The boards that a room has given up, with the seats that owed a line."""
        rows = self._rows("SELECT number, seats FROM forfeit WHERE room = ?", room)
        found = {}
        for number, letters in rows:
            with self._reading("forfeit", f"{room} {number}"):
                found[number] = tuple(map(Seat.parse, letters))
        return found

    def finished(self, room: str) -> Iterator[StoredBoard]:
        """Yield the boards that a room has finished, in the order of the plan."""
        rows = self._rows(
            "SELECT number, board, seconds_ns, seconds_ew, ended, attempt FROM result"
            " JOIN planned USING (number) WHERE room = ? ORDER BY place",
            room,
        )
        for number, text, ns, ew, ended, attempt in rows:
            actions = self._actions(attempt)
            with self._reading("result", f"{room} {number}"):
                board, times = from_json(_text(text), Board), (_seconds(ns), _seconds(ew))
                stored = StoredBoard(room, board, times, _moment(ended), actions)
                if board.number != number or board.phase is not Phase.OVER:
                    raise ValueError(f"not board {number} played to its end")
            yield stored

    @property
    def troubles(self) -> tuple[MatchTrouble, ...]:
        """All that went wrong, in order."""
        found = []
        rows = self._rows("SELECT id, at, room, what, who, text FROM trouble ORDER BY id")
        for number, at, *texts in rows:
            with self._reading("trouble", number):
                found.append(MatchTrouble(_moment(at), *map(_text, texts)))
        return tuple(found)

    def _actions(self, attempt: int | None) -> tuple[StoredAction, ...]:
        rows = self._rows(
            "SELECT place, seat, player, call, card, explanation, alert, seconds FROM action"
            " WHERE attempt = ? ORDER BY place",
            attempt,
        )
        found = []
        for place, seat, player, call, card, text, alert, seconds in rows:
            with self._reading("action", f"{attempt} {place}"):
                who = Seat.parse(seat)
                event: Called | Played
                if call is None:
                    event = Played(who, Card.parse(_text(card)))
                else:
                    event = Called(who, Call.parse(call), _text(text), bool(alert))
                found.append(StoredAction(event, Seat.parse(player), _seconds(seconds)))
        return tuple(found)

    def _document(self, key: str) -> dict[str, Any] | None:
        rows = self._rows("SELECT value FROM match WHERE key = ?", key)
        if not rows:
            return None
        found = parse_json(_text(rows[0][0]))
        if not isinstance(found, dict):
            raise TypeError(f"no object but {rows[0][0]!r}")
        return found

    @contextmanager
    def _reading(self, table: str, row: object) -> Iterator[None]:
        """Context manager that turns an error in a row into a `StoreError` that names the row."""
        try:
            yield
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise StoreError(f"{self.path}: table {table}, row {row}: {error}") from None

    def _rows(self, query: str, *values: object) -> list[Any]:
        with _told(self.path):
            return self._connection.execute(query, values).fetchall()


def _text(value: object) -> str:
    """The text of a column; raises TypeError for bytes, which stand for text not in UTF-8."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} where a text is expected")
    return value


def _number(value: object, most: float, expected: str) -> float:
    if not isinstance(value, int | float) or not 0 <= value <= most:
        raise TypeError(f"{value!r} where {expected} is expected")
    return float(value)


_seconds = partial(_number, most=_MOST_SECONDS, expected="a number of seconds")
_moment = partial(_number, most=_LAST_SECOND, expected="a time in seconds since 1970")


def _connect(path: Path) -> sqlite3.Connection:
    def decoded(data: bytes) -> str | bytes:
        try:
            return data.decode()
        except UnicodeDecodeError:
            return data  # the reader of the row refuses bytes

    connection = sqlite3.connect(path, timeout=10.0, isolation_level="IMMEDIATE")
    connection.text_factory = decoded
    return connection


def _readable(path: Path) -> sqlite3.Connection:
    """A connection for reading.

    In write-ahead mode SQLite needs a second file to share with writers. Where it cannot make one,
    the file and what is still to be written into it are copied, and read from memory.
    """
    connection = _connect(path)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.DatabaseError as error:
        if _code(error) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            return connection  # `_check` meets the error again, and explains it.
    else:
        return connection
    connection.close()
    memory = _connect(Path(":memory:"))
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        for end in ("", "-wal"):
            part = path.with_name(path.name + end)
            if part.is_file():
                shutil.copyfile(part, copy.with_name(part.name))
        with closing(_connect(copy)) as whole:
            whole.backup(memory)
    return memory


def _code(error: sqlite3.Error) -> int:
    """The code of an error of SQLite; the general code if Python's module raised it."""
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise unless this is the whole file of a match; nothing is written to it."""
    try:
        found = connection.execute("SELECT value FROM match WHERE key = 'schema'").fetchone()
    except sqlite3.DatabaseError as error:
        if _code(error) not in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_NOTADB):
            raise
        raise StoreError(f"{path}: not the file of a match ({error})") from None
    if found is None or found[0] != str(SCHEMA):
        schema = found and found[0]
        raise StoreError(f"{path}: written by another version (tables {schema}, not {SCHEMA})")
    (fault,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if fault != "ok":
        raise sqlite3.DatabaseError(" ".join(fault.replace("*** in database main ***", "").split()))


def _check_rows(connection: sqlite3.Connection, path: Path) -> None:
    """Raise unless every planned board is there, and every other row belongs to a planned board."""
    for table in ("result", "forfeit", "attempt"):
        lost = connection.execute(
            f"SELECT room, number FROM {table} WHERE room NOT IN ('open', 'closed')"  # noqa: S608
            " OR number NOT IN (SELECT number FROM planned)"
        ).fetchone()
        if lost is not None:
            room, number = lost
            what = f"table {table}, row {room} {number}: no such room and board was planned"
            raise StoreError(f"{path}: {what}; {_BESIDE}")
    places = {place for (place,) in connection.execute("SELECT place FROM planned")}
    # Files of earlier versions lack the number of boards.
    told = connection.execute("SELECT value FROM match WHERE key = 'boards'").fetchone()
    count = max(places, default=-1) + 1 if told is None else _whole(told[0])
    if missing := set(range(count)) - places:
        what = f"table planned: {len(places)} of {count} boards; the first lost row has the place"
        raise StoreError(f"{path}: {what} {min(missing)}; {_BESIDE}")


def _whole(text: object) -> int:
    """The whole number that a text holds; 0 if it holds none."""
    return int(text) if isinstance(text, str) and text.isdecimal() and len(text) < 10 else 0


def _keep_safe(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    # Each transaction survives the loss of power, not only the end of the process.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Context manager that turns SQLite's errors into OSErrors (disk) and StoreErrors (damage)."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise OSError(0, str(error), str(path)) from None
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{path}: damaged ({error}); {_BESIDE}") from None
