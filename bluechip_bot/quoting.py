"""Error messages: quotations of long input are shortened, file errors give file and reason."""

from __future__ import annotations

import re
from typing import Final

LONGEST: Final = 200
"""The number of characters of input that a message repeats."""
_GAP: Final = " ... "
_QUOTATION: Final = re.compile(
    r"(?<!\w)'(?:[^'\\\n]|\\.)*'(?!\w)"
    r'|(?<!\w)"(?:[^"\\\n]|\\.)*"(?!\w)'
    rf"|[^\s]{{{LONGEST + 1},}}"
)
"""A text in quotation marks, or one without a space that is too long."""


def shortened(text: str) -> str:
    """The text, without its middle if it is longer than `LONGEST`."""
    if len(text) <= LONGEST:
        return text
    half = (LONGEST - len(_GAP)) // 2
    return f"{text[:half]}{_GAP}{text[-half:]}"


def quoted(value: object) -> str:
    """The `repr` of a value, shortened; the name of its type if `repr` fails."""
    try:
        return shortened(repr(value))
    except (RecursionError, ValueError):  # too deep, or an integer of too many digits
        return f"a value of type {type(value).__name__}"


def brief(message: str) -> str:
    """A message with its quotations and its very long words shortened."""
    return _QUOTATION.sub(lambda found: shortened(found[0]), message)


def error_text(error: Exception) -> str:
    """The message of an error; that of an `OSError` is the file and the reason."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)
