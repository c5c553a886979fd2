"""Scripts by which a program is checked, the stage on which they are played, and verdicts. Sans-io.

A script is played by one of our ends, see `end.End`. It ends by returning (passed), or by raising
`BrokenRule` or `NotApplicable`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Generic, Protocol, TypeVar

from attrs import frozen

from bluechip_bot.conformance.rules import RULES
from bluechip_bot.model import Board, Seat


class MissingLine(Enum):
    """Why no line has come."""

    SILENT = "nothing came"
    GONE = "the connection was closed"


Break = Callable[[Board], bool]
"""Whether a board is broken off before the next call or card."""


class ScriptStage(Protocol):
    """The means to carry out a script: connections over TCP, or programs in memory.

    A connection has a number, from 0; a later one may have the same number.
    """

    def join(self, peer: int) -> MissingLine | None:
        """Take the client's next connection, or connect to the manager; returns why it fails."""

    def say(self, peer: int, line: str) -> object:
        """Send a line."""

    def hear(self, peers: Sequence[int], *, briefly: bool) -> tuple[int, str | MissingLine]:
        """The next line on one of the connections, or its end; silence is that of the first.

        The wait is short if none is expected (`briefly`).
        """

    def hang_up(self, peer: int) -> object:
        """Close a connection."""


class BrokenRule(Exception):  # noqa: N818 - the other side's, not an error of ours
    """A rule that was broken: its number and title, the line (empty if one was missing), why."""

    def __init__(self, rule: str, line: str, text: str) -> None:
        """Keep the parts; the rule is given by its number."""
        self.rule = RULES[rule]
        self.line = line
        self.text = text
        super().__init__(f"{self.rule}: {line!r}, {text}")


def require(holds: bool, rule: str, line: str, text: str) -> None:  # noqa: FBT001
    """Raise `BrokenRule` unless something holds."""
    if not holds:
        raise BrokenRule(rule, line, text)


class NotApplicable(Exception):  # noqa: N818 - nothing is wrong
    """The occasion for a check has not arisen; the message says why."""


class UnreachableError(NotApplicable):
    """Nobody listens, or nobody comes."""


class ScriptOutcome(Enum):
    """How a script ended."""

    PASSED = "pass"
    FAILED = "fail"
    SKIPPED = "skip"


@frozen
class RuleRemark:
    """A line that breaks a rule, given by number and title, but that a tolerant reader takes."""

    rule: str
    line: str
    text: str


@frozen
class ScriptVerdict:
    """The result of a script.

    Attributes:
        rule: number and title of the rule that was broken; None unless it failed.
        line: the line that was wrong; empty if one was missing.
        text: what should have come, or why the script was skipped.
        dialogue: all lines, `>` before ours, and the number of the connection.
        unreachable: whether nobody listens, so that further scripts are of no use.
    """

    name: str
    title: str
    outcome: ScriptOutcome
    rule: str | None = None
    line: str = ""
    text: str = ""
    notes: tuple[RuleRemark, ...] = ()
    dialogue: tuple[str, ...] = ()
    unreachable: bool = False


E = TypeVar("E")
Step = Callable[[E], object]
"""A part of a script, given our end."""


@frozen
class Script(Generic[E]):
    """A script for a client or a manager.

    Attributes:
        title: what is tried, in a few words.
        about: the rules under test; any departure from them fails the script.
        seat: where a client sits, if it goes where it is told to.
        alone: whether it needs a session of its own with a client.
    """

    name: str
    title: str
    about: tuple[str, ...]
    steps: tuple[Step[E], ...]
    seat: Seat = Seat.SOUTH
    alone: bool = False
