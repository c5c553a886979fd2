"""Tables below a PBN tag, such as OptimumResultTable, as values.

A tag keeps its table's lines as they were read; here they are columns and elements, for those who
want to know what is in them, or to write a table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Self

from attrs import frozen

from bluechip_bot.formats.pbn.record import Tag
from bluechip_bot.model import Seat, Strain

COLUMN: Final = re.compile(r"\s*([+-]?)(\w+)(?:\\(\d+)([LR]?))?\s*")
"""How a column of a table is named: its order, its name, its width and side."""
ELEMENT: Final = re.compile(r'"[^"]*"|\S+')
"""An element of a table."""
_STRAINS: Final = (Strain.NOTRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)


@frozen
class Column:
    """A column of a table.

    Attributes:
        name: what it holds.
        order: `+` when its values fall, `-` when they rise, else empty.
        width: the least width of an element; 0 if unknown.
        side: `L` or `R`, where elements stand in it; empty if unknown.
    """

    name: str
    order: str = ""
    width: int = 0
    side: str = ""

    def __str__(self) -> str:
        return f"{self.order}{self.name}" + (f"\\{self.width}{self.side}" if self.width else "")

    def padded(self, element: str) -> str:
        """An element in the width of the column."""
        return element.rjust(self.width) if self.side == "R" else element.ljust(self.width)


@frozen
class TagTable:
    """A table.

    Attributes:
        columns: at least one.
        rows: an element for each column; quoted elements with their quotes.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def of(cls, tag: Tag) -> Self:
        """The table below a tag; a row may stand on more than one line.

        Raises:
            PbnError: if a column is not named as it should be, or a row is not full.
        """
        columns = []
        for text in tag.value.split(";"):
            match = COLUMN.fullmatch(text)
            if match is None:
                raise tag.error(f"a column like -Rank\\3R expected, not {text!r}")
            order, name, width, side = match.groups()
            columns.append(Column(name, order, int(width or 0), side or ""))
        elements = [element for row in tag.rows for element in ELEMENT.findall(row)]
        size = len(columns)
        if len(elements) % size:
            raise tag.error(f"{len(elements)} elements do not fill rows of {size}")
        rows = tuple(tuple(elements[at : at + size]) for at in range(0, len(elements), size))
        return cls(tuple(columns), rows)

    def column(self, name: str) -> tuple[str, ...]:
        """The elements of a column; empty when there is none of that name."""
        names = [column.name for column in self.columns]
        return tuple(row[names.index(name)] for row in self.rows) if name in names else ()

    def tag(self, name: str) -> Tag:
        """The tag with this table, each row on a line, elements in their columns' widths."""
        rows = tuple(
            " ".join(
                column.padded(element) for column, element in zip(self.columns, row, strict=True)
            ).rstrip()
            for row in self.rows
        )
        return Tag(name, ";".join(map(str, self.columns)), rows=rows)


def optimum_results(tricks: Mapping[tuple[Strain, Seat], int]) -> TagTable:
    """The table of double-dummy tricks, as the tag OptimumResultTable has it.

    Args:
        tricks: of declarer's side, by strain and declarer.
    """
    columns = (Column("Declarer"), Column("Denomination", "", 2, "R"), Column("Result", "", 2, "R"))
    rows = tuple(
        (seat.letter, str(strain), str(tricks[strain, seat]))
        for seat in Seat
        for strain in _STRAINS
        if (strain, seat) in tricks
    )
    return TagTable(columns, rows)


def results_of(table: TagTable) -> dict[tuple[Strain, Seat], int]:
    """The double-dummy tricks of an OptimumResultTable, by strain and declarer.

    Raises:
        ValueError: if an element is no seat, strain or number.
    """
    parts: Sequence[tuple[str, ...]] = [
        table.column(name) for name in ("Declarer", "Denomination", "Result")
    ]
    rows = zip(*parts, strict=True)
    return {(Strain.parse(suit), Seat.parse(seat)): int(tricks) for seat, suit, tricks in rows}
