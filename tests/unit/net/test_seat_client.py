"""A seat's connection, on a clock that only the test moves."""

# mypy: allow-untyped-calls
# Parts of Twisted have no types.

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet import error
from twisted.internet.testing import MemoryReactorClock, StringTransport
from twisted.logger import globalLogPublisher
from twisted.python.failure import Failure

from bluechip_bot.model import Seat
from bluechip_bot.net.seat_client import Address, SeatClient
from bluechip_bot.protocol.dialect import DIALECTS, Dialect
from bluechip_bot.protocol.seat.session import SeatOptions


class Mute:
    """A player who is never asked."""

    def decide(self, request: Any) -> Any:
        """Fails."""
        raise AssertionError(request)

    def abandon(self, request_id: int) -> None:
        """Nothing is under way."""


@pytest.fixture
def logged() -> Iterator[list[Any]]:
    """What is logged meanwhile."""
    events: list[Any] = []
    observer: Any = events.append
    globalLogPublisher.addObserver(observer)
    yield events
    globalLogPublisher.removeObserver(observer)


@pytest.mark.parametrize(("dialect", "hints"), [(None, 1), (DIALECTS["standard"], 0)])
def test_a_silent_manager(logged: list[Any], dialect: Dialect | None, hints: int) -> None:
    """After ten seconds without an answer the profiles are told, once, unless one was chosen."""
    reactor: Any = MemoryReactorClock()
    options = SeatOptions("A", Seat.NORTH, dialect)
    client = SeatClient(reactor, Address("127.0.0.1", 2000), options, Mute())
    client.run()
    wire = reactor.tcpClients[-1][2].buildProtocol(None)
    wire.makeConnection(StringTransport())

    def told() -> int:
        return sum("another --profile" in event.get("log_format", "") for event in logged)

    reactor.advance(9)
    wire.dataReceived(b'North ("A") seated\r\n')
    reactor.advance(9)
    assert told() == 0
    reactor.advance(2)
    assert told() == hints
    wire.dataReceived(b'Teams : N/S : "A" E/W : "B"\r\n')
    reactor.advance(60)
    assert told() == hints
    client.stop()


def test_a_stop_between_two_attempts() -> None:
    """The seat ends at once and does not connect again."""
    reactor: Any = MemoryReactorClock()
    options = SeatOptions("A", Seat.NORTH)
    client = SeatClient(reactor, Address("127.0.0.1", 2000), options, Mute(), chance=lambda: 0.5)
    ended: list[Any] = []
    client.run().addCallback(ended.append)
    reactor.tcpClients[-1][2].clientConnectionFailed(None, Failure(error.ConnectionRefusedError()))
    reactor.advance(0.3)  # when the endpoint gives up
    attempts = len(reactor.tcpClients)
    client.stop("interrupted")
    reactor.advance(60)
    assert [outcome.text for outcome in ended] == ["interrupted"]
    assert len(reactor.tcpClients) == attempts
