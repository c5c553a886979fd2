"""The reactor of a process: Twisted's, on an asyncio selector loop, on every system.

Nothing else in `net` imports the reactor; it is an argument. The protocols below name the methods
that are needed, so that tests without processes and threads can pass a clock of their own.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol, cast

from twisted.internet.error import ReactorAlreadyInstalledError, ReactorNotRunning


class Timer(Protocol):
    """A scheduled call."""

    def active(self) -> bool:
        """Whether the call is still to come."""

    def cancel(self) -> object:
        """Cancel the call; this is an error if it is not active."""


class Timers(Protocol):
    """A clock that can call back: the reactor, or `twisted.internet.task.Clock`."""

    def seconds(self) -> float:
        """The time, in seconds since an arbitrary moment."""

    def callLater(self, delay: float, call: Callable[..., object], /, *args: object) -> Timer:
        """Schedule `call(*args)` to be made in `delay` seconds."""


class Reactor(Timers, Protocol):
    """An event loop: a clock that also takes calls from other threads."""

    def callFromThread(self, call: Callable[..., object], /, *args: object) -> object:
        """Schedule `call(*args)` soon, in the reactor's thread."""

    def run(self) -> object:
        """Serve until `stop`."""

    def stop(self) -> object:
        """End `run`; it may be ending already."""


def cancel(timer: Timer | None) -> None:
    """Cancel a timer, if there is one and its call is still to come."""
    if timer is not None and timer.active():
        timer.cancel()


def _made() -> tuple[Reactor, asyncio.AbstractEventLoop]:
    """Make a reactor on a selector loop: Twisted refuses a proactor loop, the default on Windows.

    The reactor's time is monotonic: Twisted's own is the time of day, which may be set while a
    board is played.
    """
    from twisted.internet import asyncioreactor

    class _Reactor(asyncioreactor.AsyncioSelectorReactor):
        """Twisted's reactor; it may be stopped twice, by a signal and by the end of the work."""

        seconds = staticmethod(time.monotonic)

        def run(self, installSignalHandlers: bool = True) -> None:  # noqa: FBT001 - Twisted's
            is_main = threading.current_thread() is threading.main_thread()
            super().run(installSignalHandlers and is_main)  # type: ignore[no-untyped-call]

        def stop(self) -> None:
            with suppress(ReactorNotRunning):
                super().stop()  # type: ignore[no-untyped-call]

    loop = asyncio.SelectorEventLoop()
    return cast("Reactor", _Reactor(loop)), loop


@contextmanager
def own() -> Iterator[Reactor]:
    """Yield a reactor that is not installed; it can be run once, in any thread."""
    reactor, loop = _made()
    try:
        yield reactor
    finally:
        loop.close()


def install() -> Reactor:
    """Return the installed reactor; if there is none, install one on an asyncio selector loop."""
    from twisted.internet import asyncioreactor
    from twisted.internet.main import installReactor

    name = "twisted.internet.reactor"
    if name not in sys.modules:
        installReactor(_made()[0])  # type: ignore[no-untyped-call]
    reactor = sys.modules[name]
    if not isinstance(reactor, asyncioreactor.AsyncioSelectorReactor):
        raise ReactorAlreadyInstalledError(
            f"a {type(reactor).__name__} is installed where an asyncio reactor is needed"
        )
    return cast("Reactor", reactor)
