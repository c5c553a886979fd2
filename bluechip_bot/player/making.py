"""Makes players by the names of their engines."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import Any, Final

from bluechip_bot.config import ENGINES, BiddingConfig, SearchConfig, overlaid
from bluechip_bot.player.interface import Player

_LOADING: Final = 60.0
"""The seconds that the module of an engine may take to load."""


class EngineError(ValueError):
    """The engine named `text` does not exist or cannot be loaded."""

    def __init__(self, text: str, message: str) -> None:
        self.text = text
        super().__init__(message)


def _unknown(name: str) -> EngineError:
    known = ", ".join(ENGINES)
    message = f"no engine is called {name!r} (there are: {known}, or module:factory)"
    return EngineError(name, message)


def check_engine(name: str) -> None:
    """Raise unless the name is that of an engine, or of a factory (`module:factory`).

    A factory's module is loaded in a process of its own, so that it cannot affect this process. It
    is looked for where the child process of a seat looks for it.

    Raises:
        EngineError: if the name is neither, or the factory cannot be loaded.
    """
    if name in ENGINES:
        return
    if not all(name.partition(":")):
        raise _unknown(name)
    program = "import sys; from bluechip_bot.player.process import factory; factory(sys.argv[1])"
    command = [sys.executable, "-P", "-c", program, name]  # -P as `player_command` says
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_LOADING, check=False
        )
    except subprocess.TimeoutExpired:
        reason = f"it is not done after {_LOADING:g} s"
    else:
        if not done.returncode:
            return
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        reason = lines[-1] if lines else f"status {done.returncode}"
    raise EngineError(name, f"the engine {name!r} cannot be loaded: {reason}")


def check_settings(search: SearchConfig, bidding: BiddingConfig) -> None:
    """Raise unless a player can be made with these settings; all files that they name are read.

    Raises:
        ConfigError: if a file is wrong, or a system is unknown or cannot be used.
    """
    from bluechip_bot.player.assembly import PlayerAssembly

    PlayerAssembly(search=search, bidding=bidding).check()


def make_player(engine: str, settings: Mapping[str, Any]) -> Player:
    """Make the player that the name of an engine stands for.

    Args:
        settings: the document of a `config.SearchConfig`, and under "bidding" that of a
            `config.BiddingConfig`; options left out have their defaults.

    Raises:
        EngineError: if no engine has this name.
        ConfigError: if an option is unknown or does not allow its value, or a file of the
            settings for inference or bidding is wrong.
    """
    if engine == "random":
        from bluechip_bot.player.chance import RandomPlayer

        return RandomPlayer()
    if engine not in ENGINES:
        raise _unknown(engine)
    from bluechip_bot.player.assembly import PlayerAssembly

    own = {key: value for key, value in settings.items() if key != "bidding"}
    search = overlaid(SearchConfig(), own, "settings")
    bidding = overlaid(BiddingConfig(), settings.get("bidding", {}), "settings", "bidding")
    return PlayerAssembly(engine, search, bidding).player()
