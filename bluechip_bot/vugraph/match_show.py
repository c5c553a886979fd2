"""A match as a show, made from its rooms' reports and its seats' logs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import define

from bluechip_bot.formats.record import Remark
from bluechip_bot.match.record.document import Reads
from bluechip_bot.match.record.record import team_of
from bluechip_bot.match.record.store import MatchTrouble, StoredBoard
from bluechip_bot.match.record.thoughts import ThoughtReader
from bluechip_bot.match.work import RoomEvent, RoomReport, RoomWork
from bluechip_bot.model import Board, PlannedBoard, Seat, Side
from bluechip_bot.protocol.effects import BoardBegun, BoardFinished, BoardForfeited, TableActed
from bluechip_bot.vugraph.show import SessionShow


@define(eq=False, slots=False)
class MatchShow:
    """Feeds the reports and logs of a match to its show."""

    _teams: tuple[str, str]
    _rooms: tuple[str, ...]
    _planned: Sequence[PlannedBoard]
    _readers: Mapping[str, ThoughtReader]
    _now: Callable[[], float]
    _reads: Reads = lambda *_: ""

    def __attrs_post_init__(self) -> None:
        self.show = SessionShow(self._teams, self._rooms, len(self._planned), self._reads)
        self._boards = {board.number: board for board in self._planned}

    def resume(
        self,
        finished: Sequence[StoredBoard],
        forfeits: Mapping[str, Mapping[int, tuple[Seat, ...]]],
        troubles: Sequence[MatchTrouble],
    ) -> None:
        """Show what happened before the match was resumed.

        Args:
            finished: the boards that are finished.
            forfeits: by room and board number, the seats that owed a line.
            troubles: the faults.
        """
        for stored in finished:
            seconds = [action.seconds for action in stored.actions]
            remarks = self._taken(stored.room, stored.board)
            self.show.finish(stored.room, stored.board, seconds, remarks)
            self._check(stored.board)
        for room, given_up in forfeits.items():
            for number, seats in given_up.items():
                self.show.forfeit(room, number, seats)
        for trouble in troubles:
            self._fault(trouble)

    def heard(self, work: RoomWork, report: RoomReport) -> None:
        """Show a report of a room."""
        name = work.name
        match report:
            case RoomEvent(room, BoardBegun(number)):
                ns, ew = (self._teams[team_of(room, side)] for side in Side)
                board = self._boards[number].dealt()
                self.show.begin(name, room, (ns, ew), board, self._now())
            case RoomEvent(_, TableActed(_, event, _, seconds)):
                self.show.act(name, event, seconds, self._now())
            case RoomEvent(room, BoardFinished(board)):
                self.show.finish(room, board, remarks=self._taken(room, board), name=name)
                self._check(board)
            case RoomEvent(room, BoardForfeited(number, seats)):
                self.show.forfeit(room, number, seats)
            case MatchTrouble():
                self._fault(report)

    def poll(self) -> None:
        """Show what the seats have logged since the last call."""
        for name, (room, board) in self.show.tables().items():
            if room in self._readers:
                self.show.think(name, self._readers[room].so_far(board))

    def _taken(self, room: str, board: Board) -> tuple[Remark, ...]:
        return self._readers[room].take(board) if room in self._readers else ()

    def _check(self, board: Board) -> None:
        """Leave a board out of the score if its planned auction was not followed."""
        if self._boards[board.number].departure(board):
            self.show.leave_out(board.number)

    def _fault(self, trouble: MatchTrouble) -> None:
        self.show.fault(trouble.at, trouble.room, trouble.what, trouble.who, trouble.text)
