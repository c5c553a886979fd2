"""The page on which people watch: a `vugraph.site` on our web server."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from attrs import define, field
from twisted.internet.defer import Deferred
from twisted.logger import Logger

from bluechip_bot.net.viewers import PageViewers
from bluechip_bot.net.web_server import Reply, WebServer
from bluechip_bot.pages.http import WebAnswer
from bluechip_bot.vugraph.show import SessionShow
from bluechip_bot.vugraph.site import ShowSite

_MOST_ASKED: Final = 16
"""The boards whose values may be waited for at once."""

Solve = Callable[[bytes], "Deferred[bytes]"]
"""Fires with the double-dummy values of a board, as JSON, for its document."""


@define(eq=False)
class BoardValues:
    """The double-dummy values of boards; each board is solved once."""

    _solve: Solve
    _known: dict[object, bytes] = field(init=False, factory=dict)
    _waiting: dict[object, list[Deferred[Reply]]] = field(init=False, factory=dict)
    _log: Logger = field(init=False, default=Logger(namespace="bluechip_bot.web"))

    def answer(self, place: object, document: bytes) -> WebAnswer | Deferred[Reply]:
        """Answer with the values of a board; `place` identifies it, the solver gets `document`."""
        if place in self._known:
            return WebAnswer.json(self._known[place])
        is_new = place not in self._waiting
        if is_new and len(self._waiting) >= _MOST_ASKED:
            return WebAnswer.refusal(503, "Too many boards are asked for.")
        answer: Deferred[Reply] = Deferred()
        self._waiting.setdefault(place, []).append(answer)
        if is_new:
            self._solve(document).addCallbacks(
                lambda values: self._solved(place, values),
                lambda failure: self._unsolved(place, failure.getErrorMessage()),
            )
        return answer

    def _solved(self, place: object, values: bytes) -> None:
        self._known[place] = values
        for answer in self._waiting.pop(place):
            answer.callback(WebAnswer.json(values))

    def _unsolved(self, place: object, reason: str) -> None:
        self._log.warn("no values of board {place}: {reason}", place=place, reason=reason)
        for answer in self._waiting.pop(place):
            answer.callback(WebAnswer.refusal(503, "The values cannot be had now."))


@define(eq=False, slots=False)
class WatchPage:
    """The page of a show. Call `listen` of its server once, and `close` at the end.

    The token opens the operator's view; if it is empty, a new token is made.
    """

    _reactor: Any
    _show: SessionShow
    _solve: Solve
    _host: str = "127.0.0.1"
    token: str = field(default="", kw_only=True)
    _now: Callable[[], float] = field(default=time.time, kw_only=True)

    def __attrs_post_init__(self) -> None:
        self.token = self.token or secrets.token_urlsafe(16)
        self._viewers = PageViewers(self._reactor, self._show.views, self._now)
        site = ShowSite(self._show, self.token, BoardValues(self._solve).answer)
        self.server = WebServer(self._reactor, site.answer, self._host, viewers=self._viewers)

    def tell(self) -> None:
        """Send changes to the viewers without waiting for more."""
        self._viewers.flush()

    def close(self) -> Deferred[Any]:
        """Send the last changes and end; fires when the viewers have them, or after a second."""
        self._viewers.end()
        return self.server.close()
