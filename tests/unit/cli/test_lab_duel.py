"""`bluechip-bot lab declarer` and `defender`."""

import csv
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from bluechip_bot.cli import lab
from bluechip_bot.fingerprint import code_version
from bluechip_bot.lab.rows import LabExperiment, Row
from bluechip_bot.lab.workers import WorkerPool
from support.commands import invoke

run = partial(invoke, "lab")

TINY = (
    *("--contract", "3NT", "--worlds", "3", "--depth", "2", "--no-filter"),
    *("--jobs", "1", "--memory-mb", "8"),
)


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a file, times left out."""
    lines = path.read_text().splitlines()
    assert lines[1].startswith("# command: bluechip-bot lab ")
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    times = ("seconds_a", "slowest_a", "seconds_b", "slowest_b")
    return [{key: text for key, text in row.items() if key not in times} for row in rows]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of a duel."""
    return tmp_path / "duel.csv"


def test_a_tiny_duel(path: Path) -> None:
    """A report is printed, a row for each deal written, and the command told that repeats it."""
    done = run("declarer", *TINY, "--deals", 2, "--defence", "dd", "--out", path)
    assert done.exit_code == 0, done.output
    assert "declarer in 3NT, the other side: dd" in done.output
    assert "A: alphamu, 3 worlds, depth 2, win" in done.output
    assert re.search(r"deals +2 of seed 1", done.output)
    rows = rows_of(path)
    assert [row["number"] for row in rows] == ["1", "2"]
    (told,) = re.findall(r"^again +bluechip-bot lab (.*)$", done.output, re.M)
    again = told.split()
    other = path.with_name("other.csv")
    again[again.index("--out") + 1] = str(other)
    assert run(*again, "--jobs", 1, "--memory-mb", 8).exit_code == 0
    assert rows_of(other) == rows
    assert other.read_text().splitlines()[0] == path.read_text().splitlines()[0]


def test_each_has_his_own_time(path: Path) -> None:
    """--budget-a and -b are told in the report and the command; one of all is told once."""
    words = ("--deals", 1, "--defence", "dd", "--out", path)
    done = run("declarer", *TINY, *words, "--budget-a", 0.01, "--budget-b", 0.02)
    assert done.exit_code == 0, done.output
    assert "A: alphamu, 3 worlds, depth 2, win, 0.01 s" in done.output
    assert "--budget-a 0.01 --budget-b 0.02" in done.output
    path.unlink()
    assert "--budget 0.01 " in run("declarer", *TINY, *words, "--budget", 0.01).output


def test_another_version_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No row is added to those of other code unless asked to; what is there is still reported."""
    words = ("declarer", *TINY, "--a", "dd", "--b", "dd", "--out", path)
    assert run(*words, "--deals", 1).exit_code == 0
    before = path.read_bytes()
    monkeypatch.setattr(lab, "code_version", lambda *_: "bluechip-bot 9")
    assert run(*words, "--deals", 1).exit_code == 0
    done = run(*words, "--deals", 2)
    assert done.exit_code == 2
    assert "this one: bluechip-bot 9" in done.output
    assert "--out" in done.output
    assert path.read_bytes() == before
    assert run(*words, "--deals", 2, "--any-version").exit_code == 0
    assert [row["number"] for row in rows_of(path)] == ["1", "2"]
    assert path.read_text().splitlines()[3] == "# version: bluechip-bot 9"


def test_until_enough_differ(path: Path) -> None:
    """Play ends with the deal that makes enough of them differ."""
    words = ("declarer", *TINY, "--a", "dd", "--worlds-b", 1, "--until-differ", 1, "--deals", 60)
    done = run(*words, "--out", path)
    assert done.exit_code == 0, done.output
    rows = rows_of(path)
    differ = [row["won_a"] != row["won_b"] for row in rows]
    assert sum(differ) == 1
    assert differ[-1]
    assert run(*words, "--out", path).exit_code == 0
    assert rows_of(path) == rows


def test_an_interruption(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played is reported and kept, and the status is that of an interruption."""
    rows = LabExperiment.rows

    def interrupted(self: LabExperiment[Row], numbers: range, workers: WorkerPool) -> Iterator[Row]:
        yield from rows(self, numbers[:2], workers)
        raise KeyboardInterrupt

    monkeypatch.setattr(LabExperiment, "rows", interrupted)
    done = run("declarer", *TINY, "--deals", 4, "--a", "dd", "--b", "dd", "--out", path)
    assert done.exit_code == 130
    assert re.search(r"deals +2 of", done.output)
    assert "interrupted; the same command goes on after the 2 rows" in done.output
    assert len(rows_of(path)) == 2


def test_a_folder(tmp_path: Path) -> None:
    """In a folder every command has a file of its own."""
    for seed in (1, 2):
        words = ("--deals", 1, "--a", "dd", "--b", "dd", "--seed", seed, "--out", tmp_path / "all")
        assert run("declarer", *TINY, *words).exit_code == 0
    names = sorted(path.name for path in (tmp_path / "all").iterdir())
    assert len(names) == 2
    assert all(name.startswith("declarer-3NT-dd-dd-") for name in names)


def test_each_has_his_own_inference(path: Path, tmp_path: Path) -> None:
    """The file that A reads and signals by is printed, and belongs to the version."""
    quiet = tmp_path / "quiet.toml"
    quiet.write_text("[play]\nsignals_sent = 0\npartner_signal_trust = 0\n")
    words = ("defender", *TINY, "--a", "pimc", "--b", "dd", "--inference-a", quiet, "--out", path)
    done = run(*words, "--deals", 1)
    assert done.exit_code == 0, done.output
    assert f"A: pimc, 3 worlds, inference {quiet}\n" in done.output
    assert f" --inference-a {quiet} " in done.output
    quiet.write_text("[play]\nsignals_sent = 1\n")
    code_version.cache_clear()
    assert "another version" in run(*words, "--deals", 2).output


def test_after_auctions(path: Path) -> None:
    """The command that is printed repeats the duel."""
    words = ("--auctions", "sayc", "--contract", "suit", "--leader", "rule", "--no-filter")
    tiny = ("--worlds", 2, "--a", "pimc", "--jobs", 1, "--memory-mb", 8, "--out", path)
    done = run("defender", *words, *tiny, "--deals", 1)
    assert done.exit_code == 0, done.output
    assert "defender in suit after auctions of sayc" in done.output
    (told,) = re.findall(r"^again +bluechip-bot lab (.*)$", done.output, re.M)
    assert "--contract suit --auctions sayc --leader rule" in told
    before = path.read_bytes()
    assert run(*told.split()).exit_code == 0
    assert path.read_bytes() == before
