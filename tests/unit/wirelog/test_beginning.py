"""Single boards, and logs that begin in the middle."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bluechip_bot.wirelog.beginning import single_board, with_beginning
from bluechip_bot.wirelog.record import LogError, WireRecords, parse_records
from bluechip_bot.wirelog.seat import replay_seats
from bluechip_bot.wirelog.table import replay_table

FOLDER = Path(__file__).parents[2] / "data" / "transcripts"
SEATS = [
    "01_robobridge-host_v18_south_declarer_void_passout.txt",
    "07_openspiel_south_declarer_redoubled_passout_REAL.txt",
    "11_bridge_env_south_declarer_redoubled_REAL.txt",
]
TABLE = "20_our_table_passed_out.wire.log"


def log_of(name: str, first: int = 0) -> WireRecords:
    """A log without its first records."""
    log = parse_records((FOLDER / name).read_bytes(), name)
    return WireRecords(log.records[first:])


@pytest.mark.parametrize("name", SEATS)
def test_each_board_alone(name: str) -> None:
    """A board is played without those before it, in the dialect of the log."""
    text = (FOLDER / name).read_text("ascii")
    numbers = sorted({int(number) for number in re.findall(r"S> Board number (\d+)", text)})
    assert len(numbers) > 1
    for number in numbers:
        outcome = replay_seats(with_beginning(single_board(log_of(name), number)))
        assert outcome.differences == ()
        assert outcome.boards == 1


@pytest.mark.parametrize("name", SEATS)
def test_the_rest_of_a_log(name: str) -> None:
    """A log that begins in the first board is played from the second one on, which is told."""
    log = with_beginning(log_of(name, 20))
    start = next(each for each in log.records if each.number)
    assert start.text.casefold() == "start of board"
    assert log.oddities == (
        f"the log begins in the middle; it is played from line {start.number} on",
    )
    outcome = replay_seats(log)
    assert outcome.differences == ()
    assert outcome.boards >= 1


@pytest.mark.parametrize("first", [1, 4, 12, 18])
def test_a_table(first: int) -> None:
    """A table's log without the lines by which its clients were seated."""
    log = with_beginning(log_of(TABLE, first))
    assert log.is_table
    outcome = replay_table(log)
    assert outcome.differences == ()
    assert outcome.boards == 1


def test_a_difference_is_still_found() -> None:
    """What is made up is not compared, all else is."""
    log = log_of(SEATS[0], 20)
    text = "\n".join(f"{'C' if each.sent else 'S'}> {each.text}" for each in log.records)
    text = text.replace("C> South ready for cards", "C> South ready for cars") + "\n"
    (one,) = replay_seats(with_beginning(parse_records(text.encode(), "a"))).differences
    assert (one.record.text, one.now) == ("South ready for cars", "South ready for cards")


def test_a_whole_log_stays_as_it_is() -> None:
    """Nothing is made up where nothing is missing."""
    log = log_of(TABLE)
    assert with_beginning(log) is log


def test_strangers() -> None:
    """Who never connects does not make a log one that begins in the middle."""
    text = (FOLDER / TABLE).read_text("ascii")
    time = "2026-11-23T14:42:46.480Z"
    said = f"{time} < peer:9 GET / HTTP/1.1\n{time} > peer:9 "
    answer = "Expected 'Connecting .... as ... using protocol version ..'\n"
    log = parse_records((said + answer + text).encode(), "a")
    assert with_beginning(log) is log
    outcome = replay_table(log)
    assert (outcome.differences, outcome.connections) == ((), 5)


def test_what_is_not_there() -> None:
    """A board that is not in the log, and one that has no beginning."""
    with pytest.raises(LogError, match="board 77 is not in the log"):
        single_board(log_of(SEATS[0]), 77)
    tail = log_of("05_spec_north_dummy_redoubled_alerts.txt", 20)
    with pytest.raises(LogError, match="no other board begins in it"):
        with_beginning(tail)
    start = WireRecords(log_of(TABLE).records[-1:])
    with pytest.raises(LogError, match="no other board begins in it"):
        with_beginning(start)
