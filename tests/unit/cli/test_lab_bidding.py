"""The commands `lab bidding`."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bluechip_bot.cli import main
from bluechip_bot.inference.records import read_records
from support.commands import small_system

RECORD: dict[str, Any] = {
    "board": "1",
    "dealer": "N",
    "vul": "None",
    "deal": "AKQ2.K73.AJ4.Q86 T98.QJ2.KT9.KJT9 J543.A65.Q32.A32 76.T984.8765.754",
    "auction": ["1NT", "P", "3NT", "P", "P", "P"],
}
CASE: dict[str, Any] = {
    "id": "one#1",
    "family": "openings",
    "kind": "explicit",
    "hand": "AQ2.K73.AJ4.Q862",
    "vul": "None",
    "dealer": None,
    "auction": [],
    "expected": "1NT",
    "upstream_doubt": False,
    "invalid": None,
}


def run(*arguments: object) -> Result:
    """Return what the command does, in this process."""
    return CliRunner().invoke(main, ["lab", "bidding", *map(str, arguments)])


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Return a file of two records."""
    path = tmp_path / "two.jsonl.gz"
    with gzip.open(path, "wt") as file:
        file.write(f"{json.dumps(RECORD)}\n{json.dumps({**RECORD, 'vul': 'All'})}\n")
    return path


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Return a file of three cases, one of them invalid."""
    path = tmp_path / "cases.json"
    other = {**CASE, "kind": "derived", "family": "others", "expected": "7S"}
    path.write_text(json.dumps({"cases": [CASE, other, {"invalid": "twice"}]}))
    return path


@pytest.mark.parametrize("command", ["selfplay", "selfplay --strangers"])
def test_faults_are_counted(command: str) -> None:
    """Each count has a line, and depends on nothing but the seed, processes included."""
    arguments = (*command.split(), "--deals", 10, "--seed", 3, "--system", "floor", "--jobs")
    done, again = run(*arguments, 1), run(*arguments, 2)
    assert done.exit_code in (0, 1), done.output
    first, second = done.output.splitlines(), again.output.splitlines()
    assert first[0].split() == ["deals", "10"]
    assert [line for line in first if "ms a call" not in line] == [
        line for line in second if "ms a call" not in line
    ]
    assert any(line.startswith("forced passes ") for line in first)


def test_switches() -> None:
    """Both sides bid by a system with other switches; by no other than it has."""
    done = run("selfplay", "--deals", 2, "--jobs", 1, "--switch", "nt_range=[12, 14]",
               "--switch", "blackwood=rkcb1430")  # fmt: skip
    assert done.exit_code == 0, done.output


def test_a_fault_is_told(tmp_path: Path) -> None:
    """A hand outside its own reading is counted and told, with status 1."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "lies.bid").write_text("@after\n1C!  shows 30-37 hcp\n")
    (tmp_path / "lies.toml").write_text('include = ["lies"]\n')
    done = run("selfplay", "--deals", 1, "--system", tmp_path / "lies.toml", "--jobs", 1)
    assert done.exit_code == 1
    assert "outside, deal 1: N, None: 1C, North" in done.output


def test_strangers(records: Path) -> None:
    """By each profile a line for the file, then roles and kinds of calls."""
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


@pytest.mark.parametrize(
    ("command", "text"),
    [("strangers", ""), ("contracts", ""), ("holes", json.dumps(RECORD))],
    ids=["empty file", "empty file of contracts", "a board that is held out"],
)
def test_no_board(command: str, text: str, tmp_path: Path) -> None:
    """A file without a board to read is refused, with status 2."""
    path = tmp_path / "two.jsonl"
    path.write_text(text)
    done = run(command, path, "--jobs", 1)
    assert done.exit_code == 2
    assert "no board with all four hands" in done.output


def test_contracts(tmp_path: Path) -> None:
    """A system is level with the records of its own bidding."""
    path = tmp_path / "own.jsonl"
    run("selfplay", "--deals", 3, "--system", "floor", "--jobs", 1, "--records", path)
    done = run("contracts", path, "--boards", 2, "--system", "floor", "--jobs", 1)
    assert done.exit_code == 0, done.output
    (total,) = (line for line in done.output.splitlines() if line.startswith("all "))
    assert total.split(maxsplit=1)[1] == "+0.00 (+0.00 to +0.00) of 2"


def test_cases(cases: Path) -> None:
    """Pass rates by family: firm, explicit and all; invalid cases are left out."""
    done = run("cases", cases)
    assert done.exit_code == 0, done.output
    total = done.output.splitlines()[-1].split()
    assert total == ["TOTAL", "1/1", "100", "1/1", "100", "1/2", "50"]
    failing = run("cases", cases, "--failures", "").output.splitlines()
    assert len(failing) == 1
    assert "expected 7S" in failing[0]
    assert run("cases", cases, "--failures", "opening").output == ""


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"expected": "8S"}, "case 1: not a call: '8S'"),
        ({"hand": "A.K"}, "case 1: not a hand"),
        ({"hand": "AK..."}, "case 1: 'AK...' has 2 cards"),
        ({"auction": ["XX"]}, "case 1: North may not call XX"),
        ({"auction": ["P"] * 4}, "case 1: the auction is over"),
        ({"vul": "Some"}, "case 1"),
        ({"family": None}, "case 1: family"),
    ],
)
def test_bad_cases(tmp_path: Path, change: dict[str, Any], text: str) -> None:
    """A bad case is named with its number, with status 2."""
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"cases": [{**CASE, **change}]}))
    done = run("cases", path)
    assert done.exit_code == 2
    assert text in done.output


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("selfplay", "--system", "nosuch"), "no system 'nosuch'"),
        (("selfplay", "--system", "floor", "--opponents", "nosuch"), "--opponents: no system"),
        (("strangers",), "Missing argument"),
        (("strangers", "nowhere.jsonl", "--system", "floor"), "nowhere.jsonl"),
        (("contracts", "nowhere.jsonl", "--system", "floor"), "nowhere.jsonl"),
        (("cases", "nowhere.json"), "nowhere.json"),
        (("selfplay", "--deals", 0), "--deals"),
        (("selfplay", "--switch", "transfers"), "KEY=VALUE expected"),
        (("selfplay", "--switch", "nosuch=1"), "no switch 'nosuch'"),
        (("problems", __file__, "--bidder", "nobody"), "'nobody' is no system"),
    ],
)
def test_bad_input(arguments: tuple[object, ...], text: str) -> None:
    """One message that says where, with status 2."""
    done = run(*arguments)
    assert done.exit_code == 2
    assert text in " ".join(done.output.split())


def test_holes(tmp_path: Path) -> None:
    """Contexts that cost, decisions of one of them, and a clear end for one that has none."""
    path = tmp_path / "one.jsonl"
    auction = "1NT P 2C P 2S P 4S P P P"
    path.write_text(json.dumps({**RECORD, "auction": auction.split()}))
    options = ("holes", path, "--system", "floor", "--jobs", 1)
    found = run(*options, "--first")
    assert found.exit_code == 0, found.output
    assert found.output.startswith("boards: 1; decisions: ")
    shown = run(*options, "--context", "first seat", "--show", 1)
    assert f"  theirs 1NT: {auction}" in shown.output.splitlines()
    none = run(*options, "--context", "7NT (X)")
    assert none.exit_code == 2
    assert "no call differs in the context '7NT (X)'" in none.output


def test_selfplay_with_thought() -> None:
    """Thinking players have limits of their own, which players who do not think refuse."""
    options = ("selfplay", "--deals", 1, "--jobs", 1, "--layouts", 4)
    done = run(*options, "--think")
    assert done.exit_code == 0, done.output
    assert " misread)" in done.output
    for wrong in (options, (*options, "--think", "--switch", "blackwood=ace")):
        assert run(*wrong).exit_code == 2
    assert "--layouts" in run("selfplay", "--think", "--layouts", 0).output


def test_meanings(tmp_path: Path) -> None:
    """What is said of calls is read back; a rule that shows what the hand lacks is counted."""
    path = small_system(tmp_path, "@after\n1C  need 12+ hcp  shows 2+ hcp, 7+ S  alert")
    done = run("meanings", "--deals", 40, "--calls", 5, "--rare", "--system", path)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[0].split() == ["hands", "held", "others", "call"]
    assert lines[6].split()[0] == "mean"
    assert "hands that the rules show and a line does not: 0" in lines
    outside = next(line for line in lines if line.startswith("hands that the rules do not show"))
    assert int(outside.split()[-1]) > 0


def test_records_of_selfplay(tmp_path: Path) -> None:
    """All auctions become records; a file that is there is left alone."""
    path = tmp_path / "own.jsonl"
    options = ("selfplay", "--deals", 5, "--jobs", 1, "--seed", 2, "--records", path)
    assert run(*options).exit_code == 0
    records = list(read_records(path))
    assert [record.board.number for record in records] == [1, 2, 3, 4, 5]
    assert all(record.board.auction.is_over for record in records)
    before = path.read_text()
    again = run(*options)
    assert (again.exit_code, path.read_text()) == (2, before)
    assert "own.jsonl: there is such a file" in again.output.replace("\n", "")


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
    compared = CliRunner().invoke(main, ["lab", "compare", str(first), str(second)])
    assert "contracts against par, 4 deals that both have" in compared.output
    longer = run(*arguments, "sayc", "--out", second, "--deals", 5)
    assert longer.exit_code == 0, longer.output
    assert second.read_text().startswith(third.read_text())
    other = run(*arguments, "sayc", "--seed", 2, "--tricks", first)
    assert other.exit_code == 2
    assert "other deals than --seed 2" in other.stderr
