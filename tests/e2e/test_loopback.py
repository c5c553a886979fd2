"""Our clients and our manager over real sockets on the loopback address, in one process.

Nothing that a seat does holds the event loop: it neither searches, nor plans, nor waits.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

import pytest
import pytest_twisted
from attrs import define, field
from twisted.internet.defer import Deferred, DeferredList, succeed
from twisted.internet.endpoints import HostnameEndpoint
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.task import deferLater

from bluechip_bot.config import PlayerConfig
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Board, Call, Phase, Seat
from bluechip_bot.net.child_process import ChildListener
from bluechip_bot.net.seat_client import SeatClient, SessionOutcome
from bluechip_bot.net.table_server import LineOptions, TableServer
from bluechip_bot.net.workers import PlayerWorkers
from bluechip_bot.protocol.seat.clock import ClockOptions
from bluechip_bot.protocol.table.session import TableSession
from support.boards import planned_of
from support.happenings import kept
from support.seated import HOST, check_finished, seat_client, table_played


class Stranger(Protocol):
    """A connection that sends what it likes and keeps what it gets."""

    transport: Any  # To mypy the methods of Twisted's interface take no `self`.

    def __init__(self) -> None:
        self.received = b""
        self.lost: Deferred[None] = Deferred()
        self.waiting: list[tuple[bytes, Deferred[None]]] = []

    def dataReceived(self, data: bytes) -> None:
        """Keep it, and tell who waits for it."""
        self.received += data
        for wanted, deferred in [pair for pair in self.waiting if pair[0] in self.received]:
            self.waiting.remove((wanted, deferred))
            deferred.callback(None)

    def until(self, wanted: bytes) -> Deferred[None]:
        """Fires when these bytes have come."""
        if wanted in self.received:
            return succeed(None)
        deferred: Deferred[None] = Deferred()
        self.waiting.append((wanted, deferred))
        return deferred

    def connectionLost(self, reason: object = None) -> None:
        """Tell it."""
        self.lost.callback(None)


async def stranger(reactor: Any, port: int) -> Stranger:
    """A stranger's connection to the manager."""
    endpoint = HostnameEndpoint(reactor, HOST, port)
    factory: Any = Factory.forProtocol(Stranger)
    connection: Stranger = await endpoint.connect(factory)
    return connection


async def west_with_cards(reactor: Any, port: int) -> Stranger:
    """A stranger at West who has been dealt the cards of the first board."""
    west = await stranger(reactor, port)
    for line, answer in (
        (b'Connecting "B" as West using protocol version 18', b"seated"),
        (b"West ready for teams", b"Teams"),
        (b"West ready to start", b"Start of board"),
        (b"West ready for deal", b"Board number 1"),
        (b"West ready for cards", b"West's cards"),
    ):
        west.transport.write(line + b"\r\n")
        await west.until(answer)
    return west


class Table:
    """A manager with what it has finished."""

    def __init__(self, reactor: Any, boards: int, *ports: int) -> None:
        self.reactor = reactor
        self.finished: list[Board] = []
        session = TableSession([board.begin() for board in boards_from_seed(5, boards)])
        self.server = TableServer(reactor, session, kept(self.finished), LineOptions(limit=2048))
        self.ports = self.server.listen(HOST, ports or [0])
        self.port = self.ports[0]

    def client(self, seat: Seat) -> Deferred[SessionOutcome]:
        """A seat's client, running."""
        return seat_client(self.reactor, self.port, seat).run()

    def numbers(self) -> list[int]:
        """The boards finished."""
        return [board.number for board in self.finished]


@pytest.fixture
def reactor() -> Any:
    """The reactor that pytest-twisted runs."""
    from twisted.internet import reactor

    return reactor


@pytest_twisted.async_yield_fixture
async def table(reactor: Any) -> AsyncIterator[Table]:
    """A manager with three boards."""
    table = Table(reactor, 3)
    yield table
    await table.server.close()


@pytest_twisted.ensureDeferred
async def test_boards_are_played_over_tcp(table: Table) -> None:
    """Four clients and a manager play three boards to the end of the session."""
    outcomes = await DeferredList([table.client(seat) for seat in Seat])
    check_finished(outcomes, 3)
    assert table.numbers() == [1, 2, 3]
    assert (await table.server.finished).complete


@pytest_twisted.ensureDeferred
async def test_clients_wait_for_the_manager(reactor: Any) -> None:
    """Clients that start before their manager connect as soon as it is up."""
    with socket.create_server((HOST, 0)) as reserved:
        port = reserved.getsockname()[1]
    running = [seat_client(reactor, port, seat).run() for seat in Seat]
    await deferLater(reactor, 0.05)
    table = Table(reactor, 1, port)
    check_finished(await DeferredList(running), 1)
    assert table.numbers() == [1]
    await table.server.close()


@pytest_twisted.ensureDeferred
async def test_strangers_disturb_nobody(reactor: Any, table: Table) -> None:
    """A megabyte without a line end, bytes that are no text and nonsense leave the match alone."""
    flood, noise = [await stranger(reactor, table.port) for _ in range(2)]
    flood.transport.write(b"x" * 1_000_000 + b"\r\n")
    noise.transport.write(bytes(range(256)) + b"\nNorth bids 1NT\r\nhello\r\n")
    outcomes = await DeferredList([table.client(seat) for seat in Seat])
    check_finished(outcomes, 3)
    await flood.until(b"ERROR: line of 1000000 bytes discarded, at most 2048 are accepted")
    await noise.until(b"Expected 'Connecting")
    assert table.numbers() == [1, 2, 3]


@pytest_twisted.ensureDeferred
async def test_vanished_manager_is_waited_for(reactor: Any) -> None:
    """A manager that goes in mid-board and comes back finds its clients there again."""
    table = Table(reactor, 2)
    running = [table.client(seat) for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH)]
    west = await west_with_cards(reactor, table.port)
    await table.server.close()
    await west.lost
    again = Table(reactor, 2, table.port)
    running.append(table.client(Seat.WEST))
    check_finished(await DeferredList(running), 2)
    assert table.numbers() + again.numbers() == [1, 2]
    await again.server.close()


@pytest_twisted.ensureDeferred
async def test_lost_seat_is_taken_again(reactor: Any) -> None:
    """A client that dies in mid-board is replaced by another, and the board is played once."""
    table = Table(reactor, 2)
    running = [table.client(seat) for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH)]
    west = await west_with_cards(reactor, table.port)
    west.transport.write(b"West ready for North's bid\r\n")
    await west.until(b"North")
    west.transport.loseConnection()
    await west.lost
    running.append(table.client(Seat.WEST))
    check_finished(await DeferredList(running), 2)
    assert table.numbers() == [1, 2]
    await table.server.close()


@pytest_twisted.ensureDeferred
async def test_four_ports_give_any_place_its_seat(reactor: Any) -> None:
    """With a port for each seat, a client that asks for any place gets the seat of its port."""
    table = Table(reactor, 1, 0, 0, 0, 0)
    assert len(set(table.ports)) == 4
    strangers = [await stranger(reactor, port) for port in table.ports]
    for seat, connection in zip(Seat, strangers, strict=True):
        connection.transport.write(
            b'Connecting "T%d" as ANYPL using protocol version 18\r\n' % (seat % 2)
        )
        await connection.until(f'{seat} ("T{seat % 2}") seated'.encode())
    await table.server.close()


OTHERS = ("Hangs", "Crashes", "Illegal")
NOTES = PlayerConfig(grace=0.3, patience=0.3, start_timeout=30.0)


async def play(reactor: Any, engine: str, boards: int) -> PlayerWorkers:
    """South's workers after so many boards, in which its player errs once."""
    south = PlayerWorkers.of_engine(reactor, engine, {"requests": [3]}, NOTES)

    def clients(port: int) -> list[SeatClient]:
        budgets: dict[str, Any] = {"budget_call": 0.3, "budget_card": 0.3}
        players = {Seat.SOUTH: south}
        return [seat_client(reactor, port, seat, players.get(seat), **budgets) for seat in Seat]

    dealt = [board.begin() for board in boards_from_seed(9, boards)]
    finished = await table_played(reactor, dealt, clients)
    await south.close()
    assert [board.number for board in finished] == list(range(1, boards + 1))
    assert all(board.phase is Phase.OVER for board in finished)
    return south


# One child that dies and one that hangs are enough at every run.
@pytest.mark.parametrize(
    "engine",
    ["Dies", "HangsInC", *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)],
)
@pytest_twisted.ensureDeferred
async def test_faulty_player_costs_one_decision(reactor: Any, engine: str, faulty: str) -> None:
    """Whatever happens in one decision, that one is made by rule and all others by the player."""
    workers = await play(reactor, faulty + engine, 2)
    assert workers.counts.last_resort == 1
    assert workers.counts.decisions > 10


@pytest_twisted.ensureDeferred
async def test_a_player_that_hesitates_is_taken_at_its_word(reactor: Any, faulty: str) -> None:
    """One that hangs after a first answer has that one played; nothing is left to the seat."""
    workers = await play(reactor, faulty + "Hesitates", 1)
    assert (workers.counts.cut_short, workers.counts.last_resort) == (1, 0)
    assert workers.children.timeouts == 1


LIMIT: Final = 0.02
"""Seconds of a processor's time that one callback may take."""


@define
class LoopWatch:
    """The callbacks of an event loop, and the slow ones among them.

    Seconds are processor time of the thread, so that a busy machine makes no callback slow.
    """

    on: bool = False
    count: int = 0
    slow: list[str] = field(factory=list)


@pytest.fixture
def watch(
    reactor: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Iterator[LoopWatch]:
    """A watch on the reactor's loop, which is in its debug mode; to be switched on."""
    loop: asyncio.AbstractEventLoop = reactor._asyncioEventloop
    watch = LoopWatch()
    run = asyncio.Handle._run

    def watched(handle: asyncio.Handle) -> None:
        began, was_on = time.thread_time(), watch.on
        run(handle)
        # The test itself goes on in a callback, and switches the watch off first.
        if was_on and watch.on:
            watch.count += 1
            seconds = time.thread_time() - began
            if seconds > LIMIT:
                watch.slow.append(f"{seconds:.3f} s: {handle!r}")

    monkeypatch.setattr(asyncio.Handle, "_run", watched)
    before = loop.get_debug(), loop.slow_callback_duration
    # asyncio's own warning goes by the clock on the wall.
    caplog.set_level(logging.ERROR, logger="asyncio")
    loop.set_debug(True)
    loop.slow_callback_duration = LIMIT
    # What other tests have left is not collected on our account.
    gc.collect()
    gc.disable()
    yield watch
    gc.enable()
    loop.set_debug(before[0])
    loop.slow_callback_duration = before[1]


def unstartable(_listener: ChildListener) -> object:
    """A child for which the system has no process left."""
    raise OSError("no process left")


@pytest.mark.timeout(120)
@pytest_twisted.ensureDeferred
async def test_no_callback_holds_the_loop(reactor: Any, watch: LoopWatch, faulty: str) -> None:
    """Given calls, only cards, and fallbacks of each kind take no callback more than 20 ms.

    North's player thinks in a child, East's fails at each request, none can be started for South,
    who is declarer on the first board, and West has no time.
    """
    options = PlayerConfig(start_timeout=0.1, standby=False)
    players = [
        PlayerWorkers.of_engine(reactor, "random"),
        PlayerWorkers.of_engine(reactor, f"{faulty}Crashes"),
        PlayerWorkers(reactor, unstartable, options),
        PlayerWorkers.of_engine(reactor, "random"),
    ]
    await DeferredList([player.prepare() for player in players])
    boards = [planned.begin() for planned in boards_from_seed(5, 2)]
    calls = tuple(map(Call.parse, ["P", "P", "3NT", "P", "P", "P"]))
    auctions = {1: planned_of(boards[0], calls)}

    def clients(port: int) -> list[SeatClient]:
        clocks = {Seat.WEST: ClockOptions(0.001)}
        watch.on = True
        return [
            seat_client(reactor, port, seat, player, clock=clocks.get(seat), given=auctions)
            for seat, player in zip(Seat, players, strict=True)
        ]

    finished = await table_played(reactor, boards, clients)
    watch.on = False
    for player in players:
        await player.close()
    assert [board.phase for board in finished] == [Phase.OVER] * 2
    assert str(finished[0].contract) == "3NT by South"
    counts = [player.counts for player in players]
    assert [one.decisions > 0 for one in counts] == [True, True, True, False]
    assert [one.decisions == one.fallbacks for one in counts] == [False, True, True, True]
    assert watch.count > 500
    assert watch.slow == []


@pytest_twisted.ensureDeferred
async def test_a_callback_that_thinks_is_found(reactor: Any, watch: LoopWatch) -> None:
    """The watch sees who holds the loop, and names the callback."""

    def think() -> None:
        end = time.thread_time() + 2 * LIMIT
        while time.thread_time() < end:
            pass

    watch.on = True
    reactor._asyncioEventloop.call_soon(think)
    await deferLater(reactor, 0.0)
    watch.on = False
    assert any("think" in text for text in watch.slow)
