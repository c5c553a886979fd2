"""Connections that have no seat yet: how many there may be, and for how long.

A client that means to play sends its first line at once, and leaves the hall when it is seated.
Whoever comes last is let in, and the one who has waited longest makes room: connections that say
nothing keep nobody out, least of all a player who has lost its connection.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import define

from bluechip_bot.net.reactor import Timer, Timers, cancel

MOST: Final = 32
"""Connections without a seat."""
MOST_OF_ONE: Final = 8
"""The same from one address."""
FIRST_LINE: Final = 20.0
"""Seconds within which the first line is to come."""


@define
class _SeatlessPeer:
    address: str
    timer: Timer


class WaitingPeers:
    """The connections of a table that have no seat.

    Args:
        dismiss: called with a connection that has to go, and why; not called for one that has
            left.
    """

    def __init__(self, timers: Timers, dismiss: Callable[[int, str], object]) -> None:
        """Begin with nobody."""
        self._timers = timers
        self._dismiss = dismiss
        self._guests: dict[int, _SeatlessPeer] = {}

    def __contains__(self, peer: int) -> bool:
        """Whether a connection is here: it has no seat."""
        return peer in self._guests

    def enter(self, peer: int, address: str) -> None:
        """Let a connection in, and dismiss the oldest one if there are too many."""
        own = [other for other, guest in self._guests.items() if guest.address == address]
        if len(own) >= MOST_OF_ONE:
            self._send_off(own[0], f"more than {MOST_OF_ONE} connections of {address} have no seat")
        elif len(self._guests) >= MOST:
            self._send_off(next(iter(self._guests)), f"more than {MOST} connections have no seat")
        timer = self._timers.callLater(FIRST_LINE, self._send_off, peer, "no line has come")
        self._guests[peer] = _SeatlessPeer(address, timer)

    def spoke(self, peer: int) -> None:
        """Take note that a connection has sent a line: what it says is judged elsewhere."""
        if peer in self._guests:
            cancel(self._guests[peer].timer)

    def leave(self, peer: int) -> None:
        """Forget a connection: it has a seat, or is gone."""
        guest = self._guests.pop(peer, None)
        if guest is not None:
            cancel(guest.timer)

    def _send_off(self, peer: int, reason: str) -> None:
        self.leave(peer)
        self._dismiss(peer, reason)
