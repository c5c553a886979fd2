"""A recorded session of a table manager, played again by our table.

The head of the log holds its options and boards, and the records all that happened to it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from bluechip_bot.model import Seat
from bluechip_bot.protocol.effects import BoardFinished, SendTo, SessionFinished, TableEffect
from bluechip_bot.protocol.table.session import TableSession
from bluechip_bot.wirelog.difference import Difference, Kind, Outcome, joined, same
from bluechip_bot.wirelog.record import LogError, Record, Session, TableHead, WireRecords

_Line = tuple[str, Record, int]
"""A line that is to be sent, the record that causes it, and its place."""


def replay_table(log: WireRecords) -> Outcome:
    """How our table answers the clients' lines of a log, which may hold several sessions.

    Args:
        log: what a manager recorded.

    Raises:
        LogError: if it does not hold the options of the table.
    """
    return joined("our table", [_TableReplay(each).run() for each in log.sessions])


class _TableReplay:
    """A session that is told what happened, and compared with what was sent.

    A line that we send waits until it is recorded: slow clients are sent theirs late.
    """

    def __init__(self, session: Session) -> None:
        head = session.head
        if not isinstance(head, TableHead):
            raise LogError(
                "the log does not hold the options of the table: its first part is missing, or an "
                "older version wrote it; give that part first, or --clients to play the clients"
            )
        self._session = TableSession(head.boards, head.options)
        self._records = session.records
        self._is_part = session.is_part
        self._spoke = {r.peer: place for place, r in enumerate(session.records) if r.mark == "<"}
        self._place = 0
        self._peers: dict[str, int] = {}
        self._names: dict[int, str] = {}
        self._waiting: defaultdict[str, deque[_Line]] = defaultdict(deque)
        self._differences: list[Difference] = []
        self._notes: list[str] = []
        self._boards = self._lines = 0

    def run(self) -> Outcome:
        """Play all records."""
        for place, record in enumerate(self._records):
            self._place = place
            if record.mark == "!":
                self._carry_out(self._happen(record), record)
            elif record.sent and record.seen:
                self._compare(record)
            elif record.seen and (peer := self._peer(record)):
                effects = self._session.receive(peer, record.text, record.seconds)
                self._carry_out(effects, record)
        for name in list(self._waiting):
            self._left_over(name)
        return Outcome(
            "our table",
            len(self._names),
            self._lines,
            self._boards,
            0,
            tuple(self._differences),
            tuple(self._notes),
        )

    def _peer(self, record: Record, place: Seat | None = None) -> int:
        """The number of a connection, which begins with its first record; 0 once it is closed."""
        if record.peer not in self._peers:
            number = self._peers[record.peer] = len(self._names) + 1
            self._names[number] = record.peer
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
                self._peer(record, Seat.parse(text) if text else None)
            case "closed":
                self._peers[record.peer] = 0
            case "discarded":
                return self._session.discarded(self._peer(record), text)
            case "unread":
                return self._session.cut(self._peer(record), text)
            case "lost":
                self._left_over(record.peer)
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
                        self._waiting[name].append((line, cause, self._place))
                case BoardFinished():
                    self._boards += 1
                case SessionFinished(_, text):
                    self._notes.append(f"line {cause.number}: the session ends: {text}")

    def _compare(self, record: Record) -> None:
        """Compare a recorded line of ours with those that wait to be sent."""
        self._lines += 1
        waiting = self._waiting[record.peer]
        alike = (same(record.text, line, any_times=self._is_part) for line, *_ in waiting)
        place = next((place for place, is_same in enumerate(alike) if is_same), None)
        if place is not None:
            for _ in range(place):
                self._extra(waiting)
            waiting.popleft()
        elif waiting:
            self._differences.append(Difference(record, Kind.LINE, waiting.popleft()[0]))
        else:
            self._differences.append(Difference(record, Kind.MISSING))

    def _extra(self, waiting: deque[_Line]) -> None:
        line, cause, _ = waiting.popleft()
        self._differences.append(Difference(cause, Kind.EXTRA, line))

    def _left_over(self, name: str) -> None:
        """Lines that are not recorded: they may have been cut off if the client spoke no more."""
        waiting = self._waiting.pop(name, deque())
        while waiting:
            line, cause, place = waiting[0]
            if place < self._spoke.get(name, -1):
                self._extra(waiting)
                continue
            waiting.popleft()
            text = f"no more is recorded of {name}; we would go on: {line}"
            self._notes.append(f"line {cause.number}: {text}")
