"""A player's child process that dies or hangs costs one decision; the board is played on."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import pytest
import pytest_twisted
from twisted.internet.defer import Deferred, DeferredList, succeed

from bluechip_bot.config import PlayerConfig
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Board, Decision, DecisionRequest, Phase, Seat
from bluechip_bot.net.seat_client import RequestAnswerer, SeatClient, TableAddress
from bluechip_bot.net.table_server import TableServer
from bluechip_bot.net.workers import PlayerWorkers
from bluechip_bot.player.chance import RandomPlayer
from bluechip_bot.protocol.effects import SessionEnding
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.table.session import TableSession
from support.happenings import kept

HOST = "127.0.0.1"
NOTES = PlayerConfig(grace=0.3, patience=0.3, start_timeout=30.0)


class AtOnce:
    """A player of the same process."""

    def __init__(self) -> None:
        self.player = RandomPlayer()

    def decide(self, request: DecisionRequest) -> Deferred[Decision]:
        """The answer."""
        return succeed(self.player.decide(request))

    def abandon(self, request_id: int) -> None:
        """Nothing is under way."""


class Killer:
    """Workers whose child is killed from outside, in the midst of its first search for a card."""

    def __init__(self, reactor: Any, workers: PlayerWorkers) -> None:
        self.reactor = reactor
        self.workers = workers
        self.killed = 0

    def decide(self, request: DecisionRequest) -> Deferred[Decision]:
        """The workers' answer."""
        decision = self.workers.decide(request)
        if request.board.phase is Phase.PLAY and not self.killed:
            self.killed = self.workers.pids[0]
            self.reactor.callLater(request.budget / 2, os.kill, self.killed, signal.SIGKILL)
        return decision

    def abandon(self, request_id: int) -> None:
        """No longer wanted."""
        self.workers.abandon(request_id)


async def play(reactor: Any, south: RequestAnswerer, boards: int) -> list[Board]:
    """The boards that a table finished on which South thinks with these workers."""
    finished: list[Board] = []
    session = TableSession([board.begin() for board in boards_from_seed(9, boards)])
    server = TableServer(reactor, session, kept(finished))
    (port,) = server.listen(HOST, [0])
    running = []
    for seat in Seat:
        thinker: RequestAnswerer = south if seat is Seat.SOUTH else AtOnce()
        options = SeatOptions(("A", "B")[seat % 2], seat, budget_call=0.3, budget_card=0.3)
        running.append(SeatClient(reactor, TableAddress(HOST, port), options, thinker).run())
    for success, outcome in await DeferredList(running):
        assert success
        assert outcome.ending is SessionEnding.FINISHED
    await server.close()
    return finished


@pytest.mark.parametrize("engine", ["Dies", "Hangs", "HangsInC", "Crashes", "Illegal"])
@pytest_twisted.ensureDeferred
async def test_faulty_player_costs_one_decision(engine: str, faulty: str) -> None:
    """Whatever happens in one decision, that one is made by rule and all others by the player."""
    from twisted.internet import reactor

    anything: Any = reactor
    workers = PlayerWorkers.of_engine(anything, faulty + engine, {"requests": [3]}, NOTES)
    finished = await play(reactor, workers, 2)
    await workers.close()
    assert [board.number for board in finished] == [1, 2]
    assert all(board.phase is Phase.OVER for board in finished)
    assert workers.counts.last_resort == 1
    assert workers.counts.decisions > 10


@pytest_twisted.ensureDeferred
async def test_a_player_that_hesitates_is_taken_at_its_word(faulty: str) -> None:
    """One that hangs after a first answer has that one played; nothing is left to the seat."""
    from twisted.internet import reactor

    anything: Any = reactor
    workers = PlayerWorkers.of_engine(anything, faulty + "Hesitates", {"requests": [3]}, NOTES)
    finished = await play(reactor, workers, 1)
    await workers.close()
    assert [board.phase for board in finished] == [Phase.OVER]
    assert (workers.counts.cut_short, workers.counts.last_resort) == (1, 0)
    assert workers.children.timeouts == 1


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX's")
@pytest_twisted.ensureDeferred
async def test_kill_in_mid_search_costs_one_decision_at_most() -> None:
    """SIGKILL to the child in the middle of a real search: the board is completed all the same."""
    from twisted.internet import reactor

    anything: Any = reactor
    # So many worlds that the first search takes all its time.
    settings = {"worlds": 50_000, "memory_mb": 16, "think": False}
    workers = PlayerWorkers.of_engine(anything, "pimc", settings, NOTES)
    killer = Killer(anything, workers)
    finished = await play(reactor, killer, 3)
    await workers.close()
    assert killer.killed
    assert [board.phase for board in finished] == [Phase.OVER] * 3
    assert workers.children.deaths == 1
    assert workers.counts.last_resort <= 1
