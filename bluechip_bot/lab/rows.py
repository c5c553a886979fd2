"""Experiments and their rows: attrs classes that can be written as text and read back.

Each attribute of a class is a column, annotated with its `ColumnMeaning`. A value whose class has
`parse` is one text. An attribute that is another attrs class adds the columns of that class, with
its own name appended to theirs. An attribute without an argument (`init=False`) is computed from
other columns: it is written, and checked when it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from types import UnionType
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    get_args,
    get_origin,
)

from attrs import field, fields, frozen, has, resolve_types

from bluechip_bot.lab.workers import ProcessWorkers, WorkerPool

ColumnType = Literal["integer", "number", "text", "seconds"]
_TYPES: Final[Mapping[Any, ColumnType]] = {int: "integer", bool: "integer", float: "number"}


class RowColumn(NamedTuple):
    """A column of a file: its heading, the type of its values, and their meaning with the unit.

    An empty text is an unknown value. Seconds, one number or several separated by spaces, differ
    from run to run.
    """

    name: str
    type: ColumnType
    meaning: str

    def __str__(self) -> str:
        return f"{self.name}, {self.type}: {self.meaning}"


class ColumnMeaning(NamedTuple):
    """The meaning and unit of a column, the format of its numbers, and whether they are times."""

    text: str
    form: str = ""
    seconds: bool = False


class _RowAttribute(NamedTuple):
    name: str
    is_given: bool
    kind: Any
    meaning: ColumnMeaning

    @property
    def is_part(self) -> bool:
        """Whether the attribute stands for several columns."""
        return has(self.kind) and not hasattr(self.kind, "parse")


def _attributes(kind: Any) -> list[_RowAttribute]:
    return [
        _RowAttribute(one.name, one.init, *get_args(one.type))
        for one in fields(resolve_types(kind))
    ]


class RowError(ValueError):
    """A text is not a row of the experiment; `text` is the row."""

    def __init__(self, text: str, reason: str) -> None:
        self.text = text
        super().__init__(f"not a row of this experiment: {text[:80]!r} ({reason})")


class Row:
    """The outcome of one item of an experiment; subclasses must be attrs classes."""

    __slots__ = ()
    KIND: ClassVar[str]
    """The name of the experiment, in a few words."""
    DEALT: ClassVar[tuple[str, ...]] = ("number",)
    """The columns that together name a deal."""
    number: int

    @property
    def dealt(self) -> str:
        """The deal as text, different for different deals."""
        return " ".join(str(getattr(self, name)) for name in self.DEALT)

    @property
    def measures(self) -> Mapping[str, float]:
        """The numbers to compare with another run of the same deal, by name, the main one first."""
        return {}

    def to_row(self) -> dict[str, str]:
        """Return the texts of all columns by name."""
        return dict(_texts(self))

    @classmethod
    def from_row(cls, row: Mapping[str, str]) -> Self:
        """Read the texts that `to_row` makes; raise `RowError` if they are not an outcome."""
        try:
            if None in {*row, *row.values()}:
                raise ValueError("too many or too few values")  # noqa: TRY301
            found: Self = _read(cls, row, "")
            texts = found.to_row()
            for one in _attributes(cls):
                if not one.is_given and row[one.name] != texts[one.name]:
                    raise ValueError(  # noqa: TRY301
                        f"{one.name} {row[one.name]!r}, others say {texts[one.name]!r}"
                    )
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise RowError(",".join(map(str, row.values())), str(error)) from None
        return found


def columns(kind: type) -> tuple[RowColumn, ...]:
    """Return the columns of the rows of a class."""
    found: list[RowColumn] = []
    for one in _attributes(kind):
        if one.is_part:
            found += (
                RowColumn(
                    f"{part.name}_{one.name}", part.type, f"{one.meaning.text}: {part.meaning}"
                )
                for part in columns(one.kind)
            )
        else:
            inner = get_args(one.kind)[0] if get_origin(one.kind) is UnionType else one.kind
            type_ = "seconds" if one.meaning.seconds else _TYPES.get(inner, "text")
            found.append(RowColumn(one.name, type_, one.meaning.text))
    return tuple(found)


def _texts(row: Any) -> Iterator[tuple[str, str]]:
    for one in _attributes(type(row)):
        value = getattr(row, one.name)
        if one.is_part:
            yield from ((f"{name}_{one.name}", text) for name, text in _texts(value))
        else:
            yield one.name, _text(value, one.meaning.form)


def _text(value: Any, form: str) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return " ".join(_text(one, form) for one in value)
    if isinstance(value, bool):
        value = int(value)
    return format(value, form) if form else str(value)


def _read(kind: Any, row: Mapping[str, str], suffix: str) -> Any:
    """Return an object of an attrs class, read from the columns whose names end in `suffix`."""
    return kind(
        *(
            _read(one.kind, row, f"_{one.name}")
            if one.is_part
            else _value(row[one.name + suffix], one.kind)
            for one in _attributes(kind)
            if one.is_given
        )
    )


def _value(text: str, kind: Any) -> Any:
    if get_origin(kind) is UnionType:
        return _value(text, get_args(kind)[0]) if text else None
    if get_origin(kind) is tuple:
        return tuple(_value(one, get_args(kind)[0]) for one in text.split())
    if kind is bool:
        if text not in ("0", "1"):
            raise ValueError(f"{text!r} where 0 or 1 is expected")
        return text == "1"
    return kind.parse(text) if hasattr(kind, "parse") else kind(text)


RowT = TypeVar("RowT", bound=Row)


@frozen
class LabExperiment(Generic[RowT]):
    """An experiment: how to make a row from each item, and what to report of the rows.

    Attributes:
        title: the command on which the rows depend.
        play: makes the row of an item: a function of a module, or a partial one.
        report: returns the figures of one or more rows, to be printed.
        so_far: returns the result of some rows in a few words, for the progress bar.
        value: returns what `--plot` draws of a row; `value_name` is its name with the unit.
        item: returns the item of a number; by default the number itself.
        here: opens a player whose `play` makes rows in the calling process, and closes it after.
        is_timed: whether time limits the choices, so that rows depend on the machine.
    """

    kind: type[RowT]
    title: str
    play: Callable[[Any], RowT] = field(eq=False)
    report: Callable[[Sequence[RowT]], Any] = field(eq=False)
    so_far: Callable[[Sequence[RowT]], str] = field(eq=False)
    value: Callable[[RowT], float] = field(eq=False, default=lambda _: 0.0)
    value_name: str = ""
    item: Callable[[int], Any] = field(eq=False, default=int)
    here: Callable[[], AbstractContextManager[Any]] | None = None
    is_timed: bool = True

    def rows(self, numbers: Iterable[int], workers: WorkerPool) -> Generator[RowT, None, None]:
        """Yield the rows of some numbers in order. Close the generator to end early."""
        items = map(self.item, numbers)
        if self.here is not None and workers == ProcessWorkers(1):
            with self.here() as player:
                yield from map(player.play, items)
            return
        with closing(workers.in_order(self.play, items)) as rows:
            yield from rows
