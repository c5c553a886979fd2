"""A player's child process that dies or hangs costs one decision; the board is played on."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_twisted

from bluechip_bot.config import PlayerConfig
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Board, Phase, Seat
from bluechip_bot.net.seat_client import SeatClient
from bluechip_bot.net.workers import PlayerWorkers
from support.seated import seat_client, table_played

OTHERS = ("Hangs", "Crashes", "Illegal")
NOTES = PlayerConfig(grace=0.3, patience=0.3, start_timeout=30.0)


async def play(south: PlayerWorkers, boards: int) -> list[Board]:
    """The boards that a table finished on which South thinks with these workers."""
    from twisted.internet import reactor

    def clients(port: int) -> list[SeatClient]:
        budgets: dict[str, Any] = {"budget_call": 0.3, "budget_card": 0.3}
        players = {Seat.SOUTH: south}
        return [seat_client(reactor, port, seat, players.get(seat), **budgets) for seat in Seat]

    dealt = [board.begin() for board in boards_from_seed(9, boards)]
    return await table_played(reactor, dealt, clients)


# One child that dies and one that hangs are enough at every run.
@pytest.mark.parametrize(
    "engine",
    ["Dies", "HangsInC", *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)],
)
@pytest_twisted.ensureDeferred
async def test_faulty_player_costs_one_decision(engine: str, faulty: str) -> None:
    """Whatever happens in one decision, that one is made by rule and all others by the player."""
    from twisted.internet import reactor

    anything: Any = reactor
    workers = PlayerWorkers.of_engine(anything, faulty + engine, {"requests": [3]}, NOTES)
    finished = await play(workers, 2)
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
    finished = await play(workers, 1)
    await workers.close()
    assert [board.phase for board in finished] == [Phase.OVER]
    assert (workers.counts.cut_short, workers.counts.last_resort) == (1, 0)
    assert workers.children.timeouts == 1
