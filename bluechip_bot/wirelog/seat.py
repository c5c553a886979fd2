"""A recorded session of a client, played again by our seat."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import evolve

from bluechip_bot.model import Decision, DecisionRequest
from bluechip_bot.protocol.dialect import DIALECTS, Dialect
from bluechip_bot.protocol.effects import Abandon, Ask, Close, SeatEffect, Send
from bluechip_bot.protocol.errors import LocalProtocolError, RemoteProtocolError
from bluechip_bot.protocol.messages import CallMade, CardPlayed, Connecting, Explain, Message
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.seat.session import SeatOptions, SeatSession
from bluechip_bot.wirelog.difference import Difference, Kind, Outcome, fewest, joined, real, same
from bluechip_bot.wirelog.record import LogError, Record, WireRecords, is_connecting

Decider = Callable[[DecisionRequest], Decision]
"""Our player."""

_DEFAULTS: Final = SeatOptions("", None)
AUTO: Final = "auto"
"""The dialect that is learnt from the manager's lines."""


def replay_seats(
    log: WireRecords,
    profile: str | None = None,
    decider: Decider | None = None,
    options: SeatOptions = _DEFAULTS,
) -> Outcome:
    """How our seats answer the manager's lines of a log, one for each connection in it.

    Args:
        log: what a client recorded.
        profile: the name of the dialect; None is the one that comes closest to what is recorded.
        decider: our player, whose decisions are compared with those recorded, which are then
            made; None makes those recorded at once.
        options: the budgets and the seed of the player; the log says the rest.

    Raises:
        LogError: if a `Connecting` line cannot be understood, or there is none.
    """
    names = (AUTO, *DIALECTS) if profile is None else (profile,)
    found: list[Outcome] = []
    for records in connections(log.records):
        chosen = _closest(records, names)
        replay = _SeatReplay(records, DIALECTS.get(chosen), options, decider)
        found.append(replay.run(chosen))
    if not found:
        raise LogError("no 'Connecting' line: the log begins in the middle")
    return joined("our seat", found)


def connections(records: Sequence[Record]) -> Iterator[tuple[Record, ...]]:
    """Yield the records of each connection of a client, in the order of their beginning.

    Lines of others are left out.
    """
    found: list[list[Record]] = []
    current: dict[str, list[Record]] = {}
    for record in records:
        if record.sent and is_connecting(record):
            current[record.peer] = []
            found.append(current[record.peer])
        if record.peer in current:
            current[record.peer].append(record)
    for each in found:
        yield tuple(each)


def _closest(records: Sequence[Record], names: Sequence[str]) -> str:
    """The name of the dialect in which our seat says most nearly what is recorded."""
    if len(names) == 1:
        return names[0]
    outcomes = (_SeatReplay(records, DIALECTS.get(name), _DEFAULTS).run(name) for name in names)
    return fewest(outcomes).end


class _SeatReplay:
    """A session that is told what the manager sent, and compared with what was sent to it."""

    def __init__(
        self,
        records: Sequence[Record],
        dialect: Dialect | None,
        options: SeatOptions,
        decider: Decider | None = None,
    ) -> None:
        first = records[0]
        connecting = _parsed(first.text)
        if not isinstance(connecting, Connecting):
            raise LogError(f"line {first.number}: not understood: {first.text!r}")
        if dialect is not None:
            system = connecting.system or dialect.system
            dialect = evolve(dialect, system=system, version=connecting.version)
        place = connecting.seat if dialect is None or not dialect.any_place else None
        options = evolve(options, team=connecting.team, seat=place, dialect=dialect)
        self._session = SeatSession(options)
        self._records = records
        self._decider = decider
        self._sent: deque[tuple[str, Record, bool]] = deque()
        self._asked: DecisionRequest | None = None
        self._thought: Decision | None = None
        self._differences: list[Difference] = []
        self._lines = 0
        self._decisions = 0
        self._notes: list[str] = []

    def run(self, name: str) -> Outcome:
        """Play all records; `name` becomes the `end` of the outcome."""
        first = self._records[0]
        self._carry_out(self._session.connected(first.seconds), first)
        for record in self._records:
            if not record.seen:
                continue
            if record.sent:
                self._compare(record)
            else:
                self._carry_out(self._session.receive(record.text, record.seconds), record)
        self._end()
        return Outcome(
            name,
            1,
            self._lines,
            self._session.boards,
            self._decisions,
            real(self._differences),
            tuple(self._notes),
        )

    def _carry_out(self, effects: Sequence[SeatEffect], cause: Record) -> None:
        answers = not cause.sent and isinstance(_parsed(cause.text), Explain)
        for effect in effects:
            match effect:
                case Send(line):
                    self._sent.append((line, cause, answers))
                case Ask(request):
                    self._asked = request
                    self._thought = None if self._decider is None else self._decider(request)
                case Abandon():
                    self._asked = None
                case Close(_, text):
                    self._notes.append(f"line {cause.number}: the session ends: {text}")

    def _compare(self, record: Record) -> None:
        """Compare a recorded line of ours with what the session sends, or asks for."""
        self._lines += 1
        if self._matched(record):
            return
        decision = None if self._asked is None else self._recorded(record, self._asked)
        if decision is not None:
            while self._sent:
                self._extra()
            if self._decide(record, decision) and not self._matched(record):
                self._another(record)
        elif self._sent:
            self._another(record)
        else:
            self._differences.append(Difference(record, Kind.MISSING))

    def _matched(self, record: Record) -> bool:
        """Whether the session sends a recorded line; what it sends before is not recorded."""
        for place, (line, _, is_free) in enumerate(self._sent):
            if same(record.text, line) or is_free:
                for _ in range(place):
                    self._extra()
                self._sent.popleft()
                return True
        return False

    def _recorded(self, record: Record, asked: DecisionRequest) -> Decision | None:
        """The decision that a recorded line announces, if it does."""
        match _parsed(record.text):
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
            self._differences.append(Difference(record, Kind.REFUSED, str(error)))
            return False
        self._decisions += 1
        self._asked = None
        thought, self._thought = self._thought, None
        if thought is not None and thought.action != decision.action:
            self._differences.append(Difference(record, Kind.DECISION, str(thought.action)))
        self._carry_out(effects, record)
        return True

    def _another(self, record: Record) -> None:
        line, _, _ = self._sent.popleft()
        self._differences.append(Difference(record, Kind.LINE, line))

    def _extra(self) -> None:
        line, cause, _ = self._sent.popleft()
        self._differences.append(Difference(cause, Kind.EXTRA, line))

    def _end(self) -> None:
        """What is left over: nothing is known of it if the log ends there."""
        last = self._records[-1]
        answered = max((each.number for each in self._records if each.sent), default=0)
        while self._sent:
            line, cause, _ = self._sent[0]
            if cause.number < answered:
                self._extra()
                continue
            self._sent.popleft()
            text = f"no more is recorded of us; we would go on: {line}"
            self._notes.append(f"line {cause.number}: {text}")
        if self._asked is not None and self._thought is not None:
            text = f"the log ends; we would decide: {self._thought.action}"
            self._notes.append(f"line {last.number}: {text}")


def _parsed(text: str) -> Message | None:
    try:
        return parse(text)
    except RemoteProtocolError:
        return None
