"""Commands as a user runs them, in a process of their own or in this one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from bluechip_bot.cli.main import main

COMMAND = (sys.executable, "-P", "-m", "bluechip_bot")
RANDOM = ("--team-a", "random", "--team-b", "random")
"""Both teams of a match, when it matters only that cards are played."""


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


def invoke(*words: object) -> Result:
    """Run a command in this process; for commands that end before the reactor is started."""
    return CliRunner().invoke(main, [str(word) for word in words])
