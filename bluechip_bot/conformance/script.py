"""A script: what the two ends of a check say to each other, as a generator. Sans-io.

A script yields actions and is sent what comes of them, see `Heard`. It ends by returning (passed),
or by raising `Fault` or `NotApplicable`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from enum import Enum
from typing import Generic, Protocol, TypeVar

from attrs import frozen

from bluechip_bot.conformance.rules import RULES
from bluechip_bot.model import Board, Seat


class Absence(Enum):
    """Why no line has come."""

    SILENT = "nothing came"
    GONE = "the connection was closed"


@frozen
class Join:
    """Set up a connection: take the client's next one, or connect to the manager as a player.

    Attributes:
        peer: its number, from 0; a later connection may have the same one.
    """

    peer: int


@frozen
class Say:
    """Send a line."""

    peer: int
    line: str


@frozen
class Hear:
    """Wait for the next line on one of several connections.

    Attributes:
        peers: the connections.
        briefly: whether none is expected, so that a short wait is enough.
    """

    peers: tuple[int, ...]
    briefly: bool = False


@frozen
class HangUp:
    """Close a connection."""

    peer: int


Action = Join | Say | Hear | HangUp
Heard = tuple[int, str | Absence] | Absence | None
"""After `Hear` a connection with its line or end, or silence; `Absence` where `Join` has failed."""
Talk = Generator[Action, Heard, None]
"""A script under way."""
Break = Callable[[Board], bool]
"""Whether a board is broken off before the next call or card."""


class Stage(Protocol):
    """What carries out actions: connections over TCP, or programs in memory."""

    def join(self, peer: int) -> Absence | None:
        """Set up a connection; returns why there is none."""

    def say(self, peer: int, line: str) -> object:
        """Send a line."""

    def hear(self, peers: Sequence[int], *, briefly: bool) -> Heard:
        """The next line on one of the connections, or its end, or silence."""

    def hang_up(self, peer: int) -> object:
        """Close a connection."""


class Fault(Exception):  # noqa: N818 - the other side's, not an error of ours
    """A rule that was broken.

    Attributes:
        rule: number and title of the rule.
        line: the line that was wrong; empty if one was missing.
        expected: what should have come, or what is wrong.
    """

    def __init__(self, rule: str, line: str, expected: str) -> None:
        """Keep the parts; the rule is given by its number."""
        self.rule = RULES[rule]
        self.line = line
        self.expected = expected
        super().__init__(f"{self.rule}: {line!r}, {expected}")


class NotApplicable(Exception):  # noqa: N818 - nothing is wrong
    """The occasion for a check has not arisen; the message says why."""


class Unreachable(NotApplicable):
    """Nobody listens, or nobody comes."""


class Outcome(Enum):
    """How a script ended."""

    PASSED = "pass"
    FAILED = "fail"
    SKIPPED = "skip"


@frozen
class Remark:
    """A line that is not as it should be, but that a tolerant reader takes.

    Attributes:
        rule: number and title of the rule.
        line: the line.
        text: what should have come.
    """

    rule: str
    line: str
    text: str


@frozen
class Verdict:
    """The result of a script.

    Attributes:
        name: the script's.
        title: what it tries.
        outcome: whether it passed.
        rule: number and title of the rule that was broken; None unless it failed.
        line: the line that was wrong; empty if one was missing.
        text: what should have come, or why the script was skipped.
        notes: lines that a tolerant reader takes.
        dialogue: all lines, `>` before ours, and the number of the connection.
        unreachable: whether nobody listens, so that further scripts are of no use.
    """

    name: str
    title: str
    outcome: Outcome
    rule: str | None = None
    line: str = ""
    text: str = ""
    notes: tuple[Remark, ...] = ()
    dialogue: tuple[str, ...] = ()
    unreachable: bool = False


E = TypeVar("E")
Step = Callable[[E], Generator[Action, Heard, object]]
"""A part of a script, given our end."""


@frozen
class Script(Generic[E]):
    """A script for a client or a manager.

    Attributes:
        name: by which it is chosen.
        title: what is tried, in a few words.
        about: the rules under test; any departure from them fails the script.
        steps: what is done, in order.
        seat: where a client sits, if it goes where it is told to.
        alone: whether it needs a session of its own.
    """

    name: str
    title: str
    about: tuple[str, ...]
    steps: tuple[Step[E], ...]
    seat: Seat = Seat.SOUTH
    alone: bool = False
