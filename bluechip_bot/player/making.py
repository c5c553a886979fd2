"""Players by name."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve

from bluechip_bot.config import conf_dir
from bluechip_bot.player.chance import RandomPlayer
from bluechip_bot.player.interface import Player
from bluechip_bot.player.search import SearchPlayer

if TYPE_CHECKING:  # seats and tables need names only, not the solver
    from bluechip_bot.bidding.settings import Systems

ENGINES: Final = ("alphamu", "pimc", "htn", "random")
"""The names that `make_player` knows."""


PLANS: Final = ("off", "explain", "order")
"""What plans may be for beside a search."""


class UnknownEngine(ValueError):  # noqa: N818 - it says what the name is
    """A name that no engine has.

    Attributes:
        text: the name.
    """

    def __init__(self, text: str) -> None:
        """Keep the name and say which engines there are."""
        self.text = text
        known = ", ".join(ENGINES)
        super().__init__(f"no engine is called {text!r} (there are: {known}, or module:factory)")


def check_engine(name: str) -> None:
    """Raise unless the name is one of an engine, or of a factory (`module:factory`).

    Raises:
        UnknownEngine: if it is not.
    """
    if name not in ENGINES and not all(name.partition(":")):
        raise UnknownEngine(name)


def check_inference(path: str) -> None:
    """Raise unless a path names a file of inference settings, or is empty.

    Raises:
        SettingsError: if it does not.
    """
    if path:
        from bluechip_bot.inference import load_settings

        load_settings(path)


def check_bidding(path: str, our: str = "", opponents: str = "") -> None:
    """Raise unless a file names settings of the bidding (the defaults when empty) that can be used.

    Args:
        path: the file.
        our: our system, if it is not the file's.
        opponents: the opponents' system, if it is not the file's.

    Raises:
        BiddingSettingsError: if the file is wrong, or a system is unknown or cannot be used.
    """
    _systems(path, our, opponents).partnership()


def _systems(path: str, our: str, opponents: str) -> Systems:
    from bluechip_bot.bidding.settings import Systems, load_bidding

    settings = load_bidding(path or conf_dir() / "bidding.toml")
    settings = evolve(settings, our=our or settings.our, opponents=opponents or settings.opponents)
    # To compare all rules with each other takes long; `bluechip-bot system check` does it.
    return Systems(settings, conf_dir() / "systems", check=False)


def make_player(engine: str, settings: Mapping[str, Any]) -> Player:
    """The player of an engine's name.

    Args:
        engine: one of ENGINES.
        settings: `worlds`, `depth`, `scoring`, `threads`, `memory_mb`, `inference` and `plans` as
            in `config.SearchConfig`; `bidding`, a table as `config.BiddingConfig`; other keys are
            not looked at.

    Raises:
        UnknownEngine: if no engine has this name.
        ValueError: if a number is not whole, or negative, `scoring` or `plans` is unknown, or the
            file of the inference or of the bidding is wrong.
    """
    if engine == "random":
        return RandomPlayer()
    if engine not in ENGINES:
        raise UnknownEngine(engine)
    # Here, so that whoever needs no search does not load the solver.
    from bluechip_bot.bidding.explanation import OverrideFile
    from bluechip_bot.engine import DEFAULT_MEMORY_MB, SCORINGS, CardEngine
    from bluechip_bot.inference import InferenceSettings, load_settings
    from bluechip_bot.player.planned import Hints, PlanningEngine, goal_of

    path = settings.get("inference", "")
    inference = load_settings(path) if path else InferenceSettings()
    scoring = settings.get("scoring", SCORINGS[0])
    if scoring not in SCORINGS:
        raise ValueError(f"scoring must be one of {', '.join(SCORINGS)}, not {scoring!r}")
    plans = settings.get("plans", "explain")
    if plans not in PLANS:
        raise ValueError(f"plans must be one of {', '.join(PLANS)}, not {plans!r}")
    bidding = settings.get("bidding", {})
    keys = ("file", "our", "opponents")
    systems = _systems(*(bidding.get(key, "") for key in keys))
    systems.partnership()  # loads all systems, before a board waits
    overrides = systems.settings.overrides
    search = CardEngine(
        _whole(settings, "memory_mb") or DEFAULT_MEMORY_MB,
        method="alphamu" if engine == "alphamu" else "pimc",
        scoring=scoring,
        threads=_whole(settings, "threads", 1) or os.cpu_count() or 1,
    )
    return SearchPlayer(
        systems.partnership,
        inference,
        PlanningEngine(search, goal=goal_of(scoring)) if engine == "htn" else search,
        hints=Hints(search, scoring) if engine != "htn" and plans != "off" else None,
        orders=plans == "order",
        worlds=_whole(settings, "worlds") or None,
        depth=_whole(settings, "depth") or None,
        overrides=OverrideFile(Path(overrides)) if overrides else None,
    )


def _whole(settings: Mapping[str, Any], key: str, default: int = 0) -> int:
    value = settings.get(key, default)
    if type(value) is not int or value < 0:
        raise ValueError(f"{key} must be a whole number, not negative, not {value!r}")
    return value
