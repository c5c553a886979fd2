"""Errors in files of boards, with their places."""

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
        board: what the board is called that it leaves out; empty where that is not stated.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - where, what and why
        self,
        line: int,
        text: str,
        reason: str,
        column: int = 0,
        path: str = "",
        board: str = "",
    ) -> None:
        """Keep the place and the text, and state the reason."""
        self.line = line
        self.text = text
        self.reason = reason
        self.column = column
        self.path = path
        self.board = board
        of_board = f"board {board}: " if board else ""
        super().__init__(f"{self.place}: {of_board}{brief(reason)}: {quoted(text)}")

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
        """Line, column and reason, which no two errors of a file share."""
        return self.line, self.column, self.reason

    def of_file(self, path: str | os.PathLike[str]) -> Self:
        """The same error, with the file that it is in."""
        place = self.column, os.fspath(path), self.board
        return type(self)(self.line, self.text, self.reason, *place)

    def of_board(self, name: str) -> Self:
        """The same error, with the board that it leaves out."""
        return type(self)(self.line, self.text, self.reason, self.column, self.path, name)
