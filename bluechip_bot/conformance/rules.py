"""The rules of the protocol as we speak it, by number, read from `protocol.md` beside this file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Final

_RULE: Final = re.compile(r"\*\*((\d\.\d) .+?)\.\*\*", re.S)


def rules_text() -> str:
    """The page of rules, which `docs/protocol.md` repeats."""
    return files(__package__).joinpath("protocol.md").read_text("utf-8")


RULES: Final[Mapping[str, str]] = MappingProxyType(
    {number: " ".join(text.split()) for text, number in _RULE.findall(rules_text())}
)
"""Each rule's number and title, as `1.3 Unknown lines`, by its number."""
