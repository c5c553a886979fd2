"""Recorded sessions, played again without a difference; `bluechip-bot replay --save` adds some."""

from __future__ import annotations

from pathlib import Path

import pytest

from bluechip_bot.wirelog.record import read_records
from bluechip_bot.wirelog.replay import replay_seats, replay_table

FOLDER = Path(__file__).parent.parent / "data" / "transcripts"
# Whose client does not speak as ours does.
OTHERS = ("14_refusals.txt",)
FILES = sorted(
    path
    for pattern in ("*.txt", "*.wire.log")
    for path in FOLDER.glob(pattern)
    if path.name not in OTHERS
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_differs(path: Path) -> None:
    """Our seat or our table says, line by line, what was recorded."""
    log = read_records([path])
    outcome = replay_table(log) if log.is_table else replay_seats(log)
    assert outcome.differences == []
    assert outcome.lines > 0
