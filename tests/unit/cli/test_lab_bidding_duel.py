"""The command `lab bidding duel`."""

import csv
import re
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bluechip_bot.cli import main
from bluechip_bot.lab.bidding.table import random_deal
from bluechip_bot.model import Seat

TIMES = ("seconds_a", "seconds_b")


def run(*words: object) -> Result:
    """Return what the command did, on one process and seed 1 unless told otherwise."""
    return CliRunner().invoke(main, ["lab", "bidding", "duel", "--jobs", "1", *map(str, words)])


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a file, times left out."""
    lines = path.read_text().splitlines()
    assert lines[1].startswith("# command: bluechip-bot lab bidding duel --a ")
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    return [{key: text for key, text in row.items() if key not in TIMES} for row in rows]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of a duel."""
    return tmp_path / "duel.csv"


@pytest.fixture
def program(tmp_path: Path) -> str:
    """Return the command of a program that passes, but not with North's hand of board 3.

    With that hand it ends, unless a file `well` is there.
    """
    path = tmp_path / "program.py"
    path.write_text(f"""
import json, pathlib, sys
for line in sys.stdin:
    if "{random_deal(1, 3)[Seat.NORTH]}" in line and not pathlib.Path(sys.argv[1]).exists():
        sys.exit("I do not like this hand")
    print(json.dumps({{"call": "P"}}), flush=True)
""")
    return shlex.join([sys.executable, str(path), str(tmp_path / "well")])


def test_a_system_against_itself(path: Path) -> None:
    """Nobody wins anything; the command is told that repeats the rows."""
    done = run("--a", "floor", "--b", "FLOOR", "--boards", 4, "--seed", 3, "--out", path)
    assert done.exit_code == 0, done.output
    assert "A: floor\nB: floor\nboards              4 of seed 3\n" in done.output
    assert "IMPs of A, of B     0, 0" in done.output
    assert "that cost" not in done.output
    rows = rows_of(path)
    assert [row["imps"] for row in rows] == ["0"] * 4
    (told,) = re.findall(r"^again +bluechip-bot lab bidding duel (.*)$", done.output, re.M)
    again = shlex.split(told)
    other = path.with_name("other.csv")
    again[again.index("--out") + 1] = str(other)
    assert run(*again).exit_code == 0
    assert rows_of(other) == rows
    assert other.read_text().splitlines()[0] == path.read_text().splitlines()[0]


def test_a_program_that_dies(path: Path, program: str, tmp_path: Path) -> None:
    """Its name, its last line, the board and what can be resumed are told; it is resumed."""
    words = ("--a", "floor", "--b", program, "--boards", 4, "--out", path)
    done = run(*words)
    assert done.exit_code == 4
    for text in (
        "boards              2 of seed 1",
        f"Error: B ({program}): it ended with status 1\n",
        "\nboard 3, dealer South, after ",
        "\nlast line on its standard error: I do not like this hand\n",
        f"the same command goes on after the 2 rows of {path}",
    ):
        assert text in done.output
    (tmp_path / "well").touch()
    assert run(*words).exit_code == 0
    assert [row["number"] for row in rows_of(path)] == ["1", "2", "3", "4"]


def test_a_program_that_hangs(path: Path) -> None:
    """Patience is bounded; without a file nothing is kept."""
    program = shlex.join([sys.executable, "-c", "import sys; sys.stdin.read()"])
    done = run("--a", program, "--b", "floor", "--patience", "0.2")
    assert done.exit_code == 4
    assert f"Error: A ({program}): it did not answer within 0.2 s\nboard 1, " in done.output
    assert "the 0 rows are not kept; give --out to be able to go on" in done.output


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("", "--a: a system or the command of a program expected"),
        ("'sayc", "No closing quotation"),
        ("sajc", "'sajc' is no system (there are acol, floor, learned, learned_close, sayc"),
        ("sajc", "and no program that can be run"),
        ("no.toml", "no system 'no.toml'"),
        ("sayc thinks", "'thinks' (think, seconds=S, layouts=N, reads=SYSTEM expected"),
        ("sayc think=1", "'think=1' (think, "),
        ("sayc seconds", "'seconds' (think, "),
        ("sayc think think", "think is given twice"),
        ("sayc seconds=1", "seconds and layouts are for a side that thinks"),
        ("sayc think seconds=-1", "--a, seconds: '-1' (a number above 0 expected)"),
        ("sayc think seconds=nan", "--a, seconds: 'nan' (a number above 0 expected)"),
        ("sayc think layouts=1.5", "--a, layouts: '1.5' (a number above 0 expected)"),
        ("sayc think seconds=1e300", "--a, seconds: 1e+300 where a number from 0 to 86400"),
        ("sayc think layouts=200000", "--a, layouts: 200000 where a number from 1 to 100000"),
        ("sayc reads=sajc", "--a, reads: no system 'sajc'"),
        ("bad.toml", "unknown key 'nonsense'"),
    ],
)
def test_bad_sides(
    spec: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """The message says what is wrong, and what is allowed."""
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text("nonsense = 1")
    done = run("--a", spec, "--b", "floor")
    assert done.exit_code == 2
    assert text in done.output
