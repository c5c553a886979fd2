"""Matches of random calls and cards."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from attrs import evolve

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.analysis.roles import PlayStudy, Studies
from bluechip_bot.match.record.record import ROOMS, MatchRecord, RoomName
from bluechip_bot.match.record.store import StoredAction, StoredBoard
from bluechip_bot.model import PASS, Board, Called, Deal, Phase, Played
from support.happenings import happenings

MakeMatch = Callable[[int, int], MatchRecord]


@pytest.fixture(scope="session")
def studied() -> Callable[[MatchRecord], Studies]:
    """A function from a match to the studies of its boards."""
    solver = DoubleDummy(16)
    return lambda record: {
        (room, one.number): study
        for room in ROOMS
        for one in record.rooms[room]
        if (study := PlayStudy.of(one, solver.cards)) is not None
    }


@pytest.fixture(scope="session")
def record() -> MatchRecord:
    """A match of four boards."""
    return _random_match(4, 8)


@pytest.fixture(scope="session")
def studies(record: MatchRecord, studied: Callable[[MatchRecord], Studies]) -> Studies:
    """Its studies."""
    return studied(record)


@pytest.fixture(scope="session")
def random_match() -> MakeMatch:
    """A function from a number of boards and a seed to a match, without times."""
    return _random_match


def _random_match(boards: int, seed: int) -> MatchRecord:
    chance = random.Random(seed)
    rooms: dict[RoomName, list[BoardRecord]] = {room: [] for room in ROOMS}
    for number in range(1, boards + 1):
        pack = list(range(52))
        chance.shuffle(pack)
        deal = Deal.of_pack(pack)
        for room in ROOMS:
            rooms[room].append(
                BoardRecord.of_board(_played(Board.begin(number, deal=deal), chance))
            )
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

    times = {}
    for room, finished in record.boards:
        actions, seconds = [], [0.0, 0.0]
        for event, decider in happenings(finished.board):
            most = 1 if isinstance(event, Called) else 4
            actions.append(StoredAction(event, decider, chance.uniform(0.1, most)))
            seconds[decider.side] += actions[-1].seconds
        used = seconds[0], seconds[1]
        times[room, finished.number] = StoredBoard(room, finished.board, used, 0.0, tuple(actions))
    return evolve(record, times=times)
