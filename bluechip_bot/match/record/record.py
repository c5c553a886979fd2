"""A match as it is reported: boards of two rooms, times, faults.

Team A sits North-South in the open room and East-West in the closed room. Boards that do not form a
match are a record, too: each is at a table, and nothing is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, Literal

from attrs import define, field, frozen

from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.record.counts import DecisionCounts
from bluechip_bot.match.record.store import StoredBoard
from bluechip_bot.match.result.comparison import BoardPair
from bluechip_bot.model import Seat, Side

RoomName = Literal["open", "closed"]
ROOMS: Final[tuple[RoomName, RoomName]] = ("open", "closed")


class MatchRecordError(ValueError):
    """Boards that do not form a record, or files without one."""


@frozen
class SeatCounts:
    """The decision counts of a seat; its room is `replay` where each board is played twice."""

    room: RoomName | Literal["replay"]
    seat: Seat
    counts: DecisionCounts


@frozen
class Crash:
    """Something that went wrong during the match, with its time (UTC) as text."""

    when: str
    room: str
    what: str


@define(frozen=True, slots=False)
class MatchRecord:
    """A match as far as it has been played.

    Attributes:
        open: the finished boards of the open room, in the order played; no number occurs twice.
        planned: how many boards were to be played; None if unknown.
        tables: boards that do not form a match, by the name of a table; no number occurs twice at
            a table, and results may be missing. The two rooms then have no boards.
        times: the calls and cards with their times, by room and number; empty if unknown.
    """

    teams: tuple[str, str]
    open: tuple[BoardRecord, ...]
    closed: tuple[BoardRecord, ...]
    planned: int | None = None
    settings: Mapping[str, object] = field(factory=dict)
    seats: tuple[SeatCounts, ...] = ()
    crashes: tuple[Crash, ...] = ()
    event: str = ""
    tables: Mapping[str, tuple[BoardRecord, ...]] = field(factory=dict)
    times: Mapping[tuple[str, int], StoredBoard] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for room, boards in self.rooms.items():
            for number, times in Counter(board.number for board in boards).items():
                if times > 1:
                    raise MatchRecordError(f"board {number} twice in the {room} room")
            for board in boards:
                if not (board.is_scored or self.tables):
                    raise MatchRecordError(f"board {board.number}: no result")

    @property
    def rooms(self) -> Mapping[str, tuple[BoardRecord, ...]]:
        """The boards of both rooms, or of each table."""
        return self.tables or {"open": self.open, "closed": self.closed}

    @property
    def boards(self) -> Iterator[tuple[str, BoardRecord]]:
        """Every board with its room or table."""
        return ((room, board) for room, boards in self.rooms.items() for board in boards)

    @cached_property
    def pairs(self) -> tuple[BoardPair, ...]:
        """The boards that both rooms have finished, in the order of the open room."""
        closed = {board.number: board for board in self.closed}
        return tuple(
            BoardPair(board, closed[board.number]) for board in self.open if board.number in closed
        )

    @property
    def unpaired(self) -> tuple[tuple[str, BoardRecord], ...]:
        """The boards not finished in both rooms, with the room's name; at tables, all boards."""
        both = {pair.number for pair in self.pairs}
        return tuple((room, board) for room, board in self.boards if board.number not in both)


def team_of(room: str, side: Side) -> int:
    """The team at a side of a room: 0 for A, 1 for B, who change directions for the closed room.

    At a table that is not a room of a match, 0 is North-South and 1 is East-West.
    """
    return int(side.other if room == "closed" else side)
