"""Tables in memory for the tests of interoperation: ours with strangers, strangers' with us."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field

from bluechip_bot.model import Board, Call, Decision, DecisionRequest, Seat, Side
from bluechip_bot.protocol.dialect import DIALECTS, Dialect
from bluechip_bot.protocol.effects import (
    AskPlayer,
    BoardFinished,
    CloseConnection,
    LogGrade,
    LogLine,
    SendLine,
    SendTo,
    SessionEnding,
    SessionFinished,
)
from bluechip_bot.protocol.messages import NoteKind
from bluechip_bot.protocol.seat.session import SeatOptions, SeatSession
from bluechip_bot.protocol.table.session import TableOptions, TableSession
from support import foreign_clients, foreign_managers
from support.boards import answer_from, dealt

US, THEM = "BlueChipBot 1.0", "Foreign Team"


def plain(board: Board) -> Board:
    """The board without what was said of its calls."""
    return evolve(board, explanations=(), alerts=())


@define(eq=False, slots=False)
class Ours:
    """A seat of ours that calls and plays what stands in finished boards."""

    _boards: Sequence[Board]
    _options: SeatOptions
    sent: deque[str] = field(factory=deque, init=False)
    logs: list[LogLine] = field(factory=list, init=False)
    close: CloseConnection | None = field(default=None, init=False)
    told: dict[int, dict[int, str]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.session = SeatSession(self._options)
        self._carry_out(self.session.connected())

    def hear(self, line: str) -> None:
        self._carry_out(self.session.receive(line))
        board = self.session.board
        if board is not None:
            self.told[board.number] = dict(board.explanations)

    @property
    def done(self) -> bool:
        return self.close is not None and self.close.ending is SessionEnding.FINISHED

    def _carry_out(self, effects: Sequence[object]) -> None:
        for effect in effects:
            match effect:
                case SendLine(line):
                    self.sent.append(line)
                case AskPlayer(request):
                    self._carry_out(self.session.decided(self._answer(request)))
                case LogLine():
                    self.logs.append(effect)
                case CloseConnection():
                    self.close = effect

    def _answer(self, request: DecisionRequest) -> Decision:
        board = next(one for one in self._boards if one.number == request.board.number)
        decision = answer_from(board, request)
        is_bid = isinstance(decision.action, Call) and decision.action.is_bid
        return evolve(decision, explanation="shows, perhaps") if is_bid else decision


class Theirs:
    """A client of somebody's: a generator that yields to wait for a line."""

    def __init__(self, sent: deque[str], run: Generator[None, str, None]) -> None:
        self.sent = sent
        self.done = False
        self._run = run
        next(run)

    def hear(self, line: str) -> None:
        assert not self.done, f"{line!r} after the end"
        try:
            self._run.send(line)
        except StopIteration:
            self.done = True


class OurTable:
    """Our manager with four clients, N E S W, in memory; those named first speak first."""

    def __init__(self, boards: Sequence[Board], options: TableOptions) -> None:
        self.session = TableSession([dealt(board) for board in boards], options)
        self.finished: list[Board] = []
        self.logs: list[LogLine] = []
        self.ended: SessionFinished | None = None
        self._boards = list(boards)

    def play(self, players: Mapping[Seat, Ours | Theirs]) -> None:
        for seat in players:
            self.session.connected(seat)
        while any(player.sent for player in players.values()):
            for seat, player in players.items():
                if player.sent:
                    effects = self.session.receive(seat, player.sent.popleft(), 0.0)
                    self._carry_out(effects, players)
        assert self.finished == self._boards, str(self.session.owed)
        assert self.ended is not None
        assert self.ended.complete
        assert all(player.done for player in players.values())

    @property
    def warnings(self) -> list[str]:
        return [log.text for log in self.logs if log.level in (LogGrade.WARNING, LogGrade.ERROR)]

    def _carry_out(self, effects: Sequence[object], players: Mapping[Seat, Ours | Theirs]) -> None:
        for effect in effects:
            match effect:
                case SendTo(peer, line):
                    players[Seat(peer)].hear(line)
                case BoardFinished(board):
                    self.finished.append(plain(board))
                case SessionFinished():
                    self.ended = effect
                case LogLine():
                    self.logs.append(effect)


def against_us(
    kind: type[foreign_clients.Client], boards: Sequence[Board], profile: str, side: Side
) -> OurTable:
    """The boards played at our table, with their clients on one side and ours on the other.

    The strangers speak first, so that they might take anybody's seats.
    """
    theirs = [seat for seat in Seat if seat.side is side]
    ours = [seat for seat in Seat if seat.side is not side]
    clients = {seat: kind(seat, THEM, boards) for seat in theirs}
    options = [SeatOptions(US, seat, notes=NoteKind.ALERT) for seat in ours]
    players: dict[Seat, Ours | Theirs] = {
        **{seat: Theirs(client.sent, client.run()) for seat, client in clients.items()},
        **{seat: Ours(boards, option) for seat, option in zip(ours, options, strict=True)},
    }
    table = OurTable(
        boards,
        TableOptions(
            forward_notes=True,
            dialects=tuple(DIALECTS[profile if s.side is side else "standard"] for s in Seat),
            teams=(THEM, US) if side is Side.NS else (US, THEM),
        ),
    )
    table.play(players)
    for seat in ours:
        check_told(players[seat], boards, kind.note.rpartition(". ")[2])
    return table


def check_told(player: Any, boards: Sequence[Board], words: str) -> None:
    """A seat of ours has been told by its opponents, with every call, these words (or none)."""
    seat = player.session.seat
    for board in boards:
        callers = [board.auction.caller(index) for index in range(len(board.auction.calls))]
        theirs = {index for index, caller in enumerate(callers) if caller.side is not seat.side}
        told = {i: text for i, text in player.told[board.number].items() if i in theirs}
        assert told == (dict.fromkeys(theirs, words) if words else {})


class Sitting:
    """Four of our seats at a manager of somebody's, in memory."""

    def __init__(self, kind: type[foreign_managers.Manager], boards: Sequence[Board]) -> None:
        self.manager = kind([dealt(board) for board in boards], self._tell)
        self.seats: dict[Seat, Ours] = {}
        self._boards = boards
        self._told: deque[tuple[Seat, str]] = deque()

    def _tell(self, seat: Seat, line: str) -> None:
        self._told.append((seat, line))

    def play(self, dialects: Sequence[Dialect | None], notes: NoteKind | None) -> None:
        for seat in Seat:
            team = US if seat % 2 == 0 else THEM
            options = SeatOptions(team, seat, dialects[seat], strict_teams=True, notes=notes)
            self.seats[seat] = Ours(self._boards, options)
        run: Generator[Seat, str, None] = self.manager.run()
        wanted: Seat | None = next(run)
        while wanted is not None or self._told:
            while self._told:
                seat, line = self._told.popleft()
                self.seats[seat].hear(line)
            if wanted is None:
                break
            assert self.seats[wanted].sent, f"{wanted} owes a line"
            try:
                wanted = run.send(self.seats[wanted].sent.popleft())
            except StopIteration:
                wanted = None
        assert self.manager.finished == list(self._boards)
        assert not any(seat.sent for seat in self.seats.values())
        assert all(seat.done for seat in self.seats.values())
        assert {seat.session.boards for seat in self.seats.values()} == {len(self._boards)}

    @property
    def warnings(self) -> list[str]:
        return [
            log.text
            for seat in self.seats.values()
            for log in seat.logs
            if log.level in (LogGrade.WARNING, LogGrade.ERROR)
        ]


def strangers(
    kind: type[foreign_clients.Client], boards: Sequence[Board], profile: str
) -> list[str]:
    """Our manager's warnings when clients of a kind play all boards, and three as East-West."""
    tables = (
        against_us(kind, some, profile, side)
        for side, some in ((Side.NS, boards), (Side.EW, boards[:3]))
    )
    return [warning for table in tables for warning in table.warnings]
