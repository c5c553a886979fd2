"""A configuration from its default file, a user's file and the options of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from bluechip_bot.config.document import overlaid, read_toml


class FileConfig(Protocol):
    """A class of options that has a file of commented defaults.

    Attributes:
        FILE: the name of the file in `conf_dir()`.
        HEAD: the comment at its top.
    """

    FILE: ClassVar[str]
    HEAD: ClassVar[str]


Config = TypeVar("Config", bound=FileConfig)


def conf_dir() -> Path:
    """The folder of the default files: in the installed package, or beside it in a checkout."""
    installed = Path(str(files("bluechip_bot") / "conf"))
    return installed if installed.is_dir() else installed.parent.parent / "conf"


def load_config(
    kind: type[Config],
    path: str | Path | None = None,
    overrides: Mapping[str, Any] | None = None,
) -> Config:
    """The configuration of the default file, a user's file and the command line; the last wins.

    Args:
        kind: the class of the configuration.
        path: the user's file; None or empty for none.
        overrides: the document of the command line.

    Raises:
        ConfigError: if a file cannot be read, is not TOML, or has an unknown key or wrong value.
    """
    value = kind()
    for file in (conf_dir() / kind.FILE, path):
        if file:
            value = overlaid(value, read_toml(Path(file)), str(file))
    return overlaid(value, overrides, "command line") if overrides else value
