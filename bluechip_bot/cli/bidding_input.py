"""Parsers for the input of the bidding commands: auctions, systems and sides of a duel.

Wrong input raises a `BiddingInputError` that names the place.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.bidding.system.system import System, load
from bluechip_bot.config import SearchConfig, check_option, conf_dir
from bluechip_bot.lab.bidding.side import CommandSpec, SideSpec, SystemSpec, ThoughtSpec
from bluechip_bot.model import ModelError, Seat
from bluechip_bot.simulation import SimulationSettings

_SIDE_OPTIONS: Final = {
    "think": "think", "seconds": "seconds=S", "layouts": "layouts=N", "reads": "reads=SYSTEM",
}  # fmt: skip
"""The options that may follow the name of a system, by key, as they are written."""

Number = TypeVar("Number", int, float)


class BiddingInputError(ValueError):
    """An impossible seat, auction or system; the message names the place."""


def seat_of(text: str, where: str) -> Seat:
    """Parse a seat, N, E, S or W; errors begin with `where`."""
    try:
        return Seat.parse(text)
    except ModelError as error:
        raise BiddingInputError(f"{where}: {error} (N, E, S or W expected)") from None


def words_of(text: str) -> Sequence[str]:
    """Split the text of an auction at blanks, commas and dashes into its calls."""
    return text.replace(",", " ").replace("-", " ").split()


def systems_dir() -> Path:
    """The folder of the systems that can be given by name."""
    return conf_dir() / "systems"


def system_names() -> list[str]:
    """The names of the systems in `systems_dir()`."""
    return sorted(path.stem for path in systems_dir().glob("*.toml"))


def system_path(name: str, where: str = "--system") -> Path:
    """The file of a system given by name or by path; errors begin with `where`."""
    path = Path(name)
    if path.suffix != ".toml":
        path = systems_dir() / f"{name.casefold()}.toml"
    if not path.is_file():
        known = ", ".join(system_names())
        raise BiddingInputError(
            f"{where}: no system {name!r} (there are {known}; or the path of a .toml file)"
        )
    return path


def system_of(name: str, where: str = "--system") -> System:
    """Load the system given by name or by path."""
    return load(system_path(name, where), check=False)


def side_of(text: str, where: str) -> SideSpec:
    """Parse a side of a duel: a system with options, or the command of a program."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BiddingInputError(f"{where}: {text!r}: {error}") from None
    if not words:
        raise BiddingInputError(f"{where}: a system or the command of a program expected")
    if words[0].endswith(".toml") or words[0].casefold() in system_names():
        return _system_side(words, where)
    if shutil.which(words[0]) is None:
        known = ", ".join(system_names())
        raise BiddingInputError(
            f"{where}: {words[0]!r} is no system (there are {known}; or the path of a .toml file) "
            "and no program that can be run"
        )
    return CommandSpec(tuple(words))


def thought_of(seconds: float | None, layouts: int | None, where: str) -> ThoughtSpec:
    """Check the limits of a side that thinks, and return them; None is no limit.

    Errors begin with `where` and the name of the limit.
    """
    if seconds is not None:
        check_option(SearchConfig, "budget_call", seconds, f"{where}seconds")
    if layouts is not None:
        check_option(SimulationSettings, "layouts", layouts, f"{where}layouts")
    return ThoughtSpec(seconds, layouts)


def _system_side(words: Sequence[str], where: str) -> SystemSpec:
    found: dict[str, str] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if key not in _SIDE_OPTIONS or bool(equals) is (key == "think"):
            raise BiddingInputError(
                f"{where}: {word!r} ({', '.join(_SIDE_OPTIONS.values())} expected after a system)"
            )
        if key in found:
            raise BiddingInputError(f"{where}: {key} is given twice")
        found[key] = value
    seconds = _number(found, "seconds", float, where)
    layouts = _number(found, "layouts", int, where)
    if "think" not in found and (seconds or layouts):
        raise BiddingInputError(f"{where}: seconds and layouts are for a side that thinks")
    thought = thought_of(seconds, layouts, f"{where}, ") if "think" in found else None
    reads = found.get("reads")
    if reads is not None:
        unknown = reads.casefold() == UNKNOWN_SYSTEM
        reads = UNKNOWN_SYSTEM if unknown else system_name(reads, f"{where}, reads")
    return SystemSpec(system_name(words[0], where), thought, reads)


def system_name(name: str, where: str) -> str:
    """Check that a system exists; return its name or path as the configuration spells it."""
    system_path(name, where)
    return name if name.endswith(".toml") else name.casefold()


def _number(
    found: Mapping[str, str], key: str, kind: Callable[[str], Number], where: str
) -> Number | None:
    """Parse the option `key`, a number above 0; None if it is not given."""
    if key not in found:
        return None
    try:
        number = kind(found[key])
    except ValueError:
        number = kind("0")
    if not 0 < number < float("inf"):
        raise BiddingInputError(f"{where}, {key}: {found[key]!r} (a number above 0 expected)")
    return number
