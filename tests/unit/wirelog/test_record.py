"""Files of records, and what else they may hold."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bluechip_bot.net.wire_log import WireLog
from bluechip_bot.wirelog.record import (
    LogError,
    Record,
    log_lines,
    parse_records,
    read_records,
    shown,
    transcript,
)

TIME = "2026-01-31T19:30:00.125Z"
CONNECTING = 'Connecting "A" as North using protocol version 18'
LOG = f'{TIME} > 192.0.2.1:2000 {CONNECTING}\n{TIME} < 192.0.2.1:2000 North ("A") seated\n'
SPOKEN = f'# a comment\nC> {CONNECTING}\n\nS> North ("A") seated\n'


def test_what_our_programs_write(tmp_path: Path) -> None:
    """Every line that a `WireLog` has recorded is read as it was on the wire."""
    path = tmp_path / "a.wire.log"
    log = WireLog(path, lambda: datetime(2026, 1, 31, 19, 30, 0, 125000, UTC))
    lines = [(">", CONNECTING), ("<", "\x1b[31mred\x07\tx"), ("<", ""), (">", "a  b ")]
    for direction, line in lines:
        log.record(direction, "192.0.2.1:2000", line)
    log.close()
    found = read_records([path])
    assert found.oddities == ()
    assert [(each.sent, each.text) for each in found.records] == [
        (direction == ">", line) for direction, line in lines
    ]
    first = found.records[0]
    assert (first.number, first.time, first.peer) == (1, TIME, "192.0.2.1:2000")
    assert first.seconds == datetime(2026, 1, 31, 19, 30, 0, 125000, UTC).timestamp()
    assert not found.is_table
    assert found.turned().is_table


def test_a_transcript() -> None:
    """The client's lines are ours."""
    found = parse_records(SPOKEN.encode(), "a.txt")
    assert [(each.number, each.sent, each.text) for each in found.records] == [
        (2, True, CONNECTING),
        (4, False, 'North ("A") seated'),
    ]
    assert found.records[0].seconds == 0


def test_parts_and_compressed_ones(tmp_path: Path) -> None:
    """Several files are one log, whether or not they are compressed."""
    first, second = LOG.splitlines(keepends=True)
    (tmp_path / "a.log.1.gz").write_bytes(gzip.compress(first.encode()))
    (tmp_path / "a.log").write_text(second)
    found = read_records([tmp_path / "a.log.1.gz", tmp_path / "a.log"])
    assert [each.sent for each in found.records] == [True, False]


def test_half_a_line() -> None:
    """The last line of a program that was killed is left out, and told."""
    found = parse_records((LOG + f"{TIME} < 192.0.2.1:2000 North pas").encode(), "a.log")
    assert len(found.records) == 2
    (text,) = found.oddities
    assert text.startswith("a.log, line 3: without an end, left out: ")


def test_foreign_bytes() -> None:
    """Lines that are none of ours are left out, and told so that a terminal can show them."""
    found = parse_records(b"\xff\x00\x1b[2J\n" + LOG.encode() + b"x" * 1000 + b"\n", "a.log")
    assert [each.number for each in found.records] == [2, 3]
    first, last = found.oddities
    assert first == r"a.log, line 1: no record, left out: \ufffd\x00\x1b[2J"
    assert last.endswith("...")
    assert all(text.isprintable() for text in found.oddities)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "a.log: no record of the wire in it: it is empty"),
        (b"\n# a comment\n \n", "it is empty"),
        (b'[Event "x"]\n', "no record of the wire in it"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", r"no record of the wire in it: \\ufffdPNG"),
        (LOG.splitlines()[0].encode(), "no record of the wire in it"),
    ],
)
def test_no_log(data: bytes, message: str) -> None:
    """A file without a record is an error that names it."""
    with pytest.raises(LogError, match=message):
        parse_records(data, "a.log")


def test_what_cannot_be_unpacked(tmp_path: Path) -> None:
    """A compressed file that was cut off is told."""
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(LOG.encode())[:-9])
    with pytest.raises(LogError, match="cannot be unpacked"):
        read_records([path])


def test_which_end() -> None:
    """A log without a beginning, or of both ends, cannot be played."""
    with pytest.raises(LogError, match="begins in the middle"):
        _ = parse_records(f"{TIME} < a:1 Start of board\n".encode(), "a.log").is_table
    both = LOG + LOG.replace(" > ", " < ", 1)
    with pytest.raises(LogError, match="both sent and received"):
        _ = parse_records(both.encode(), "a.log").is_table


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        (CONNECTING, True),
        ("", False),
        ("[a line of 5000 bytes, discarded]", False),
        ("[a line without end] Nor", False),
        ("ERROR: line of 5000 bytes discarded, at most 4096 are accepted", False),
        ("ERROR: not understood", True),
    ],
)
def test_lines_that_no_session_sees(text: str, *, seen: bool) -> None:
    """What is written below the sessions does not take part."""
    assert Record(1, "", False, "a", text).seen is seen


def test_writing() -> None:
    """What is written is read again, whatever stands in it."""
    records = parse_records(SPOKEN.encode(), "a").records
    records = (*records, Record(9, "", False, "manager", "\x1b[2J"))
    said = [(each.sent, each.text) for each in records]
    for lines in (transcript(records), log_lines(records)):
        again = parse_records("\n".join([*lines, ""]).encode(), "b").records
        assert [(each.sent, each.text) for each in again] == said
        assert len({each.peer for each in again}) == 1


def test_shown() -> None:
    """Short and printable."""
    assert shown("a\x1b\xe9\n") == r"a\x1b\xe9\x0a"
    assert len(shown("x" * 500)) == 163
