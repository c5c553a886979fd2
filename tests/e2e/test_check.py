"""Checks of programs as a user runs them."""

from __future__ import annotations

import json
import re
import shlex
import socket
import sys
from pathlib import Path

import pytest

from support.commands import run


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("kind", "script", "options"),
    [
        # It starts players who search, with all that they read.
        pytest.param("client", "odd-lines", ("--logs", "logs"), marks=pytest.mark.slow),
        ("server", "end", ("--json",)),
    ],
)
def test_the_example_of_the_help(
    tmp_path: Path, kind: str, script: str, options: tuple[str, ...]
) -> None:
    """The example of --help checks our own programs, which pass; what was said can be kept."""
    told = run(tmp_path, "check", kind, "-h").stdout.replace("\\\n", " ")
    example, *_ = re.findall(rf"^ +bluechip-bot (check {kind} .*--command .*)$", told, re.M)
    ours = f"{sys.executable} -P -m bluechip_bot"
    words = [word.replace("bluechip-bot", ours) for word in shlex.split(example)]
    done = run(tmp_path, *words, "--script", script, *options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed, 0 failed, 0 skipped" in done.stdout
    if kind == "client":
        assert "WEST" in (tmp_path / "logs" / "odd-lines.wire.log").read_text()
    else:
        assert json.loads(done.stdout)["kind"] == "server"


def test_no_client(tmp_path: Path) -> None:
    """A program that does not connect is told, with its last words and status 4."""
    command = f"{sys.executable} -c 'print(\"no licence\")' {{port}}"
    done = run(tmp_path, "check", "client", "--command", command)
    assert done.returncode == 4, done.stdout
    assert "its process has ended; its last line: 'no licence'" in done.stderr


def test_nobody_listens(tmp_path: Path) -> None:
    """A manager that is not there is told at once, with status 4."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        place = f"127.0.0.1:{held.getsockname()[1]}"
    done = run(tmp_path, "check", "server", place, "--arrival", "0.1")
    assert (done.returncode, "nobody listens" in done.stderr) == (4, True), done.stdout
