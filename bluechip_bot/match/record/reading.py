"""The record of a match, read from its folder: its state or two PBN files, and the seats' logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from attrs import evolve

from bluechip_bot.config import dotted
from bluechip_bot.formats import pbn
from bluechip_bot.formats.pbn import PbnError, PbnRecord
from bluechip_bot.match.boards.given import departures
from bluechip_bot.match.record.counts import DecisionCounts, read_counts
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.record import (
    ROOMS,
    Crash,
    DecisionTime,
    FinishedBoard,
    MatchRecord,
    MatchRecordError,
    RoomName,
    SeatCounts,
)
from bluechip_bot.match.record.store import MatchStore, StoredAction, StoredBoard
from bluechip_bot.match.record.thoughts import ThoughtReader
from bluechip_bot.match.work import REPLAY
from bluechip_bot.model import Board, Called, Seat

_UNNAMED: Final = ("", "?")


def record_of(path: Path) -> MatchRecord:
    """The match of a folder: from `match.sqlite` if it is there, else as `record_from_files`.

    Raises:
        MatchRecordError: as `record_from_files`, or if no board is finished.
        StoreError: if `match.sqlite` is not the file of a match.
        OSError: if a file cannot be read.
    """
    folder = MatchFolder(path)
    if not folder.store.is_file():
        return record_from_files(path)
    with closing(MatchStore.read(folder.store)) as store:
        record = _with_thoughts(record_from_store(store, tuple(_seats(folder))), folder)
    if not (record.open or record.closed):
        raise MatchRecordError(f"{path}: no board is finished yet")
    return record


def record_from_files(path: Path) -> MatchRecord:
    """The match of a folder with `open.pbn`, `closed.pbn` or both.

    Boards without a contract are passed over: they have not been played.

    Raises:
        MatchRecordError: if there is no such folder or no board in it, or a file is broken; it
            names the file and the line.
        OSError: if a file cannot be read.
    """
    if not path.is_dir():
        raise MatchRecordError(f"{path}: no such folder")
    folder = MatchFolder(path)
    records: dict[RoomName, list[PbnRecord]] = {room: _records(folder.pbn(room)) for room in ROOMS}
    finished = {room: _finished(folder.pbn(room), records[room]) for room in ROOMS}
    if not any(finished.values()):
        raise MatchRecordError(f"{path}: no finished board in open.pbn or closed.pbn")
    first = next(record for room in ROOMS for record in records[room])
    event = first.get("Event").strip()
    return MatchRecord(
        _teams(records),
        finished["open"],
        finished["closed"],
        seats=tuple(_seats(folder)),
        event="" if event in _UNNAMED else event,
    )


def _with_thoughts(record: MatchRecord, folder: MatchFolder) -> MatchRecord:
    """The match with the thoughts that its seats logged."""

    def room(name: RoomName) -> tuple[FinishedBoard, ...]:
        reader = ThoughtReader(folder, name)
        return tuple(evolve(one, remarks=reader.take(one.board)) for one in record.room(name))

    return evolve(record, open=room("open"), closed=room("closed"))


def _records(path: Path) -> list[PbnRecord]:
    if not path.exists():
        return []
    try:
        return pbn.read(path)
    except PbnError as error:
        raise MatchRecordError(str(error)) from None


def _finished(path: Path, records: Sequence[PbnRecord]) -> tuple[FinishedBoard, ...]:
    boards: list[FinishedBoard] = []
    lines: dict[int, int] = {}
    for record in records:
        try:
            finished = _board(record)
        except PbnError as error:
            text = str(error)
            raise MatchRecordError(text if str(path) in text else f"{path}, {text}") from None
        if finished is None:
            continue
        if (before := lines.get(finished.number)) is not None:
            where = f"{path}, line {record.line}: a second board {finished.number}"
            raise MatchRecordError(f"{where} (the first is on line {before})")
        lines[finished.number] = record.line
        boards.append(finished)
    return tuple(boards)


def _board(record: PbnRecord) -> FinishedBoard | None:
    told = pbn.board_record(record)
    board, remarks = told.board, told.remarks
    contract = board.contract or record.contract
    if contract is None:
        passed = record.is_passed_out or board.auction.is_passed_out
        return FinishedBoard(board, None, None, remarks=remarks) if passed else None
    play = board.play
    tricks = play.declarer_tricks if play is not None and play.is_over else record.result
    if tricks is None:
        reason = f"board {board.number} has a contract and no result"
        raise PbnError(record.line, record.get("Result"), reason)
    return FinishedBoard(board, contract, tricks, remarks=remarks)


def _teams(records: Mapping[RoomName, Sequence[PbnRecord]]) -> tuple[str, str]:
    """By the tags HomeTeam and VisitTeam, else by players; A and B where neither tells."""
    both = [record for room in ROOMS for record in records[room]]
    sources = (
        (both, "HomeTeam", "VisitTeam"),
        (records["open"], "North", "West"),
        (records["closed"], "West", "North"),
    )
    for boards, home, visitors in sources:
        for record in boards:
            a, b = record.get(home).strip(), record.get(visitors).strip()
            if a not in _UNNAMED and b not in _UNNAMED and a != b:
                return a, b
    return "A", "B"


def _seats(folder: MatchFolder) -> list[SeatCounts]:
    """What the seats of each room counted, its tables together."""
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
    """The match of a state file, as far as it has been played.

    Boards whose given auction was not followed are left out: their cards cannot be compared.

    Args:
        seats: what the seats counted, which is not in the file.
    """
    settings = store.settings
    names = (settings.get(key, {}).get("name", key[-1].upper()) for key in ("team_a", "team_b"))
    a, b = map(str, names)
    return MatchRecord(
        (a, b),
        *_stored_rooms(store),
        len(store.planned),
        dict(dotted(settings)),
        seats,
        tuple(
            Crash(
                f"{datetime.fromtimestamp(trouble.at, UTC):%Y-%m-%d %H:%M:%S}",
                trouble.room,
                f"{trouble.what}: {trouble.text}",
            )
            for trouble in store.troubles
        ),
    )


def _stored_rooms(store: MatchStore) -> tuple[tuple[FinishedBoard, ...], tuple[FinishedBoard, ...]]:
    """What both rooms have finished, less the boards whose given auction was not followed."""
    rooms = {room: tuple(store.finished(room)) for room in ROOMS}
    by_number: dict[str, dict[int, Board]] = {
        room: {stored.board.number: stored.board for stored in found}
        for room, found in rooms.items()
    }
    left_out = departures(store.planned, by_number)
    first, second = (
        tuple(
            _stored_board(stored) for stored in rooms[room] if stored.board.number not in left_out
        )
        for room in ROOMS
    )
    return first, second


def _stored_board(stored: StoredBoard) -> FinishedBoard:
    return FinishedBoard.of(stored.board, stored.seconds, tuple(_times(stored.actions)))


def _times(actions: tuple[StoredAction, ...]) -> Iterator[DecisionTime]:
    cards = 0
    for action in actions:
        if isinstance(action.event, Called):
            yield DecisionTime(action.player, "call", 0, action.seconds)
        else:
            yield DecisionTime(action.player, "card", cards // 4 + 1, action.seconds)
            cards += 1
