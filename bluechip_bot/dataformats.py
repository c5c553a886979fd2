"""Strict parsers of JSON and TOML from any source; their one error gives reason and place.

Python's own parsers raise other errors, or none, for numbers of too many digits, for brackets that
are nested too deeply, and for numbers that JSON does not have (NaN).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from math import isfinite
from typing import Any, Final

from bluechip_bot.quoting import shortened

_DEEPEST: Final = 100
"""How deeply brackets may be nested."""
_DIGITS: Final = 20
"""The number of characters of the longest integer of 64 bits, with its sign."""
_TOKEN: Final = re.compile(
    r"""(?P<passed>"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\#[^\n]*)"""
    r"|(?P<number>[+-]?(?:0[xob][0-9a-fA-F_]{16,}|[0-9_]{19,}))"
    r"|(?P<opening>[\[{])|(?P<closing>[\]}])"
)


class DataFormatError(ValueError):
    """A text that is not JSON or not TOML, or holds a number that does not fit into 64 bits."""


def parse_json(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises:
        DataFormatError: if it is not JSON (NaN and Infinity are not), not UTF-8, nested too deeply,
            or has a number beyond 64 bits.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as error:
            raise DataFormatError(str(error)) from None
    _check_nesting(text)
    try:
        return json.loads(
            text, parse_int=_integer, parse_float=_number, parse_constant=_no_constant
        )
    except _NumberError as error:
        raise DataFormatError(f"{error}{_place(text, text.find(error.text))}") from None
    except ValueError as error:
        raise DataFormatError(str(error)) from None


def parse_toml(text: str) -> dict[str, Any]:
    """The document of a TOML text, whose integers have 64 bits at most."""
    _check_nesting(text)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataFormatError(str(error)) from None
    except ValueError:  # Python's limit of digits
        raise DataFormatError(_long_number(text)) from None
    if any(not -(1 << 63) <= value < 1 << 63 for value in _integers(found)):
        raise DataFormatError(_long_number(text))
    return found


class _NumberError(ValueError):
    """A number that cannot be used; `text` is the number as it is written."""

    def __init__(self, text: str, reason: str) -> None:
        self.text = text
        super().__init__(reason)


def _integer(text: str) -> int:
    if len(text) > _DIGITS:
        raise _NumberError(text, _too_long(text))
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        _no_constant(text)
    return value


def _no_constant(text: str) -> None:
    raise _NumberError(text, f"{shortened(text)} where a finite number is expected")


def _too_long(text: str) -> str:
    return f"a number of {len(text)} characters, which 64 bits cannot hold"


def _integers(value: Any) -> Iterator[int]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _integers(item)
    elif type(value) is int:
        yield value


def _long_number(text: str) -> str:
    """The message that the first very long integer in a text does not fit into 64 bits."""
    found = next((token for token in _TOKEN.finditer(text) if token["number"]), None)
    if found is None:
        return "a number that 64 bits cannot hold"
    return f"{_too_long(found['number'])}{_place(text, found.start())}"


def _check_nesting(text: str) -> None:
    """Raise a DataFormatError where brackets are nested too deeply."""
    if text.count("[") + text.count("{") <= _DEEPEST:
        return  # Most texts: the rest takes longer than their parsers.
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += bool(token["opening"]) - bool(token["closing"])
        if depth > _DEEPEST:
            where = _place(text, token.start())
            raise DataFormatError(f"more than {_DEEPEST} brackets within each other{where}")


def _place(text: str, index: int) -> str:
    line = text.count("\n", 0, index) + 1
    return f" (at line {line}, column {index - text.rfind(chr(10), 0, index)})"
