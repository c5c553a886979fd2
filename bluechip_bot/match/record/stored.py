"""The record of a match from the file that keeps its state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from bluechip_bot.match.boards.given import departures
from bluechip_bot.match.record.record import (
    ROOMS,
    Crash,
    DecisionTime,
    FinishedBoard,
    MatchRecord,
    SeatCounts,
)
from bluechip_bot.match.record.store import MatchStore, StoredAction, StoredBoard
from bluechip_bot.model import Board, Called


def record_from_store(store: MatchStore, seats: tuple[SeatCounts, ...] = ()) -> MatchRecord:
    """What a match's file tells, as far as it has been played.

    Boards that were not called as is given are left out: their cards cannot be compared.

    Args:
        store: the file.
        seats: what the seats counted, which is not in the file.
    """
    settings = store.settings
    return MatchRecord(
        (str(settings.get("team_a", "A")), str(settings.get("team_b", "B"))),
        *_rooms(store),
        len(store.planned),
        dict(_flat(settings)),
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


def _rooms(store: MatchStore) -> tuple[tuple[FinishedBoard, ...], tuple[FinishedBoard, ...]]:
    """What both rooms have finished, but for boards that were not called as is given."""
    rooms = {room: store.finished(room) for room in ROOMS}
    by_number: dict[str, dict[int, Board]] = {
        room: {stored.board.number: stored.board for stored in found}
        for room, found in rooms.items()
    }
    left_out = departures(store.planned, by_number)
    first, second = (
        tuple(_finished(stored) for stored in rooms[room] if stored.board.number not in left_out)
        for room in ROOMS
    )
    return first, second


def _finished(stored: StoredBoard) -> FinishedBoard:
    return FinishedBoard.of(stored.board, stored.seconds, tuple(_times(stored.actions)))


def _times(actions: tuple[StoredAction, ...]) -> Iterator[DecisionTime]:
    cards = 0
    for action in actions:
        if isinstance(action.event, Called):
            yield DecisionTime(action.player, "call", 0, action.seconds)
        else:
            yield DecisionTime(action.player, "card", cards // 4 + 1, action.seconds)
            cards += 1


def _flat(settings: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, object]]:
    """Yield names and values, those of inner tables as `search.worlds`."""
    for name, value in settings.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value
