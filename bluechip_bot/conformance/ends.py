"""What both kinds of checks have in common: reading the other end's lines, and remarks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from bluechip_bot.conformance.rules import RULES
from bluechip_bot.conformance.script import Absence, Action, Fault, Hear, Heard, Remark, Say
from bluechip_bot.protocol.dialect import Dialect
from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import Message
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.writer import format_message

Style = Callable[[str], str]
"""What is made of each line of ours before it is sent."""


def plain(line: str) -> str:
    """The line as it is."""
    return line


class OddStyle:
    """Upper and lower case in turn, several blanks for one, no final period, blanks at the end.

    What stands in quotation marks is left alone.
    """

    def __init__(self) -> None:
        """Begin with upper case."""
        self._lines = 0

    def __call__(self, line: str) -> str:
        """The line in another form."""
        self._lines += 1
        upper = self._lines % 2
        parts = line.removesuffix(".").split('"')
        parts[::2] = [
            (part.upper() if upper else part.lower()).replace(" ", "  ") for part in parts[::2]
        ]
        return '"'.join(parts) + "  "


class End:
    """One end of a check: it writes in the dialect of the other end, and reads what comes back.

    Attributes:
        style: what is made of our lines.
        dialect: how our lines are written.
        theme: the rule that is broken if the other end falls silent; empty for that of the line
            which is waited for.
    """

    def __init__(self, dialect: Dialect, about: Sequence[str]) -> None:
        """Begin.

        Args:
            dialect: how our lines are written.
            about: the rules for which the smallest departure is a fault; of others there are
                departures that are only remarked upon.
        """
        self.dialect = dialect
        self.begin(about)

    def begin(self, about: Sequence[str]) -> None:
        """Begin a script that is about these rules."""
        self.style: Style = plain
        self.theme = ""
        self._about = about
        self._last = ""
        self._remarks: list[Remark] = []

    def remarks(self) -> tuple[Remark, ...]:
        """Each kind of remark once, in order."""
        first: dict[str, Remark] = {}
        for remark in self._remarks:
            first.setdefault(remark.rule.number, remark)
        return tuple(first.values())

    def remark(self, rule: str, line: str, expected: str) -> None:
        """Take a departure that a tolerant reader understands.

        Raises:
            Fault: if the script is about this rule.
        """
        if rule in self._about:
            raise Fault(rule, line, expected)
        self._remarks.append(Remark(RULES[rule], line, expected))

    def say(self, peer: int, message: Message) -> Generator[Action, Heard, None]:
        """Send a message."""
        yield from self.say_text(peer, self.style(format_message(message, self.dialect)))

    def say_text(self, peer: int, text: str) -> Generator[Action, Heard, None]:
        """Send a line as it is."""
        self._last = text
        yield Say(peer, text)

    def line(self, peer: int, rule: str, expected: str) -> Generator[Action, Heard, str]:
        """The next line.

        Raises:
            Fault: if none comes, or it is not printable ASCII.
        """
        heard = yield Hear(peer)
        if not isinstance(heard, str):
            why = heard.value if isinstance(heard, Absence) else "nothing"
            raise Fault(self.theme or rule, "", f"{why}{self.after}: expected {expected}")
        if not all(" " <= character <= "~" for character in heard):
            raise Fault("1.1", heard, "only printable ASCII")
        return heard

    def message(
        self, peer: int, rule: str, expected: str
    ) -> Generator[Action, Heard, tuple[str, Message]]:
        """The next line, and what it means.

        Raises:
            Fault: if none comes, or it means nothing.
        """
        text = yield from self.line(peer, rule, expected)
        try:
            return text, parse(text)
        except RemoteProtocolError as error:
            raise Fault(rule, text, f"expected {expected} ({error.reason})") from None

    def expect(self, peer: int, rule: str, right: Message) -> Generator[Action, Heard, None]:
        """Wait for one message.

        Raises:
            Fault: if another one comes, or none.
        """
        expected = format_message(right)
        text, message = yield from self.message(peer, rule, f"'{expected}'")
        if message != right:
            raise Fault(rule, text, f"expected '{expected}'")

    def hush(self, peer: int, rule: str, why: str) -> Generator[Action, Heard, None]:
        """Wait a moment, in which nothing may come.

        Raises:
            Fault: if something comes, or the connection is closed.
        """
        heard = yield Hear(peer, briefly=True)
        if isinstance(heard, str):
            raise Fault(rule, heard, why)
        if heard is Absence.GONE:
            raise Fault(rule, "", f"{Absence.GONE.value}{self.after}")

    @property
    def after(self) -> str:
        """Words for our last line."""
        return f" after {self._last!r}" if self._last else ""
