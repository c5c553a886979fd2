"""Shows: what both kinds of viewers are told of tables, boards, score and faults."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from bluechip_bot.formats.record import Remark
from bluechip_bot.match.record.document import BoardSight
from bluechip_bot.model import PASS, Board, Called, Card, Played, Seat, imps
from bluechip_bot.vugraph.show import SessionShow
from support.happenings import before, happenings
from support.shows import document, topics

MakeBoard = Callable[[int], Board]
TEAMS = ("A", "B")


@pytest.fixture
def show() -> SessionShow:
    """A match of two rooms."""
    return SessionShow(TEAMS, ("open", "closed"), 2)


@pytest.fixture
def room() -> SessionShow:
    """A match of one room, whose boards no other room is to play."""
    return SessionShow(TEAMS, ("open",), 2)


def play(show: SessionShow, board: Board, room: str, steps: int = 99) -> None:
    """Play a board at the table of a room, a second for each call and card."""
    show.begin(room, room, TEAMS, before(board), 100.0)
    for index, (event, _) in enumerate(happenings(board)):
        if index < steps:
            show.act(room, event, 1.0, 101.0 + index)


def test_a_table_to_its_end(room: SessionShow, finished_board: MakeBoard) -> None:
    """Both kinds of viewers see all hands and the times used when the board is over."""
    board = finished_board(0)
    play(room, board, "open")
    room.finish("open", board, name="open")
    for sight in BoardSight:
        table = topics(room, sight)["table/open"]
        assert table["board"]["hands"] == [str(hand) for hand in board.hands]
        assert sum(table["used"]) == len(list(happenings(board)))
        assert not table["live"]


def test_hidden_hands_are_nowhere(room: SessionShow, finished_board: MakeBoard) -> None:
    """No text that the public gets during a board has a hidden hand, a thought or a file."""
    board = finished_board(0)
    assert board.play is not None, "choose a seed that plays"
    play(room, board, "open", len(board.auction.calls) + 10)
    room.think("open", [Remark(3, "a secret of mine")])
    room.fault(5.0, "open", "crash", "North", "see /logs/north.log")
    public, operator = (
        room.views[sight].since(0) for sight in (BoardSight.PUBLIC, BoardSight.OPERATOR)
    )
    for seat, hand in zip(Seat, board.hands, strict=True):
        assert (str(hand) in public) == (seat is board.dummy)
        assert str(hand) in operator
    for text in ("a secret of mine", "/logs"):
        assert text not in public
        assert text in operator
    assert room.document("open", board.number, BoardSight.OPERATOR) is None


def test_scores(show: SessionShow, finished_board: MakeBoard) -> None:
    """Swings are those of the two results; the interval needs two; a board may not count."""
    swings = []
    for number, (first, second) in enumerate(((0, 2), (3, 4)), 1):
        deal = evolve(finished_board(first), number=number)
        other = evolve(finished_board(second), number=number)
        show.finish("open", deal)
        assert topics(show)["score"]["boards"] == number - 1
        show.finish("closed", other)
        swings.append(topics(show)[f"board/{number}"]["imps"])
        assert swings[-1] == imps(deal.score() - other.score())
    score = topics(show)["score"]
    assert score["imps"][0] - score["imps"][1] == sum(swings)
    assert score["low"] <= score["mean"] <= score["high"]
    show.leave_out(1)
    assert topics(show)["score"]["boards"] == 1
    assert topics(show)["board/1"]["imps"] is None


def test_a_finished_board_is_kept_with_times_and_thoughts(
    show: SessionShow, finished_board: MakeBoard
) -> None:
    """The document that is stepped through; a board that begins again has no part in it."""
    board = finished_board(0)
    play(show, board, "open", 3)
    play(show, board, "open")
    show.finish("open", board, remarks=[Remark(1, "long thought")], name="open")
    told = document(show, "open", board.number, BoardSight.OPERATOR)
    assert told["thoughts"] == [[1, "long thought", ""]]
    assert {call["seconds"] for call in told["calls"]} == {1.0}


def test_what_does_not_fit_is_not_shown(room: SessionShow, finished_board: MakeBoard) -> None:
    """A call out of turn ends what is shown of a board, not the room."""
    board = finished_board(0)
    play(room, board, "open", 2)
    old = topics(room)["table/open"]
    room.act("open", Played(Seat.NORTH, Card.parse("SA")), 1.0, 9.0)
    room.act("nowhere", Called(Seat.NORTH, PASS), 1.0, 9.0)
    assert topics(room)["table/open"] == old
    room.forfeit("open", board.number, (Seat.EAST,))
    assert topics(room)[f"board/{board.number}"]["rooms"] == {"open": {"given_up": ["E"]}}
    room.end("stopped", "/logs/table.log")
    assert topics(room)["over"] == "stopped"
    assert topics(room, BoardSight.OPERATOR)["over"] == "stopped: /logs/table.log"


def test_faults_are_counted_and_the_last_ones_shown(show: SessionShow) -> None:
    """A table that fails for ever does not fill the page."""
    for number in range(100):
        show.fault(float(number), "open", "stall", "East", "x" * 10_000)
    faults = topics(show, BoardSight.OPERATOR)["faults"]
    assert faults["count"] == 100
    assert [fault["at"] for fault in faults["last"]] == [float(n) for n in range(70, 100)]
    assert max(len(fault["text"]) for fault in faults["last"]) == 400
