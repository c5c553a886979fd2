"""Single boards, and logs without their beginning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.wirelog.record import LogError, WireRecords, parse_records, single_board
from bluechip_bot.wirelog.replay import replay_seats, replay_table

FOLDER = Path(__file__).parents[2] / "data" / "transcripts"
SEATS = [
    "01_robobridge-host_v18_south_declarer_void_passout.txt",
    "07_openspiel_south_declarer_redoubled_passout_REAL.txt",
    "11_bridge_env_south_declarer_redoubled_REAL.txt",
]
TABLE = "20_our_table_passed_out.wire.log"


def log_of(name: str, first: int = 0) -> WireRecords:
    """A log without its first records."""
    log = parse_records([((FOLDER / name).read_bytes(), name)])
    (session,) = log.sessions
    return evolve(log, sessions=(evolve(session, records=session.records[first:]),))


@pytest.mark.parametrize("name", SEATS)
def test_each_board_alone(name: str) -> None:
    """A board is played without those before it, in the dialect of the log."""
    text = (FOLDER / name).read_text("ascii")
    numbers = sorted({int(number) for number in re.findall(r"< manager Board number (\d+)", text)})
    assert len(numbers) > 1
    for number in numbers:
        outcome = replay_seats(single_board(log_of(name), number))
        assert outcome.differences == []
        assert outcome.boards == 1


def test_strangers() -> None:
    """Who never connects takes no part in a session, and is answered as recorded."""
    head, table, text = (FOLDER / TABLE).read_text("ascii").split("\n", 2)
    time = "2026-11-23T14:42:46.480Z"
    said = f"{time} < peer:9 GET / HTTP/1.1\n{time} > peer:9 "
    answer = "Expected 'Connecting .... as ... using protocol version ..'\n"
    log = parse_records([(f"{head}\n{table}\n{said}{answer}{text}".encode(), "a")])
    outcome = replay_table(log)
    assert (outcome.differences, outcome.connections) == ([], 5)


def test_what_is_not_there() -> None:
    """A session that began before the log."""
    tail = log_of(SEATS[0], 20)
    with pytest.raises(LogError, match="begins in the middle"):
        replay_seats(tail)
    with pytest.raises(LogError, match="board 1 is not in the log"):
        single_board(tail, 1)
