"""PBN files as wholes, written again in export form."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bluechip_bot.formats import pbn
from bluechip_bot.formats.pbn.check import problems
from bluechip_bot.formats.pbn.file import parse_file
from bluechip_bot.formats.pbn.record import Note, PbnCell, PbnRecord, Section, Tag

DATA = Path(__file__).parents[3] / "data" / "pbn"
TEXT = """% PBN 2.0
% EXPORT
%Margins 1,2
[Event "##Cup"] ; rest of the line
{ one }{ two }
[Board "1"]
[Auction "N"]
1C =1= {a} {b} ! X XX P
% in between
AP
[Note "1:why"]

%Creator: somebody
[Board "2"]
[ScoreTable "Rank;Score"]
1 50
{ at the end }

% trailing
{ belongs to nobody }
"""


def test_directives() -> None:
    """Those about the version and the form are the file's; others go with their board."""
    file = parse_file(TEXT)
    assert [record.directives for record in file.records] == [
        ("Margins 1,2", " in between"),
        ("Creator: somebody",),
    ]
    last = file.parts[-1]
    assert (last.tags, last.comments, last.directives) == (
        (),
        ("belongs to nobody",),
        (" trailing",),
    )


def test_export_form_has_the_fifteen_tags_first() -> None:
    """All mandatory tags come first and in order, `?` where missing; then others, then sections."""
    first, second = parse_file(parse_file(TEXT).export_text()).records
    assert [tag.name for tag in first.tags] == [*pbn.MANDATORY, "Auction"]
    assert (first.get("Event"), first.get("Site")) == ("Cup", "?")
    assert [tag.name for tag in second.tags] == [*pbn.MANDATORY, "ScoreTable"]
    assert pbn.export_form(first) == first


def test_export_form_keeps_the_content() -> None:
    """What is written in export form is read as the same boards, comments and directives."""
    file = parse_file(TEXT)
    again = parse_file(file.export_text())
    assert again.records == [pbn.export_form(record) for record in file.records]
    assert again.parts[-1] == file.parts[-1]
    assert parse_file(again.export_text()) == again


def test_older_versions() -> None:
    """A file states its version; 1.0 has neither tables nor `+`."""
    text = '[Auction "N"]\n1C +\n[Play "E"]\nSA +\n[ATable "x"]\n1\n'
    file = parse_file(text)
    for version in ("2.0", "2.1"):
        again = parse_file(file.export_text(version))
        assert file.export_text(version).startswith(f"% PBN {version}\n")
        assert again.records == [pbn.export_form(file.records[0])]
    old = file.export_text("1.0")
    assert old.startswith("% PBN 1.0\n% EXPORT\n")
    assert "+" not in old
    assert "Table" not in old
    assert "SA -" in old


def test_errors_have_file_line_and_column(tmp_path: Path) -> None:
    """An error tells where it is, and what was expected."""
    path = tmp_path / "bad.pbn"
    path.write_text('[Board "1"]\n[Auction "N"]\n1C  1Z\n')
    with pytest.raises(pbn.FormatError) as caught:
        pbn.read(path)
    error = caught.value
    assert (error.path, error.line, error.column, error.text) == (str(path), 3, 5, "1Z")
    assert str(error) == f"{path}, line 3, column 5: not a call: '1Z': '1Z'"


def test_long_rows_are_folded() -> None:
    """A row whose comments make it longer than a line may be is written in several lines."""
    entries = tuple(PbnCell("Pass", comments=("x" * 200,)) for _ in range(4))
    record = PbnRecord((Tag("Auction", "N", Section(entries)),))
    text = pbn.format_record(record)
    assert max(map(len, text.splitlines())) < 255
    assert pbn.loads(text) == [record]


@pytest.mark.parametrize("length", range(240, 256))
def test_a_note_that_just_fits_stays_in_its_line(length: int) -> None:
    """A line has 254 characters at most, whatever the length of the note."""
    section = Section((PbnCell("Pass", note=1),), (Note(1, "x" * length),))
    record = PbnRecord((Tag("Auction", "N", section),))
    lines = pbn.format_record(record).splitlines()
    assert max(map(len, lines)) <= 254
    assert any(len(line) == length + 11 for line in lines) == (length + 11 <= 254)


@pytest.mark.parametrize("word", ["a note of many words ", "word" * 1000, 'say "}" \\ % ', "%"])
def test_a_long_note_goes_on_in_a_comment(word: str) -> None:
    """What its line cannot hold is there, in lines that the standard allows."""
    note = Note(1, (word * 3900)[:3900].strip())
    entries = (PbnCell("1C", note=1), *(PbnCell("Pass") for _ in range(3)))
    record = PbnRecord((Tag("Dealer", "N"), Tag("Auction", "N", Section(entries, (note,)))))
    text = pbn.format_record(record)
    assert [problem.reason for problem in problems(text)] == []
    (read,) = pbn.loads(text)[0].auction.notes
    told = read.text.removesuffix(" ...") + "".join(read.comments).removeprefix("...")
    expected = note.text.replace("}", ")")
    assert "".join(told.replace("}", ")").split()) == "".join(expected.split())


plain = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)
words = plain.map(str.strip).filter(lambda text: text and "}" not in text)
values = plain.filter(lambda text: not text.startswith("#"))
calls = st.sampled_from(("Pass", "1C", "2NT", "X", "XX", "7S"))
cards = st.sampled_from(("SA", "HT", "D2", "C9", "-"))


def cells(symbols: st.SearchStrategy[str]) -> st.SearchStrategy[PbnCell]:
    """Cells with every sort of annotation."""
    return st.builds(
        PbnCell,
        symbols,
        suffix=st.sampled_from(("", "!", "?!")),
        glyph=st.sampled_from(("", "$7", "$255")),
        note=st.integers(0, 3),
        comments=st.lists(words, max_size=2).map(tuple),
    )


def sections(symbols: st.SearchStrategy[str]) -> st.SearchStrategy[Section]:
    """Sections with notes."""
    notes = st.lists(
        st.builds(Note, st.integers(1, 32), values.map(str.strip), st.just(("said",))),
        unique_by=lambda note: note.number,
        max_size=3,
    )
    return st.builds(
        Section,
        st.lists(cells(symbols), min_size=1, max_size=6).map(tuple),
        notes.map(tuple),
        st.booleans(),
    )


tags = st.one_of(
    st.builds(
        Tag,
        st.sampled_from(("Event", "Weather", "West", "Generator")),
        values,
        comments=st.lists(words, max_size=2).map(tuple),
    ),
    st.builds(Tag, st.just("XTable"), st.just("A;B"), rows=st.just(("1 2", '"a ; b"  -'))),
    st.builds(Tag, st.just("Auction"), st.just("W"), sections(calls)),
    st.builds(Tag, st.just("Play"), st.just("E"), sections(cards)),
)
records = st.builds(
    PbnRecord,
    st.lists(tags, min_size=1, max_size=3, unique_by=lambda tag: tag.name).map(tuple),
    st.lists(words, max_size=2).map(tuple),
    st.lists(words.filter(lambda text: "PBN" not in text.upper()), max_size=2).map(tuple),
)


@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(records, max_size=2))
def test_any_records_round_trip(drawn: list[PbnRecord]) -> None:
    """Whatever a record holds is the same after writing and reading, and in export form."""
    text = pbn.dumps(drawn)
    file = parse_file(text)
    assert file.records == drawn
    again = parse_file(file.export_text())
    assert again.records == [pbn.export_form(record) for record in drawn]


@given(
    st.lists(st.sampled_from((*TEXT.splitlines(), "", "%", "{", '[X "', "*", "+ -")), max_size=12)
)
def test_any_lines_are_kept_or_refused(lines: list[str]) -> None:
    """Lines of a file in any order are refused, or the boards are kept in export form."""
    file = parse_file("\n".join(lines))
    if not file.problems:
        exported = parse_file(file.export_text()).records
        assert exported == [pbn.export_form(record) for record in file.records]
