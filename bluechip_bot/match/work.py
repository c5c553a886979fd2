"""What a room is to play, as a value that goes to another process as a line of JSON.

A room's process gets a `RoomWork` as its first line of input; the end of its input ends it. Each
line of its output is a report: `ready`, `begun`, `acted`, `finished`, `forfeited`, `trouble` or
`over`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import asdict, evolve, field, frozen

from bluechip_bot.match.boards.plan import PlannedBoard
from bluechip_bot.match.record.store import StoredAction, Trouble
from bluechip_bot.model import Board, Call, Called, Card, Deal, Played, Seat, Vulnerability
from bluechip_bot.model.decision import board_from_dict, board_to_dict

REPLAY: Final = "replay"
"""The room whose boards are played twice (`match.boards.replay`): its results are of both rooms."""
_PLACES = ("host", "port", "seat", "team")


class WorkError(ValueError):
    """A line that is no work or no report."""


@frozen
class SeatWork:
    """Who sits at a seat.

    Attributes:
        team: his team's name.
        command: the command line that starts him, in which `{host}`, `{port}`, `{seat}` and
            `{team}` stand for these; empty where somebody else does.
        profile: the name of the dialect in which the manager writes to him.
        gap: seconds from one line to him to the next, at least.
    """

    team: str
    command: tuple[str, ...] = ()
    profile: str = "standard"
    gap: float = 0.0

    def arguments(self, host: str, port: int, seat: Seat) -> list[str]:
        """The command line with its places filled in."""
        values = dict(zip(_PLACES, (host, str(port), str(seat), self.team), strict=True))
        return [_filled(part, values) for part in self.command]


def _filled(part: str, values: Mapping[str, str]) -> str:
    # Not str.format: other braces, as of JSON, are part of the command.
    for name, value in values.items():
        part = part.replace(f"{{{name}}}", value)
    return part


def check_command(command: tuple[str, ...]) -> None:
    """Raise unless a command line says where its client is to connect.

    Raises:
        WorkError: if it is empty, or has no {port}.
    """
    if not command:
        raise WorkError("an empty command")
    if not any("{port}" in part for part in command):
        raise WorkError(f"{' '.join(command)!r} lacks {{port}}, where its client is to connect")


@frozen
class RoomWork:
    """A room with the boards that it is to play.

    Attributes:
        room: its name: `open`, `closed` or `REPLAY`.
        boards: in order, as the clients are told of them.
        seats: North, East, South and West.
        folder: where the logs go.
        name: what its logs are called.
        host: the address to listen on.
        ports: one port for all seats or four for N E S W; 0 is any free one.
        notes: whether opponents are told what alerted calls show.
        gap: seconds from one line to a client to the next, at least; a seat's own may be longer.
        stall: seconds without a line after which a seat that owes one is named.
        on_stall: what is done then: "wait", "nudge" or "restart" the seat, "forfeit" the board or
            "stop" the room.
        restarts: how often in a row seats may be started again without a board being finished.
        replays: of a `REPLAY` the boards' numbers by those of their second plays.
    """

    room: str
    boards: tuple[PlannedBoard, ...]
    seats: tuple[SeatWork, SeatWork, SeatWork, SeatWork]
    folder: Path
    name: str
    host: str = "127.0.0.1"
    ports: tuple[int, ...] = (0,)
    notes: bool = True
    gap: float = 0.0
    stall: float = 120.0
    on_stall: str = "wait"
    restarts: int = 3
    replays: Mapping[int, int] = field(factory=dict)

    def place(self, number: int) -> tuple[str, int]:
        """The room and the number under which a board is kept that clients know by a number."""
        if self.room != REPLAY:
            return self.room, number
        if number in self.replays:
            return "closed", self.replays[number]
        return "open", number

    def without(self, done: Callable[[str], frozenset[int]]) -> RoomWork:
        """The same without the boards that are done, whose numbers are told for a room."""
        places = [self.place(board.number) for board in self.boards]
        over = {room: done(room) for room, _ in places}
        left = (
            board
            for board, (room, number) in zip(self.boards, places, strict=True)
            if number not in over[room]
        )
        return evolve(self, boards=tuple(left))

    def to_json(self) -> str:
        """One line of JSON, read back by `from_json`."""
        data = {
            **asdict(self, recurse=False),
            "boards": [_board_to_dict(board) for board in self.boards],
            "seats": [asdict(seat) for seat in self.seats],
            "folder": str(self.folder),
        }
        return json.dumps(data)

    @classmethod
    def from_json(cls, text: str) -> RoomWork:
        """The work written by `to_json`.

        Raises:
            WorkError: if the text is no work.
        """
        try:
            data = json.loads(text)
            north, east, south, west = (
                SeatWork(**{**seat, "command": tuple(seat["command"])})
                for seat in data.pop("seats")
            )
            boards = tuple(_board_from_dict(board) for board in data.pop("boards"))
            folder, ports = Path(data.pop("folder")), tuple(data.pop("ports"))
            seats = (north, east, south, west)
            replays = {int(second): number for second, number in data.pop("replays").items()}
            return cls(
                **data, boards=boards, seats=seats, folder=folder, ports=ports, replays=replays
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise WorkError(f"not a room's work: {text[:200]!r} ({error})") from None


def _board_to_dict(board: PlannedBoard) -> dict[str, Any]:
    return {
        "number": board.number,
        "dealer": board.dealer.letter,
        "vulnerable": str(board.vulnerability),
        "deal": board.deal.text(),
        "calls": [str(call) for call in board.calls],
        "made_up": board.made_up,
    }


def _board_from_dict(data: Mapping[str, Any]) -> PlannedBoard:
    return PlannedBoard(
        int(data["number"]),
        Seat.parse(data["dealer"]),
        Vulnerability.parse(data["vulnerable"]),
        Deal.parse(data["deal"]),
        tuple(map(Call.parse, data["calls"])),
        bool(data["made_up"]),
    )


@frozen
class Ready:
    """The room listens.

    Attributes:
        ports: where.
    """

    ports: tuple[int, ...]


@frozen
class Begun:
    """A board of a room begins, perhaps anew."""

    room: str
    number: int


@frozen
class Acted:
    """A call or a card was made on the board begun last."""

    action: StoredAction


@frozen
class Finished:
    """A board is over.

    Attributes:
        room: whose result it is.
        board: all hands known.
        seconds: thinking time of North-South and East-West.
    """

    room: str
    board: Board
    seconds: tuple[float, float]


@frozen
class Forfeited:
    """A board of a room was given up, without a result; these seats owed a line."""

    room: str
    number: int
    seats: tuple[Seat, ...]


@frozen
class Over:
    """The room is over, and nothing of it is left running.

    Attributes:
        complete: whether every board was played.
        text: why it ended.
    """

    complete: bool
    text: str


Report = Ready | Begun | Acted | Finished | Forfeited | Trouble | Over


def format_report(report: Report) -> str:
    """A report as one line of JSON, read back by `parse_report`."""
    match report:
        case Ready(ports):
            data: dict[str, Any] = {"report": "ready", "ports": list(ports)}
        case Begun(room, number):
            data = {"report": "begun", "room": room, "number": number}
        case Acted(action):
            data = {"report": "acted", **_action_to_dict(action)}
        case Finished(room, board, seconds):
            told = {"board": board_to_dict(board), "seconds": list(seconds)}
            data = {"report": "finished", "room": room, **told}
        case Forfeited(room, number, seats):
            letters = [seat.letter for seat in seats]
            data = {"report": "forfeited", "room": room, "number": number, "seats": letters}
        case Trouble():
            data = {"report": "trouble", **asdict(report)}
        case Over(complete, text):
            data = {"report": "over", "complete": complete, "text": text}
    return json.dumps(data)


def parse_report(text: str) -> Report:
    """The report written by `format_report`.

    Raises:
        WorkError: if the text is none.
    """
    try:
        data = json.loads(text)
        return _report(data.pop("report"), data)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise WorkError(f"not a room's report: {text[:200]!r} ({error})") from None


def _report(kind: str, data: dict[str, Any]) -> Report:
    match kind:
        case "ready":
            return Ready(tuple(data["ports"]))
        case "begun":
            return Begun(str(data["room"]), int(data["number"]))
        case "acted":
            return Acted(_action_from_dict(data))
        case "finished":
            ns, ew = data["seconds"]
            return Finished(str(data["room"]), board_from_dict(data["board"]), (ns, ew))
        case "forfeited":
            seats = tuple(map(Seat.parse, data["seats"]))
            return Forfeited(str(data["room"]), int(data["number"]), seats)
        case "trouble":
            return Trouble(**data)
        case "over":
            return Over(bool(data["complete"]), str(data["text"]))
    raise WorkError(f"no report is called {kind!r}")


def _action_to_dict(action: StoredAction) -> dict[str, Any]:
    event = action.event
    common = {
        "seat": event.seat.letter, "player": action.player.letter, "seconds": action.seconds,
    }  # fmt: skip
    if isinstance(event, Called):
        told = {"explanation": event.explanation, "alert": event.alert}
        return {**common, "call": str(event.call), **told}
    return {**common, "card": str(event.card)}


def _action_from_dict(data: Mapping[str, Any]) -> StoredAction:
    seat = Seat.parse(data["seat"])
    event: Called | Played
    if "call" in data:
        event = Called(seat, Call.parse(data["call"]), data["explanation"], data["alert"])
    else:
        event = Played(seat, Card.parse(data["card"]))
    return StoredAction(event, Seat.parse(data["player"]), float(data["seconds"]))
