"""BridgeBase's LIN: `command|value|` pairs, kept exactly as they were read.

A text is a sequence of pairs. White space before a command has no meaning; white space in a value
is part of the value. The meaning of the commands is in `lin.reader`.

    pn|South,West,North,East|st||md|3SKH..,S..,S..,|rh||ah|Board 1|sv|o|mb|p|mb|1H!|an|why|pc|C9|
"""

from __future__ import annotations

import os
import re
from typing import Final, Self

from attrs import evolve, field, frozen

from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.text import read_text

# What a link to BridgeBase's viewer has before its boards is no more than white space.
_NAME: Final = re.compile(r"(\s*(?:https?://\S*?[?&]lin=)?)([^\s|]{1,2}\s*)", re.I)


@frozen
class LinCommand:
    """A command and its value.

    Attributes:
        name: one or two letters, as written.
        before: the white space before the name, or the address of a link.
    """

    name: str
    value: str = ""
    before: str = ""
    line: int = field(default=0, eq=False)
    column: int = field(default=0, eq=False)

    @property
    def key(self) -> str:
        """The name in lower case."""
        return self.name.strip().casefold()

    def error(self, reason: str) -> FormatError:
        """A `FormatError` at this command."""
        return FormatError(self.line, f"{self.name}|{self.value}|", reason, self.column)

    def __str__(self) -> str:
        return f"{self.before}{self.name}|{self.value}|"


@frozen
class LinFile:
    """A LIN file: a sequence of commands.

    Attributes:
        after: the white space after the last.
        encoding: of the bytes that were read; not compared.
        problems: what of the text is no command; not compared.
    """

    commands: tuple[LinCommand, ...]
    after: str = ""
    encoding: str = field(default="utf-8", eq=False)
    problems: tuple[FormatError, ...] = field(default=(), eq=False)

    def sound(self) -> Self:
        """The file itself; raises its first problem, if there is one."""
        for problem in self.problems:
            raise problem
        return self

    def text(self) -> str:
        """The text, exactly as it was read if there was no problem."""
        return "".join(map(str, self.commands)) + self.after


def parse_file(text: str) -> LinFile:
    """The commands of a LIN text; what is no command is passed over, up to the next bar."""
    bare = text.removeprefix("\ufeff")
    mark = text[: len(text) - len(bare)]
    parts = bare.split("|")
    commands: list[LinCommand] = []
    problems: list[FormatError] = []
    line, column = 1, 1
    at = 0
    while at < len(parts) - 2:
        name, value = parts[at : at + 2]
        match = _NAME.fullmatch(name)
        here = _after(name[: len(name) - len(name.lstrip())], line, column)
        if match is None:
            reason = "a command of two letters expected"
            problems.append(FormatError(here[0], name.strip(), reason, here[1]))
            passed, at = f"{name}|", at + 1
        else:
            commands.append(LinCommand(match[2], value, mark + match[1], *here))
            mark = ""
            passed, at = f"{name}|{value}|", at + 2
        line, column = _after(passed, line, column)
    rest = "|".join(parts[at:])
    if rest.strip():
        line, column = _after(rest[: len(rest) - len(rest.lstrip())], line, column)
        missing = "value" if "|" in rest else "command"
        reason = f"a '|' after the {missing} expected"
        problems.append(FormatError(line, rest.strip(), reason, column))
    return LinFile(tuple(commands), mark + rest, problems=tuple(problems))


def _after(text: str, line: int, column: int) -> tuple[int, int]:
    """The line and column after a text that begins at a line and column."""
    ends = len(re.findall(r"\r\n|\n|\r", text))
    if not ends:
        return line, column + len(text)
    return line + ends, len(text) - max(text.rfind("\n"), text.rfind("\r"))


def read_file(path: str | os.PathLike[str]) -> LinFile:
    """The file at a path, in whatever encoding; what is no LIN is passed over.

    Raises:
        FormatError: if it is no text; with the file.
    """
    text, encoding = read_text(path)
    return evolve(parse_file(text), encoding=encoding)
