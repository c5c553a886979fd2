"""The thinking time of the two sides, as the manager counts it."""

from __future__ import annotations

from bluechip_bot.model import Side
from bluechip_bot.protocol.messages import Timing


class SideClock:
    """Counts the time between one action and the next for the side that acts.

    Times are in seconds and come from the caller, whose clock must not go back.
    """

    def __init__(self) -> None:
        """Create a clock with nothing counted."""
        self._board = [0.0, 0.0]
        self._total = [0.0, 0.0]
        self._since = 0.0

    def begin_board(self, now: float) -> None:
        """Start the auction; the time of a board that was broken off is forgotten."""
        self._board = [0.0, 0.0]
        self._since = now

    def acted(self, side: Side, now: float) -> float:
        """Count a call or card of a side; returns the seconds that it took."""
        seconds = max(0.0, now - self._since)
        self._board[side] += seconds
        self._since = now
        return seconds

    def end_board(self) -> tuple[float, float]:
        """Add the board to the totals; returns the seconds of North-South and East-West on it."""
        ns, ew = self._board
        self._total[Side.NS] += ns
        self._total[Side.EW] += ew
        return ns, ew

    @property
    def timing(self) -> Timing:
        """The protocol's line for the board and the session so far, in whole seconds."""
        return Timing(
            (
                round(self._board[Side.NS]),
                round(self._total[Side.NS]),
                round(self._board[Side.EW]),
                round(self._total[Side.EW]),
            )
        )
