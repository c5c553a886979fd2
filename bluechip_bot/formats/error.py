"""What is wrong with a file of boards, and where."""

from __future__ import annotations

import os
from typing import Self

from bluechip_bot.quoting import brief, quoted


class FormatError(ValueError):
    """A text that is not in its format, or whose content is no bridge.

    Attributes:
        line: the line number, from 1; 0 when it was not read from a text.
        reason: what is wrong, or what was expected.
        column: where in the line, from 1; 0 for the whole line.
        path: the file; empty when it was not read from one.
    """

    def __init__(self, line: int, text: str, reason: str, column: int = 0, path: str = "") -> None:
        """Keep the place and the text, and state the reason."""
        self.line = line
        self.text = text
        self.reason = reason
        self.column = column
        self.path = path
        super().__init__(f"{self.place}: {brief(reason)}: {quoted(text)}")

    @property
    def place(self) -> str:
        """File, line and column, as far as they are known."""
        parts = [self.path] if self.path else []
        parts.append(f"line {self.line}")
        if self.column:
            parts.append(f"column {self.column}")
        return ", ".join(parts)

    @property
    def identity(self) -> tuple[int, int, str]:
        """Line, column and reason: what tells it from other errors of its file."""
        return self.line, self.column, self.reason

    def of_file(self, path: str | os.PathLike[str]) -> Self:
        """The same error, with the file that it is in."""
        return type(self)(self.line, self.text, self.reason, self.column, os.fspath(path))
