"""The rows of parametrized tests: `tests/data/tables/ROOM.toml`, an array for each test."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

_FOLDER: Final = Path(__file__).parents[1] / "data" / "tables"


def rows(room: str, test: str) -> list[Any]:
    """The rows of a test."""
    found: list[Any] = tomllib.loads((_FOLDER / f"{room}.toml").read_text(encoding="utf-8"))[test]
    return found
