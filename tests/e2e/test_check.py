"""Checks of programs as a user runs them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from support.commands import run

PLAYER = (
    f"{sys.executable} -P -m bluechip_bot play --host {{host}} --port {{port}} --seat {{seat}} "
    "--engine random --no-clock --budget 5"
)


@pytest.mark.timeout(120)
def test_our_client(tmp_path: Path) -> None:
    """Our client passes; what was said stays in the folder."""
    options = ("--command", PLAYER, "--script", "odd-lines", "--logs", "logs")
    done = run(tmp_path, "check", "client", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed, 0 failed, 0 skipped" in done.stdout
    assert "WEST" in (tmp_path / "logs" / "odd-lines.wire.log").read_text()


def test_no_client(tmp_path: Path) -> None:
    """A program that does not connect fails, with status 1."""
    command = f"{sys.executable} -c 0 {{port}}"
    script = ("--script", "dummy", "--json")
    done = run(tmp_path, "check", "client", "--command", command, *script)
    assert done.returncode == 1, done.stderr
    (found,) = json.loads(done.stdout)["scripts"]
    assert (found["outcome"], found["rule"]) == ("fail", "2.1 Connecting")
