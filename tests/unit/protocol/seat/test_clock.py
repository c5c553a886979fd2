"""A pair's clock: what is counted, what is left, and what a decision may take."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.model import Board, Call, Called, Deal, Phase, Played, Seat, Side
from bluechip_bot.protocol.seat.clock import ONLY_CARD, Allotment, ClockOptions, SeatClock, need
from support.boards import after

DEAL = Deal.parse("N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74")
RECKONED = 33
"""The actions of a pair for which latency is kept back: seven calls and all its cards."""
NOBODY = ClockOptions(60.0, margin=0.0, latency=0.0, grace=0.0)


def four_spades(*cards: str) -> Board:
    """South declares 4S after three passes; these cards have been played."""
    return after(Board.begin(1, Seat.NORTH, deal=DEAL), "P P 4S P P P", " ".join(cards))


def random_deal(chance: random.Random) -> Deal:
    """A deal."""
    return Deal.of_pack(chance.sample(range(52), 52))


def play_board(
    clock: SeatClock,
    partner: SeatClock,
    chance: random.Random,
    *,
    spend: float,
    overhead: float,
    late: float = 0.0,
    quick: bool = False,
) -> tuple[list[Allotment], float]:
    """What North's and South's decisions were allotted on a random board, and what they took.

    Args:
        clock: North's.
        partner: South's.
        chance: decides the calls and cards.
        spend: the part of its hard maximum that a decision takes, 0..1.
        overhead: what each action takes beside.
        late: what a decision of the player takes beside, until it is ended by force.
        quick: whether calls take their budget, not a part of their hard maximum.
    """
    board = Board.begin(1, deal=random_deal(chance))
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


@settings(max_examples=60, deadline=None)
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
    clock, partner = SeatClock(options), SeatClock(options)
    chance = random.Random(seed)
    allotted, used = play_board(clock, partner, chance, spend=spend, overhead=latency)
    # Calls beyond those that are reckoned with cost latency, once nothing else is left.
    more = latency * max(0, len(allotted) - RECKONED)
    assert used <= limit - min(margin, limit / 10) + more + 1e-9


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), late=st.floats(0, 0.5))
def test_decisions_ended_by_force_stay_under_the_clock(seed: int, late: float) -> None:
    """Every decision takes its maximum and up to the grace beyond it, and no board is over."""
    options = ClockOptions(60.0, latency=0.02, grace=0.5)
    clock, partner = SeatClock(options), SeatClock(options)
    chance = random.Random(seed)
    allotted, used = play_board(clock, partner, chance, spend=1.0, overhead=0.02, late=late)
    assert any(not one.at_once for one in allotted)
    assert used <= 60.0 + 1e-9


def test_unused_time_is_carried_over() -> None:
    """Who has used little has more for a later card than who has used all that he might."""
    opening = four_spades("DA")
    budgets = []
    for took in (0.1, 10.0):
        clock = SeatClock(NOBODY)
        clock.begin_board(1, Side.NS, 0.0)
        clock.acted(Side.NS, took)
        budgets.append(clock.allot(opening, Seat.SOUTH, took, 0.0).budget)
    assert budgets[0] > budgets[1] * 1.1


def test_the_opening_lead_and_declarers_first_card_have_most() -> None:
    """They are allotted more than any call, any later card, and at most a share of the whole."""
    call = Board.begin(1, Seat.NORTH, deal=DEAL)
    lead, plan = four_spades(), four_spades("DA")
    second = four_spades("DA", "D6", "D5", "S2")

    def budget(board: Board, seat: Seat) -> float:
        clock = SeatClock(NOBODY)
        clock.begin_board(1, seat.side, 0.0)
        return clock.allot(board, seat, 0.0, 0.0).budget

    assert 5 < budget(lead, Seat.WEST) < 15.1
    assert 5 < budget(plan, Seat.SOUTH) < 15.1
    assert budget(second, Seat.SOUTH) < budget(plan, Seat.SOUTH)
    assert budget(call, Seat.NORTH) < 1.5


def test_contested_and_high_auctions_weigh_more() -> None:
    """A call after bids of both sides weighs more, after a bid of the four level still more."""

    def weight(*calls: str) -> float:
        board = after(Board.begin(1, Seat.NORTH, deal=DEAL), " ".join(calls))
        return need(board, board.auction.turn).now

    assert weight() == weight("1S", "P") < weight("1S", "2D") < weight("1S", "2D", "4S")


def test_a_single_card_takes_no_time() -> None:
    """Nobody is asked for the only legal card."""
    board = four_spades("DA", "D6", "D5", "S2", "SQ", "S8", "S7", "S3", "S5")
    clock = SeatClock(NOBODY)
    clock.begin_board(1, Side.EW, 0.0)
    given_time = clock.allot(board, Seat.WEST, 0.0, 0.0)
    assert (given_time.budget, given_time.most, given_time.at_once) == (0.0, 0.0, ONLY_CARD)


def test_a_cap_is_the_most() -> None:
    """A fixed budget bounds what the clock allots; without a clock it is the budget."""
    board = four_spades()
    clock = SeatClock(NOBODY)
    clock.begin_board(1, Side.EW, 0.0)
    given_time = clock.allot(board, Seat.WEST, 0.0, 0.3)
    assert (given_time.budget, given_time.most) == (0.3, 0.3)
    assert SeatClock().allot(board, Seat.WEST, 0.0, 0.3) == Allotment(0.3)


def test_when_time_runs_out_the_rule_answers() -> None:
    """Budgets fall as the rest does; below what a search can use nobody is asked."""
    board = four_spades("DA", "D6", "D5", "S2")
    budgets = []
    for used in (0.0, 30.0, 50.0, 55.0, 57.0):
        clock = SeatClock(ClockOptions(60.0))
        clock.begin_board(1, Side.NS, 0.0)
        clock.acted(Side.NS, used)
        budgets.append(clock.allot(board, Seat.SOUTH, used, 0.0).budget)
    assert budgets == sorted(budgets, reverse=True)
    assert 0 < budgets[-1] < 0.5
    for used in (58.6, 60.0, 90.0):
        clock = SeatClock(ClockOptions(60.0))
        clock.begin_board(1, Side.NS, 0.0)
        clock.acted(Side.NS, used)
        given_time = clock.allot(board, Seat.SOUTH, used, 0.0)
        assert given_time.budget == 0.0
        assert given_time.at_once == f"{60 - used:.2f} s left for the pair"


def test_late_cards_are_still_searched() -> None:
    """Players who call in time, and take all they may for a card, leave a little for every card."""
    options = ClockOptions(10.0)
    for seed in range(20):
        clock, partner = SeatClock(options), SeatClock(options)
        chance = random.Random(seed)
        allotted, _ = play_board(clock, partner, chance, spend=1.0, overhead=0.02, quick=True)
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
        clock = SeatClock(options)
        clock.begin_board(1, Side.NS, 0.0)
        clock.acted(Side.NS, used)
        assert clock.end_board() is is_over
        assert clock.over == is_over


def test_opponents_time_is_theirs() -> None:
    """Only the side that acts uses time, and the one to act while it thinks."""
    clock = SeatClock(NOBODY)
    clock.begin_board(1, Side.NS, 100.0)
    clock.acted(Side.EW, 120.0)
    clock.acted(Side.NS, 123.0)
    clock.acted(Side.EW, 150.0)
    assert clock.used == pytest.approx(3.0)
    assert clock.left(154.0) == pytest.approx(53.0)


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
    fresh, tired = SeatClock(options), SeatClock(options)
    for clock, used in ((fresh, 0.0), (tired, 60.0)):
        clock.begin_board(1, Side.NS, 0.0)
        clock.acted(Side.NS, used)
        clock.begin_board(2, Side.NS, 100.0)
    assert fresh.left(100.0) == pytest.approx(120.0 / 6)
    assert tired.left(100.0) == pytest.approx(60.0 / 6)


def test_a_match_clock_is_never_exceeded() -> None:
    """Boards that use all that they may, one after another, leave something for the next one."""
    clock = SeatClock(ClockOptions(60.0, match=200.0))
    now = total = 0.0
    for number in range(1, 50):
        clock.begin_board(number, Side.NS, now)
        spent = clock.left(now)
        assert spent > 0
        now += spent
        total += spent
        clock.acted(Side.NS, now)
        clock.end_board()
    assert total < 200.0
