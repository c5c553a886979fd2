"""Frozen values from tables of TOML: no key too many, no type changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, TypeVar, get_args, get_origin

import attrs
from cattrs import AttributeValidationNote, ClassValidationError, Converter, ForbiddenExtraKeysError
from cattrs.errors import IterableValidationError
from cattrs.gen import make_dict_structure_fn

from bluechip_bot.config.error import ConfigError, RefusedError
from bluechip_bot.model import ModelError, Seat

T = TypeVar("T")


def structured(kind: type[T], data: Mapping[str, Any], name: str) -> T:
    """A value of an attrs class from the tables of a file, strictly.

    Raises:
        ConfigError: if a key is unknown, or a value is not what its attribute allows; it holds the
            name of the file and the dotted key.
    """
    try:
        return _converter().structure(data, kind)
    except ClassValidationError as group:
        key, reason = _first_error(group)
        raise ConfigError(f"{name}: {'.'.join(key)}: {reason}") from None


def _first_error(error: BaseException) -> tuple[list[str], str]:
    """The dotted key, and what is wrong there, of the first error in a group."""
    if isinstance(error, ForbiddenExtraKeysError):
        known = ", ".join(attribute.name for attribute in attrs.fields(error.cl))
        return [sorted(error.extra_fields)[0]], f"unknown key (known: {known})"
    if isinstance(error, RefusedError):
        return [error.key], str(error)
    if isinstance(error, IterableValidationError):
        return [], _first_error(error.exceptions[0])[1]
    if isinstance(error, ClassValidationError):
        first = error.exceptions[0]
        key, reason = _first_error(first)
        notes = [
            note.name
            for note in getattr(first, "__notes__", ())
            if isinstance(note, AttributeValidationNote)
        ]
        return notes + key, reason
    return [], str(error)


def _converter() -> Converter:
    """A converter that changes no type, but for an integer where a float is wanted."""
    converter = Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind, allowed in ((int, "an integer"), (str, "a text"), (bool, "true or false")):
        converter.register_structure_hook(kind, partial(_exactly, kind, allowed))
    converter.register_structure_hook(float, _float)
    converter.register_structure_hook(Seat, _seat)
    converter.register_structure_hook_func(_is_choice, _choice)
    converter.register_structure_hook_factory(_is_tuple, partial(_tuple_hook, converter))
    converter.register_structure_hook_factory(attrs.has, partial(_table_hook, converter))
    return converter


def _is_choice(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin is Literal


def _is_tuple(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin is tuple


def _exactly(kind: type, allowed: str, value: object, _type: object) -> object:
    if type(value) is not kind:
        raise ValueError(f"{value!r} where {allowed} is expected")
    return value


def _float(value: object, _type: object) -> float:
    if type(value) is int or type(value) is float:
        return float(value)
    raise ValueError(f"{value!r} where a number is expected")


def _seat(value: object, _type: object) -> Seat:
    try:
        return Seat.parse(str(value))
    except ModelError:
        raise ValueError(f"{value!r} where N, E, S or W is expected") from None


def _choice(value: object, kind: Any) -> object:
    if value not in get_args(kind) or not isinstance(value, str):
        allowed = ", ".join(repr(choice) for choice in get_args(kind))
        raise ValueError(f"{value!r} where one of {allowed} is expected")
    return value


def _tuple_hook(converter: Converter, kind: Any) -> Callable[[object, object], object]:
    element = get_args(kind)[0]

    def structure(value: object, _type: object) -> object:
        if not isinstance(value, list | tuple):
            raise ValueError(f"{value!r} where a list is expected")  # noqa: TRY004 - one kind of error
        return tuple(converter.structure(item, element) for item in value)

    return structure


def _table_hook(converter: Converter, kind: Any) -> Callable[[object, object], object]:
    inner = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)

    def structure(value: object, type_: object) -> object:
        if not isinstance(value, Mapping):
            raise ValueError(f"{value!r} where a table is expected")  # noqa: TRY004
        return inner(value, type_)

    return structure
