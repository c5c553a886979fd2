"""Configurations: the files of defaults in `conf`, overlaid by users' files and flags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol, TypeVar

import tomlkit
from attrs import frozen

from bluechip_bot.config.document import document, dotted, overlaid, read_toml


class FileConfig(Protocol):
    """A class of options that has a file of commented defaults, called `FILE` in `conf_dir()`."""

    FILE: ClassVar[str]


Config = TypeVar("Config", bound=FileConfig)

DEFAULT: Final = "default"


def conf_dir() -> Path:
    """The folder of the default files: in the installed package, or next to it in a checkout."""
    installed = Path(str(files("bluechip_bot") / "conf"))
    return installed if installed.is_dir() else installed.parent.parent / "conf"


def load_config(
    kind: type[Config], path: str | Path | None = None, overrides: Mapping[str, Any] | None = None
) -> Config:
    """The configuration of the default file, a user's file and the command line; the last wins.

    Raises:
        ConfigError: if a file cannot be read, is not TOML, or has an unknown key or wrong value.
    """
    value = kind()
    for file in (conf_dir() / kind.FILE, path):
        if file:
            value = overlaid(value, read_toml(Path(file)), str(file))
    return overlaid(value, overrides, "command line") if overrides else value


def config_text(value: Any) -> str:
    """The text of the commented file of defaults, with the values of a configuration filled in."""
    text = tomlkit.parse((conf_dir() / type(value).FILE).read_text(encoding="utf-8"))
    _fill(text, document(value))
    return tomlkit.dumps(text)


def _fill(table: Any, data: Mapping[str, Any]) -> None:
    """Set the values of a table that differ from those of a document; comments stay."""
    for key, item in data.items():
        if isinstance(item, dict):
            _fill(table.setdefault(key, {}), item)
        elif table.get(key) != item:
            table[key] = item


def comments(kind: Any) -> dict[str, str]:
    """The comments above each key and table of a class's file of defaults, by dotted key.

    Empty if there is no such file.
    """
    found: dict[str, str] = {}
    lines: list[str] = []
    place = ""
    with suppress(OSError):
        for line in (conf_dir() / kind.FILE).read_text(encoding="utf-8").splitlines():
            if line.startswith("# "):
                lines.append(line[2:])
                continue
            if line.startswith("["):
                found[line.strip("[]")] = " ".join(lines)
                place = line.strip("[]") + "."
            elif line:
                found[place + line.partition(" = ")[0]] = " ".join(lines)
            lines = []
    return found


@frozen
class OptionOrigin:
    """An option of a configuration: dotted key, value, the document that sets it, and a comment."""

    key: str
    value: Any
    origin: str
    text: str


def explained(
    value: Config, documents: Sequence[tuple[str, Mapping[str, Any]]]
) -> list[OptionOrigin]:
    """Every option of a configuration with its origin, in order.

    `documents` are the names and contents of the documents that the configuration was merged from,
    without the file of defaults; the last one that sets an option wins.
    """
    path: Path = conf_dir() / value.FILE
    layers = [
        (name, dict(dotted(data))) for name, data in ((str(path), read_toml(path)), *documents)
    ]
    usual = dict(dotted(document(type(value)())))
    texts = comments(type(value))
    found = []
    for key, item in dotted(document(value)):
        # The file of defaults counts only where it was changed.
        origins = [name for name, data in layers[int(item == usual.get(key)) :] if key in data]
        text = texts.get(key, "").partition(". ")[0].removesuffix(".")
        found.append(OptionOrigin(key, item, origins[-1] if origins else DEFAULT, text))
    return found
