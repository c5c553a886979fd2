"""`bluechip-bot lab leads`."""

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
    return CliRunner().invoke(main, ["lab", "leads", *map(str, words)])


def test_a_tiny_measurement(tmp_path: Path) -> None:
    """A report is printed, with the command that makes the same file."""
    path = tmp_path / "leads.csv"
    done = run(RECORDS, *TINY, "--boards", 3, "--out", path)
    assert done.exit_code == 0, done.output
    assert "3 boards" in done.output
    assert re.search(r"^ours: 2 layouts", done.output, re.M)
    text = path.read_text()
    (told,) = re.findall(r"^again +bluechip-bot lab leads (.*)$", done.output, re.M)
    assert run(*told.split(), "--jobs", 1, "--memory-mb", 8).exit_code == 0
    assert path.read_text() == text


def test_records_alone() -> None:
    """Without an engine the record is compared with the rule, in either half."""
    for more in ((), ("--held-out",), ("--rule", "fourth")):
        done = run(RECORDS, "--engine", "none", "--jobs", 1, "--boards", 2, *more)
        assert done.exit_code == 0, done.output
        assert "ours" not in done.output
        assert "the record's - the rule's" in done.output


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("nowhere.jsonl",), "nowhere.jsonl: cannot be read"),
        ((RECORDS, "--system", "nobody"), "no system 'nobody'"),
        ((RECORDS, "--budget", "0"), "--budget"),
        ((RECORDS, "--engine", "htn"), "--engine"),
        ((), "Missing argument"),
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
    done = run(path)
    assert done.exit_code == 2
    assert "no board with a lead" in done.output
