"""The time that may pass without progress before a seat gives up."""

from __future__ import annotations

from collections.abc import Callable

from bluechip_bot.net.reactor import Timer, Timers, cancel


class LimitedWait:
    """A limited wait for progress. It runs from `resume` on, and can be held while nobody waits.

    Attributes:
        is_over: whether so much time has passed.
    """

    def __init__(self, timers: Timers, seconds: float, on_end: Callable[[], object]) -> None:
        """Prepare a wait; `resume` begins it."""
        self.seconds = seconds
        self.is_over = False
        self._timers = timers
        self._on_end = on_end
        self._left = seconds
        self._since = 0.0
        self._timer: Timer | None = None

    @property
    def _is_running(self) -> bool:
        return self._timer is not None and self._timer.active()

    def hold(self) -> None:
        """Stop the time: it is not the others that are waited for."""
        if self._is_running:
            self._left -= self._timers.seconds() - self._since
            cancel(self._timer)

    def resume(self) -> None:
        """Let the time go on."""
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
