"""The systems and the default files of the program, read once for all tests of a process.

Importing this module puts functions that keep their results in place of those that read them;
`tests/conftest.py` does so before another module imports `load`.
"""

from __future__ import annotations

import sys
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pytest

from bluechip_bot.bidding.system import system
from bluechip_bot.config import conf_dir
from bluechip_bot.dataformats import parse_toml

_FOLDER: Final = conf_dir() / "systems"
_LOAD: Final = system.load
_LOADED: Final[dict[tuple[Path, str, bool], system.System]] = {}


def _load(
    path: Path, switches: system.Options = MappingProxyType({}), *, check: bool = True
) -> system.System:
    """Load a system; one of the program only at the first time."""
    if path.parent != _FOLDER:
        return _LOAD(path, switches, check=check)
    key = path, repr(sorted(switches.items())), check
    if key not in _LOADED:
        _LOADED[key] = _LOAD(path, switches, check=check)
    return _LOADED[key]


_PATCH: Final = pytest.MonkeyPatch()
_PATCH.setattr(system, "load", _load)
# The package has a function of the same name as the module.
_DOCUMENT: Final = sys.modules["bluechip_bot.config.document"]
_PARSED: Final = lru_cache(64)(parse_toml)
_PATCH.setattr(_DOCUMENT, "parse_toml", lambda text: deepcopy(_PARSED(text)))
