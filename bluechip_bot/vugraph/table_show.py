"""A show of one table, as its manager or our own seats see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import define, evolve

from bluechip_bot.match.record.thoughts import remarks_of
from bluechip_bot.model import Board, Call, Phase, PlannedBoard, Seat, Side, four
from bluechip_bot.protocol.effects import (
    BoardBegun,
    BoardFinished,
    BoardForfeited,
    DecisionSpent,
    TableActed,
    TableEvent,
)
from bluechip_bot.vugraph.show import SessionShow

ROOM: Final = "table"
"""The name of the one room, and of its table."""


@define(eq=False, slots=False)
class ManagerShow:
    """Feeds the events of a table manager to a show."""

    _boards: Sequence[PlannedBoard]
    _now: Callable[[], float]

    def __attrs_post_init__(self) -> None:
        self.show = SessionShow(None, (ROOM,), len(self._boards))

    def happened(self, event: TableEvent, teams: tuple[str, str]) -> None:
        """Show an event of the table; `teams` sit North-South and East-West."""
        match event:
            case BoardBegun(number):
                (board,) = (each.begin() for each in self._boards if each.number == number)
                self.show.begin(ROOM, ROOM, teams, board, self._now())
            case TableActed(_, action, _, seconds):
                self.show.act(ROOM, action, seconds, self._now())
            case BoardFinished(board):
                self.show.finish(ROOM, board, name=ROOM)
            case BoardForfeited(number, seats):
                self.show.forfeit(ROOM, number, seats)


@define(eq=False, slots=False)
class SeatsShow:
    """Feeds the boards that our seats see to a show; hidden hands stay hidden.

    Times are measured between the arrivals of lines.
    """

    _team: str
    _now: Callable[[], float]
    _reads: Callable[[Side, Board, Call], str] = lambda *_: ""

    def __attrs_post_init__(self) -> None:
        self.show = SessionShow(
            None, (ROOM,), reads=lambda _, *made: self._reads(self._side, *made)
        )
        self._side = Side.NS
        self._board: Board | None = None
        self._at = 0.0
        self._seconds: list[float] = []
        self._remarks: dict[tuple[int, Seat], tuple[str, ...]] = {}

    def seen(self, seat: Seat, board: Board) -> None:
        """Show the board as one of our seats sees it; several seats may see the same board."""
        old, now, self._side = self._board, self._now(), seat.side
        fresh = not board.auction.calls
        if old is None or (fresh and (board.number != old.number or old.made > 0)):
            self._begin(seat, board, now)
            return
        if board.number != old.number:
            return  # A seat that is still at the board before.
        hands = (mine or known for mine, known in zip(board.hands, old.hands, strict=True))
        further = board if board.made > old.made else old
        self._board = shown = evolve(further, hands=four(hands))
        made = shown.made - old.made
        if made:
            self._seconds += [now - self._at, *[0.0] * (made - 1)]
            self._at = now
        self.show.follow(ROOM, shown, self._seconds, self._at)
        if made and shown.phase is Phase.OVER:
            self.show.finish(ROOM, shown, name=ROOM)

    def thought(self, spent: DecisionSpent) -> None:
        """Show the thoughts of one of our seats."""
        if self._board is None or spent.board != self._board.number:
            return
        self._remarks[spent.place, spent.seat] = spent.thoughts
        self.show.think(ROOM, remarks_of(self._remarks))

    def _begin(self, seat: Seat, board: Board, now: float) -> None:
        self._board, self._at = board, now
        self._seconds, self._remarks = [], {}
        ours = self._team
        teams = (ours, "the others") if seat.side is Side.NS else ("the others", ours)
        self.show.begin(ROOM, ROOM, teams, board, now)
