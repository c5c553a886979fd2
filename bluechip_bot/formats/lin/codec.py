"""BridgeBase's LIN: `command|value|` pairs.

A text is a sequence of pairs. White space before a command has no meaning; white space in a value
is part of the value. The meaning of the commands is in `lin.reader`.

    pn|South,West,North,East|st||md|3SKH..,S..,S..,|rh||ah|Board 1|sv|o|mb|p|mb|1H!|an|why|pc|C9|
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final
from urllib.parse import unquote

from attrs import field, frozen

from bluechip_bot.formats.error import FormatError

# What a link to BridgeBase's viewer has before its boards is no more than white space.
_LINK: Final = re.compile(r"(https?://\S*?[?&]lin=)([^\s&]*%7C[^\s&]*)(?:&\S*)?", re.I)
_NAME: Final = re.compile(r"\s*(?:https?://\S*?[?&]lin=)?([^\s|]{1,2})\s*", re.I)
_FIRST: Final = ("vg", "rs", "pn")


@frozen
class LinCommand:
    """A command and its value.

    Attributes:
        name: one or two letters, in lower case.
        line: where it was read; not compared.
        column: its column; not compared.
    """

    name: str
    value: str = ""
    line: int = field(default=0, eq=False)
    column: int = field(default=0, eq=False)

    def error(self, reason: str) -> FormatError:
        """A `FormatError` at this command."""
        return FormatError(self.line, f"{self.name}|{self.value}|", reason, self.column)

    def __str__(self) -> str:
        return f"{self.name}|{self.value}|"


@frozen
class LinFile:
    """A LIN file: its commands, and the errors in its other text, which are not compared."""

    commands: tuple[LinCommand, ...]
    problems: tuple[FormatError, ...] = field(default=(), eq=False)

    def text(self) -> str:
        """The commands as a text; titles, results and the names of each board begin a new line."""
        texts = (f"\n{each}" if each.name in _FIRST else str(each) for each in self.commands)
        return "".join(texts).removeprefix("\n") + ("\n" if self.commands else "")


def parse_file(text: str) -> LinFile:
    """Parse the commands of a LIN text; what is not a command is skipped, up to the next bar.

    Escapes are resolved in links whose bars are escaped, as browsers and `viewer_link` write them.
    """
    text = _LINK.sub(lambda link: link[1] + unquote(link[2]), text.removeprefix("\ufeff"))
    lines = [0, *(end.end() for end in re.finditer(r"\r\n|\n|\r", text))]
    parts = text.split("|")
    commands: list[LinCommand] = []
    problems: list[FormatError] = []
    at = offset = 0

    def place(words: str) -> tuple[int, int]:
        """The line and column of the first word in `words`, the part that begins at `offset`."""
        begin = offset + len(words) - len(words.lstrip())
        line = bisect_right(lines, begin)
        return line, begin - lines[line - 1] + 1

    while at < len(parts) - 2:
        name, value = parts[at : at + 2]
        line, column = place(name)
        if match := _NAME.fullmatch(name):
            commands.append(LinCommand(match[1].casefold(), value, line, column))
            passed = 2
        else:
            reason = "a command of two letters expected"
            problems.append(FormatError(line, name.strip(), reason, column))
            passed = 1
        offset += sum(len(part) + 1 for part in parts[at : at + passed])
        at += passed
    rest = "|".join(parts[at:])
    if rest.strip():
        line, column = place(rest)
        reason = f"a '|' after the {'value' if '|' in rest else 'command'} expected"
        problems.append(FormatError(line, rest.strip(), reason, column))
    return LinFile(tuple(commands), tuple(problems))
