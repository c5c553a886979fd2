"""A match as a show: by the reports of its rooms, and after it was resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.match.record.document import BoardSight
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.store import MatchStore, MatchTrouble, StoredAction
from bluechip_bot.match.record.thoughts import ThoughtReader
from bluechip_bot.match.work import RoomEvent, RoomReport, RoomWork, SeatWork
from bluechip_bot.model import PASS, Board, Called, Seat
from bluechip_bot.pages.http import WebAnswer, WebRequest
from bluechip_bot.protocol.effects import BoardBegun, BoardFinished, BoardForfeited, TableActed
from bluechip_bot.vugraph.match_show import MatchShow
from bluechip_bot.vugraph.site import ShowSite, TopicStream
from support import shows
from support.boards import planned_of
from support.happenings import happenings

MakeBoard = Callable[[int], Board]
ROOMS = ("open", "closed")


def work(room: str) -> RoomWork:
    """A room's table."""
    seat = SeatWork("A")
    return RoomWork(room, (), (seat, seat, seat, seat), Path(), room)


def reports(room: str, board: Board) -> Iterator[RoomReport]:
    """Yield what a room reports of a board."""
    yield RoomEvent(room, BoardBegun(board.number))
    for event, player in happenings(board):
        yield RoomEvent(room, TableActed(board.number, event, player, 0.5))
    yield RoomEvent(room, BoardFinished(board, (1.0, 1.0)))


class Match:
    """A match in a folder, its show and its store."""

    def __init__(self, path: Path, boards: list[Board]) -> None:
        self.folder = MatchFolder.create(path)
        self.plan = [planned_of(board) for board in boards]
        self.store = MatchStore.create(self.folder.store, {}, self.plan)
        self.store._connection.execute("PRAGMA synchronous = OFF")
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
            case RoomEvent(_, BoardBegun(number)):
                self.store.begin_board(room, room, number, 9.0)
            case RoomEvent(_, TableActed(_, event, player, seconds)):
                self.store.add_action(room, StoredAction(event, player, seconds))
            case RoomEvent(_, BoardFinished(board, thinking)):
                self.store.finish_board(room, room, board, thinking, 9.0)
            case RoomEvent(_, BoardForfeited(number, seats)):
                self.store.forfeit_board(room, number, seats, 9.0)
            case MatchTrouble():
                self.store.add_trouble(report)
        self.shown.heard(work(room), report)

    def hear_all(self, room: str, told: Iterable[RoomReport]) -> None:
        for report in told:
            self.hear(room, report)

    def log(self, room: str, seat: Seat, board: int, place: int, action: str, text: str) -> None:
        line = {"board": board, "place": place, "action": action, "thoughts": [text]}
        with (self.folder.logs / f"{room}-{seat}.times.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")


def topics(shown: MatchShow, sight: BoardSight = BoardSight.OPERATOR) -> dict[str, Any]:
    """All topics."""
    return shows.topics(shown.show, sight)


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
            match.hear_all(room, reports(room, board))
    match.hear("open", RoomEvent("open", BoardForfeited(boards[2].number, (Seat.WEST,))))
    match.hear("open", MatchTrouble(3.0, "open", "crash", "North", "status 1"))
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
        first, second = (shows.document(each.show, room, 1) for each in (match.shown, resumed))
        for call in first["calls"]:
            assert call.pop("shows").startswith(f"{room} ")
        assert [{**call, "shows": ""} for call in first["calls"]] == second["calls"]
        assert first["cards"] == second["cards"]


def test_thoughts_come_while_the_board_is_played(match: Match, boards: list[Board]) -> None:
    """For the operator at once, for all when the board is over."""
    board = boards[0]
    match.hear_all("closed", reports("closed", board))
    first, second, *rest = reports("open", board)
    match.hear_all("open", (first, second))
    event = next(happenings(board))[0]
    assert isinstance(event, Called)
    match.log("open", event.seat, board.number, 0, str(event.call), "a weak hand")
    match.shown.poll()
    assert topics(match.shown)["table/open"]["board"]["thoughts"] == [[1, "a weak hand", ""]]
    assert topics(match.shown, BoardSight.PUBLIC)["table/open"]["board"]["thoughts"] == []
    match.hear_all("open", rest)
    public = topics(match.shown, BoardSight.PUBLIC)["table/open"]["board"]
    assert public["thoughts"] == [[1, "a weak hand", ""]]


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


class Visitor:
    """Somebody who has followed the page of a match from its beginning."""

    def __init__(self, match: Match, sight: BoardSight) -> None:
        self.match, self.sight = match, sight
        self.messages: list[bytes] = []
        self.version = 0

    def look(self) -> None:
        stream = TopicStream(self.match.shown.show.views, "e1")
        newest = self.match.shown.show.views[self.sight].version
        if newest != self.version:
            self.messages.append(stream.message(self.sight, self.version, 9.0))
            self.version = newest

    def seen(self) -> dict[str, bytes]:
        """All that the page has for this visitor; its scripts and styles are always the same."""
        show = self.match.shown.show
        site = ShowSite(show, "secret", lambda _, document: WebAnswer.json(document))
        token = ""
        if self.sight is BoardSight.OPERATOR:
            token = "?token=secret"
        targets = [
            f"/{document}/{room}/{board.number}"
            for document in ("boards", "values")
            for room in (*ROOMS, "replay")
            for board in self.match.plan
        ]
        found = {}
        for target in targets:
            answer = site.answer(WebRequest.of("GET", target + token))
            found[target] = answer.body
        assert site.answer(WebRequest.of("GET", f"/events{token}")) is self.sight
        newcomer = TopicStream(show.views, "e1").message(self.sight, 0, 9.0)
        return {**found, "newcomer": newcomer, "follower": b"".join(self.messages)}


def begun(room: str, board: Board) -> list[RoomReport]:
    """What a room reports that is still at the first calls of a board."""
    first, second = board.dealer, board.dealer.lho
    number = board.number
    calls = [TableActed(number, Called(seat, PASS), seat, 0.5) for seat in (first, second)]
    return [RoomEvent(room, BoardBegun(number)), *(RoomEvent(room, call) for call in calls)]


Happenings = Iterator[tuple[str, RoomReport | None]]


def at(table: str, told: Iterable[RoomReport]) -> Happenings:
    """Reports of a table."""
    return ((table, report) for report in told)


def one_room_is_ahead(boards: list[Board]) -> Happenings:
    """The open room has finished a board which the closed room plays, and is at the next one."""
    yield from at("closed", begun("closed", boards[0]))
    yield from at("open", reports("open", boards[0]))
    yield from at("open", [*reports("open", boards[1])][:-20])


def both_rooms_play(boards: list[Board]) -> Happenings:
    """Both rooms are in the middle of the same board."""
    for one, other in [*zip(*(reports(room, boards[0]) for room in ROOMS), strict=True)][:-20]:
        yield "open", one
        yield "closed", other


def one_room_after_the_other(boards: list[Board]) -> Happenings:
    """The open room has finished all boards, one of them not as given; the closed room begins."""
    for board in boards:
        yield from at("open", reports("open", board))
    yield from at("closed", begun("closed", boards[0]))


def resumed(boards: list[Board]) -> Happenings:
    """The same, when the match was broken off between the two rooms."""
    *half, _, _, _ = one_room_after_the_other(boards)
    yield from half
    yield "", None
    yield from at("closed", begun("closed", boards[0]))


def instant_replay(boards: list[Board]) -> Happenings:
    """One table has played a board as the open room, and begins it as the closed one."""
    yield from at("replay", (*reports("open", boards[0]), *begun("closed", boards[0])))


def given_up(boards: list[Board]) -> Happenings:
    """The open room gave the board up, in a way that depends on what happened there."""
    yield from at("open", [*reports("open", boards[0])][:-20])
    seats = tuple(seat for seat in Seat if len(str(boards[0].hands[seat])) % 2)
    event = BoardForfeited(boards[0].number, (*seats, Seat.SOUTH))
    yield "open", RoomEvent("open", event)


@pytest.mark.parametrize(
    "happens",
    [
        one_room_is_ahead,
        both_rooms_play,
        one_room_after_the_other,
        resumed,
        instant_replay,
        given_up,
    ],
)
def test_a_board_is_not_public_before_all_rooms_have_finished_it(
    tmp_path: Path,
    finished_board: MakeBoard,
    happens: Callable[[list[Board]], Happenings],
) -> None:
    """Until then the public sees the same, to the byte, whatever happens; the operator does not."""
    # These have the same numbers, dealers and vulnerability in pairs.
    matches = [[finished_board(first + seed) for seed in (0, 2, 3)] for first in (0, 40)]
    seen: dict[BoardSight, list[dict[str, bytes]]] = {sight: [] for sight in BoardSight}
    after = []
    with ExitStack() as stack:
        for index, boards in enumerate(matches):
            match = Match(tmp_path / f"match-{index}", boards)
            stack.enter_context(closing(match.store))
            match.plan[2] = evolve(match.plan[2], calls=(PASS,) * 4)
            visitors = [Visitor(match, sight) for sight in BoardSight]
            for board in boards:
                call = str(board.auction.calls[0])
                match.log("open", board.dealer, board.number, 0, call, f"thought {index}")
            for name, report in happens(boards):
                if report is None:
                    match.shown = match.show()
                    match.shown.resume([*match.store.finished("open")], {}, ())
                    visitors = [Visitor(match, sight) for sight in BoardSight]
                else:
                    match.hear(name, report)
                match.shown.poll()
                for visitor in visitors:
                    visitor.look()
            for visitor in visitors:
                seen[visitor.sight].append(visitor.seen())
            for room in ROOMS:
                for board in boards:
                    match.hear(room, RoomEvent(room, BoardFinished(board, (1.0, 1.0))))
            after.append(visitors[0].seen())
    first, second = seen[BoardSight.PUBLIC]
    assert first == second
    first, second = seen[BoardSight.OPERATOR]
    assert first["newcomer"] != second["newcomer"]
    first, second = after
    assert first["/boards/open/1"] != second["/boards/open/1"]
    assert first["newcomer"] != second["newcomer"]


def test_the_last_room_is_watched_live(match: Match, boards: list[Board]) -> None:
    """Calls, cards and dummy are public while the other room has the board behind it."""
    match.hear_all("open", reports("open", boards[0]))
    assert topics(match.shown)["table/open"]["teams"] == ["Blue", "Red"]
    assert "board" not in topics(match.shown, BoardSight.PUBLIC)["table/open"]
    match.hear_all("closed", [*reports("closed", boards[0])][:-20])
    public = topics(match.shown, BoardSight.PUBLIC)
    assert public["table/closed"]["board"]["cards"]
    assert public["table/closed"]["teams"] == ["Red", "Blue"]
    assert sum(hand is not None for hand in public["table/closed"]["board"]["hands"]) == 1
    assert "board" not in public["table/open"]
    assert f"board/{boards[0].number}" not in public
