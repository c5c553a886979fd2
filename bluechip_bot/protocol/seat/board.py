"""One board as a client follows it, from `Start of board` to the next.

The rules of this file:

* The next step is a function of the board and of what has been announced: see `_advance`. No
  readiness line is sent twice for the same call or card.
* The play says who leads; the line `to lead` only says when.
* A given auction is followed until the board contradicts it; then the player bids.
* A call or card of ours is settled as soon as the manager goes on from it. Until then it may be
  refused, and another one is tried in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import define

from bluechip_bot.model import (
    Board,
    Call,
    Called,
    Card,
    Dealt,
    Decision,
    DecisionRequest,
    DummyShown,
    Hand,
    ModelError,
    PlannedBoard,
    Played,
    Seat,
)
from bluechip_bot.protocol.dialect import Dialect
from bluechip_bot.protocol.duty import DutyRequest, OwnDuty, duty, worded
from bluechip_bot.protocol.effects import AbandonRequest, LogGrade, LogLine, SeatEffect, SendLine
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.messages import (
    BoardHeader,
    CallMade,
    CallNote,
    CardPlayed,
    Message,
    NoteKind,
    Ready,
)
from bluechip_bot.protocol.writer import clean_note, format_message


@define(eq=False, slots=False)
class SeatBoard:
    """A board as one seat sees it, with our duties to the manager and our player's open request.

    Args:
        our_turn: called when we are to decide; it calls `decide` at once, or sets `asked` until our
            player has answered.
        given: planned auctions, by the number of the board; None if our player makes all calls.

    Attributes:
        header: number, dealer and vulnerability; None until the manager has sent them.
        astray: whether the others' calls and cards can no longer be followed.
        heard: the number of the others' calls and cards.
        refused: the calls or cards that were refused at our present turn.
    """

    _seat: Seat
    _dialect: Dialect
    _our_turn: Callable[[SeatBoard], list[SeatEffect]]
    _given: Mapping[int, PlannedBoard] | None = None

    def __attrs_post_init__(self) -> None:
        self.header: BoardHeader | None = None
        self.board: Board | None = None
        self.asked: DecisionRequest | None = None
        self.astray = False
        self.own_last: Called | Played | None = None
        self.heard = 0
        self.refused: set[Call | Card] = set()
        self._before: tuple[Board, bool] | None = None
        self._has_left = False
        self._announced: tuple[DutyRequest, int] | None = None
        self._prompted = False

    # Input from the manager

    def deal(self, header: BoardHeader, hand: Hand) -> list[SeatEffect]:
        """Begin the board with our hand; raises ModelError unless it has thirteen cards."""
        begun = Board.begin(header.number, header.dealer, header.vulnerability)
        self.board = begun.apply(Dealt(self._seat, hand))
        return [*self._leave(), *self._advance()]

    def shows_dummy(self, owner: Seat | None) -> bool:
        """Whether a hand shown as that of `owner` (None: dummy) is the dummy that we are to see."""
        dummy = self.known.dummy
        return dummy is not None and dummy is not self._seat and owner in (None, dummy)

    def show_dummy(self, hand: Hand) -> list[SeatEffect]:
        """Add dummy's cards; raises ModelError if they cannot be dummy's."""
        self.board = self.known.apply(DummyShown(hand))
        self._stands()
        return self._advance()

    def take(self, event: Called | Played) -> list[SeatEffect]:
        """Add another player's call or card; ModelError if it is illegal, or if it is our turn."""
        board = self.known
        if board.decider is self._seat:
            raise ModelError(f"{board.turn} is to act, and that is for us to decide")
        self.board = board.apply(event)
        self.heard += 1
        self._stands()
        return [*self._leave(), *self._advance()]

    def is_echo(self, event: Called | Played) -> bool:
        """Whether the manager repeats our own last call or card (ZBridge does)."""
        own = self.own_last
        if isinstance(event, Called) and isinstance(own, Called):
            is_turn = self.known.auction.turn is event.seat
            return (event.seat, event.call) == (own.seat, own.call) and not is_turn
        return event == own

    def to_lead(self, seat: Seat | None) -> list[SeatEffect]:
        """Note the prompt to lead from the hand of `seat`, or from dummy (None)."""
        board = self.known
        declarer = board.contract.declarer if board.contract else None
        ours = seat is board.dummy and declarer is self._seat
        if seat not in (None, self._seat) and not ours:
            return [LogLine(LogGrade.DEBUG, f"{seat} to lead, which is not for us")]
        self._prompted = True
        self._stands()
        return self._advance()

    def explanation(self, seat: Seat, call: Call | None) -> str:
        """The explanation of a seat's call, in one line; empty if there is none.

        If `call` is None, the last call of this seat that was explained is meant.
        """
        text = ""
        for index, explanation in self.board.explanations if self.board else ():
            caller = self.known.auction.caller(index)
            if caller is seat and call in (None, self.known.auction.calls[index]):
                text = clean_note(explanation) or text
        return text

    # Our decisions

    def decide(
        self, asked: DecisionRequest, decision: Decision, notes: NoteKind | None
    ) -> list[SeatEffect]:
        """Make our player's legal call or play; `notes` is how explanations are sent, if at all."""
        turn = asked.board.turn
        if turn is None:
            raise LocalProtocolError(f"request {asked.id} waits for nobody")
        self.asked = None
        if self._before is not None:
            self._stands()
        self._before = self.known, self._prompted
        message: CallMade | CardPlayed
        if isinstance(decision.action, Call):
            text = decision.explanation
            alert = bool(text) and notes is NoteKind.ALERT
            event: Called | Played = Called(turn, decision.action, text, alert)
            message = CallMade(turn, decision.action, _note(text, notes))
        else:
            event = Played(turn, decision.action)
            message = CardPlayed(turn, decision.action)
            self._prompted = False
        self.own_last = event
        self.board = self.known.apply(event)
        return [self._send(message), *self._advance()]

    @property
    def refusable(self) -> Call | Card | None:
        """Our last call or card if it may still be refused, as nothing has followed, else None."""
        if self._before is None or self.own_last is None or self.asked is not None or self.astray:
            return None
        return _action(self.own_last)

    def take_back(self) -> None:
        """Take back our last call or card, which is `refusable`, and remember it as refused."""
        if self._before is None or self.own_last is None:
            raise LocalProtocolError("nothing to take back")
        self.refused.add(_action(self.own_last))
        self.board, self._prompted = self._before
        self._before = self.own_last = None

    def _stands(self) -> None:
        """Note that our last call or card can no longer be refused."""
        self._before = None
        self.refused.clear()

    def withdraw(self) -> list[SeatEffect]:
        """Abandon the open request to our player, if there is one."""
        asked, self.asked = self.asked, None
        return [] if asked is None else [AbandonRequest(asked.id)]

    # The next step

    def _advance(self) -> list[SeatEffect]:
        """Do our next duty on the board: send a readiness line, decide, or do nothing."""
        board = self.known
        if self.astray or self.asked is not None:
            return []
        due = duty(board, self._seat, prompted=self._prompted)
        if due is None:
            return [LogLine(LogGrade.INFO, f"board {board.number} is over: {_result(board)}")]
        if due is OwnDuty.DECIDE:
            return self._our_turn(self)
        if due is OwnDuty.AWAIT_PROMPT:
            return []
        # The same players may come again; dummy is asked for once.
        announced = due, 0 if isinstance(due, Ready) else board.made
        if announced == self._announced:
            return []
        self._announced = announced
        return [self._send(worded(due, board, self._dialect))]

    # Given auctions

    def _leave(self) -> list[SeatEffect]:
        """If the planned auction is no longer followed, log why, once."""
        if self._given is None or self._has_left:
            return []
        board, reason = self.known, "no auction is given for it"
        if board.number in self._given:
            reason = self._given[board.number].contradiction(board, self._seat)
        if not reason:
            return []
        self._has_left = True
        text = f"board {board.number}: {reason}; we bid by ourselves"
        return [LogLine(LogGrade.WARNING, text)]

    @property
    def followed(self) -> PlannedBoard | None:
        """The planned board whose auction we follow; None if our player bids."""
        return None if self._given is None or self._has_left else self._given[self.known.number]

    @property
    def known(self) -> Board:
        """The board, once our cards are known; raises LocalProtocolError before that."""
        if self.board is None:
            raise LocalProtocolError("no cards yet")
        return self.board

    def _send(self, message: Message) -> SendLine:
        return SendLine(format_message(message, self._dialect))


def _note(explanation: str, kind: NoteKind | None) -> CallNote | None:
    return CallNote(kind, clean_note(explanation)) if kind is not None and explanation else None


def _action(event: Called | Played) -> Call | Card:
    return event.call if isinstance(event, Called) else event.card


def _result(board: Board) -> str:
    if board.play is None:
        return "passed out"
    return f"{board.play.contract}, {board.play.declarer_tricks} tricks"
