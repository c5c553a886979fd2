"""Which release this is: the version, the commit, and what the solver is built for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bluechip_bot
from bluechip_bot import release
from bluechip_bot.cli.main import main
from solver.core.cpu import missing_feature, target
from support.commands import invoke

COMMIT = "1a2b3c4d5e6f70819203a4b5c6d7e8f901234567"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """A function that pretends the package lies in a folder without git; it returns the folder."""

    def pretend(release_json: str | None = None) -> Path:
        folder = tmp_path / "bluechip_bot"
        folder.mkdir()
        if release_json is not None:
            (folder / "release.json").write_text(release_json)
        monkeypatch.setattr(release, "_PACKAGE", folder)
        return folder

    return pretend


def test_version_option() -> None:
    """One line: version, commit, what the solver is built for, and the Python."""
    result = invoke("--version")
    assert result.exit_code == 0
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert re.fullmatch(
        rf"bluechip-bot {re.escape(bluechip_bot.__version__)}"
        r" \(commit ([0-9a-f]{10}|unknown)( with changes)?; "
        rf"solver built for {re.escape(target())}, \w+ {python}\)\n",
        result.stdout,
    )


def test_version_option_with_a_solver_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says so, and still ends with status 0: the option is asked when something is wrong."""
    monkeypatch.setitem(sys.modules, "bluechip_bot.engine", None)
    result = invoke("--version")
    assert result.exit_code == 0
    assert "; solver cannot be used: " in result.stdout


def test_a_command_with_a_solver_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line and status 2, no traceback; a module of the user's that is missing is his."""

    def run(error: ImportError) -> Any:
        def fail(*_: Any) -> Any:
            raise error

        monkeypatch.setattr(type(main), "get_command", fail)
        return invoke("dd")

    result = run(ImportError("this build of solver needs a processor with BMI2"))
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: this build of solver needs a processor with BMI2 (")
    assert "`bluechip-bot doctor`" in result.stderr
    assert run(ImportError("x", name="solver.core.cpu")).exit_code == 2
    assert isinstance(run(ImportError("x", name="mine")).exception, ImportError)


def test_the_commit_is_looked_up_late() -> None:
    """`import bluechip_bot` reads no metadata and runs no git; `__version__` is there for all."""
    with pytest.raises(AttributeError, match="no attribute 'version'"):
        _ = bluechip_bot.version  # type: ignore[attr-defined]
    code = (
        "import sys, bluechip_bot\n"
        "print(*{'subprocess', 'importlib.metadata', 'json', 'numpy'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert done.stdout.strip() == ""


def test_commit_of_a_checkout(installed: Callable[..., Path]) -> None:
    """What git says now wins over what was built, with changes or without."""
    folder = installed(release_json=f'{{"commit": "{COMMIT}", "changed": false}}')
    (folder / "a.py").write_text("x = 1\n")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(folder.parent)]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "x"]):
        subprocess.run([*git, *command], check=True)
    head = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    assert release.commit() == (head.stdout[:10], False)
    (folder / "a.py").write_text("x = 2\n")
    assert release.commit() == (head.stdout[:10], True)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (f'{{"commit": "{COMMIT}", "changed": false}}', (COMMIT[:10], False)),
        (f'{{"commit": "{COMMIT}", "changed": true}}', (COMMIT[:10], True)),
        (None, (None, False)),
    ],
)
def test_commit_of_an_installed_package(
    installed: Callable[..., Path], record: str | None, expected: tuple[str | None, bool]
) -> None:
    """It was written when the package was built, or is unknown."""
    installed(record)
    assert release.commit() == expected


def test_target() -> None:
    """It names the instructions that are checked before the solver is imported."""
    assert missing_feature() == ""
    assert re.fullmatch(r"(x86-64|aarch64|this processor)( with POPCNT, BMI1 and BMI2)?", target())
