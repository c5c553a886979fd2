"""Where each option of a configuration comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
from attrs import frozen

from bluechip_bot.config import (
    comments,
    conf_dir,
    document,
    is_table,
    options,
    read_toml,
    with_present_keys,
)
from bluechip_bot.config.loading import Config

DEFAULT: Final = "default"


@frozen
class Setting:
    """An option of a configuration, explained.

    Attributes:
        key: its dotted key.
        value: its value, as TOML and JSON can hold it.
        origin: `DEFAULT`, or the name of the document that says so.
        text: what it is for, in words.
        unit: the unit of a number.
    """

    key: str
    value: Any
    origin: str
    text: str
    unit: str = ""


def explained(value: Config, documents: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Setting]:
    """Every option of a configuration, in order.

    Args:
        value: the configuration.
        documents: the name and content of each document that it was merged from; the last wins.
            The file of defaults need not be given.
    """
    path: Path = conf_dir() / value.FILE
    layers: list[tuple[str, Mapping[str, Any]]] = [(str(path), read_toml(path)), *documents]
    texts = comments(type(value))
    return [
        Setting(
            key,
            value,
            _origin(key, value, default, layers),
            entry.sentence(texts.get(key, "")),
            entry.info.unit,
        )
        for key, value, default, entry in _entries(value, type(value)(), "")
    ]


def read_documents(
    kind: type, file: str | None, overrides: Mapping[str, Any]
) -> list[tuple[str, Mapping[str, Any]]]:
    """The documents of a user's file for a class, if there is one, and of the command line.

    Raises:
        ConfigError: if the file cannot be read.
    """
    found: list[tuple[str, Mapping[str, Any]]] = []
    if file:
        found.append((file, with_present_keys(kind, read_toml(Path(file)), file)))
    return [*found, ("command line", overrides)]


def _entries(value: Any, default: Any, place: str) -> Iterator[tuple[str, Any, Any, Any]]:
    for name, entry in options(type(value)).items():
        here, usual = getattr(value, name), getattr(default, name)
        if is_table(entry.type) and attrs.has(type(here)):
            yield from _entries(here, usual, f"{place}{name}.")
        else:
            yield f"{place}{name}", document(here), document(usual), entry


def _origin(
    key: str, value: Any, default: Any, layers: Sequence[tuple[str, Mapping[str, Any]]]
) -> str:
    """The last document with a key; the file of defaults counts only where it was changed."""
    named = [name for name, data in layers[int(value == default) :] if _holds(data, key)]
    return named[-1] if named else DEFAULT


def _holds(data: Any, key: str) -> bool:
    for part in key.split("."):
        if not isinstance(data, Mapping) or part not in data:
            return False
        data = data[part]
    return True
