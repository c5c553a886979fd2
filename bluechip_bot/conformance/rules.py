"""The rules of the protocol as we speak it, by number, read from `protocol.md` beside this file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from attrs import frozen

_RULE: Final = re.compile(r"\*\*(\d\.\d) (.+?)\.\*\*", re.S)


@frozen
class Rule:
    """A rule.

    Attributes:
        number: its section and its place there.
        title: a few words.
    """

    number: str
    title: str

    def __str__(self) -> str:
        return f"{self.number} {self.title}"


def rules_text() -> str:
    """The page of rules, which `docs/protocol.md` repeats."""
    return files(__package__).joinpath("protocol.md").read_text("utf-8")


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {number: Rule(number, " ".join(title.split())) for number, title in _RULE.findall(rules_text())}
)
