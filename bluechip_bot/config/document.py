"""Documents: TOML and JSON from values of classes of options, and values from documents.

A document is a tree of tables with string keys, as in TOML and JSON. Its keys are the attributes of
a class that `option` and `section` define.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import attrs

from bluechip_bot.config.error import ConfigError, RefusedError, expected
from bluechip_bot.config.option import OptionField, is_table, one_of, options
from bluechip_bot.dataformats import DataFormatError, parse_toml
from bluechip_bot.model import ModelError, Seat

T = TypeVar("T")

_PLAIN: Final = {int: "an integer", str: "a text", bool: "true or false"}
_WIDTH: Final = 100


def read_toml(path: Path) -> dict[str, Any]:
    """The document in a file, which may begin with a byte order mark.

    Raises:
        ConfigError: if the file cannot be read, or is not TOML.
    """
    try:
        return parse_toml(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from None
    except (DataFormatError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not TOML: {error}") from None


def overlaid(value: T, data: Mapping[str, Any], source: str, place: str = "") -> T:
    """A value with the options of a document in place of its own; types are not converted.

    Args:
        value: a value of a class of options.
        data: a document with any of the keys of that class.
        source: the name of the document, for errors.
        place: the dotted key of `data` in the document.

    Raises:
        ConfigError: if a key is unknown, or an option does not allow a value.
    """
    try:
        found: T = _table(value, data, place)
    except RefusedError as error:
        raise ConfigError(f"{source}: {error}") from None
    return found


def document(value: Any) -> Any:
    """A value as a document that `overlaid` reads and that TOML and JSON can hold."""
    if attrs.has(type(value)):
        found: dict[str, Any] = {}
        for key, entry in options(type(value)).items():
            inner = document(getattr(value, key))
            found |= inner if entry.info.rest else {key: inner}
        return found
    if isinstance(value, Mapping):
        return {key: document(item) for key, item in value.items()}
    if isinstance(value, Seat):
        return value.letter
    return [document(item) for item in value] if isinstance(value, tuple) else value


def _table(value: Any, data: object, place: str) -> Any:
    if not isinstance(data, Mapping):
        raise RefusedError(place, expected(data, "a table"))
    known = options(type(value))
    rest = next((entry for entry in known.values() if entry.info.rest), None)
    prefix = f"{place}." if place else ""
    changes: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for key, item in data.items():
        entry = known.get(key)
        if entry is None or entry is rest:
            others[key] = item
        else:
            old = getattr(value, key)
            changes[key] = _value(entry.type, old, item, prefix + key, free=entry.info.free)
    if others:
        names = [key for key, entry in known.items() if entry is not rest]
        if rest is None:
            raise _unknown(prefix + next(iter(others)), names)
        old = getattr(value, rest.name)
        changes[rest.name] = _entries(rest.type, old, others, place, names)
    try:
        return attrs.evolve(value, **changes)
    except RefusedError as error:
        raise RefusedError(prefix + error.key, error.reason) from None


def _entries(
    kind: Any, old: Mapping[str, Any] | None, data: object, place: str, names: Sequence[str] = ()
) -> dict[str, Any]:
    """The entries of a mapping, overlaid; an empty mapping may get any keys."""
    if not isinstance(data, Mapping):
        raise RefusedError(place, expected(data, "a table"))
    found = dict(old or {})
    prefix = f"{place}." if place else ""
    for key, item in data.items():
        if old and key not in old:
            raise _unknown(prefix + key, [*names, *old])
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


def _unknown(place: str, known: Sequence[str]) -> RefusedError:
    return RefusedError(place, f"unknown key (known: {', '.join(known)})")


def config_text(value: Any) -> str:
    """A value as the text of a commented TOML file, which `load_config` reads."""
    head = "\n".join(_comment(type(value).HEAD))
    body = "\n".join(_table_lines(value, "")).lstrip("\n")
    return f"{head}\n\n{body}\n"


def _table_lines(value: Any, place: str) -> Iterator[str]:
    """Yield the lines of the plain options of a table, then those of its tables."""
    parts = list(_parts(value))
    plain = [part for part in parts if not _holds(part[1])]
    for number, (key, item, comment) in enumerate(plain):
        if number and not place:
            yield ""
        yield from comment
        yield f"{_toml_key(key)} = {_toml(document(item))}"
    for key, item, comment in parts:
        if not _holds(item):
            continue
        where = f"{place}.{_toml_key(key)}" if place else _toml_key(key)
        if comment or not place:
            yield ""
        yield from comment
        inner = [part[1] for part in _parts(item)]
        # A table that holds only tables needs no header.
        if not inner or not all(map(_holds, inner)):
            yield f"[{where}]"
        yield from _table_lines(item, where)


def _parts(value: Any) -> Iterator[tuple[str, Any, list[str]]]:
    """Yield the key, the value and the comment of each entry of a table."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield key, item, []
        return
    for key, entry in options(type(value)).items():
        comment = _comment(_described(entry))
        item = getattr(value, key)
        if not entry.info.rest:
            yield key, item, comment
            continue
        for name, inner in item.items():
            title = _comment(entry.info.titles.get(name, ""))
            yield name, inner, [*comment, "", *title] if comment and title else comment + title
            comment = []


def _holds(value: object) -> bool:
    """Whether a value is a table."""
    return attrs.has(type(value)) or isinstance(value, Mapping)


def _described(entry: OptionField) -> str:
    """The comment of an option: its help, its unit and range or its choices, and `more`."""
    info = entry.info
    if not info.text:
        return ""
    choices = ", ".join(map(_toml, entry.choices))
    limits = f"one of {choices}" if choices else info.range
    return f"{info.text}{limits and f' ({limits})'}. {info.more}".strip()


def _comment(text: str) -> list[str]:
    return [
        f"# {line}".rstrip()
        for paragraph in text.splitlines()
        for line in wrap(paragraph, _WIDTH - 2, break_on_hyphens=False) or [""]
    ]


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml(key)


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        # JSON allows this character unescaped, TOML does not.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value).lower() if isinstance(value, bool) else repr(value)
