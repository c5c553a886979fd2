"""Boards whose auction is given: the file for the seats, and boards that were called otherwise."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.formats.pbn.writer import replace
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.boards.source import (
    BoardPrescription,
    auction_records,
    boards_from_file,
    departures,
)
from bluechip_bot.match.record.reading import record_from_store
from bluechip_bot.match.record.store import MatchStore
from bluechip_bot.model import PASS, Board, Call, Contract, PlannedBoard
from bluechip_bot.protocol.seat.board import GivenAuctions
from support.boards import planned_of

MakeBoard = Callable[[int], Board]


def mixed() -> tuple[PlannedBoard, ...]:
    """A board that is to be bid, one in a contract, and one with an auction of its own."""
    free, in_contract, with_calls = boards_from_seed(1, 3)
    calls = tuple(map(Call.parse, ("P", "P", "1NT", "X", "XX", "P", "P", "P")))
    contract = BoardPrescription(contract=Contract.parse("4SXXN"))
    return free, contract.of(in_contract), evolve(with_calls, calls=calls)


def test_auctions_are_read_back_from_their_file(tmp_path: Path) -> None:
    """The file holds the boards with a given auction as they are, and which were made up."""
    path = tmp_path / "auctions.pbn"
    replace(path, auction_records(mixed()))
    assert boards_from_file(path, given=True) == mixed()[1:]
    assert [board.made_up for board in mixed()] == [False, True, False]


def test_seats_get_the_boards_with_auctions() -> None:
    """A board that is to be bid has no given auction; the others are as planned."""
    given = GivenAuctions.of(mixed())
    assert sorted(given.boards) == [2, 3]
    assert (given.made_up(2), given.made_up(3)) == (True, False)
    for planned in mixed()[1:]:
        board = planned.dealt()
        assert all(not given.contradiction(board, seat) for seat in type(board.dealer))
        assert given.next_call(board) == planned.calls[0]
        assert given.next_call(planned.begin()) is None


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_a_board_that_keeps_to_its_auction_counts(finished_board: MakeBoard, seed: int) -> None:
    """Boards called as is given, and boards that were to be bid, are not left out."""
    board = finished_board(seed)
    plan = planned_of(board, board.auction.calls)
    rooms = {"open": {board.number: board}, "closed": {}}
    assert departures([plan, evolve(plan, calls=())], rooms) == {}


def test_a_board_with_another_call_is_left_out(finished_board: MakeBoard) -> None:
    """The room, who called and what was given are named, of each room."""
    board = finished_board(5)
    others = (Call.parse("7NT"), *[PASS] * 3)
    assert board.auction.calls != others
    plan = planned_of(board, others)
    text = f"{board.dealer} called {board.auction.calls[0]} where 7NT is given"
    open_room, closed = {board.number: board}, {board.number: board}
    assert departures([plan], {"open": open_room, "closed": {}}) == {
        board.number: f"open room: {text}"
    }
    assert departures([plan], {"open": open_room, "closed": closed}) == {
        board.number: f"open room: {text}, closed room: {text}"
    }


def test_the_report_leaves_it_out_too(tmp_path: Path, finished_board: MakeBoard) -> None:
    """What a match's file tells for statistics is without such boards; its state keeps them."""
    boards = [finished_board(5), finished_board(6)]
    kept = planned_of(boards[0], boards[0].auction.calls)
    other = planned_of(boards[1], (Call.parse("7NT"), *[PASS] * 3))
    with closing(MatchStore.create(tmp_path / "match.sqlite", {}, [kept, other])) as store:
        for room in ("open", "closed"):
            for board in boards:
                store.begin_board(room, room, board.number, 0.0)
                store.finish_board(room, room, board, (1.0, 1.0), 1.0)
        record = record_from_store(store)
        assert [pair.number for pair in record.pairs] == [kept.number]
        assert record.planned == 2
        assert len(list(store.finished("open"))) == 2
