"""What a session says now beside what is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from attrs import frozen

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


@frozen
class Outcome:
    """How a recorded session went when it was played again.

    Attributes:
        end: which end was played again, in words.
        connections: the number of connections.
        lines: the number of lines that were compared.
        boards: the number of boards that were played to the end.
        decisions: the number of decisions of our players.
        differences: in order.
        notes: what cannot be compared, in words.
    """

    end: str
    connections: int
    lines: int
    boards: int
    decisions: int
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]


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


def joined(end: str, outcomes: Sequence[Outcome]) -> Outcome:
    """Several outcomes as one, their differences in the order of the log."""
    found = (one for each in outcomes for one in each.differences)
    return Outcome(
        end,
        sum(each.connections for each in outcomes),
        sum(each.lines for each in outcomes),
        sum(each.boards for each in outcomes),
        sum(each.decisions for each in outcomes),
        tuple(sorted(found, key=lambda one: one.record.number)),
        tuple(note for each in outcomes for note in each.notes),
    )
