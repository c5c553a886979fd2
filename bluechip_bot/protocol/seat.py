"""The client's end of a session: one seat at a table manager. Sans-io.

The rules of this file:

* Whatever arrives, nothing is raised: `receive` returns effects, and a line that makes no sense
  is a log entry. Only before `seated` does such a line end the session (it is a refusal).
* `Start of board` is accepted in any state: the board begins anew, and an answer that is still
  awaited from the player is no longer wanted.
* Within a board the next step is a function of the board and of what has been announced: see
  `_advance`. No readiness line is sent twice for the same call or card.
* Who leads is known from the play, not from the text of `to lead`; that line only says when.
"""

from __future__ import annotations

from enum import Enum
from hashlib import blake2b

from attrs import frozen

from bluechip_bot.model import (
    Board,
    Call,
    Called,
    Dealt,
    Decision,
    DecisionRequest,
    DummyShown,
    Event,
    ModelError,
    Phase,
    Played,
    Seat,
    Side,
)
from bluechip_bot.protocol.dialect import OPENSPIEL, STANDARD, Dialect, DummyWord
from bluechip_bot.protocol.duty import (
    AwaitCall,
    AwaitCard,
    AwaitDummy,
    AwaitLeadPrompt,
    Decide,
    Duty,
    duty,
)
from bluechip_bot.protocol.effects import Abandon, Ask, Close, Ending, Level, Log, SeatEffect, Send
from bluechip_bot.protocol.errors import HandLineError, LocalProtocolError, RemoteProtocolError
from bluechip_bot.protocol.messages import (
    BoardHeader,
    CallMade,
    CardPlayed,
    Complaint,
    Connecting,
    EndOfSession,
    Explain,
    HandShown,
    Illegal,
    Message,
    Note,
    NoteKind,
    Ready,
    ReadyForCall,
    ReadyForCard,
    Seated,
    Stage,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
    Trouble,
)
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.writer import clean_note, format_message


class SeatPhase(Enum):
    """How far a client's session has come."""

    CONNECTING = "connecting"
    SEATED = "waiting for the teams"
    WAITING = "waiting for a board"
    DEALING = "waiting for the cards"
    BOARD = "in a board"
    ENDED = "ended"


@frozen
class SeatOptions:
    """What a client's session is told beforehand.

    Attributes:
        team: our team name.
        seat: the place to ask for; None takes any.
        dialect: how to write; None begins in the standard dialect and changes to OpenSpiel's
            when the manager writes seats in upper case.
        strict_teams: whether another team name than ours in `Teams` ends the session.
        notes: how our calls' explanations are sent; None keeps them to ourselves.
        budget_call: thinking time for a call, in seconds.
        budget_card: thinking time for a card, in seconds.
        seed: where the player's randomness begins.
    """

    team: str
    seat: Seat | None
    dialect: Dialect | None = None
    strict_teams: bool = False
    notes: NoteKind | None = None
    budget_call: float = 1.0
    budget_card: float = 1.0
    seed: int = 0


class SeatSession:
    """One seat's session with a table manager.

    Call `connected` once the connection stands, `receive` for every line, `decided` with the
    answer to every `Ask`, and `lost` when the connection is gone; carry out the effects that each
    returns, in order.

    Attributes:
        seat: our seat, once known.
        phase: how far the session has come.
        board: the board as we know it; None before the cards and between sessions.
        boards: the number of boards played to the end.
    """

    def __init__(self, options: SeatOptions) -> None:
        """Begin before the connection stands."""
        self.options = options
        self.seat = options.seat
        self.phase = SeatPhase.CONNECTING
        self.board: Board | None = None
        self.boards = 0
        self._dialect = options.dialect or STANDARD
        self._asked: DecisionRequest | None = None
        self._requests = 0
        self._opponents = ""
        self._started = False
        self._header: BoardHeader | None = None
        self._announced: Duty | None = None
        self._prompted = False
        self._astray = False
        self._own_last: Event | None = None

    # Inputs

    def connected(self) -> list[SeatEffect]:
        """Ask for our seat."""
        place = None if self._dialect.any_place else self.options.seat
        message = Connecting(self.options.team, place, self._dialect.version, self._dialect.system)
        return [self._send(message)]

    def receive(self, line: str) -> list[SeatEffect]:
        """Take a line from the manager."""
        if self.phase is SeatPhase.ENDED:
            return [Log(Level.DEBUG, f"after the end: {line!r}")]
        try:
            message = parse(line)
        except HandLineError as error:
            return self._bad_hand(error)
        except RemoteProtocolError as error:
            if self.phase is SeatPhase.CONNECTING:
                return self._close(Ending.REFUSED, f"no 'seated' line but: {line}")
            return [Log(Level.WARNING, f"ignored: {error}")]
        if self.phase is SeatPhase.CONNECTING and not isinstance(message, Seated):
            return self._not_seated(message, line)
        try:
            return self._take(message, line)
        except ModelError as error:
            return self._lose_track(line, error)

    def decided(self, decision: Decision) -> list[SeatEffect]:
        """Take the player's answer; one that is no longer wanted is dropped.

        Raises:
            LocalProtocolError: if the answer is not legal. Nothing has changed then, so that
                another answer to the same request may follow.
        """
        request = self._asked
        if request is None or decision.id != request.id or self.board is None:
            return [Log(Level.DEBUG, f"decision {decision.id} is no longer wanted")]
        try:
            request.check(decision)
        except ModelError as error:
            raise LocalProtocolError(f"illegal decision {decision.action}: {error}") from error
        turn = request.board.turn
        if turn is None:
            raise LocalProtocolError(f"request {request.id} waits for nobody")
        self._asked = None
        message: CallMade | CardPlayed
        if isinstance(decision.action, Call):
            event: Event = Called(turn, decision.action, decision.explanation)
            message = CallMade(turn, decision.action, self._note(decision.explanation))
        else:
            event = Played(turn, decision.action)
            message = CardPlayed(turn, decision.action)
            self._prompted = False
        self._own_last = event
        self.board = self.board.apply(event)
        return [self._send(message), *self._advance()]

    def lost(self) -> list[SeatEffect]:
        """Take the end of the connection: a clean end between boards, else a failure."""
        if self.phase is SeatPhase.ENDED:
            return []
        if self.phase is SeatPhase.WAITING and self.boards:
            return self._close(Ending.FINISHED, "the manager closed the connection")
        return self._close(Ending.FAILED, f"connection lost while {self.phase.value}")

    @property
    def asked(self) -> DecisionRequest | None:
        """The request that the player has not answered yet."""
        return self._asked

    @property
    def awaits(self) -> str:
        """What the session waits for, in words."""
        if self._asked is not None:
            return f"our player's decision {self._asked.id}"
        if self.phase is SeatPhase.BOARD and self.board is not None and self.board.turn is not None:
            return f"the manager, {self.board.turn} to act on board {self.board.number}"
        return f"the manager, {self.phase.value}"

    # Messages

    def _take(self, message: Message, line: str) -> list[SeatEffect]:
        match message:
            case Seated(seat, team):
                return self._seated(seat, team, line)
            case Teams():
                return self._teams(message)
            case StartOfBoard():
                return self._start()
            case EndOfSession(text):
                return self._close(Ending.FINISHED, text or "End of session")
            case Timing():
                return [Log(Level.INFO, line)]
            case Explain():
                return self._explain(message)
            case Illegal():
                return [Log(Level.ERROR, f"the manager refuses our {self._own_last}: {line!r}")]
            case Complaint(trouble, text):
                return [Log(Level.ERROR, f"{trouble.value}: {text!r}")]
            case _:
                return self._take_in_board(message, line)

    def _take_in_board(self, message: Message, line: str) -> list[SeatEffect]:
        match message:
            case BoardHeader():
                return self._take_header(message)
            case HandShown():
                return self._hand(message)
            case CallMade(seat, call, note):
                return self._event(Called(seat, call, note.text if note else ""), line)
            case CardPlayed(seat, card):
                owner = seat if seat is not None else self.board.dummy if self.board else None
                return (
                    self._ignore(line) if owner is None else self._event(Played(owner, card), line)
                )
            case ToLead(seat):
                return self._to_lead(seat)
            case _:
                return self._ignore(line)

    def _not_seated(self, message: Message, line: str) -> list[SeatEffect]:
        """A refusal. A seat of our own that broke off counts as taken until the manager knows."""
        trouble = message.trouble if isinstance(message, Complaint) else None
        reason = trouble.value if trouble else "no 'seated' line"
        self.phase = SeatPhase.ENDED
        text = f"{reason}; the manager said: {line}"
        return [Close(Ending.REFUSED, text, passing=trouble is Trouble.SEAT_TAKEN)]

    def _bad_hand(self, error: HandLineError) -> list[SeatEffect]:
        """Our hand or dummy's is unusable: to go on would be to play nonsense."""
        if self.phase is SeatPhase.CONNECTING:
            return self._close(Ending.REFUSED, f"no 'seated' line but: {error.line}")
        if error.owner not in (None, self.seat, self.board.dummy if self.board else None):
            return [Log(Level.WARNING, f"ignored: {error}")]
        return self._close(Ending.FAILED, str(error))

    def _seated(self, seat: Seat, team: str, line: str) -> list[SeatEffect]:
        if self.phase is not SeatPhase.CONNECTING:
            return self._ignore(line)
        if self.options.seat is not None and seat is not self.options.seat:
            return self._close(
                Ending.REFUSED, f"asked for {self.options.seat}, seated as {seat}: {line!r}"
            )
        effects: list[SeatEffect] = [Log(Level.INFO, f"seated as {seat} in team {team!r}")]
        if self.options.dialect is None and line.lstrip().startswith(str(seat).upper()):
            self._dialect = OPENSPIEL
            effects.append(Log(Level.INFO, "the manager writes like OpenSpiel's: so shall we"))
        self.seat = seat
        self.phase = SeatPhase.SEATED
        return [*effects, self._send(Ready(seat, Stage.TEAMS))]

    def _teams(self, message: Teams) -> list[SeatEffect]:
        seat = self._our_seat()
        if self._started:
            return [Log(Level.DEBUG, "teams again")]
        ours, theirs = message.ns, message.ew
        if seat.side is not Side.NS:
            ours, theirs = theirs, ours
        self._opponents = theirs
        effects: list[SeatEffect] = [
            Log(Level.INFO, f"N/S {message.ns!r} against E/W {message.ew!r}")
        ]
        if ours.casefold() != self.options.team.casefold():
            text = f"the manager calls our team {ours!r}, not {self.options.team!r}"
            if self.options.strict_teams:
                return self._close(Ending.REFUSED, text)
            effects.append(Log(Level.WARNING, text))
        self._started = True
        self.phase = SeatPhase.WAITING
        return [*effects, self._send(Ready(seat, Stage.START))]

    def _start(self) -> list[SeatEffect]:
        effects = self._abandon_board()
        self._started = True
        self.phase = SeatPhase.DEALING
        return [*effects, self._send(Ready(self._our_seat(), Stage.DEAL))]

    def _take_header(self, message: BoardHeader) -> list[SeatEffect]:
        if self.phase is not SeatPhase.DEALING:
            return self._ignore(f"board number {message.number}")
        self._header = message
        return [self._send(Ready(self._our_seat(), Stage.CARDS))]

    def _hand(self, message: HandShown) -> list[SeatEffect]:
        board = self.board
        if board is None or self.phase is not SeatPhase.BOARD:
            return self._own_hand(message)
        dummy = board.dummy
        if dummy is None or dummy is self.seat or message.owner not in (None, dummy):
            return self._ignore(f"a hand of {message.owner}")
        self.board = board.apply(DummyShown(message.hand))
        return self._advance()

    def _own_hand(self, message: HandShown) -> list[SeatEffect]:
        header = self._header
        due = self.phase is SeatPhase.DEALING and message.owner is self.seat
        if not due or header is None:
            # Some managers send all four hands to everybody: what is not ours stays unread.
            return self._ignore(f"a hand of {message.owner}")
        begun = Board.begin(header.number, header.dealer, header.vulnerability)
        self.board = begun.apply(Dealt(self._our_seat(), message.hand))
        self.phase = SeatPhase.BOARD
        return self._advance()

    def _event(self, event: Called | Played, line: str) -> list[SeatEffect]:
        board = self.board
        if board is None or self.phase is not SeatPhase.BOARD or self._astray:
            return self._ignore(line)
        if self._is_echo(event):
            return [Log(Level.DEBUG, f"echo: {line!r}")]
        if board.decider is self.seat:
            raise ModelError(f"{board.turn} is to act, and that is for us to decide")
        self.board = board.apply(event)
        return self._advance()

    def _is_echo(self, event: Called | Played) -> bool:
        """Whether the manager repeats our own last call or card (ZBridge does)."""
        own = self._own_last
        if isinstance(event, Called) and isinstance(own, Called):
            return (event.seat, event.call) == (own.seat, own.call) and (
                self.board is not None and self.board.auction.turn is not event.seat
            )
        return event == own

    def _to_lead(self, seat: Seat | None) -> list[SeatEffect]:
        board = self.board
        if board is None or self.phase is not SeatPhase.BOARD:
            return [Log(Level.DEBUG, "'to lead' outside a board")]
        declarer = board.contract.declarer if board.contract else None
        if seat not in (None, self.seat) and not (seat is board.dummy and declarer is self.seat):
            return [Log(Level.DEBUG, f"{seat} to lead, which is not for us")]
        self._prompted = True
        return self._advance()

    def _explain(self, message: Explain) -> list[SeatEffect]:
        """Answer in one line what we know of a call, as a manual-alert manager asks."""
        text = "natural"
        if self.board is not None:
            for index, explanation in self.board.explanations:
                caller = self.board.auction.caller(index)
                call = self.board.auction.calls[index]
                if caller is message.seat and message.call in (None, call):
                    text = clean_note(explanation) or text
        return [Send(text)]

    # The next step

    def _advance(self) -> list[SeatEffect]:
        """What the board asks of us now: a readiness line, a question to the player, or nothing."""
        board = self.board
        if board is None or self._astray or self._asked is not None:
            return []
        due = duty(board, self._our_seat(), prompted=self._prompted)
        match due:
            case None:
                return self._board_over(board)
            case Decide():
                return self._ask(board)
            case AwaitLeadPrompt():
                return []
        if due == self._announced:
            return []
        self._announced = due
        return [self._send(self._readiness(due, board))]

    def _readiness(
        self, due: AwaitCall | AwaitCard | AwaitDummy, board: Board
    ) -> Ready | ReadyForCall | ReadyForCard:
        seat = self._our_seat()
        match due:
            case AwaitCall(caller, _):
                return ReadyForCall(seat, caller)
            case AwaitDummy():
                return Ready(seat, Stage.DUMMY)
            case AwaitCard(player, trick, _):
                is_own = seat is board.dummy
                word = self._dialect.own_dummy if is_own else self._dialect.others_dummy
                by_word = player is board.dummy and word is not DummyWord.SEAT
                return ReadyForCard(seat, None if by_word else player, trick)

    def _ask(self, board: Board) -> list[SeatEffect]:
        calling = board.phase is Phase.AUCTION
        budget = self.options.budget_call if calling else self.options.budget_card
        self._requests += 1
        self._asked = DecisionRequest(
            self._requests, board, self._our_seat(), budget, self._seed(board), self._opponents
        )
        return [Ask(self._asked)]

    def _seed(self, board: Board) -> int:
        """A seed of the board: replays ask the same questions, and worlds live through the play."""
        place = (self.options.seed, board.number, int(self._our_seat()))
        digest = blake2b(repr(place).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") >> 1

    def _board_over(self, board: Board) -> list[SeatEffect]:
        self.phase = SeatPhase.WAITING
        self.boards += 1
        result = "passed out"
        if board.play is not None:
            result = f"{board.play.contract}, {board.play.declarer_tricks} tricks"
        return [Log(Level.INFO, f"board {board.number} is over: {result}")]

    # Endings

    def _abandon_board(self) -> list[SeatEffect]:
        effects: list[SeatEffect] = []
        if self._asked is not None:
            effects.append(Abandon(self._asked.id))
        if self.phase is SeatPhase.BOARD and self.board is not None:
            text = f"board {self.board.number} is broken off, and begins anew"
            effects.append(Log(Level.WARNING, text))
        self.board = None
        self._asked = None
        self._header = None
        self._announced = None
        self._prompted = False
        self._astray = False
        self._own_last = None
        return effects

    def _close(self, ending: Ending, text: str) -> list[SeatEffect]:
        in_board = self.phase is SeatPhase.BOARD and self.board is not None
        number = self.board.number if self.board is not None else 0
        effects: list[SeatEffect] = [] if self._asked is None else [Abandon(self._asked.id)]
        if in_board and ending is Ending.FINISHED:
            effects.append(Log(Level.WARNING, f"board {number} was not played to its end"))
        self._asked = None
        self.phase = SeatPhase.ENDED
        return [*effects, Close(ending, text)]

    def _lose_track(self, line: str, error: ModelError) -> list[SeatEffect]:
        """Wait for `Start of board`: an illegal action by others leaves nothing to reason from."""
        effects: list[SeatEffect] = [
            Log(
                Level.ERROR,
                f"cannot follow the board: {line!r}: {error}; waiting for 'Start of board'",
            )
        ]
        if self._asked is not None:
            effects.append(Abandon(self._asked.id))
        self._asked = None
        self._astray = True
        return effects

    def _ignore(self, line: str) -> list[SeatEffect]:
        return [Log(Level.WARNING, f"ignored while {self.phase.value}: {line!r}")]

    # Writing

    def _our_seat(self) -> Seat:
        if self.seat is None:
            raise LocalProtocolError("no seat yet")
        return self.seat

    def _note(self, explanation: str) -> Note | None:
        kind = self.options.notes
        return Note(kind, clean_note(explanation)) if kind is not None and explanation else None

    def _send(self, message: Message) -> Send:
        return Send(format_message(message, self._dialect))
