"""The file of a report: replaced as a whole, and only if this program wrote it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from bluechip_bot.match.record.record import MatchRecordError
from bluechip_bot.match.report.page import GENERATOR

_MARK: Final = f'<meta name="generator" content="{GENERATOR}">'
_HEAD: Final = 2000


def write_report(path: Path, page: str) -> None:
    """The page written to a file, at once: readers see the old page or the new one.

    Raises:
        MatchRecordError: if the file exists and is not a report of this program.
        OSError: if it cannot be written; the old page stays.
    """
    if path.exists():
        with path.open(encoding="utf-8", errors="replace") as old:
            if _MARK not in old.read(_HEAD):
                raise MatchRecordError(f"{path} is no report of ours: move it away first")
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        fresh.write_text(page, encoding="utf-8")
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
