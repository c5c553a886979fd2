"""One table, as its manager and as our seats show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.match.record.document import BoardSight
from bluechip_bot.model import Board, Seat
from bluechip_bot.protocol.effects import (
    BoardBegun,
    BoardFinished,
    BoardForfeited,
    DecisionSpent,
    TableActed,
)
from bluechip_bot.protocol.seat.clock import Allotment
from bluechip_bot.vugraph.table_show import ManagerShow, SeatsShow
from support.boards import planned_of
from support.happenings import before, happenings
from support.shows import document, topics

MakeBoard = Callable[[int], Board]


def table(
    shown: ManagerShow | SeatsShow, sight: BoardSight = BoardSight.OPERATOR
) -> dict[str, Any]:
    """The one table."""
    return dict(topics(shown.show, sight)["table/table"])


def steps(board: Board) -> Iterator[Board]:
    """Yield a board before its first call, and after each call and card."""
    now = before(board)
    yield now
    for event, _ in happenings(board):
        now = now.apply(event)
        yield now


def test_a_manager_s_table(finished_board: MakeBoard) -> None:
    """From the first call to the result, and a board that is given up."""
    board = finished_board(0)
    shown = ManagerShow([planned_of(board)], lambda: 5.0)
    teams = ("Blue", "Red")
    shown.happened(BoardBegun(board.number), teams)
    for event, player in happenings(board):
        shown.happened(TableActed(board.number, event, player, 0.25), teams)
    assert table(shown)["live"] is False
    assert table(shown)["teams"] == ["Blue", "Red"]
    shown.happened(BoardFinished(board, (1.0, 2.0)), teams)
    assert document(shown.show, "table", board.number)["number"] == board.number
    shown.happened(BoardForfeited(7, (Seat.WEST,)), teams)
    assert topics(shown.show)["board/7"]["rooms"]["table"] == {"given_up": ["W"]}


@pytest.mark.parametrize("seats", [(Seat.NORTH,), (Seat.NORTH, Seat.SOUTH)])
def test_our_seats_show_what_they_see(finished_board: MakeBoard, seats: tuple[Seat, ...]) -> None:
    """Own hands and dummy's, no other before the end; the public less still."""
    whole = finished_board(0)
    clock = count()
    shown = SeatsShow(
        "Blue",
        lambda: float(next(clock)),
        lambda side, board, call: f"{side} {len(board.auction.calls)} {call}",
    )
    for board in steps(whole):
        for seat in seats:
            shown.seen(seat, board.seen_by(seat))
        told = table(shown)["board"]
        seen = {*seats, *([board.dummy] if board.play and board.play.cards else [])}
        if told["result"] is None:
            assert [hand is not None for hand in told["hands"]] == [s in seen for s in Seat]
            public = table(shown, BoardSight.PUBLIC)["board"]["hands"]
            assert sum(hand is not None for hand in public) <= 1
    assert table(shown)["board"]["hands"] == [str(hand) for hand in whole.hands]
    told = document(shown.show, "table", whole.number)
    for index, made in enumerate(told["calls"]):
        assert made["shows"] == f"{seats[0].side} {index} {made['call']}"
    assert all(made["seconds"] is not None for made in told["calls"] + told["cards"])


def test_a_board_that_begins_anew(finished_board: MakeBoard) -> None:
    """It has no call, time or thought of the first attempt; a late seat changes nothing."""
    whole = finished_board(0)
    shown = SeatsShow("Blue", lambda: 1.0)
    *first, last = list(steps(whole))[:4]
    for board in (*first, last):
        shown.seen(Seat.NORTH, board.seen_by(Seat.NORTH))
    spent = DecisionSpent(
        whole.number, Seat.NORTH, "P", Allotment(1.0), 0.5, None, place=0, thoughts=("weak",)
    )
    shown.thought(spent)
    assert table(shown)["board"]["thoughts"] == [[1, "weak", ""]]
    shown.seen(Seat.SOUTH, evolve(first[1], number=whole.number + 1).seen_by(Seat.SOUTH))
    assert len(table(shown)["board"]["calls"]) == 3
    shown.seen(Seat.NORTH, first[0].seen_by(Seat.NORTH))
    told = table(shown)
    assert (told["board"]["calls"], told["board"]["thoughts"]) == ([], [])
    shown.thought(evolve(spent, board=99))
    assert table(shown) == told
