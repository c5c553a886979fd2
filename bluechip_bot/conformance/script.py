"""A script: what the two ends of a check say to each other, as a generator. Sans-io.

A script yields actions and is sent what comes of them: a line, `Absence` where none came, or None.
It ends by returning (passed), or by raising `Fault` or `NotApplicable`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from enum import Enum

from attrs import evolve, field, frozen

from bluechip_bot.conformance.rules import RULES, Rule


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
    """Wait for the next line.

    Attributes:
        peer: the connection.
        briefly: whether none is expected, so that a short wait is enough.
    """

    peer: int
    briefly: bool = False


@frozen
class HearAny:
    """Wait for the next line on one of several connections.

    Attributes:
        peers: the connections.
        briefly: whether a short wait is enough.
    """

    peers: tuple[int, ...]
    briefly: bool = False


@frozen
class Told:
    """What came of `HearAny`, unless nothing came.

    Attributes:
        peer: the connection.
        heard: the line, or `Absence.GONE`.
    """

    peer: int
    heard: str | Absence


@frozen
class HangUp:
    """Close a connection."""

    peer: int


Action = Join | Say | Hear | HearAny | HangUp
Heard = str | Absence | Told | None
Talk = Generator[Action, Heard, None]
"""A script under way."""


class Fault(Exception):  # noqa: N818 - the other side's, not an error of ours
    """A rule that was broken.

    Attributes:
        rule: the rule.
        line: the line that was wrong; empty if one was missing.
        expected: what should have come, or what is wrong.
    """

    def __init__(self, rule: str, line: str, expected: str) -> None:
        """Keep the parts."""
        self.rule: Rule = RULES[rule]
        self.line = line
        self.expected = expected
        super().__init__(f"{self.rule}: {line!r}, {expected}")


class NotApplicable(Exception):  # noqa: N818 - nothing is wrong
    """The occasion for a check has not arisen.

    Attributes:
        reason: why.
    """

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        self.reason = reason
        super().__init__(reason)


class Unreachable(NotApplicable):
    """Nobody listens."""


class Outcome(Enum):
    """What came of a script."""

    PASSED = "pass"
    FAILED = "FAIL"
    SKIPPED = "skip"


@frozen
class Remark:
    """A line that is not as it should be, but that a tolerant reader takes.

    Attributes:
        rule: the rule.
        line: the line.
        expected: what should have come.
    """

    rule: Rule
    line: str
    expected: str


@frozen
class Spoken:
    """A line of a check's dialogue.

    Attributes:
        peer: the connection.
        ours: whether we sent it.
        line: the text.
    """

    peer: int
    ours: bool
    line: str

    def __str__(self) -> str:
        return f"{'>' if self.ours else '<'}{self.peer} {self.line}"


@frozen
class Verdict:
    """What came of a script.

    Attributes:
        name: the script's.
        outcome: whether it passed.
        rule: the rule that was broken; None unless it failed.
        line: the line that was wrong; empty if one was missing.
        text: what should have come, or why the script was skipped.
        remarks: lines that a tolerant reader takes.
        spoken: the whole dialogue.
        unreachable: whether nobody listens, so that further scripts are of no use.
    """

    name: str
    outcome: Outcome
    rule: Rule | None = None
    line: str = ""
    text: str = ""
    remarks: tuple[Remark, ...] = ()
    spoken: tuple[Spoken, ...] = field(default=(), repr=False)
    unreachable: bool = False


class Performance:
    """A script under way, and its verdict at the end.

    Attributes:
        verdict: None until it is over.
    """

    def __init__(self, name: str, talk: Talk, remarks: Callable[[], tuple[Remark, ...]]) -> None:
        """Prepare; `step` begins.

        Args:
            name: the script's.
            talk: the script.
            remarks: the remarks that the script has made so far.
        """
        self.verdict: Verdict | None = None
        self._name = name
        self._talk = talk
        self._remarks = remarks
        self._spoken: list[Spoken] = []
        self._peer = 0

    def step(self, heard: Heard) -> Action | None:
        """What is to be done next, after what came of the last action; None at the end.

        Args:
            heard: the line or its absence after `Hear`, `Told` or silence after `HearAny`,
                `Absence` if a `Join` has failed, else None, as at the beginning.
        """
        told = heard if isinstance(heard, Told) else Told(self._peer, heard or Absence.SILENT)
        if isinstance(told.heard, str):
            self._spoken.append(Spoken(told.peer, ours=False, line=told.heard))
        try:
            action = self._talk.send(heard)
        except StopIteration:
            self._end(Outcome.PASSED)
            return None
        except Fault as fault:
            self._end(Outcome.FAILED, fault.rule, fault.line, fault.expected)
            return None
        except NotApplicable as reason:
            self._end(Outcome.SKIPPED, text=reason.reason)
            if self.verdict is not None and isinstance(reason, Unreachable):
                self.verdict = evolve(self.verdict, unreachable=True)
            return None
        self._peer = -1 if isinstance(action, HearAny) else action.peer
        if isinstance(action, Say):
            self._spoken.append(Spoken(action.peer, ours=True, line=action.line))
        return action

    def _end(
        self, outcome: Outcome, rule: Rule | None = None, line: str = "", text: str = ""
    ) -> None:
        self.verdict = Verdict(
            self._name, outcome, rule, line, text, self._remarks(), tuple(self._spoken)
        )
