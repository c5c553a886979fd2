"""What both kinds of checks have in common: lines to and from the other end, remarks, a verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from bluechip_bot.conformance.rules import RULES
from bluechip_bot.conformance.script import (
    Absence,
    Fault,
    NotApplicable,
    Outcome,
    Remark,
    Script,
    Stage,
    Unreachable,
    Verdict,
)
from bluechip_bot.protocol.dialect import Dialect
from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import Message
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.writer import format_message

Style = Callable[[str, int], str]
"""The form in which our lines are sent, given the number of lines before."""


def plain(line: str, _count: int) -> str:
    """The line as it is."""
    return line


def odd(line: str, count: int) -> str:
    """Upper and lower case in turn, several blanks for one, no final period, blanks at the end.

    What stands in quotation marks is left alone.
    """
    parts = line.removesuffix(".").split('"')
    case = str.lower if count % 2 else str.upper
    parts[::2] = [case(part).replace(" ", "  ") for part in parts[::2]]
    return '"'.join(parts) + "  "


class End:
    """One end of a check: it writes in the dialect of the other end, and reads what comes back.

    Attributes:
        dialect: how our lines are written.
        stage: where they are sent.
        style: the form in which they are sent.
        remarks: the departures that were taken, by rule.
        theme: the rule that is broken if the other end falls silent; empty for that of the line
            which is waited for.
        fresh: whether nothing has been checked in this session before.
    """

    def __init__(self, dialect: Dialect, *, fresh: bool = True) -> None:
        """Prepare; `perform` begins."""
        self.dialect = dialect
        self.fresh = fresh

    def begin(self, about: Sequence[str], stage: Stage) -> None:
        """Begin a script about some rules, for which the smallest departure is a fault."""
        self.stage = stage
        self.style: Style = plain
        self.theme = ""
        self.spoken: list[str] = []
        self._about = about
        self._last = ""
        self._sent = 0
        self.remarks: dict[str, Remark] = {}

    def remark(self, rule: str, line: str, expected: str) -> None:
        """Take a departure that a tolerant reader understands; one of each rule is kept.

        Raises:
            Fault: if the script is about this rule.
        """
        if rule in self._about:
            raise Fault(rule, line, expected)
        self.remarks.setdefault(rule, Remark(RULES[rule], line, expected))

    def say(self, peer: int, message: Message) -> None:
        """Send a message."""
        self._sent += 1
        self.say_text(peer, self.style(format_message(message, self.dialect), self._sent - 1))

    def say_text(self, peer: int, text: str) -> None:
        """Send a line as it is."""
        self._last = text
        self.spoken.append(f">{peer} {text}")
        self.stage.say(peer, text)

    def hear(self, *peers: int, briefly: bool = False) -> tuple[int, str | Absence]:
        """The next line on one of these connections; silence is that of the first of them."""
        peer, line = self.stage.hear(peers, briefly=briefly)
        if isinstance(line, str):
            self.spoken.append(f"<{peer} {line}")
        return peer, line

    def meaning(self, line: str, rule: str, expected: str) -> Message:
        """The meaning of a line.

        Raises:
            Fault: if it has none.
        """
        self.check_text(line)
        try:
            return parse(line)
        except RemoteProtocolError as error:
            raise Fault(rule, line, f"expected {expected} ({error.reason})") from None

    @staticmethod
    def check_text(line: str) -> None:
        """Raise `Fault` unless the line is printable ASCII."""
        if not all(" " <= character <= "~" for character in line):
            raise Fault("1.1", line, "only printable ASCII")

    def hush(self, peer: int, rule: str, why: str) -> None:
        """Wait a moment, in which nothing may come.

        Raises:
            Fault: if something comes, or the connection is closed.
        """
        _, heard = self.hear(peer, briefly=True)
        if isinstance(heard, str):
            raise Fault(rule, heard, why)
        if heard is Absence.GONE:
            raise Fault(rule, "", f"{Absence.GONE.value}{self.after}")

    @property
    def after(self) -> str:
        """Words for our last line."""
        return f" after {self._last!r}" if self._last else ""


E = TypeVar("E", bound=End)


def perform(script: Script[E], end: E, stage: Stage) -> Verdict:
    """Carry out a script on a stage; returns its verdict."""

    def verdict(outcome: Outcome, **values: Any) -> Verdict:
        values |= {"notes": tuple(end.remarks.values()), "dialogue": tuple(end.spoken)}
        return Verdict(script.name, script.title, outcome, **values)

    end.begin(script.about, stage)
    if script.alone and not end.fresh:
        text = "this needs a manager that is started for it, see --command"
        return verdict(Outcome.SKIPPED, text=text)
    try:
        for step in script.steps:
            step(end)
    except Fault as fault:
        return verdict(Outcome.FAILED, rule=fault.rule, line=fault.line, text=fault.expected)
    except NotApplicable as reason:
        gone = isinstance(reason, Unreachable)
        return verdict(Outcome.SKIPPED, text=str(reason), unreachable=gone)
    return verdict(Outcome.PASSED)
