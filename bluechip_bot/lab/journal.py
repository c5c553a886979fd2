"""The file of an experiment: a head that describes it, then a row for each deal in order.

The file is CSV. The lines of the head begin with `# `: the form of the file and the kind of the
experiment, the command that makes the rows, the version of the code that ran it (a line for each
version, oldest first), and each column with its type and meaning.
`pandas.read_csv(path, comment="#")` and `polars.read_csv(path, comment_prefix="#")` read it; no
value has a `#`.

Each row is written immediately. A last line that a crash has torn is cut off when the file is
opened again. Rows of another command are refused. Rows of another version are read, but only
`any_version` allows new rows after them.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from io import FileIO, StringIO
from pathlib import Path
from typing import Final, Generic, NamedTuple

from attrs import frozen

from bluechip_bot.lab.rows import Row, RowError, RowT, columns

_FORM: Final = "# bluechip-bot results, form 1: "
_COMMAND: Final = "# command: "
_VERSION: Final = "# version: "
_COLUMN: Final = "# column: "
_UNKNOWN: Final = "a version that left no name"


class JournalError(ValueError):
    """A file does not hold this experiment, or was made by another version of the code."""


class JournalHead(NamedTuple):
    """The head of a file: kind, command, versions (oldest first), headings, number of lines."""

    kind: str
    command: str
    versions: tuple[str, ...]
    columns: tuple[str, ...]
    size: int


@frozen
class RowJournal(Generic[RowT]):
    """The file of an experiment's rows, including those of earlier runs; it need not exist.

    `title` is the command that makes the rows. `any_version` allows rows after those of another
    version of the code. If the file is not timed, columns of seconds are empty, and the same
    command makes the same file byte for byte, unless results depend on the clock.
    """

    path: Path
    kind: type[RowT]
    title: str
    version: str
    any_version: bool = False
    timed: bool = True

    def read(self) -> list[RowT]:
        """Return the rows so far, without a torn last line; empty if there is no file.

        Raise `JournalError` if the file holds another experiment, or none.
        """
        head, lines = _parsed(self.path)
        if head is None:
            return []
        if head.command != self.title:
            there, here = head.command.split(" --"), self.title.split(" --")
            gone = " ".join(f"--{part}" for part in there if part not in here)
            new = " ".join(f"--{part}" for part in here if part not in there)
            raise JournalError(
                f"{self.path} has the rows of another experiment; give another --out\n"
                f"there:    {head.command}\nthis one: {self.title}\n"
                f"there only: {gone or 'nothing'}; here only: {new or 'nothing'}"
            )
        return _read_rows(self.path, lines, head, self.kind)

    @contextmanager
    def append(self) -> Iterator[Callable[[Row], None]]:
        """Open the file to add rows; cut off a torn last line and write a missing head.

        Yield a function that adds a row, which is on the disk when it returns; an OSError names the
        path. Raise `JournalError` if the file has rows of another version and `any_version` is
        false.
        """
        head, rows = _parsed(self.path)
        whole = (self._head(head.versions if head and rows else ()) + "".join(rows)).encode()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists() or self.path.read_bytes() != whole:
            # A crash leaves the old file or the new one.
            new = self.path.with_name(f"{self.path.name}.new")
            new.write_bytes(whole)
            new.replace(self.path)
        with self.path.open("ab", buffering=0) as file:
            yield partial(self._write, file)

    def _head(self, before: Sequence[str]) -> str:
        """Return the head of a file for rows of this version after rows of versions `before`."""
        versions = before
        if self.version not in before[-1:]:
            if before and not self.any_version:
                raise JournalError(
                    f"{self.path} has rows of another version of the code: they and new ones may"
                    f" differ for that reason alone\nthere:    {'; '.join(before)}\n"
                    f"this one: {self.version}\n"
                    "give another --out, or --any-version to go on nonetheless"
                )
            versions = (*before, self.version)
        found = columns(self.kind)
        lines = [
            f"{_FORM}{self.kind.KIND}",
            f"{_COMMAND}{self.title}",
            *(f"{_VERSION}{version}" for version in versions),
            *(f"{_COLUMN}{column}" for column in found),
            ",".join(column.name for column in found),
        ]
        return "".join(f"{line}\n" for line in lines)

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
    """Return the head and the rows of a file that holds one of some kinds of experiments.

    Raise `JournalError` if the file holds another experiment, or none.
    """
    if not path.exists():
        raise JournalError(f"{path}: no such file")
    head, lines = _parsed(path)
    if head is None:
        raise JournalError(f"{path} has no rows of an experiment")
    for kind in kinds:
        if head.kind == kind.KIND:
            return head, _read_rows(path, lines, head, kind)
    known = ", ".join(kind.KIND for kind in kinds)
    raise JournalError(f"{path}: results of {head.kind!r}; expected {known}")


def _parsed(path: Path) -> tuple[JournalHead | None, list[str]]:
    """Return the head of a file, None if missing or torn, and the complete lines of its rows."""
    lines: list[str] = []
    if path.exists():
        try:
            lines = path.read_bytes().decode("utf-8").splitlines(keepends=True)
        except UnicodeDecodeError as error:
            raise JournalError(f"{path} is not a file of results: {error}") from None
    lines = [line for line in lines if line.endswith("\n")]
    if lines and not lines[0].startswith(_FORM):
        raise JournalError(f"{path} is not a file of results: it begins {lines[0][:60].rstrip()!r}")
    found: dict[str, list[str]] = {_FORM: [], _COMMAND: [], _VERSION: [], _COLUMN: []}
    for number, line in enumerate(map(str.rstrip, lines), 1):
        key = next((key for key in found if f"{line} ".startswith(key)), None)
        if key is not None:
            found[key].append(line.removeprefix(key))
            continue
        if len(found[_COMMAND]) != 1:
            raise JournalError(f"{path}, line {number}: no `{_COMMAND}` before the headings")
        versions = tuple(found[_VERSION]) or (_UNKNOWN,)
        names = tuple(line.split(","))
        head = JournalHead(found[_FORM][0], found[_COMMAND][0], versions, names, number)
        return head, lines[number:]
    return None, []


def _read_rows(
    path: Path, lines: Sequence[str], head: JournalHead, kind: type[RowT]
) -> list[RowT]:  # fmt: skip
    names = tuple(column.name for column in columns(kind))
    if head.kind != kind.KIND or head.columns != names:
        raise JournalError(f"{path}, line {head.size}: other columns than {','.join(names)}")
    rows: list[RowT] = []
    for place, row in enumerate(csv.DictReader(lines, names), start=1):
        where = f"{path}, line {head.size + place}"
        try:
            rows.append(kind.from_row(row))
        except RowError as error:
            raise JournalError(f"{where}: {error}") from None
        if rows[-1].number != place:
            raise JournalError(f"{where}: deal {rows[-1].number} in place of {place}")
    return rows
