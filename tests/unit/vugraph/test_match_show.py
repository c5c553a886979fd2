"""A match as a show: by the reports of its rooms, and after it was resumed."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.match.boards.plan import PlannedBoard
from bluechip_bot.match.record.document import Sight
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.store import MatchStore, StoredAction, Trouble
from bluechip_bot.match.record.thoughts import ThoughtReader
from bluechip_bot.match.work import (
    Action,
    Begun,
    Finished,
    Forfeited,
    RoomReport,
    RoomWork,
    SeatWork,
)
from bluechip_bot.model import PASS, Board, Called, Deal, Seat
from bluechip_bot.vugraph.match_show import MatchShow
from support.happenings import happenings

MakeBoard = Callable[[int], Board]
ROOMS = ("open", "closed")


def planned(board: Board) -> PlannedBoard:
    """The plan of a board."""
    north, east, south, west = (hand for hand in board.hands if hand is not None)
    deal = Deal((north, east, south, west))
    return PlannedBoard(board.number, board.dealer, board.vulnerability, deal)


def work(room: str) -> RoomWork:
    """A room's table."""
    seat = SeatWork("A")
    return RoomWork(room, (), (seat, seat, seat, seat), Path(), room)


def reports(room: str, board: Board) -> Iterator[RoomReport]:
    """Yield what a room reports of a board."""
    yield Begun(room, board.number)
    for event, player in happenings(board):
        yield Action(StoredAction(event, player, 0.5))
    yield Finished(room, board, (1.0, 1.0))


class Match:
    """A match in a folder, its show and its store."""

    def __init__(self, path: Path, boards: list[Board]) -> None:
        self.folder = MatchFolder.create(path)
        self.plan = [planned(board) for board in boards]
        self.store = MatchStore.create(self.folder.store, {}, self.plan)
        self.shown = self.show()

    def show(self) -> MatchShow:
        """A show of the match that knows nothing yet."""
        readers = {room: ThoughtReader(self.folder, room) for room in ROOMS}
        return MatchShow(
            ("Blue", "Red"),
            ROOMS,
            self.plan,
            readers,
            lambda: 9.0,
            lambda room, board, call: f"{room} {len(board.auction.calls)} {call}",
        )

    def hear(self, room: str, report: RoomReport) -> None:
        """What the match does with a report."""
        match report:
            case Begun(_, number):
                self.store.begin_board(room, room, number, 9.0)
            case Action(action):
                self.store.add_action(room, action)
            case Finished(_, board, seconds):
                self.store.finish_board(room, room, board, seconds, 9.0)
            case Forfeited(_, number, seats):
                self.store.forfeit_board(room, number, seats, 9.0)
            case Trouble():
                self.store.add_trouble(report)
        self.shown.heard(work(room), report)

    def log(self, room: str, seat: Seat, board: int, place: int, action: str, text: str) -> None:
        """A seat logs a thought."""
        line = {"board": board, "place": place, "action": action, "thoughts": [text]}
        with (self.folder.logs / f"{room}-{seat}.times.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")


def topics(shown: MatchShow, sight: Sight = Sight.OPERATOR) -> dict[str, Any]:
    """All topics."""
    told: dict[str, Any] = json.loads(shown.show.views[sight].since(0))
    return told


@pytest.fixture
def boards(finished_board: MakeBoard) -> list[Board]:
    """Three boards, one of them with a play."""
    return [evolve(finished_board(seed), number=seed + 1) for seed in range(3)]


@pytest.fixture
def match(tmp_path: Path, boards: list[Board]) -> Iterator[Match]:
    """A match of three boards."""
    found = Match(tmp_path / "match", boards)
    with closing(found.store):
        yield found


def test_a_resumed_match_shows_what_it_had(match: Match, boards: list[Board]) -> None:
    """Boards with times, those given up, score and faults: as before the end of its process."""
    for room in ROOMS:
        for board in boards[:2]:
            for report in reports(room, board):
                match.hear(room, report)
    match.hear("open", Forfeited("open", boards[2].number, (Seat.WEST,)))
    match.hear("open", Trouble(3.0, "open", "crash", "North", "status 1"))
    resumed = match.show()
    resumed.resume(
        [stored for room in ROOMS for stored in match.store.finished(room)],
        {room: match.store.forfeits(room) for room in ROOMS},
        match.store.troubles,
    )
    before = {name: told for name, told in topics(match.shown).items() if "table" not in name}
    assert topics(resumed) == before
    assert before["score"]["boards"] == 2
    for room in ROOMS:
        old, new = (each.show.document(room, 1) for each in (match.shown, resumed))
        assert old is not None
        assert new is not None
        first, second = json.loads(gzip.decompress(old)), json.loads(gzip.decompress(new))
        for call in first["calls"]:
            assert call.pop("shows").startswith(f"{room} ")
        assert [{**call, "shows": ""} for call in first["calls"]] == second["calls"]
        assert first["cards"] == second["cards"]


def test_teams_change_directions(match: Match, boards: list[Board]) -> None:
    """Team A sits North-South in the open room alone."""
    for room in ROOMS:
        match.hear(room, Begun(room, boards[0].number))
    assert topics(match.shown)["table/open"]["teams"] == ["Blue", "Red"]
    assert topics(match.shown)["table/closed"]["teams"] == ["Red", "Blue"]


def test_thoughts_come_while_the_board_is_played(match: Match, boards: list[Board]) -> None:
    """For the operator at once, for all when the board is over."""
    board = boards[0]
    first, *rest = reports("open", board)
    match.hear("open", first)
    match.hear("open", rest[0])
    event = next(happenings(board))[0]
    assert isinstance(event, Called)
    match.log("open", event.seat, board.number, 0, str(event.call), "a weak hand")
    match.shown.poll()
    assert topics(match.shown)["table/open"]["board"]["thoughts"] == [[1, "a weak hand"]]
    assert topics(match.shown, Sight.PUBLIC)["table/open"]["board"]["thoughts"] == []
    for report in rest[1:]:
        match.hear("open", report)
    public = topics(match.shown, Sight.PUBLIC)["table/open"]["board"]
    assert public["thoughts"] == [[1, "a weak hand"]]


def test_a_board_that_was_not_called_as_given_does_not_count(
    match: Match, boards: list[Board]
) -> None:
    """It is shown, and left out of the score."""
    board = boards[0]
    match.plan[0] = evolve(match.plan[0], calls=(PASS,) * 4)
    assert board.auction.calls != match.plan[0].calls
    shown = match.show()
    for room in ROOMS:
        for report in reports(room, board):
            shown.heard(work(room), report)
    assert topics(shown)["score"]["boards"] == 0
    assert topics(shown)[f"board/{board.number}"]["counts"] is False
