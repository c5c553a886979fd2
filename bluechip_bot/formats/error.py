"""Errors in files of boards, with their places."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self

from attrs import define, evolve

from bluechip_bot.model import ModelError
from bluechip_bot.quoting import brief, quoted


@define
class FormatError(ValueError):
    """A text that is not in its format, or whose content breaks the rules of bridge.

    Attributes:
        line: the line number, from 1; 0 when it was not read from a text.
        column: where in the line, from 1; 0 for the whole line.
        path: the file; empty when it was not read from one.
        board: the name of the board that is left out; empty where that is not stated.
    """

    line: int
    text: str
    reason: str
    column: int = 0
    path: str = ""
    board: str = ""

    def __str__(self) -> str:
        of_board = f"board {self.board}: " if self.board else ""
        return f"{self.place}: {of_board}{brief(self.reason)}: {quoted(self.text)}"

    @property
    def place(self) -> str:
        """File, line and column, as far as they are known."""
        column = f"column {self.column}" if self.column else ""
        return ", ".join(filter(None, (self.path, f"line {self.line}", column)))

    @property
    def identity(self) -> tuple[int, int, str]:
        """Line, column and reason, which no two errors of a file share."""
        return self.line, self.column, self.reason

    def of_file(self, path: str | os.PathLike[str]) -> Self:
        """The same error, with the name of the file that it is in."""
        return evolve(self, path=os.fspath(path))


@contextmanager
def errors_at(error_of: Callable[[str], FormatError]) -> Iterator[None]:
    """Context manager that replaces a `ModelError` by what `error_of` returns for its text."""
    try:
        yield
    except ModelError as error:
        raise error_of(str(error)) from None
