"""Commands as a user runs them, in a process of their own or in this one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from bluechip_bot.cli.main import main

COMMAND = (sys.executable, "-P", "-m", "bluechip_bot")
RANDOM = (
    *("--team-a", "random", "--team-b", "random"),
    *("--system-a", "floor", "--system-b", "floor"),  # which are read at once
)
"""Both teams of a match, when it matters only that cards are played."""
POSITION: dict[str, Any] = {
    "name": "hold-up",
    "contract": "3NT",
    "declarer": "S",
    "vulnerable": "None",
    "deal": {"declarer_hand": "A72.AK4.A63.J843", "dummy_hand": "865.Q52.K74.KQT9"},
    "cards_played": ["SK", "S5", "S4"],
    "to_play": "S",
}
"""A problem of the play, as JSON."""


def run(
    folder: Path, *arguments: object, program: tuple[str, ...] = COMMAND, timeout: float = 200
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder to its end; its exit status is not checked."""
    return subprocess.run(
        [*program, *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def started(
    folder: Path, *arguments: object, program: tuple[str, ...] = COMMAND
) -> subprocess.Popen[str]:
    """Start a command in a folder; its output and its errors are pipes."""
    return subprocess.Popen(
        [*program, *map(str, arguments)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(process: subprocess.Popen[str], pattern: str) -> str:
    """The word after a pattern in a command's next line of errors: a port or an address."""
    assert process.stderr is not None
    found = re.search(rf"{pattern}(\S+)", process.stderr.readline())
    assert found is not None
    return found[1]


def processes(marker: str) -> list[str]:
    """The command lines of running processes that hold a text."""
    command = ["ps", "-ewwo", "pid,args"]
    listing = subprocess.run(command, capture_output=True, text=True, check=True)
    return [line for line in listing.stdout.splitlines() if marker in line]


def wait_until_gone(marker: str) -> list[str]:
    """The processes still there after a while of waiting for them to go."""
    deadline = time.monotonic() + 20
    while (left := processes(marker)) and time.monotonic() < deadline:
        time.sleep(0.1)
    return left


def invoke(*words: object, read: str | None = None) -> Result:
    """Run a command in this process; for commands that end before the reactor is started.

    Args:
        read: its standard input.
    """
    return CliRunner().invoke(main, [str(word) for word in words], input=read)


def on_position(command: str, folder: Path, *arguments: str, **changes: object) -> Result:
    """Run a command on `POSITION` with some keys changed; None takes a key out."""
    path = folder / "position.json"
    data = {**POSITION, **changes}
    path.write_text(json.dumps({key: value for key, value in data.items() if value is not None}))
    return invoke(command, path, *arguments)


def small_system(folder: Path, rules: str) -> str:
    """The path of a bidding system with these rules alone."""
    (folder / "rules").mkdir()
    (folder / "rules" / "few.bid").write_text(rules)
    path = folder / "small.toml"
    path.write_text('name = "Small"\ninclude = ["few"]\n')
    return str(path)
