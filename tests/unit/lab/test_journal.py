"""The file of an experiment."""

import re
import resource
from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd
import polars as pl
import pytest
from attrs import evolve

from bluechip_bot.lab.duel.duel import DuelOutcome
from bluechip_bot.lab.journal import JournalError, RowJournal
from bluechip_bot.lab.rows import RowError, columns

TITLE = "bluechip-bot lab declarer --contract 7NT --seed 1"
CODE = "bluechip-bot 0.1.0, code 0123456789"
OTHER = "bluechip-bot 0.1.0, code fedcba9876"


@pytest.fixture
def rows(make_outcome: Callable[..., DuelOutcome]) -> list[DuelOutcome]:
    """Return five rows."""
    return [make_outcome(number, won_a=number % 2 == 0, won_b=number > 3) for number in range(1, 6)]


def _write(
    path: Path, rows: Sequence[DuelOutcome], version: str = CODE, *, any_version: bool = False
) -> None:
    with RowJournal(path, DuelOutcome, TITLE, version, any_version=any_version).append() as write:
        for row in rows:
            write(row)


def test_rows_come_back(tmp_path: Path, rows: list[DuelOutcome]) -> None:
    """What was written is read, in one run or in several."""
    path = tmp_path / "folder" / "a.csv"
    assert RowJournal(path, DuelOutcome, TITLE, CODE).read() == []
    _write(path, rows[:2])
    _write(path, [])
    _write(path, rows[2:])
    assert RowJournal(path, DuelOutcome, TITLE, CODE).read() == rows
    head = path.read_text().splitlines()[:-5]
    assert head[:3] == [
        "# bluechip-bot results, form 1: duel of card players",
        f"# command: {TITLE}",
        f"# version: {CODE}",
    ]
    assert head[3] == "# column: number, integer: of the deal, from 1"
    names = [line.split(",")[0].removeprefix("# column: ") for line in head[3:-1]]
    assert head[-1] == ",".join(names)
    assert names == [column.name for column in columns(DuelOutcome)]


@pytest.mark.parametrize(
    ("start", "kept"), [(0, 0), (5, 0), (60, 0), (300, 0), (600, 0), (-60, 4), (-20, 4), (-1, 4)]
)
def test_a_torn_file_goes_on(
    tmp_path: Path, rows: list[DuelOutcome], start: int, kept: int
) -> None:  # fmt: skip
    """A file that ends within its head or a row goes on after the last whole row."""
    path = tmp_path / "a.csv"
    _write(path, rows)
    whole = path.read_bytes()
    path.write_bytes(whole[:start])
    assert RowJournal(path, DuelOutcome, TITLE, CODE).read() == rows[:kept]
    _write(path, rows[kept:])
    assert path.read_bytes() == whole


def test_another_duel_is_refused(tmp_path: Path, rows: list[DuelOutcome]) -> None:
    """The message names the file and the options in which the commands differ."""
    path = tmp_path / "a.csv"
    _write(path, rows)
    with pytest.raises(JournalError, match=r"a\.csv has the rows of another experiment") as caught:
        RowJournal(path, DuelOutcome, TITLE.replace("7NT", "3NT"), CODE).read()
    assert "there only: --contract 7NT; here only: --contract 3NT" in str(caught.value)


def test_another_version_adds_nothing(tmp_path: Path, rows: list[DuelOutcome]) -> None:
    """The message says what differs and what to do; the rows are read, the file is left alone."""
    path = tmp_path / "a.csv"
    _write(path, rows[:2])
    before = path.read_bytes()
    assert RowJournal(path, DuelOutcome, TITLE, OTHER).read() == rows[:2]
    with pytest.raises(JournalError, match="rows of another version of the code") as caught:
        _write(path, rows[2:], OTHER)
    text = str(caught.value)
    assert f"there:    {CODE}\nthis one: {OTHER}\n" in text
    assert "give another --out, or --any-version" in text
    assert path.read_bytes() == before


@pytest.mark.parametrize("made", [f"# version: {CODE}\n", ""])
def test_any_version_goes_on(tmp_path: Path, rows: list[DuelOutcome], made: str) -> None:
    """Who wants it may go on with rows of other code; the file names both from then on."""
    path = tmp_path / "a.csv"
    _write(path, rows[:2])
    path.write_text(path.read_text().replace(f"# version: {CODE}\n", made))
    _write(path, rows[2:4], OTHER, any_version=True)
    _write(path, rows[4:], OTHER)
    assert RowJournal(path, DuelOutcome, TITLE, OTHER).read() == rows
    named = CODE if made else "a version that left no name"
    lines = path.read_text().splitlines()
    assert lines[2:4] == [f"# version: {named}", f"# version: {OTHER}"]
    with pytest.raises(JournalError, match="another version"):
        _write(path, [])
    assert [one.name for one in tmp_path.iterdir()] == ["a.csv"]


FORM = "# bluechip-bot results, form 1: duel of card players\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x,y\n1,2\n", "not a file of results: it begins 'x,y'"),
        ("\udcff\n", "not a file of results: 'utf-8'"),
        (f"{FORM}x,y\n", "line 2: no `# command: ` before the headings"),
        (f"{FORM}# command: {TITLE}\nx,y\n", "line 3: other columns"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, reason: str) -> None:
    """Other texts, heads without a command and other columns are errors with their line."""
    path = tmp_path / "a.csv"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(JournalError, match=re.escape(reason)):
        RowJournal(path, DuelOutcome, TITLE, CODE).read()


def test_other_rows_are_refused(tmp_path: Path, rows: list[DuelOutcome]) -> None:
    """Rows out of order, and rows that cannot be read, are errors with their line."""
    path = tmp_path / "a.csv"
    _write(path, [rows[0], rows[2]])
    first = path.read_text().splitlines().index(",".join(c.name for c in columns(DuelOutcome))) + 2
    with pytest.raises(JournalError, match=f"line {first + 1}: deal 3 in place of 2"):
        RowJournal(path, DuelOutcome, TITLE, CODE).read()
    path.write_text(path.read_text().replace("N:AKQ", "N:AK"))
    with pytest.raises(JournalError, match=f"line {first}: not a row of this experiment"):
        RowJournal(path, DuelOutcome, TITLE, CODE).read()


def test_read_by_others(tmp_path: Path, rows: list[DuelOutcome]) -> None:
    """Pandas and Polars read the file as it is, with the types that the head names."""
    path = tmp_path / "a.csv"
    _write(path, rows)
    pandas, polars = pd.read_csv(path, comment="#"), pl.read_csv(path, comment_prefix="#")
    assert (
        list(pandas.columns) == polars.columns == [column.name for column in columns(DuelOutcome)]
    )
    assert len(pandas) == len(polars) == len(rows)
    kinds = {"integer": "if", "number": "f", "seconds": "f", "text": "OT"}
    for column in columns(DuelOutcome):
        assert pandas[column.name].dtype.kind in kinds[column.type]
    assert polars["tricks_a"].to_list() == [row.a.tricks for row in rows]
    assert polars["deal"].to_list() == [str(row.deal) for row in rows]


def test_a_full_disk(tmp_path: Path, rows: list[DuelOutcome]) -> None:
    """The error names the file; the rows before are kept, and the file goes on."""
    path = tmp_path / "a.csv"
    _write(path, rows[:2])
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 40, limits[1]))
    try:
        with pytest.raises(OSError, match=re.escape(str(path))):
            _write(path, rows[2:])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert RowJournal(path, DuelOutcome, TITLE, CODE).read() == rows[:2]
    _write(path, rows[2:])
    assert RowJournal(path, DuelOutcome, TITLE, CODE).read() == rows


def test_without_times(tmp_path: Path, rows: list[DuelOutcome]) -> None:
    """A file without times has empty seconds, and is the same for other times."""
    files = []
    for name, factor in (("a.csv", 1.0), ("b.csv", 2.0)):
        journal = RowJournal(tmp_path / name, DuelOutcome, TITLE, CODE, timed=False)
        with journal.append() as write:
            for row in rows:
                write(evolve(row, a=evolve(row.a, seconds=factor, slowest=factor)))
        files.append(journal.path.read_bytes())
        assert [row.a.seconds for row in journal.read()] == [None] * 5
        assert [row.a.tricks for row in journal.read()] == [row.a.tricks for row in rows]
    assert files[0] == files[1]


def test_rows_are_texts(make_outcome: Callable[..., DuelOutcome]) -> None:
    """A row holds what the outcome does, and names the first card that differs."""
    outcome = make_outcome(4, won_a=True, won_b=False, play_b="S2 SK")
    row = outcome.to_row()
    assert (row["parted"], row["won_a"], row["won_b"], row["play_b"]) == ("2", "1", "0", "S2 SK")
    assert DuelOutcome.from_row(row) == outcome
    assert make_outcome(4, won_a=True, won_b=False).parted is None
    wrong = {"won_a": "2", "deal": "N:", "play_b": "S1", "tried": "", "parted": "1"}
    for column, text in wrong.items():
        with pytest.raises(RowError) as caught:
            DuelOutcome.from_row({**row, column: text})
        assert ("'2' where 0 or 1 is expected" in str(caught.value)) is (column == "won_a")
