"""Checks of programs as a user runs them."""

from __future__ import annotations

import json
import re
import shlex
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


@pytest.mark.timeout(120)
def test_our_manager(tmp_path: Path) -> None:
    """Our manager passes."""
    serve = f"{sys.executable} -P -m bluechip_bot serve --port={{port}} --deals 1"
    options = ("--command", serve, "--script", "end", "--json")
    done = run(tmp_path, "check", "server", "127.0.0.1:0", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["summary"] == "1 passed, 0 failed, 0 skipped"


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("kind", "script"), [("client", "passed-out"), ("server", "end")])
def test_the_example_of_the_help(tmp_path: Path, kind: str, script: str) -> None:
    """The example of --help checks our own programs, which pass."""
    told = run(tmp_path, "check", kind, "-h").stdout.replace("\\\n", " ")
    example, *_ = re.findall(rf"^ +bluechip-bot (check {kind} .*--command .*)$", told, re.M)
    ours = f"{sys.executable} -P -m bluechip_bot"
    words = [word.replace("bluechip-bot", ours) for word in shlex.split(example)]
    done = run(tmp_path, *words, "--script", script)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed, 0 failed, 0 skipped" in done.stdout


def test_no_client(tmp_path: Path) -> None:
    """A program that does not connect is told, with its last words and status 4."""
    command = f"{sys.executable} -c 'print(\"no licence\")' {{port}}"
    done = run(tmp_path, "check", "client", "--command", command)
    assert done.returncode == 4, done.stdout
    assert "its process has ended; its last line: 'no licence'" in done.stderr
