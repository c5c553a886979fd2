"""Matches of random calls and cards."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from bluechip_bot.match.record.record import (
    ROOMS,
    DecisionTime,
    FinishedBoard,
    MatchRecord,
    RoomName,
)
from bluechip_bot.model import PASS, Board, Called, Deal, Hand, Phase, Played

MakeMatch = Callable[[int, int], MatchRecord]


@pytest.fixture(scope="session")
def random_match() -> MakeMatch:
    """A function from a number of boards and a seed to a match, without times."""
    return _random_match


def _random_match(boards: int, seed: int) -> MatchRecord:
    chance = random.Random(seed)
    rooms: dict[RoomName, list[FinishedBoard]] = {room: [] for room in ROOMS}
    for number in range(1, boards + 1):
        pack = list(range(52))
        chance.shuffle(pack)
        north, east, south, west = (Hand.of(pack[13 * i : 13 * i + 13]) for i in range(4))
        deal = Deal((north, east, south, west))
        for room in ROOMS:
            rooms[room].append(FinishedBoard.of(_played(Board.begin(number, deal=deal), chance)))
    return MatchRecord(("A", "B"), tuple(rooms["open"]), tuple(rooms["closed"]))


def _played(board: Board, chance: random.Random) -> Board:
    while board.phase is Phase.AUCTION:
        legal = board.auction.legal_calls
        call = PASS if chance.random() < 0.6 else chance.choice(legal[:9])
        board = board.apply(Called(board.auction.turn, call))
    while board.phase is Phase.PLAY:
        assert board.turn is not None
        board = board.apply(Played(board.turn, chance.choice(list(board.legal_cards))))
    return board


@pytest.fixture(scope="session")
def timed() -> Callable[[MatchRecord, int], MatchRecord]:
    """A function from a match and a seed to the same match with times."""
    return _timed


def _timed(record: MatchRecord, seed: int) -> MatchRecord:
    chance = random.Random(seed)

    def with_times(finished: FinishedBoard) -> FinishedBoard:
        times = []
        for index in range(len(finished.board.auction.calls)):
            seat = finished.board.auction.caller(index)
            times.append(DecisionTime(seat, "call", 0, chance.uniform(0.1, 1)))
        for number, trick in enumerate(
            finished.board.play.tricks if finished.board.play else (), 1
        ):
            for seat in trick.by_seat():
                decider = finished.contract.declarer if finished.contract else seat
                decider = decider if finished.board.dummy is seat else seat
                times.append(DecisionTime(decider, "card", number, chance.uniform(0.1, 4)))
        seconds = [0.0, 0.0]
        for time in times:
            seconds[time.seat.side] += time.seconds
        return FinishedBoard(
            finished.board,
            finished.contract,
            finished.tricks,
            (seconds[0], seconds[1]),
            tuple(times),
        )

    return MatchRecord(
        record.teams,
        tuple(map(with_times, record.open)),
        tuple(map(with_times, record.closed)),
    )
