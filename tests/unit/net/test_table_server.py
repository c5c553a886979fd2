"""A table manager's connections, on a clock that only the test moves."""

# mypy: allow-untyped-calls
# Parts of Twisted have no types.

from __future__ import annotations

from typing import Any

from twisted.internet.testing import MemoryReactorClock, StringTransport

from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.net.table_server import LineOptions, TableServer
from bluechip_bot.protocol.table.session import TableSession


def connected(reactor: Any) -> Any:
    """A client's connection at the manager's one port."""
    wire = reactor.tcpServers[-1][1].buildProtocol(None)
    wire.makeConnection(StringTransport())
    return wire


def said(wire: Any) -> list[bytes]:
    """The lines sent to a client."""
    lines: list[bytes] = wire.transport.value().splitlines()
    return lines


def test_each_seat_has_its_own_gap() -> None:
    """From `seated` on, lines to a slow team's seat are spaced, and to the others they are not."""
    reactor = MemoryReactorClock()
    session = TableSession([board.begin() for board in boards_from_seed(1, 1)])
    lines = LineOptions(gap=0.0, gaps=(0.0, 0.5, 0.0, 0.5))
    server = TableServer(reactor, session, lambda _: None, lines)
    server.listen("127.0.0.1", [2000])
    wires = [connected(reactor) for _ in range(4)]
    # Seats are not taken in the order of connections.
    for wire, seat in zip(wires, ("West", "South", "East", "North"), strict=True):
        team = b"B" if seat in ("West", "East") else b"A"
        line = b'Connecting "%s" as %s using protocol version 18\r\n' % (team, seat.encode())
        wire.dataReceived(line + b"%s ready for teams\r\n" % seat.encode())
    assert [len(said(wire)) for wire in wires] == [1, 2, 1, 2]
    reactor.advance(0.4)
    assert [len(said(wire)) for wire in wires] == [1, 2, 1, 2]
    reactor.advance(0.1)
    assert [len(said(wire)) for wire in wires] == [2, 2, 2, 2]
    server.close()
