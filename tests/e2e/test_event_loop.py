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
from twisted.internet.defer import DeferredList
from twisted.internet.task import deferLater

from bluechip_bot.config import PlayerConfig
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Board, Call, Phase, PlannedBoard, Seat
from bluechip_bot.net.child_process import ChildListener
from bluechip_bot.net.seat_client import SeatClient
from bluechip_bot.net.workers import PlayerWorkers
from bluechip_bot.protocol.seat.clock import ClockOptions
from support.boards import planned_of
from support.seated import seat_client, table_played

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
    count: int = 0
    slow: list[str] = field(factory=list)

    def saw(self, handle: asyncio.Handle, seconds: float) -> None:
        """Count a callback."""
        self.count += 1
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


def given(board: Board, calls: str) -> dict[int, PlannedBoard]:
    """The auction of a board that all four are to follow."""
    return {board.number: planned_of(board, tuple(map(Call.parse, calls.split())))}


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
