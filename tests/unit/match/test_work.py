"""What goes to and from a room's process: lines of JSON that are read back as they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.codec import CodecError, from_json, to_json
from bluechip_bot.config import MatchConfig, TableConfig, TeamConfig
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.boards.source import BoardPrescription
from bluechip_bot.match.design import divide
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.store import MatchTrouble
from bluechip_bot.match.work import (
    Listening,
    Over,
    RoomEvent,
    RoomReport,
    RoomWork,
    SeatWork,
    WorkError,
    check_command,
)
from bluechip_bot.model import Board, Call, Called, Card, Contract, Played, Seat
from bluechip_bot.protocol.effects import BoardBegun, BoardFinished, BoardForfeited, TableActed

SETTINGS = MatchConfig(
    table=TableConfig(min_gap=0.25),
    on_stall="restart",
    team_b=TeamConfig("B", wait=True, profile="wbridge5", gap=0.5),
)


def divided(boards: int, tables: int, **more: Any) -> tuple[RoomWork, ...]:
    """The work of each table of both rooms."""
    settings = evolve(SETTINGS, **more)
    return divide(settings, boards_from_seed(1, boards), MatchFolder(Path()), tables)


def test_work_is_read_back() -> None:
    """A room's work comes through a pipe unchanged, with given auctions and without."""
    contract = BoardPrescription(contract=Contract.parse("3NTXS"))
    for work in divided(5, 2):
        given = evolve(work, boards=tuple(map(contract.of, work.boards)))
        assert all(board.calls and board.made_up for board in given.boards)
        for each in (work, given):
            assert from_json(to_json(each), RoomWork) == each


@pytest.mark.parametrize("concurrency", [1, 2, 3, 4, 7, 64])
def test_every_board_is_played_once_in_each_room(concurrency: int) -> None:
    """However many tables there are, and none of them is without boards."""
    works = divided(6, concurrency)
    for room in ("open", "closed"):
        numbers = [b.number for work in works if work.room == room for b in work.boards]
        assert sorted(numbers) == [1, 2, 3, 4, 5, 6]
    assert all(work.boards for work in works)
    assert len({work.name for work in works}) == len(works) <= max(2, concurrency)


def test_a_room_with_a_port_is_one_table() -> None:
    """Programs that others start find the room at its port."""
    works = divided(6, 8, ports_open=(2000,))
    assert [work.name for work in works if work.room == "open"] == ["open"]
    assert [work.ports for work in works][:2] == [(2000,), (0,)]


def test_profile_and_gap_are_the_teams() -> None:
    """How a team is written to goes with it from room to room, where it changes directions."""
    works = divided(2, 2)
    seats = {work.room: [seat.team for seat in work.seats] for work in works}
    assert seats == {"open": ["A", "B", "A", "B"], "closed": ["B", "A", "B", "A"]}
    for work in works:
        assert [work.teams[seat.side].name for seat in Seat] == [each.team for each in work.seats]
        assert {team.name: (team.profile, team.gap) for team in work.teams} == {
            "A": ("standard", 0.0),
            "B": ("wbridge5", 0.5),
        }


def test_places_of_a_command_are_filled() -> None:
    """Host, port, seat and team; other braces are the command's own."""
    work = SeatWork("The A", ("x", "{host}:{port}", "{seat}, {letter} of {team}", '{"a": {}}'))
    assert work.arguments("127.0.0.1", 2000, Seat.WEST) == [
        "x", "127.0.0.1:2000", "West, W of The A", '{"a": {}}',
    ]  # fmt: skip
    check_command(work.command)
    for command, part in (((), "empty"), (("x", "--seat", "{seat}"), r"lacks \{port\}")):
        with pytest.raises(WorkError, match=part):
            check_command(command)


def test_boards_that_are_done_are_left_out() -> None:
    """What is to be played after a restart."""
    (work, _) = divided(5, 2)
    done = {"open": frozenset({1, 4}), "closed": frozenset({2})}
    assert [b.number for b in work.without(done.__getitem__).boards] == [2, 3, 5]


def test_reports_are_read_back(finished_board: Callable[[int], Board]) -> None:
    """Each kind of report comes through a pipe unchanged, as one line."""
    call = Called(Seat.EAST, Call.parse("2H"), "transfer", alert=True)
    reports: tuple[RoomReport, ...] = (
        Listening((2000, 2001)),
        RoomEvent("open", BoardBegun(7)),
        RoomEvent("open", TableActed(7, call, Seat.EAST, 0.5)),
        RoomEvent("open", TableActed(7, Played(Seat.EAST, Card.parse("H2")), Seat.WEST, 0.25)),
        RoomEvent("closed", BoardFinished(finished_board(5), (1.5, 2.5))),
        MatchTrouble(12.5, "open", "crash", "North", "ended\nwith status 1"),
        RoomEvent("closed", BoardForfeited(4, (Seat.NORTH, Seat.WEST))),
        Over(complete=False, text="why"),
    )
    for report in reports:
        line = to_json(report, RoomReport)
        assert "\n" not in line
        assert from_json(line, RoomReport) == report


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "nonsense", '{"kind": "nothing"}', '{"kind": "roomevent"}']
)
def test_other_lines_are_refused(text: str) -> None:
    """A line that is no report, or no work, is told with its text."""
    with pytest.raises(CodecError, match="not a Listening or RoomEvent or "):
        from_json(text, RoomReport)
    with pytest.raises(CodecError, match="not a RoomWork"):
        from_json(text, RoomWork)
