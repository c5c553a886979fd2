"""Who plays which system: the settings of the bidding, read strictly from TOML.

The defaults are those of `conf/bidding.toml`. A user's own file need hold only the keys that it
changes. Whatever is wrong (an unknown key, system or switch, a number out of range) is a
`BiddingSettingsError` that names the file, the dotted key and what is allowed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from attrs import evolve, field, fields, frozen

from bluechip_bot.bidding.language.syntax import SystemFileError
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.reading.profiles import DECLARED, EXPLAINED, PARTNER, UNKNOWN
from bluechip_bot.bidding.reading.softness import Softness, SoftnessError
from bluechip_bot.bidding.system.system import FLOOR, Options, SwitchError, System, load

UNKNOWN_SYSTEM: Final = "unknown"
"""The name of no system: of opponents who have declared none."""

_NO_SWITCHES: Final[Options] = MappingProxyType({})
_NAMES: Final = ("our", "opponents", "strangers")
_SWITCHES: Final = ("our_switches", "opponents_switches")
_TABLES: Final = ("grades", "other", "margins")


class BiddingSettingsError(ValueError):
    """Settings of the bidding that cannot be used."""


@frozen
class BiddingSettings:
    """Who plays which system. A system is the name of a file in the folder of systems, or "floor".

    Attributes:
        our: our system.
        opponents: that of the opponents, or "unknown".
        strangers: that by which the calls of unknown opponents are read.
        our_switches: options of our system that are set otherwise than its file says.
        opponents_switches: the same of the opponents' system.
        teams: the systems of opponents by the name of their team.
        overrides: a file of what calls mean, whatever systems and callers say; empty for none. It
            need not exist yet.
        partner: how firmly partner's calls are believed.
        declared: how firmly those of opponents whose system is known are.
        unknown: how firmly those of others are.
        explained: how firmly those are of which the opponents tell what they show.
        source: the file's name, for errors.
    """

    our: str = "sayc"
    opponents: str = UNKNOWN_SYSTEM
    strangers: str = "sayc"
    our_switches: Options = field(default=_NO_SWITCHES, hash=False)
    opponents_switches: Options = field(default=_NO_SWITCHES, hash=False)
    teams: Mapping[str, str] = field(default=MappingProxyType({}), hash=False)
    overrides: str = ""
    partner: Softness = PARTNER
    declared: Softness = DECLARED
    unknown: Softness = UNKNOWN
    explained: Softness = EXPLAINED
    source: str = "bidding"


@frozen(slots=False)
class Systems:
    """The systems of some settings, loaded.

    Attributes:
        settings: the settings.
        folder: where systems are that are given by name.
        check: whether the rules of each are compared with each other.
    """

    settings: BiddingSettings
    folder: Path
    check: bool = True

    def partnership(self, opponents: str = "") -> Partnership:
        """What our side knows of the systems at a table.

        Args:
            opponents: the name of their team; empty where it is not known.

        Raises:
            BiddingSettingsError: if a system is unknown, cannot be used or lacks a switch.
        """
        name = self._teams.get(opponents.casefold(), self.settings.opponents)
        return self._by_system[name]

    @cached_property
    def _teams(self) -> Mapping[str, str]:
        return {team.casefold(): name for team, name in self.settings.teams.items()}

    @cached_property
    def _by_system(self) -> Mapping[str, Partnership]:
        """All partnerships that may be wanted: no file is read while a board waits."""
        settings = self.settings
        loaded: dict[tuple[str, str], System] = {}
        ours = self._system("our", settings.our, settings.our_switches, loaded)
        # equal to the profiles as they are, unless the user has changed this one
        told = None if settings.explained == EXPLAINED else settings.explained
        found = {}
        for name in {settings.opponents, *settings.teams.values()}:
            if name == UNKNOWN_SYSTEM:
                theirs = self._system("strangers", settings.strangers, _NO_SWITCHES, loaded)
                found[name] = Partnership(
                    ours, theirs, settings.partner, evolve(settings.unknown, told=told)
                )
                continue
            at_home = name == settings.opponents
            switches = settings.opponents_switches if at_home else _NO_SWITCHES
            key = "opponents" if at_home else "teams"
            theirs = self._system(key, name, switches, loaded)
            found[name] = Partnership(
                ours,
                theirs,
                settings.partner,
                evolve(settings.declared, told=told),
                theirs.agreements,
            )
        return found

    def _system(
        self, key: str, name: str, switches: Options, loaded: dict[tuple[str, str], System]
    ) -> System:
        """The system of a key; one of the same name and switches is loaded once."""
        place = f"{self.settings.source}: {key}"
        if name == "floor":
            if switches:
                raise BiddingSettingsError(f"{place}_switches: 'floor' has no switches")
            return FLOOR
        path = Path(name) if name.endswith(".toml") else self.folder / f"{name}.toml"
        if not path.is_file():
            known = ", ".join(["floor", *sorted(item.stem for item in self.folder.glob("*.toml"))])
            raise BiddingSettingsError(f"{place}: no system {name!r} (there are: {known})")
        found = (str(path), repr(sorted(switches.items())))
        if found not in loaded:
            try:
                loaded[found] = load(path, switches, check=self.check)
            except SwitchError as error:
                raise BiddingSettingsError(f"{place}_switches: {error}") from None
            except SystemFileError as error:
                raise BiddingSettingsError(f"{place}: {error}") from None
        return loaded[found]


def load_bidding(path: str | Path) -> BiddingSettings:
    """The defaults, overlaid by a file.

    Raises:
        BiddingSettingsError: if the file cannot be read, is no TOML, or holds what is not allowed.
    """
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BiddingSettingsError(f"{path}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BiddingSettingsError(f"{path}: not TOML: {error}") from None
    return bidding_of(data, str(path))


def bidding_of(data: Mapping[str, Any], source: str) -> BiddingSettings:
    """The defaults, overlaid by values as in a file; `source` names it in errors.

    Raises:
        BiddingSettingsError: if a key is unknown or a value is not allowed.
    """
    settings = BiddingSettings(source=source)
    changes: dict[str, Any] = {}
    for key, value in data.items():
        place = f"{source}: {key}"
        if key in _NAMES:
            changes[key] = _name(value, place)
        elif key in _SWITCHES:
            changes[key] = _table(value, place)
        elif key == "teams":
            table = _table(value, place)
            changes[key] = {team: _name(name, f"{place}.{team}") for team, name in table.items()}
        elif key == "overrides":
            changes[key] = _text(value, place)
        elif key == "softness":
            changes |= _profiles(settings, _table(value, place), place)
        else:
            raise _unknown(place, (*_NAMES, *_SWITCHES, "teams", "overrides", "softness"))
    return evolve(settings, **changes)


def _profiles(
    settings: BiddingSettings, data: Mapping[str, Any], place: str
) -> dict[str, Softness]:
    names = ("partner", "declared", "unknown", "explained")
    found = {}
    for name, value in data.items():
        where = f"{place}.{name}"
        if name not in names:
            raise _unknown(where, names)
        profile: Softness = getattr(settings, name)
        found[name] = _profile(profile, _table(value, where), where)
    return found


def _profile(profile: Softness, data: Mapping[str, Any], place: str) -> Softness:
    changes: dict[str, Any] = {}
    for key, value in data.items():
        where = f"{place}.{key}"
        if key == "single":
            if not isinstance(value, bool):
                raise BiddingSettingsError(f"{where}: {value!r} where true or false is expected")
            changes[key] = value
        elif key in _TABLES:
            changes[key] = _numbers(getattr(profile, key), _table(value, where), where)
        else:
            raise _unknown(where, ("single", *_TABLES))
    return evolve(profile, **changes)


def _numbers(owner: Any, data: Mapping[str, Any], place: str) -> Any:
    """The owner's numbers by kind of call, with those of the data in their place."""
    kinds = [item.name for item in fields(type(owner))]
    for kind, value in data.items():
        if kind not in kinds:
            raise _unknown(f"{place}.{kind}", kinds)
        try:
            owner = evolve(owner, **{kind: value})
        except SoftnessError as error:
            raise BiddingSettingsError(f"{place}.{error}") from None
        except (TypeError, ValueError):
            text = f"{place}.{kind}: {value!r} where numbers are expected"
            raise BiddingSettingsError(text) from None
    return owner


def _unknown(place: str, known: Any) -> BiddingSettingsError:
    return BiddingSettingsError(f"{place}: unknown key (known: {', '.join(known)})")


def _table(value: object, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BiddingSettingsError(f"{place}: {value!r} where a table is expected")
    return value


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise BiddingSettingsError(f"{place}: {value!r} where text is expected")
    return value


def _name(value: object, place: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise BiddingSettingsError(f"{place}: {value!r} where the name of a system is expected")
    return value
