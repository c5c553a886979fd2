"""A seat's connection, on a clock that only the test moves."""

# mypy: allow-untyped-calls
# Parts of Twisted have no types.

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest
from twisted.internet import error
from twisted.internet.defer import Deferred, succeed
from twisted.internet.testing import MemoryReactorClock, StringTransport
from twisted.logger import globalLogPublisher
from twisted.python.failure import Failure

from bluechip_bot.config import ConnectConfig
from bluechip_bot.model import Decision, DecisionRequest, Seat
from bluechip_bot.net.seat_client import (
    RequestAnswerer,
    SeatClient,
    SessionOutcome,
    TableAddress,
    in_words,
)
from bluechip_bot.protocol.dialect import DIALECTS, Dialect
from bluechip_bot.protocol.effects import SessionEnding
from bluechip_bot.protocol.seat.session import SeatOptions


@pytest.fixture
def logged() -> Iterator[list[Any]]:
    """What is logged meanwhile."""
    events: list[Any] = []
    observer: Any = events.append
    globalLogPublisher.addObserver(observer)
    yield events
    globalLogPublisher.removeObserver(observer)


@pytest.mark.parametrize(
    ("dialect", "answer", "hints"),
    [(None, b"", 1), (None, b'North ("A") seated\r\n', 0), (DIALECTS["standard"], b"", 0)],
)
def test_a_silent_manager(
    logged: list[Any], dialect: Dialect | None, answer: bytes, hints: int
) -> None:
    """After ten seconds without any answer the profiles are named, once, unless one was chosen."""
    reactor: Any = MemoryReactorClock()
    options = SeatOptions("A", Seat.NORTH, dialect)
    client = SeatClient(reactor, TableAddress("127.0.0.1", 2000), options, Ready())
    client.run()
    wire = reactor.tcpClients[-1][2].buildProtocol(None)
    wire.makeConnection(StringTransport())

    def told() -> int:
        return sum("another --profile" in event.get("log_format", "") for event in logged)

    reactor.advance(9)
    wire.dataReceived(answer)
    assert told() == 0
    reactor.advance(2)
    assert told() == hints
    reactor.advance(60)
    assert told() == hints
    client.stop()


def test_reasons_in_words() -> None:
    """None of them is in Twisted's words."""
    words = {
        error.TimeoutError(): "no answer",
        error.TCPTimedOutError(110, "x"): "no answer",
        error.DNSLookupError("x"): "there is no such host",
        error.NoRouteError(113, "x"): os.strerror(113),
        error.ConnectionDone(): "the other side closed it",
        error.ConnectionLost(): "it was cut",
        OSError("other"): "other",
    }
    assert [in_words(reason) for reason in words] == list(words.values())


SEATED: Final = ('South ("A") seated',)
TEAMS: Final = (*SEATED, 'Teams : N/S : "A" E/W : "B"')
BEGUN: Final = (*TEAMS, "Start of board")
NUMBERED: Final = (*BEGUN, "Board number 1. Dealer North. Neither vulnerable.")
HAND: Final = "South's cards : S Q T 9 5 2. H K Q T 7 5. D -. C 9 3 2."
DEALT: Final = (*NUMBERED, HAND)
FIRST: Final = "Board number 1. Dealer South. Neither vulnerable."
DEALER: Final = (*BEGUN, FIRST, HAND)


class Ready:
    """A player who passes and plays low cards, after some time."""

    def __init__(self, reactor: Any = None, seconds: float = 0.0) -> None:
        self.reactor = reactor
        self.seconds = seconds

    def decide(self, request: DecisionRequest) -> Deferred[Decision]:
        """The decision."""
        decision = request.last_resort("at once")
        if self.reactor is None:
            return succeed(decision)
        later: Deferred[Decision] = Deferred()
        self.reactor.callLater(self.seconds, later.callback, decision)
        return later

    def abandon(self, request_id: int) -> None:
        """Too late."""


class Table:
    """South's client, and a manager that says the same lines on every connection.

    It says `again` every five seconds; if it neither listens nor refuses, `listens` is None.
    """

    def __init__(
        self,
        lines: Sequence[str],
        again: Sequence[str] = (),
        *,
        closes: bool = False,
        listens: bool | None = True,
        wait: float = 30.0,
        attempts: int = 0,
        seconds: float = 0.0,
    ) -> None:
        self.reactor: Any = MemoryReactorClock()
        self.lines = lines
        self.again = again
        self.closes = closes
        self.listens = listens
        self.connections = 0
        self.outcome: SessionOutcome | None = None
        self.wire: Any = None
        player: RequestAnswerer = Ready(self.reactor, seconds) if seconds else Ready()
        self.client = SeatClient(
            self.reactor,
            TableAddress("127.0.0.1", 2000),
            SeatOptions("A", Seat.SOUTH, DIALECTS["standard"]),
            player,
            ConnectConfig(patience=wait, attempts=attempts),
            chance=lambda: 0.5,
        )
        self.client.run().addCallback(self.ended)

    def ended(self, outcome: SessionOutcome) -> None:
        """The client's session is over."""
        self.outcome = outcome

    def accept(self) -> None:
        """Answer a call of the client, if there is a new one."""
        if self.listens is None or len(self.reactor.tcpClients) == self.connections:
            return
        self.connections += 1
        factory = self.reactor.tcpClients[-1][2]
        if not self.listens:
            factory.clientConnectionFailed(None, Failure(error.ConnectionRefusedError()))
            return
        self.wire = factory.buildProtocol(None)
        self.wire.makeConnection(StringTransport())
        self.say(self.lines)
        if self.closes:
            self.wire.connectionLost(Failure(error.ConnectionDone()))

    def say(self, lines: Sequence[str]) -> None:
        """Send lines."""
        for line in lines:
            self.wire.dataReceived(f"{line}\r\n".encode())

    def play(self, seconds: float) -> float:
        """Go on for so long, or until the client's session is over; returns the time."""
        quarters = 0
        while self.outcome is None and self.reactor.seconds() < seconds:
            self.accept()
            self.reactor.advance(0.25)
            quarters += 1
            if self.again and self.wire is not None and quarters % 20 == 0:
                self.say(self.again)
        return float(self.reactor.seconds())


WRONG: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "does not answer": ({"lines": (), "listens": None}, "a connection to 127.0.0.1:2000"),
    "does not listen": ({"lines": (), "listens": False}, "2000 (nothing listens there)"),
    "accepts": ({"lines": ()}, "the manager (connecting)"),
    "accepts and closes": ({"lines": (), "closes": True}, "connection lost while connecting"),
    "seats": ({"lines": SEATED}, "the manager (waiting for the teams)"),
    "names the teams": ({"lines": TEAMS}, "the manager (waiting for a board)"),
    "begins": ({"lines": BEGUN}, "the manager (waiting for the cards)"),
    "numbers": ({"lines": NUMBERED}, "the manager (waiting for the cards)"),
    "deals": ({"lines": DEALT}, "the manager, North to act on board 1"),
    "stops in the auction": ({"lines": (*DEALT, "North passes")}, "East to act on board 1"),
    "takes our call": ({"lines": DEALER}, "the manager, West to act on board 1"),
    "refuses our call": ({"lines": (*DEALER, "Illegal bid")}, "to begin board 1 again"),
    "talks nonsense": ({"lines": TEAMS, "again": ("hello",)}, "(waiting for a board)"),
    "begins again and again": ({"lines": DEALT, "again": DEALT[2:]}, "North to act on board 1"),
    "begins again after our call": ({"lines": DEALER, "again": DEALER[2:]}, "West to act"),
    "deals and closes": ({"lines": DEALT, "closes": True}, "connection lost while in a board"),
    "closes after a call": (
        {"lines": (*DEALT, "North passes"), "closes": True},
        "connection lost while in a board",
    ),
}


@pytest.mark.parametrize("does", WRONG)
def test_a_wait_ends_whatever_the_manager_does(does: str) -> None:
    """Within the seconds that were given, with the reason; no timer is left then."""
    wrong, reason = WRONG[does]
    table = Table(**wrong)
    assert table.play(300) <= 30.25
    assert table.outcome is not None
    assert table.outcome.ending is SessionEnding.FAILED
    assert reason in table.outcome.text


@pytest.mark.parametrize(
    "does", ["does not listen", "begins again and again", "closes after a call"]
)
def test_without_a_wait_the_client_is_patient(does: str) -> None:
    """By default it waits and tries for ever."""
    table = Table(**WRONG[does][0], wait=0)
    assert table.play(1000) == 1000
    table.client.stop()


@pytest.mark.parametrize("does", [name for name, (wrong, _) in WRONG.items() if "closes" in wrong])
def test_attempts_end_where_nothing_is_gained(does: str) -> None:
    """A board that is dealt, or called on as far as before, does not begin the count again."""
    table = Table(**WRONG[does][0], wait=0, attempts=5)
    table.play(1000)
    assert table.outcome is not None
    assert "after 5 attempts" in table.outcome.text
    assert table.connections == 5


def test_a_stop_between_two_attempts() -> None:
    """The seat ends at once and does not connect again."""
    table = Table((), listens=False, wait=0)
    table.play(0.5)
    attempts = len(table.reactor.tcpClients)
    table.client.stop("interrupted")
    table.play(60)
    assert table.outcome is not None
    assert table.outcome.text == "interrupted"
    assert len(table.reactor.tcpClients) == attempts


def test_each_call_begins_the_wait_again() -> None:
    """Slow players are waited for, as long as each is in time."""
    table = Table(DEALT)
    for seat in ("North", "East", "West"):
        table.play(table.reactor.seconds() + 29)
        table.say([f"{seat} passes"])
    assert table.outcome is None
    assert table.client.awaits == "the manager (waiting for a board)"
    table.play(table.reactor.seconds() + 31)
    assert table.outcome is not None
    assert table.outcome.boards == 1


def test_our_own_thinking_is_no_wait() -> None:
    """The time goes on where it was when our player has answered."""
    table = Table(DEALER, wait=10, seconds=60)
    assert table.play(300) == pytest.approx(70, abs=0.5)
    assert table.outcome is not None
    assert "West to act" in table.outcome.text


def test_a_session_that_gets_further_has_all_attempts_again() -> None:
    """Connections that are lost later each time do not count in a row."""
    table = Table(DEALT, closes=True, wait=0, attempts=3)
    calls = ("North passes", "East passes", "West bids 1C")
    for last in range(4):
        table.lines = (*DEALT, *calls[:last])
        while table.connections == last:
            table.play(table.reactor.seconds() + 0.25)
    assert table.outcome is None
    table.play(100)
    assert table.outcome is not None
    assert table.connections == 4 + 2


def test_a_board_that_does_not_begin_again_is_left() -> None:
    """After a refused pass nobody may ever speak again: the seat connects again by itself."""
    table = Table((*DEALER, "Illegal bid"), wait=0)
    table.play(19)
    assert not table.wire.transport.disconnecting
    table.play(21)
    assert table.wire.transport.disconnecting
    table.wire.connectionLost(Failure(error.ConnectionDone()))
    table.play(30)
    assert table.connections == 2
