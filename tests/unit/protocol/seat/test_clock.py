"""A pair's clock: what is counted and left, what a decision may take, and the manager's count."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.model import Board, Call, Called, Deal, Phase, Played, Seat, Side
from bluechip_bot.protocol.messages import Timing
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.seat.clock import ONLY_CARD, Allotment, ClockOptions, SeatClock, need
from support.boards import after

DEAL = Deal.parse("N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74")
RECKONED = 33
"""The actions of a pair for which latency is kept back: seven calls and all its cards."""
NOBODY = ClockOptions(60.0, margin=0.0, latency=0.0, grace=0.0)


def four_spades(*cards: str) -> Board:
    """South declares 4S after three passes; these cards have been played."""
    return after(Board.begin(1, Seat.NORTH, deal=DEAL), "P P 4S P P P", " ".join(cards))


def play_board(
    options: ClockOptions,
    seed: int,
    spend: float = 1.0,
    overhead: float = 0.02,
    late: float = 0.0,
    *,
    quick: bool = False,
) -> tuple[list[Allotment], float]:
    """What North's and South's decisions were allotted on a random board, and what they took.

    Args:
        spend: the part of its hard maximum that a decision takes, 0..1.
        overhead: what each action takes beside.
        late: what a decision of the player takes beside, until it is ended by force.
        quick: whether calls take their budget, not a part of their hard maximum.
    """
    clock, partner = SeatClock(options), SeatClock(options)
    chance = random.Random(seed)
    board = Board.begin(1, deal=Deal.of_pack(chance.sample(range(52), 52)))
    now = used = 0.0
    allotted = []
    for one in (clock, partner):
        one.begin_board(1, Side.NS, now)
    while (turn := board.turn) is not None:
        seat = board.decider
        assert seat is not None
        took = chance.random()
        if seat.side is Side.NS:
            own = clock if seat is Seat.NORTH else partner
            given = own.allot(board, seat, now, 0.0)
            assert given.most is not None
            assert 0 <= given.budget <= given.most
            assert given.left is not None
            assert given.most <= max(0.0, given.left)
            allotted.append(given)
            took = 0.0 if given.at_once else spend * given.most + late
            if quick and board.phase is Phase.AUCTION:
                took = given.budget
            took += overhead
            used += took
        now += took
        for one in (clock, partner):
            one.acted(turn.side, now)
        if board.phase is Phase.AUCTION:
            calls = board.auction.legal_calls
            call = chance.choice(calls[:3] if chance.random() < 0.8 else calls[:8])
            board = board.apply(Called(turn, Call(call)))
        else:
            board = board.apply(Played(turn, chance.choice(list(board.legal_cards))))
    for one in (clock, partner):
        one.end_board()
        assert one.used == pytest.approx(used)
    return allotted, used


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    limit=st.floats(2, 120),
    margin=st.floats(0, 5),
    latency=st.floats(0, 0.03),
    spend=st.floats(0, 1),
)
def test_a_board_stays_under_its_clock_minus_margin(
    seed: int, limit: float, margin: float, latency: float, spend: float
) -> None:
    """Whatever the course of a board, decisions that take all they may leave the margin alone."""
    options = ClockOptions(limit, margin=margin, latency=latency)
    allotted, used = play_board(options, seed, spend, latency)
    # Calls beyond those that are reckoned with cost latency, once nothing else is left.
    more = latency * max(0, len(allotted) - RECKONED)
    assert used <= limit - min(margin, limit / 10) + more + 1e-9


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), late=st.floats(0, 0.5))
def test_decisions_ended_by_force_stay_under_the_clock(seed: int, late: float) -> None:
    """Every decision takes its maximum and up to the grace beyond it, and no board is over."""
    allotted, used = play_board(ClockOptions(60.0, latency=0.02, grace=0.5), seed, late=late)
    assert any(not one.at_once for one in allotted)
    assert used <= 60.0 + 1e-9


def begun(options: ClockOptions | None) -> SeatClock:
    """North-South's clock at the beginning of board 1."""
    clock = SeatClock(options)
    clock.begin_board(1, Side.NS, 0.0)
    return clock


def allot(
    board: Board, seat: Seat, options: ClockOptions = NOBODY, used: float = 0.0, cap: float = 0.0
) -> Allotment:
    """What a decision is allotted when the pair has used so much on the board."""
    clock = SeatClock(options)
    clock.begin_board(1, seat.side, 0.0)
    clock.acted(seat.side, used)
    return clock.allot(board, seat, used, cap)


def test_unused_time_is_carried_over() -> None:
    """Who has used little has more for a later card than who has used all that he might."""
    little, much = (allot(four_spades("DA"), Seat.SOUTH, used=used) for used in (0.1, 10.0))
    assert little.budget > much.budget * 1.1


def test_the_opening_lead_and_declarers_first_card_have_most() -> None:
    """They are allotted more than any call, any later card, and at most a share of the whole."""
    lead = allot(four_spades(), Seat.WEST).budget
    plan = allot(four_spades("DA"), Seat.SOUTH).budget
    assert 5 < lead < 15.1
    assert 5 < plan < 15.1
    assert allot(four_spades("DA", "D6", "D5", "S2"), Seat.SOUTH).budget < plan
    assert allot(Board.begin(1, Seat.NORTH, deal=DEAL), Seat.NORTH).budget < 1.5


def test_contested_and_high_auctions_weigh_more() -> None:
    """A call after bids of both sides weighs more, after a bid of the four level still more."""

    def weight(*calls: str) -> float:
        board = after(Board.begin(1, Seat.NORTH, deal=DEAL), " ".join(calls))
        return need(board, board.auction.turn).now

    assert weight() == weight("1S", "P") < weight("1S", "2D") < weight("1S", "2D", "4S")


def test_a_single_card_takes_no_time() -> None:
    """Nobody is asked for the only legal card."""
    board = four_spades("DA", "D6", "D5", "S2", "SQ", "S8", "S7", "S3", "S5")
    allotted = allot(board, Seat.WEST)
    assert (allotted.budget, allotted.most, allotted.at_once) == (0.0, 0.0, ONLY_CARD)


def test_a_cap_is_the_most() -> None:
    """A fixed budget bounds what the clock allots; without a clock it is the budget."""
    allotted = allot(four_spades(), Seat.WEST, cap=0.3)
    assert (allotted.budget, allotted.most) == (0.3, 0.3)
    assert SeatClock().allot(four_spades(), Seat.WEST, 0.0, 0.3) == Allotment(0.3)


def test_when_time_runs_out_the_rule_answers() -> None:
    """Budgets fall as the rest does; below what a search can use nobody is asked."""
    board, options = four_spades("DA", "D6", "D5", "S2"), ClockOptions(60.0)
    times = (0.0, 30.0, 50.0, 55.0, 57.0)
    budgets = [allot(board, Seat.SOUTH, options, used).budget for used in times]
    assert budgets == sorted(budgets, reverse=True)
    assert 0 < budgets[-1] < 0.5
    for used in (58.6, 60.0, 90.0):
        allotted = allot(board, Seat.SOUTH, options, used)
        assert allotted.budget == 0.0
        assert allotted.at_once == f"{60 - used:.2f} s left for the pair"


def test_late_cards_are_still_searched() -> None:
    """Players who call in time, and take all they may for a card, leave a little for every card."""
    for seed in range(20):
        allotted, _ = play_board(ClockOptions(10.0), seed, quick=True)
        assert {one.at_once for one in allotted} <= {"", ONLY_CARD}


def test_boards_over_their_time_are_counted() -> None:
    """More than a board's time, or the last of the match's; nothing else, and never without one."""
    for options, used, is_over in (
        (ClockOptions(60.0), 59.0, False),
        (ClockOptions(60.0), 61.0, True),
        (ClockOptions(60.0, match=100.0), 59.0, False),
        (ClockOptions(60.0, match=50.0), 59.0, True),
        (None, 1000.0, False),
    ):
        clock = begun(options)
        clock.acted(Side.NS, used)
        assert clock.end_board() is is_over
        assert clock.over == is_over


def test_opponents_time_is_theirs() -> None:
    """Only the side that acts uses time, and the one to act while it thinks."""
    clock = begun(NOBODY)
    clock.acted(Side.EW, 20.0)
    clock.acted(Side.NS, 23.0)
    clock.acted(Side.EW, 50.0)
    assert clock.used == pytest.approx(3.0)
    assert clock.left(54.0) == pytest.approx(53.0)


def test_a_board_begun_anew_keeps_its_time_unless_it_is_forgotten() -> None:
    """The same number again goes on; a new number, a finished board, or a forgetful manager not."""
    clock = SeatClock(ClockOptions(60.0, match=600.0))
    clock.begin_board(7, Side.NS, 0.0)
    clock.acted(Side.NS, 10.0)
    clock.broken_off(Side.NS, 15.0)
    clock.begin_board(7, Side.NS, 100.0)
    assert clock.used == pytest.approx(15.0)
    clock.acted(Side.NS, 101.0)
    clock.begin_board(7, Side.NS, 200.0, forgets=True)
    assert clock.used == 0.0
    clock.acted(Side.NS, 202.0)
    clock.end_board()
    clock.begin_board(7, Side.NS, 300.0)
    assert clock.used == 0.0


def test_a_board_given_up_counts_for_the_match() -> None:
    """What it used is gone, though another board follows; limits fall with what is left."""
    options = ClockOptions(60.0, match=120.0)
    for used in (0.0, 60.0):
        clock = begun(options)
        clock.acted(Side.NS, used)
        clock.begin_board(2, Side.NS, 100.0)
        assert clock.left(100.0) == pytest.approx((120.0 - used) / 6)


def test_a_match_clock_is_never_exceeded() -> None:
    """Boards that use all that they may, one after another, leave something for the next one."""
    clock = SeatClock(ClockOptions(60.0, match=200.0))
    now = 0.0
    for number in range(1, 50):
        clock.begin_board(number, Side.NS, now)
        spent = clock.left(now)
        assert spent > 0
        now += spent
        clock.acted(Side.NS, now)
        clock.end_board()
    assert now < 200.0


DECLARERS = four_spades("DA", "D6", "D5", "S2")
"""South declares 4S and has ruffed the lead."""


def finished(used: float, others: float, options: ClockOptions, actions: int = 1) -> SeatClock:
    """North-South's clock after a first board on which the sides used so much."""
    clock = begun(options)
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
    late, early = (one.allot(DECLARERS, Seat.SOUTH, 30.0, 0.0) for one in (clock, before))
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
    """A manager that repeats its times has not counted them."""
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
    clock = begun(ClockOptions(60.0, match=600.0))
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
    for counted in (1, 2):
        clock = finished(0.1, 8.0, ClockOptions(10.0))
        told(clock, LINES[0].replace("00:14", f"00:0{counted}"), 21.0)
        assert (clock.overhead == 0.0) == (counted == 1)
    clock.begin_board(2, Side.NS, 30.0)
    allotted = clock.allot(DECLARERS, Seat.SOUTH, 30.0, 0.0)
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
    assert not clock.allot(DECLARERS, Seat.SOUTH, 59.0, 0.0).at_once
