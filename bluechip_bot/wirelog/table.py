"""A recorded session of a table manager, played again by our table.

The head of the log holds its options and boards, and the records all that happened to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bluechip_bot.model import Seat
from bluechip_bot.protocol.effects import BoardFinished, SendTo, SessionFinished, TableEffect
from bluechip_bot.protocol.table.session import TableSession
from bluechip_bot.wirelog.difference import Lines, Outcome
from bluechip_bot.wirelog.record import LogError, Record, Session, TableHead, WireRecords

_SEATS: Final = {str(seat): seat for seat in Seat}


def replay_table(log: WireRecords) -> Outcome:
    """How our table answers the clients' lines of a log, which may hold several sessions.

    Args:
        log: what a manager recorded.

    Raises:
        LogError: if it does not hold the options of the table.
    """
    outcome = Outcome("our table")
    for session in log.sessions:
        _TableReplay(session, outcome).run()
    return outcome


class _TableReplay:
    """A session that is told what happened, and compared with what was sent."""

    def __init__(self, session: Session, outcome: Outcome) -> None:
        head = session.head
        if not isinstance(head, TableHead):
            raise LogError(
                "the log does not hold the options of the table: its first part is missing, or an "
                "older version wrote it; give that part first, or --clients to play the clients"
            )
        self._session = TableSession(head.boards, head.options)
        self._records = session.records
        self._is_part = session.is_part
        self._outcome = outcome
        self._spoke = {each.peer: each.place for each in session.records if each.mark == "<"}
        self._peers: dict[str, int] = {}
        self._names: dict[int, str] = {}
        self._lines: dict[str, Lines] = {}

    def run(self) -> None:
        """Play all records."""
        for record in self._records:
            if record.mark == "!":
                self._carry_out(self._happen(record), record)
            elif record.sent and record.seen:
                self._outcome.lines += 1
                self._peer(record)
                if not self._lines[record.peer].matches(record):
                    self._lines[record.peer].differ(record)
            elif record.seen and (peer := self._peer(record)):
                effects = self._session.receive(peer, record.text, record.seconds)
                self._carry_out(effects, record)
        for name in self._peers:
            self._lines[name].end(name, self._spoke.get(name, -1))
        self._outcome.connections += len(self._names)

    def _peer(self, record: Record, place: Seat | None = None) -> int:
        """The number of a connection, which begins with its first record; 0 once it is closed."""
        if record.peer not in self._peers:
            number = self._peers[record.peer] = len(self._names) + 1
            self._names[number] = record.peer
            self._lines[record.peer] = Lines(self._outcome, any_times=self._is_part)
            self._carry_out(self._session.connected(number, place), record)
        return self._peers[record.peer]

    def _happen(self, record: Record) -> Sequence[TableEffect]:
        """Do what happened to a connection or the table."""
        what, _, text = record.text.partition(" ")
        match what:
            case "nudge":
                return self._session.nudge(record.seconds)
            case "forfeit":
                return self._session.forfeit(record.seconds)
            case "stop":
                return self._session.stop(text)
            case "connected":
                self._peer(record, _SEATS.get(text))
            case "closed" if record.peer in self._peers:
                self._peers[record.peer] = 0
            case "discarded" if peer := self._peer(record):
                return self._session.discarded(peer, text)
            case "unread" if peer := self._peer(record):
                return self._session.cut(peer, text)
            case "lost" if record.peer in self._peers:
                self._lines[record.peer].end(record.peer, self._spoke.get(record.peer, -1))
                del self._peers[record.peer]
                number = max(n for n, name in self._names.items() if name == record.peer)
                return self._session.lost(number, record.seconds)
        return ()

    def _carry_out(self, effects: Sequence[TableEffect], cause: Record) -> None:
        for effect in effects:
            match effect:
                case SendTo(peer, line):
                    name = self._names[peer]
                    if self._peers.get(name) == peer:
                        self._lines[name].send(line, cause)
                case BoardFinished():
                    self._outcome.boards += 1
                case SessionFinished(_, text):
                    self._outcome.note(cause, f"the session ends: {text}")
