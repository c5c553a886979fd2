"""Whole boards through four `SeatSession`s and one `TableSession` in memory."""

from __future__ import annotations

import random

import pytest
from attrs import evolve

from bluechip_bot.model import Board, Call, Decision, DecisionRequest, Phase, Seat
from bluechip_bot.protocol.dialect import DIALECTS
from bluechip_bot.protocol.effects import LogGrade, SessionEnding
from bluechip_bot.protocol.messages import NoteKind
from bluechip_bot.protocol.pair import MemoryTable
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.table.session import TableOptions
from support.boards import random_board, random_boards


def random_decision(request: DecisionRequest) -> Decision:
    """A random legal call or card, passes and low bids more often than others."""
    board = request.board
    cards = len(board.play.cards) if board.play else 0
    rng = random.Random(f"{request.seed} {len(board.auction.calls)} {cards}")
    if board.phase is Phase.AUCTION:
        calls = board.auction.legal_calls
        call = rng.choice(calls[:3] if rng.random() < 0.7 else calls[:8])
        return Decision(request.id, Call(call), explanation=rng.choice(["", "5+ S; 8-16 HCP"]))
    return Decision(request.id, rng.choice(list(board.legal_cards)))


def play(boards: list[Board], **options: object) -> MemoryTable:
    """The table after all boards have been played by random players."""
    table = MemoryTable(boards, random_decision, **options)  # type: ignore[arg-type]
    table.connect()
    table.run()
    return table


def check(table: MemoryTable, boards: list[Board]) -> None:
    """Every board is played to the end, and the five sessions agree on it."""
    assert [board.number for board in table.finished] == [board.number for board in boards]
    assert all(board.phase is Phase.OVER for board in table.finished)
    assert not [log.text for log in table.logs if log.level in (LogGrade.WARNING, LogGrade.ERROR)]
    assert table.ended is not None
    assert table.ended.complete
    for seat, seen in table.seen.items():
        assert len(seen) == len(boards)
        for ours, full in zip(seen, table.finished, strict=True):
            assert evolve(ours, explanations=(), alerts=()) == evolve(
                full.seen_by(seat), explanations=(), alerts=()
            )
    assert {close.ending for close in table.closes.values()} == {SessionEnding.FINISHED}
    assert set(table.closes) == set(Seat)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("count", [50, pytest.param(10_000, marks=pytest.mark.slow)])
def test_random_play_never_disagrees(count: int) -> None:
    """Random boards are played to their end, ten at a table, and all five reducers agree."""
    rng = random.Random(count)
    for first in range(1, count + 1, 10):
        boards = [random_board(number, rng) for number in range(first, first + 10)]
        check(play(boards), boards)


@pytest.mark.parametrize("name", sorted(set(DIALECTS) - {"zbridge"}))
def test_every_client_dialect_is_served(name: str) -> None:
    """Clients of every dialect play with our manager without a warning on either side.

    Our own names the right player and trick in every readiness line, so that it may be strict.
    """
    dialect = DIALECTS[name]
    boards = random_boards(8, random.Random(3))
    table = TableOptions(strict=name == "standard")
    seats = [
        SeatOptions(("A", "B")[seat % 2], None if dialect.any_place else seat, dialect)
        for seat in Seat
    ]
    check(play(boards, seats=seats, table=table), boards)


def test_explanations_reach_the_opponents_alone() -> None:
    """With notes on, opponents learn what a call shows and the caller's partner does not."""
    boards = random_boards(1, random.Random(5))
    seats = [SeatOptions(("A", "B")[seat % 2], seat, notes=NoteKind.ALERT) for seat in Seat]
    table = play(boards, seats=seats, table=TableOptions(forward_notes=True))
    (finished,) = table.finished
    assert finished.explanations
    for session in table.seats:
        assert session.board is not None
        assert session.seat is not None
        told = dict(session.board.explanations)
        for index, text in finished.explanations:
            side = finished.auction.caller(index).side
            own = finished.auction.caller(index) is session.seat
            expected = text if own or side is not session.seat.side else None
            assert told.get(index) == expected


def test_passed_out_board_is_finished() -> None:
    """Four passes end a board: no card is asked for, and the next board starts."""
    boards = random_boards(2, random.Random(6))
    table = MemoryTable(boards, lambda request: Decision(request.id, Call(0)))
    table.connect()
    table.run()
    check(table, boards)
    assert all(board.play is None for board in table.finished)
