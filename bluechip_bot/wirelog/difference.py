"""What a session says now beside what is recorded."""

from __future__ import annotations

from collections import deque
from enum import Enum

from attrs import define, field, frozen

from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import Timing
from bluechip_bot.protocol.reader import parse
from bluechip_bot.wirelog.record import Record


class Kind(Enum):
    """What differs."""

    LINE = "another line"
    MISSING = "a line that is recorded is not sent"
    EXTRA = "a line that is not recorded is sent"
    DECISION = "another decision"
    REFUSED = "a decision that is recorded is illegal"


@frozen
class Difference:
    """A place where a session goes otherwise than recorded.

    Attributes:
        record: the record; for `EXTRA` that of the line after which ours is sent.
        kind: what differs.
        now: what is sent or decided now; for `REFUSED` why it is illegal.
    """

    record: Record
    kind: Kind
    now: str = ""


@define
class Outcome:
    """How recorded sessions go when they are played again.

    Attributes:
        end: which end was played again, in words.
        connections: the number of connections.
        lines: the number of lines that were compared.
        boards: the number of boards that were played to the end.
        decisions: the number of decisions of our players.
        differences: as they were found.
        notes: what cannot be compared, in words.
    """

    end: str
    connections: int = 0
    lines: int = 0
    boards: int = 0
    decisions: int = 0
    differences: list[Difference] = field(factory=list)
    notes: list[str] = field(factory=list)

    def differ(self, record: Record, kind: Kind, now: str = "") -> None:
        """Take a difference."""
        self.differences.append(Difference(record, kind, now))

    def note(self, record: Record, text: str) -> None:
        """Take what cannot be compared at a record."""
        self.notes.append(f"line {record.number}: {text}")


@frozen
class _Line:
    """A line that a session sends."""

    text: str
    cause: Record
    is_free: bool


class Lines:
    """The lines that a session sends to one peer, until they are recorded.

    Slow peers are sent theirs late: a line waits until one like it is recorded.
    """

    def __init__(self, outcome: Outcome, *, any_times: bool = False) -> None:
        """Begin without a line; see `same` for `any_times`."""
        self._outcome = outcome
        self._any_times = any_times
        self._waiting: deque[_Line] = deque()

    def send(self, text: str, cause: Record, *, is_free: bool = False) -> None:
        """Take a line of the session's.

        Args:
            text: the line.
            cause: the record that causes it.
            is_free: whether any line will do.
        """
        self._waiting.append(_Line(text, cause, is_free))

    def matches(self, record: Record) -> bool:
        """Whether the session sends a recorded line; what it sends before is not recorded."""
        for place, line in enumerate(self._waiting):
            if line.is_free or same(record.text, line.text, any_times=self._any_times):
                self.leave_out(place)
                self._waiting.popleft()
                return True
        return False

    def differ(self, record: Record) -> None:
        """Take a recorded line that the session does not send."""
        if self._waiting:
            self._outcome.differ(record, Kind.LINE, self._waiting.popleft().text)
        else:
            self._outcome.differ(record, Kind.MISSING)

    def leave_out(self, count: int | None = None) -> None:
        """Take the first lines that wait, or all, for lines that are not recorded."""
        for _ in range(len(self._waiting) if count is None else count):
            line = self._waiting.popleft()
            self._outcome.differ(line.cause, Kind.EXTRA, line.text)

    def end(self, name: str, answered: int) -> None:
        """Nothing more is recorded of the peer: who has answered was sent the lines before.

        Args:
            name: of the peer.
            answered: the place of its last answer, -1 without one.
        """
        self.leave_out(sum(line.cause.place < answered for line in self._waiting))
        for line in self._waiting:
            text = f"no more is recorded of {name}; we would go on: {line.text}"
            self._outcome.note(line.cause, text)
        self._waiting.clear()


_ROUNDING = 1
"""Seconds by which times may differ: the log knows milliseconds, a manager sends seconds."""


def same(recorded: str, now: str, *, any_times: bool = False) -> bool:
    """Whether two lines are the same, but for what a log cannot know of a manager's clock.

    Args:
        recorded: a line.
        now: the other one.
        any_times: whether nothing is known of it, since boards before are not in the log.
    """
    if recorded == now:
        return True
    try:
        old, new = parse(recorded), parse(now)
    except RemoteProtocolError:
        return False
    if not isinstance(old, Timing) or not isinstance(new, Timing):
        return False
    if any_times:
        return True
    if old.times is None or new.times is None:
        return old == new
    return all(abs(a - b) <= _ROUNDING for a, b in zip(old.times, new.times, strict=True))
