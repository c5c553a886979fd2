"""The examples that end the help of commands."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final

import click

_DATA: Final = tomllib.loads(files(__package__).joinpath("examples.toml").read_text("utf-8"))
EXAMPLES: Final[Mapping[str, Sequence[str]]] = _DATA["commands"]
"""The words behind `bluechip-bot COMMAND`, by command."""


def add_examples(command: click.Command, path: str) -> None:
    """Let the help of a command, and of those below it, end with its examples."""
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            add_examples(each, f"{path} {name}")
    elif path in EXAMPLES:
        lines = (f"  bluechip-bot {path} {words}".rstrip() for words in EXAMPLES[path])
        epilog = ["\b", "Examples:", *lines]
        if any(words.startswith("position.json") for words in EXAMPLES[path]):
            epilog += ["", "\b", *_DATA["position"].splitlines()]
        command.epilog = "\n".join(epilog)
