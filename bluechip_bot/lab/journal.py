"""The file of a duel: a line that names it, a line of headings, a row for each deal in order.

The first line is a comment, `# ` and the command that makes the file. Rows are written whole and
at once; a last line that was torn by a crash is cut off when the file is opened again. Rows of
another command are refused.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from bluechip_bot.lab.outcome import COLUMNS, Outcome, RowError

_HEADINGS: Final = ",".join(COLUMNS)


class JournalError(ValueError):
    """A file that is not the one of this duel."""


class Journal:
    """The rows of a duel in a file, those of earlier runs included.

    Args:
        path: the file; it need not exist, nor its folder.
        title: the command that makes its rows.
    """

    def __init__(self, path: Path, title: str) -> None:
        self.path = path
        self._title = title

    def read(self) -> list[Outcome]:
        """The rows so far; none if there is no file. A torn last line is not looked at.

        Raises:
            JournalError: if the file is of another duel, or no file of a duel.
            OSError: if it cannot be read.
        """
        if not self.path.exists():
            return []
        with self.path.open(encoding="utf-8", newline="") as file:
            lines = [line for line in file.read().splitlines(keepends=True) if line.endswith("\n")]
        return list(self._rows(lines)) if lines else []

    def _rows(self, lines: list[str]) -> Iterator[Outcome]:
        head = [line.rstrip("\r\n") for line in lines[:2]]
        if not head[0].startswith("# "):
            raise JournalError(f"{self.path} is not the file of a duel: it begins {head[0][:60]!r}")
        if head[0] != f"# {self._title}":
            there = head[0].removeprefix("# ")
            raise JournalError(
                f"{self.path} has the rows of another duel; give another --out\n"
                f"there:    {there}\nthis one: {self._title}\n{_difference(there, self._title)}"
            )
        if len(head) > 1 and head[1] != _HEADINGS:
            raise JournalError(f"{self.path}, line 2: other columns than {_HEADINGS}")
        for number, row in enumerate(csv.DictReader(lines[2:], COLUMNS), start=1):
            try:
                outcome = Outcome.from_row(row)
            except RowError as error:
                raise JournalError(f"{self.path}, line {number + 2}: {error}") from None
            if outcome.number != number:
                raise JournalError(
                    f"{self.path}, line {number + 2}: deal {outcome.number} in place of {number}"
                )
            yield outcome

    @contextmanager
    def append(self) -> Iterator[Appender]:
        """Open the file to add rows; what is torn is cut off, what is missing at its head written.

        Raises:
            OSError: if it cannot be written.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        whole = b""
        if self.path.exists():
            whole = self.path.read_bytes()
            whole = whole[: whole.rfind(b"\n") + 1]
            with self.path.open("r+b") as bytes_:
                bytes_.truncate(len(whole))
        with self.path.open("a", encoding="utf-8", newline="") as file:
            head = (f"# {self._title}\n", f"{_HEADINGS}\n")
            file.writelines(head[whole.count(b"\n") :])
            file.flush()
            yield Appender(file)


class Appender:
    """Adds rows to an open file."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, outcome: Outcome) -> None:
        """Add one row, on the disk when this returns."""
        text = io.StringIO()
        csv.DictWriter(text, COLUMNS, lineterminator="\n").writerow(outcome.to_row())
        self._file.write(text.getvalue())
        self._file.flush()


def _difference(there: str, here: str) -> str:
    """The words of two commands that are not in both."""
    first, second = there.split(" --"), here.split(" --")
    gone = [f"--{part}" for part in first if part not in second]
    new = [f"--{part}" for part in second if part not in first]
    return f"there only: {' '.join(gone) or 'nothing'}; here only: {' '.join(new) or 'nothing'}"
