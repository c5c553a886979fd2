"""The figures of a match as one value."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from attrs import evolve

from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.analysis.figures import DecisionPace, MatchFigures, level_lines, level_of
from bluechip_bot.match.analysis.roles import Studies
from bluechip_bot.match.record.record import ROOMS, MatchRecord
from bluechip_bot.match.record.store import StoredAction, StoredBoard
from bluechip_bot.match.result.comparison import BoardPair
from bluechip_bot.match.result.scale import CONTINUOUS
from bluechip_bot.model import Board, Contract, Played, Seat, Side
from bluechip_bot.statistics.sprt import Sprt


def test_levels() -> None:
    """Games are 3NT, four of a major and five of a minor, whatever was doubled."""
    bids = {"slam": "6C 7NT", "game": "3NT 4H 4S 5D", "part-score": "4C 2NT 3SX"}
    for level, contracts in bids.items():
        assert {level_of(Contract.parse(f"{bid} by N")) for bid in contracts.split()} == {level}


def test_swings_by_level() -> None:
    """A board counts for the higher contract, apart where only one room reached it."""

    def finished(number: int, contract: str, tricks: int) -> BoardRecord:
        return BoardRecord(Board.begin(number), Contract.parse(contract), result=tricks)

    passed = BoardRecord(Board.begin(4), is_passed_out=True)
    pairs = [
        BoardPair(finished(1, "6S by N", 12), finished(1, "4S by N", 12)),
        BoardPair(finished(2, "4S by N", 10), finished(2, "3NT by S", 9)),
        BoardPair(finished(3, "1S by N", 7), finished(3, "2NT by E", 8)),
        BoardPair(passed, passed),
    ]
    lines = level_lines(pairs)
    found = [(line.level, line.both, line.boards, line.swings, line.imps) for line in lines]
    assert found == [
        ("slam", False, 1, 1, (11, 0)),
        ("game", True, 1, 1, (1, 0)),
        ("part-score", True, 1, 1, (5, 0)),
        ("pass-out", True, 1, 0, (0, 0)),
    ]


def test_figures_of_a_match(record: MatchRecord, studies: Studies) -> None:
    """IMPs, victory points, mean and roles tell of the same swings."""
    figures = MatchFigures.of(record, studies, Sprt(0, 0.5))
    swings = [pair.swing for pair in record.pairs]
    assert figures.imps[0] - figures.imps[1] == sum(swings)
    assert figures.victory_points == CONTINUOUS.points(sum(swings), 4)
    assert figures.mean is not None
    assert figures.mean.value == sum(swings) / 4
    assert sum(line.net for line in figures.roles) == sum(swings)
    assert sum(line.boards for line in figures.levels) == 4
    assert figures.tricks == ()
    assert figures.board_seconds is None


def test_losses_by_seat(record: MatchRecord, studies: Studies) -> None:
    """The seats' losses are the costs of all cards; dummy loses nothing."""
    losses = MatchFigures.of(record, studies).losses
    costs = [cost for study in studies.values() for cost in study.costs]
    assert sum(loss.tricks for loss in losses) == sum(cost.cost for cost in costs)
    assert sum(loss.cards for loss in losses) == sum(bool(cost.cost) for cost in costs)
    played = sum(bool(study.costs) for study in studies.values())
    assert sum(loss.boards for loss in losses) == 3 * played
    open_north = next(loss for loss in losses if (loss.room, loss.seat) == ("open", Seat.NORTH))
    assert open_north.team == 0
    mine = [
        cost.cost
        for one in record.open
        if one.contract is not None and one.contract.dummy is not Seat.NORTH
        for cost in studies["open", one.number].costs
        if cost.seat is Seat.NORTH
        or (one.contract.declarer is Seat.NORTH and cost.seat is Seat.SOUTH)
    ]
    assert open_north.tricks == sum(mine)


def cards_of(stored: StoredBoard) -> list[StoredAction]:
    """The cards of a board, with their times."""
    return [action for action in stored.actions if isinstance(action.event, Played)]


def test_times(record: MatchRecord, timed: Callable[[MatchRecord, int], MatchRecord]) -> None:
    """Calls and the cards of each trick are counted for the team that decided."""
    with_times = timed(record, 1)
    figures = MatchFigures.of(with_times, {})
    assert len(figures.tricks) == 14
    calls = sum(len(one.board.auction.calls) for room in ROOMS for one in record.rooms[room])
    assert sum(pace.count for pace in figures.tricks[0]) == calls
    played = sum(one.contract is not None for room in ROOMS for one in record.rooms[room])
    assert [a.count + b.count for a, b in figures.tricks[1:]] == [4 * played] * 13
    # Team A sits North-South in the open room, East-West in the closed one.
    ours = [
        action.seconds
        for room, side in zip(ROOMS, Side, strict=True)
        for one in record.rooms[room]
        for action in cards_of(with_times.times[room, one.number])[16:20]
        if action.player.side is side
    ]
    assert figures.tricks[5][0].mean == pytest.approx(DecisionPace.of(ours).mean)
    assert figures.tricks[5][0].slowest == max(ours)
    assert sum(line.counts.decisions for line in figures.seats) == calls + 52 * played
    assert figures.board_seconds is not None
    slowest = max(stored.seconds[ROOMS.index(stored.room)] for stored in with_times.times.values())
    assert figures.board_seconds[0].slowest == slowest


def test_figures_are_json(record: MatchRecord, studies: Studies) -> None:
    """All figures go through JSON and come back."""
    told = MatchFigures.of(record, studies, Sprt(0, 0.5)).as_dict()
    again = json.loads(json.dumps(told))
    assert again["sprt"]["verdict"] == "continue"
    assert again["roles"][0]["role"] == "bidding"
    assert again["losses"][0]["seat"] == "North"
    assert again["mean"]["by_t"]["low"] == told["mean"]["by_t"]["low"]


def test_match_without_a_pair(record: MatchRecord) -> None:
    """Boards of one room alone have no IMPs, no mean and no victory points."""
    figures = MatchFigures.of(evolve(record, closed=()), {}, Sprt(0, 0.5))
    assert (figures.boards, figures.imps, figures.mean) == (0, (0, 0), None)
    assert figures.victory_points is None
    json.dumps(figures.as_dict())
