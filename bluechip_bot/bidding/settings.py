"""Who plays which system: the settings of the bidding, their file, and the systems themselves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Final

from attrs import Factory, evolve, frozen

from bluechip_bot.bidding.language.syntax import SystemFileError
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.reading.softness import SoftnessProfiles, default_profiles
from bluechip_bot.bidding.system.system import Options, SwitchError, System, load
from bluechip_bot.config import ConfigError, RefusedError, conf_dir, expected, load_config, option

UNKNOWN_SYSTEM: Final = "unknown"
"""The name for the system of opponents who have declared none."""

_NO_SWITCHES: Final[Options] = MappingProxyType({})


def _named(key: str, value: str) -> None:
    if not value.strip():
        raise RefusedError(key, expected(value, "the name of a system"))


def _all_named(_key: str, value: Mapping[str, str]) -> None:
    for team, name in value.items():
        _named(f"teams.{team}", name)


@frozen
class BiddingSettings:
    """The systems of both sides, and how firmly calls are believed: see `conf/bidding.toml`.

    `overrides` is a file that need not exist yet; `source` names the settings' file in errors.
    """

    FILE: ClassVar[str] = "bidding.toml"

    our: str = option("learned", check=_named)
    opponents: str = option(UNKNOWN_SYSTEM, check=_named)
    strangers: str = option("strangers", check=_named)
    overrides: str = option("")
    our_switches: Options = option(_NO_SWITCHES, free=True)
    opponents_switches: Options = option(_NO_SWITCHES, free=True)
    teams: Mapping[str, str] = option(MappingProxyType({}), free=True, check=_all_named)
    softness: SoftnessProfiles = option(Factory(default_profiles))
    source: str = "bidding"


def load_bidding(path: str | Path | None = None) -> BiddingSettings:
    """Load the default file, overlaid by a user's file if there is one.

    Raises:
        ConfigError: if a file cannot be read, is not TOML, or holds what is not allowed.
    """
    settings = load_config(BiddingSettings, path)
    return evolve(settings, source=str(path or conf_dir() / BiddingSettings.FILE))


@frozen(slots=False)
class Systems:
    """The systems that settings name, loaded by path or by the name of a file in `folder`.

    With `check`, the rules of each system are compared with each other.
    """

    settings: BiddingSettings
    folder: Path
    check: bool = True

    def partnership(self, opponents: str = "") -> Partnership:
        """Our partnership against a team of this name; for other teams, with the default system.

        Raises:
            ConfigError: if a system is unknown, cannot be used or lacks a switch.
        """
        teams = {team.casefold(): name for team, name in self.settings.teams.items()}
        return self._by_system[teams.get(opponents.casefold(), self.settings.opponents)]

    @cached_property
    def _by_system(self) -> Mapping[str, Partnership]:
        """Our partnership against each system, all loaded now so that no board waits for a file."""
        settings, softness = self.settings, self.settings.softness.linked
        ours = self._system("our", settings.our, settings.our_switches)
        found = {}
        for name in {settings.opponents, *settings.teams.values()}:
            if name == UNKNOWN_SYSTEM:
                theirs = self._system("strangers", settings.strangers)
                found[name] = Partnership(ours, theirs, softness.partner, softness.unknown)
                continue
            if name == settings.opponents:
                theirs = self._system("opponents", name, settings.opponents_switches)
            else:
                theirs = self._system("teams", name)
            found[name] = Partnership(
                ours, theirs, softness.partner, softness.declared, theirs.agreements
            )
        return found

    @cached_property
    def _loaded(self) -> dict[tuple[str, str], System]:
        return {}

    def _system(self, key: str, name: str, switches: Options = _NO_SWITCHES) -> System:
        """Load the system that the setting `key` names; equal names and switches load once."""
        place = f"{self.settings.source}: {key}"
        path = Path(name) if name.endswith(".toml") else self.folder / f"{name}.toml"
        if not path.is_file():
            known = ", ".join(sorted(item.stem for item in self.folder.glob("*.toml")))
            raise ConfigError(f"{place}: no system {name!r} (there are: {known})")
        found = (str(path), repr(sorted(switches.items())))
        if found not in self._loaded:
            try:
                self._loaded[found] = load(path, switches, check=self.check)
            except SwitchError as error:
                raise ConfigError(f"{place}_switches: {error}") from None
            except SystemFileError as error:
                raise ConfigError(f"{place}: {error}") from None
        return self._loaded[found]
