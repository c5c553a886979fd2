"""The differences between the lines of a replayed session and the recorded ones."""

from __future__ import annotations

from difflib import SequenceMatcher
from enum import Enum
from itertools import zip_longest

from attrs import define, field, frozen

from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import Explain, Timing
from bluechip_bot.protocol.reader import parse
from bluechip_bot.wirelog.record import WireRecord


class DifferenceKind(Enum):
    """The kind of a difference between a replayed session and the record."""

    LINE = "another line"
    MISSING = "a line that is recorded is not sent"
    EXTRA = "a line that is not recorded is sent"
    DECISION = "another decision"
    REFUSED = "a decision that is recorded is illegal"


@frozen
class ReplayDifference:
    """A place where a replayed session departs from the record.

    Attributes:
        record: the record concerned; for `EXTRA`, that of the line after which ours is sent.
        now: what is sent or decided now; for `REFUSED` why it is illegal.
    """

    record: WireRecord
    kind: DifferenceKind
    now: str = ""


@define
class ReplayOutcome:
    """The result of replaying recorded sessions: counts, differences and notes.

    Attributes:
        end: which end was replayed, in words.
        notes: what cannot be compared, in words.
    """

    end: str
    connections: int = 0
    lines: int = 0
    boards: int = 0
    decisions: int = 0
    differences: list[ReplayDifference] = field(factory=list)
    notes: list[str] = field(factory=list)

    def differ(self, record: WireRecord, kind: DifferenceKind, now: str = "") -> None:
        """Add a difference at a record; `now` is as in `ReplayDifference`."""
        self.differences.append(ReplayDifference(record, kind, now))

    def note(self, record: WireRecord, text: str) -> None:
        """Add a note on what cannot be compared at a record."""
        self.notes.append(f"line {record.number}: {text}")


@frozen
class SentLine:
    """A line that a session sends, and the record that caused it."""

    text: str
    cause: WireRecord


@define
class PeerLines:
    """The lines to one peer: those recorded, and those that the replayed session sends.

    Slow peers are sent their lines late: only the order counts.

    Attributes:
        answered: the place of the last record that proves all earlier lines were sent; -1 if none.
    """

    name: str
    recorded: list[WireRecord] = field(factory=list)
    sent: list[SentLine] = field(factory=list)
    answered: int = -1

    def compare(self, outcome: ReplayOutcome) -> None:
        """Compare the lines, and add the differences to an outcome."""

        def alike(old: WireRecord, new: SentLine) -> bool:
            # What is explained depends on the player, who may be another one.
            is_free = isinstance(new.cause.message, Explain) and not new.cause.sent
            return is_free or same(old.text, new.text)

        outcome.lines += len(self.recorded)
        pairs = enumerate(zip(self.recorded, self.sent, strict=False))
        shorter = min(len(self.recorded), len(self.sent))
        start = next((place for place, pair in pairs if not alike(*pair)), shorter)
        recorded, sent = self.recorded[start:], self.sent[start:]
        changes = SequenceMatcher(None, [r.text for r in recorded], [s.text for s in sent])
        for _, i, i_end, j, j_end in changes.get_opcodes():
            for old, new in zip_longest(recorded[i:i_end], sent[j:j_end]):
                if new is None:
                    outcome.differ(old, DifferenceKind.MISSING)
                elif old is not None:
                    if not alike(old, new):
                        outcome.differ(old, DifferenceKind.LINE, new.text)
                elif i_end < len(recorded) or new.cause.place < self.answered:
                    outcome.differ(new.cause, DifferenceKind.EXTRA, new.text)
                else:
                    text = f"no more is recorded of {self.name}; we would go on: {new.text}"
                    outcome.note(new.cause, text)


_ROUNDING = 1
"""Seconds by which times may differ: the log knows milliseconds, a manager sends seconds."""


def same(recorded: str, now: str) -> bool:
    """Whether two lines are the same; times in them may differ by a manager's rounding."""
    if recorded == now:
        return True
    try:
        old, new = parse(recorded), parse(now)
    except RemoteProtocolError:
        return False
    if not isinstance(old, Timing) or not isinstance(new, Timing):
        return False
    if old.times is None or new.times is None:
        return old == new
    return all(abs(a - b) <= _ROUNDING for a, b in zip(old.times, new.times, strict=True))
