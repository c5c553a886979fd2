"""Files of records, and what else they may hold."""

from __future__ import annotations

import gzip
import random
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.model import Seat
from bluechip_bot.net.wire_log import WireLog
from bluechip_bot.protocol.dialect import DIALECTS
from bluechip_bot.protocol.messages import NoteKind
from bluechip_bot.protocol.seat.clock import ClockOptions
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.table.session import TableOptions
from bluechip_bot.wirelog.record import (
    EPOCH,
    Head,
    LogError,
    TableHead,
    WireRecord,
    WireRecords,
    file_lines,
    head,
    parse_records,
    read_records,
)
from support.boards import random_boards

NOW = datetime(2026, 1, 31, 19, 30, 0, 125000, UTC)
TIME = "2026-01-31T19:30:00.125Z"
CONNECTING = 'Connecting "A" as North using protocol version 18'
HEAD = f"# {TIME} {head(SeatOptions('A', Seat.NORTH))}\n"
LOG = f'{HEAD}{TIME} > 192.0.2.1:2000 {CONNECTING}\n{TIME} < 192.0.2.1:2000 North ("A") seated\n'


def read(data: bytes) -> WireRecords:
    """The records of a file."""
    return parse_records([(data, "a.log")])


def records(log: WireRecords) -> list[WireRecord]:
    """The records of all sessions."""
    return [record for session in log.sessions for record in session.records]


def test_what_our_programs_write(tmp_path: Path) -> None:
    """Every line that a `WireLog` has recorded is read as it was on the wire."""
    path = tmp_path / "a.wire.log"
    log = WireLog(path, lambda: NOW, head=head(SeatOptions("A", Seat.NORTH)))
    lines = [
        (">", CONNECTING),
        ("<", "\x1b[31mred\x07\tx"),
        ("<", ""),
        (">", "a  b "),
        ("!", "lost"),
    ]
    for direction, line in lines:
        log.record(direction, "192.0.2.1:2000", line)
    log.close()
    found = read_records([path])
    assert found.oddities == ()
    assert [(each.mark, each.text) for each in records(found)] == lines
    first = records(found)[0]
    assert (first.number, first.time, first.peer) == (2, TIME, "192.0.2.1:2000")
    assert first.seconds == NOW.timestamp()
    assert not found.is_table


@pytest.mark.parametrize(
    "options",
    [
        SeatOptions("A", None, DIALECTS["openspiel"], True, NoteKind.INFOS, clock=ClockOptions(60)),
        SeatOptions("A", Seat.EAST, seed=7),
        TableHead(
            TableOptions(dialects=(DIALECTS["ben"],) * 4, teams=("A", "B"), strict=True),
            tuple(random_boards(2, random.Random(1))),
        ),
    ],
)
def test_the_options_of_a_session(tmp_path: Path, options: Head) -> None:
    """The head has all of them; it stands in each part, and a later session has its own."""
    path = tmp_path / "a.wire.log"
    for seconds in range(2):
        with closing(
            WireLog(
                path,
                partial(NOW.__add__, timedelta(seconds=seconds)),
                head=head(options),
                largest=20,
            )
        ) as log:
            for text in "abc":
                log.record(">", "192.0.2.1:2000", text)
    parts = sorted(tmp_path.glob("a.wire.log.*"))
    assert len(parts) == 6
    found = read_records(parts)
    texts = ["".join(record.text for record in each.records) for each in found.sessions]
    assert (texts, found.oddities) == (["abc", "abc"], ())
    assert all(each.head == options for each in found.sessions)


def test_parts_and_compressed_ones(tmp_path: Path) -> None:
    """Several files are one log, whether or not they are compressed."""
    start, first, second = LOG.splitlines(keepends=True)
    (tmp_path / "a.log.1.gz").write_bytes(gzip.compress(f"{start}{first}".encode()))
    (tmp_path / "a.log").write_text(second)
    found = read_records([tmp_path / "a.log.1.gz", tmp_path / "a.log"])
    assert [each.sent for each in records(found)] == [True, False]


def test_what_is_left_out() -> None:
    """Foreign lines and half a line at the end are told so that a terminal can show them."""
    found = read(
        b"\xff\x00\x1b[2J\n" + LOG.encode() + b"x" * 1000 + f"\n{TIME} < a:1 North pas".encode()
    )
    assert [each.number for each in records(found)] == [3, 4]
    first, second, last = found.oddities
    assert first == "a.log, line 1: no record, left out: '\ufffd\\x00\\x1b[2J'"
    assert " ... " in second
    assert last.startswith("a.log, line 6: no record, left out: ")
    assert all(text.isprintable() for text in found.oddities)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "a.log: no record of the wire in it"),
        (b"\n# a comment\n \n", "a.log: no record of the wire in it"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "a.log, line 1: no record, left out: '\ufffdPNG"),
        (HEAD.encode(), "a.log: no record of the wire in it"),
        (LOG.removeprefix(HEAD).encode(), "a.log, line 1: no options of the session before it"),
        (
            b'# bluechip-bot 0.1 seat {"team": 7\x7f}\n',
            "a.log, line 1: the options of version 0.1 cannot be read: not a Seat",
        ),
        (
            f"{LOG}# {head(TableHead(TableOptions(), ()))}\n{TIME} > a:1 x\n".encode(),
            "a table's log and a client's",
        ),
    ],
)
def test_no_log(data: bytes, message: str) -> None:
    """A file that cannot be played is an error that names it."""
    with pytest.raises(LogError, match=message):
        read(data)


def test_what_cannot_be_unpacked(tmp_path: Path) -> None:
    """A compressed file that was cut off is told."""
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(LOG.encode())[:-9])
    with pytest.raises(LogError, match="cannot be unpacked"):
        read_records([path])


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        (CONNECTING, True),
        ("", False),
        ("[a line of 5000 bytes, discarded]", False),
        ("[a line without end] Nor", False),
        ("ERROR: not understood", True),
    ],
)
def test_lines_that_no_session_sees(text: str, *, seen: bool) -> None:
    """What is written below the sessions does not take part."""
    assert WireRecord(1, TIME, "<", "a", text).seen is seen


def test_writing() -> None:
    """What is written is read again, whatever stands in it."""
    log = read(LOG.encode())
    (session,) = log.sessions
    odd = WireRecord(9, EPOCH, "<", "192.0.2.1:2000", "\x1b[2J")
    log = evolve(log, sessions=(evolve(session, records=(*session.records, odd)),))
    again = read("\n".join([*file_lines(log), ""]).encode())
    assert [(r.mark, r.text) for r in records(again)] == [(r.mark, r.text) for r in records(log)]
    assert {each.peer for each in records(again)} == {"peer:1"}
    assert again.sessions[0].head == session.head
