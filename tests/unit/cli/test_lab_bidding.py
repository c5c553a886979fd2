"""The commands `lab bidding`, and the duel of bidders."""

from __future__ import annotations

import csv
import gzip
import json
import re
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bluechip_bot.inference.records import read_records
from bluechip_bot.lab.bidding.table import random_deal
from bluechip_bot.model import Seat
from support.commands import invoke, small_system

run = partial(invoke, "lab", "bidding")
duel = partial(run, "duel", "--jobs", 1)

RECORD: dict[str, Any] = {
    "board": "1",
    "dealer": "N",
    "vul": "None",
    "deal": "AKQ2.K73.AJ4.Q86 T98.QJ2.KT9.KJT9 J543.A65.Q32.A32 76.T984.8765.754",
    "auction": ["1NT", "P", "3NT", "P", "P", "P"],
}


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_faults_are_counted(jobs: int) -> None:
    """Each count has a line, and depends on nothing but the seed, processes included."""
    arguments = ("selfplay", "--strangers", "--deals", 6, "--seed", 3, "--system", "floor")
    done, again = (run(*arguments, "--jobs", each) for each in (1, jobs))
    assert done.exit_code in (0, 1), done.output
    first, second = (one.output.splitlines()[:-1] for one in (done, again))
    assert first == second
    assert first[0].split() == ["deals", "6"]
    assert any(line.startswith("forced passes ") for line in first)


def test_switches(tmp_path: Path) -> None:
    """Both sides bid by a system with other switches."""
    path = Path(small_system(tmp_path, "@after  @if strong\n7NT need 0+ hcp  shows 0+ hcp"))
    path.write_text(f"{path.read_text()}[options]\nstrong = false\n")
    own = ("--records", tmp_path / "own.jsonl")
    done = run(
        "selfplay", "--deals", 1, "--jobs", 1, "--system", path, "--switch", "strong=true", *own
    )
    assert done.exit_code == 0, done.output
    (record,) = read_records(tmp_path / "own.jsonl")
    assert str(record.board.auction) == "7NT P P P"


def test_a_fault_is_told(tmp_path: Path) -> None:
    """A hand outside its own reading is counted and told, with status 1."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "lies.bid").write_text("@after\n1C!  shows 30-37 hcp\n")
    (tmp_path / "lies.toml").write_text('include = ["lies"]\n')
    done = run("selfplay", "--deals", 1, "--system", tmp_path / "lies.toml", "--jobs", 1)
    assert done.exit_code == 1
    assert "outside, deal 1: N, None: 1C, North" in done.output


def test_strangers(tmp_path: Path) -> None:
    """By each profile a line for the file, then roles and kinds of calls."""
    records = tmp_path / "two.jsonl.gz"
    with gzip.open(records, "wt") as file:
        file.write(f"{json.dumps(RECORD)}\n{json.dumps({**RECORD, 'vul': 'All'})}\n")
    profiles = ("--profile", "unknown", "--profile", "partner")
    done = run("strangers", records, *profiles, "--held-out", "--system", "floor", "--jobs", 1)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[0] == "floor, unknown, held-out boards"
    assert "floor, partner, held-out boards" in lines
    for text in ("two ", "opener", "responder", "all who bid", "only passed", "limited pass"):
        assert any(line.startswith(text) for line in lines)
    assert "explanations" not in done.output


def test_strangers_with_explanations(tmp_path: Path) -> None:
    """Where calls are explained, the file has lines without and with the words."""
    path = tmp_path / "words.jsonl"
    explained = {**RECORD, "explained": {"0": "15-17 HCP; 2-5 !S"}}
    path.write_text(f"{json.dumps(RECORD)}\n{json.dumps(explained)}\n")
    done = run("strangers", path, "--system", "floor", "--jobs", 1)
    _, every, without, with_words, *_ = (line.split() for line in done.output.splitlines()[1:])
    assert every[:2] == ["words", "2"]
    assert without[:5] == ["calls", "with", "words,", "without", "1"]
    assert with_words[:4] == ["with", "their", "explanations", "1"]
    assert with_words[4:] != without[5:]


def test_contracts(tmp_path: Path) -> None:
    """A system is level with the records of its own bidding; a file that is there is left alone."""
    path = tmp_path / "own.jsonl"
    limits = ("--system", "floor", "--jobs", 1)
    own = ("selfplay", "--deals", 3, *limits, "--records", path)
    assert run(*own).exit_code == 0
    records = list(read_records(path))
    assert [record.board.number for record in records] == [1, 2, 3]
    assert all(record.board.auction.is_over for record in records)
    before = path.read_text()
    again = run(*own)
    assert (again.exit_code, path.read_text()) == (2, before)
    assert "own.jsonl: there is such a file" in again.output.replace("\n", "")
    done = run("contracts", path, "--boards", 2, *limits)
    assert re.search(r"^all +\+0.00 \(\+0.00 to \+0.00\) of 2$", done.output, re.M), done.output
    thought = run("contracts", path, *limits, "--held-out", "--think", "--layouts", 4)
    assert re.search(r"^all .* of \d$", thought.output, re.M), thought.output


def test_cases(tmp_path: Path) -> None:
    """Pass rates by family: firm, explicit and all; invalid cases are left out."""
    case = {
        "id": "one#1",
        "family": "openings",
        "kind": "explicit",
        "auction": [],
        "vul": "None",
        "hand": "AQ2.K73.AJ4.Q862",
        "expected": "1NT",
    }
    other = {**case, "kind": "derived", "family": "others", "expected": "7S"}
    cases = tmp_path / "cases.json"
    cases.write_text(json.dumps({"cases": [case, other, {"invalid": "twice"}]}))
    done = run("cases", cases)
    assert done.exit_code == 0, done.output
    total = done.output.splitlines()[-1].split()
    assert total == ["TOTAL", "1/1", "100", "1/1", "100", "1/2", "50"]
    failing = run("cases", cases, "--failures", "").output.splitlines()
    assert len(failing) == 1
    assert "expected 7S" in failing[0]
    assert run("cases", cases, "--failures", "opening").output == ""


def test_holes(tmp_path: Path) -> None:
    """Contexts that cost, decisions of one of them, and a clear end for one that has none."""
    path = tmp_path / "one.jsonl"
    auction = "1NT P 2C P 2S P 4S P P P"
    path.write_text(json.dumps({**RECORD, "auction": auction.split()}))
    options = ("holes", path, "--system", "floor", "--jobs", 1)
    found = run(*options)
    assert found.exit_code == 0, found.output
    assert found.output.startswith("boards: 1; decisions: ")
    shown = run(*options, "--context", "first seat", "--show", 1)
    assert f"  theirs 1NT: {auction}" in shown.output.splitlines()
    none = run(*options, "--context", "7NT (X)")
    assert none.exit_code == 2
    assert "no call differs in the context '7NT (X)'" in none.output


def test_selfplay_with_thought() -> None:
    """Departures of players who think are counted."""
    done = run(
        "selfplay", "--deals", 1, "--jobs", 1, "--layouts", 4, "--think", "--system", "floor"
    )
    assert done.exit_code == 0, done.output
    assert " misread)" in done.output


def test_meanings(tmp_path: Path) -> None:
    """What is said of calls is read back; a rule that shows what the hand lacks is counted."""
    path = small_system(tmp_path, "@after\n1C  need 12+ hcp  shows 2+ hcp, 7+ S  alert")
    done = run("meanings", "--deals", 20, "--calls", 5, "--rare", "--system", path)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[0].split() == ["hands", "held", "others", "call"]
    assert lines[6].split()[0] == "mean"
    assert "hands that the rules show and a line does not: 0" in lines
    outside = next(line for line in lines if line.startswith("hands that the rules do not show"))
    assert int(outside.split()[-1]) > 0


def test_problems(tmp_path: Path) -> None:
    """Marks of each file and of all; a bad board is named, the others are bid."""
    deal = f"N:{RECORD['deal']}"
    line = {**RECORD, "deal": deal, "marks": {"3NT": 10, "7S": 3}}
    path = tmp_path / "problems.jsonl"
    path.write_text(f"{json.dumps(line)}\n")
    done = run("problems", path, "--bidder", "floor", "--jobs", 1)
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[1].split()[:4] == [str(path), "1", "3", "10"]
    path.write_text(f"{json.dumps({**line, 'dealer': 'X'})}\n{json.dumps(line)}\n")
    bad = run("problems", path, "--bidder", "floor reads=unknown", "--jobs", 1)
    assert bad.exit_code == 2
    assert bad.stdout.splitlines()[2].split()[:3] == ["all", "1", "3"]
    assert f"left out: {path}, line 1: board 1: " in bad.stderr
    assert "1 boards or lines were left out" in bad.stderr
    assert run("problems", path, "--bidder", "true", "--jobs", 1).exit_code == 4


def test_par(tmp_path: Path) -> None:
    """Another bidder bids the same deals with the tricks of the first, as if it had solved them."""
    first, second, third = (tmp_path / f"{name}.csv" for name in ("first", "second", "third"))
    arguments = ("par", "--deals", 4, "--layouts", 2, "--jobs", 1, "--bidder")
    assert run(*arguments, "floor", "--out", first).exit_code == 0
    done = run(*arguments, "sayc", "--out", second, "--tricks", first)
    assert done.exit_code == 0, done.output
    assert any(line.startswith("IMPs lost a deal") for line in done.stdout.splitlines())
    assert run(*arguments, "sayc", "--out", third).exit_code == 0
    assert second.read_text() == third.read_text()
    compared = invoke("lab", "compare", first, second)
    assert "contracts against par, 4 deals that both have" in compared.output
    longer = run(*arguments, "sayc", "--out", second, "--deals", 5)
    assert longer.exit_code == 0, longer.output
    assert second.read_text().startswith(third.read_text())
    other = run(*arguments, "sayc", "--seed", 2, "--tricks", first)
    assert other.exit_code == 2
    assert "other deals than --seed 2" in other.stderr


TIMES = ("seconds_a", "seconds_b")


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
    """Return a program that passes, but ends at North's hand of board 3 without a file `well`."""
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
    """Nobody wins anything; the command that repeats the rows is printed."""
    done = duel("--a", "floor", "--b", "FLOOR", "--boards", 4, "--seed", 3, "--out", path)
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
    assert duel(*again).exit_code == 0
    assert rows_of(other) == rows
    assert other.read_text().splitlines()[0] == path.read_text().splitlines()[0]


def test_a_program_that_dies(path: Path, program: str, tmp_path: Path) -> None:
    """Its name, its last line, the board and what can be resumed are told; it is resumed."""
    words = ("--a", "floor", "--b", program, "--boards", 4, "--out", path)
    done = duel(*words)
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
    assert duel(*words).exit_code == 0
    assert [row["number"] for row in rows_of(path)] == ["1", "2", "3", "4"]


def test_a_program_that_hangs(path: Path) -> None:
    """Patience is bounded; without a file nothing is kept."""
    program = shlex.join([sys.executable, "-c", "import sys; sys.stdin.read()"])
    done = duel("--a", program, "--b", "floor", "--patience", "0.2")
    assert done.exit_code == 4
    assert f"Error: A ({program}): it did not answer within 0.2 s\nboard 1, " in done.output
    assert "the 0 rows are not kept; give --out to be able to go on" in done.output
