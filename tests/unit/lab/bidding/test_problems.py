"""Bidding problems: how files of them are read, and what contracts are worth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bluechip_bot.lab.bidding.problems import (
    ProblemMarks,
    read_problems,
    report,
    solve_chunk,
    worst,
)
from bluechip_bot.lab.bidding.side import SystemSpec
from bluechip_bot.model import PASS, Contract, Side
from support.tables import rows

NS = "N:AQ3.KJ97.A82.Q93 - 762.QT4.KQ7.JT76 -"
BOARD = f'[Board "7"]\n[Dealer "N"]\n[Vulnerable "EW"]\n[Deal "{NS}"]\n'
TABLE = {"2NT": 10, "2H": 7, "S3NT": 4, "4CX": 1}
LINE = {
    "board": "7", "dealer": "N", "vul": "EW", "deal": NS,
    "marks": {"2N": 10, "2H": 7, "S3N": 4, "4CX": 1},
}  # fmt: skip


def written(path: Path, text: str) -> Path:
    """A file with a text."""
    path.write_text(text)
    return path


@pytest.mark.parametrize("comment", rows("lab", "tables_of_marks"))
def test_tables_of_marks(tmp_path: Path, comment: str) -> None:
    """Contracts and marks in either order, with the signs of suits that programs write."""
    text = f'{BOARD}{{Board 3 of 1990.}}[Scoring "Facit"]\n{{{comment}}}\n'
    (problem,), faults = read_problems(written(tmp_path / "one.pbn", text))
    assert not faults
    assert problem.marks.table == TABLE
    assert (problem.label, problem.side, problem.board.number) == ("7", Side.NS, 7)


def test_lines(tmp_path: Path) -> None:
    """A JSON line says the same as a board of PBN."""
    (problem,), faults = read_problems(written(tmp_path / "one.jsonl", json.dumps(LINE) + "\n\n"))
    (other,), _ = read_problems(written(tmp_path / "one.pbn", BOARD + "{2N 10 2H 7 S3N 4 4CX 1}"))
    assert not faults
    assert problem == other


@pytest.mark.parametrize(
    ("contract", "marks"),
    [
        ("2NTN", 10),
        ("1NTN", 10),  # as the next higher one
        ("3NTS", 4),
        ("3NTN", 0),  # for the other declarer only
        ("1HN", 7),
        ("3HN", 0),
        ("4CN", 0),
        (None, 0),
    ],
)
def test_marks_of_a_contract(contract: str | None, marks: int) -> None:
    """One without marks has those of the next higher one of its strain, or none."""
    found = ProblemMarks(TABLE).score(None if contract is None else Contract.parse(contract))
    assert found == marks


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.pbn", BOARD, "line 1: board 7: no table of marks"),
        ("a.pbn", BOARD + "{4S ten}", "line 1: board 7: no table of marks"),
        ("a.pbn", BOARD + "{Score Table: 4S ten}",
         "line 1: board 7: the marks of 4S are 'ten' (a whole number expected): 'Score "),
        ("a.pbn", BOARD + "{4S 10 3N}", "line 1: board 7: the marks of 3N are ''"),
        ("a.pbn", BOARD.replace("N:", "E:").replace("- 76", "76") + "{4S 10}",
         "line 4, column 1: board 7: not a deal"),
        ("a.pbn", BOARD.replace('"N"', '"?"') + "{4S 10}", "line 1: board 7: no dealer"),
        ("a.pbn", BOARD.replace("- 762.QT4.KQ7.JT76 -", "762.QT4.KQ7.JT76 - -") + "{4S 10}",
         "line 1: board 7: two partners' hands of thirteen cards expected"),
        ("a.jsonl", "{", "line 1: "),
        ("a.jsonl", '\n{"board": "1"}', "line 2: an object with board, dealer, vul, deal and "),
        ("a.jsonl", json.dumps({**LINE, "marks": {"4S": 1.5}}), "board 7: the marks of 4S are 1.5"),
        ("a.jsonl", json.dumps({**LINE, "marks": {"8S": 1}}), "board 7: '8S' is no contract"),
        ("a.jsonl", json.dumps({**LINE, "marks": {}}), "board 7: no marks"),
        ("a.jsonl", json.dumps({**LINE, "dealer": None}), "board 7: "),
    ],
)  # fmt: skip
def test_bad_boards(tmp_path: Path, name: str, text: str, message: str) -> None:
    """A board that cannot be used is a fault with line and board; the next one is read."""
    good = json.dumps(LINE) if name.endswith("jsonl") else f"\n{BOARD}{{2N 10}}\n"
    path = written(tmp_path / name, f"{text}\n{good}\n")
    problems, (fault,) = read_problems(path)
    assert [one.marks.best[1] for one in problems] == [10]
    assert str(fault).startswith(f"{path}, ")
    assert message in str(fault)


def test_opponents_are_silent(tmp_path: Path) -> None:
    """The two hands are bid to the end, whoever holds them, and their contract has its marks."""
    east_west = {**LINE, "deal": NS.replace("N:", "E:"), "dealer": "S", "board": "8"}
    text = "\n".join(map(json.dumps, (LINE, east_west)))
    problems, _ = read_problems(written(tmp_path / "two.jsonl", text))
    found = solve_chunk(SystemSpec("floor"), 1.0, problems)
    for one, silent in zip(found, (Side.EW, Side.NS), strict=True):
        auction = one.board.auction
        assert auction.is_over
        callers = map(auction.caller, range(len(auction.calls)))
        assert {
            call for call, seat in zip(auction.calls, callers, strict=True) if seat.side is silent
        } == {PASS}
        assert one.marks == one.problem.marks.score(one.board.contract)
        assert one.lost == 10 - one.marks
    _, line, total = report({"two": found}).splitlines()
    marks = sum(one.marks for one in found)
    assert line.split()[:4] == ["two", "2", str(marks), "20"]
    assert total.split()[1:] == line.split()[1:]
    lost = [int(line.split()[0]) for line in worst({"two": found}, 2) if line[0] != " "]
    assert lost == sorted(lost)
