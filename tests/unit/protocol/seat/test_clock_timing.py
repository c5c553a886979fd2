"""A pair's clock and the manager's: `Timing` lines that are believed or not, and latency."""

from __future__ import annotations

import pytest

from bluechip_bot.model import Board, Deal, Seat, Side
from bluechip_bot.protocol.messages import Timing
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.seat.clock import ClockOptions, SeatClock
from support.boards import after


def declarers_turn() -> Board:
    """South declares 4S and has ruffed the lead."""
    deal = Deal.parse("N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74")
    return after(Board.begin(1, Seat.NORTH, deal=deal), "P P 4S P P P", "DA D6 D5 S2")


def finished(used: float, others: float, options: ClockOptions, actions: int = 1) -> SeatClock:
    """North-South's clock after a first board on which the sides used so much."""
    clock = SeatClock(options)
    clock.begin_board(1, Side.NS, 0.0)
    clock.acted(Side.EW, others)
    for action in range(1, actions + 1):
        clock.acted(Side.NS, others + used * action / actions, own=True)
    clock.end_board()
    return clock


def told(clock: SeatClock, line: str, now: float) -> str:
    """What is made of a line."""
    message = parse(line)
    assert isinstance(message, Timing)
    return clock.corrected(message, now)


LINES = [
    "Timing - N/S : this board  00:14,  total  0:00:14.  E/W : this board  00:08,  total  0:00:08.",
    "Timing - N/S : this board  [0:14],  total  [0:00:14].  E/W : this board [0:08], total [0:08]",
    "Timing - N/S : this board 0:14, total 00:14. E/W : this board 0:08, total 00:08",
    "timing  -  n/s :  this board  00:14,  total  0:00:14.  e/w : this board 00:08, total 0:00:08",
]


@pytest.mark.parametrize("line", LINES)
def test_timing_wins(line: str) -> None:
    """In every dialect the count is taken; what rounding cannot explain is latency to come."""
    clock = finished(12.0, 8.0, ClockOptions(60.0, match=600.0), actions=20)
    assert told(clock, line, 21.0).startswith("the pair has used 14 s, 12.0 s by our count")
    # A second of the two may be rounding; the other is spread over 20 actions, and 8 more.
    assert clock.overhead == pytest.approx(1 / 28)
    clock.begin_board(2, Side.NS, 30.0)
    assert clock.left(30.0) == pytest.approx(60.0)
    before = SeatClock(ClockOptions(60.0))
    before.begin_board(2, Side.NS, 30.0)
    board = declarers_turn()
    late, early = (
        clock.allot(board, Seat.SOUTH, 30.0, 0.0),
        before.allot(board, Seat.SOUTH, 30.0, 0),
    )
    assert late.budget < early.budget
    clock.acted(Side.NS, 32.0)
    assert clock.used == pytest.approx(2.0)
    clock.acted(Side.NS, 33.0, own=True)
    assert clock.used == pytest.approx(3 + 1 / 28)


def test_totals_win_over_our_own_count_of_the_match() -> None:
    """The match clock goes on from the total that the manager has."""
    clock = finished(12.0, 8.0, ClockOptions(60.0, match=120.0))
    told(clock, LINES[0].replace("0:00:14", "0:01:00"), 21.0)
    clock.begin_board(2, Side.NS, 30.0)
    assert clock.left(30.0) == pytest.approx((120 - 60) / 6)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (LINES[0].replace("00:14,", "00:15,"), "a board longer than the session"),
        # OpenSpiel's, always the same.
        (
            "Timing - N/S : this board [1:15], total [11:23].  E/W : this board [1:18], total 9:23",
            "153 s on a board of 21 s",
        ),
        # Bridge Moniteur over midnight.
        (LINES[0].replace("00:14", "1439:50").replace("0:00:14", "23:59:50"), "on a board of"),
        (LINES[0].replace("00:14", "00:00").replace("0:00:14", "0:00:00"), "we have counted 12.0"),
        ("Timing - N/S : nobody knows", "it cannot be read"),
    ],
)
def test_times_that_cannot_be_are_not_believed(line: str, why: str) -> None:
    """They change nothing, and the reason is told."""
    clock = finished(12.0, 8.0, ClockOptions(60.0, match=600.0))
    assert why in told(clock, line, 21.0)
    assert clock.overhead == 0.0
    clock.begin_board(2, Side.NS, 30.0)
    assert clock.left(30.0) == pytest.approx(60.0)


def test_a_total_that_does_not_grow_is_not_believed() -> None:
    """A manager that repeats its times, plausible the first time, has not counted."""
    clock = finished(12.0, 8.0, ClockOptions(60.0))
    told(clock, LINES[0], 21.0)
    clock.begin_board(2, Side.NS, 30.0)
    clock.acted(Side.NS, 42.0)
    clock.acted(Side.EW, 50.0)
    clock.end_board()
    assert "a total of 14 s after 14 s" in told(clock, LINES[0], 51.0)


def test_a_line_in_mid_board_is_not_taken() -> None:
    """Only after a board do the times belong to it."""
    clock = SeatClock(ClockOptions(60.0))
    assert told(clock, LINES[0], 0.0) == "no board has been played"
    clock.begin_board(1, Side.NS, 0.0)
    assert told(clock, LINES[0], 30.0) == "no board has been played"


def test_a_disturbed_board_tells_nothing_of_latency() -> None:
    """Its count may hold what was broken off; the total is believed all the same."""
    clock = SeatClock(ClockOptions(60.0, match=600.0))
    clock.begin_board(1, Side.NS, 0.0)
    clock.broken_off(Side.EW, 9.0)
    clock.begin_board(1, Side.NS, 10.0)
    clock.acted(Side.NS, 20.0)
    clock.end_board()
    assert "used 14 s" in told(clock, LINES[0], 30.0)
    assert clock.overhead == 0.0


def test_the_first_answer_tells_how_slow_lines_are() -> None:
    """A round trip counts for each action, as far as `Timing` allows; a person's wait does not."""
    for used, overhead in ((2.0, 11 / 28), (10.0, 0.2), (14.9, 0.1 / 20)):
        clock = SeatClock(ClockOptions(60.0))
        clock.answered(0.2)
        assert clock.overhead == pytest.approx(0.2)
        clock.begin_board(1, Side.NS, 0.0)
        for action in range(1, 21):
            clock.acted(Side.NS, used * action / 20, own=True)
        clock.end_board()
        told(clock, LINES[0], 22.0)
        assert clock.overhead == pytest.approx(overhead)
    patient = SeatClock(ClockOptions(60.0))
    patient.answered(5.0)
    assert patient.overhead == 0.0


def test_a_pause_at_a_single_decision_is_no_latency() -> None:
    """Dummy who called once, late by the manager's count, plays the next board with its time."""
    clock = finished(0.1, 8.0, ClockOptions(10.0))
    told(clock, LINES[0].replace("00:14", "00:01"), 21.0)
    assert clock.overhead == 0.0
    clock = finished(0.1, 8.0, ClockOptions(10.0))
    told(clock, LINES[0].replace("00:14", "00:02"), 21.0)
    clock.begin_board(2, Side.NS, 30.0)
    allotted = clock.allot(declarers_turn(), Seat.SOUTH, 30.0, 0.0)
    assert not allotted.at_once
    assert allotted.budget > 0.3


def test_latency_takes_no_more_than_half_of_what_is_left() -> None:
    """However much the manager counts, who has time by his own count has time to think."""
    clock = finished(6.0, 1.0, ClockOptions(30.0), actions=20)
    told(clock, LINES[0].replace("00:14", "00:30").replace("00:08", "00:01"), 31.0)
    assert clock.overhead > 0.8
    clock.begin_board(2, Side.NS, 40.0)
    for action in range(1, 20):
        clock.acted(Side.NS, 40.0 + action, own=True)
        assert clock.left(40.0 + action) >= (30 - action) / 2
    assert clock.used > 30
    assert not clock.allot(declarers_turn(), Seat.SOUTH, 59.0, 0.0).at_once
