"""Configuration from files of TOML and from options of the command line."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from bluechip_bot.config.error import ConfigError
from bluechip_bot.config.sections import ClientConfig, MatchConfig, ServerConfig
from bluechip_bot.config.structure import structured

Config = TypeVar("Config", ClientConfig, ServerConfig, MatchConfig)


def conf_dir() -> Path:
    """The folder of the default files: inside the installed package, else beside it."""
    installed = Path(str(files("bluechip_bot") / "conf"))
    return installed if installed.is_dir() else installed.parent.parent / "conf"


def load_config(
    kind: type[Config],
    path: str | Path | None = None,
    overrides: Mapping[str, Any] | None = None,
) -> Config:
    """The defaults, overlaid by a user's file, overlaid by options of the command line.

    Args:
        kind: ClientConfig, ServerConfig or MatchConfig.
        path: the user's file.
        overrides: values as in the file, tables as nested mappings.

    Raises:
        ConfigError: if a file cannot be read, is no TOML, or holds what is not allowed.
    """
    default = conf_dir() / kind.FILE
    sources: list[tuple[str, Mapping[str, Any]]] = [(str(default), _toml(default))]
    if path is not None:
        sources.append((str(path), _toml(Path(path))))
    if overrides:
        sources.append(("command line", overrides))
    merged: dict[str, Any] = {}
    for name, data in sources:
        # Each on its own first, so that an error names the file it is in.
        structured(kind, data, name)
        merged = _overlaid(merged, data)
    return structured(kind, merged, sources[-1][0])


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not TOML: {error}") from None


def _overlaid(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            merged[key] = _overlaid(old, value)
        else:
            merged[key] = value
    return merged
