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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from io import FileIO, StringIO
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

from attrs import frozen

from bluechip_bot.lab.rows import Row, RowError, columns

_FORM: Final = "# bluechip-bot results, form 1: "
_COMMAND: Final = "# command: "
_VERSION: Final = "# version: "
_COLUMN: Final = "# column: "
_UNKNOWN: Final = "a version that left no name"

RowT = TypeVar("RowT", bound=Row)


class JournalError(ValueError):
    """A file that is not the one of this experiment, or was made by another version of the code."""


class JournalHead(NamedTuple):
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


@frozen
class Journal(Generic[RowT]):
    """The rows of an experiment in a file, those of earlier runs included.

    Attributes:
        path: the file; it need not exist, nor its folder.
        kind: the class of its rows.
        title: the command that makes its rows.
        version: the code that runs it.
        any_version: whether rows may be added to those of another version.
        timed: whether columns of seconds are filled; without them, the same command makes the same
            file, byte for byte, unless results depend on the clock.
    """

    path: Path
    kind: type[RowT]
    title: str
    version: str
    any_version: bool = False
    timed: bool = True

    def read(self) -> list[RowT]:
        """The rows so far; none if there is no file. A torn last line is not looked at.

        Raises:
            JournalError: if the file is of another experiment, or of none.
            OSError: if it cannot be read.
        """
        lines = _whole_lines(self.path)
        head = _read_head(self.path, lines)
        if head is None:
            return []
        if head.command != self.title:
            raise JournalError(
                f"{self.path} has the rows of another experiment; give another --out\n"
                f"there:    {head.command}\nthis one: {self.title}\n"
                f"{_difference(head.command, self.title)}"
            )
        return list(_read_rows(self.path, lines, head, self.kind))

    @contextmanager
    def append(self) -> Iterator[Callable[[Row], None]]:
        """Open the file to add rows; a torn last line is cut off, a missing head is written.

        Yields:
            What adds a row, which is on the disk when it returns. It raises an OSError with the
            path if it cannot be written; what was torn is cut off later.

        Raises:
            JournalError: if it has rows of another version, and that is not wanted.
            OSError: if it cannot be written.
        """
        lines = _whole_lines(self.path)
        head = _read_head(self.path, lines)
        rows = lines[head.size :] if head else []
        whole = "".join([self._head(head.versions if head and rows else ()), *rows]).encode()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists() or self.path.read_bytes() != whole:
            # A crash leaves the old file or the new one.
            new = self.path.with_name(f"{self.path.name}.new")
            new.write_bytes(whole)
            new.replace(self.path)
        with self.path.open("ab", buffering=0) as file:
            yield partial(self._write, file)

    def _head(self, before: Sequence[str]) -> str:
        """The head of a file that has rows of some versions."""
        found = columns(self.kind)
        lines = [
            f"{_FORM}{self.kind.KIND}",
            f"{_COMMAND}{self.title}",
            *(f"{_VERSION}{version}" for version in self._versions(before)),
            *(f"{_COLUMN}{column}" for column in found),
            ",".join(column.name for column in found),
        ]
        return "".join(f"{line}\n" for line in lines)

    def _versions(self, before: Sequence[str]) -> Sequence[str]:
        """The versions of the rows so far and of those to come."""
        if self.version in before[-1:]:
            return before
        if before and not self.any_version:
            raise JournalError(
                f"{self.path} has rows of another version of the code: they and new ones may differ"
                f" for that reason alone\nthere:    {'; '.join(before)}\nthis one: {self.version}"
                "\ngive another --out, or --any-version to go on nonetheless"
            )
        return (*before, self.version)

    def _write(self, file: FileIO, outcome: Row) -> None:
        row = outcome.to_row()
        if not self.timed:
            row |= {one.name: "" for one in columns(self.kind) if one.type == "seconds"}
        text = StringIO()
        csv.DictWriter(text, row, lineterminator="\n").writerow(row)
        left = text.getvalue().encode()
        try:
            while left:
                left = left[file.write(left) :]
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None


def read_file(path: Path, kinds: Sequence[type[RowT]]) -> tuple[JournalHead, list[RowT]]:
    """The head and the rows of a file of one of some kinds of experiments.

    Raises:
        JournalError: if the file is of another experiment, or of none.
        OSError: if it cannot be read.
    """
    if not path.exists():
        raise JournalError(f"{path}: no such file")
    lines = _whole_lines(path)
    head = _read_head(path, lines)
    if head is None:
        raise JournalError(f"{path} has no rows of an experiment")
    for kind in kinds:
        if head.kind == kind.KIND:
            return head, list(_read_rows(path, lines, head, kind))
    known = ", ".join(kind.KIND for kind in kinds)
    raise JournalError(f"{path}: results of {head.kind!r}; expected {known}")


def _read_head(path: Path, lines: Sequence[str]) -> JournalHead | None:
    """The head of a file with these lines; None if there is none, or it was torn off."""
    if lines and not lines[0].startswith(_FORM):
        raise JournalError(f"{path} is not a file of results: it begins {lines[0][:60].rstrip()!r}")
    found: dict[str, list[str]] = {_FORM: [], _COMMAND: [], _VERSION: [], _COLUMN: []}
    for number, line in enumerate(lines, 1):
        key = next((key for key in found if line.startswith(key)), None)
        if key is not None:
            found[key].append(line.removeprefix(key).rstrip("\r\n"))
            continue
        if len(found[_COMMAND]) != 1:
            raise JournalError(f"{path}, line {number}: no `{_COMMAND}` before the headings")
        versions = tuple(found[_VERSION]) or (_UNKNOWN,)
        names = tuple(line.rstrip("\r\n").split(","))
        return JournalHead(found[_FORM][0], found[_COMMAND][0], versions, names, number)
    return None


def _read_rows(
    path: Path, lines: Sequence[str], head: JournalHead, kind: type[RowT]
) -> Iterator[RowT]:
    names = tuple(column.name for column in columns(kind))
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
    """The lines of a file, without a torn last one; none if there is no file."""
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
