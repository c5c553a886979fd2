"""A table manager on the network: one listening port, or one for each seat, and a `TableSession`.

A client that floods, sends garbage or never reads harms only itself: long lines are discarded,
lines without sense are counted, see `TableSession`, a connection is cut when too much waits to be
read, see `LineWire`, and of connections without a seat the oldest makes room for the next, see
`Hall`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from attrs import frozen
from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.error import CannotListenError
from twisted.internet.protocol import Factory
from twisted.logger import Logger
from twisted.python.failure import Failure

from bluechip_bot.model import Seat
from bluechip_bot.net.hall import Hall
from bluechip_bot.net.linewire import LIMIT, LineListener, LineRecorder, LineWire
from bluechip_bot.net.seat_client import LEVELS
from bluechip_bot.protocol.effects import (
    Acted,
    BoardBegun,
    BoardFinished,
    BoardForfeited,
    Drop,
    Log,
    SeatCut,
    SeatTaken,
    SendTo,
    SessionFinished,
    TableEffect,
    TableEvent,
)
from bluechip_bot.protocol.table.session import TableSession


class ListenError(OSError):
    """A port on which we cannot listen."""


@frozen
class LineOptions:
    """How lines to and from the clients are handled.

    Attributes:
        limit: the greatest length of a line, in bytes.
        gap: the least time from one line to a client to the next, in seconds.
        gaps: the same for the clients at N, E, S, W; empty if `gap` holds for all.
        record: called with every line, and with `!` for what happens to a connection or the table.
    """

    limit: int = LIMIT
    gap: float = 0.0
    gaps: tuple[float, ...] = ()
    record: LineRecorder = lambda *_: None


class TableServer:
    """A `TableSession` with its sockets.

    Attributes:
        session: the session.
        finished: fires when the session is over.
    """

    def __init__(  # noqa: PLR0913 - what makes a table
        self,
        reactor: Any,
        session: TableSession,
        on_event: Callable[[TableEvent], object],
        lines: LineOptions | None = None,
        name: str = "table",
        *,
        on_cut: Callable[[SeatCut], object] = lambda _: None,
    ) -> None:
        """Prepare a server; `listen` opens the ports.

        Args:
            reactor: Twisted's.
            session: the session to serve.
            on_event: called when a board begins or is over, and with every call and card.
            lines: how lines are handled.
            name: the table's name in the log.
            on_cut: called when the connection of a seat is closed for what its client does.
        """
        self.session = session
        self.finished: Deferred[SessionFinished] = Deferred()
        self._reactor = reactor
        self._on_event = on_event
        self._on_cut = on_cut
        self._lines = lines or LineOptions()
        self._log = Logger(namespace=f"bluechip_bot.{name}")
        self._ports: list[Any] = []
        self._wires: dict[int, LineWire] = {}
        self._hall = Hall(reactor, self._cut)
        self._peers = 0
        self.last_line = reactor.seconds()

    def listen(self, host: str, ports: Sequence[int]) -> tuple[int, ...]:
        """Open one port for all seats, or four for N E S W; 0 stands for any free port.

        Returns:
            The ports opened.

        Raises:
            ListenError: if a port cannot be opened; then none is.
        """
        seats: Sequence[Seat | None] = list(Seat) if len(ports) == 4 else [None]
        for port, seat in zip(ports, seats, strict=True):
            factory = _TableFactory(partial(self._new_wire, seat))
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

    def forfeit(self) -> None:
        """Give the board up and go on with the next one."""
        self.last_line = self._reactor.seconds()
        self._record("forfeit")
        self._carry_out(self.session.forfeit(self.last_line))

    def stop(self, text: str) -> None:
        """End the session before all boards are played."""
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
        closed = DeferredList([_deferred(port.stopListening()) for port in ports])
        return closed.addCallback(lambda _: None)

    def _new_wire(self, seat: Seat | None, address: str) -> LineWire:
        self._peers += 1
        peer = self._peers
        listener = LineListener(
            on_line=partial(self._line, peer),
            on_lost=partial(self._lost, peer),
            on_long_line=partial(self._long_line, peer),
            on_connected=partial(self._connected, peer, seat, address),
            on_unread=partial(self._unread, peer),
        )
        wire = LineWire(
            self._reactor,
            listener,
            limit=self._lines.limit,
            gap=self._lines.gap,
            record=self._lines.record,
        )
        self._wires[peer] = wire
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

    def _send(self, peer: int, line: str) -> None:
        wire = self._wires.get(peer)
        if wire is not None:
            wire.send_line(line)

    def _cut(self, peer: int, reason: str) -> None:
        self._log.warn("connection {peer} is cut: {reason}", peer=peer, reason=reason)
        if (wire := self._wires.get(peer)) is not None:
            self._record("closed", peer)
            wire.close()

    def _record(self, what: str, peer: int | None = None) -> None:
        """Record what happens to a connection or the table: no line shows it, `replay` needs it."""
        self._lines.record("!", "-" if peer is None else self._wires[peer].peer, what)

    def _carry_out(self, effects: Sequence[TableEffect]) -> None:
        for effect in effects:
            match effect:
                case SendTo(peer, line):
                    self._send(peer, line)
                case SeatTaken(peer, seat):
                    self._hall.leave(peer)
                    if self._lines.gaps and (wire := self._wires.get(peer)) is not None:
                        wire.gap = self._lines.gaps[seat]
                case SeatCut(peer, _, text):
                    self._cut(peer, text)
                    self._on_cut(effect)
                case Drop(peer, text):
                    self._cut(peer, text)
                case Log(level, text):
                    self._log.emit(LEVELS[level], "{text}", text=text)
                case BoardBegun() | Acted() | BoardFinished() | BoardForfeited():
                    self._on_event(effect)
                case SessionFinished():
                    self._log.info("session over: {text}", text=effect.text)
                    self.finished.callback(effect)


class _TableFactory(Factory):
    """Makes a wire for each connection."""

    noisy = False

    def __init__(self, make: Callable[[str], LineWire]) -> None:
        self._make = make

    def buildProtocol(self, address: object) -> LineWire:
        """A new wire."""
        return self._make(str(getattr(address, "host", "")))


def _deferred(value: Any) -> Deferred[Any]:
    if isinstance(value, Deferred):
        return value
    done: Deferred[Any] = Deferred()
    done.callback(value)
    return done
