"""A board played by a browser that the test plays, over real sockets; our players are stand-ins."""

# mypy: allow-untyped-calls
# Parts of Twisted have no types.

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import pytest_twisted
from twisted.internet import reactor
from twisted.internet.defer import Deferred, succeed
from twisted.internet.protocol import Protocol
from twisted.web.client import Agent, FileBodyProducer
from twisted.web.http_headers import Headers

from bluechip_bot.dataformats import parse_json
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.record.document import board_document, board_of
from bluechip_bot.model import Seat, Side
from bluechip_bot.net.sitting import OtherSeats, SittingTable
from bluechip_bot.player.chance import RandomPlayer
from bluechip_bot.protocol.pair import MemoryTable
from bluechip_bot.sitting.desk import SeatDesk
from bluechip_bot.sitting.script import line_of_claim
from support.seated import InstantPlayer


def judge(question: bytes) -> Deferred[bytes]:
    """Answer a claim as `bluechip-bot values` does."""
    asked = parse_json(question)
    board, side = board_of(asked["board"]), Side(asked["side"])
    line = line_of_claim(board, side, asked["tricks"], DoubleDummy(16).cards)
    return succeed(json.dumps(None if line is None else list(map(str, line))).encode())


def replay(question: bytes) -> Deferred[bytes]:
    """Answer as `bluechip-bot bots` does."""
    table = MemoryTable([board_of(parse_json(question))], RandomPlayer().decide)
    table.connect()
    table.run()
    return succeed(json.dumps(board_document(table.finished[0])).encode())


class Whole(Protocol):
    """The body of an answer."""

    def __init__(self) -> None:
        self.data = b""
        self.done: Deferred[bytes] = Deferred()

    @classmethod
    def of(cls, answer: Any) -> Deferred[bytes]:
        """Fires with it."""
        whole = cls()
        answer.deliverBody(whole)
        return whole.done

    def dataReceived(self, data: bytes) -> None:
        """Keep a part of it."""
        self.data += data

    def connectionLost(self, reason: object = None) -> None:
        """It is whole."""
        self.done.callback(self.data)


class Browser(Protocol):
    """A page: it follows the stream, and keeps every byte that it gets."""

    def __init__(self, sitting: SittingTable) -> None:
        self.address = sitting.web.address.encode()
        self.query = f"?token={sitting.token}".encode()
        self.agent = Agent(reactor)
        self.topics: dict[str, Any] = {}
        self.data = b""
        self.changed: Deferred[None] = Deferred()

    async def open(self) -> None:
        """Begin to follow the stream."""
        answer: Any = await self.agent.request(b"GET", self.address + b"events" + self.query)
        assert answer.code == 200
        answer.deliverBody(self)

    def dataReceived(self, data: bytes) -> None:
        """Take what comes of the stream."""
        self.data += data
        *messages, rest = self.data.split(b"\n\n")
        self.data = rest
        for message in messages:
            lines = message.split(b"\n")
            if lines[-1].startswith(b"data: "):
                self.topics |= json.loads(lines[-1].removeprefix(b"data: "))["topics"]
        changed, self.changed = self.changed, Deferred()
        changed.callback(None)

    async def until(self, *names: str) -> Any:
        """The value of a topic, when it is there: by its name, and names in it."""
        while True:
            value: Any = self.topics
            for name in names:
                value = None if value is None else value.get(name)
            if value is not None:
                return value
            await self.changed

    async def post(self, what: str, sent: bytes | None = None, **told: Any) -> tuple[int, bytes]:
        """The status and the text that a request gets."""
        if sent is None:
            asked = await self.until("board", "asked")
            sent = json.dumps({"asked": asked, **told}).encode()
        headers = Headers({"Content-Type": ["application/json"]})
        body: Any = FileBodyProducer(BytesIO(sent))
        target = self.address + what.encode() + self.query
        answer = await self.agent.request(b"POST", target, headers, body)
        return answer.code, await Whole.of(answer)

    async def get(self, path: str) -> tuple[int, bytes]:
        """The status and the body of a document."""
        answer = await self.agent.request(b"GET", self.address + path.encode() + self.query)
        return answer.code, await Whole.of(answer)


@pytest_twisted.async_yield_fixture
async def sitting() -> AsyncIterator[Any]:
    """A function that makes a table, at which a person sits South."""
    tables: list[SittingTable] = []

    def made(seed: int) -> SittingTable:
        boards = boards_from_seed(seed, 2)
        desk = SeatDesk(Seat.SOUTH, ("bot", "bot", "you", "bot"), len(boards), free=True)
        workers: Any = InstantPlayer()
        sitters = OtherSeats(
            dict.fromkeys(Side, workers),
            frozenset(),
            1.0,
            seed,
            lambda: lambda _, call: f"shows {call}",
            lambda _: succeed(b"[]"),
            judge,
            replay,
        )
        tables.append(SittingTable(reactor, desk, boards, sitters, lambda _: None))
        return tables[-1]

    yield made
    for table in tables:
        await table.close()


def choice(board: Any) -> str:
    """One notrump if it can be bid, so that cards are played; else the first call or card."""
    legal: list[str] = board["legal"]
    return "1NT" if "1NT" in legal else legal[0]


async def played(browser: Browser, number: int) -> int:
    """Play a board; how often the person was asked."""
    count = 0
    while f"result/{number}" not in browser.topics:
        board = await browser.until("board")
        if board["number"] == number and board["asked"] is not None:
            before = board["asked"]
            status, text = await browser.post("act", action=choice(board))
            assert status == 202, text
            count += 1
            while browser.topics["board"]["asked"] == before:
                await browser.changed
        elif f"result/{number}" not in browser.topics:
            await browser.changed
    return count


@pytest_twisted.ensureDeferred
async def test_boards_are_played_in_a_browser(sitting: Any) -> None:
    """From the first call to the results, with a hint, an undo, a claim and wrong requests."""
    table = sitting(seed=2)
    table.listen(0, "127.0.0.1", 0)
    over = table.run()
    browser = Browser(table)
    await browser.open()
    board = await browser.until("board")
    assert sum(hand is not None for hand in board["hands"]) == 1
    meanings = await browser.until("meanings", "calls")
    assert meanings["P"] == "shows P"
    assert (await browser.post("hint"))[0] == 202
    hint = await browser.until("hint", "action")
    assert hint in board["legal"] or hint in browser.topics["board"]["legal"]
    for sent, refused in (
        (b"", 400),
        (b"[" * 900, 400),
        (b'{"asked": 1, "action": "SA"}' * 30, 400),
        (b'{"asked": -1}', 409),
    ):
        code, text = await browser.post("act", sent)
        assert (code, bool(text)) == (refused, True)
    stranger = Browser(table)
    stranger.query = b"?token=wrong"
    assert (await stranger.post("act", b"{}"))[0] == 403
    assert (await browser.post("undo"))[0] == 409
    assert await played(browser, 1) > 3
    mine, bots = [parse_json((await browser.get(f"boards/{who}/1"))[1]) for who in ("mine", "bots")]
    assert mine["hands"] == bots["hands"]
    assert mine["calls"][0]["shows"].startswith("shows ")
    assert await browser.get("values/mine/1") == (200, b"[]")
    assert (await browser.get("boards/mine/2"))[0] == 404
    # The second board: something is taken back, and the rest of it conceded.
    while browser.topics["board"]["number"] != 2 or not browser.topics["board"]["back"]:
        board = await browser.until("board")
        if board["asked"] is not None and not board["back"]:
            await browser.post("act", action=choice(board))
        await browser.changed
    before = browser.topics["board"]
    assert (await browser.post("undo"))[0] == 202
    while browser.topics["board"]["asked"] in (before["asked"], None):
        await browser.changed
    after = browser.topics["board"]
    made = [len(each["calls"]) + len(each["cards"]) for each in (after, before)]
    assert made[0] < made[1]
    assert after["calls"] == before["calls"][: len(after["calls"])]
    while "result/2" not in browser.topics:
        board = await browser.until("board")
        if board["asked"] is not None and board["contract"] is not None:
            assert (await browser.post("claim", tricks=0))[0] == 202
        elif board["asked"] is not None:
            await browser.post("act", action=choice(board))
        if "result/2" not in browser.topics:
            await browser.changed
    assert browser.topics["result/2"]["undone"] == 1
    assert (await over).complete
    assert await browser.until("over") == "all boards are played"
    assert (await browser.post("act", b'{"asked": 1}'))[0] == 409
