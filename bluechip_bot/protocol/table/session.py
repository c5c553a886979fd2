"""The manager's end of a session: four seats and a list of boards. Sans-io.

The rules of this file:

* Teams, the first board, the deal and the cards are each sent when all four seats have said that
  they are ready. From the first call on, a readiness line is a request by that seat alone: it is
  answered as soon as there is an answer, whatever the order in which the four ask.
* Only `to lead`, `Timing`, `Start of board` and `End of session` are sent without a request.
* Lines are written from values; the words of a client never reach another client.
* An illegal call or card changes nothing: the client is refused and may try again, a limited number
  of times on a board.
* A line that makes no sense changes nothing, either. A client that sends very many is cut off.
* A lost seat may be taken again by its team; then the board begins again with `Start of board`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from attrs import define, field, frozen

from bluechip_bot.model import Board, Called, ModelError, Phase, Played, Seat, Side, four
from bluechip_bot.protocol.dialect import Dialect, SeatedStyle
from bluechip_bot.protocol.effects import (
    BoardBegun,
    BoardFinished,
    BoardForfeited,
    DropClient,
    LogGrade,
    LogLine,
    SeatCut,
    SeatTaken,
    SendTo,
    SessionFinished,
    TableActed,
    TableEffect,
)
from bluechip_bot.protocol.errors import LocalProtocolError, RemoteProtocolError
from bluechip_bot.protocol.messages import (
    BoardHeader,
    CallMade,
    CardPlayed,
    Complaint,
    Connecting,
    EndOfSession,
    HandShown,
    Illegal,
    ManagerMessage,
    Message,
    Readiness,
    Ready,
    ReadyForCall,
    ReadyForCard,
    ReceivedDummy,
    RefusalReason,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
)
from bluechip_bot.protocol.reader import SeatNameError, parse
from bluechip_bot.protocol.table.board import expected, owed, played
from bluechip_bot.protocol.table.lobby import EXPECTED_CONNECTING, Lobby, SeatingError
from bluechip_bot.protocol.table.seat import OwedLine, TableSeat
from bluechip_bot.protocol.writer import clean_note, format_message


@define(eq=False)
class SideClock:
    """Counts the time from one call or card to the next, for the side that acts.

    Times are in seconds and come from the caller, whose clock must not go back.
    """

    _board: list[float] = field(factory=lambda: [0.0, 0.0], init=False)
    _total: list[float] = field(factory=lambda: [0.0, 0.0], init=False)
    _since: float = field(default=0.0, init=False)

    def begin_board(self, now: float) -> None:
        """Start the clock for the auction; the time of a board that was broken off is forgotten."""
        self._board = [0.0, 0.0]
        self._since = now

    def acted(self, side: Side, now: float) -> float:
        """Count the time of a call or card of a side, and return it."""
        seconds = max(0.0, now - self._since)
        self._board[side] += seconds
        self._since = now
        return seconds

    def end_board(self) -> tuple[float, float]:
        """Add the board's times to the totals; return those of North-South and East-West."""
        ns, ew = self._board
        self._total[Side.NS] += ns
        self._total[Side.EW] += ew
        return ns, ew

    @property
    def timing(self) -> Timing:
        """The `Timing` line for the board and the session so far, in whole seconds."""
        times = zip(self._board, self._total, strict=True)
        return Timing(four(round(seconds) for both in times for seconds in both))


_MOST_SENSELESS: Final = 1000
"""Senseless lines on a board, after which a client is cut off: one that merely differs from us
sends fewer than 100. Each is answered: one that sends and never reads would make us keep answers
without limit."""


class TablePhase(Enum):
    """The phase of a manager's session."""

    GATHERING = "gathering the players"
    STARTING = "ready to start a board"
    DEALING = "dealing"
    SHOWING = "showing the cards"
    BOARD = "in a board"
    ENDED = "ended"


_WITHOUT_BOARD: Final = (TablePhase.GATHERING, TablePhase.ENDED)


@frozen
class TableOptions:
    """The manager's options.

    Attributes:
        timing: whether `Timing` is sent after each board.
        seated: how the team is quoted in `seated`.
        forward_notes: whether explanations of calls are sent on to the opponents.
        strict: whether a readiness line that names the wrong player or trick is refused; if not,
            it is accepted with a warning in the log.
        illegal_limit: the number of illegal calls and cards that a seat may send on a board.
        on_illegal: what is done about a seat that sends more: "restart" cuts its connection, so
            that the board begins again once the seat is taken again (without `reconnect` it ends
            the session); "forfeit" gives the board up; "stop" ends the session.
        reconnect: whether a lost seat may be taken again; if not, its loss ends the session.
        dialects: how lines to N, E, S, W are written; empty for the standard dialect with `seated`
            as above. A seat whose dialect has no `Timing` is never sent it.
        teams: the teams expected North-South and East-West; a client that asks for any seat gets a
            seat of its team. Empty admits all teams.
    """

    timing: bool = True
    seated: SeatedStyle = SeatedStyle.QUOTED
    forward_notes: bool = False
    strict: bool = False
    illegal_limit: int = 3
    on_illegal: str = "restart"
    reconnect: bool = True
    dialects: tuple[Dialect, ...] = ()
    teams: tuple[str, ...] = ()

    def dialect_of(self, seat: Seat) -> Dialect:
        """The dialect in which lines to a seat are written."""
        return self.dialects[seat] if self.dialects else Dialect("manager", seated=self.seated)


class TableSession:
    """A manager's session with four clients.

    Call `connected`, `receive` and `lost` with the number of a connection and the time in
    seconds; carry out the effects that each returns, in order.

    Attributes:
        finished: the number of boards finished, those given up included.
        board: the board being played, with all hands; None before the first.
    """

    def __init__(self, boards: Sequence[Board], options: TableOptions | None = None) -> None:
        """Create a session with the boards to play, each with its four hands and no call yet."""
        self.options = options or TableOptions()
        self.phase = TablePhase.GATHERING
        self.finished = 0
        self._boards = tuple(boards)
        self._places = tuple(TableSeat(seat) for seat in Seat)
        self.board: Board | None = None
        self._broken_off = False
        self._clock = SideClock()
        self._lobby = Lobby(self._places, self.options.teams)

    # Inputs

    def connected(self, peer: int, place: Seat | None = None) -> list[TableEffect]:
        """Add a new connection; `place` is the seat of its port, if each seat has one."""
        self._lobby.enter(peer, place)
        return []

    def receive(self, peer: int, line: str, now: float) -> list[TableEffect]:
        """Process a line from a connection."""
        if self.phase is TablePhase.ENDED:
            return [LogLine(LogGrade.DEBUG, f"after the end: {line!r}")]
        place = self._place_of(peer)
        try:
            message = parse(line)
        except RemoteProtocolError as error:
            return self._not_understood(peer, place, error)
        if place is None:
            return self._connect(peer, message, now)
        return [*self._take(place, message, line, now), *self._progress(now)]

    def discarded(self, peer: int, text: str) -> list[TableEffect]:
        """Count a line that was discarded, for the reason in `text`, as one that makes no sense."""
        place = self._place_of(peer)
        text = f"ERROR: {text}"
        if place is None:
            return self._lobby.refuse(peer, SeatingError(RefusalReason.UNEXPECTED, text))
        return self._answer(place, text)

    def cut(self, peer: int, text: str) -> list[TableEffect]:
        """Close a connection because of what its client does; call `lost` once it is closed."""
        place = self._place_of(peer)
        if place is None:
            return [DropClient(peer, text)]
        return [SeatCut(peer, place.seat, f"{place.seat} {text}")]

    def lost(self, peer: int, now: float) -> list[TableEffect]:
        """Process the loss of a connection."""
        self._lobby.leave(peer)
        place = self._place_of(peer)
        if place is None or self.phase is TablePhase.ENDED:
            return []
        place.leave()
        if self.phase is TablePhase.GATHERING:
            place.team = None
        effects: list[TableEffect] = [LogLine(LogGrade.ERROR, f"{place.seat} is lost")]
        if not self.options.reconnect:
            return [*effects, *self._end(complete=False, text=f"{place.seat} is lost")]
        if self.phase not in (TablePhase.GATHERING, TablePhase.STARTING):
            number = self.board.number if self.board else 0
            effects.append(LogLine(LogGrade.WARNING, f"board {number} will begin again"))
            self.phase = TablePhase.STARTING
            self._broken_off = True
        return [*effects, *self._progress(now)]

    def nudge(self, now: float) -> list[TableEffect]:
        """Repeat `to lead` to the seats that owe a line, if they are to lead."""
        for seat in self.owed.seats:
            self._places[seat].prompted = 0
        return self._progress(now)

    def restart(self, now: float) -> list[TableEffect]:
        """Start the board again from its first call, with all seated players."""
        if self.board is None or self.phase in _WITHOUT_BOARD:
            return []
        self.phase = TablePhase.STARTING
        self._broken_off = True
        return self._progress(now)

    def forfeit(self, now: float, seats: tuple[Seat, ...] | None = None) -> list[TableEffect]:
        """Give the board up and go on; `seats` are to blame, by default those that owe a line."""
        if self.board is None or self.phase in _WITHOUT_BOARD:
            return []
        self.finished += 1
        blamed = self.owed.seats if seats is None else seats
        return [BoardForfeited(self.board.number, blamed), *self.restart(now)]

    def stop(self, text: str) -> list[TableEffect]:
        """End the session even if boards are left to play; `text` is the reason."""
        return [] if self.phase is TablePhase.ENDED else self._end(complete=False, text=text)

    @property
    def teams(self) -> tuple[str, str]:
        """The names of the teams North-South and East-West; empty while a side has no player."""
        return self._lobby.teams

    @property
    def empty(self) -> tuple[Seat, ...]:
        """The seats without a connection."""
        return tuple(place.seat for place in self._places if place.peer is None)

    @property
    def owed(self) -> OwedLine:
        """The line that must come next, with the seats that owe it."""
        missing = [self._places[seat] for seat in self.empty]
        if missing and self.phase is not TablePhase.ENDED:
            return OwedLine.by(missing, "to connect")
        match self.phase:
            case TablePhase.GATHERING | TablePhase.STARTING:
                stage = Readiness.TEAMS if self.phase is TablePhase.GATHERING else Readiness.START
                return self._owed_for(stage)
            case TablePhase.DEALING:
                return self._owed_for(Readiness.DEAL)
            case TablePhase.SHOWING:
                return self._owed_for(Readiness.CARDS)
            case TablePhase.BOARD if self.board is not None:
                return owed(self.board, self._places)
        return OwedLine((), "")

    # Seats

    def _place_of(self, peer: int) -> TableSeat | None:
        return next((place for place in self._places if place.peer == peer), None)

    def _connect(self, peer: int, message: Message, now: float) -> list[TableEffect]:
        try:
            place = self._lobby.admit(peer, message)
        except SeatingError as error:
            return self._lobby.refuse(peer, error)
        return [
            LogLine(LogGrade.INFO, f"{place.seat} is taken by {place.team!r}"),
            SeatTaken(peer, place.seat),
            self._send(place, Seated(place.seat, place.team or "")),
            *self._progress(now),
        ]

    def _not_understood(
        self, peer: int, place: TableSeat | None, error: RemoteProtocolError
    ) -> list[TableEffect]:
        if isinstance(error, SeatNameError):
            text = f"Illegal hand '{error.seat}' specified"
            return self._lobby.refuse(peer, SeatingError(RefusalReason.SEAT_UNKNOWN, text))
        if place is None:
            refusal = SeatingError(RefusalReason.UNEXPECTED, EXPECTED_CONNECTING)
            return self._lobby.refuse(peer, refusal)
        return self._answer(place, f"ERROR: {error}")

    # Messages

    def _take(self, place: TableSeat, message: Message, line: str, now: float) -> list[TableEffect]:
        sender = getattr(message, "seat", place.seat)
        is_named_otherwise = not isinstance(message, CardPlayed) and sender is not place.seat
        if is_named_otherwise or isinstance(message, Connecting):
            return self._unexpected(place, line, f"you are {place.seat}")
        if place.stale and not (isinstance(message, Ready) and message.stage is Readiness.DEAL):
            return [LogLine(LogGrade.DEBUG, f"{place.seat}, not of this board: {line!r}")]
        match message:
            case Ready():
                return self._ready(place, message, line)
            case ReadyForCall() | ReadyForCard():
                return self._request(place, message, line)
            case ReceivedDummy():
                return []
            case CallMade():
                return self._call(place, message, now)
            case CardPlayed():
                return self._card(place, message, now)
            case _:
                return self._unexpected(place, line, "a manager's line")

    def _ready(self, place: TableSeat, message: Ready, line: str) -> list[TableEffect]:
        effects: list[TableEffect] = []
        match message.stage:
            case Readiness.DUMMY:
                place.dummy_wanted = True
            case Readiness.TEAMS if self.phase is not TablePhase.GATHERING:
                # A seat that was taken again gets the teams at once; the others have them.
                effects = [self._send(place, Teams(*self.teams))]
            case Readiness.START if Readiness.START in place.stages:
                effects = [LogLine(LogGrade.DEBUG, f"{place.seat} again: {line!r}")]
            case _:
                place.stages.add(message.stage)
                place.stale = place.stale and message.stage is not Readiness.DEAL
        return effects

    def _request(
        self, place: TableSeat, message: ReadyForCall | ReadyForCard, line: str
    ) -> list[TableEffect]:
        right = expected(self.board, place, message) if self.board else ""
        effects: list[TableEffect] = []
        if right:
            if self.options.strict:
                return self._unexpected(place, line, f"expected '{right}'")
            effects = [LogLine(LogGrade.WARNING, f"{place.seat}: {line!r} taken as '{right}'")]
        if isinstance(message, ReadyForCall):
            place.calls_wanted += 1
        else:
            place.cards_wanted += 1
        return effects

    def _call(self, place: TableSeat, message: CallMade, now: float) -> list[TableEffect]:
        if self.phase is not TablePhase.BOARD or self.board is None:
            return self._senseless(place, f"{place.seat} calls while {self.phase.value}")
        event = message.event
        try:
            self.board = self.board.apply(event)
        except ModelError as error:
            return self._illegal(place, error, Illegal(card=False), now)
        return [self._acted(self.board, event, place.seat, now)]

    def _card(self, place: TableSeat, message: CardPlayed, now: float) -> list[TableEffect]:
        if self.phase is not TablePhase.BOARD or self.board is None:
            return self._senseless(place, f"{place.seat} plays while {self.phase.value}")
        try:
            event, warning = played(self.board, place.seat, message)
            self.board = self.board.apply(event)
        except ModelError as error:
            return self._illegal(place, error, Illegal(card=True), now)
        effects: list[TableEffect] = [self._acted(self.board, event, place.seat, now)]
        return [*effects, LogLine(LogGrade.WARNING, warning)] if warning else effects

    def _acted(self, board: Board, event: Called | Played, player: Seat, now: float) -> TableActed:
        return TableActed(board.number, event, player, self._clock.acted(player.side, now))

    def _illegal(
        self, place: TableSeat, error: ModelError, answer: Illegal, now: float
    ) -> list[TableEffect]:
        place.illegal += 1
        effects: list[TableEffect] = [
            LogLine(LogGrade.ERROR, f"{place.seat}: {error}"),
            self._send(place, answer),
        ]
        if place.illegal > self.options.illegal_limit:
            effects += self._punish(place, now)
        return effects

    def _punish(self, place: TableSeat, now: float) -> list[TableEffect]:
        """Deal with a seat that has sent too many illegal calls and cards on this board."""
        text = f"{place.seat} sent {place.illegal} illegal calls or cards"
        place.illegal = 0
        match self.options.on_illegal:
            case "restart" if place.peer is not None and self.options.reconnect:
                return [SeatCut(place.peer, place.seat, text)]
            case "forfeit":
                return [LogLine(LogGrade.ERROR, text), *self.forfeit(now, (place.seat,))]
        return self._end(complete=False, text=text)

    def _unexpected(self, place: TableSeat, line: str, reason: str) -> list[TableEffect]:
        return self._answer(place, f"ERROR: unexpected line, {reason}: {line[:200]!r}")

    def _answer(self, place: TableSeat, text: str) -> list[TableEffect]:
        """Complain to a client about a line that makes no sense, and count the line."""
        text = clean_note(text)
        answer = self._send(place, Complaint(RefusalReason.UNEXPECTED, text))
        return [answer, *self._senseless(place, f"{place.seat}: {text}")]

    def _senseless(self, place: TableSeat, text: str) -> list[TableEffect]:
        """Count a line that makes no sense; cut off a client that sends too many."""
        effects: list[TableEffect] = [LogLine(LogGrade.WARNING, text)]
        place.senseless += 1
        if place.senseless < _MOST_SENSELESS or place.peer is None:
            return effects
        text = f"has sent {place.senseless} lines without sense on a board"
        place.senseless = 0
        return [*effects, *self.cut(place.peer, text)]

    # Progress

    def _progress(self, now: float) -> list[TableEffect]:
        """Go on as far as the announcements allow, and send what has been asked for."""
        effects: list[TableEffect] = []
        while True:
            step = self._step(now)
            if step is None:
                return effects
            effects += step

    def _step(self, now: float) -> list[TableEffect] | None:
        match self.phase:
            case TablePhase.GATHERING if self._lobby.announced(Readiness.TEAMS):
                self.phase = TablePhase.STARTING
                return self._broadcast(Teams(*self.teams))
            case TablePhase.STARTING if self._lobby.announced(Readiness.START):
                return self._begin_board()
            case TablePhase.DEALING if self.board and self._lobby.announced(Readiness.DEAL):
                board = self.board
                self.phase = TablePhase.SHOWING
                self._lobby.use_up(Readiness.DEAL)
                header = BoardHeader(board.number, board.dealer, board.vulnerability)
                return self._broadcast(header)
            case TablePhase.SHOWING if self.board and self._lobby.announced(Readiness.CARDS):
                self.phase = TablePhase.BOARD
                self._lobby.use_up(Readiness.CARDS)
                self._clock.begin_board(now)
                shown = zip(self._places, self.board.hands, strict=True)
                return [
                    self._send(place, HandShown(place.seat, hand)) for place, hand in shown if hand
                ]
            case TablePhase.BOARD:
                return self._step_in_board()
        return None

    def _step_in_board(self) -> list[TableEffect] | None:
        board = self.board
        if board is None:
            return None
        effects: list[TableEffect] = [
            self._send(place, message)
            for place in self._places
            for message in place.deliver(board, notes=self.options.forward_notes)
        ]
        if board.phase is Phase.OVER and all(p.is_up_to_date(board) for p in self._places):
            return [*effects, *self._finish_board(board)]
        return effects or None

    def _begin_board(self) -> list[TableEffect]:
        if self.finished == len(self._boards):
            return self._end(complete=True, text="all boards are played")
        self.board = self._boards[self.finished]
        self.phase = TablePhase.DEALING
        for place in self._places:
            place.begin_board(again=self._broken_off)
        self._broken_off = False
        return [BoardBegun(self.board.number), *self._broadcast(StartOfBoard())]

    def _finish_board(self, board: Board) -> list[TableEffect]:
        self.finished += 1
        self.phase = TablePhase.STARTING
        seconds = self._clock.end_board()
        effects: list[TableEffect] = [BoardFinished(board, seconds)]
        if self.options.timing:
            effects += self._broadcast(self._clock.timing)
        return effects

    def _end(self, *, complete: bool, text: str) -> list[TableEffect]:
        effects = self._broadcast(EndOfSession())
        self.phase = TablePhase.ENDED
        return [*effects, SessionFinished(complete, text)]

    # Writing

    def _broadcast(self, message: ManagerMessage) -> list[TableEffect]:
        present = [place for place in self._places if place.peer is not None]
        if isinstance(message, Timing):
            present = [p for p in present if self.options.dialect_of(p.seat).timing]
        return [self._send(place, message) for place in present]

    def _send(self, place: TableSeat, message: ManagerMessage) -> SendTo:
        if place.peer is None:
            raise LocalProtocolError(f"nobody sits {place.seat}")
        return SendTo(place.peer, format_message(message, self.options.dialect_of(place.seat)))

    def _owed_for(self, stage: Readiness) -> OwedLine:
        missing = [place for place in self._places if stage not in place.stages]
        return OwedLine.by(missing, f"to be ready {stage.value}")
