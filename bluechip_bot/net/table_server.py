"""A table manager on the network: one listening port, or one for each seat, and a `TableSession`.

A client that floods, sends garbage or never reads harms only itself. Long lines are discarded, and
lines that make no sense are counted, see `TableSession`. A connection is cut when too much waits to
be read, see `LineWire`. If too many connections have no seat, the oldest one is closed, see
`WaitingPeers`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from attrs import define, field, frozen
from twisted.internet.defer import Deferred, DeferredList, maybeDeferred
from twisted.internet.error import CannotListenError
from twisted.logger import Logger, LogLevel
from twisted.python.failure import Failure

from bluechip_bot.model import Seat
from bluechip_bot.net.linewire import LIMIT, LineListener, LineRecorder, LineWire, WireFactory
from bluechip_bot.net.reactor import Timer, Timers, cancel
from bluechip_bot.protocol.effects import (
    BoardBegun,
    BoardFinished,
    BoardForfeited,
    DropClient,
    LogLine,
    SeatCut,
    SeatTaken,
    SendTo,
    SessionFinished,
    TableActed,
    TableEffect,
    TableEvent,
)
from bluechip_bot.protocol.table.session import TableSession

MOST: Final = 32
"""Connections without a seat: 64 silent ones once kept out a player who had lost its own."""
MOST_OF_ONE: Final = 8
"""Connections without a seat from one address."""
FIRST_LINE: Final = 20.0
"""Seconds within which the first line is to come."""


@define(eq=False)
class WaitingPeers:
    """Limits the connections that have no seat: their number, and the wait for their first line.

    A client that means to play sends its first line at once, and is forgotten once it is seated. If
    there are too many, a newcomer is let in, and the one that has waited longest is closed: silent
    connections keep nobody out, least of all a player whose connection was lost.
    """

    _timers: Timers
    _dismiss: Callable[[int, str], object]
    _guests: dict[int, tuple[str, Timer]] = field(init=False, factory=dict)

    def __contains__(self, peer: int) -> bool:
        """Whether a connection is known to have no seat."""
        return peer in self._guests

    def enter(self, peer: int, address: str) -> None:
        """Add a new connection, and dismiss the oldest one if there are too many."""
        own = [other for other, (host, _) in self._guests.items() if host == address]
        if len(own) >= MOST_OF_ONE:
            self._send_off(own[0], f"more than {MOST_OF_ONE} connections of {address} have no seat")
        elif len(self._guests) >= MOST:
            self._send_off(next(iter(self._guests)), f"more than {MOST} connections have no seat")
        timer = self._timers.callLater(FIRST_LINE, self._send_off, peer, "no line has come")
        self._guests[peer] = address, timer

    def spoke(self, peer: int) -> None:
        """Note that a connection has sent a line; the session judges whether it makes sense."""
        if peer in self._guests:
            cancel(self._guests[peer][1])

    def leave(self, peer: int) -> None:
        """Forget a connection: it has a seat, or is gone."""
        guest = self._guests.pop(peer, None)
        if guest is not None:
            cancel(guest[1])

    def _send_off(self, peer: int, reason: str) -> None:
        self.leave(peer)
        self._dismiss(peer, reason)


class ListenError(OSError):
    """A port on which we cannot listen."""


@frozen
class LineOptions:
    """How lines to and from the clients are handled.

    Attributes:
        gaps: the least seconds between two lines to N, E, S and W; if empty, `gap` for all.
        record: called with every line, and with the direction `!` for all other events.
    """

    limit: int = LIMIT
    gap: float = 0.0
    gaps: tuple[float, ...] = ()
    record: LineRecorder = lambda *_: None


@define(eq=False, slots=False)
class TableServer:
    """A `TableSession` with its sockets; `on_cut` is called when a misbehaving seat is cut off."""

    _reactor: Any
    session: TableSession
    _on_event: Callable[[TableEvent], object]
    _lines: LineOptions = LineOptions()
    _name: str = "table"
    _on_cut: Callable[[SeatCut], object] = field(default=lambda _: None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        self.finished: Deferred[SessionFinished] = Deferred()

        self._log = Logger(namespace=f"bluechip_bot.{self._name}")
        self._ports: list[Any] = []
        self._wires: dict[int, LineWire] = {}
        self._hall = WaitingPeers(self._reactor, self._cut)
        self._peers = 0
        self.last_line = self._reactor.seconds()

    def listen(self, host: str, ports: Sequence[int]) -> tuple[int, ...]:
        """Open one port for all seats, or four for N E S W; return their numbers.

        0 is any free port. If one cannot be opened, none is, and ListenError is raised.
        """
        seats: Sequence[Seat | None] = list(Seat) if len(ports) == 4 else [None]
        for port, seat in zip(ports, seats, strict=True):
            factory = WireFactory(partial(self._new_wire, seat))
            try:
                self._ports.append(self._reactor.listenTCP(port, factory, interface=host))
            except (CannotListenError, OSError) as error:
                self._stop_listening()
                cause = getattr(error, "socketError", error)
                raise ListenError(f"cannot listen on {host}:{port}: {cause}") from None
        return tuple(port.getHost().port for port in self._ports)

    def nudge(self) -> None:
        """Prompt the seats that owe a line, see `TableSession.nudge`."""
        self._record("nudge")
        self._carry_out(self.session.nudge(self._reactor.seconds()))

    def restart(self) -> None:
        """Restart the board."""
        self._record("restart")
        self._carry_out(self.session.restart(self._reactor.seconds()))

    def forfeit(self) -> None:
        """Give the board up and begin the next."""
        self.last_line = self._reactor.seconds()
        self._record("forfeit")
        self._carry_out(self.session.forfeit(self.last_line))

    def stop(self, text: str) -> None:
        """End the session even if boards are left to play; `text` is the reason."""
        self._record(f"stop {text}")
        self._carry_out(self.session.stop(text))

    def close(self) -> Deferred[None]:
        """Close every connection and port; fires when the ports are closed."""
        for peer, wire in list(self._wires.items()):
            self._hall.leave(peer)
            wire.close()
        return self._stop_listening()

    def _stop_listening(self) -> Deferred[None]:
        ports, self._ports = self._ports, []
        closed = DeferredList([maybeDeferred(port.stopListening) for port in ports])
        return closed.addCallback(lambda _: None)

    def _new_wire(self, seat: Seat | None, address: object) -> LineWire:
        self._peers += 1
        peer = self._peers
        listener = LineListener(
            on_line=partial(self._line, peer),
            on_lost=partial(self._lost, peer),
            on_long_line=partial(self._long_line, peer),
            on_connected=partial(self._connected, peer, seat, str(getattr(address, "host", ""))),
            on_unread=partial(self._unread, peer),
        )
        lines = self._lines
        wire = self._wires[peer] = LineWire(
            self._reactor, listener, limit=lines.limit, gap=lines.gap, record=lines.record
        )
        return wire

    def _connected(self, peer: int, seat: Seat | None, address: str) -> None:
        self._record("connected" if seat is None else f"connected {seat}", peer)
        self._hall.enter(peer, address)
        self._carry_out(self.session.connected(peer, seat))

    def _line(self, peer: int, line: str) -> None:
        now = self._reactor.seconds()
        self._hall.spoke(peer)
        self._carry_out(self.session.receive(peer, line, now))
        # Strangers who talk do not hide that a seat is silent.
        if peer not in self._hall:
            self.last_line = now

    def _lost(self, peer: int, _reason: Failure) -> None:
        self._record("lost", peer)
        self._wires.pop(peer, None)
        self._hall.leave(peer)
        self._carry_out(self.session.lost(peer, self._reactor.seconds()))

    def _long_line(self, peer: int, length: int) -> None:
        text = f"line of {length} bytes discarded, at most {self._lines.limit} are accepted"
        self._record(f"discarded {text}", peer)
        self._carry_out(self.session.discarded(peer, text))

    def _unread(self, peer: int, unsent: int) -> None:
        text = f"does not read what it is sent, {unsent} bytes are waiting"
        self._record(f"unread {text}", peer)
        self._carry_out(self.session.cut(peer, text))

    def _cut(self, peer: int, reason: str) -> None:
        self._log.warn("connection {peer} is cut: {reason}", peer=peer, reason=reason)
        if (wire := self._wires.get(peer)) is not None:
            self._record("closed", peer)
            wire.close()

    def _record(self, what: str, peer: int | None = None) -> None:
        """Record, for `replay`, an event at a connection or the table that is not a line."""
        self._lines.record("!", "-" if peer is None else self._wires[peer].peer, what)

    def _carry_out(self, effects: Sequence[TableEffect]) -> None:
        for effect in effects:
            match effect:
                case SendTo(peer, line):
                    if (wire := self._wires.get(peer)) is not None:
                        wire.send_line(line)
                case SeatTaken(peer, seat):
                    self._hall.leave(peer)
                    if self._lines.gaps and (wire := self._wires.get(peer)) is not None:
                        wire.gap = self._lines.gaps[seat]
                case SeatCut(peer, _, text):
                    self._cut(peer, text)
                    self._on_cut(effect)
                case DropClient(peer, text):
                    self._cut(peer, text)
                case LogLine(level, text):
                    self._log.emit(LogLevel.levelWithName(level.value), "{text}", text=text)
                case BoardBegun() | TableActed() | BoardFinished() | BoardForfeited():
                    self._on_event(effect)
                case SessionFinished():
                    self._log.info("session over: {text}", text=effect.text)
                    self.finished.callback(effect)
