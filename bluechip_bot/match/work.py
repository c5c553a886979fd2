"""The work of a room, and its reports.

A room's process reads a `RoomWork` from its first line of input, and ends when its input does. Each
line of its output is a `RoomReport`. Both are lines of JSON, see `bluechip_bot.codec`.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from bluechip_bot.config import MatchConfig, TeamConfig
from bluechip_bot.match.boards.replay import as_dealt
from bluechip_bot.match.record.store import MatchTrouble
from bluechip_bot.model import PlannedBoard, Seat
from bluechip_bot.protocol.effects import BoardFinished, TableEvent

REPLAY: Final = "replay"
"""The room whose boards are played twice (`match.boards.replay`): its results are of both rooms."""
_PLACE: Final = re.compile(r"\{(host|port|seat|letter|team)\}")


class WorkError(ValueError):
    """A seat's command line that cannot be used."""


@frozen
class SeatWork:
    """The client at a seat.

    Attributes:
        command: the command line that starts it, with `{host}`, `{port}`, `{seat}`, `{letter}` (of
            the seat) and `{team}` to be filled in; empty if it is started elsewhere.
    """

    team: str
    command: tuple[str, ...] = ()

    def arguments(self, host: str, port: int, seat: Seat) -> list[str]:
        """The command line with its placeholders filled in."""
        values = {"host": host, "port": str(port), "seat": str(seat), "letter": seat.letter}
        values["team"] = self.team
        # Not str.format: other braces, as of JSON, are part of the command.
        return [_PLACE.sub(lambda found: values[found[1]], part) for part in self.command]


def split(text: str) -> tuple[str, ...]:
    """Split a command line into its parts."""
    try:
        return tuple(shlex.split(text, posix=sys.platform != "win32"))
    except ValueError as error:
        raise WorkError(f"{text!r} is no command line: {error}") from None


def check_command(command: tuple[str, ...]) -> None:
    """Raise WorkError unless a command line says to which port the client is to connect."""
    if not command:
        raise WorkError("an empty command")
    if not any("{port}" in part for part in command):
        raise WorkError(f"{' '.join(command)!r} lacks {{port}}, where its client is to connect")


@frozen
class RoomWork:
    """The work of a room's table; `replays` maps numbers of second plays to those of the first."""

    room: str
    boards: tuple[PlannedBoard, ...]
    seats: tuple[SeatWork, SeatWork, SeatWork, SeatWork]
    folder: Path
    name: str
    settings: MatchConfig = field(factory=MatchConfig)
    replays: Mapping[int, int] = field(factory=dict)

    @property
    def ports(self) -> tuple[int, ...]:
        """One port for all seats, or four for N E S W; 0 is any free port."""
        is_closed = self.room == "closed"
        return self.settings.ports_closed if is_closed else self.settings.ports_open

    @property
    def teams(self) -> tuple[TeamConfig, TeamConfig]:
        """The teams that sit North-South and East-West; in a `REPLAY` as in the open room."""
        a, b = self.settings.teams
        return (b, a) if self.room == "closed" else (a, b)

    def place(self, number: int) -> tuple[str, int]:
        """The room and number under which the board that clients call `number` is stored."""
        if self.room != REPLAY:
            return self.room, number
        if number in self.replays:
            return "closed", self.replays[number]
        return "open", number

    def stored(self, event: TableEvent) -> RoomEvent:
        """Return an event as stored: of a second play, with the board's own seats and number."""
        told = event.board.number if isinstance(event, BoardFinished) else event.number
        room, number = self.place(told)
        return RoomEvent(room, event if number == told else as_dealt(event, number))

    def without(self, done: Callable[[str], frozenset[int]]) -> RoomWork:
        """The same work without the boards that are done; `done` returns their numbers by room."""
        places = [self.place(board.number) for board in self.boards]
        over = {room: done(room) for room, _ in places}
        left = (
            board
            for board, (room, number) in zip(self.boards, places, strict=True)
            if number not in over[room]
        )
        return evolve(self, boards=tuple(left))


@frozen
class Listening:
    """The report that a room listens on these ports."""

    ports: tuple[int, ...]


@frozen
class RoomEvent:
    """An event of a board, under the room and the number by which it is stored."""

    room: str
    event: TableEvent


@frozen
class Over:
    """The report that a room is over, and that nothing of it is left running."""

    complete: bool
    text: str


RoomReport = Listening | RoomEvent | MatchTrouble | Over
