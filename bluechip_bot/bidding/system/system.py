"""Bidding systems: TOML files that name rule files and set switches.

`conf/systems/README.md` describes them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from attrs import evolve, field, frozen

from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.language.syntax import FilePlace, RuleSection, SystemFileError
from bluechip_bot.bidding.system import agreements
from bluechip_bot.bidding.system.agreements import AgreementError, Agreements
from bluechip_bot.bidding.system.check import check_sections, check_words
from bluechip_bot.config import conf_dir
from bluechip_bot.constraints import Range
from bluechip_bot.dataformats import DataFormatError, parse_toml
from bluechip_bot.policy.network import WeightsError, load_network
from bluechip_bot.policy.policy import Policy

Options = Mapping[str, object]
Includes = tuple[tuple[int, FilePlace, Path], ...]
_KEYS: Final = frozenset(
    {"name", "base", "policy", "exclude", "include", "options", *agreements.TABLES}
)


@frozen
class System:
    """A system that has been read and checked.

    `options` include those of its base. `sections` also hold the rules that are switched off, which
    `book` leaves out. `remarks` are omissions that do not prevent its use.
    """

    name: str
    options: Options
    sections: tuple[RuleSection, ...]
    book: Rulebook
    remarks: tuple[str, ...] = ()
    agreements: Agreements = field(factory=Agreements)

    def compared(self) -> System:
        """Compare all rules with each other, and return the system with the resulting remarks.

        Raises:
            SystemFileError: at the first error.
        """
        return evolve(self, remarks=check_sections(self.book))


NATURAL: Final = System("natural", {}, (), Rulebook(()))
"""A system without rules: the natural floor makes all calls."""


class SwitchError(ValueError):
    """An unknown switch, or a value of another type than the switch has."""


def switch(text: str) -> tuple[str, object]:
    """Parse a switch `KEY=VALUE` into its key and value; a string needs no quotes.

    Raises:
        SwitchError: if there is no `=`.
    """
    key, equals, value = (part.strip() for part in text.partition("="))
    if not (key and equals):
        raise SwitchError(f"{text!r}: KEY=VALUE expected")
    try:
        return key, parse_toml(f"value = {value}")["value"]
    except DataFormatError:
        return key, value


def load(path: Path, switches: Options = MappingProxyType({}), *, check: bool = True) -> System:
    """Load the system of a TOML file, with the words of all its rules checked.

    Args:
        path: the file.
        switches: options that override those of the file.
        check: whether the rules are also compared with each other, which takes far longer than
            reading them; unnecessary for a file that has passed before.

    Raises:
        SystemFileError: at the first error.
        SwitchError: if the system has no such switch, or the value is of another type.
    """
    file = _read(path, ())
    if switches and file.policy is not None:
        key = next(iter(switches))
        raise SwitchError(f"{path.stem} has no switch {key!r}: a policy makes its calls, not rules")
    for key, value in switches.items():
        _check_switch(path.stem, key, value, file.options)
    options = {**file.options, **switches}
    sections: list[RuleSection] = []
    for layer, place, rules in file.includes:
        if not rules.is_file():
            raise SystemFileError(place, f"no rule file {rules.name!r}")
        sections += _sections(rules, options, layer)
    book = Rulebook(sections, options, file.policy)
    system = System(file.name, options, tuple(sections), book, (), file.agreements)
    return system.compared() if check else system


def _sections(path: Path, options: Options, layer: int) -> list[RuleSection]:
    """Read a rule file's sections, at a layer; raise if they ask for a switch not in `options`."""
    text = path.read_text(encoding="utf-8", errors="replace")
    found = _parsed(text, path.name, tuple(_ranges(options).items()))
    for section in found:
        for wanted in section.context.options:
            name = wanted.removeprefix("!").partition("=")[0]
            if name not in options:
                reason = f"unknown switch {name!r} (known: {', '.join(options) or 'none'})"
                raise SystemFileError(section.context.place, reason)
    return [evolve(section, layer=layer) for section in found]


@cache
def _parsed(text: str, file: str, ranges: tuple[tuple[str, Range], ...]) -> Sequence[RuleSection]:
    """Parse a rule file and check its words; cached, as several systems may include it."""
    found = parse(text, file, dict(ranges))
    check_words(found)
    return found


def _check_switch(system: str, key: str, value: object, options: Options) -> None:
    if key not in options:
        known = ", ".join(options) or "none"
        raise SwitchError(f"{system} has no switch {key!r} (known: {known})")
    if not _is_option(value) or type(value) is not type(options[key]):
        raise SwitchError(f"{key} = {value!r}: a value like {options[key]!r} expected")


@frozen
class _SystemContents:
    """The contents of the TOML file of a system, including those of its base.

    `includes` has the layer of each rule file, the place that names it, and its path; bases first.
    """

    name: str = ""
    options: Options = MappingProxyType({})
    includes: Includes = ()
    agreements: Agreements = field(factory=Agreements)
    policy: Policy | None = None


@frozen
class _SystemSource:
    """The TOML file of a system, as text and as a document."""

    path: Path
    text: str = ""
    data: Options = MappingProxyType({})

    def place(self, key: str) -> FilePlace:
        """The place of a key, or the beginning of the file."""
        for number, line in enumerate(self.text.splitlines(), start=1):
            found = re.match(rf"\s*\[?({re.escape(key)})\b", line)
            if found:
                return FilePlace(self.path.name, number, found.start(1) + 1)
        return FilePlace(self.path.name, 1, 1)

    def error(self, key: str, reason: str) -> SystemFileError:
        """Return an error with the place of a key."""
        return SystemFileError(self.place(key), reason)

    def name(self, key: str, default: str) -> str:
        value = self.data.get(key, default)
        if not isinstance(value, str):
            raise self.error(key, f"{key} = {value!r}: a text expected")
        return value

    def rules(self, key: str) -> dict[Path, str]:
        """The paths of the rule files that a key lists, each with the name in the list."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(key, f"{key} = {value!r}: a list of texts expected")
        return {_found(self.path.parent, Path("rules", f"{name}.bid")): name for name in value}


def _read(path: Path, seen: tuple[Path, ...]) -> _SystemContents:
    if path in seen:
        raise _SystemSource(path).error("", f"{path.stem!r} is its own base")
    source = _opened(path)
    for key in source.data:
        if key not in _KEYS:
            raise source.error(key, f"unknown key {key!r} (known: {', '.join(sorted(_KEYS))})")
    name, below = source.name("name", path.stem), _SystemContents()
    if base := source.name("base", ""):
        below = _read(_found(path.parent, Path(f"{base}.toml")), (*seen, path))
    excluded = source.rules("exclude")
    for file, item in excluded.items():
        if all(file != each for _, _, each in below.includes):
            raise source.error("exclude", f"{item!r} is no rule file of the base")
    kept = (each for each in below.includes if each[2] not in excluded)
    own = ((-len(seen), source.place("include"), file) for file in source.rules("include"))
    try:
        agreed = below.agreements.changed(source.data)
    except AgreementError as error:
        raise source.error(error.key, str(error)) from None
    options = {**below.options, **_own_options(source)}
    return _SystemContents(name, options, (*kept, *own), agreed, _policy(source) or below.policy)


def _found(folder: Path, file: Path) -> Path:
    """The path of a file in a system's folder, or else of the program's own file of that name."""
    beside, ours = folder / file, conf_dir() / "systems" / file
    return ours if ours.exists() and not beside.exists() else beside


def _policy(source: _SystemSource) -> Policy | None:
    name = source.name("policy", "")
    if not name:
        return None
    try:
        return Policy(load_network(source.path.with_name(name)))
    except WeightsError as error:
        raise source.error("policy", str(error)) from None


def _opened(path: Path) -> _SystemSource:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
        return _SystemSource(path, text, parse_toml(text))
    except OSError as error:
        raise _SystemSource(path).error("", f"not readable ({error.strerror})") from None
    except DataFormatError as error:
        raise SystemFileError(_toml_place(path, text, str(error)), str(error)) from None


def _own_options(source: _SystemSource) -> Options:
    own = source.data.get("options", {})
    if not isinstance(own, Mapping):
        raise source.error("options", "a table [options] expected")
    for key, value in own.items():
        if not _is_option(value):
            expected = "true, false, a number, a text or [least, most]"
            raise source.error(key, f"{key} = {value!r}: {expected} expected")
    return own


def _is_option(value: object) -> bool:
    if isinstance(value, bool | int | str):
        return True
    return isinstance(value, list) and len(value) == 2 and all(type(x) is int for x in value)


def extended(system: System, path: Path) -> System:
    """Return the system with one more rule file, which goes first; it is not compared with others.

    Raises:
        OSError: if the file cannot be read.
        SystemFileError: at the first error.
    """
    sections = (*system.sections, *_sections(path, system.options, 1))
    book = Rulebook(sections, system.options, system.book.policy)
    return evolve(system, sections=sections, book=book, remarks=())


def _ranges(options: Options) -> Mapping[str, Range]:
    """The options that are ranges or numbers, as ranges."""
    return {
        key: (value[0], value[1]) if isinstance(value, list) else (value, value)
        for key, value in options.items()
        if isinstance(value, list) or type(value) is int
    }


def _toml_place(path: Path, text: str, reason: str) -> FilePlace:
    """The place that a TOML error names, or the end of the file."""
    found = re.search(r"line (\d+), column (\d+)", reason)
    if found:
        return FilePlace(path.name, int(found[1]), int(found[2]))
    lines = text.split("\n")
    return FilePlace(path.name, len(lines), len(lines[-1]) + 1)
