"""The record of a match, read from its folder: its state or two PBN files, and the seats' logs.

Boards of any files also form a record: of a match if they belong to one, or else of tables.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from attrs import evolve

from bluechip_bot.config import dotted
from bluechip_bot.formats import pbn
from bluechip_bot.formats.pbn import FormatError, PbnRecord
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.boards.source import departures
from bluechip_bot.match.record.counts import DecisionCounts, read_counts
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.record import (
    ROOMS,
    Crash,
    MatchRecord,
    MatchRecordError,
    RoomName,
    SeatCounts,
)
from bluechip_bot.match.record.store import MatchStore
from bluechip_bot.match.record.thoughts import ThoughtReader
from bluechip_bot.match.result.comparison import TeamScore
from bluechip_bot.match.work import REPLAY
from bluechip_bot.model import Board, Seat, Side


def record_of(path: Path) -> MatchRecord:
    """The match in a folder: from `match.sqlite` if it is there, else by `record_from_files`."""
    folder = MatchFolder(path)
    if not folder.store.is_file():
        return record_from_files(path)
    with closing(MatchStore.open(folder.store, writes=False)) as store:
        record = _with_thoughts(record_from_store(store, tuple(_seats(folder))), folder)
    if not (record.open or record.closed):
        raise MatchRecordError(f"{path}: no board is finished yet")
    return record


def record_from_files(path: Path) -> MatchRecord:
    """The match in a folder with `open.pbn`, `closed.pbn` or both.

    Boards that have not been played are left out.
    """
    if not path.is_dir():
        raise MatchRecordError(f"{path}: no such folder")
    folder = MatchFolder(path)
    records = {room: _records(folder.pbn(room)) for room in ROOMS}
    if not any(records.values()):
        raise MatchRecordError(f"{path}: no finished board in open.pbn or closed.pbn")
    first, second = (tuple(map(_with_cards, records[room])) for room in ROOMS)
    event = _event([record for room in ROOMS for record in records[room]])
    return MatchRecord(_teams(records), first, second, seats=tuple(_seats(folder)), event=event)


def record_of_match(score: TeamScore, singles: Iterable[BoardRecord] = ()) -> MatchRecord:
    """The match of compared boards, and of `singles` from one room (the open one if unnamed)."""
    records = {room: [pair.room(room) for pair in score.pairs] for room in ROOMS}
    for single in singles:
        records["closed" if single.room == "Closed" else "open"].append(single)
    first, second = (tuple(map(_with_cards, records[room])) for room in ROOMS)
    return MatchRecord(_teams(records), first, second, event=_event(records["open"]))


def record_of_tables(boards: Iterable[BoardRecord]) -> MatchRecord:
    """Return a record of boards that form no match.

    Where numbers recur, all second boards of a number are those of a second table, and so on.
    """
    tables: defaultdict[int, list[BoardRecord]] = defaultdict(list)
    numbers: Counter[int] = Counter()
    boards = list(boards)
    for record in boards:
        tables[numbers[record.number]].append(_with_cards(record))
        numbers[record.number] += 1
    named = {
        f"table {place + 1}" if len(tables) > 1 else "table": tuple(found)
        for place, found in tables.items()
    }
    return MatchRecord((str(Side.NS), str(Side.EW)), (), (), event=_event(boards), tables=named)


def _with_cards(record: BoardRecord) -> BoardRecord:
    """The record with all cards of its file, after an auction that may be made up."""
    return evolve(record, board=record.replayed)


def _event(boards: Sequence[BoardRecord]) -> str:
    """The name of the event if all boards have the same, else empty."""
    events = {record.fact("Event").strip() for record in boards}
    return events.pop() if len(events) == 1 else ""


def _with_thoughts(record: MatchRecord, folder: MatchFolder) -> MatchRecord:

    def room(name: RoomName) -> tuple[BoardRecord, ...]:
        reader = ThoughtReader(folder, name)
        return tuple(evolve(one, remarks=reader.take(one.board)) for one in record.rooms[name])

    return evolve(record, open=room("open"), closed=room("closed"))


def _records(path: Path) -> list[BoardRecord]:
    if not path.exists():
        return []
    boards: dict[int, BoardRecord] = {}
    try:
        for record in map(_board, pbn.read(path)):
            if record is None:
                continue
            number = record.board.number
            if number in boards:
                where = f"{path}, line {record.line}: a second board {number}"
                first = boards[number].line
                raise MatchRecordError(f"{where} (the first is on line {first})")
            boards[number] = record
    except FormatError as error:
        text = str(error)
        raise MatchRecordError(text if str(path) in text else f"{path}, {text}") from None
    return list(boards.values())


def _board(record: PbnRecord) -> BoardRecord | None:
    """The board of a record; None if it has not been played."""
    told = pbn.board_record(record)
    if told.contract is not None and told.result is None:
        reason = f"board {told.board.number} has a contract and no result"
        raise FormatError(record.line, record.get("Result"), reason)
    return told if told.is_scored else None


def _teams(records: Mapping[RoomName, Sequence[BoardRecord]]) -> tuple[str, str]:
    """The teams by the facts HomeTeam and VisitTeam, else by the players; A and B if unknown."""
    for record in (record for room in ROOMS for record in records[room]):
        home, visitors = record.fact("HomeTeam").strip(), record.fact("VisitTeam").strip()
        if "" != home != visitors != "":
            return home, visitors
    first_seats = (Seat.NORTH, Seat.WEST), (Seat.WEST, Seat.NORTH)
    for room, seats in zip(ROOMS, first_seats, strict=True):
        for record in records[room]:
            a, b = (record.names[seat].strip() for seat in seats)
            if "" != a != b != "":
                return a, b
    return "A", "B"


def _seats(folder: MatchFolder) -> list[SeatCounts]:
    """The counts of each room's seats, summed over its tables."""
    found = []
    rooms: tuple[RoomName | Literal["replay"], ...] = (*ROOMS, REPLAY)
    for room in rooms:
        for seat in Seat:
            paths = sorted(folder.logs.glob(f"{room}*-{seat}.json"))
            counts = [one for path in paths if (one := read_counts(path)) is not None]
            if counts:
                found.append(SeatCounts(room, seat, sum(counts, DecisionCounts())))
    return found


def record_from_store(store: MatchStore, seats: tuple[SeatCounts, ...] = ()) -> MatchRecord:
    """The match in a state file, as far as it has been played.

    Boards whose given auction was not followed are left out: their cards cannot be compared.
    """
    settings = store.settings
    names = (settings.get(key, {}).get("name", key[-1].upper()) for key in ("team_a", "team_b"))
    a, b = map(str, names)
    found = {
        room: {stored.board.number: stored for stored in store.finished(room)} for room in ROOMS
    }
    boards: dict[str, dict[int, Board]] = {
        room: {number: stored.board for number, stored in rows.items()}
        for room, rows in found.items()
    }
    for number in departures(store.planned, boards):
        for rows in found.values():
            rows.pop(number, None)
    first, second = (
        tuple(BoardRecord.of_board(stored.board) for stored in found[room].values())
        for room in ROOMS
    )
    crashes = (
        Crash(
            f"{datetime.fromtimestamp(trouble.at, UTC):%Y-%m-%d %H:%M:%S}",
            trouble.room,
            f"{trouble.what}: {trouble.text}",
        )
        for trouble in store.troubles
    )
    return MatchRecord(
        (a, b),
        first,
        second,
        len(store.planned),
        dict(dotted(settings)),
        seats,
        tuple(crashes),
        times={(room, number): found[room][number] for room in ROOMS for number in found[room]},
    )
