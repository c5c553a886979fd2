"""One table as a show: as its manager knows it, or as our own seats do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import evolve

from bluechip_bot.formats import Remark
from bluechip_bot.match.boards.plan import PlannedBoard
from bluechip_bot.model import Auction, Board, Call, Phase, Seat, Side
from bluechip_bot.protocol.effects import (
    Acted,
    BoardBegun,
    BoardFinished,
    BoardForfeited,
    Spent,
    TableEvent,
)
from bluechip_bot.vugraph.show import Show, Title

ROOM: Final = "table"
"""The name of the one room, and of its table."""


class ManagerShow:
    """Passes the events of a table manager on to a show.

    Attributes:
        show: the show.
    """

    def __init__(self, boards: Sequence[PlannedBoard], now: Callable[[], float]) -> None:
        """Begin before the first board.

        Args:
            boards: what is to be played.
            now: returns the time in seconds since 1970.
        """
        self.show = Show(Title(None, (ROOM,), len(boards)))
        self._boards = {board.number: board for board in boards}
        self._now = now

    def happened(self, event: TableEvent, teams: tuple[str, str]) -> None:
        """Take an event of the table; `teams` sit North-South and East-West."""
        match event:
            case BoardBegun(number):
                board = self._boards[number].begin()
                self.show.begin(ROOM, ROOM, teams, board, self._now())
            case Acted(_, action, player, seconds):
                self.show.act(ROOM, action, player, seconds, self._now())
            case BoardFinished(board):
                self.show.finish(ROOM, board, name=ROOM)
            case BoardForfeited(number, seats):
                self.show.forfeit(ROOM, number, seats)


class SeatsShow:
    """Passes what our seats see on to a show; what they do not see is not in it.

    Times are those between the lines as they come.

    Attributes:
        show: the show.
    """

    def __init__(
        self,
        team: str,
        now: Callable[[], float],
        shows: Callable[[Side, Board, Call], str] = lambda *_: "",
    ) -> None:
        """Begin before the first board.

        Args:
            team: the name of our team.
            now: returns the time in seconds since 1970.
            shows: returns what a call shows, by our side, the board before it and the call.
        """
        self.show = Show(Title(None, (ROOM,)))
        self._team = team
        self._now = now
        self._reads = shows
        self._shows: list[str] = []
        self._board: Board | None = None
        self._at = 0.0
        self._seconds: list[float] = []
        self._remarks: dict[tuple[int, Seat], tuple[str, ...]] = {}

    def seen(self, seat: Seat, board: Board) -> None:
        """Take the board as one of our seats sees it; several seats may tell of the same board."""
        old, now = self._board, self._now()
        if old is None or _begins(old, board):
            self._begin(seat, board, now)
            return
        if board.number != old.number:
            return  # A seat that is still at the board before.
        north, east, south, west = (
            mine or known for mine, known in zip(board.hands, old.hands, strict=True)
        )
        further = board if _length(board) > _length(old) else old
        self._board = shown = evolve(further, hands=(north, east, south, west))
        made = _length(shown) - _length(old)
        if made:
            self._seconds += [now - self._at, *[0.0] * (made - 1)]
            self._at = now
        self._read(seat.side, shown)
        used = _used(shown, self._seconds)
        self.show.follow(ROOM, shown, self._seconds, used, self._at, self._shows)
        if made and shown.phase is Phase.OVER:
            self.show.finish(ROOM, shown, name=ROOM)

    def thought(self, spent: Spent) -> None:
        """Take what a seat of ours thought."""
        if self._board is None or spent.board != self._board.number:
            return
        self._remarks[spent.place, spent.seat] = spent.thoughts
        remarks = [
            Remark(place + 1, text)
            for (place, _), texts in sorted(self._remarks.items())
            for text in texts
        ]
        self.show.think(ROOM, remarks)

    def _begin(self, seat: Seat, board: Board, now: float) -> None:
        self._board, self._at = board, now
        self._seconds, self._remarks, self._shows = [], {}, []
        ours = self._team
        teams = (ours, "the others") if seat.side is Side.NS else ("the others", ours)
        self.show.begin(ROOM, ROOM, teams, board, now)

    def _read(self, side: Side, board: Board) -> None:
        """Read the calls that are new."""
        calls = board.auction.calls
        for index in range(len(self._shows), len(calls)):
            earlier = evolve(board, auction=Auction(board.dealer, calls[:index]))
            self._shows.append(self._reads(side, earlier, calls[index]))


def _length(board: Board) -> int:
    """How many calls and cards were made."""
    return len(board.auction.calls) + (len(board.play.cards) if board.play is not None else 0)


def _begins(old: Board, board: Board) -> bool:
    """Whether a board is another one than that before, or the same that begins anew."""
    fresh = not board.auction.calls
    return fresh and (board.number != old.number or _length(old) > 0)


def _used(board: Board, seconds: Sequence[float]) -> tuple[float, float]:
    """What both sides have used; dummy's cards are declarer's, of the same side."""
    used = [0.0, 0.0]
    calls = len(board.auction.calls)
    seats = [board.auction.caller(index) for index in range(calls)]
    if board.play is not None:
        seats += [seat for trick in board.play.tricks for seat in trick.by_seat()]
    for seat, each in zip(seats, seconds, strict=False):
        used[seat.side] += each
    return used[0], used[1]
