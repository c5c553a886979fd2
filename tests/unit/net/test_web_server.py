"""The page on a port, its connections in the hands of the test."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
from twisted.internet import testing
from twisted.internet.address import IPv4Address
from twisted.internet.defer import Deferred
from twisted.python import failure

from bluechip_bot.model import Board
from bluechip_bot.net import viewers
from bluechip_bot.net.watch_page import WatchPage
from bluechip_bot.net.web_server import Reply, WebServer
from bluechip_bot.pages.http import HEADERS, WebAnswer, WebRequest
from bluechip_bot.vugraph.show import SessionShow

MakeBoard = Callable[[int], Board]
# Twisted's are half typed.
Failure: Any = failure.Failure
StringTransport: Any = testing.StringTransport
MemoryReactorClock: Any = testing.MemoryReactorClock


class Connection(StringTransport):  # type: ignore[misc]
    """A client's connection, as the server sees it."""

    def abortConnection(self) -> None:
        self.aborted = True
        self.protocol.connectionLost(Failure(ConnectionError()))

    def __init__(self, protocol: Any) -> None:
        super().__init__()
        self.protocol = protocol
        self.aborted = False
        protocol.makeConnection(self)

    def send(self, method: str = "GET", target: str = "/", **headers: str) -> None:
        lines = [f"{method} {target} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.protocol.dataReceived("\r\n".join([*lines, "", ""]).encode())

    def taken(self) -> bytes:
        """What was written since the last call."""
        data: bytes = self.value()
        self.clear()
        return data


class Stage:
    """A page with a clock."""

    def __init__(self) -> None:
        self.reactor: Any = MemoryReactorClock()
        self.show = SessionShow(("A", "B"), ("open", "closed"), 2)
        self.asked: list[tuple[bytes, Deferred[bytes]]] = []
        self.page = WatchPage(self.reactor, self.show, self.solve, now=lambda: 7.0)
        self.page.server.listen(0)
        self.factory: Any
        _, self.factory, _, self.interface = self.reactor.tcpServers[0]

    def solve(self, document: bytes) -> Deferred[bytes]:
        self.asked.append((document, Deferred()))
        return self.asked[-1][1]

    def tried(self, host: str = "192.0.2.1") -> Connection | None:
        """A connection; None if it is refused."""
        protocol = self.factory.buildProtocol(IPv4Address("TCP", host, 5000))
        return None if protocol is None else Connection(protocol)

    def asks(
        self, target: str = "/", method: str = "GET", host: str = "192.0.2.1", **headers: str
    ) -> Connection:
        """A connection that has sent a request."""
        connection = self.tried(host)
        assert connection is not None
        connection.send(method, target, **headers)
        return connection

    def get(self, target: str, method: str = "GET", **headers: str) -> bytes:
        return self.asks(target, method, **headers).taken()

    def watch(self, host: str = "192.0.2.1", **headers: str) -> Connection:
        return self.asks("/events", host=host, **headers)

    def finish(self, board: Board) -> None:
        for room in ("open", "closed"):
            self.show.finish(room, board)


@pytest.fixture
def stage() -> Stage:
    """A page."""
    return Stage()


class Post:
    """A site that takes POST, and answers when the test says so."""

    def __init__(self) -> None:
        self.reactor: Any = MemoryReactorClock()
        self.asked: list[tuple[WebRequest, Deferred[Reply]]] = []
        self.cancelled: list[object] = []
        self.server = WebServer(self.reactor, self.respond, most_body=100)
        self.server.listen(0)
        self.factory: Any = self.reactor.tcpServers[0][1]

    def respond(self, request: WebRequest) -> Deferred[Reply]:
        self.asked.append((request, Deferred(self.cancelled.append)))
        return self.asked[-1][1]

    def send(self, body: bytes, length: int | None = None, **headers: str) -> Connection:
        connection = Connection(self.factory.buildProtocol(IPv4Address("TCP", "192.0.2.1", 5000)))
        length = len(body) if length is None else length
        headers = {"Content_Type": "application/json", "Content_Length": str(length), **headers}
        connection.send("POST", "/do?token=x", **headers)
        for piece in (body[:5], body[5:]):
            connection.protocol.dataReceived(piece)
        return connection


def test_a_post_is_answered_later() -> None:
    """With its body; an answer that fails is told without its reason, and none is lost."""
    site = Post()
    first, second = site.send(b'{"card": "SA"}'), site.send(b"")
    (asked, answer), (_, failing) = site.asked
    assert (asked.method, asked.path, asked.query) == ("POST", "/do", {"token": ["x"]})
    assert asked.body == b'{"card": "SA"}'
    assert first.taken() == b""
    site.reactor.advance(600.0)
    answer.callback(WebAnswer.json(b"[]", 202))
    assert first.taken().startswith(b"HTTP/1.1 202 Accepted")
    failing.errback(Failure(RuntimeError("secret")))
    told = second.taken()
    assert told.startswith(b"HTTP/1.1 500 ")
    assert b"secret" not in told


def test_a_client_that_leaves_is_not_answered() -> None:
    """Its answer is cancelled, so that no work is done for it."""
    site = Post()
    connection = site.send(b"{}")
    connection.protocol.connectionLost(Failure(ConnectionError()))
    assert site.cancelled == [answer for _, answer in site.asked]


@pytest.mark.parametrize(("body", "length"), [(b"", 101), (b"", 10**8), (b"x" * 101, None)])
def test_a_body_has_a_limit(body: bytes, length: int | None) -> None:
    """By its head, before it comes; nothing of it is kept, and no more of it is read."""
    site = Post()
    connection = site.send(body, length)
    told = connection.taken()
    assert told.startswith(b"HTTP/1.1 413 ")
    assert b"At most 100 bytes" in told
    connection.protocol.dataReceived(b"x" * 1000)
    assert connection.taken() == b""
    assert not site.asked
    site.reactor.advance(1.0)
    assert connection.aborted


def test_a_body_in_pieces_has_a_limit() -> None:
    """Without a length in its head."""
    site = Post()
    connection = Connection(site.factory.buildProtocol(IPv4Address("TCP", "192.0.2.1", 5000)))
    head = {"Content_Type": "application/json", "Transfer_Encoding": "chunked"}
    connection.send("POST", "/", **head)
    for _ in range(3):
        connection.protocol.dataReceived(b"28\r\n" + b"x" * 40 + b"\r\n")
    connection.protocol.dataReceived(b"0\r\n\r\n")
    assert connection.taken().count(b"HTTP/1.1 ") == 1
    assert not site.asked


def body(answer: bytes) -> bytes:
    """The content of an answer."""
    return answer.partition(b"\r\n\r\n")[2]


def test_every_answer_has_the_headers(stage: Stage) -> None:
    """Whatever is asked, well or not; and nothing listens but this machine."""
    assert stage.interface == "127.0.0.1"
    answers = [stage.get(target) for target in ("/", "/watch.js", "/none", "/boards/open/1")]
    answers += [stage.get("/", "POST", Content_Length="0"), stage.watch().taken()]
    answers.append(stage.get("/events?token=wrong"))
    for answer in answers:
        head = answer.partition(b"\r\n\r\n")[0].decode()
        for name, value in HEADERS.items():
            assert f"\r\n{name}: {value}" in head
    statuses = [int(answer.split()[1]) for answer in answers]
    assert statuses == [200, 200, 404, 404, 405, 200, 403]


def test_headers_of_any_bytes_are_answered(stage: Stage) -> None:
    """No error, and no line in the log of whoever runs the match."""
    for text in (b"\xff\xfe", b"\xc3", b"127.0.0.1\x00", b"'" * 5000):
        for name in (b"Host", b"Accept-Encoding", b"Last-Event-ID"):
            connection = stage.tried()
            assert connection is not None
            ours = [] if name == b"Host" else [b"Host: 127.0.0.1"]
            lines = (b"GET /events HTTP/1.1", *ours, name + b": " + text, b"", b"")
            connection.protocol.dataReceived(b"\r\n".join(lines))
            status = int(connection.taken().split()[1])
            # A byte of zero is refused before we see it.
            assert status == (400 if b"\0" in text else 421 if name == b"Host" else 200)


def test_head_has_no_body(stage: Stage) -> None:
    """The same head, and nothing after it; even of the stream, which ends at once."""
    whole, head = stage.get("/watch.css"), stage.get("/watch.css", "HEAD")
    assert head == whole.removesuffix(body(whole))
    assert body(stage.get("/events", "HEAD")) == b""


def test_changes_reach_all_viewers_together(stage: Stage) -> None:
    """A burst of changes is one message."""
    first, second = stage.watch(), stage.watch()
    assert b"event: all" in first.taken()
    assert b"event: all" in second.taken()
    for text in ("one", "two", "three"):
        stage.show.end(text)
    assert first.taken() == b""
    stage.reactor.advance(viewers.TOGETHER)
    message = first.taken()
    assert b'"over":"three"' in message
    assert b"one" not in message
    assert second.taken() == message


def test_a_viewer_that_does_not_read_costs_nothing(stage: Stage) -> None:
    """It gets no byte until it reads, then all that it missed; the others are not delayed."""
    slow, quick = stage.watch(), stage.watch()
    slow.taken()
    quick.taken()
    slow.producer.pauseProducing()
    for number in range(50):
        stage.show.fault(float(number), "open", "stall", "East", "")
        stage.reactor.advance(0.2)
        assert b'"count":%d' % (number + 1) in quick.taken()
    assert slow.taken() == b""
    slow.producer.resumeProducing()
    message = slow.taken()
    assert message.count(b"event:") == message.count(b"event: some") == 1
    assert b'"count":50' in message


def test_a_viewer_that_never_reads_is_cut_and_may_come_again(stage: Stage) -> None:
    """After a time; by the id of its last message it gets the rest."""
    slow = stage.watch()
    (last,) = [line for line in slow.taken().splitlines() if line.startswith(b"id: ")]
    slow.producer.pauseProducing()
    stage.show.end("over")
    stage.reactor.pump([1.0] * int(viewers.PATIENCE + viewers.ALIVE_EVERY + 1))
    assert slow.aborted
    again = stage.watch(Last_Event_ID=last.decode().removeprefix("id: ")).taken()
    assert b"event: some" in again
    assert b'{"over":"over"}' in again


def test_quiet_connections_are_kept_alive(stage: Stage) -> None:
    """By comments; a viewer that is gone is forgotten."""
    viewer = stage.watch()
    viewer.taken()
    stage.reactor.advance(viewers.ALIVE_EVERY)
    assert b"\r\n: \n\n\r\n" in viewer.taken()
    viewer.protocol.connectionLost(Failure(ConnectionError()))
    stage.show.end("over")
    stage.reactor.advance(1.0)
    assert viewer.taken() == b""


def test_there_are_limits(stage: Stage) -> None:
    """To viewers, to connections, to the time for a request, and to what is sent with it."""
    for number in range(viewers.MOST_VIEWERS):
        stage.watch(f"192.0.2.{number // 100}")
    assert stage.watch("192.0.2.9").taken().startswith(b"HTTP/1.1 503 ")
    count = 2 * viewers.MOST_VIEWERS
    idle = [stage.tried(f"198.51.100.{number % 100}") for number in range(count)]
    given_way = [one is not None and one.aborted for one in idle]
    assert given_way == sorted(given_way, reverse=True)  # those who waited longest
    assert sum(given_way) == viewers.MOST_VIEWERS
    stage.reactor.advance(21.0)
    assert all(one.aborted for one in idle if one is not None)
    talker = stage.asks("/", "POST", Content_Length=str(10**9))
    talker.protocol.dataReceived(b"x" * 70_000)
    assert b"HTTP/1.1 413 " in talker.taken()
    assert talker.producerState == "paused"
    stage.reactor.advance(1.0)
    assert talker.aborted
    assert stage.get("/").startswith(b"HTTP/1.1 200 ")


def test_one_address_leaves_places_for_others(stage: Stage) -> None:
    """However many connections it opens; those that end make room again."""
    mine = [stage.tried() for _ in range(viewers.MOST_VIEWERS)]
    assert mine[0] is not None
    assert mine[-1] is None
    assert mine.count(None) == viewers.MOST_VIEWERS // 4
    assert stage.watch("192.0.2.2").taken().startswith(b"HTTP/1.1 200 ")
    mine[0].protocol.connectionLost(Failure(ConnectionError()))
    assert stage.watch().taken().startswith(b"HTTP/1.1 200 ")


def test_an_answer_that_nobody_takes_is_cut(stage: Stage) -> None:
    """A client that keeps a connection without reading loses it; a viewer's lasts."""
    lazy, viewer = stage.asks(), stage.watch()
    assert lazy.disconnecting
    stage.reactor.advance(21.0)
    assert lazy.aborted
    assert not viewer.aborted


def test_boards_come_packed_or_not(stage: Stage, finished_board: MakeBoard) -> None:
    """As the client accepts them."""
    board = finished_board(0)
    stage.finish(board)
    target = f"/boards/open/{board.number}"
    packed = body(stage.get(target, Accept_Encoding="gzip, br"))
    assert gzip.decompress(packed) == body(stage.get(target))
    assert json.loads(body(stage.get(target)))["number"] == board.number


def test_a_board_is_solved_once(stage: Stage, finished_board: MakeBoard) -> None:
    """All who ask wait for one answer, which is kept; a failure is not."""
    board = finished_board(0)
    stage.finish(board)
    target = f"/values/open/{board.number}"
    gone, *rest = [stage.asks(target) for _ in range(3)]
    gone.protocol.connectionLost(Failure(ConnectionError()))
    ((document, first),) = stage.asked
    assert json.loads(document)["number"] == board.number
    first.errback(Failure(RuntimeError("no solver")))
    assert [one.taken().split()[1] for one in rest] == [b"503"] * 2
    stage.get(target)
    stage.asked[1][1].callback(b'[{"SA":9}]')
    assert body(stage.get(target)) == b'[{"SA":9}]'
    assert len(stage.asked) == 2


def test_the_last_is_told_at_the_end(stage: Stage) -> None:
    """Before the connections are closed."""
    viewer = stage.watch()
    viewer.taken()
    stage.show.end("every board was played")
    done: list[Any] = []
    stage.page.close().addCallback(done.append)
    assert b"every board was played" in viewer.taken()
    assert viewer.disconnecting
    assert not done
    viewer.protocol.connectionLost(Failure(ConnectionError()))
    assert done
