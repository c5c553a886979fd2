"""Options and how they are defined: once, as attributes of an attrs class.

`option` gives an attribute its default, its range and a line of help; the annotation gives its
type. From that come the key of the TOML file with its comment (`document.config_text`), the checks
(`document.overlaid`), the flag of the command line with its help (`cli.options`) and the documents
that processes get (`document.document`). `section` makes an attribute a table of the file.

    @frozen
    class SearchConfig:
        threads: int = option(
            1, "Threads that share the work on a card", low=0, high=64, flag="--threads"
        )

After a change of a definition the file in `conf/` is written again:

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
"""Limits from here on are no help to a reader."""

Check = Callable[[str, Any], None]
"""Raises `RefusedError` if an option of this key may not have this value."""


@frozen
class Option:
    """What is known of an option besides its type and default.

    Attributes:
        text: a line of help without a full stop.
        unit: the unit of a number, as "seconds".
        low: the least number allowed.
        high: the greatest.
        choices: the texts allowed; empty for any. Those of a `Literal` need not be repeated.
        more: further sentences for the file.
        flag: the option of the command line, as `--threads`; empty if there is none. Options that
            share a flag get the same value; "--no-x" sets x to false.
        usage: the help of the flag, where it is not `text`.
        free: whether a table takes any key; else it takes those of its default.
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
    free: bool = False
    rest: bool = False
    titles: Mapping[str, str] = attrs.field(factory=dict)

    @property
    def limited(self) -> bool:
        """Whether there is a range."""
        return self.low > -inf or self.high < inf

    @property
    def range(self) -> str:
        """The unit and range in short, as "seconds, 0 to 60"; empty if there is neither."""
        limits = ""
        if self.limited:
            limits = f"{self.low:g} to {self.high:g}"
            if self.high >= _MOST_SHOWN:
                limits = f"at least {self.low:g}"
        return ", ".join(filter(None, (self.unit, limits)))


def option(  # noqa: PLR0913 - each says one thing of an option
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
    free: bool = False,
    rest: bool = False,
    titles: Mapping[str, str] | None = None,
    converter: Callable[[Any], Any] | None = None,
) -> Any:
    """An attribute that is an option; what is not said here is told by `Option`.

    Args:
        default: its default, or `attrs.Factory`.
        check: a check of its own, made before that of the range.
        converter: as of `attrs.field`; what documents hold is checked first, and not converted.
    """
    info = Option(text, unit, low, high, choices, more, flag, usage, free, rest, titles or {})

    def validator(_instance: object, attribute: attrs.Attribute[Any], value: Any) -> None:
        if check is not None:
            check(attribute.name, value)
        # Written so that nan is refused too.
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
    """An attribute that is a table of options: its default is a value of a class of options."""
    return option(default, text, more=more)


@frozen
class Entry:
    """An option of a class.

    Attributes:
        name: its key.
        type: its type.
        info: the rest.
    """

    name: str
    type: Any
    info: Option

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts allowed; empty for any."""
        origin: Any = get_origin(self.type)
        return get_args(self.type) if origin is Literal else self.info.choices


def options(kind: type) -> Mapping[str, Entry]:
    """The options of a class by key, in their order. Other attributes are no part of documents."""
    hints = get_type_hints(kind)
    return {
        attribute.name: Entry(attribute.name, hints[attribute.name], attribute.metadata[_KEY])
        for attribute in attrs.fields(kind)
        if _KEY in attribute.metadata
    }


def check_option(kind: type, key: str, value: object, name: str) -> None:
    """Raise unless an option of a class may have this value.

    Args:
        kind: the class.
        key: the option.
        value: of the option's type.
        name: what the error calls it.

    Raises:
        ConfigError: if it may not.
    """
    attribute = getattr(attrs.fields(kind), key)
    try:
        attribute.validator(None, attribute, value)
    except RefusedError as error:
        raise ConfigError(f"{name}: {error.reason}") from None


def one_of(choices: tuple[str, ...]) -> str:
    """The choices, as errors tell them."""
    return f"one of {', '.join(map(repr, choices))}"


def is_table(kind: Any) -> bool:
    """Whether options of a type are tables."""
    origin: Any = get_origin(kind)
    return attrs.has(kind) or (isinstance(origin, type) and issubclass(origin, Mapping))
