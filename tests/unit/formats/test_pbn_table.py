"""Tables of PBN as columns and elements."""

from __future__ import annotations

from pathlib import Path

import pytest

from bluechip_bot.formats import PbnError, pbn
from bluechip_bot.formats.pbn.record import PbnRecord, Tag
from bluechip_bot.formats.pbn.table import Column, TagTable, optimum_results, results_of
from bluechip_bot.model import Seat, Strain
from support.collection import found, whole


def test_columns_and_elements() -> None:
    """Columns have order, width and side; quoted elements are one; rows may be broken."""
    tag = Tag("T", "-Rank\\3R;Names\\9L;+MP", rows=('  1 "a ; b" 50', "2", "- 49.5"))
    table = TagTable.of(tag)
    assert table.columns == (
        Column("Rank", "-", 3, "R"),
        Column("Names", "", 9, "L"),
        Column("MP", "+"),
    )
    assert table.rows == (("1", '"a ; b"', "50"), ("2", "-", "49.5"))
    assert (table.column("MP"), table.column("none")) == (("50", "49.5"), ())
    written = table.tag("T")
    assert written.rows == ('  1 "a ; b"   50', "  2 -         49.5")
    assert TagTable.of(written) == table
    (read,) = pbn.loads(pbn.dumps([PbnRecord((Tag("Board", "1"), table.tag("XTable")))]))
    assert TagTable.of(read.tags[1]) == table


@pytest.mark.parametrize(
    ("value", "rows", "part"), [("Rank\\R", (), "a column like"), ("A;B", ("1 2 3",), "rows of 2")]
)
def test_wrong_tables_are_refused(value: str, rows: tuple[str, ...], part: str) -> None:
    """A column or row that is none is a PbnError."""
    with pytest.raises(PbnError, match=part):
        TagTable.of(Tag("T", value, rows=rows))


def test_double_dummy_results() -> None:
    """The 20 numbers are written as the standard has them, and read again."""
    tricks = {(strain, seat): int(strain) + int(seat) for strain in Strain for seat in Seat}
    table = optimum_results(tricks)
    tag = table.tag("OptimumResultTable")
    assert tag.value == "Declarer;Denomination\\2R;Result\\2R"
    assert tag.rows[:2] == ("N NT  4", "N  S  0")
    assert results_of(table) == tricks


TABLES = [
    (found("formats/pbn_conformance_correct_21.pbn")[0], 9),
    *((path, 11) for path in whole("formats/bbo_forums_sunday_daylong.pbn")),
]


@pytest.mark.parametrize(("path", "tricks"), TABLES)
def test_tables_in_files(path: Path, tricks: int) -> None:
    """Tables in files are read as 20 numbers."""
    records = pbn.read(path)
    tag = records[0].tag("OptimumResultTable")
    assert tag is not None
    results = results_of(TagTable.of(tag))
    assert len(results) == 20
    assert results[Strain.SPADES, Seat.NORTH] == tricks
