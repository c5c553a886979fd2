"""A table on a port, and its seats as clients in the process of the test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from twisted.internet.defer import Deferred, DeferredList, succeed

from bluechip_bot.config import ConnectConfig
from bluechip_bot.model import Board, Decision, DecisionRequest, Seat
from bluechip_bot.net.seat_client import RequestAnswerer, SeatClient, SessionOutcome, TableAddress
from bluechip_bot.net.table_server import TableServer
from bluechip_bot.player.chance import RandomPlayer
from bluechip_bot.protocol.effects import SessionEnding
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.table.session import TableSession
from support.happenings import kept

HOST: Final = "127.0.0.1"


class InstantPlayer:
    """Answers at once: a random legal call or card."""

    def __init__(self) -> None:
        self.player = RandomPlayer()

    def decide(self, request: DecisionRequest) -> Deferred[Decision]:
        return succeed(self.player.decide(request))

    def start(self) -> None:
        """There is nothing to start."""

    def abandon(self, request_id: int) -> None:
        """Nothing is under way."""

    def close(self) -> Deferred[None]:
        return succeed(None)


def seat_client(
    reactor: Any,
    port: int,
    seat: Seat,
    player: RequestAnswerer | None = None,
    attempts: int = 1000,
    **options: Any,
) -> SeatClient:
    """The client of a seat of team A (North-South) or B."""
    return SeatClient(
        reactor,
        TableAddress(HOST, port),
        SeatOptions(("A", "B")[seat.side], seat, **options),
        player or InstantPlayer(),
        ConnectConfig(0.01, 1.2, 0.1, attempts),
    )


def check_finished(outcomes: Sequence[tuple[bool, SessionOutcome]], boards: int) -> None:
    """Every client came to a good end, and played its boards."""
    found = [(success, outcome.ending, outcome.boards) for success, outcome in outcomes]
    assert found == [(True, SessionEnding.FINISHED, boards)] * 4


async def table_played(reactor: Any, boards: list[Board], clients: Any) -> list[Board]:
    """The boards that a manager and four clients finish.

    Args:
        clients: returns the four clients of a table at a port.
    """
    finished: list[Board] = []
    server = TableServer(reactor, TableSession(boards), kept(finished))
    (port,) = server.listen(HOST, [0])
    outcomes: Any = await DeferredList([client.run() for client in clients(port)])
    check_finished(outcomes, len(boards))
    await server.close()
    return finished
