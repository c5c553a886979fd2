"""Commands whose output nobody reads to its end, as behind `| head`."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from bluechip_bot.formats import pbn
from support.commands import COMMAND, RANDOM

DEAL = "N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74"


def unread(folder: Path, *words: object) -> tuple[int, str]:
    """The exit status and the errors of a command whose output is closed from the start."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, *map(str, words)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("--version",),
        ("dd", "--help"),
        ("dd", DEAL),
        ("check", "rules"),
        ("explain", "--auction", "1NT P 2C"),
        ("system", "list"),
    ],
)
def test_it_ends_silently(tmp_path: Path, words: tuple[str, ...]) -> None:
    """The status is that of a program which the closed pipe ends."""
    assert unread(tmp_path, *words) == (141, "")


def test_a_match_goes_on(tmp_path: Path) -> None:
    """What it prints is lost, and its records are whole."""
    words = ("--boards", 2, "--seed", 5, "--rooms", "open", "--out", "x", *RANDOM)
    assert unread(tmp_path, "match", *words) == (0, "")
    assert [record.number for record in pbn.read(tmp_path / "x" / "open.pbn")] == [1, 2]
