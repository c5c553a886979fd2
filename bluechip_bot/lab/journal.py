"""The file of a duel: a line that names it, a line of headings, a row for each deal in order.

The first line is a comment: `# `, the command that makes the file, ` # ` and the version of the
code that runs it (several, oldest first, where rows of several were wanted in one file). Rows are
written whole and at once; a last line that was torn by a crash is cut off when the file is opened
again. Rows of another command are refused; those of another version are read, but nothing is added
to them unasked.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Final, Generic, Protocol, Self, TextIO, TypeVar

_VERSION: Final = " # "
"""Between the command and the versions; to a shell the rest is a comment."""
_AND: Final = "; "


class RowError(ValueError):
    """A row of text that does not hold an outcome.

    Attributes:
        text: the offending row.
    """

    def __init__(self, text: str, reason: str) -> None:
        """Keep the text and state the reason."""
        self.text = text
        super().__init__(f"not a row of a duel: {text[:80]!r} ({reason})")


class Row(Protocol):
    """The outcome of one deal, as a value that can be written as a row of text."""

    COLUMNS: ClassVar[tuple[str, ...]]
    """The names of the columns."""

    @property
    def number(self) -> int:
        """The number of the deal, from 1."""
        ...

    def to_row(self) -> dict[str, str]:
        """The texts of all columns."""
        ...

    @classmethod
    def from_row(cls, row: dict[str, str]) -> Self:
        """The outcome of the texts that `to_row` makes.

        Raises:
            RowError: if they are not.
        """
        ...


RowT = TypeVar("RowT", bound=Row)
RowT_contra = TypeVar("RowT_contra", bound=Row, contravariant=True)


class JournalError(ValueError):
    """A file that is not the one of this duel, or was made by another version of the code."""


class Journal(Generic[RowT]):
    """The rows of a duel in a file, those of earlier runs included.

    Args:
        path: the file; it need not exist, nor its folder.
        kind: the class of its rows.
        title: the command that makes its rows.
        version: the code that runs it.
        any_version: whether rows may be added to those of another version.
    """

    def __init__(
        self,
        path: Path,
        kind: type[RowT],
        title: str,
        version: str,
        *,
        any_version: bool = False,
    ) -> None:
        self.path = path
        self._kind = kind
        self._headings = ",".join(kind.COLUMNS)
        self._title = title
        self._version = version
        self._any_version = any_version

    def read(self) -> list[RowT]:
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

    def _rows(self, lines: list[str]) -> Iterator[RowT]:
        head = [line.rstrip("\r\n") for line in lines[:2]]
        if not head[0].startswith("# "):
            raise JournalError(f"{self.path} is not the file of a duel: it begins {head[0][:60]!r}")
        there, _, _ = head[0].removeprefix("# ").partition(_VERSION)
        if there != self._title:
            raise JournalError(
                f"{self.path} has the rows of another duel; give another --out\n"
                f"there:    {there}\nthis one: {self._title}\n{_difference(there, self._title)}"
            )
        if len(head) > 1 and head[1] != self._headings:
            raise JournalError(f"{self.path}, line 2: other columns than {self._headings}")
        for number, row in enumerate(csv.DictReader(lines[2:], self._kind.COLUMNS), start=1):
            try:
                outcome = self._kind.from_row(row)
            except RowError as error:
                raise JournalError(f"{self.path}, line {number + 2}: {error}") from None
            if outcome.number != number:
                raise JournalError(
                    f"{self.path}, line {number + 2}: deal {outcome.number} in place of {number}"
                )
            yield outcome

    @contextmanager
    def append(self) -> Iterator[Appender[RowT]]:
        """Open the file to add rows; a torn last line is cut off, a missing head is written.

        Raises:
            JournalError: if it has rows of another version, and that is not wanted.
            OSError: if it cannot be written.
        """
        versions = self._versions()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        whole = b""
        if self.path.exists():
            whole = self.path.read_bytes()
            whole = whole[: whole.rfind(b"\n") + 1]
            _, end, rest = whole.partition(b"\n")
            if end:
                whole = f"# {self._title}{_VERSION}{versions}\n".encode() + rest
            self._replace(whole)
        with self.path.open("a", encoding="utf-8", newline="") as file:
            head = (f"# {self._title}{_VERSION}{versions}\n", f"{self._headings}\n")
            file.writelines(head[whole.count(b"\n") :])
            file.flush()
            yield Appender(file)

    def _versions(self) -> str:
        """The versions of the rows so far and of those to come."""
        line = ""
        if self.path.exists():
            with self.path.open(encoding="utf-8", newline="") as file:
                line = file.readline()
        if not line.endswith("\n"):
            return self._version
        _, _, made = line.rstrip("\r\n").partition(_VERSION)
        if made.split(_AND)[-1] == self._version:
            return made
        made = made or "a version that left no name"
        if not self._any_version:
            raise JournalError(
                f"{self.path} has rows of another version of the code: they and new ones may differ"
                f" for that reason alone\nthere:    {made}\nthis one: {self._version}\n"
                "give another --out, or --any-version to go on nonetheless"
            )
        return f"{made}{_AND}{self._version}"

    def _replace(self, whole: bytes) -> None:
        """Write the file anew, unless it is so already; a crash leaves the old one or the new."""
        if self.path.read_bytes() != whole:
            new = self.path.with_name(f"{self.path.name}.new")
            new.write_bytes(whole)
            new.replace(self.path)


class Appender(Generic[RowT_contra]):
    """Adds rows to an open file."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, outcome: RowT_contra) -> None:
        """Add one row, on the disk when this returns."""
        text = io.StringIO()
        csv.DictWriter(text, outcome.COLUMNS, lineterminator="\n").writerow(outcome.to_row())
        self._file.write(text.getvalue())
        self._file.flush()


def _difference(there: str, here: str) -> str:
    """The words of two commands that are not in both."""
    first, second = there.split(" --"), here.split(" --")
    gone = [f"--{part}" for part in first if part not in second]
    new = [f"--{part}" for part in second if part not in first]
    return f"there only: {' '.join(gone) or 'nothing'}; here only: {' '.join(new) or 'nothing'}"
