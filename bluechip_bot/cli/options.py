"""Options of the command line: those of the configuration, and those that commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, Final, TypeVar, get_args, get_origin

import attrs
import click
from attrs import evolve, frozen

from bluechip_bot.cli.ranges import SecondsNumber, WholeNumber
from bluechip_bot.config import (
    ClientConfig,
    FileConfig,
    OptionField,
    SearchConfig,
    comments,
    options,
    put,
)
from bluechip_bot.formats.boards import FileFormat

_Command = TypeVar("_Command", bound=Callable[..., object])

DEALER: Final = click.option(
    "--dealer", metavar="N|E|S|W", default="N", help="The player who calls first."
)
VULNERABILITY: Final = click.option(
    "--vul", metavar="None|NS|EW|All", default="None", help="Who is vulnerable."
)
SYSTEM: Final = click.option(
    "--system", metavar="SYSTEM", default="sayc", help="A system by name, or a .toml file."
)
POSITION: Final = click.argument(
    "position", type=click.Path(dir_okay=False), metavar="POSITION.json"
)
JSON: Final = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object and nothing else."
)
JOBS: Final = click.option(
    "--jobs", type=WholeNumber(0), default=0, help="The number of processes; 0: one per core."
)
CLUSTER: Final = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="The scheduler of dask.distributed whose workers play, if all teams are our own.",
)
FORMATS: Final = click.Choice([each.value for each in FileFormat], case_sensitive=False)
"""The formats of files of boards."""

_SEARCH: Final = options(SearchConfig)
_SAID: Final = comments(ClientConfig)
_TYPES: Final = {int: click.INT, float: click.FLOAT}
"""The types that click converts; the configuration checks ranges and all other types."""


def together(*options: Callable[[Any], Any]) -> Callable[[_Command], _Command]:
    """A decorator that adds options to a command, in the order in which its help lists them."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


def budget(who: str = "", *, low: float = 0.0, **more: Any) -> Callable[[_Command], _Command]:
    """A decorator that adds `--budget`, seconds for a card, up to the limit of `budget_card`.

    With `who="a"` it is `--budget-a`. If `low` is 0, the budget must be more than 0.
    """
    high = _SEARCH["budget_card"].high
    return click.option(
        f"--budget-{who}".rstrip("-"), type=SecondsNumber(low, high, min_open=not low), **more
    )


def search_option(
    key: str, default: Any, *, low: int | None = None, **more: Any
) -> Callable[[_Command], _Command]:
    """An option of the search, with the flag, the range and the help of the configuration.

    `low` is the lowest number allowed, for a command that needs more than the configuration does.
    """
    entry = _SEARCH[key]
    kind: Any = click.Choice(entry.choices)
    if not entry.choices:
        kind = WholeNumber(int(entry.low) if low is None else low, int(entry.high))
    text = entry.sentence(_SAID.get(f"search.{key}", ""))
    shown = {"help": f"{text} ({entry.unit})." if entry.unit else f"{text}.", **more}
    return click.option(entry.flag, type=kind, default=default, **shown)


SEED: Final = search_option("seed", 1, help="The seed of the layouts.")


@frozen
class CommandFlag:
    """A flag of the command line.

    Attributes:
        entry: the option that it sets; the first if there are several.
        text: its help, without the notes in parentheses.
        places: the place of each option that it sets: the keys from the outermost table on.
    """

    name: str
    entry: OptionField
    default: Any
    text: str
    places: tuple[tuple[str, ...], ...]

    @property
    def parameter(self) -> str:
        """The name of the command's parameter that gets the value of the flag."""
        return self.name.partition("/")[0].lstrip("-").replace("-", "_")

    @property
    def help(self) -> str:
        """The help of the flag, with the unit or the choices, and the default."""
        notes = [", ".join(self.entry.choices) or self.entry.unit]
        if self.default and self.entry.type is not bool:
            shown = self.default[0] if isinstance(self.default, tuple) else self.default
            notes.append(f"default {shown:g}" if isinstance(shown, float) else f"default {shown}")
        note = "; ".join(filter(None, notes))
        return f"{self.text}{note and f' ({note})'}."

    def option(self, *, repeated: bool) -> Callable[[_Command], _Command]:
        """A decorator that adds the flag to a command; if not given, it is None or empty."""
        entry, kind = self.entry, self.entry.type
        arguments: dict[str, Any] = {"multiple": True} if repeated else {}
        number = "SECONDS" if entry.unit == "seconds" else "NUMBER"
        word = entry.value or (number if kind in (int, float) else "NAME")
        if get_origin(kind) is tuple:
            (kind, *_) = get_args(kind)
            arguments = {"nargs": 2} if kind is float else {"multiple": True}
        if kind is not bool:
            arguments |= {"type": _TYPES.get(kind, click.STRING), "metavar": word}
        elif "/" not in self.name:
            arguments = {"is_flag": True}
        return click.option(self.name, self.parameter, default=None, help=self.help, **arguments)


def config_options(
    kind: type[FileConfig], *, repeated: Sequence[str] = ()
) -> Callable[[_Command], _Command]:
    """A decorator that adds the flags of a class of options to a command.

    The flags in `repeated` may be given several times; `overrides` takes the last value.
    """
    return together(*(flag.option(repeated=flag.name in repeated) for flag in _flags(kind)))


def overrides(kind: type[FileConfig], given: Mapping[str, Any]) -> dict[str, Any]:
    """Turn the flags in `given` into a document; of a repeated flag the last value counts."""
    found: dict[str, Any] = {}
    for flag in _flags(kind):
        value = given[flag.parameter]
        if value in (None, ()):
            continue
        if isinstance(value, tuple):
            value = list(value) if get_origin(flag.entry.type) is tuple else value[-1]
        for place in flag.places:
            put(found, place, not value if flag.name.startswith("--no-") else value)
    return found


def _flags(kind: type[FileConfig]) -> list[CommandFlag]:
    """Return the flags of a class and its tables; of two with one name, the class's own is used."""
    found: dict[str, CommandFlag] = {}
    for flag in _entries(kind(), comments(kind), (), None):
        first = found.setdefault(flag.name, flag)
        if first is not flag and first.places[0][:-1] == flag.places[0][:-1]:
            found[flag.name] = evolve(first, places=(*first.places, *flag.places))
    return list(found.values())


def _entries(
    value: Any, texts: Mapping[str, str], place: tuple[str, ...], table: OptionField | None
) -> Iterator[CommandFlag]:
    """Yield a flag for each option that has one; those of tables come last."""
    known = options(type(value)).values()
    for entry in known:
        if entry.flag:
            key = (*place, entry.name)
            text = entry.usage or entry.sentence(texts.get(".".join(key), ""))
            if table and table.usage:
                text = f"{table.usage}: {text[:1].lower()}{text[1:]}"
            name = entry.flag + (table.suffix if table else "")
            yield CommandFlag(name, entry, getattr(value, entry.name), text, (key,))
    for entry in known:
        if attrs.has(entry.type):
            yield from _entries(getattr(value, entry.name), texts, (*place, entry.name), entry)
