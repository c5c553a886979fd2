"""A table manager's connections, on a clock that only the test moves."""

# mypy: allow-untyped-calls
# Parts of Twisted have no types.

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.testing import MemoryReactorClock, StringTransport
from twisted.python.failure import Failure

from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Seat
from bluechip_bot.net.linewire import UNSENT
from bluechip_bot.net.table_server import FIRST_LINE, MOST, MOST_OF_ONE, LineOptions, TableServer
from bluechip_bot.protocol.effects import SeatCut
from bluechip_bot.protocol.table.session import TableOptions, TableSession
from bluechip_bot.wirelog.record import TableHead, head, parse_records
from bluechip_bot.wirelog.replay import replay_table


def served(lines: LineOptions = LineOptions(), **more: Any) -> tuple[Any, TableServer]:
    """A table with one board, and its reactor."""
    reactor = MemoryReactorClock()
    session = TableSession([board.begin() for board in boards_from_seed(1, 1)])
    server = TableServer(reactor, session, lambda _: None, lines, **more)
    server.listen("127.0.0.1", [2000])
    return reactor, server


def connected(reactor: Any, host: str = "127.0.0.1") -> Any:
    """A client's connection at the manager's one port."""
    wire = reactor.tcpServers[-1][1].buildProtocol(IPv4Address("TCP", host, 1))
    wire.makeConnection(StringTransport())
    return wire


def said(wire: Any) -> list[bytes]:
    """The lines sent to a client."""
    lines: list[bytes] = wire.transport.value().splitlines()
    return lines


def test_each_seat_has_its_own_gap() -> None:
    """From `seated` on, lines to a slow team's seat are spaced, and to the others they are not."""
    reactor, server = served(LineOptions(gap=0.0, gaps=(0.0, 0.5, 0.0, 0.5)))
    wires = [connected(reactor) for _ in range(4)]
    # Seats are not taken in the order of connections.
    for wire, seat in zip(wires, (Seat.WEST, Seat.SOUTH, Seat.EAST, Seat.NORTH), strict=True):
        sit_down(wire, seat)
        wire.dataReceived(f"{seat} ready for teams\r\n".encode())
    assert [len(said(wire)) for wire in wires] == [1, 2, 1, 2]
    reactor.advance(0.4)
    assert [len(said(wire)) for wire in wires] == [1, 2, 1, 2]
    reactor.advance(0.1)
    assert [len(said(wire)) for wire in wires] == [2, 2, 2, 2]
    server.close()


def dismissed(wire: Any) -> bool:
    """Whether a client's connection is being closed."""
    return bool(wire.transport.disconnecting)


def sit_down(wire: Any, seat: Seat) -> None:
    """Take a seat."""
    team = "AB"[seat % 2]
    wire.dataReceived(f'Connecting "{team}" as {seat} using protocol version 18\r\n'.encode())


@pytest.fixture
def hall() -> Iterator[Any]:
    """The reactor of a table with one board."""
    reactor, server = served()
    yield reactor
    server.close()
    assert reactor.getDelayedCalls() == []


def test_silent_connections_keep_nobody_out(hall: Any) -> None:
    """The oldest makes room; players sit down, are lost and come back among a hundred others."""
    silent = [connected(hall, f"10.0.0.{number}") for number in range(100)]
    assert sum(map(dismissed, silent)) == 100 - MOST
    assert dismissed(silent[0])
    assert not dismissed(silent[-1])
    players = [connected(hall, "10.0.1.1") for _ in Seat]
    for wire, seat in zip(players, Seat, strict=True):
        sit_down(wire, seat)
        assert said(wire)[0].endswith(b"seated")
    players[2].connectionLost(Failure(ConnectionDone()))
    silent += [connected(hall, f"10.0.0.{number}") for number in range(100)]
    assert not any(map(dismissed, players))
    again = connected(hall, "10.0.1.1")
    sit_down(again, Seat.SOUTH)
    assert said(again)[0] == b'South ("A") seated'


def test_an_address_has_a_quota(hall: Any) -> None:
    """Many connections of one address push out one another, not those of others."""
    stranger = connected(hall, "10.0.0.1")
    flood = [connected(hall, "10.0.0.2") for _ in range(100)]
    assert not dismissed(stranger)
    assert [dismissed(wire) for wire in flood] == [True] * (100 - MOST_OF_ONE) + [
        False
    ] * MOST_OF_ONE


def test_the_first_line_has_a_time_limit(hall: Any) -> None:
    """Who says nothing is cut; who has spoken, and who is seated, is not."""
    silent, talker, player = (connected(hall, "10.0.0.1") for _ in range(3))
    talker.dataReceived(b"hello\r\n")
    sit_down(player, Seat.NORTH)
    hall.advance(FIRST_LINE + 1)
    assert [dismissed(wire) for wire in (silent, talker, player)] == [True, False, False]


def test_strangers_do_not_hide_a_stall() -> None:
    """The last line is that of a player: a stranger who talks does not count."""
    reactor, server = served()
    stranger, player = connected(reactor), connected(reactor)
    reactor.advance(5)
    sit_down(player, Seat.NORTH)
    assert server.last_line == reactor.seconds()
    reactor.advance(5)
    stranger.dataReceived(b"hello\r\n")
    assert server.last_line == reactor.seconds() - 5
    server.close()


@pytest.fixture
def cuts() -> Iterator[tuple[Any, list[SeatCut]]]:
    """The reactor of a table with one board, and the seats whose connections it cuts."""
    cut: list[SeatCut] = []
    reactor, server = served(LineOptions(limit=256), on_cut=cut.append)
    yield reactor, cut
    server.close()


def _floods(line: bytes, lines: int) -> Any:
    return lambda wire: wire.dataReceived(line * lines)


def _never_reads(wire: Any) -> None:
    wire.pauseProducing()
    # A line that has sense, and an answer.
    wire.dataReceived(b"South ready for teams\r\n" * (UNSENT // 25))


@pytest.mark.parametrize(
    ("does", "reason"),
    [
        (_never_reads, "South does not read what it is sent"),
        (_floods(b"hello\r\n", 1000), "South has sent 1000 lines without sense"),
        (_floods(b"x" * 257 + b"\r\n", 1000), "South has sent 1000 lines without sense"),
    ],
)
def test_a_hostile_player_is_cut(cuts: Any, does: Any, reason: str) -> None:
    """It is named, the others notice nothing, and its seat may be taken again."""
    reactor, cut = cuts
    wires = [connected(reactor) for _ in Seat]
    for wire, seat in zip(wires, Seat, strict=True):
        sit_down(wire, seat)
        wire.dataReceived(f"{seat} ready for teams\r\n".encode())
    south = wires[Seat.SOUTH]
    does(south)
    (found,) = cut
    assert found.seat is Seat.SOUTH
    assert reason in found.text
    assert dismissed(south)
    south.connectionLost(Failure(ConnectionDone()))
    again = connected(reactor)
    sit_down(again, Seat.SOUTH)
    assert said(again)[0] == b'South ("A") seated'
    assert not any(dismissed(wire) for wire in wires if wire is not south)
    assert [said(wire)[-1] for wire in wires if wire is not south] == [
        b'Teams : N/S : "A" E/W : "B"'
    ] * 3


@pytest.mark.parametrize("line", [b"hello\r\n", b"x" * 257 + b"\r\n"])
def test_a_stranger_is_cut_sooner(cuts: Any, line: bytes) -> None:
    """Who has no seat may err less often; no seat is cut."""
    reactor, cut = cuts
    stranger = connected(reactor)
    stranger.dataReceived(line * 100)
    assert dismissed(stranger)
    assert len(said(stranger)) == 20
    assert cut == []


def test_what_happens_is_recorded() -> None:
    """What no line shows, so that the log can be replayed: a session with all of it is the same."""
    reactor: Any = MemoryReactorClock()
    reactor.advance(1.0)
    boards = tuple(board.begin() for board in boards_from_seed(2, 2))
    records: list[str] = [f"# {head(TableHead(TableOptions(), boards))}"]

    def record(mark: str, peer: str, text: str) -> None:
        now = f"1970-01-01T00:00:{reactor.seconds():06.3f}Z"
        records.append(f"{now} {mark} {peer} {text}")

    server = TableServer(
        reactor, TableSession(boards, TableOptions()), lambda _: None, LineOptions(record=record)
    )
    server.listen("127.0.0.1", [2000])
    wires: dict[Seat, Any] = {}
    for number, seat in enumerate(Seat):
        wires[seat] = reactor.tcpServers[-1][1].buildProtocol(None)
        wires[seat].peer = f"client:{number}"
        wires[seat].makeConnection(StringTransport())
        sit_down(wires[seat], seat)
    dealer = boards[0].dealer
    for said in ("ready for teams", "ready to start", "ready for deal", "ready for cards"):
        for seat, wire in wires.items():
            wire.dataReceived(f"{seat} {said}\r\n".encode())
    wires[dealer].dataReceived(f"{dealer} bids 1NT\r\n".encode())
    wires[dealer].dataReceived(b"x" * 100_000 + b"\r\n")
    server.nudge()
    server.forfeit()
    wires[Seat.WEST].connectionLost(Failure(ConnectionDone()))
    server.stop("enough")
    server.close()
    marked = [line.split(" ", 3)[2:] for line in records if " ! " in line]
    assert [[peer, text.split(" ")[0]] for peer, text in marked] == [
        *([f"client:{number}", "connected"] for number in range(4)),
        [f"client:{int(dealer)}", "discarded"],
        ["-", "nudge"],
        ["-", "forfeit"],
        ["client:3", "lost"],
        ["-", "stop"],
    ]

    def differences(lines: list[str]) -> int:
        log = parse_records([("\n".join([*lines, ""]).encode(), "a.log")])
        return len(replay_table(log).differences)

    assert differences(records) == 0
    for what in ("discarded", "forfeit", "stop"):
        kept = [line for line in records if line[25:26] != "!" or what not in line]
        assert differences(kept) > 0, what
