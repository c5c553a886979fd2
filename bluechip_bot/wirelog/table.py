"""A recorded session of a table manager, played again by our table.

The head of the log holds its options and boards, and the records all that happened to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bluechip_bot.model import Seat
from bluechip_bot.protocol.effects import BoardFinished, SendTo, SessionFinished, TableEffect
from bluechip_bot.protocol.table.session import TableSession
from bluechip_bot.wirelog.difference import PeerLines, ReplayOutcome, SentLine
from bluechip_bot.wirelog.record import TableHead, WireRecord, WireRecords, WireSession

_SEATS: Final = {str(seat): seat for seat in Seat}


def replay_table(log: WireRecords) -> ReplayOutcome:
    """How our table answers the clients' lines of a log, which may hold several sessions."""
    outcome = ReplayOutcome("our table")
    for session in log.sessions:
        if isinstance(session.head, TableHead):
            _TableReplay(session.head, session, outcome).run()
    return outcome


class _TableReplay:
    """A session that is fed the recorded events; its lines are compared with the recorded ones."""

    def __init__(self, head: TableHead, session: WireSession, outcome: ReplayOutcome) -> None:
        self._session = TableSession(head.boards, head.options)
        self._records = session.records
        self._is_part = session.is_part
        self._outcome = outcome
        self._lines: list[PeerLines] = []
        self._numbers: dict[str, int] = {}
        self._open: set[int] = set()

    def run(self) -> None:
        """Play all records."""
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
            lines.compare(self._outcome, any_times=self._is_part)
        self._outcome.connections += len(self._lines)

    def _number(self, record: WireRecord, place: Seat | None = None) -> int:
        """The number of a connection, from 1; it begins with its first record."""
        if record.peer not in self._numbers:
            self._lines.append(PeerLines(record.peer))
            number = self._numbers[record.peer] = len(self._lines)
            self._open.add(number)
            self._carry_out(self._session.connected(number, place), record)
        return self._numbers[record.peer]

    def _happen(self, record: WireRecord) -> Sequence[TableEffect]:
        """Do what happened to a connection or the table."""
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
