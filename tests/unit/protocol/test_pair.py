"""Whole boards through four `SeatSession`s and one `TableSession` in memory."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from bluechip_bot.model import PASS, Board, Decision, Seat
from bluechip_bot.protocol.dialect import DIALECTS
from bluechip_bot.protocol.messages import NoteKind
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.table.session import TableOptions
from support.boards import random_board, random_boards
from support.interop import plain


def check(table: Any, boards: list[Board]) -> None:
    """Every board is played to the end, and the five sessions agree on it."""
    table.run()
    table.check([board.number for board in boards])
    assert not table.grave()
    for seat, seen in table.seen.items():
        assert len(seen) == len(boards)
        for ours, full in zip(seen, table.finished, strict=True):
            assert plain(ours) == plain(full.seen_by(seat))
    assert set(table.closes) == set(Seat)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("count", [5, pytest.param(10_000, marks=pytest.mark.slow)])
def test_random_play_never_disagrees(rig: Callable[..., Any], count: int) -> None:
    """Random boards are played to their end, five at a table, and all five reducers agree."""
    rng = random.Random(count)
    for first in range(1, count + 1, 5):
        boards = [random_board(number, rng) for number in range(first, first + 5)]
        check(rig(boards), boards)


@pytest.mark.parametrize("name", sorted(set(DIALECTS) - {"zbridge"}))
def test_every_client_dialect_is_served(rig: Callable[..., Any], name: str) -> None:
    """Clients of every dialect, ours at a strict table, play without a warning on either side."""
    dialect = DIALECTS[name]
    boards = random_boards(2, random.Random(3))
    table = TableOptions(strict=name == "standard")
    seats = [
        SeatOptions(("A", "B")[seat % 2], None if dialect.any_place else seat, dialect)
        for seat in Seat
    ]
    check(rig(boards, seats=seats, table=table), boards)


def test_explanations_reach_the_opponents_alone(rig: Callable[..., Any]) -> None:
    """With notes on, opponents learn what a call shows and the caller's partner does not."""
    boards = random_boards(1, random.Random(5))
    seats = [SeatOptions(("A", "B")[seat % 2], seat, notes=NoteKind.ALERT) for seat in Seat]
    table = rig(boards, seats=seats, table=TableOptions(forward_notes=True))
    table.run()
    (finished,) = table.finished
    assert finished.explanations
    for session in table.seats:
        told = dict(session.board.explanations)
        for index, text in finished.explanations:
            side = finished.auction.caller(index).side
            own = finished.auction.caller(index) is session.seat
            expected = text if own or side is not session.seat.side else None
            assert told.get(index) == expected


def test_passed_out_board_is_finished(rig: Callable[..., Any]) -> None:
    """Four passes end a board: no card is asked for, and the next board starts."""
    boards = random_boards(2, random.Random(6))
    check(rig(boards, decide=lambda request: Decision(request.id, PASS)), boards)
