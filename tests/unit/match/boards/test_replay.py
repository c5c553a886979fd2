"""Instant replay: boards turned by 90 degrees, told under numbers of their own, turned back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.codec import from_json, to_json
from bluechip_bot.config import MatchConfig, TeamConfig
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.boards.replay import as_dealt, turned, unturned, with_replays
from bluechip_bot.match.design import divide
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.result.comparison import BoardPair
from bluechip_bot.match.work import REPLAY, RoomWork
from bluechip_bot.model import (
    PASS,
    Board,
    Called,
    Card,
    PlannedBoard,
    Played,
    Seat,
    Side,
    Vulnerability,
    dealer_of_board,
)
from bluechip_bot.protocol.effects import BoardBegun, BoardFinished, BoardForfeited, TableActed
from support.boards import planned_of

MakeBoard = Callable[[int], Board]
BOARDS = st.builds(
    lambda seed, dealer, vulnerability: evolve(
        boards_from_seed(seed, 1)[0], dealer=dealer, vulnerability=vulnerability
    ),
    st.integers(0, 1000),
    st.sampled_from(Seat),
    st.sampled_from(Vulnerability),
)


def played_alike(board: PlannedBoard, model: Board) -> Board:
    """The board with the calls and cards of another one, from the dealer on."""
    copy = board.begin()
    texts = dict(model.explanations)
    for index, call in enumerate(model.auction.calls):
        event = Called(copy.auction.turn, call, texts.get(index, ""), index in model.alerts)
        copy = copy.apply(event)
    for card in model.play.cards if model.play is not None else ():
        assert copy.turn is not None
        copy = copy.apply(Played(copy.turn, card))
    return copy


@settings(max_examples=20)
@given(BOARDS)
def test_everything_is_turned_one_place(board: PlannedBoard) -> None:
    """What was true of a seat is true of the next one; a board comes back after four turns."""
    other = turned(board, 99)
    assert other.number == 99
    assert other.dealer is board.dealer.lho
    for seat in Seat:
        assert other.deal[seat.lho] == board.deal[seat]
        assert other.vulnerability.includes(seat.lho) == board.vulnerability.includes(seat)
    faces = [board]
    for _ in range(4):
        faces.append(turned(faces[-1], board.number))
    assert faces[4] == board
    assert len(set(faces)) == 4


@pytest.mark.parametrize("seed", range(3))
def test_a_second_play_turned_back(finished_board: MakeBoard, seed: int) -> None:
    """What was called and played at the turned table is what the closed room would have done."""
    board = finished_board(seed)
    board = evolve(board, alerts=(0, 2))
    second = played_alike(turned(planned_of(board), 50), board)
    assert second.score(Side.EW) == board.score(Side.NS)
    assert unturned(second, board.number) == board


@pytest.mark.parametrize("seed", range(3))
def test_the_same_play_at_both_is_no_swing(finished_board: MakeBoard, seed: int) -> None:
    """Teams that do the same with the same cards tie; what only one of them makes, it wins."""
    board = finished_board(seed)
    other = turned(planned_of(board), 50)
    again = unturned(played_alike(other, board), board.number)
    out = other.begin()
    for _ in range(4):
        out = out.apply(Called(out.auction.turn, PASS))
    one, same, passed = map(BoardRecord.of_board, (board, again, unturned(out, board.number)))
    assert BoardPair(one, same).difference == 0
    assert BoardPair(one, passed).difference == board.score(Side.NS)
    assert BoardPair(passed, same).difference == -board.score(Side.NS)


@settings(max_examples=20)
@given(st.lists(BOARDS, max_size=20), st.integers(1, 100))
def test_numbers_of_second_plays(boards: list[PlannedBoard], first: int) -> None:
    """They are new, above all others, and tell dealer and vulnerability; the plays alternate."""
    boards = [evolve(board, number=first + place) for place, board in enumerate(boards)]
    told, replays = with_replays(boards)
    assert len({board.number for board in told}) == len(told) == 2 * len(boards)
    assert told[::2] == tuple(boards)
    for board, second in zip(boards, told[1::2], strict=True):
        assert replays[second.number] == board.number
        assert second == turned(board, second.number)
        assert second.number > boards[-1].number
        assert dealer_of_board(second.number) is second.dealer
        assert Vulnerability.of_board(second.number) is second.vulnerability


def test_numbers_of_a_standard_match() -> None:
    """In the standard rotation no more numbers are passed over than one cycle has."""
    _, replays = with_replays(boards_from_seed(1, 32))
    assert set(replays) == set(range(33, 65))


def test_events_are_turned_back(finished_board: MakeBoard) -> None:
    """Seats, sides and the number of each event are those of the board as it was dealt."""
    board = finished_board(3)
    second = played_alike(turned(planned_of(board), 50), board)
    card, call = Played(Seat.EAST, Card.parse("SA")), Called(Seat.NORTH, PASS, "weak", True)
    assert as_dealt(BoardBegun(50), 4) == BoardBegun(4)
    for event, back in (
        (card, evolve(card, seat=Seat.NORTH)),
        (call, evolve(call, seat=Seat.WEST)),
    ):
        told = TableActed(50, event, Seat.WEST, 0.5)
        assert as_dealt(told, 4) == TableActed(4, back, Seat.SOUTH, 0.5)
    over = BoardFinished(second, (1.0, 2.0))
    assert as_dealt(over, board.number) == BoardFinished(board, (2.0, 1.0))
    given_up = BoardForfeited(50, (Seat.NORTH, Seat.SOUTH))
    assert as_dealt(given_up, 4) == BoardForfeited(4, (Seat.WEST, Seat.EAST))


def test_the_table_of_a_replay() -> None:
    """The teams keep their seats; each number that clients are told is a board of one room."""
    match = MatchConfig(rooms="replay", team_b=TeamConfig("B", wait=True))
    (table,) = divide(match, boards_from_seed(1, 3), MatchFolder(Path()), 2)
    assert [seat.team for seat in table.seats] == ["A", "B", "A", "B"]
    assert (table.room, table.name) == (REPLAY, REPLAY)
    places = [table.place(board.number) for board in table.boards]
    assert places == [(room, number) for number in (1, 2, 3) for room in ("open", "closed")]
    assert from_json(to_json(table), RoomWork) == table
    # What is done is left out, each play by itself.
    done = {"open": frozenset({1, 2}), "closed": frozenset({1})}
    left = table.without(done.__getitem__)
    assert [left.place(board.number) for board in left.boards] == places[3:]
