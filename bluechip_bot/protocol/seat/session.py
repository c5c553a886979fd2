"""The client's end of a session: one seat at a table manager. Sans-io.

The rules of this file:

* `receive` raises nothing, whatever arrives: it returns effects. A line that makes no sense is
  logged; before `seated` it is a refusal, and ends the session.
* `Start of board` is accepted in any state: the board begins again, and a request that the player
  has not answered is abandoned.
* `SeatBoard` follows the calls and cards of a board, and knows what the board asks of us.
* The session itself decides what needs no thought: a given call, a single legal card, and anything
  when the clock leaves no time to think. It asks the player for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from hashlib import blake2b

from attrs import field, frozen

from bluechip_bot.model import (
    Board,
    BoardError,
    Called,
    Decision,
    DecisionRequest,
    ModelError,
    Phase,
    PlannedBoard,
    Played,
    Seat,
    Side,
)
from bluechip_bot.protocol import messages
from bluechip_bot.protocol.dialect import DIALECTS, STANDARD, Dialect
from bluechip_bot.protocol.effects import (
    AskPlayer,
    CloseConnection,
    DecisionSpent,
    LogGrade,
    LogLine,
    SeatEffect,
    SendLine,
    SessionEnding,
)
from bluechip_bot.protocol.errors import (
    BoardLineError,
    HandLineError,
    LocalProtocolError,
    RemoteProtocolError,
)
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.seat.board import SeatBoard
from bluechip_bot.protocol.seat.clock import ONLY_CARD, Allotment, ClockOptions, SeatClock
from bluechip_bot.protocol.writer import format_message


class SeatPhase(Enum):
    """The phase of a client's session."""

    CONNECTING = "connecting"
    SEATED = "waiting for the teams"
    WAITING = "waiting for a board"
    DEALING = "waiting for the cards"
    BOARD = "in a board"
    ENDED = "ended"


@frozen
class SeatOptions:
    """The settings of a client's session.

    Attributes:
        seat: the seat to ask for; None takes any.
        dialect: how to write; None begins in the standard dialect and changes with the first
            line of the manager: to OpenSpiel's if its seats are in upper case, to bridge_env's if
            the team has no quotation marks.
        strict_teams: whether the session ends if `Teams` has another name for our team.
        notes: how the explanations of our calls are sent; None sends none.
        budget_call: thinking time for a call, in seconds. With a clock this is the upper limit,
            and 0 leaves the time to the clock.
        clock: the time of our pair; None plays without a clock.
        given: planned auctions, by the number of the board; None if the player makes all calls.
    """

    team: str
    seat: Seat | None
    dialect: Dialect | None = None
    strict_teams: bool = False
    notes: messages.NoteKind | None = None
    budget_call: float = 1.0
    budget_card: float = 1.0
    clock: ClockOptions | None = None
    seed: int = 0
    given: Mapping[int, PlannedBoard] | None = field(default=None, hash=False)

    def seed_of(self, board: int, seat: Seat) -> int:
        """The seed for a board and seat, the same for all decisions of the board and in replays."""
        place = (self.seed, board, int(seat))
        digest = blake2b(repr(place).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") >> 1


class SeatSession:
    """One seat's session with a table manager.

    Call `connected` once the connection is made, `receive` for every line, `decided` with the
    answer to every `AskPlayer`, and `lost` when the connection is gone; carry out the effects that
    each returns, in order. Times are seconds of any clock that never goes back.

    Args:
        clock: our pair's clock, if it continues from an earlier connection.

    Attributes:
        boards: the number of boards played to the end.
    """

    def __init__(self, options: SeatOptions, clock: SeatClock | None = None) -> None:
        """Create a session whose connection is still to be made."""
        self.options = options
        self.seat = options.seat
        self.phase = SeatPhase.CONNECTING
        self.boards = 0
        self._dialect = options.dialect or STANDARD
        self._board: SeatBoard | None = None
        self._requests = 0
        self._opponents = ""
        self._started = False
        self._clock = SeatClock(options.clock) if clock is None else clock
        self._now = 0.0
        self._asked_at = 0.0
        self._allotted = Allotment(0.0)

    # Inputs

    def connected(self, now: float = 0.0) -> list[SeatEffect]:
        """Note that the connection is made, and ask for our seat."""
        self._asked_at = now
        place = None if self._dialect.any_place else self.options.seat
        version, system = self._dialect.version, self._dialect.system
        return [self._send(messages.Connecting(self.options.team, place, version, system))]

    def receive(self, line: str, now: float = 0.0) -> list[SeatEffect]:
        """Process a line from the manager."""
        self._now = now
        if self.phase is SeatPhase.ENDED:
            return [LogLine(LogGrade.DEBUG, f"after the end: {line!r}")]
        try:
            message = parse(line)
        except HandLineError as error:
            return self._bad_hand(error)
        except RemoteProtocolError as error:
            if self.phase is SeatPhase.CONNECTING:
                return self._close(SessionEnding.REFUSED, f"no 'seated' line but: {line}")
            # Without its header the board can never be played.
            due = self._board if self.phase is SeatPhase.DEALING else None
            if isinstance(error, BoardLineError) and due is not None and due.header is None:
                return self._close(SessionEnding.FAILED, str(error))
            return [LogLine(LogGrade.WARNING, f"ignored: {error}")]
        if self.phase is SeatPhase.CONNECTING and not isinstance(message, messages.Seated):
            return self._not_seated(message, line)
        try:
            return self._take(message, line)
        except ModelError as error:
            return self._lose_track(line, error)

    def decided(self, decision: Decision, now: float = 0.0) -> list[SeatEffect]:
        """Process the player's answer; an answer to an abandoned request is dropped.

        Raises:
            LocalProtocolError: if the answer is illegal. The session is then unchanged, and accepts
                another answer to the same request.
        """
        asked = self.asked
        if self._board is None or asked is None or decision.id != asked.id:
            return [LogLine(LogGrade.DEBUG, f"decision {decision.id} is no longer wanted")]
        try:
            asked.check(decision)
        except ModelError as error:
            raise LocalProtocolError(f"illegal decision {decision.action}: {error}") from error
        self._now = now
        return self._carry_out(self._board, asked, decision)

    def lost(self, now: float = 0.0) -> list[SeatEffect]:
        """End the session, as the connection is lost: cleanly between boards, else as failed."""
        self._now = now
        self._stop_clock()
        if self.phase is SeatPhase.ENDED:
            return []
        if self.phase is SeatPhase.WAITING and self.boards and not self.is_astray:
            return self._close(SessionEnding.FINISHED, "the manager closed the connection")
        return self._close(SessionEnding.FAILED, f"connection lost while {self.phase.value}")

    @property
    def board(self) -> Board | None:
        """The board as we know it; None until we have our cards."""
        return self._board.board if self._board else None

    @property
    def asked(self) -> DecisionRequest | None:
        """The request that the player has not answered yet."""
        return self._board.asked if self._board else None

    @property
    def progress(self) -> tuple[int, int]:
        """The numbers of boards finished and of the others' calls and cards on the present one."""
        board = self._board_in_play
        return self.boards, board.heard if board is not None else 0

    @property
    def is_astray(self) -> bool:
        """Whether a board cannot be followed, so that nothing can be done until it starts again."""
        in_board = self.phase in (SeatPhase.BOARD, SeatPhase.WAITING)
        return self._board is not None and self._board.astray and in_board

    @property
    def awaits(self) -> str:
        """The event that the session waits for, in words."""
        if self.asked is not None:
            return f"our player's decision {self.asked.id}"
        if self.is_astray and self.board is not None:
            return f"the manager, to begin board {self.board.number} again"
        if self.phase is SeatPhase.BOARD and self.board is not None and self.board.turn is not None:
            return f"the manager, {self.board.turn} to act on board {self.board.number}"
        return f"the manager ({self.phase.value})"

    # Messages

    def _take(self, message: messages.Message, line: str) -> list[SeatEffect]:
        match message:
            case messages.Seated(seat, team):
                return self._seated(seat, team, line)
            case messages.Teams():
                return self._teams(message)
            case messages.StartOfBoard():
                return self._start()
            case messages.EndOfSession(text):
                return self._close(SessionEnding.FINISHED, text or "End of session")
            case messages.Timing():
                verdict = self._clock.corrected(message, self._now)
                return [LogLine(LogGrade.INFO, line), LogLine(LogGrade.DEBUG, f"Timing: {verdict}")]
            case messages.Explain(seat, call):
                known = self._board.explanation(seat, call) if self._board else ""
                return [SendLine(known or "natural")]
            case messages.Illegal():
                return self._refused(line)
            case messages.Complaint(trouble, text):
                return [LogLine(LogGrade.ERROR, f"{trouble.value}: {text!r}")]
            case _:
                return self._take_in_board(message, line)

    def _take_in_board(self, message: messages.Message, line: str) -> list[SeatEffect]:
        match message:
            case messages.BoardHeader(number):
                if self.phase is not SeatPhase.DEALING or self._board is None:
                    return self._ignore(f"board number {number}")
                self._board.header = message
                return [self._send(messages.Ready(self._our_seat(), messages.Readiness.CARDS))]
            case messages.HandShown():
                return self._hand(message)
            case messages.CallMade():
                return self._event(message.event, line)
            case messages.CardPlayed(seat, card):
                owner = seat if seat is not None else self.board.dummy if self.board else None
                if owner is not None:
                    return self._event(Played(owner, card), line)
            case messages.ToLead(seat):
                board = self._board_in_play
                if board is None:
                    return [LogLine(LogGrade.DEBUG, "'to lead' outside a board")]
                return self._follow(board.to_lead(seat))
        return self._ignore(line)

    def _not_seated(self, message: messages.Message, line: str) -> list[SeatEffect]:
        """End the session as refused; `passing` if our old connection may hold the seat."""
        trouble = message.trouble if isinstance(message, messages.Complaint) else None
        reason = trouble.value if trouble else "no 'seated' line"
        passing = trouble is messages.RefusalReason.SEAT_TAKEN
        text = f"{reason}; the manager said: {line}"
        return self._close(SessionEnding.REFUSED, text, passing=passing)

    def _bad_hand(self, error: HandLineError) -> list[SeatEffect]:
        """End the session if our hand or dummy's is not valid: the board cannot be played."""
        if self.phase is SeatPhase.CONNECTING:
            return self._close(SessionEnding.REFUSED, f"no 'seated' line but: {error.line}")
        if error.owner not in (None, self.seat, self.board.dummy if self.board else None):
            return [LogLine(LogGrade.WARNING, f"ignored: {error}")]
        return self._close(SessionEnding.FAILED, str(error))

    def _seated(self, seat: Seat, team: str, line: str) -> list[SeatEffect]:
        if self.phase is not SeatPhase.CONNECTING:
            return self._ignore(line)
        if self.options.seat is not None and seat is not self.options.seat:
            text = f"asked for {self.options.seat}, seated as {seat}: {line!r}"
            return self._close(SessionEnding.REFUSED, text)
        effects: list[SeatEffect] = [LogLine(LogGrade.INFO, f"seated as {seat} in team {team!r}")]
        alike = ""
        if line.lstrip().startswith(str(seat).upper()):
            alike = "openspiel"
        elif '"' not in line:
            # bridge_env's requires `dummy's card` of all; Bridge Moniteur, which has no marks
            # either, takes it.
            alike = "bridge_env"
        if alike and self.options.dialect is None:
            self._dialect = DIALECTS[alike]
            text = f"the manager writes as profile {alike}: so shall we"
            effects.append(LogLine(LogGrade.INFO, text))
        self.seat = seat
        self.phase = SeatPhase.SEATED
        self._clock.answered(self._now - self._asked_at)
        return [*effects, self._send(messages.Ready(seat, messages.Readiness.TEAMS))]

    def _teams(self, message: messages.Teams) -> list[SeatEffect]:
        seat = self._our_seat()
        if self._started:
            return [LogLine(LogGrade.DEBUG, "teams again")]
        ours, theirs = message.ns, message.ew
        if seat.side is not Side.NS:
            ours, theirs = theirs, ours
        self._opponents = theirs
        text = f"N/S {message.ns!r} against E/W {message.ew!r}"
        effects: list[SeatEffect] = [LogLine(LogGrade.INFO, text)]
        if ours.casefold() != self.options.team.casefold():
            text = f"the manager calls our team {ours!r}, not {self.options.team!r}"
            if self.options.strict_teams:
                return self._close(SessionEnding.REFUSED, text)
            effects.append(LogLine(LogGrade.WARNING, text))
        self._started = True
        self.phase = SeatPhase.WAITING
        return [*effects, self._send(messages.Ready(seat, messages.Readiness.START))]

    def _start(self) -> list[SeatEffect]:
        self._stop_clock()
        effects = self._withdraw()
        if self.phase is SeatPhase.BOARD and self.board is not None:
            text = f"board {self.board.number} is broken off, and begins again"
            effects.append(LogLine(LogGrade.WARNING, text))
        self._board = SeatBoard(self._our_seat(), self._dialect, self._our_turn, self.options.given)
        self._started = True
        self.phase = SeatPhase.DEALING
        return [*effects, self._send(messages.Ready(self._our_seat(), messages.Readiness.DEAL))]

    def _hand(self, message: messages.HandShown) -> list[SeatEffect]:
        board = self._board_in_play
        if board is None:
            return self._own_hand(message)
        if not board.shows_dummy(message.owner):
            return self._ignore(f"a hand of {message.owner}")
        return self._follow(board.show_dummy(message.hand))

    def _own_hand(self, message: messages.HandShown) -> list[SeatEffect]:
        board = self._board
        due = self.phase is SeatPhase.DEALING and message.owner is self.seat
        if not due or board is None or board.header is None:
            # Some managers send all four hands to everybody. The others' stay unread.
            return self._ignore(f"a hand of {message.owner}")
        number, side = board.header.number, self._our_seat().side
        self._clock.begin_board(number, side, self._now, forgets=self._dialect.forgets)
        effects = board.deal(board.header, message.hand)
        self.phase = SeatPhase.BOARD
        return effects

    def _event(self, event: Called | Played, line: str) -> list[SeatEffect]:
        board = self._board_in_play
        if board is None or board.astray:
            return self._ignore(line)
        if board.is_echo(event):
            return [LogLine(LogGrade.DEBUG, f"echo: {line!r}")]
        self._clock.acted(event.seat.side, self._now)
        return self._follow(board.take(event))

    # The board

    @property
    def _board_in_play(self) -> SeatBoard | None:
        """The board being played, None before we have our cards and after its end."""
        return self._board if self.phase is SeatPhase.BOARD else None

    def _follow(self, effects: list[SeatEffect]) -> list[SeatEffect]:
        """Count the board if it is over; return its effects, with a warning if we took too long."""
        board = self._board_in_play
        if board is not None and self.board is not None and self.board.phase is Phase.OVER:
            self.phase = SeatPhase.WAITING
            self.boards += 1
            if self._clock.end_board():
                text = f"board {self.board.number}: our pair was over its time, {self._clock}"
                return [*effects, LogLine(LogGrade.WARNING, text)]
        return effects

    def _our_turn(self, board: SeatBoard) -> list[SeatEffect]:
        """Decide at once if no thought is needed, else ask our player."""
        request = self._request(board)
        at_once = self._allotted.at_once
        effects: list[SeatEffect] = []
        given = board.followed.calls if board.followed else ()
        if (made := len(board.known.auction.calls)) < len(given):
            decision = Decision(request.id, given[made], reason="given")
        elif at_once == ONLY_CARD:
            (card,) = board.known.legal_cards
            decision = Decision(request.id, card, reason=ONLY_CARD)
        elif at_once:
            # Not the planner's rule: it takes milliseconds of the thread that serves the socket.
            decision = request.last_resort(at_once)
            text = f"request {request.id} gets the fallback: {at_once}"
            effects.append(LogLine(LogGrade.WARNING, text))
        else:
            board.asked = request
            return [AskPlayer(request)]
        return [*effects, *self._carry_out(board, request, decision)]

    def _refused(self, line: str) -> list[SeatEffect]:
        """Try another call or card when the manager refuses ours, see rule 4.5.

        If there is no other, or our part of the board is over, wait for `Start of board`.
        """
        board = self._board
        if board is None or board.refusable is None:
            return [LogLine(LogGrade.ERROR, f"refused, but nothing of ours is open: {line!r}")]
        text = f"the manager refuses our {board.refusable}: {line!r}"
        if self._board_in_play is not None:
            board.take_back()
            request = self._request(board)
            try:
                # Our player is not asked again: it would find the same call or card.
                decision = request.last_resort("the manager refuses another choice", board.refused)
            except BoardError as error:
                text = f"{text}; {error}"
            else:
                other = LogLine(LogGrade.ERROR, f"{text}; trying {decision.action}")
                return [other, *self._carry_out(board, request, decision)]
        board.astray = True
        return [LogLine(LogGrade.ERROR, f"{text}; waiting for 'Start of board'")]

    def _carry_out(
        self, board: SeatBoard, asked: DecisionRequest, decision: Decision
    ) -> list[SeatEffect]:
        self._clock.acted(asked.seat.side, self._now, own=True)
        left = None if self._allotted.left is None else self._clock.left(self._now)
        seconds = self._now - self._asked_at
        spent = DecisionSpent.of(asked, decision, self._allotted, seconds, left)
        return self._follow([spent, *board.decide(asked, decision, self.options.notes)])

    def _request(self, board: SeatBoard) -> DecisionRequest:
        calling = board.known.phase is Phase.AUCTION
        cap = self.options.budget_call if calling else self.options.budget_card
        seat = self._our_seat()
        allotted = self._allotted = self._clock.allot(board.known, seat, self._now, cap)
        self._asked_at = self._now
        self._requests += 1
        return DecisionRequest(
            self._requests,
            board.known,
            seat,
            allotted.budget,
            self.options.seed_of(board.known.number, seat),
            self._opponents,
            allotted.most,
            board.followed is not None and board.followed.made_up,
        )

    def _stop_clock(self) -> None:
        """Count the time of the side to act on a board that is broken off."""
        if self.phase is SeatPhase.BOARD and self.board is not None:
            turn = self.board.turn
            self._clock.broken_off(None if turn is None else turn.side, self._now)

    # Endings

    def _withdraw(self) -> list[SeatEffect]:
        return [] if self._board is None else self._board.withdraw()

    def _close(
        self, ending: SessionEnding, text: str, *, passing: bool = False
    ) -> list[SeatEffect]:
        in_board = self.phase is SeatPhase.BOARD and self.board is not None
        number = self.board.number if self.board is not None else 0
        effects = self._withdraw()
        if in_board and ending is SessionEnding.FINISHED:
            effects.append(LogLine(LogGrade.WARNING, f"board {number} was not played to its end"))
        self.phase = SeatPhase.ENDED
        return [*effects, CloseConnection(ending, text, passing)]

    def _lose_track(self, line: str, error: ModelError) -> list[SeatEffect]:
        """Wait for `Start of board`: after an illegal call or card the board is not known."""
        text = f"cannot follow the board: {line!r}: {error}; waiting for 'Start of board'"
        if self._board is not None:
            self._board.astray = True
        return [LogLine(LogGrade.ERROR, text), *self._withdraw()]

    def _ignore(self, line: str) -> list[SeatEffect]:
        return [LogLine(LogGrade.WARNING, f"ignored while {self.phase.value}: {line!r}")]

    # Writing

    def _our_seat(self) -> Seat:
        if self.seat is None:
            raise LocalProtocolError("no seat yet")
        return self.seat

    def _send(self, message: messages.Message) -> SendLine:
        return SendLine(format_message(message, self._dialect))
