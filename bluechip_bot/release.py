"""The commit that the package was made of; its version is `bluechip_bot.__version__`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent
_DIGITS: Final = 10
"""Of a commit that are shown."""


def commit() -> tuple[str | None, bool]:
    """The commit that the package comes from, if it can be known, and whether files differ from it.

    A checkout tells what it is now, an installed package what it was built of.
    """
    root = _PACKAGE.parent
    if (root / ".git").exists() and (git := shutil.which("git")):
        told = _output(git, "-C", str(root), "rev-parse", f"--short={_DIGITS}", "HEAD")
        if told is not None:
            changes = _output(git, "-C", str(root), "status", "--porcelain", "-uno")
            return told, bool(changes)
    try:
        text = distribution("bluechip-bot").read_text("direct_url.json")
        found = json.loads(text or "{}").get("vcs_info", {}).get("commit_id")
    except (PackageNotFoundError, ValueError, AttributeError):
        found = None
    if isinstance(found, str):
        return found[:_DIGITS], False
    return _built_from(_PACKAGE / "release.json")


def _built_from(file: Path) -> tuple[str | None, bool]:
    """The commit that setup.py wrote when the package was built."""
    try:
        told = json.loads(file.read_text("utf-8"))
        found = re.fullmatch(r"[0-9a-f]{40}", told["commit"])
        changed = told["changed"] is True
    except (OSError, ValueError, KeyError, TypeError):
        return None, False
    return (None, False) if found is None else (found.group()[:_DIGITS], changed)


def _output(*command: str) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()
