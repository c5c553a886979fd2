"""Thinking time of the two sides: seconds in, seconds out, no clock of its own."""

from __future__ import annotations

from bluechip_bot.model import Side
from bluechip_bot.protocol.messages import Timing


class SideClock:
    """Counts the time between one action and the next for the side that acts.

    Times are seconds of any clock that never goes back.
    """

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self._board = [0.0, 0.0]
        self._total = [0.0, 0.0]
        self._since = 0.0

    def begin_board(self, now: float) -> None:
        """The auction begins: what a board broken off had used is forgotten."""
        self._board = [0.0, 0.0]
        self._since = now

    def acted(self, side: Side, now: float) -> float:
        """A player of the side called or played a card: the seconds that it took."""
        seconds = max(0.0, now - self._since)
        self._board[side] += seconds
        self._since = now
        return seconds

    def end_board(self) -> tuple[float, float]:
        """The seconds that North-South and East-West used on the board, now added to the totals."""
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
