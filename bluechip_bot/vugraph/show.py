"""The topics (named values) of a session's page: tables, finished boards, score and faults.

A show gets the events in order, and keeps the topics for both kinds of viewers: the public and the
operator. Nothing goes back from it to the tables.

| topic | value |
|---|---|
| `title` | `teams` A and B, or None; `rooms`; `planned`, the number of boards, or None |
| `table/NAME` | `room`, `teams` N/S and E/W, `number`, `at`, `used` by both, `live`, `board` |
| `board/NUMBER` | `rooms`: by name the result of the board there; `imps` of team A, or None |
| `score` | `imps` of A and B, `boards`, and `mean`, `low` and `high` of a swing, or None |
| `faults` | `count`, and the `last` ones, each with `at`, `room`, `what`, `who` and `text` |
| `over` | why the session is over |

`at` is the time of the last call or card in seconds since 1970, `used` are seconds; `board` is a
`match.record.document`.

The public learns nothing about a board that another room has still to finish, see
`SessionShow.is_shown`: there is no topic `board/NUMBER`, and a table that plays it, or has just
played it, has no more than `room`, `teams` and `number`.
"""

from __future__ import annotations

import gzip
import json
from collections import deque
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from attrs import define, field

from bluechip_bot.formats.record import Remark
from bluechip_bot.match.record.document import (
    BoardSight,
    Document,
    Reads,
    board_document,
    result_document,
    statements,
)
from bluechip_bot.match.record.record import ROOMS
from bluechip_bot.match.result.comparison import won
from bluechip_bot.model import Board, Called, ModelError, Phase, Played, Seat, imps
from bluechip_bot.statistics.estimates import t_interval
from bluechip_bot.vugraph.topics import PageTopics

_FAULTS: Final = 30
_LONGEST: Final = 400
"""The characters of a fault that are shown."""


@define
class _ShownTable:
    """A table with the board that is, or was last, played there."""

    room: str
    teams: tuple[str, str]
    board: Board
    at: float
    seconds: list[float] = field(factory=list)
    remarks: Sequence[Remark] = ()
    shows: list[str] = field(factory=list)
    is_lost: bool = False

    @property
    def used(self) -> list[float]:
        """The seconds used by North-South and East-West; dummy's cards count for its side."""
        used = [0.0, 0.0]
        auction, play = self.board.auction, self.board.play
        seats = [auction.caller(index) for index in range(len(auction.calls))]
        for trick in () if play is None else play.tricks:
            seats += trick.by_seat()
        for seat, seconds in zip(seats, self.seconds, strict=False):
            used[seat.side] += seconds
        return [round(seconds, 2) for seconds in used]


@define
class _BoardLine:
    rooms: dict[str, Document] = field(factory=dict)
    counts: bool = True

    @property
    def swing(self) -> int | None:
        """The IMPs won by team A; None unless both rooms have a result."""
        first, second = (self.rooms.get(room, {}).get("score") for room in ROOMS)
        if first is None or second is None or not self.counts:
            return None
        return imps(first - second)


class SessionShow:
    """A session as its viewers see it; if `teams` is None, it is not a match."""

    def __init__(
        self,
        teams: tuple[str, str] | None,
        rooms: tuple[str, ...],
        planned: int | None = None,
        reads: Reads = lambda *_: "",
    ) -> None:
        self.views: Mapping[BoardSight, PageTopics] = {sight: PageTopics() for sight in BoardSight}
        self._is_match = teams is not None and len(rooms) > 1
        self._rooms = frozenset(rooms)
        self._reads = reads
        self._tables: dict[str, _ShownTable] = {}
        self._lines: dict[int, _BoardLine] = {}
        self._documents: dict[tuple[str, int], bytes] = {}
        self._faults: deque[Document] = deque(maxlen=_FAULTS)
        self._troubles = 0
        self._show_all("title", {"teams": teams, "rooms": rooms, "planned": planned})
        self._show_score()

    # What happens

    def begin(self, name: str, room: str, teams: tuple[str, str], board: Board, at: float) -> None:
        """Show that a board begins at a table, or begins again."""
        self._tables[name] = _ShownTable(room, teams, board, at)
        self._show_table(name)

    def act(self, name: str, event: Called | Played, seconds: float, at: float) -> None:
        """Show a call or card made at a table.

        A call or card that does not fit the board is not shown, nor are later ones on that board.
        """
        table = self._tables.get(name)
        if table is None or table.is_lost:
            return
        try:
            board = table.board.apply(event)
        except ModelError:
            table.is_lost = True
            return
        self.follow(name, board, [*table.seconds, seconds], at)

    def follow(self, name: str, board: Board, seconds: Sequence[float], at: float) -> None:
        """Show a newer state of the board at a table that `begin` has shown."""
        table = self._tables.get(name)
        if table is not None:
            table.board, table.at, table.seconds = board, at, list(seconds)
            read = partial(self._reads, table.room)
            table.shows += statements(board, read, len(table.shows))
            self._show_table(name)

    def think(self, name: str, remarks: Sequence[Remark]) -> None:
        """Show the players' thoughts about the board at a table."""
        table = self._tables.get(name)
        if table is not None and len(remarks) != len(table.remarks):
            table.remarks = tuple(remarks)
            self._show_table(name)

    def finish(
        self,
        room: str,
        board: Board,
        seconds: Sequence[float] = (),
        remarks: Sequence[Remark] = (),
        name: str = "",
    ) -> None:
        """Show a board that is over in a room; `name` is its table, empty if play was not shown.

        Seconds or remarks that are left out are taken from the table.
        """
        table, shows = self._tables.get(name), list[str]()
        if table is not None and table.board.number == board.number:
            table.board = board
            seconds, remarks = seconds or table.seconds, remarks or table.remarks
            table.remarks, shows = tuple(remarks), table.shows
        told = board_document(board, seconds=seconds, remarks=remarks, shows=shows)
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        self._documents[room, board.number] = gzip.compress(text.encode(), 6, mtime=0)
        self._tell(board.number, room, result_document(board))

    def forfeit(self, room: str, number: int, seats: Sequence[Seat]) -> None:
        """Show that a room gave up a board because these seats did not send the line they owed."""
        self._tell(number, room, {"given_up": [seat.letter for seat in seats]})

    def leave_out(self, number: int) -> None:
        """Leave a board out of the score."""
        self._lines.setdefault(number, _BoardLine()).counts = False
        self._show_line(number)
        self._show_score()

    def fault(  # noqa: PLR0913, PLR0917 - a fault
        self, at: float, room: str, what: str, who: str, text: str, times: int = 1
    ) -> None:
        """Show a fault that occurred `times` times; see `match.record.store.MatchTrouble`."""
        self._troubles += times
        shown = {"at": round(at, 1), "room": room, "what": what, "who": who}
        self._faults.append({**shown, "text": text[:_LONGEST]})
        for sight, topics in self.views.items():
            last = list(self._faults)
            if sight is BoardSight.PUBLIC:
                # The details may name files of this machine.
                last = [{**fault, "text": ""} for fault in last]
            topics.set("faults", {"count": self._troubles, "last": last})

    def progress(self, done: int, boards: int, outlook: str) -> None:
        """Show how many boards of all rooms are done; `outlook` is the time left, in words."""
        self._show_all("progress", {"done": done, "boards": boards, "outlook": outlook})

    def end(self, text: str, details: str = "") -> None:
        """Show that the session is over; only the operator sees the details."""
        for sight, topics in self.views.items():
            told = f"{text}: {details[:_LONGEST]}" if details else text
            topics.set("over", text if sight is BoardSight.PUBLIC else told)

    # What is shown

    def tables(self) -> Mapping[str, tuple[str, Board]]:
        """The rooms and boards in play, by the names of their tables."""
        return {
            name: (table.room, table.board)
            for name, table in self._tables.items()
            if table.board.phase is not Phase.OVER
        }

    def document(self, room: str, number: int, sight: BoardSight) -> bytes | None:
        """The document of a board that is over in a room, as JSON in gzip.

        None if the board is not over there, or viewers of this kind may not see it yet.
        """
        return self._documents.get((room, number)) if self.is_shown(number, sight) else None

    def is_shown(self, number: int, sight: BoardSight, room: str = "") -> bool:
        """Whether viewers may see a board; all topics and documents obey this rule.

        Players of a room that has not finished a board may be among the public, so a board is
        public when all rooms have finished it or given it up. Play in the last room is public at
        once, as nobody can use it in another room any more: with `room`, the answer is for the
        board in play there.
        """
        over = self._lines[number].rooms if number in self._lines else {}
        return sight is BoardSight.OPERATOR or self._rooms <= {*over, room}

    def _tell(self, number: int, room: str, told: Document) -> None:
        self._lines.setdefault(number, _BoardLine()).rooms[room] = told
        self._show_line(number)
        for name, table in self._tables.items():
            if table.board.number == number:
                self._show_table(name)
        self._show_score()

    def _show_all(self, name: str, value: object) -> None:
        for topics in self.views.values():
            topics.set(name, value)

    def _show_table(self, name: str) -> None:
        table = self._tables[name]
        board = table.board
        for sight, topics in self.views.items():
            told: Document = {"room": table.room, "teams": table.teams, "number": board.number}
            if self.is_shown(board.number, sight, table.room):
                told |= {
                    "at": round(table.at, 2),
                    "used": table.used,
                    "live": board.phase is not Phase.OVER,
                    "board": board_document(
                        board, sight, table.seconds, table.remarks, table.shows
                    ),
                }
            topics.set(f"table/{name}", told)

    def _show_line(self, number: int) -> None:
        line = self._lines[number]
        told = {"rooms": line.rooms, "imps": line.swing, "counts": line.counts}
        for sight, topics in self.views.items():
            topics.set(f"board/{number}", told if self.is_shown(number, sight) else None)

    def _show_score(self) -> None:
        if not self._is_match:
            return
        swings = [swing for line in self._lines.values() if (swing := line.swing) is not None]
        interval = t_interval(swings) if len(swings) > 1 else None
        self._show_all(
            "score",
            {
                "imps": won(swings),
                "boards": len(swings),
                "mean": round(sum(swings) / len(swings), 2) if swings else None,
                "low": None if interval is None else round(interval.low, 2),
                "high": None if interval is None else round(interval.high, 2),
            },
        )
