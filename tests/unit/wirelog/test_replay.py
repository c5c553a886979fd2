"""Recorded sessions of clients, whole and without their beginning."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.model import Decision, DecisionRequest
from bluechip_bot.wirelog.difference import DifferenceKind, ReplayOutcome, same
from bluechip_bot.wirelog.record import EPOCH, LogError, WireRecords, parse_records
from bluechip_bot.wirelog.replay import replay_seats, replay_table

FOLDER = Path(__file__).parents[2] / "data" / "transcripts"
SOUTH = "01_robobridge-host_v18_south_declarer_void_passout.txt"


def text_of(name: str = SOUTH) -> str:
    """A transcript."""
    return (FOLDER / name).read_text("ascii")


def replayed(text: str, profile: str | None = None) -> ReplayOutcome:
    """How it goes now."""
    return replay_seats(parse_records([(text.encode(), "a.txt")]), profile)


def told(outcome: ReplayOutcome) -> list[tuple[int, DifferenceKind, str, str]]:
    """The differences."""
    return [(one.record.number, one.kind, one.record.text, one.now) for one in outcome.differences]


def test_nothing_differs() -> None:
    """All lines, boards and decisions are counted."""
    outcome = replayed(text_of())
    assert outcome.differences == []
    assert (outcome.connections, outcome.lines, outcome.boards, outcome.decisions) == (1, 74, 2, 24)


def test_another_line() -> None:
    """A readiness line that was another one is shown beside ours."""
    text = text_of().replace("> manager South ready to start", "> manager South ready to begin")
    ((number, kind, recorded, now),) = told(replayed(text))
    assert (kind, recorded, now) == (
        DifferenceKind.LINE,
        "South ready to begin",
        "South ready to start",
    )
    assert text.splitlines()[number - 1] == f"{EPOCH} > manager South ready to begin"


def test_a_line_too_few_and_one_too_many() -> None:
    """A line that was not recorded, and one that we do not send."""
    line = f"{EPOCH} > manager South ready for East's bid\n"
    assert [each[1:] for each in told(replayed(text_of().replace(line, "", 1)))] == [
        (DifferenceKind.EXTRA, "North bids 1C", "South ready for East's bid")
    ]
    assert [each[1:] for each in told(replayed(text_of().replace(line, line * 2, 1)))] == [
        (DifferenceKind.MISSING, "South ready for East's bid", "")
    ]


def test_an_illegal_decision() -> None:
    """A recorded call that is illegal is told with the reason."""
    text = text_of().replace("> manager South bids 4S", "> manager South bids 1C", 1)
    found = told(replayed(text))
    assert found[0][1:3] == (DifferenceKind.REFUSED, "South bids 1C")
    assert "illegal decision 1C" in found[0][3]


def test_a_log_that_ends() -> None:
    """Nothing is known of what follows the end, but what we would say is told."""
    head, _, _ = text_of().partition(f"{EPOCH} > manager South ready for East's bid")
    outcome = replayed(head)
    assert outcome.differences == []
    assert (
        "no more is recorded of us; we would go on: South ready for East's bid"
        in (outcome.notes[-1])
    )


def test_several_connections() -> None:
    """Each connection is a session of its own, with the options of the head before it."""
    outcome = replayed(text_of() + text_of("10_bridge_env_north_dummy_REAL.txt"))
    assert outcome.differences == []
    assert (outcome.connections, outcome.boards) == (2, 5)


def test_the_dialect() -> None:
    """It is that of the log's head, unless it is given."""
    name = "02_robobridge-host_v19_south_dummy_void_alerts.txt"
    assert replayed(text_of(name), "auto").differences


def test_what_is_no_session() -> None:
    """A log without a `Connecting` line is told."""
    with pytest.raises(LogError, match="begins in the middle"):
        replayed(f'# seat {{"team": "A", "seat": "S"}}\n{EPOCH} < a Start of board\n')


def test_a_player_that_thinks() -> None:
    """Other decisions are told, and the game goes on as recorded."""

    def last_resort(request: DecisionRequest) -> Decision:
        return request.last_resort("test")

    log = parse_records([(text_of().encode(), "a.txt")])
    outcome = replay_seats(log, decider=last_resort)
    assert outcome.boards == 2
    kinds = {one.kind for one in outcome.differences}
    assert kinds == {DifferenceKind.DECISION}
    assert (outcome.differences[0].record.text[:15], outcome.differences[0].now) == (
        "South bids 1S I",
        "P",
    )


TIMES = "Timing - N/S : this board  {},  total  0:00:09.  E/W : this board  {},  total  0:00:08."


@pytest.mark.parametrize(
    ("recorded", "now", "alike"),
    [
        ("North passes", "North passes", True),
        ("North passes", "North PASSES", False),
        (TIMES.format("00:03", "00:04"), TIMES.format("00:04", "00:03"), True),
        (TIMES.format("00:03", "00:04"), TIMES.format("00:05", "00:04"), False),
        ("x", "North passes", False),
    ],
)
def test_same(recorded: str, now: str, *, alike: bool) -> None:
    """Only a manager's times may differ, by a second."""
    assert same(recorded, now) is alike


TABLE = "20_our_table_passed_out.wire.log"


def log_of(name: str, first: int = 0) -> WireRecords:
    """A log without its first records."""
    log = parse_records([((FOLDER / name).read_bytes(), name)])
    (session,) = log.sessions
    return evolve(log, sessions=(evolve(session, records=session.records[first:]),))


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
    tail = log_of("01_robobridge-host_v18_south_declarer_void_passout.txt", 20)
    with pytest.raises(LogError, match="begins in the middle"):
        replay_seats(tail)
