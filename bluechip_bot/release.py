"""The commit that the package was built from; its version is `bluechip_bot.__version__`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent
_DIGITS: Final = 10
"""The digits of a commit that are shown."""


def commit() -> tuple[str | None, bool]:
    """The commit that the package was built from, if known, and whether files differ from it.

    For a checkout it is the current commit; an installed package has the record of its build.
    """
    root = _PACKAGE.parent
    if (root / ".git").exists() and (git := shutil.which("git")):
        head = _output(git, "-C", str(root), "rev-parse", f"--short={_DIGITS}", "HEAD")
        if head is not None:
            changes = _output(git, "-C", str(root), "status", "--porcelain", "-uno")
            return head, bool(changes)
    try:
        built = json.loads((_PACKAGE / "release.json").read_text("utf-8"))
    except OSError:
        return None, False
    return built["commit"][:_DIGITS], built["changed"]


def _output(*command: str) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()
