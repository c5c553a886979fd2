"""Reading files of boards in any known format, as far as they can be read.

A command asks for as much of each board as it needs: the deal, the result or the whole. What cannot
be read is a problem with file and line; only boards that lack what was asked for are left out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from enum import Enum
from functools import partial
from operator import methodcaller
from pathlib import Path
from typing import Final, Literal, Protocol, Self, TypeVar

from attrs import frozen

from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.lin import codec as lin
from bluechip_bot.formats.lin import reader as lin_boards
from bluechip_bot.formats.pbn import board as pbn_boards
from bluechip_bot.formats.pbn import file as pbn
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.formats.text import read_text

Understood = TypeVar("Understood")

_LIN: Final = re.compile(r"\s*(?:https?://\S*?[?&]lin=)?[a-z]{2}(?:\||%7C)", re.I)
_PBN: Final = re.compile(r"^\s*(?:\[\s*\w+|%\s*PBN\b)", re.I | re.M)


class FormatNameError(ValueError):
    """A file whose format is not known."""


class FileFormat(Enum):
    """The formats of files of boards: Portable Bridge Notation and BridgeBase's LIN."""

    PBN = "pbn"
    LIN = "lin"

    @classmethod
    def of_path(cls, path: str | os.PathLike[str], text: str | None = None) -> FileFormat:
        """The format by suffix, or else by text; raises FormatNameError if neither shows it."""
        suffix = Path(path).suffix.removeprefix(".").casefold()
        if suffix in {each.value for each in cls}:
            return cls(suffix)
        bare = "" if text is None else text.removeprefix("\ufeff")
        if _LIN.match(bare):
            return cls.LIN
        if _PBN.search(bare):
            return cls.PBN
        advice = ": say which format it is" if text is None else ", and its text is in neither"
        raise FormatNameError(f"{os.fspath(path)}: neither .pbn nor .lin{advice}")


class ProblemReport(Protocol):
    """A function that is called with each problem of a file, and whether a board is lost by it."""

    def __call__(self, problem: ValueError, *, lost: bool) -> None:
        """Note or raise a problem; `lost` says whether its board is left out."""


def refuse(problem: ValueError, *, lost: bool) -> None:  # noqa: ARG001 - a `ProblemReport`
    """Raise the problem: a `ProblemReport` for callers that need a file without problems."""
    raise problem


FileBoard = pbn_boards.PbnBoard | lin_boards.LinBoard
"""A board of a file, parsed as far as its caller asks.

Both classes have `problems`, which is all that is not understood of the board, and the methods
`dealt` (before the first call), `scored` (with the result) and `whole` (replayed by the rules). The
methods raise FormatError where what they need is not understood.
"""


@frozen
class BoardFile:
    """A file of boards; `stray` holds the problems of text that belongs to no board."""

    path: str
    boards: tuple[FileBoard, ...]
    stray: tuple[FormatError, ...] = ()

    @classmethod
    def read(cls, path: str | os.PathLike[str], file_format: FileFormat | None = None) -> Self:
        """Read the file at a path.

        Args:
            file_format: the format of the file; None finds it by the suffix, or else by the text.

        Raises:
            FormatNameError: if neither names a format.
            FormatError: if it is not text; names the file.
        """
        text, _ = read_text(path)
        name = os.fspath(path)
        if (file_format or FileFormat.of_path(path, text)) is FileFormat.LIN:
            commands = lin.parse_file(text)
            return cls(name, tuple(lin_boards.boards_in(commands)), commands.problems)
        file = pbn.parse_file(text)
        return cls(name, tuple(pbn_boards.boards_in(file)), file.stray)

    def records(
        self, understood: Callable[[FileBoard], Understood], report: ProblemReport = refuse
    ) -> list[Understood]:
        """Return the boards that are understood, and report all problems of the file, by line.

        Args:
            understood: reads the part of a board that is wanted, such as `methodcaller("dealt")`.
                A board for which it raises FormatError is left out.
        """
        found: list[Understood] = []
        problems: dict[tuple[int, int, str], tuple[FormatError, bool]] = {}
        for problem in self.stray:
            problems[problem.identity] = (problem, False)
        for board in self.boards:
            for problem in board.problems:
                problems.setdefault(problem.identity, (problem, False))
            try:
                found.append(understood(board))
            except FormatError as error:
                problems[error.identity] = (error, True)
        for identity in sorted(problems):
            problem, lost = problems[identity]
            report(problem.of_file(self.path), lost=lost)
        return found


def _read(
    part: Literal["dealt", "scored", "whole"],
    path: str | os.PathLike[str],
    file_format: FileFormat | None = None,
    report: ProblemReport = refuse,
) -> list[BoardRecord]:
    """The boards of a file, as far as the method `part` of `FileBoard` understands them."""
    return BoardFile.read(path, file_format).records(methodcaller(part), report)


read_boards: Final = partial(_read, "whole")
"""The boards of a file, auction and play replayed by the rules."""
read_results: Final = partial(_read, "scored")
"""The boards of a file with their results. Of a PBN file's boards the tags Contract, Declarer and
Result are enough, and auction and play are looked at only where they are missing: irregular ones do
no harm."""
read_deals: Final = partial(_read, "dealt")
"""The boards of a file for playing them again: auction, play and result are not looked at."""
