"""Command lines that are refused, by `data/refusals.toml`: one message, status 2, no traces."""

from __future__ import annotations

import json
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from support.collection import SAMPLE
from support.commands import invoke, on_position

DATA = tomllib.loads((SAMPLE / "refusals.toml").read_text("utf-8"))
CASES = [
    (f"{group['command']} {words}", says, {**group.get("files", {}), **(more[0] if more else {})})
    for group in DATA["group"]
    for words, says, *more in group["cases"]
]
POSITIONS = [
    (command, json.loads(changes), says)
    for group in DATA["position"]
    for command in group["commands"]
    for changes, says in group["cases"]
]


def check_refused(result: Result, says: str) -> None:
    """One message says what and where; there is no answer."""
    assert result.exit_code == 2, result.output
    assert says in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def contents(folder: Path) -> dict[str, str]:
    """The files below a folder."""
    return {
        str(path.relative_to(folder)): path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize(("words", "says", "files"), CASES)
def test_command_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, says: str, files: dict[str, str]
) -> None:
    """What is wrong is told before anything is begun, and no file is made or changed."""
    monkeypatch.chdir(tmp_path)
    for name, text in files.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, "utf-8")
    check_refused(invoke(*shlex.split(words)), says)
    assert contents(tmp_path) == files


@pytest.mark.parametrize(("command", "changes", "says"), POSITIONS)
def test_positions(tmp_path: Path, command: str, changes: dict[str, Any], says: str) -> None:
    """What is wrong with a position is named by every command that reads one."""
    name, *options = command.split()
    check_refused(on_position(name, tmp_path, *options, **changes), says)
