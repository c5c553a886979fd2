"""Nothing that a seat does holds the event loop: it neither searches, nor plans, nor waits."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Iterator
from typing import Any, Final

import pytest
import pytest_twisted
from attrs import define, field
from twisted.internet.defer import Deferred, DeferredList, succeed

from bluechip_bot.config import ConnectConfig, PlayerConfig
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Board, Call, Decision, DecisionRequest, Phase, Seat
from bluechip_bot.net.child_process import ChildListener
from bluechip_bot.net.seat_client import RequestAnswerer, SeatClient, TableAddress
from bluechip_bot.net.table_server import TableServer
from bluechip_bot.net.workers import PlayerWorkers
from bluechip_bot.protocol.effects import SessionEnding
from bluechip_bot.protocol.seat.board import GivenAuctions
from bluechip_bot.protocol.seat.clock import ClockOptions
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.table.session import TableSession
from support.boards import planned_of
from support.happenings import kept

HOST: Final = "127.0.0.1"
LIMIT: Final = 0.02
"""Seconds of a processor's time that one callback may take."""

pytestmark = pytest.mark.timeout(120)


@define
class LoopWatch:
    """What the callbacks of an event loop take.

    Seconds are those that the thread has run, not those on the wall: a busy machine makes nothing
    slow.
    """

    on: bool = False
    longest: float = 0.0
    count: int = 0
    slow: list[str] = field(factory=list)

    def saw(self, handle: asyncio.Handle, seconds: float) -> None:
        """Count a callback."""
        self.count += 1
        self.longest = max(self.longest, seconds)
        if seconds > LIMIT:
            self.slow.append(f"{seconds:.3f} s: {handle!r}")


@pytest.fixture
def reactor() -> Any:
    """The reactor that pytest-twisted runs."""
    from twisted.internet import reactor

    return reactor


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
            watch.saw(handle, time.thread_time() - began)

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


async def play(
    reactor: Any,
    watch: LoopWatch,
    boards: list[Board],
    thinkers: list[RequestAnswerer],
    **options: Any,
) -> list[Board]:
    """The boards, finished, that four clients and a manager have played under a watch.

    West has no time to think at all.
    """
    finished: list[Board] = []
    server = TableServer(reactor, TableSession(boards), kept(finished))
    (port,) = server.listen(HOST, [0])
    clocks = {Seat.WEST: ClockOptions(0.001)}
    clients = [
        SeatClient(
            reactor,
            TableAddress(HOST, port),
            SeatOptions(("A", "B")[seat % 2], seat, clock=clocks.get(seat), **options),
            thinkers[seat],
            ConnectConfig(0.01, 1.0, 0.01, 1000),
        )
        for seat in Seat
    ]
    watch.on = True
    outcomes: Any = await DeferredList([client.run() for client in clients])
    watch.on = False
    assert [outcome.ending for _, outcome in outcomes] == [SessionEnding.FINISHED] * 4
    await server.close()
    return finished


def given(board: Board, calls: str) -> GivenAuctions:
    """The auction of a board that all four are to follow."""
    return GivenAuctions.of([planned_of(board, tuple(map(Call.parse, calls.split())))])


def unstartable(_listener: ChildListener) -> object:
    """A child for which the system has no process left."""
    raise OSError("no process left")


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
    auctions = given(boards[0], "P P 3NT P P P")
    finished = await play(reactor, watch, boards, list(players), given=auctions)
    for player in players:
        await player.close()
    assert [board.phase for board in finished] == [Phase.OVER] * 2
    assert str(finished[0].contract) == "3NT by South"
    counts = [player.counts for player in players]
    assert [one.decisions > 0 for one in counts] == [True, True, True, False]
    assert [one.decisions == one.fallbacks for one in counts] == [False, True, True, True]
    assert watch.count > 500
    assert watch.slow == []


class BusyThinker:
    """Thinks in the thread of the loop, as nobody may."""

    def decide(self, request: DecisionRequest) -> Deferred[Decision]:
        """The last resort, after a while."""
        end = time.thread_time() + 2 * LIMIT
        while time.thread_time() < end:
            pass
        return succeed(request.last_resort("thought about"))

    def abandon(self, request_id: int) -> None:
        """Nothing is under way."""


@pytest_twisted.ensureDeferred
async def test_a_callback_that_thinks_is_found(reactor: Any, watch: LoopWatch) -> None:
    """The watch sees whoever holds the loop, and names the callback."""
    boards = [planned.begin() for planned in boards_from_seed(5, 1)]
    await play(reactor, watch, boards, [BusyThinker()] * 4)
    assert watch.longest > 2 * LIMIT
    assert any("Handle" in text for text in watch.slow)
