"""Managers that let nobody play: a seat comes again, at its own pace, and as often as it may."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest
import pytest_twisted
from twisted.internet.protocol import Factory
from twisted.protocols.basic import LineReceiver

from bluechip_bot.config import ConnectConfig
from bluechip_bot.model import Seat
from bluechip_bot.net.seat_client import Address, SeatClient, SessionOutcome
from bluechip_bot.protocol.effects import Ending
from bluechip_bot.protocol.seat.session import SeatOptions

HOST = "127.0.0.1"
ANSWERS = {
    b"Connecting": b'North ("A") seated',
    b"North ready for teams": b'Teams : N/S : "A" E/W : "B"',
    b"North ready to start": b"Start of board",
    b"North ready for deal": b"Board number 7. Dealer East. Neither vulnerable.",
    b"North ready for cards": b"North's cards : S A K 7. H A 4 2. D T 7 6. C K Q 8 6.",
}
CALLED = {**ANSWERS, b"North ready for East's bid": b"East passes"}
ILLEGAL = {**ANSWERS, b"North ready for East's bid": b"East doubles"}


class Manager(Factory):
    """A manager that answers lines by their beginnings, and cuts who sends another.

    Attributes:
        scripts: its answers to each connection; the last one's to all later ones.
        came: the number of connections.
    """

    noisy = False

    def __init__(self, *scripts: Mapping[bytes, bytes]) -> None:
        self.scripts = scripts
        self.came = 0

    def buildProtocol(self, _address: object) -> Any:
        """The next connection."""
        self.came += 1
        return Scripted(self.scripts[min(self.came, len(self.scripts)) - 1])


class Scripted(LineReceiver):
    """A connection with its answers."""

    transport: Any

    def __init__(self, script: Mapping[bytes, bytes]) -> None:
        self.script = script

    def lineReceived(self, line: bytes) -> None:
        """Answer a line or cut the connection."""
        for beginning, answer in self.script.items():
            if line.startswith(beginning):
                self.transport.write(answer + b"\r\n")
                return
        self.transport.loseConnection()


class Mute:
    """A player who is never asked."""

    def decide(self, request: Any) -> Any:
        """Fails."""
        raise AssertionError(request)

    def abandon(self, request_id: int) -> None:
        """Nothing is under way."""


@pytest_twisted.async_yield_fixture
async def sit() -> AsyncIterator[Any]:
    """Seats North at a manager; returns how that ended."""
    from twisted.internet import reactor

    anything: Any = reactor
    ports: list[Any] = []

    async def seated(manager: Manager, **options: Any) -> SessionOutcome:
        ports.append(anything.listenTCP(0, manager, interface=HOST))
        address = Address(HOST, ports[-1].getHost().port)
        config = ConnectConfig(0.01, 1.5, 0.05, **options)
        client = SeatClient(anything, address, SeatOptions("A", Seat.NORTH), Mute(), config)
        return await client.run()

    yield seated
    for port in ports:
        await port.stopListening()


@pytest_twisted.ensureDeferred
async def test_a_manager_that_accepts_and_closes(sit: Any) -> None:
    """Each connection is an attempt, and there are no more than are allowed."""
    manager = Manager({})
    outcome = await sit(manager, attempts=5)
    assert outcome.ending is Ending.FAILED
    assert outcome.text == "connection lost while connecting, after 5 attempts"
    assert manager.came == 5


@pytest.mark.parametrize(("answers", "came"), [(CALLED, 5), (ANSWERS, 3)])
@pytest_twisted.ensureDeferred
async def test_a_call_ends_a_row_of_attempts(
    sit: Any, answers: Mapping[bytes, bytes], came: int
) -> None:
    """With another player's call the count begins anew; a board that is only dealt is no gain."""
    manager = Manager({}, {}, answers, {}, {})
    outcome = await sit(manager, attempts=3)
    assert outcome.ending is Ending.FAILED
    # Losing the board is the first attempt of a new row.
    assert manager.came == came


@pytest_twisted.ensureDeferred
async def test_a_board_that_cannot_be_followed_is_left(sit: Any) -> None:
    """After an illegal call nobody may ever speak again: the seat connects again by itself."""
    over = {**ANSWERS, b"North ready to start": b"End of session"}
    manager = Manager(ILLEGAL, over)
    outcome = await sit(manager, astray=0.05)
    assert (outcome.ending, manager.came) == (Ending.FINISHED, 2)
