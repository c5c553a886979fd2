"""A short match that shows how players fare with a clock on this machine."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from bluechip_bot.cli.failure import CRASHED, UNTHOUGHT
from bluechip_bot.config import MatchConfig, config_text
from bluechip_bot.doctor.rehearsal import Rehearsal, rehearsal_of
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.store import StoreError

_DECISIONS: Final = 80
"""Calls and cards of a pair on a board, at most, where each has its budget."""
_START: Final = 120.0
"""Seconds for all processes to start and end."""


def longest(settings: MatchConfig) -> float:
    """The seconds that a match takes at most, its start and end not counted."""
    search = settings.search
    pair = settings.clock or _DECISIONS * max(search.budget_call, search.budget_card)
    return 2 * pair * settings.boards * len(settings.rooms_scored)


def rehearse(settings: MatchConfig) -> Rehearsal:
    """Play a match by `bluechip-bot match` in a temporary folder, and see how it was."""
    planned = settings.boards * len(settings.rooms_scored)
    with tempfile.TemporaryDirectory(prefix="bluechip-bot-") as place:
        folder = MatchFolder(Path(place) / "rehearsal")
        config = Path(place) / "match.toml"
        config.write_text(config_text(settings), "utf-8")
        failure = _played(config, folder.path, longest(settings) + _START)
        try:
            return rehearsal_of(folder, settings.clock, planned, failure)
        except (StoreError, OSError) as error:
            return Rehearsal(settings.clock, planned, failure=failure or str(error))


def _played(config: Path, out: Path, seconds: float) -> str:
    """Why the match was not played to the end; empty if it was."""
    command = [sys.executable, "-P", "-m", "bluechip_bot", "match"]
    command += ["--config", str(config), "--out", str(out)]
    try:
        # Its players end with the pipes to them, should it be killed.
        match = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it was not over after {seconds:.0f} s"
    if match.returncode in {0, CRASHED, UNTHOUGHT}:
        return ""
    return f"status {match.returncode}: {' '.join(match.stderr.split())[-300:]}"
