"""`python -m solver.bench`: what hard deals, workloads and random tables cost, and who is right."""

import gzip
import sys
from pathlib import Path

import pytest

from solver import DoubleDummySolver
from solver.bench import engines
from solver.bench.__main__ import main
from solver.bench.engines import DdsEngine

HANDS = (1 << 12 | 1, 1 << 11 | 2, 1 << 10 | 4, 1 << 9 | 8)
SHORT = "N:A2... K3... Q4... J5..."
TABLE = DoubleDummySolver(1).table(SHORT).ravel().tolist()
CARDS = "".join("b" if card in {0, 12} else "." for card in range(52))
"""The tricks after each of North's leads at notrump."""
RIGHT = {"a_nt": ("-1", "1"), "a_suit": ("2", "0"), "b20": ("1", "1"), "d52": ("-1", CARDS)}
"""Targets and answers."""


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """The exit status, the output and the errors of the bench with some words."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["bench", *map(str, words)])
        try:
            status = main()
        except SystemExit as end:
            status = int(end.code or 0)
    return status, *capsys.readouterr()


def hard(folder: Path, *numbers: list[int]) -> Path:
    """A file of hard deals with these tables."""
    path = folder / "hard.txt"
    lines = (f"{SHORT};{' '.join(map(str, table))}" for table in numbers)
    path.write_text("\n".join(["# deal;numbers", "", *lines]))
    return path


def workloads(folder: Path, **changed: tuple[str, str]) -> Path:
    """The folder with a question in each workload, led by North at notrump."""
    hands = " ".join(f"{hand:x}" for hand in HANDS)
    for name, (target, answer) in (RIGHT | changed).items():
        line = f"0 4 0 {target} 0 -1 -1 -1 {hands} {answer}\n"
        (folder / f"{name}.txt.gz").write_bytes(gzip.compress(line.encode()))
    return folder


@pytest.mark.parametrize(
    ("only", "status", "wrong"), [("1-3", 1, "1"), ("1,3", 0, "0"), ("2", 1, "1")]
)
def test_hard_deals(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, only: str, status: int, wrong: str
) -> None:
    """Each has a line, a wrong one its answers, and the exit status says whether one is."""
    path = hard(tmp_path, TABLE, [*TABLE[:-1], 13], TABLE)
    found, out, _ = run(capsys, "--hard", path, "--only", only, "--memory-mb", 1)
    lines = out.splitlines()
    asked = {"1-3": ["1", "2", "3"], "1,3": ["1", "3"], "2": ["2"]}[only]
    assert [line.split()[0] for line in lines if "MiB" in line] == asked
    verdicts = {
        line.split()[0]: line.split()[-1] for line in lines if "nodes" in line and "MiB" in line
    }
    assert verdicts == {number: "wrong" if number == "2" else "right" for number in asked}
    assert lines[-1].split()[:2] == ["hard", str(len(asked))]
    assert (found, lines[-1].split()[-1]) == (status, wrong)
    assert (f"wrong: 2: {SHORT}" in lines) == bool(status)
    assert (f"  known    {' '.join(map(str, TABLE[:-1]))} 13" in lines) == bool(status)


def test_workloads_and_random_tables(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each kind of question is answered and compared with what the file says."""
    given = ("--workloads", workloads(tmp_path), "--without", "table", "--random", 0)
    status, out, _ = run(capsys, *given)
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == ["questions", *RIGHT]
    for name, (target, answer) in RIGHT.items():
        wrong = answer.replace("b", "c") if len(answer) > 1 else str(1 - int(answer))
        status, out, _ = run(capsys, "--workloads", workloads(tmp_path, **{name: (target, wrong)}))
        assert status == 1
        rows = dict(line.split(maxsplit=1) for line in out.splitlines()[-4:])
        assert {row for row in rows if rows[row].endswith("1")} == {name}
        assert f"wrong: 1: {SHORT}, trump 4, leader 0, trick ()" in out


def test_random_tables_are_those_of_their_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed visits the same number of positions."""
    nodes = set()
    for seed in (1, 1, 2):
        status, out, _ = run(capsys, "--random", 1, "--seed", seed)
        assert status == 0
        nodes.add(out.split()[-2])
    assert len(nodes) == 2


def test_against_dds(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both answer all kinds of questions, and a disagreement is shown with the deal."""
    endplay = pytest.importorskip("endplay")
    libraries = sorted(Path(endplay.__file__).parent.glob("_dds/*dds.so"))
    if not libraries:
        pytest.skip("endplay has no libdds here")
    given = ("--against", "dds", "--library", libraries[0], "--workloads", workloads(tmp_path))
    status, out, _ = run(capsys, *given, "--hard", hard(tmp_path, TABLE), "--random", 1)
    rows = [line.split() for line in out.splitlines()[-6:]]
    assert [row[0] for row in rows] == ["hard", *RIGHT, "random"]
    assert [row[-1] for row in rows] == ["0"] * 6
    assert status == 0
    assert "dds s" in out
    monkeypatch.setattr(DdsEngine, "_answer", lambda *_: (2,))
    status, out, _ = run(capsys, *given)
    assert status == 1
    assert "  dds      2\n" in out


ENDING = "N:A75.6.Q.7 Q8.T2..K6 .3.7.Q983 9..963.AJ"
ENDING_TABLE = [2, 4, 2, 3, 1, 5, 0, 4, 1, 4, 1, 4, 2, 4, 1, 3, 2, 4, 2, 4]
FILE = "A75 6 Q 7\n9 - 963 AJ    Q8 T2 - K6\n- 3 7 Q983\n"
PRINTED = """\
                          ♠ A75 ♥ 6 ♦ Q ♣ 7
         ♠ 9 ♥ - ♦ 963 ♣ AJ                ♠ Q8 ♥ T2 ♦ - ♣ K6
                          ♠ - ♥ 3 ♦ 7 ♣ Q983
N  2  2  4  4  0.01 s   4.8 M
S  2  2  3  4  0.01 s   4.8 M
H  0  1  4  5  0.01 s   4.9 M
D  1  1  4  4  0.01 s   4.9 M
C  1  2  3  4  0.01 s   4.9 M
"""
"""As macroxue's solver has printed it for the ending."""


def program(folder: Path, text: str, status: int = 0) -> Path:
    """A program that keeps the file it is given, prints a text and ends."""
    path = folder / "solver"
    (folder / "printed").write_text(text, encoding="utf-8")
    path.write_text(f"#!/bin/sh\ncp $2 {folder}/asked\ncat {folder}/printed\nexit {status}\n")
    path.chmod(0o755)
    return path


def test_against_macroxue(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The deal goes into a file, and the tricks come back by South, North, West and East."""
    path = tmp_path / "hard.txt"
    path.write_text(f"{ENDING};{' '.join(map(str, ENDING_TABLE))}\n")
    given = ("--hard", path, "--against", "macroxue", "--program")
    status, out, _ = run(capsys, *given, program(tmp_path, PRINTED))
    assert (status, (tmp_path / "asked").read_text()) == (0, FILE)
    assert out.splitlines()[0].endswith(" s     4.9 MiB  right")
    assert out.split()[-1] == "0"
    status, out, _ = run(capsys, *given, program(tmp_path, PRINTED.replace("H  0", "H  1")))
    assert status == 1
    assert f"wrong: 1: {ENDING}\n" in out
    assert "  macroxue 2 4 2 3 1 5 1 4" in out


def test_what_is_wrong_is_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With status 2, whether it is a file, a solver that is not there, or one that fails."""
    monkeypatch.setattr(engines, "find_library", lambda _: None)
    short, deal = tmp_path / "short.txt", tmp_path / "deal.txt"
    short.write_text(f"\n{SHORT};1 2 3\n")
    deal.write_text(f"N:A2... K3... Q4... A5...;{'1 ' * 20}\n")
    macroxue = ("--random", 1, "--against", "macroxue")
    folder = tmp_path / "wrong"
    folder.mkdir()
    workloads(folder, b20=("x", "1"))
    failing = (*macroxue, "--program", program(tmp_path, "", 3))
    for words, text in (
        (("--hard", short), f"{short}, line 2: 20 numbers after the deal, not 3"),
        (("--hard", deal), f"{deal}, line 1: SA occurs twice in"),
        (("--hard", tmp_path / "none"), "No such file"),
        (("--workloads", folder), f"{folder / 'b20.txt.gz'}, line 1: "),
        (("--random", 1, "--only", "2"), "random: there are no such questions"),
        (("--random", 1, "--only", "x"), "--only: numbers such as 1-11,18, not 'x'"),
        (("--random", 1, "--memory-mb", 0), "memory_mb must be 1..65536"),
        (("--against", "dds"), "no libdds is installed; --library PATH says where one is"),
        (("--against", "dds", "--library", short), "no libdds: "),
        (macroxue, "macroxue's solver: --program PATH says where it is, not None"),
        (failing, "macroxue's solver: exit status 3"),
        (
            (*failing, "--workloads", workloads(tmp_path)),
            "macroxue's solver answers tables alone: --hard or --random",
        ),
    ):
        status, _, error = run(capsys, *words)
        assert status == 2, words
        assert text in error.splitlines()[-1], words
