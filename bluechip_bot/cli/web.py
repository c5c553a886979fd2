"""The page on which people watch `match`, `serve` and `play`."""

from __future__ import annotations

from typing import Any, Final

import click
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall
from twisted.logger import Logger

from bluechip_bot.config import web_place
from bluechip_bot.match.work import RoomReport, RoomWork
from bluechip_bot.net.board_solver import BoardSolver
from bluechip_bot.net.web_server import WebServer
from bluechip_bot.vugraph.match_show import MatchShow
from bluechip_bot.vugraph.show import Show

_POLL_EVERY: Final = 0.5
"""The seconds from one look into the seats' logs to the next."""


class Page:
    """A show on its port, from the first moment."""

    def __init__(self, reactor: Any, show: Show, where: str) -> None:
        """Open the port, and print where the page is.

        Args:
            reactor: Twisted's.
            show: what is shown.
            where: `[HOST:]PORT`.

        Raises:
            ListenError: if the port cannot be opened.
        """
        self._show = show
        self._solver = BoardSolver(reactor)
        host, port = web_place("web", where)
        self._server = WebServer(reactor, show, self._solver.solve, host)
        self._server.listen(port)
        address = self._server.address
        reactor.addSystemEventTrigger("before", "shutdown", self.close)
        click.echo(f"to watch: {address}", err=True)
        click.echo(f"to watch with all hands: {address}#token={self._server.token}", err=True)

    def end(self, text: str) -> None:
        """Tell the viewers that the session is over, and why."""
        self._show.end(text or "every board was played")
        self._server.tell()

    def close(self) -> Deferred[Any]:
        """Close the port and all connections; fires when that is done. Twice is harmless."""
        self._solver.close()
        return self._server.close()


class MatchPage(Page):
    """The page of a match. Whatever goes wrong with it, the match goes on."""

    def __init__(self, reactor: Any, shown: MatchShow, where: str) -> None:
        """Open the port; see `Page`."""
        super().__init__(reactor, shown.show, where)
        self._shown = shown
        self._log = Logger(namespace="bluechip_bot.web")
        self._poll = LoopingCall(self._look)
        self._poll.clock = reactor
        self._poll.start(_POLL_EVERY, now=False)

    def heard(self, work: RoomWork, report: RoomReport) -> None:
        """Show what a room reports."""
        try:
            self._shown.heard(work, report)
        except Exception:
            self._log.failure("the page misses a report")

    def close(self) -> Deferred[Any]:
        """Close the port and all connections; see `Page`."""
        if self._poll.running:
            self._poll.stop()
        return super().close()

    def _look(self) -> None:
        try:
            self._shown.poll()
        except Exception:
            self._log.failure("the page misses thoughts")
