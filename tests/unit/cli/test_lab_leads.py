"""`bluechip-bot lab leads` and `lab haste`."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bluechip_bot.cli import main
from support.collection import SAMPLE

RECORDS = SAMPLE / "auctions" / "bluechip_bot.jsonl.gz"
TINY = ("--worlds", 2, "--jobs", 1, "--memory-mb", 8)


def run(*words: object) -> Result:
    """Return what the command did."""
    return CliRunner().invoke(main, ["lab", *map(str, words)])


def test_a_tiny_measurement(tmp_path: Path) -> None:
    """A report is printed, with the command that makes the same file."""
    path = tmp_path / "leads.csv"
    done = run("leads", RECORDS, *TINY, "--boards", 3, "--out", path)
    assert done.exit_code == 0, done.output
    assert "3 boards" in done.output
    assert re.search(r"^ours: 2 layouts", done.output, re.M)
    text = path.read_text()
    (told,) = re.findall(r"^again +bluechip-bot lab leads (.*)$", done.output, re.M)
    assert run("leads", *told.split(), "--jobs", 1, "--memory-mb", 8).exit_code == 0
    assert path.read_text() == text


def test_records_alone() -> None:
    """Without an engine the record is compared with the rule, in either half."""
    for more in ((), ("--held-out",), ("--rule", "fourth")):
        done = run("leads", RECORDS, "--engine", "none", "--jobs", 1, "--boards", 2, *more)
        assert done.exit_code == 0, done.output
        assert "ours" not in done.output
        assert "the record's - the rule's" in done.output


def test_haste() -> None:
    """A table is printed, and the command that repeats it."""
    done = run("haste", RECORDS, "--boards", 1, "--layouts", 4, "--seconds", 0.2, "--jobs", 1)
    assert done.exit_code == 0, done.output
    assert re.search(r"^opening lead +1 ", done.output, re.M)
    assert re.search(r"^trick 3, declarer ", done.output, re.M)
    assert "--boards 1 --layouts 4 --seconds 0.2 --system strangers --seed 1" in done.output


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("leads", "nowhere.jsonl"), "nowhere.jsonl: cannot be read"),
        (("leads", RECORDS, "--system", "nobody"), "no system 'nobody'"),
        (("leads", RECORDS, "--budget", "0"), "--budget"),
        (("leads", RECORDS, "--engine", "htn"), "--engine"),
        (("leads",), "Missing argument"),
        (("haste", "nowhere.jsonl"), "nowhere.jsonl: cannot be read"),
        (("haste", RECORDS, "--system", "nobody"), "no system 'nobody'"),
        (("haste", RECORDS, "--layouts", 1), "--layouts"),
        (("haste", RECORDS, "--seconds", 0), "--seconds"),
    ],
)
def test_wrong_usage(words: tuple[object, ...], text: str) -> None:
    """Status 2, and what is wrong."""
    done = run(*words)
    assert done.exit_code == 2
    assert text in done.output


def test_no_board(tmp_path: Path) -> None:
    """Records without play have no lead."""
    path = tmp_path / "none.jsonl.gz"
    with gzip.open(path, "wt") as file:
        file.write("")
    done = run("leads", path)
    assert done.exit_code == 2
    assert "no board with a lead" in done.output
