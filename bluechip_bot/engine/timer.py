"""The time of a decision: its deadlines, and the thread that enforces them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self

import numpy as np
import numpy.typing as npt

from bluechip_bot.engine.question import SearchLimits


class DecisionTimer:
    """Ends a decision, and each of its stages, on time; used as a context manager.

    A stage ends when a flag that the search reads is raised, the decision when `stop` is called; a
    thread of the timer does both. `clock` is the time by which the engine decides whether to begin
    more work. The thread uses it, too, if it is `time.process_time`, and the machine's time
    otherwise, since the clock of a test may stand still.

    Args:
        stop: ends the work that runs, and any that begins later.

    Attributes:
        started: when the decision began, by the clock.
        deadline: when it should end.
        latest: when a close decision must end; None if it gets no extra time.
    """

    def __init__(
        self, limits: SearchLimits, stop: Callable[[], None], clock: Callable[[], float]
    ) -> None:
        self.clock = clock
        self.started = clock()
        self.deadline = self.started + limits.budget
        longer = limits.longest > limits.budget
        self.latest = self.started + limits.longest if longer else None
        self._stop = stop
        self._now = clock if clock is time.process_time else time.monotonic
        self._end = self._now() + limits.stop_after
        self._changed = threading.Condition()
        self._stage: tuple[float, npt.NDArray[np.int32]] | None = None
        self._over = False
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._over = True
            self._changed.notify()
        # Joined, so that a late stop cannot end the next decision.
        self._thread.join()

    @property
    def elapsed(self) -> float:
        """Seconds since the decision began, by the clock."""
        return self.clock() - self.started

    def share(self, share: float) -> float:
        """Return when, by the clock, a share of the time left before the deadline has passed."""
        now = self.clock()
        return now + share * (self.deadline - now)

    @contextmanager
    def stage(self, seconds: float) -> Iterator[npt.NDArray[np.int32]]:
        """Time a stage: the value is a flag, int32[1], that becomes 1 after this many seconds."""
        flag = np.zeros(1, dtype=np.int32)
        self._set((self._now() + seconds, flag))
        try:
            yield flag
        finally:
            self._set(None)

    def _set(self, stage: tuple[float, npt.NDArray[np.int32]] | None) -> None:
        with self._changed:
            self._stage = stage
            self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while not self._over:
                now, wake = self._now(), self._end
                if now >= self._end:
                    break
                if self._stage is not None:
                    end, flag = self._stage
                    if now >= end:
                        flag[0], self._stage = 1, None
                    else:
                        wake = min(wake, end)
                self._changed.wait(wake - now)
            if self._over:
                return
        self._stop()
