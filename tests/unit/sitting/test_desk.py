"""A person's desk: what it shows, what may be asked for, and what stays hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.record.document import BoardSight, board_document
from bluechip_bot.model import Board, Card, Decision, DecisionRequest, Phase, Played, Seat
from bluechip_bot.pages.http import WebAnswer, WebRequest
from bluechip_bot.player.chance import RandomPlayer
from bluechip_bot.protocol.pair import MemoryTable
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.sitting.desk import ActionError, SeatDesk
from bluechip_bot.sitting.site import SeatSite
from bluechip_bot.vugraph.site import TopicStream

MakeBoard = Callable[[int], Board]
PLAYERS = ("bot", "bot", "you", "bot")


def shown(desk: SeatDesk) -> dict[str, Any]:
    """All topics."""
    topics: dict[str, Any] = json.loads(desk.topics.since(0))
    return topics


def desk_at(board: Board, *, free: bool = True) -> SeatDesk:
    """A desk whose person is to act on a board; the person sits where it is anybody's turn."""
    assert board.decider is not None
    desk = SeatDesk(board.decider, PLAYERS, 3, free=free)
    desk.ask(DecisionRequest(5, board.seen_by(board.decider), board.decider, 1.0, 0))
    return desk


def site_of(desk: SeatDesk) -> SeatSite:
    """The site of a desk, whose documents stand for the values of their boards."""
    return SeatSite(desk, "secret", lambda _, document: WebAnswer.json(document), lambda _: None)


def body(**told: Any) -> bytes:
    """The body of a request that answers number 5."""
    return json.dumps({"asked": 5, **told}).encode()


@pytest.fixture
def playing(finished_board: MakeBoard) -> Board:
    """A board in the middle of its play."""
    return finished_board(0).until(21)


def test_a_call_and_a_card(playing: Board) -> None:
    """What is legal is offered, and is a decision."""
    bidding = Board.begin(2, deal=boards_from_seed(1, 1)[0].deal)
    desk = desk_at(bidding)
    assert shown(desk)["board"]["legal"][:3] == ["P", "1C", "1D"]
    wish = desk.wish("act", body(action="2NT"))
    assert isinstance(wish, Decision)
    assert str(wish.action) == "2NT"
    desk = desk_at(playing)
    for name in shown(desk)["board"]["legal"]:
        assert desk.wish("act", body(action=name)) == Decision(5, Card.parse(name))
    assert playing.turn is not None
    held = playing.remaining(playing.turn)
    for card in map(Card, range(52)):
        if str(card) not in shown(desk)["board"]["legal"]:
            with pytest.raises(ActionError) as caught:
                desk.wish("act", body(action=str(card)))
            assert ("revoke" in str(caught.value)) is (card in (held or ()))
    assert desk.wish("hint", body()) == desk.request
    desk.answered()
    assert shown(desk)["board"]["asked"] is None
    with pytest.raises(ActionError, match="not your turn"):
        desk.wish("act", body(action="SA"))


def _wrong() -> Iterator[tuple[str, bytes, int, str]]:
    yield "act", b"", 400, "not JSON"
    yield "act", b"\xff", 400, "not JSON"
    yield "act", b"[" * 400, 400, "not JSON"
    yield "act", b"[1]", 400, "object"
    yield "act", b'{"asked": 4, "action": "SA"}', 409, "earlier turn"
    yield "act", b'{"action": "SA"}', 409, "earlier turn"
    yield "act", body(), 400, "`action`"
    yield "act", body(action=["SA"]), 400, "`action`"
    yield "act", body(action="S1"), 409, "S1"
    yield "act", body(action="2NT"), 409, "2NT"
    yield "act", body(action="<script>" * 90), 409, "script"
    yield "claim", body(), 400, "0 to 8"
    yield "claim", body(tricks=9), 400, "0 to 8"
    yield "claim", body(tricks=-1), 400, "0 to 8"
    yield "claim", body(tricks=True), 400, "0 to 8"
    yield "claim", body(tricks="8"), 400, "0 to 8"
    yield "undo", body(), 409, "nothing to take back"


@pytest.mark.parametrize(("what", "sent", "status", "words"), list(_wrong()))
def test_what_cannot_be_had(
    playing: Board, what: str, sent: bytes, status: int, words: str
) -> None:
    """Words and a status, and nothing has changed."""
    desk = desk_at(playing)
    before = shown(desk)
    with pytest.raises(ActionError, match=re.escape(words)) as caught:
        desk.wish(what, sent)
    assert caught.value.status == status
    assert len(str(caught.value)) < 400
    assert shown(desk) == before


def test_players_from_elsewhere_wait_for_nobody_s_second_thoughts(playing: Board) -> None:
    """There is neither a claim nor an undo where others have connected."""
    desk = desk_at(playing, free=False)
    for what in ("claim", "undo"):
        with pytest.raises(ActionError, match="elsewhere"):
            desk.wish(what, body(tricks=1))


def test_a_claim(finished_board: MakeBoard) -> None:
    """It is shown while it is judged; if it stands, the next answers are settled."""
    board = finished_board(0).until(48)
    desk = desk_at(board)
    assert desk.wish("claim", body(tricks=1)) == 1
    assert shown(desk)["claim"] == {"asked": 5, "tricks": 1, "stands": None}
    desk.judge(1, finished_board(0).until(44), [])
    assert shown(desk)["claim"]["stands"] is None, "a claim of another position"
    desk.judge(1, board, None)
    assert shown(desk)["claim"]["stands"] is False
    cards = finished_board(0).play
    assert cards is not None
    desk.judge(1, board, cards.cards[48:])
    assert desk.request is not None
    settled = desk.script.answer(desk.request)
    assert settled is not None
    assert settled.action == cards.cards[48]


class Game:
    """A board in memory, with a person South who answers by their page."""

    def __init__(self, number: int, seed: int) -> None:
        self.board = boards_from_seed(seed, 1, first=number)[0].dealt()
        self.desk = SeatDesk(Seat.SOUTH, PLAYERS, 1, free=True)
        self.site = site_of(self.desk)
        self.bots = RandomPlayer()
        other = MemoryTable([self.board], self.bots.decide)
        other.connect()
        other.run()
        self.replayed = board_document(other.finished[0])
        self.read: list[tuple[Board | None, bytes]] = []
        seats = [SeatOptions(("NS", "EW")[seat.side], seat, seed=seed) for seat in Seat]
        self.table = MemoryTable([self.board], self.decide, seats=seats)
        self.table.connect()
        while self.table._queue:
            self.table.deliver()
            seen = self.table.seats[Seat.SOUTH].board
            if seen is not None and not self.table.finished:
                self.desk.see(seen)
            self.look()
        (self.finished,) = self.table.finished
        self.desk.finish(self.finished)
        self.look()

    def decide(self, request: DecisionRequest) -> Decision:
        settled = self.desk.script.answer(request)
        if settled is not None:
            return settled
        decision = self.bots.decide(request)
        if request.seat is Seat.SOUTH:
            self.desk.ask(request)
            self.look()
            self.desk.hint(request.id, decision, "")
            sent = json.dumps({"asked": request.id, "action": str(decision.action)}).encode()
            wish = self.desk.wish("act", sent)
            assert isinstance(wish, Decision)
            self.desk.answered()
            return wish
        return decision

    def look(self) -> None:
        number = self.board.number
        self.desk.replayed(number, self.replayed)
        stream = TopicStream({BoardSight.PUBLIC: self.desk.topics}, "e1").message(
            BoardSight.PUBLIC, 0, 1.0
        )
        answers = [
            self.site.answer(WebRequest.of("GET", f"/{what}/{whose}/{number}?token=secret"))
            for what in ("boards", "values")
            for whose in ("mine", "bots")
        ]
        self.read.append((self.table.table.board, stream + b"".join(one.body for one in answers)))


@pytest.mark.parametrize(
    ("number", "seed"),
    [
        (1, 1),
        pytest.param(2, 4, marks=pytest.mark.slow),
        pytest.param(3, 8, marks=pytest.mark.slow),
    ],
)
def test_no_hand_is_sent_that_the_seat_may_not_see(number: int, seed: int) -> None:
    """Every byte of a board is read, at every line of the table: no card of a hidden hand."""
    game = Game(number, seed)
    checked = 0
    for board, sent in game.read[:-1]:
        if board is None or board.phase is Phase.OVER:
            continue
        has_led = board.play is not None and bool(board.play.cards)
        hidden = [s for s in Seat if s is not Seat.SOUTH and not (has_led and s is board.dummy)]
        for seat in hidden:
            hand, left = board.hands[seat], board.remaining(seat)
            assert hand is not None
            assert left is not None
            assert str(hand).encode() not in sent
            assert not any(f'"{card}"'.encode() in sent for card in left)
            assert not any(
                f'"{suit}.'.encode() in sent or f'.{suit}"'.encode() in sent
                for suit in str(hand).split(".")
                if len(suit) > 3
            )
        checked += len(hidden)
        told = json.loads(re.findall(r"data: (.*)", sent.decode())[0])["topics"]
        assert "result/1" not in told
    assert checked > 100
    assert str(game.finished.hands[Seat.NORTH]).encode() in game.read[-1][1]


def test_a_decision_is_taken_back(playing: Board) -> None:
    """The board comes back to it without being shown meanwhile; others act as they did."""
    seat = playing.decider
    assert seat is not None
    desk = desk_at(playing)
    wish = desk.wish("act", body(action=shown(desk)["board"]["legal"][0]))
    assert isinstance(wish, Decision)
    desk.answered()
    later = playing.until(21)
    later = later.apply(_played(later, wish))
    while later.decider is not seat:
        later = later.apply(_played(later, RandomPlayer().decide(_request(later))))
    desk.ask(DecisionRequest(6, later.seen_by(seat), seat, 1.0, 0))
    assert shown(desk)["board"]["back"] is True
    assert desk.wish("undo", b'{"asked": 6}') is None
    before = shown(desk)["board"]
    for cards in range(21):
        desk.see(playing.until(cards).seen_by(seat))
        assert shown(desk)["board"] == before
    settled = desk.script.answer(_request(playing.until(20)))
    assert settled is not None
    desk.ask(DecisionRequest(9, playing.seen_by(seat), seat, 1.0, 0))
    now = shown(desk)["board"]
    assert (now["asked"], now["back"], len(now["cards"])) == (9, False, 21)


def _request(board: Board) -> DecisionRequest:
    assert board.decider is not None
    return DecisionRequest(0, board, board.decider, 1.0, 3)


def _played(board: Board, decision: Decision) -> Any:
    assert board.turn is not None
    assert isinstance(decision.action, Card)
    return Played(board.turn, decision.action)


def test_the_bots_are_held_back_until_the_board_is_over(finished_board: MakeBoard) -> None:
    """Then their result is shown, with the IMPs of the person's side."""
    mine, bots = finished_board(0), finished_board(0)
    desk = SeatDesk(Seat.WEST, PLAYERS, 1, free=True)
    desk.replayed(mine.number, board_document(bots))
    assert desk.result("bots", mine.number) is None
    desk.finish(mine)
    told = shown(desk)[f"result/{mine.number}"]
    assert (told["mine"], told["imps"]) == (told["bots"], 0)
    assert desk.result("bots", mine.number) is not None


def test_the_session_ends(playing: Board) -> None:
    """With words for whoever still asks."""
    desk = desk_at(playing)
    desk.end("all boards are played")
    assert shown(desk)["over"] == "all boards are played"
    with pytest.raises(ActionError, match="over"):
        desk.wish("act", body(action="SA"))


def test_the_page_is_for_whoever_has_the_token(playing: Board) -> None:
    """Its files are everybody's; all else is refused without it."""
    site = site_of(desk_at(playing))

    def status(method: str, target: str, sent: bytes = b"") -> int | None:
        answer = site.answer(WebRequest.of(method, target, {}, sent))
        return answer.status if isinstance(answer, WebAnswer) else None

    for name in ("", "seat.js", "seat.css", "board.js", "cardtable.js", "live.js", "screen.css"):
        assert status("GET", f"/{name}") == 200
    for path in ("/events", "/boards/mine/1", "/nothing"):
        for token in ("", "?token=", "?token=wrong", "?token=secret&token=secret"):
            assert status("GET", path + token) == 403
    assert status("POST", "/act", body(action="SA")) == 403
    assert site.answer(WebRequest.of("GET", "/events?token=secret")) is BoardSight.PUBLIC
    assert status("GET", "/boards/mine/1?token=secret") == 404
    assert status("GET", "/nothing?token=secret") == 404
    assert status("POST", "/nothing?token=secret") == 404
    assert status("POST", "/act?token=secret", b"{") == 400
    assert status("POST", "/act?token=secret", body(action="XX")) == 409
