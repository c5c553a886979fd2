"""`bluechip-bot lab leads` and `lab haste`."""

from __future__ import annotations

import gzip
import json
import re
from functools import partial
from pathlib import Path

from support.collection import SAMPLE
from support.commands import invoke

run = partial(invoke, "lab")

RECORDS = SAMPLE / "auctions" / "bluechip_bot.jsonl.gz"
TINY = ("--worlds", 2, "--jobs", 1, "--memory-mb", 8)


def test_a_tiny_measurement(tmp_path: Path) -> None:
    """A report is printed, with the command that makes the same file."""
    path = tmp_path / "leads.csv"
    done = run("leads", RECORDS, *TINY, "--boards", 2, "--out", path)
    assert done.exit_code == 0, done.output
    assert "2 boards" in done.output
    assert re.search(r"^ours: 2 layouts", done.output, re.M)
    text = path.read_text()
    (told,) = re.findall(r"^again +bluechip-bot lab leads (.*)$", done.output, re.M)
    assert run("leads", *told.split(), "--jobs", 1, "--memory-mb", 8).exit_code == 0
    assert path.read_text() == text


def test_records_alone() -> None:
    """Without an engine the record is compared with the rule, in either half."""
    for more in ((), ("--held-out", "--rule", "fourth")):
        done = run("leads", RECORDS, "--engine", "none", "--jobs", 1, "--boards", 1, *more)
        assert done.exit_code == 0, done.output
        assert "ours" not in done.output
        assert "the record's - the rule's" in done.output


def test_haste(tmp_path: Path) -> None:
    """A table is printed, and the command that repeats it."""
    with gzip.open(RECORDS, "rt") as lines:
        record = json.loads(next(lines))
    (path := tmp_path / "one.jsonl").write_text(json.dumps({**record, "play": record["play"][:12]}))
    done = run("haste", path, "--boards", 1, "--layouts", 2, "--seconds", 0.1, "--jobs", 1)
    assert done.exit_code == 0, done.output
    assert re.search(r"^opening lead +1 ", done.output, re.M)
    assert re.search(r"^trick 3, declarer ", done.output, re.M)
    assert "--boards 1 --layouts 2 --seconds 0.1 --system strangers --seed 1" in done.output
