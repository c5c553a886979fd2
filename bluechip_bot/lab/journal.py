"""The file of an experiment: a head that describes it, then a row for each deal in order.

The file is CSV. The lines of the head begin with `# `: the form of the file and the kind of the
experiment, the command that makes the rows, the version of the code that ran it (several lines,
oldest first, where rows of several were wanted in one file), and each column with its type and
meaning. `pandas.read_csv(path, comment="#")` and `polars.read_csv(path, comment_prefix="#")` read
it; no value has a `#`.

Rows are written whole and at once; a last line that was torn by a crash is cut off when the file is
opened again. Rows of another command are refused; those of another version are read, but nothing is
added to them unasked.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import FileIO, StringIO
from pathlib import Path
from typing import ClassVar, Final, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

_FORM: Final = "# bluechip-bot results, form 1: "
_COMMAND: Final = "# command: "
_VERSION: Final = "# version: "
_COLUMN: Final = "# column: "
_UNKNOWN: Final = "a version that left no name"

ColumnType = Literal["integer", "number", "text", "seconds"]


class Column(NamedTuple):
    """A column of a file.

    Attributes:
        name: its heading.
        type: what its values are; an empty text is a value that is not known. Seconds, one or
            several between spaces, are what differs from run to run.
        meaning: what they say, with the unit.
    """

    name: str
    type: ColumnType
    meaning: str

    def __str__(self) -> str:
        return f"{self.name}, {self.type}: {self.meaning}"


class RowError(ValueError):
    """A row of text that does not hold an outcome.

    Attributes:
        text: the offending row.
    """

    def __init__(self, text: str, reason: str) -> None:
        """Keep the text and state the reason."""
        self.text = text
        super().__init__(f"not a row of this experiment: {text[:80]!r} ({reason})")

    @classmethod
    def of(cls, row: Mapping[str, object], error: Exception) -> Self:
        """The error of a row whose texts made another error."""
        return cls(",".join(map(str, row.values())), str(error))


class Row(Protocol):
    """The outcome of one deal, as a value that can be written as a row of text."""

    KIND: ClassVar[str]
    """The name of the experiment, in a word or two."""
    COLUMNS: ClassVar[tuple[Column, ...]]
    """The columns."""

    @property
    def number(self) -> int:
        """The number of the deal, from 1."""
        ...

    @property
    def dealt(self) -> str:
        """What was dealt, as a text that tells deals apart."""
        ...

    @property
    def measures(self) -> Mapping[str, float]:
        """What can be compared with the same deal of another run, by name, the main one first."""
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
    """A file that is not the one of this experiment, or was made by another version of the code."""


class Head(NamedTuple):
    """The head of a file.

    Attributes:
        kind: of the experiment.
        command: that makes the rows.
        versions: of the code, oldest first.
        columns: the names of the columns, as the line of headings has them.
        size: its lines, that one included.
    """

    kind: str
    command: str
    versions: tuple[str, ...]
    columns: tuple[str, ...]
    size: int


class Journal(Generic[RowT]):
    """The rows of an experiment in a file, those of earlier runs included.

    Args:
        path: the file; it need not exist, nor its folder.
        kind: the class of its rows.
        title: the command that makes its rows.
        version: the code that runs it.
        any_version: whether rows may be added to those of another version.
        timed: whether columns of seconds are filled; without them, the same command makes the same
            file, byte for byte, unless results depend on the clock.
    """

    def __init__(  # noqa: PLR0913 - each has a default that serves
        self,
        path: Path,
        kind: type[RowT],
        title: str,
        version: str,
        *,
        any_version: bool = False,
        timed: bool = True,
    ) -> None:
        self.path = path
        self._kind = kind
        self._title = title
        self._version = version
        self._any_version = any_version
        self._timed = timed

    def read(self) -> list[RowT]:
        """The rows so far; none if there is no file. A torn last line is not looked at.

        Raises:
            JournalError: if the file is of another experiment, or of none.
            OSError: if it cannot be read.
        """
        lines = _whole_lines(self.path)
        head = read_head(self.path, lines)
        if head is None:
            return []
        self._check(head)
        return list(read_rows(self.path, lines, head, self._kind))

    def _check(self, head: Head) -> None:
        """Raise unless a head is that of this experiment."""
        if head.command != self._title:
            raise JournalError(
                f"{self.path} has the rows of another experiment; give another --out\n"
                f"there:    {head.command}\nthis one: {self._title}\n"
                f"{_difference(head.command, self._title)}"
            )

    @contextmanager
    def append(self) -> Iterator[Appender[RowT]]:
        """Open the file to add rows; a torn last line is cut off, a missing head is written.

        Raises:
            JournalError: if it has rows of another version, and that is not wanted.
            OSError: if it cannot be written.
        """
        lines = _whole_lines(self.path)
        head = read_head(self.path, lines)
        rows = lines[head.size :] if head else []
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._replace("".join([*self._head(head if rows else None), *rows]))
        with self.path.open("ab", buffering=0) as file:
            yield Appender(file, self.path, timed=self._timed)

    def _head(self, before: Head | None) -> Iterator[str]:
        """Yield the lines of the head."""
        yield f"{_FORM}{self._kind.KIND}\n"
        yield f"{_COMMAND}{self._title}\n"
        for version in self._versions(() if before is None else before.versions):
            yield f"{_VERSION}{version}\n"
        for column in self._kind.COLUMNS:
            yield f"{_COLUMN}{column}\n"
        yield ",".join(column.name for column in self._kind.COLUMNS) + "\n"

    def _versions(self, before: Sequence[str]) -> Sequence[str]:
        """The versions of the rows so far and of those to come."""
        if not before:
            return (self._version,)
        if before[-1] == self._version:
            return before
        if not self._any_version:
            raise JournalError(
                f"{self.path} has rows of another version of the code: they and new ones may differ"
                f" for that reason alone\nthere:    {'; '.join(before)}\nthis one: {self._version}"
                "\ngive another --out, or --any-version to go on nonetheless"
            )
        return (*before, self._version)

    def _replace(self, whole: str) -> None:
        """Write the file anew, unless it is so already; a crash leaves the old one or the new."""
        if not self.path.exists() or self.path.read_bytes() != whole.encode():
            new = self.path.with_name(f"{self.path.name}.new")
            new.write_text(whole, encoding="utf-8", newline="")
            new.replace(self.path)


class Appender(Generic[RowT_contra]):
    """Adds rows to an open file."""

    def __init__(self, file: FileIO, path: Path, *, timed: bool) -> None:
        self._file = file
        self._path = path
        self._timed = timed

    def write(self, outcome: RowT_contra) -> None:
        """Add one row, on the disk when this returns.

        Raises:
            OSError: with the path, if it cannot be written; what was torn is cut off later.
        """
        row = outcome.to_row()
        if not self._timed:
            row |= {column.name: "" for column in outcome.COLUMNS if column.type == "seconds"}
        text = StringIO()
        names = [column.name for column in outcome.COLUMNS]
        csv.DictWriter(text, names, lineterminator="\n").writerow(row)
        left = text.getvalue().encode()
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from None


def read_file(path: Path, kinds: Sequence[type[RowT]]) -> tuple[Head, list[RowT]]:
    """The head and the rows of a file of one of some kinds of experiments.

    Raises:
        JournalError: if the file is of another experiment, or of none.
        OSError: if it cannot be read.
    """
    if not path.exists():
        raise JournalError(f"{path}: no such file")
    lines = _whole_lines(path)
    head = read_head(path, lines)
    if head is None:
        raise JournalError(f"{path} has no rows of an experiment")
    for kind in kinds:
        if head.kind == kind.KIND:
            return head, list(read_rows(path, lines, head, kind))
    known = ", ".join(kind.KIND for kind in kinds)
    raise JournalError(f"{path}: results of {head.kind!r}; expected {known}")


def read_head(path: Path, lines: Sequence[str]) -> Head | None:
    """The head of a file with these lines; None if there is none, or it was torn off.

    Raises:
        JournalError: if the file is of something else.
    """
    if not lines:
        return None
    if not lines[0].startswith(_FORM):
        raise JournalError(f"{path} is not a file of results: it begins {lines[0][:60].rstrip()!r}")
    found: dict[str, list[str]] = {_FORM: [], _COMMAND: [], _VERSION: [], _COLUMN: []}
    for number, line in enumerate(lines, 1):
        key = next((key for key in found if line.startswith(key)), None)
        if key is not None:
            found[key].append(line.removeprefix(key).rstrip("\r\n"))
            continue
        if len(found[_COMMAND]) != 1:
            raise JournalError(f"{path}, line {number}: no `{_COMMAND}` before the headings")
        return Head(
            found[_FORM][0],
            found[_COMMAND][0],
            tuple(found[_VERSION]) or (_UNKNOWN,),
            tuple(line.rstrip("\r\n").split(",")),
            number,
        )
    return None


def read_rows(path: Path, lines: Sequence[str], head: Head, kind: type[RowT]) -> Iterator[RowT]:
    """Yield the rows that follow a head.

    Raises:
        JournalError: if one of them is wrong, or not in its place.
    """
    names = tuple(column.name for column in kind.COLUMNS)
    if head.kind != kind.KIND or head.columns != names:
        raise JournalError(f"{path}, line {head.size}: other columns than {','.join(names)}")
    for place, row in enumerate(csv.DictReader(lines[head.size :], names), start=1):
        where = f"{path}, line {head.size + place}"
        try:
            outcome = kind.from_row(row)
        except RowError as error:
            raise JournalError(f"{where}: {error}") from None
        if outcome.number != place:
            raise JournalError(f"{where}: deal {outcome.number} in place of {place}")
        yield outcome


def _whole_lines(path: Path) -> list[str]:
    """The lines of a file, without a torn last one; none if there is no file.

    Raises:
        JournalError: if it is not text.
    """
    if not path.exists():
        return []
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise JournalError(f"{path} is not a file of results: {error}") from None
    return [line for line in text.splitlines(keepends=True) if line.endswith("\n")]


def _difference(there: str, here: str) -> str:
    """The words of two commands that are not in both."""
    first, second = there.split(" --"), here.split(" --")
    gone = [f"--{part}" for part in first if part not in second]
    new = [f"--{part}" for part in second if part not in first]
    return f"there only: {' '.join(gone) or 'nothing'}; here only: {' '.join(new) or 'nothing'}"
