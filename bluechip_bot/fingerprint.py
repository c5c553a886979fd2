"""The identity of the code: the version of the package, and a hash of what runs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from bluechip_bot import __version__
from bluechip_bot.config import conf_dir

MATCH: Final = ("bluechip_bot", "solver")
"""Packages on whose code a match depends."""
_SUFFIXES: Final = (".py", *EXTENSION_SUFFIXES)
"""The suffixes of files that run: the solver's compiled modules, not what they were made from."""
_RULES: Final = (".toml", ".bid")
"""The suffixes of files that the bidding depends on."""


@cache
def code_version(
    packages: tuple[str, ...], rules: tuple[Path, ...] = (), *, conf: bool = False
) -> str:
    """The release of the package, and ten hexadecimal digits that change with code and rules.

    Args:
        packages: those whose code matters; packages that are not installed are left out.
        rules: folders of bidding systems, and files of settings, that matter.
        conf: whether the configuration that comes with the package matters.
    """
    specs = {name: spec for name in packages if (spec := find_spec(name)) is not None}
    folders = [
        (name, Path(folder))
        for name, spec in specs.items()
        for folder in spec.submodule_search_locations or ()
    ]
    folders += [("rules", folder) for folder in ((conf_dir(), *rules) if conf else rules)]
    return f"bluechip-bot {__version__}, code {digest(folders)}"


def digest(folders: Iterable[tuple[str, Path]]) -> str:
    """Ten hexadecimal digits of a hash of the modules and rules in named folders or files."""
    total = hashlib.sha256()
    for name, folder in folders:
        for path in [folder] if folder.is_file() else sorted(folder.rglob("*")):
            if path.name.endswith((*_SUFFIXES, *_RULES)):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                total.update(f"{name} {path.relative_to(folder).as_posix()} {content}\n".encode())
    return total.hexdigest()[:10]
