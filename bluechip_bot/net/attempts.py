"""Repeated attempts of a seat to reach a table manager, and a limit to its wait for progress.

Times are in seconds; `ConnectionAttempts` get them from a caller whose clock must not go back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import define, field

from bluechip_bot.config import ConnectConfig
from bluechip_bot.net.reactor import Timer, Timers, cancel

_SPREAD: Final = 0.5
"""A wait is longer or shorter by up to this share: seats that were cut together come back apart."""
_NEWS: Final = 60.0
"""The seconds after which the same trouble is logged again."""


@define(eq=False)
class ConnectionAttempts:
    """The attempts since the session has last come further than ever before.

    A board that is dealt is not progress, nor are the calls and cards of a board that begins again:
    a manager that always closes the connection at the same place is not called for ever.
    """

    config: ConnectConfig
    chance: Callable[[], float]
    count: int = field(init=False, default=0)
    _furthest: tuple[int, int] = field(init=False, default=(0, 0))
    _since: float | None = field(init=False, default=None)
    _told: tuple[str, float] | None = field(init=False, default=None)

    def reached(self, progress: tuple[int, int]) -> None:
        """Take note of the progress made: whatever follows a new record is a new trouble.

        `progress` is the boards finished, and the others' calls and cards on the next board.
        """
        if progress <= self._furthest:
            return
        self._furthest, self.count = progress, 0
        self._since = self._told = None

    def failed(self, now: float) -> float | None:
        """Note a failed attempt; return the seconds to the next one, or None to give up."""
        self.count += 1
        self._since = now if self._since is None else self._since
        config = self.config
        wait = config.wait(self.count) * (1 + _SPREAD * (2 * self.chance() - 1))
        if config.attempts and self.count >= config.attempts:
            return None
        if config.patience and now + wait > self._since + config.patience:
            return None
        return wait

    def is_news(self, trouble: str, now: float) -> bool:
        """Whether a trouble is to be logged: it is new, or `_NEWS` seconds have passed."""
        if self._told is not None:
            text, told = self._told
            if text == trouble and now < told + _NEWS:
                return False
        self._told = trouble, now
        return True


@define(eq=False)
class LimitedWait:
    """A limited wait for progress. It runs from `resume` to `hold`; 0 seconds are no limit."""

    _timers: Timers
    seconds: float
    _on_end: Callable[[], object]
    is_over: bool = field(init=False, default=False)
    _left: float = field(init=False)
    _since: float = field(init=False, default=0.0)
    _timer: Timer | None = field(init=False, default=None)

    @_left.default
    def _all(self) -> float:
        return self.seconds

    @property
    def _is_running(self) -> bool:
        return self._timer is not None and self._timer.active()

    def hold(self) -> None:
        """Stop the timer while our own player is to act."""
        if self._is_running:
            self._left -= self._timers.seconds() - self._since
            cancel(self._timer)

    def resume(self) -> None:
        """Start or restart the timer, with the time that is left."""
        if self.seconds and not self.is_over and not self._is_running:
            self._since = self._timers.seconds()
            self._timer = self._timers.callLater(max(0.0, self._left), self._end)

    def renew(self) -> None:
        """Begin again with all the time: there was progress."""
        self.hold()
        self._left = self.seconds
        self.resume()

    def _end(self) -> None:
        self.is_over = True
        self._on_end()
