"""Options, which are defined once, as attributes of an attrs class.

The annotation of an attribute gives its type, `option` the default, the range and the flag of the
command line. The meaning of the option is in the file of defaults in `conf/`, in the comment above
its key, which the help of the flag repeats. The definition determines the checks of documents
(`document.overlaid`) and flags (`cli.options`), and the documents that processes exchange
(`document.document`). An attribute that is itself of a class of options is a table of the file.

    @frozen
    class SearchConfig:
        threads: int = option(1, low=0, high=64, flag="--threads")
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from math import inf
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import attrs
from attrs import evolve, frozen

from bluechip_bot.quoting import quoted

_KEY: Final = "option"
_MOST_SHOWN: Final = 1e6
"""Upper limits from here on are not shown."""

Check = Callable[[str, Any], None]
"""A function of a key and a value that raises `RefusedError` if the value is not allowed."""


class ConfigError(ValueError):
    """A configuration that cannot be used; the message names its source, the key and the reason."""


class FormerKeyWarning(FutureWarning):
    """Warns that a document has an option under its former key, which is still read."""


class RefusedError(ValueError):
    """A value that an option does not allow.

    Attributes:
        key: the key of the option, dotted if it is in a table.
        reason: what was found, and what is allowed.
    """

    def __init__(self, key: str, reason: str) -> None:
        self.key = key
        self.reason = reason
        super().__init__(f"{key}: {reason}")


def expected(value: object, allowed: str) -> str:
    """The reason for refusing a value: the value, and what is allowed in its place."""
    return f"{quoted(value)} where {allowed} is expected"


@frozen
class OptionField:
    """The definition of an option, without its default.

    Attributes:
        unit: the unit of a number, such as "seconds".
        choices: the texts allowed; empty for any. Those of a `Literal` need not be repeated.
        flag: the flag of the command line, such as `--threads`; empty if there is none. Options
            that share a flag get the same value; "--no-x" sets x to false.
        usage: the help of the flag if it differs from the comment; for a table, the beginning of
            the help of its flags.
        value: the word for the flag's value in the help, such as "FILE"; if empty, a word that
            follows from type and unit.
        suffix: the end of the flags of a table's options, such as "-a".
        free: whether a table takes any key; if not, it takes only the keys of its default.
        rest: whether the option holds all other keys of its table.
        name: the key of the option. `options` sets it.
        type: the type of the value. `options` sets it.
    """

    unit: str = ""
    low: float = -inf
    high: float = inf
    choices: tuple[str, ...] = ()
    flag: str = ""
    usage: str = ""
    value: str = ""
    suffix: str = ""
    free: bool = False
    rest: bool = False
    name: str = ""
    type: Any = None

    @property
    def has_range(self) -> bool:
        """Whether the option has a lowest or a highest value."""
        return self.low > -inf or self.high < inf

    @property
    def limits(self) -> str:
        """The choices, or the unit and the range as in "seconds, 0 to 60"; empty without them."""
        if self.choices:
            return f"one of {', '.join(map(json.dumps, self.choices))}"
        limits = f"{self.low:g} to {self.high:g}" if self.has_range else ""
        if self.has_range and self.high >= _MOST_SHOWN:
            limits = f"at least {self.low:g}"
        return ", ".join(filter(None, (self.unit, limits)))

    def check(self, key: str, value: Any) -> None:
        """Raise a `RefusedError` unless the range, or the choices, allow a value."""
        # The comparison also refuses nan.
        if self.has_range and not self.low <= value <= self.high:
            allowed = f"a number from {self.low:g} to {self.high:g}"
            raise RefusedError(key, expected(value, allowed))
        if self.choices and value not in self.choices:
            raise RefusedError(key, expected(value, one_of(self.choices)))

    def sentence(self, comment: str) -> str:
        """The first sentence of an option's comment, without its limits."""
        return comment.partition(". ")[0].removesuffix(".").removesuffix(f" ({self.limits})")


def option(
    default: Any,
    *,
    check: Check | None = None,
    converter: Callable[[Any], Any] | None = None,
    **more: Any,
) -> Any:
    """Define an attribute that is an option.

    Args:
        check: a further check, made before that of the range.
        converter: as in `attrs.field`; values of documents are checked first, and not converted.
        more: attributes of `OptionField`.
    """
    entry = OptionField(**more)

    def validator(_instance: object, attribute: attrs.Attribute[Any], value: Any) -> None:
        if check is not None:
            check(attribute.name, value)
        entry.check(attribute.name, value)

    return attrs.field(
        default=default,
        validator=validator,
        converter=converter,
        hash=False if entry.free or entry.rest else None,
        metadata={_KEY: entry},
    )


def options(kind: type) -> Mapping[str, OptionField]:
    """The options of a class by key, in order; documents do not hold other attributes."""
    hints = get_type_hints(kind)
    return {
        each.name: _named(each.metadata[_KEY], each.name, hints[each.name])
        for each in attrs.fields(kind)
        if _KEY in each.metadata
    }


def _named(entry: OptionField, name: str, kind: Any) -> OptionField:
    choices = get_args(kind) if get_origin(kind) is Literal else entry.choices
    return evolve(entry, name=name, type=kind, choices=choices)


def check_option(kind: type, key: str, value: object, name: str) -> None:
    """Raise a `ConfigError` that begins with `name` unless an option allows a value."""
    attribute = getattr(attrs.fields(kind), key)
    try:
        attribute.validator(None, attribute, value)
    except RefusedError as error:
        raise ConfigError(f"{name}: {error.reason}") from None


def one_of(choices: tuple[str, ...]) -> str:
    """The choices as an error message lists them: `one of 'imps', 'points'`."""
    return f"one of {', '.join(map(repr, choices))}"


def is_table(kind: Any) -> bool:
    """Whether an option of this type is a table."""
    origin: Any = get_origin(kind)
    return attrs.has(kind) or (isinstance(origin, type) and issubclass(origin, Mapping))
