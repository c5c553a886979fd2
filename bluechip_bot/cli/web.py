"""The page on which people watch `match`, `serve` and `play`."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar, cast

import click
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall
from twisted.logger import ILogObserver, LogEvent, Logger, LogLevel, formatEvent, globalLogPublisher
from zope.interface import implementer

from bluechip_bot.config import web_place
from bluechip_bot.match.work import RoomReport, RoomWork
from bluechip_bot.net.board_solver import BoardSolver
from bluechip_bot.net.watch_page import WatchPage
from bluechip_bot.vugraph.match_show import MatchShow
from bluechip_bot.vugraph.show import SessionShow

P = ParamSpec("P")
R = TypeVar("R")
_LOG: Final = Logger(namespace="bluechip_bot.web")
_OURS: Final = "bluechip_bot."
_GRAVE: Final = (LogLevel.warn, LogLevel.error, LogLevel.critical)
_BURST: Final = 0.5
"""The seconds within which only one entry of the log is shown."""
_POLL_EVERY: Final = 0.5
"""The seconds from one look into the seats' logs to the next."""


class ShowPage:
    """The web page of a session; its port is opened when the object is created."""

    def __init__(self, reactor: Any, show: SessionShow, where: str, token: str = "") -> None:
        """Open the port, and print where the page is.

        `where` is `[HOST:]PORT`. The token opens the operator's view; empty for a new one.
        """
        self._show = show
        self._observer: Any = None
        self._solver = BoardSolver(reactor)
        host, port = web_place("web", where)
        self._page = WatchPage(reactor, show, self._solver.solve, host, token=token)
        self._page.server.listen(port)
        address = self._page.server.address
        reactor.addSystemEventTrigger("before", "shutdown", self.close)
        click.echo(f"to watch: {address}", err=True)
        click.echo(f"the operator's view: {address}#token={self._page.token}", err=True)

    @staticmethod
    def guarded(call: Callable[P, R], otherwise: R) -> Callable[P, R]:
        """Wrap `call` so that it returns `otherwise` if it fails, and the game goes on."""

        def safe(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return call(*args, **kwargs)
            except Exception:
                _LOG.failure("the page misses something")
                return otherwise

        return safe

    def show_log(self) -> None:
        """Show warnings and errors of the log as faults from now on, until the page is closed."""
        self._observer = cast("Any", FaultObserver(self._show))
        globalLogPublisher.addObserver(self._observer)

    def end(self, trouble: str = "", text: str = "every board was played") -> None:
        """Show that the session is over; only the operator sees `trouble`, the reason."""
        self._show.end("it was broken off" if trouble else text, trouble)
        self._page.tell()

    def close(self) -> Deferred[Any]:
        """Close the port and all connections; fires when done. Calling it twice is harmless."""
        if self._observer is not None:
            globalLogPublisher.removeObserver(self._observer)
            self._observer = None
        self._solver.close()
        return self._page.close()


class MatchPage(ShowPage):
    """The web page on which a match is watched, with its progress."""

    def __init__(self, reactor: Any, shown: MatchShow, where: str, token: str) -> None:
        super().__init__(reactor, shown.show, where, token)
        self.heard: Callable[[RoomWork, RoomReport], None] = self.guarded(shown.heard, None)
        self.progress: Callable[[int, int, str], None] = shown.show.progress
        self._poll = LoopingCall(self.guarded(shown.poll, None))
        self._poll.clock = reactor
        self._poll.start(_POLL_EVERY, now=False)

    def close(self) -> Deferred[Any]:
        """Close the port and all connections; see `ShowPage`."""
        if self._poll.running:
            self._poll.stop()
        return super().close()


@implementer(ILogObserver)
class FaultObserver:
    """Shows warnings and errors of the log on the page, one in `_BURST` s; counts the others."""

    def __init__(self, show: SessionShow) -> None:
        self._show = show
        self._next = 0.0
        self._untold = 0

    def __call__(self, event: LogEvent) -> None:
        """Show an entry of the log if it is a warning or an error from our code."""
        level, at = event.get("log_level"), event.get("log_time", 0.0)
        place = str(event.get("log_namespace", ""))
        if level not in _GRAVE or not place.startswith(_OURS) or place == f"{_OURS}web":
            return
        if at < self._next:
            self._untold += 1
            return
        self._next = at + _BURST
        who = place.removeprefix(_OURS)
        self._show.fault(at, "", level.name, who, formatEvent(event), 1 + self._untold)
        self._untold = 0


def is_here(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
