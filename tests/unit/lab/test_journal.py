"""The file of a duel."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bluechip_bot.lab.duel.outcome import Outcome
from bluechip_bot.lab.journal import Journal, JournalError, RowError

TITLE = "bluechip-bot lab declarer --contract 7NT --seed 1"
CODE = "bluechip-bot 0.1.0, code 0123456789"
OTHER = "bluechip-bot 0.1.0, code fedcba9876"


@pytest.fixture
def rows(make_outcome: Callable[..., Outcome]) -> list[Outcome]:
    """Return five rows."""
    return [make_outcome(number, won_a=number % 2 == 0, won_b=number > 3) for number in range(1, 6)]


def _write(
    path: Path, rows: Sequence[Outcome], version: str = CODE, *, any_version: bool = False
) -> None:
    with Journal(path, Outcome, TITLE, version, any_version=any_version).append() as file:
        for row in rows:
            file.write(row)


def test_rows_come_back(tmp_path: Path, rows: list[Outcome]) -> None:
    """What was written is read, in one run or in several."""
    path = tmp_path / "folder" / "a.csv"
    assert Journal(path, Outcome, TITLE, CODE).read() == []
    _write(path, rows[:2])
    _write(path, [])
    _write(path, rows[2:])
    assert Journal(path, Outcome, TITLE, CODE).read() == rows
    lines = path.read_text().splitlines()
    assert lines[0] == f"# {TITLE} # {CODE}"
    assert lines[1].startswith("number,deal,auction,chance,tried,parted,won_a")
    assert len(lines) == 7


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_torn_line_is_cut_off(tmp_path: Path, rows: list[Outcome], cut: int) -> None:
    """A file that ends within a row goes on after the row before, and becomes the same."""
    path = tmp_path / "a.csv"
    _write(path, rows)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert Journal(path, Outcome, TITLE, CODE).read() == rows[:4]
    _write(path, rows[4:])
    assert path.read_bytes() == whole


@pytest.mark.parametrize("size", [0, 5, 60, 100])
def test_a_torn_head_is_written_again(tmp_path: Path, rows: list[Outcome], size: int) -> None:
    """A file that ends within its first two lines is begun again."""
    path = tmp_path / "a.csv"
    _write(path, rows)
    whole = path.read_bytes()
    path.write_bytes(whole[:size])
    assert Journal(path, Outcome, TITLE, CODE).read() == []
    _write(path, rows)
    assert path.read_bytes() == whole


def test_another_duel_is_refused(tmp_path: Path, rows: list[Outcome]) -> None:
    """The message names the file and the options in which the commands differ."""
    path = tmp_path / "a.csv"
    _write(path, rows)
    with pytest.raises(JournalError, match=r"a\.csv has the rows of another duel") as caught:
        Journal(path, Outcome, TITLE.replace("7NT", "3NT"), CODE).read()
    assert "there only: --contract 7NT; here only: --contract 3NT" in str(caught.value)


def test_another_version_adds_nothing(tmp_path: Path, rows: list[Outcome]) -> None:
    """The message says what differs and what to do; the rows are read, the file is left alone."""
    path = tmp_path / "a.csv"
    _write(path, rows[:2])
    before = path.read_bytes()
    assert Journal(path, Outcome, TITLE, OTHER).read() == rows[:2]
    with pytest.raises(JournalError, match="rows of another version of the code") as caught:
        _write(path, rows[2:], OTHER)
    text = str(caught.value)
    assert f"there:    {CODE}\nthis one: {OTHER}\n" in text
    assert "give another --out, or --any-version" in text
    assert path.read_bytes() == before


@pytest.mark.parametrize("made", [f" # {CODE}", ""])
def test_any_version_goes_on(tmp_path: Path, rows: list[Outcome], made: str) -> None:
    """Who wants it may go on with rows of other code; the file names both from then on."""
    path = tmp_path / "a.csv"
    _write(path, rows[:2])
    path.write_text(path.read_text().replace(f" # {CODE}", made))
    _write(path, rows[2:4], OTHER, any_version=True)
    _write(path, rows[4:], OTHER)
    assert Journal(path, Outcome, TITLE, OTHER).read() == rows
    named = CODE if made else "a version that left no name"
    lines = path.read_text().splitlines()
    assert lines[0] == f"# {TITLE} # {named}; {OTHER}"
    assert len(lines) == 7
    with pytest.raises(JournalError, match="another version"):
        _write(path, [])
    assert [one.name for one in tmp_path.iterdir()] == ["a.csv"]


def test_other_files_are_refused(tmp_path: Path, rows: list[Outcome]) -> None:
    """Other texts, other columns, rows out of order and torn in the middle are errors."""
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,2\n")
    with pytest.raises(JournalError, match="not the file of a duel"):
        Journal(path, Outcome, TITLE, CODE).read()
    path.write_text(f"# {TITLE}\nx,y\n")
    with pytest.raises(JournalError, match="line 2"):
        Journal(path, Outcome, TITLE, CODE).read()
    path.unlink()
    _write(path, [rows[0], rows[2]])
    with pytest.raises(JournalError, match="line 4: deal 3 in place of 2"):
        Journal(path, Outcome, TITLE, CODE).read()
    path.write_text(path.read_text().replace("N:AKQ", "N:AK"))
    with pytest.raises(JournalError, match="line 3: not a row of a duel"):
        Journal(path, Outcome, TITLE, CODE).read()


def test_rows_are_texts(make_outcome: Callable[..., Outcome]) -> None:
    """A row holds what the outcome does, and names the first card that differs."""
    outcome = make_outcome(4, won_a=True, won_b=False, play_b="S2 SK")
    row = outcome.to_row()
    assert row["parted"] == "2"
    assert (row["won_a"], row["won_b"]) == ("1", "0")
    assert row["play_b"] == "S2 SK"
    assert Outcome.from_row(row) == outcome
    assert make_outcome(4, won_a=True, won_b=False).parted is None
    for column, text in (("won_a", "2"), ("deal", "N:"), ("play_b", "S1"), ("tried", "")):
        with pytest.raises(RowError):
            Outcome.from_row({**row, column: text})
