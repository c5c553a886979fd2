"""Options, which are defined once, as attributes of an attrs class.

`option` gives an attribute its default, its range and a line of help; the annotation gives its
type. The definition determines the key of the TOML file with its comment (`document.config_text`),
the checks (`document.overlaid`), the flag of the command line with its help (`cli.options`) and the
documents that processes exchange (`document.document`). `section` makes an attribute a table of the
file.

    @frozen
    class SearchConfig:
        threads: int = option(
            1, "Threads that share the work on a card", low=0, high=64, flag="--threads"
        )

After a change of a definition, write the file in `conf/` again:

    python -c "from bluechip_bot.config import *; print(config_text(ClientConfig()), end='')"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from bluechip_bot.config.error import ConfigError, RefusedError, expected

_KEY: Final = "option"
_MOST_SHOWN: Final = 1e6
"""Upper limits from here on are not shown."""

Check = Callable[[str, Any], None]
"""A function of a key and a value that raises `RefusedError` if the value is not allowed."""


@frozen
class Option:
    """The definition of an option besides its type and default.

    Attributes:
        text: a line of help without a full stop.
        unit: the unit of a number, as "seconds".
        low: the least number allowed.
        high: the greatest number allowed.
        choices: the texts allowed; empty for any. Those of a `Literal` need not be repeated.
        more: further sentences for the file.
        flag: the option of the command line, as `--threads`; empty if there is none. Options that
            share a flag get the same value; "--no-x" sets x to false.
        usage: the help of the flag if it differs from `text`.
        value: the value of the flag in one word, as "FILE"; by default by type and unit.
        free: whether a table takes any key; if not, it takes the keys of its default.
        rest: whether the option holds all other keys of its table.
        titles: comments for the entries of a table.
    """

    text: str
    unit: str = ""
    low: float = -inf
    high: float = inf
    choices: tuple[str, ...] = ()
    more: str = ""
    flag: str = ""
    usage: str = ""
    value: str = ""
    free: bool = False
    rest: bool = False
    titles: Mapping[str, str] = attrs.field(factory=dict)

    @property
    def limited(self) -> bool:
        """Whether the option has a range."""
        return self.low > -inf or self.high < inf

    @property
    def range(self) -> str:
        """The unit and the range, as "seconds, 0 to 60"; empty if there is neither."""
        limits = ""
        if self.limited:
            limits = f"{self.low:g} to {self.high:g}"
            if self.high >= _MOST_SHOWN:
                limits = f"at least {self.low:g}"
        return ", ".join(filter(None, (self.unit, limits)))


def option(  # noqa: PLR0913 - a parameter for each property of an option
    default: Any,
    text: str,
    *,
    check: Check | None = None,
    unit: str = "",
    low: float = -inf,
    high: float = inf,
    choices: tuple[str, ...] = (),
    more: str = "",
    flag: str = "",
    usage: str = "",
    value: str = "",
    free: bool = False,
    rest: bool = False,
    titles: Mapping[str, str] | None = None,
    converter: Callable[[Any], Any] | None = None,
) -> Any:
    """An attribute that is an option; `Option` describes the parameters not listed here.

    Args:
        default: the default, or an `attrs.Factory`.
        check: a further check, made before that of the range.
        converter: as of `attrs.field`; values of documents are checked first, and not converted.
    """
    info = Option(
        text, unit, low, high, choices, more, flag, usage, value, free, rest, titles or {}
    )

    def validator(_instance: object, attribute: attrs.Attribute[Any], value: Any) -> None:
        if check is not None:
            check(attribute.name, value)
        # The comparison also refuses nan.
        if info.limited and not low <= value <= high:
            allowed = f"a number from {low:g} to {high:g}"
            raise RefusedError(attribute.name, expected(value, allowed))
        if choices and value not in choices:
            raise RefusedError(attribute.name, expected(value, one_of(choices)))

    return attrs.field(
        default=default,
        validator=validator,
        converter=converter,
        hash=False if free or rest else None,
        metadata={_KEY: info},
    )


def section(default: Any, text: str = "", more: str = "") -> Any:
    """An attribute that is a table of options; its default is a value of a class of options."""
    return option(default, text, more=more)


@frozen
class OptionField:
    """An option of a class.

    Attributes:
        name: the key.
        type: the type.
        info: the rest of the definition.
    """

    name: str
    type: Any
    info: Option

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts allowed; empty for any."""
        origin: Any = get_origin(self.type)
        return get_args(self.type) if origin is Literal else self.info.choices


def options(kind: type) -> Mapping[str, OptionField]:
    """The options of a class by key, in order; documents do not hold other attributes."""
    hints = get_type_hints(kind)
    return {
        attribute.name: OptionField(attribute.name, hints[attribute.name], attribute.metadata[_KEY])
        for attribute in attrs.fields(kind)
        if _KEY in attribute.metadata
    }


def check_option(kind: type, key: str, value: object, name: str) -> None:
    """Check that an option of a class may have a value.

    Args:
        kind: the class.
        key: the key of the option.
        value: the value, of the type of the option.
        name: the name of the option in the error.

    Raises:
        ConfigError: if the value is not allowed.
    """
    attribute = getattr(attrs.fields(kind), key)
    try:
        attribute.validator(None, attribute, value)
    except RefusedError as error:
        raise ConfigError(f"{name}: {error.reason}") from None


def one_of(choices: tuple[str, ...]) -> str:
    """The choices in words, for errors."""
    return f"one of {', '.join(map(repr, choices))}"


def is_table(kind: Any) -> bool:
    """Whether an option of this type is a table."""
    origin: Any = get_origin(kind)
    return attrs.has(kind) or (isinstance(origin, type) and issubclass(origin, Mapping))
