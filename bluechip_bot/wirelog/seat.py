"""A recorded session of a client, played again by our seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from attrs import define, evolve

from bluechip_bot.model import Decision, DecisionRequest
from bluechip_bot.protocol.dialect import DIALECTS
from bluechip_bot.protocol.effects import (
    AbandonRequest,
    AskPlayer,
    CloseConnection,
    SeatEffect,
    SendLine,
)
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.messages import CallMade, CardPlayed, Connecting, Seated
from bluechip_bot.protocol.seat.session import SeatOptions, SeatSession
from bluechip_bot.wirelog.difference import DifferenceKind, PeerLines, ReplayOutcome, SentLine
from bluechip_bot.wirelog.excerpt import connections
from bluechip_bot.wirelog.record import Head, LogError, WireRecord, WireRecords

Decider = Callable[[DecisionRequest], Decision]
"""Our player."""

_TURNED: Final = {"<": ">", ">": "<", "!": "!"}


def replay_seats(
    log: WireRecords, profile: str | None = None, decider: Decider | None = None, **changes: Any
) -> ReplayOutcome:
    """How our seats answer the manager's lines of a log, one for each connection in it.

    Args:
        log: what a client or a table recorded.
        profile: the name of the dialect, or "auto"; None is that of the log's head.
        decider: our player, whose decisions are compared with those recorded, which are then
            made; None makes those recorded at once.

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
    """The options of a seat; for a table's log with what its `Connecting` line says."""
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
    """A session that hears what the manager sent, and is compared with what was sent to it."""

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
        """Play all records."""
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
        """Make the decision that a recorded line announces, if it does."""
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
