"""`bluechip-bot lab haste`."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner, Result

from bluechip_bot.cli import main
from support.collection import SAMPLE

RECORDS = SAMPLE / "auctions" / "bluechip_bot.jsonl.gz"


def run(*words: object) -> Result:
    """Return what the command did."""
    return CliRunner().invoke(main, ["lab", "haste", *map(str, words)])


def test_a_tiny_measurement() -> None:
    """A table is printed, and the command that repeats it."""
    done = run(RECORDS, "--boards", 1, "--layouts", 4, "--seconds", 0.2, "--jobs", 1)
    assert done.exit_code == 0, done.output
    assert re.search(r"^opening lead +1 ", done.output, re.M)
    assert re.search(r"^trick 3, declarer ", done.output, re.M)
    assert "--boards 1 --layouts 4 --seconds 0.2 --system sayc --seed 1" in done.output


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("nowhere.jsonl",), "nowhere.jsonl: cannot be read"),
        ((RECORDS, "--system", "nobody"), "no system 'nobody'"),
        ((RECORDS, "--layouts", 1), "--layouts"),
        ((RECORDS, "--seconds", 0), "--seconds"),
    ],
)
def test_wrong_usage(words: tuple[object, ...], text: str) -> None:
    """Status 2, and what is wrong."""
    done = run(*words)
    assert done.exit_code == 2
    assert text in done.output
