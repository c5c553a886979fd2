"""The phrases for methods, which stand in `phrases.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

_DATA: Final[Mapping[str, Any]] = tomllib.loads(
    files(__package__).joinpath("phrases.toml").read_text("utf-8")
)
LEADING: Final[Mapping[str, tuple[str, str]]] = _DATA["leading"]
FOLLOWING: Final[Mapping[str, tuple[str, str]]] = _DATA["following"]
HOPES: Final[Mapping[str, tuple[str, str]]] = _DATA["hopes"]
FINESSES: Final = frozenset(name for name in HOPES if "finesse" in name)
"""Methods that lose to a card in the wrong hand."""
CROSSINGS, BEFORE, NOTHING, MINOR = (
    frozenset[str](_DATA["kinds"][name]) for name in ("crossings", "before", "nothing", "minor")
)
