"""What a board asks of each seat: at any moment exactly one player decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from attrs import evolve

from bluechip_bot.model import Board, Phase, Seat, four
from bluechip_bot.protocol.duty import OwnDuty, duty
from bluechip_bot.protocol.messages import Readiness, Ready, ReadyForCall, ReadyForCard, Timing
from bluechip_bot.protocol.table.session import SideClock
from support.happenings import before, happenings


def stages(finished: Board) -> Iterator[Board]:
    """Yield the board before its first call, and after each call and card."""
    board = before(finished)
    yield board
    for event, _ in happenings(finished):
        board = board.apply(event)
        yield board


@pytest.mark.parametrize("prompted", [False, True])
def test_one_decides_and_the_others_wait_for_him(
    finished_board: Callable[[int], Board], *, prompted: bool
) -> None:
    """One seat decides (or waits for its prompt to lead), the others wait for the hand in turn."""
    for number in range(30):
        for board in stages(finished_board(number)):
            duties = {seat: duty(board, seat, prompted=prompted) for seat in Seat}
            if board.phase is Phase.OVER:
                assert set(duties.values()) == {None}
                continue
            assert board.decider is not None
            assert board.turn is not None
            own = duties.pop(board.decider)
            if board.phase is Phase.AUCTION:
                assert own is OwnDuty.DECIDE
                assert duties == {seat: ReadyForCall(seat, board.turn) for seat in duties}
                continue
            assert board.play is not None
            trick, place = divmod(len(board.play.cards), 4)
            assert own is (OwnDuty.DECIDE if place or prompted else OwnDuty.AWAIT_PROMPT)
            asked = {seat: ReadyForCard(seat, board.turn, trick + 1) for seat in duties}
            assert duties == asked


def test_dummy_is_asked_for_by_three_after_the_lead(
    finished_board: Callable[[int], Board],
) -> None:
    """After the first card everyone who does not see dummy asks for it, before all else."""
    for number in range(30):
        finished = finished_board(number)
        for board in stages(finished):
            if board.play is None or board.phase is Phase.OVER:
                continue
            dummy = board.play.contract.dummy
            for seat in Seat:
                hands = four(board.hands[other] if seat is other else None for other in Seat)
                blind = evolve(board, hands=hands)
                asks = duty(blind, seat, prompted=True) == Ready(seat, Readiness.DUMMY)
                assert asks == (bool(board.play.cards) and seat is not dummy)


def test_clock_counts_for_the_side_that_acts() -> None:
    """A board's seconds are the actor's; a board broken off is forgotten, totals are not."""
    clock = SideClock()
    clock.begin_board(100.0)
    clock.acted(Seat.NORTH.side, 107.0)
    clock.acted(Seat.WEST.side, 110.0)
    clock.acted(Seat.SOUTH.side, 110.5)
    assert clock.end_board() == (7.5, 3.0)
    assert clock.timing == Timing((8, 8, 3, 3))
    clock.begin_board(200.0)
    clock.acted(Seat.EAST.side, 300.0)
    clock.begin_board(400.0)
    clock.acted(Seat.EAST.side, 401.0)
    clock.acted(Seat.EAST.side, 399.0)
    assert clock.end_board() == (0.0, 1.0)
    assert clock.timing == Timing((0, 8, 1, 4))
