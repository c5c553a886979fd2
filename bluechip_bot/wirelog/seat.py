"""A recorded session of a client, played again by our seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import evolve

from bluechip_bot.model import Decision, DecisionRequest, Seat
from bluechip_bot.protocol.dialect import DIALECTS, STANDARD, Dialect
from bluechip_bot.protocol.effects import Abandon, Ask, Close, SeatEffect, Send
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.messages import CallMade, CardPlayed, Connecting, Explain, Seated
from bluechip_bot.protocol.seat.session import SeatOptions, SeatSession
from bluechip_bot.wirelog.difference import Kind, Lines, Outcome
from bluechip_bot.wirelog.excerpt import connections
from bluechip_bot.wirelog.record import LogError, Record, Session, TableHead, WireRecords

Decider = Callable[[DecisionRequest], Decision]
"""Our player."""

_DEFAULTS: Final = SeatOptions("", None)
_COMMON: Final = (STANDARD, Dialect("manager"))
"""The dialects in which a table writes to our own clients."""
AUTO: Final = "auto"
"""The dialect that is learnt from the manager's lines."""


def replay_seats(
    log: WireRecords,
    profile: str | None = None,
    decider: Decider | None = None,
    options: SeatOptions | None = None,
) -> Outcome:
    """How our seats answer the manager's lines of a log, one for each connection in it.

    Args:
        log: what a client recorded.
        profile: the name of the dialect, or `AUTO`; None is that of the log's head, `AUTO` where it
            has none.
        decider: our player, whose decisions are compared with those recorded, which are then
            made; None makes those recorded at once.
        options: the budgets and the seed of the player; None takes those of the log's head.

    Raises:
        LogError: if a `Connecting` line cannot be understood, or there is none.
    """
    outcome = Outcome("our seat")
    for session in log.sessions:
        for places in connections(session.records):
            records = [session.records[place] for place in places]
            if records[0].sent:
                chosen = _options(session, records[0], profile, options)
                _SeatReplay(records, chosen, decider, outcome).run()
    if not outcome.connections:
        raise LogError("no 'Connecting' line: the log begins in the middle")
    return outcome


def _options(
    session: Session, first: Record, profile: str | None, given: SeatOptions | None
) -> SeatOptions:
    """The options of a seat: those of the head, with what its `Connecting` line says.

    A table's head has the dialect in which it wrote to the seat. A client that does not connect as
    in that dialect is ours.
    """
    connecting = first.message
    if not isinstance(connecting, Connecting):
        raise LogError(f"line {first.number}: not understood: {first.text!r}")
    head, seat = session.head, connecting.seat
    options = head if isinstance(head, SeatOptions) else _DEFAULTS
    if given is not None:
        options = evolve(given, dialect=options.dialect, strict_teams=options.strict_teams)
    if profile is not None:
        options = evolve(options, dialect=DIALECTS.get(profile))
    elif isinstance(head, TableHead):
        held = seat if seat is not None else _seated(session, first)
        dialect = None if held is None else head.options.dialect_of(held)
        if dialect is None or dialect in _COMMON or dialect.any_place is not (seat is None):
            dialect = DIALECTS["bluechip-bot"]
        options = evolve(options, dialect=dialect)
    if (dialect := options.dialect) is not None:
        system = connecting.system or dialect.system
        dialect = evolve(dialect, system=system, version=connecting.version)
        seat = None if dialect.any_place else seat
    return evolve(options, team=connecting.team, seat=seat, dialect=dialect)


def _seated(session: Session, first: Record) -> Seat | None:
    """The seat that a connection was given."""
    answers = (each for each in session.records if each.peer == first.peer)
    return next((each.seat for one in answers if isinstance(each := one.message, Seated)), None)


class _SeatReplay:
    """A session that is told what the manager sent, and compared with what was sent to it."""

    def __init__(
        self,
        records: Sequence[Record],
        options: SeatOptions,
        decider: Decider | None,
        outcome: Outcome,
    ) -> None:
        self._session = SeatSession(options)
        self._records = records
        self._decider = decider
        self._outcome = outcome
        self._lines = Lines(outcome)
        self._asked: DecisionRequest | None = None
        self._thought: Decision | None = None

    def run(self) -> None:
        """Play all records."""
        first, last = self._records[0], self._records[-1]
        self._outcome.connections += 1
        self._carry_out(self._session.connected(first.seconds), first)
        for record in self._records:
            if record.sent and record.seen:
                self._compare(record)
            elif record.mark == "<" and record.seen:
                self._carry_out(self._session.receive(record.text, record.seconds), record)
        self._lines.end("us", max(record.place for record in self._records if record.sent))
        if self._asked is not None and self._thought is not None:
            self._outcome.note(last, f"the log ends; we would decide: {self._thought.action}")
        self._outcome.boards += self._session.boards

    def _carry_out(self, effects: Sequence[SeatEffect], cause: Record) -> None:
        answers = not cause.sent and isinstance(cause.message, Explain)
        for effect in effects:
            match effect:
                case Send(line):
                    self._lines.send(line, cause, is_free=answers)
                case Ask(request):
                    self._asked = request
                    self._thought = None if self._decider is None else self._decider(request)
                case Abandon():
                    self._asked = None
                case Close(_, text):
                    self._outcome.note(cause, f"the session ends: {text}")

    def _compare(self, record: Record) -> None:
        """Compare a recorded line of ours with what the session sends, or asks for."""
        self._outcome.lines += 1
        if self._lines.matches(record):
            return
        decision = None if self._asked is None else self._recorded(record, self._asked)
        if decision is not None:
            self._lines.leave_out()
            if not self._decide(record, decision) or self._lines.matches(record):
                return
        self._lines.differ(record)

    def _recorded(self, record: Record, asked: DecisionRequest) -> Decision | None:
        """The decision that a recorded line announces, if it does."""
        match record.message:
            case CallMade(_, call, note):
                if note is not None:
                    self._session.options = evolve(self._session.options, notes=note.kind)
                return Decision(asked.id, call, note.text if note else "")
            case CardPlayed(_, card):
                return Decision(asked.id, card)
            case _:
                return None

    def _decide(self, record: Record, decision: Decision) -> bool:
        """Make a recorded decision; False if it is illegal."""
        try:
            effects = self._session.decided(decision, record.seconds)
        except LocalProtocolError as error:
            self._outcome.differ(record, Kind.REFUSED, str(error))
            return False
        self._outcome.decisions += 1
        self._asked = None
        thought, self._thought = self._thought, None
        if thought is not None and thought.action != decision.action:
            self._outcome.differ(record, Kind.DECISION, str(thought.action))
        self._carry_out(effects, record)
        return True
