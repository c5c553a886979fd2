"""Foreign programs as teams of a match: each is written to in its own way, in its place."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from bluechip_bot.formats import pbn
from support.commands import COMMAND, RANDOM, run

CLIENT = "play --host {host} --port {port} --team {team} --engine random --no-clock --budget 5"


def lines_to(log: Path, first: str) -> list[list[str]]:
    """The lines that a manager sent, by connection; only those connections that got this first."""
    sent: dict[str, list[str]] = {}
    for entry in log.read_text().splitlines():
        _, end, peer, text = entry.split(maxsplit=3)
        if end == ">":
            sent.setdefault(peer, []).append(text)
    return [lines for lines in sent.values() if lines[0].startswith(first)]


@pytest.mark.timeout(200)
def test_a_team_is_written_to_in_its_profile(tmp_path: Path) -> None:
    """Programs that ask for any seat sit with their team in both rooms, and read capitals there."""
    client = f"{CLIENT} --profile wbridge5 --attempts 10"
    foreign = " ".join([shlex.join(COMMAND), client])
    arguments = ("--boards", "1", "--seed", "3", "--out", "x", *RANDOM)
    profile = ("--command-b", foreign, "--profile-b", "wbridge5", "--gap-b", "0.01")
    done = run(tmp_path, "match", *arguments, *profile)
    assert done.returncode == 0, done.stderr
    for room, ours, theirs in (("open", "NS", "EW"), ("closed", "EW", "NS")):
        assert len(pbn.read(tmp_path / "x" / f"{room}.pbn")) == 1
        log = tmp_path / "x" / "logs" / f"{room}.wire.log"
        names = {"NS": ("North", "South"), "EW": ("East", "West")}
        for name in names[ours]:
            (lines,) = lines_to(log, f'{name} ("A") seated')
            assert f"{name}'s cards" in " ".join(lines)
        for name in names[theirs]:
            (lines,) = lines_to(log, f'{name.upper()} ("B") seated')
            assert f"{name.upper()}'s cards" in " ".join(lines)
