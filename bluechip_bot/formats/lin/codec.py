"""BridgeBase's LIN: `command|value|` pairs, kept exactly as they were read.

A text is a sequence of pairs. White space before a command has no meaning; white space in a value
is part of the value. The meaning of the commands is in `lin.reader`.

    pn|South,West,North,East|st||md|3SKH..,S..,S..,|rh||ah|Board 1|sv|o|mb|p|mb|1H!|an|why|pc|C9|
"""

from __future__ import annotations

import os
import re
from typing import Final

from attrs import evolve, field, frozen

from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.text import read_text

_NAME: Final = re.compile(r"(\s*)([^\s|]{1,2}\s*)")


class LinError(FormatError):
    """A text that is not LIN, or that breaks the rules of bridge."""


@frozen
class Command:
    """A command and its value.

    Attributes:
        name: one or two letters, as written.
        value: the text up to the next bar.
        before: the white space before the name.
        line: its line in the text; not compared.
        column: its column; not compared.
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

    def error(self, reason: str) -> LinError:
        """A `LinError` at this command."""
        return LinError(self.line, f"{self.name}|{self.value}|", reason, self.column)

    def __str__(self) -> str:
        return f"{self.before}{self.name}|{self.value}|"


@frozen
class LinFile:
    """A LIN file: a sequence of commands.

    Attributes:
        commands: in order.
        after: the white space after the last.
        encoding: of the bytes that were read: UTF-8, or else ISO 8859-1; not compared.
    """

    commands: tuple[Command, ...]
    after: str = ""
    encoding: str = field(default="utf-8", eq=False)

    def text(self) -> str:
        """The text, exactly as it was read."""
        return "".join(map(str, self.commands)) + self.after


def parse_file(text: str) -> LinFile:
    """The commands of a LIN text.

    Raises:
        LinError: at the first text that is not a command; with line and column.
    """
    parts = text.removeprefix("\ufeff").split("|")
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    commands: list[Command] = []
    line, column = 1, 1
    for name, value in zip(parts[:-1:2], parts[1:-1:2], strict=False):
        match = _NAME.fullmatch(name)
        here = _after(name[: len(name) - len(name.lstrip())], line, column)
        if match is None:
            raise LinError(here[0], name.strip(), "a command of two letters expected", here[1])
        commands.append(Command(match[2], value, mark + match[1], *here))
        mark = ""
        line, column = _after(f"{name}|{value}|", line, column)
    rest = "|".join(parts[2 * len(commands) :])
    if rest.strip():
        line, column = _after(rest[: len(rest) - len(rest.lstrip())], line, column)
        missing = "value" if "|" in rest else "command"
        raise LinError(line, rest.strip(), f"a '|' after the {missing} expected", column)
    return LinFile(tuple(commands), mark + parts[-1])


def _after(text: str, line: int, column: int) -> tuple[int, int]:
    """The line and column after a text that begins at a line and column."""
    ends = len(re.findall(r"\r\n|\n|\r", text))
    if not ends:
        return line, column + len(text)
    return line + ends, len(text) - max(text.rfind("\n"), text.rfind("\r"))


def read_file(path: str | os.PathLike[str]) -> LinFile:
    """The file at a path, whose text is UTF-8 or else ISO 8859-1.

    Raises:
        OSError: if it cannot be read.
        LinError: if it is not LIN; with file, line and column.
    """
    text, encoding = read_text(path)
    try:
        return evolve(parse_file(text), encoding=encoding)
    except LinError as error:
        raise error.of_file(path) from None
