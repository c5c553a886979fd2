"""Replays of recorded sessions: a client's by our seat, a table manager's by our table.

The head of a table's log holds its options and boards, the records all that happened to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from attrs import define, evolve

from bluechip_bot.model import Decision, DecisionRequest, Seat
from bluechip_bot.protocol.dialect import DIALECTS
from bluechip_bot.protocol.effects import (
    AbandonRequest,
    AskPlayer,
    BoardFinished,
    CloseConnection,
    SeatEffect,
    SendLine,
    SendTo,
    SessionFinished,
    TableEffect,
)
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.messages import CallMade, CardPlayed, Connecting, Seated
from bluechip_bot.protocol.seat.session import SeatOptions, SeatSession
from bluechip_bot.protocol.table.session import TableSession
from bluechip_bot.wirelog.difference import DifferenceKind, PeerLines, ReplayOutcome, SentLine
from bluechip_bot.wirelog.record import (
    Head,
    LogError,
    TableHead,
    WireRecord,
    WireRecords,
    WireSession,
    connections,
)

Decider = Callable[[DecisionRequest], Decision]
"""Our player."""

_TURNED: Final = {"<": ">", ">": "<", "!": "!"}


def replay_seats(
    log: WireRecords, profile: str | None = None, decider: Decider | None = None, **changes: Any
) -> ReplayOutcome:
    """Replay our seats against the manager's lines of a log, one seat for each connection in it.

    Args:
        log: what a client or a table recorded.
        profile: the name of the dialect, or "auto"; None takes the dialect of the log's head.
        decider: our player, whose decisions are compared with the recorded ones; play follows the
            recorded ones in any case. None compares nothing.

    Raises:
        LogError: if there is no connection, or the head does not say how a client writes.
    """
    outcome = ReplayOutcome("our seat")
    for session in log.sessions:
        for records in connections(session.records):
            options = evolve(_options(session.head, records, profile), **changes)
            turned = [evolve(each, mark=_TURNED[each.mark]) for each in records]
            _SeatReplay(turned if log.is_table else records, options, decider, outcome).run()
    if not outcome.connections:
        raise LogError("no 'Connecting' line: the log begins in the middle")
    return outcome


def _options(head: Head, records: Sequence[WireRecord], profile: str | None) -> SeatOptions:
    """The options of a seat; in a table's log they follow from its `Connecting` line."""
    if isinstance(head, SeatOptions):
        return head if profile is None else evolve(head, dialect=DIALECTS.get(profile))
    message = records[0].message
    assert isinstance(message, Connecting)
    seats = (each.seat for one in records if isinstance(each := one.message, Seated))
    seat = next(seats, message.seat)
    if profile is not None:
        dialect = DIALECTS.get(profile)
    elif head.options.dialects and seat is not None:
        dialect = head.options.dialects[seat]
    else:
        raise LogError("the log does not say how its clients write: give --profile")
    if dialect is not None:
        dialect = evolve(dialect, version=message.version, system=message.system)
    return SeatOptions(message.team, message.seat, dialect)


@define(eq=False, slots=False)
class _SeatReplay:
    """Feeds a manager's recorded lines to a seat's session, and compares the lines it sends."""

    _records: Sequence[WireRecord]
    _options: SeatOptions
    _decider: Decider | None
    _outcome: ReplayOutcome

    def __attrs_post_init__(self) -> None:
        self._session = SeatSession(self._options)
        self._lines = PeerLines("us")
        self._asked: DecisionRequest | None = None
        self._thought: Decision | None = None

    def run(self) -> None:
        first, last = self._records[0], self._records[-1]
        self._outcome.connections += 1
        self._carry_out(self._session.connected(first.seconds), first)
        for record in self._records:
            if record.sent and record.seen:
                self._lines.recorded.append(record)
                self._lines.answered = record.place
                if self._asked is not None:
                    self._decide(record, self._asked)
            elif record.mark == "<" and record.seen:
                self._carry_out(self._session.receive(record.text, record.seconds), record)
        self._lines.compare(self._outcome)
        if self._asked is not None and self._thought is not None:
            self._outcome.note(last, f"the log ends; we would decide: {self._thought.action}")
        self._outcome.boards += self._session.boards

    def _carry_out(self, effects: Sequence[SeatEffect], cause: WireRecord) -> None:
        for effect in effects:
            match effect:
                case SendLine(line):
                    self._lines.sent.append(SentLine(line, cause))
                case AskPlayer(request):
                    self._asked = request
                    self._thought = None if self._decider is None else self._decider(request)
                case AbandonRequest():
                    self._asked = None
                case CloseConnection(_, text):
                    self._outcome.note(cause, f"the session ends: {text}")

    def _decide(self, record: WireRecord, asked: DecisionRequest) -> None:
        """Make the decision that a recorded line announces, if it announces one."""
        match record.message:
            case CallMade(_, call, note):
                if note is not None:
                    self._session.options = evolve(self._session.options, notes=note.kind)
                decision = Decision(asked.id, call, note.text if note else "")
            case CardPlayed(_, card):
                decision = Decision(asked.id, card)
            case _:
                return
        try:
            effects = self._session.decided(decision, record.seconds)
        except LocalProtocolError as error:
            self._outcome.differ(record, DifferenceKind.REFUSED, str(error))
            return
        self._outcome.decisions += 1
        self._asked = None
        thought, self._thought = self._thought, None
        if thought is not None and thought.action != decision.action:
            self._outcome.differ(record, DifferenceKind.DECISION, str(thought.action))
        self._carry_out(effects, record)


_SEATS: Final = {str(seat): seat for seat in Seat}


def replay_table(log: WireRecords) -> ReplayOutcome:
    """Replay our table against the clients' lines of a log, which may hold several sessions."""
    outcome = ReplayOutcome("our table")
    for session in log.sessions:
        if isinstance(session.head, TableHead):
            _TableReplay(session.head, session, outcome).run()
    return outcome


class _TableReplay:
    """Feeds recorded events to a table's session, and compares the lines it sends."""

    def __init__(self, head: TableHead, session: WireSession, outcome: ReplayOutcome) -> None:
        self._session = TableSession(head.boards, head.options)
        self._records = session.records
        self._outcome = outcome
        self._lines: list[PeerLines] = []
        self._numbers: dict[str, int] = {}
        self._open: set[int] = set()

    def run(self) -> None:
        for record in self._records:
            if record.mark == "!":
                self._carry_out(self._happen(record), record)
            elif record.seen:
                number = self._number(record)
                lines = self._lines[number - 1]
                if record.sent:
                    lines.recorded.append(record)
                elif number in self._open:
                    lines.answered = record.place
                    effects = self._session.receive(number, record.text, record.seconds)
                    self._carry_out(effects, record)
        for lines in self._lines:
            lines.compare(self._outcome)
        self._outcome.connections += len(self._lines)

    def _number(self, record: WireRecord, place: Seat | None = None) -> int:
        """Return the number of a connection, from 1; its first record opens the connection."""
        if record.peer not in self._numbers:
            self._lines.append(PeerLines(record.peer))
            number = self._numbers[record.peer] = len(self._lines)
            self._open.add(number)
            self._carry_out(self._session.connected(number, place), record)
        return self._numbers[record.peer]

    def _happen(self, record: WireRecord) -> Sequence[TableEffect]:
        """Repeat an event at a connection or the table."""
        what, _, text = record.text.partition(" ")
        match what:
            case "nudge":
                return self._session.nudge(record.seconds)
            case "restart":
                return self._session.restart(record.seconds)
            case "forfeit":
                return self._session.forfeit(record.seconds)
            case "stop":
                return self._session.stop(text)
            case "connected":
                self._number(record, _SEATS.get(text))
            case "closed" if record.peer in self._numbers:
                self._open.discard(self._numbers[record.peer])
            case "discarded" if (number := self._number(record)) in self._open:
                return self._session.discarded(number, text)
            case "unread" if (number := self._number(record)) in self._open:
                return self._session.cut(number, text)
            case "lost" if record.peer in self._numbers:
                number = self._numbers.pop(record.peer)
                self._open.discard(number)
                return self._session.lost(number, record.seconds)
        return ()

    def _carry_out(self, effects: Sequence[TableEffect], cause: WireRecord) -> None:
        for effect in effects:
            match effect:
                case SendTo(number, line) if number in self._open:
                    self._lines[number - 1].sent.append(SentLine(line, cause))
                case BoardFinished():
                    self._outcome.boards += 1
                case SessionFinished(_, text):
                    self._outcome.note(cause, f"the session ends: {text}")
