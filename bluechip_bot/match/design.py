"""How a match is divided: its rooms and tables, who sits where, which boards they play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import evolve, frozen

from bluechip_bot.match.boards.plan import PlannedBoard
from bluechip_bot.match.boards.replay import with_replays
from bluechip_bot.match.record.record import team_of
from bluechip_bot.match.work import REPLAY, RoomWork, SeatWork
from bluechip_bot.model import Side


@frozen
class TeamDesign:
    """A team.

    Attributes:
        name: its name.
        command: from a room to the command line of a seat, empty if others start the team's
            programs; see `SeatWork`.
        profile: the dialect in which the manager writes to its seats.
        gap: seconds from one line to a seat of it to the next, at least.
    """

    name: str
    command: Callable[[str], tuple[str, ...]]
    profile: str = "standard"
    gap: float = 0.0

    def seat(self, table: str) -> SeatWork:
        """A seat of the team at a table."""
        return SeatWork(self.name, self.command(table), self.profile, self.gap)


@frozen
class TableDesign:
    """The settings that all tables share; see `RoomWork`."""

    folder: Path
    host: str = "127.0.0.1"
    notes: bool = True
    gap: float = 0.0
    stall: float = 120.0
    on_stall: str = "wait"
    illegal_limit: int = 3
    on_illegal: str = "restart"
    restarts: int = 3


def replayed(
    boards: Sequence[PlannedBoard],
    ports: tuple[int, ...],
    teams: tuple[TeamDesign, TeamDesign],
    table: TableDesign,
) -> RoomWork:
    """The work of the one table at which every board is played twice; see `match.boards.replay`.

    The teams sit as in the open room all the time.
    """
    told, replays = with_replays(boards)
    work = _work("open", told, ports, teams, table, REPLAY)
    return evolve(work, room=REPLAY, replays=replays)


def divide(
    boards: Sequence[PlannedBoard],
    rooms: dict[str, tuple[int, ...]],
    teams: tuple[TeamDesign, TeamDesign],
    table: TableDesign,
    concurrency: int,
) -> tuple[RoomWork, ...]:
    """The work of each table. A room whose ports are given has one; else they share its boards.

    Args:
        boards: what is to be played.
        rooms: the ports of each room.
        teams: A and B.
        table: what all tables have in common.
        concurrency: how many tables are wanted, in all rooms together.
    """
    works = []
    for room, ports in rooms.items():
        tables = 1 if any(ports) else max(1, min(concurrency // len(rooms), len(boards)))
        works += [
            _work(room, boards[first::tables], ports, teams, table, _name(room, first, tables))
            for first in range(tables)
        ]
    return tuple(works)


def _name(room: str, number: int, tables: int) -> str:
    return room if tables == 1 else f"{room}{number + 1}"


def _work(  # noqa: PLR0913, PLR0917 - the parts of a table
    room: str,
    boards: Sequence[PlannedBoard],
    ports: tuple[int, ...],
    teams: tuple[TeamDesign, TeamDesign],
    table: TableDesign,
    name: str,
) -> RoomWork:
    ns, ew = (teams[team_of(room, side)].seat(name) for side in Side)
    return RoomWork(
        room,
        tuple(boards),
        (ns, ew, ns, ew),
        table.folder,
        name,
        table.host,
        ports,
        notes=table.notes,
        gap=table.gap,
        stall=table.stall,
        on_stall=table.on_stall,
        illegal_limit=table.illegal_limit,
        on_illegal=table.on_illegal,
        restarts=table.restarts,
    )
