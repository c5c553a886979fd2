"""Rows of experiments: attrs classes, written as texts and read from them by one converter.

Each attribute of a class is a column, annotated with its `ColumnMeaning`. A value with a `parse` is
written as a text; an attribute that is another attrs class stands for the columns of that class,
with its own name behind theirs. What follows from other columns is an attribute without an argument
(`init=False`): it is written, and checked when it is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import UnionType
from typing import Any, ClassVar, Final, Literal, NamedTuple, Self, get_args, get_origin

import cattrs
from attrs import fields, has, resolve_types
from cattrs.gen import make_dict_unstructure_fn, override

from bluechip_bot.model import Call, Card

ColumnType = Literal["integer", "number", "text", "seconds"]
_TYPES: Final[Mapping[Any, ColumnType]] = {int: "integer", bool: "integer", float: "number"}


class Column(NamedTuple):
    """A column of a file.

    Attributes:
        name: its heading.
        type: what its values are; an empty text is a value that is not known. Seconds, one or
            several between spaces, are what differs from run to run.
        meaning: what they say, with the unit.
    """

    name: str
    type: ColumnType
    meaning: str

    def __str__(self) -> str:
        return f"{self.name}, {self.type}: {self.meaning}"


class ColumnMeaning(NamedTuple):
    """The meaning of a column's values.

    Attributes:
        text: what they say, with the unit.
        form: the format of its numbers.
        seconds: whether they are times, which differ from run to run.
    """

    text: str
    form: str = ""
    seconds: bool = False


class _RowAttribute(NamedTuple):
    name: str
    kind: Any
    meaning: ColumnMeaning
    is_given: bool

    @property
    def is_part(self) -> bool:
        """Whether it stands for columns of its own, and not for one text."""
        return has(self.kind) and not hasattr(self.kind, "parse")

    @property
    def type(self) -> ColumnType:
        if self.meaning.seconds:
            return "seconds"
        kind = get_args(self.kind)[0] if _is_optional(self.kind) else self.kind
        return _TYPES.get(kind, "text")


def _attributes(kind: Any) -> list[_RowAttribute]:
    found = []
    for one in fields(resolve_types(kind)):
        annotated, meaning = get_args(one.type)
        found.append(_RowAttribute(one.name, annotated, meaning, one.init))
    return found


class RowError(ValueError):
    """A row of text that does not hold an outcome.

    Attributes:
        text: the offending row.
    """

    def __init__(self, text: str, reason: str) -> None:
        self.text = text
        super().__init__(f"not a row of this experiment: {text[:80]!r} ({reason})")


class Row:
    """The outcome of one item of an experiment; its classes are attrs classes."""

    __slots__ = ()
    KIND: ClassVar[str]
    """The name of the experiment, in a word or two."""
    number: int

    @property
    def dealt(self) -> str:
        """The deal as a text; different deals have different texts."""
        return str(self.number)

    @property
    def measures(self) -> Mapping[str, float]:
        """The numbers to compare with the same deal of another run, by name, the main one first."""
        return {}

    def to_row(self) -> dict[str, str]:
        """The texts of all columns."""
        row: dict[str, str] = {}
        for name, value in _CONVERTER.unstructure(self).items():
            parts = value if isinstance(value, dict) else {"": value}
            row |= {f"{key}_{name}".lstrip("_"): text for key, text in parts.items()}
        return row

    @classmethod
    def from_row(cls, row: Mapping[str, str]) -> Self:
        """The outcome of the texts that `to_row` makes.

        Raises:
            RowError: if they are not.
        """
        try:
            if None in {*row, *row.values()}:
                raise ValueError("too many or too few values")  # noqa: TRY301
            parts = {
                one.name: {
                    part.name: row[f"{part.name}_{one.name}"] for part in _attributes(one.kind)
                }
                for one in _attributes(cls)
                if one.is_part
            }
            found: Self = _CONVERTER.structure({**row, **parts}, cls)
            found._check(row)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RowError(",".join(map(str, row.values())), str(error)) from None
        return found

    def _check(self, row: Mapping[str, str]) -> None:
        """Raise unless what follows from other columns is what a row says."""
        texts = self.to_row()
        for one in _attributes(type(self)):
            if not one.is_given and row[one.name] != texts[one.name]:
                raise ValueError(f"{one.name} {row[one.name]!r}, others say {texts[one.name]!r}")


def columns(kind: type[Row]) -> tuple[Column, ...]:
    """The columns of the rows of a class."""
    found: list[Column] = []
    for one in _attributes(kind):
        if not one.is_part:
            found.append(Column(one.name, one.type, one.meaning.text))
            continue
        for part in _attributes(one.kind):
            meaning = f"{one.meaning.text}: {part.meaning.text}"
            found.append(Column(f"{part.name}_{one.name}", part.type, meaning))
    return tuple(found)


def _is_optional(kind: Any) -> bool:
    return get_origin(kind) is UnionType


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _text(value: Any, form: str) -> str:
    """A value as text, its numbers in a format."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return " ".join(_text(one, form) for one in value)
    if isinstance(value, bool):
        value = int(value)
    return format(value, form) if form else str(value)


def _bool(text: str, _: Any) -> bool:
    if text not in ("0", "1"):
        raise ValueError(f"{text!r} where 0 or 1 is expected")
    return text == "1"


def _parsed(text: str, kind: Any) -> Any:
    return kind.parse(text)


def _unstructured(kind: Any) -> Any:
    """A converter from a row to a dictionary of texts, nested where an attribute is a class."""
    texts: dict[str, Any] = {
        one.name: override(unstruct_hook=partial(_text, form=one.meaning.form))
        for one in _attributes(kind)
        if not one.is_part
    }
    return make_dict_unstructure_fn(kind, _CONVERTER, _cattrs_include_init_false=True, **texts)


_CONVERTER: Final = cattrs.Converter(detailed_validation=False)
_CONVERTER.register_structure_hook(bool, _bool)
_CONVERTER.register_structure_hook_func(
    _is_optional,
    lambda text, kind: _CONVERTER.structure(text, get_args(kind)[0]) if text else None,
)
_CONVERTER.register_structure_hook_func(
    _is_tuple,
    lambda text, kind: tuple(_CONVERTER.structure(one, get_args(kind)[0]) for one in text.split()),
)
_CONVERTER.register_structure_hook_func(lambda kind: hasattr(kind, "parse"), _parsed)
for _kind in (Call, Card):  # else they would be made as other whole numbers are
    _CONVERTER.register_structure_hook(_kind, _parsed)
_CONVERTER.register_unstructure_hook_factory(has, _unstructured)
