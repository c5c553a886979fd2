"""How the commands of the documentation are run where they are not run as they stand.

A command that no rule of `data/documented.toml` names is run as it stands, in a folder with the
files that pages name. The first rule whose pattern fits counts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parents[1] / "data"


class Rule(NamedTuple):
    """Another way to run some commands.

    Attributes:
        pattern: the commands, with * for anything; a [ stands for itself.
        why: why they are not run as they stand.
        more: options that are added; of an option that is given twice the last one counts.
        instead: what is run instead; by default the command itself.
        beside: what runs at the same time, in the slow suite.
        slow: whether the fast suite only reads the options.
        status: the exit statuses that are expected.
    """

    pattern: str
    why: str
    more: str = ""
    instead: str = ""
    beside: str = ""
    slow: bool = False
    status: tuple[int, ...] = (0,)

    def fits(self, command: str) -> bool:
        """Whether the rule is for a command."""
        return fnmatchcase(command, self.pattern.replace("[", "[[]"))

    def run(self, command: str) -> str:
        """What is run."""
        return f"{self.instead or command} {self.more}".rstrip()


def _rules() -> Iterator[Rule]:
    """Yield the rules of the file, in whose texts `$NAME` stands for one of its words."""
    data = tomllib.loads((FOLDER / "documented.toml").read_text("utf-8"))
    words: dict[str, str] = {}

    def whole(text: str) -> str:
        return Template(text).safe_substitute(words)

    for name, text in data["words"].items():
        words[name] = whole(text)
    for each in data["rule"]:
        texts = {key: whole(text) for key, text in each.items() if isinstance(text, str)}
        yield Rule(**{**each, **texts, "status": tuple(each.get("status", (0,)))})


RULES: Final = tuple(_rules())
"""The rules, by what the commands are about."""


def rule(command: str) -> Rule:
    """The first rule for a command; one that changes nothing, without any."""
    return next((each for each in RULES if each.fits(command)), Rule(command, "as it stands"))
