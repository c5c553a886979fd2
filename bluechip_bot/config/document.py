"""Documents: TOML and JSON from values of classes of options, and values from documents.

A document is a tree of tables with string keys, as in TOML and JSON. Its keys are the attributes of
a class that `option` defines.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import attrs

from bluechip_bot.config.option import (
    ConfigError,
    FormerKeyWarning,
    RefusedError,
    expected,
    is_table,
    one_of,
    options,
)
from bluechip_bot.dataformats import DataFormatError, parse_toml
from bluechip_bot.model import ModelError, Seat

T = TypeVar("T")

_PLAIN: Final = {int: "an integer", str: "a text", bool: "true or false"}


def read_toml(path: Path) -> dict[str, Any]:
    """The document in a file, which may begin with a byte order mark."""
    try:
        return parse_toml(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from None
    except (DataFormatError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not TOML: {error}") from None


def overlaid(value: T, data: Mapping[str, Any], source: str, place: str = "") -> T:
    """A copy of a value with the options that a document sets; types are not converted.

    Former keys are read, each with a `FormerKeyWarning`. Errors name `source`, and the key with the
    prefix `place`.

    Raises:
        ConfigError: if a key is unknown, or an option does not allow a value.
    """
    try:
        found: T = _table(value, with_present_keys(type(value), data, source), place)
    except RefusedError as error:
        raise ConfigError(f"{source}: {error}") from None
    return found


def document(value: Any) -> Any:
    """A value as a document that `overlaid` reads and that TOML and JSON can hold."""
    if attrs.has(type(value)):
        found: dict[str, Any] = {}
        for key, entry in options(type(value)).items():
            inner = document(getattr(value, key))
            found |= inner if entry.rest else {key: inner}
        return found
    if isinstance(value, Mapping):
        return {key: document(item) for key, item in value.items()}
    if isinstance(value, Seat):
        return value.letter
    return [document(item) for item in value] if isinstance(value, tuple) else value


def put(data: dict[str, Any], place: Sequence[str], value: Any) -> None:
    """Set the value at `place`, which is a path of keys; tables are made as needed."""
    *tables, key = place
    for name in tables:
        data = data.setdefault(name, {})
    data[key] = value


def with_present_keys(kind: type, data: Any, source: str = "") -> Any:
    """A copy of a document with former keys of a class renamed, as `kind.FORMER` maps them.

    For each key renamed there is a `FormerKeyWarning` that names `source`, unless that is empty.
    """
    former: Mapping[str, str] = getattr(kind, "FORMER", {})
    # The name of a team became a table of the same key.
    old = [key for key in former if key in data and not isinstance(data[key], Mapping)]
    found = deepcopy({key: value for key, value in data.items() if key not in old})
    for key in old:
        *tables, last = former[key].split(".")
        table = found
        for name in tables:
            table = table.get(name, {})
        if last in table:
            raise RefusedError(key, f"called {former[key]} now, which is given as well")
        put(found, (*tables, last), data[key])
        if source:
            text = f"{source}: {key} is called {former[key]} now"
            warnings.warn(text, FormerKeyWarning, stacklevel=3)
    return found


def _table(value: Any, data: object, place: str) -> Any:
    if not isinstance(data, Mapping):
        raise RefusedError(place, expected(data, "a table"))
    known = options(type(value))
    rest = next((entry for entry in known.values() if entry.rest), None)
    prefix = f"{place}." if place else ""
    changes: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for key, item in data.items():
        entry = known.get(key)
        if entry is None or entry is rest:
            others[key] = item
        else:
            old = getattr(value, key)
            changes[key] = _value(entry.type, old, item, prefix + key, free=entry.free)
    if others:
        names = [key for key, entry in known.items() if entry is not rest]
        if rest is None:
            raise _unknown(prefix, next(iter(others)), names)
        old = getattr(value, rest.name)
        changes[rest.name] = _entries(rest.type, old, others, place, names)
    try:
        return attrs.evolve(value, **changes)
    except RefusedError as error:
        raise RefusedError(prefix + error.key, error.reason) from None


def _entries(
    kind: Any, old: Mapping[str, Any] | None, data: object, place: str, names: Sequence[str] = ()
) -> dict[str, Any]:
    """Overlay a table's entries `old` with `data`; new keys are refused unless `old` is empty."""
    if not isinstance(data, Mapping):
        raise RefusedError(place, expected(data, "a table"))
    found = dict(old or {})
    prefix = f"{place}." if place else ""
    for key, item in data.items():
        if old and key not in old:
            raise _unknown(prefix, key, [*names, *old])
        found[key] = _value(get_args(kind)[1], found.get(key), item, prefix + key)
    return found


def _value(kind: Any, old: Any, data: Any, place: str, *, free: bool = False) -> Any:
    origin: Any = get_origin(kind)
    if attrs.has(kind):
        return _table(kind() if old is None else old, data, place)
    if is_table(kind):
        found = _entries(kind, None if free else old, data, place)
        return {**old, **found} if free and old else found
    if origin is tuple:
        if not isinstance(data, list | tuple):
            raise RefusedError(place, expected(data, "a list"))
        return tuple(_value(get_args(kind)[0], None, item, place) for item in data)
    if origin is Literal:
        choices = get_args(kind)
        if not isinstance(data, str) or data not in choices:
            raise RefusedError(place, expected(data, one_of(choices)))
    elif kind is float:
        if type(data) not in {int, float}:
            raise RefusedError(place, expected(data, "a number"))
        return float(data)
    elif kind is Seat:
        try:
            return Seat.parse(str(data))
        except ModelError:
            raise RefusedError(place, expected(data, "N, E, S or W")) from None
    elif kind in _PLAIN and type(data) is not kind:
        raise RefusedError(place, expected(data, _PLAIN[kind]))
    return data


def _unknown(prefix: str, key: str, known: Sequence[str]) -> RefusedError:
    near = "".join(f"; perhaps {name}" for name in get_close_matches(key, known, 1))
    return RefusedError(prefix + key, f"unknown key (known: {', '.join(known)}){near}")


def dotted(data: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the keys and values of a document; keys of inner tables are like `search.worlds`."""
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from dotted(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value
