"""The viewers of a page: connections that get its topics (named values) whenever these change.

Only the version that a viewer has seen is kept for it. A viewer that does not read is sent nothing;
when it reads again, it gets all it has missed at once. After some time it is cut; it may reconnect.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import define
from twisted.internet.interfaces import IPushProducer
from twisted.internet.task import LoopingCall
from zope.interface import implementer

from bluechip_bot.match.record.document import BoardSight
from bluechip_bot.net.reactor import Timer, cancel
from bluechip_bot.vugraph.site import TopicStream
from bluechip_bot.vugraph.topics import PageTopics

MOST_VIEWERS: Final = 256
TOGETHER: Final = 0.1
"""The seconds for which changes are collected."""
ALIVE_EVERY: Final = 15.0
"""The seconds after which a connection without news gets a comment."""
PATIENCE: Final = 30.0
"""The seconds after which a viewer that reads nothing is cut."""


@define(eq=False, slots=False)
class PageViewers:
    """The viewers of a page's topics, to whom changes are sent in batches."""

    _reactor: Any
    _views: Mapping[BoardSight, PageTopics]
    _now: Callable[[], float] = time.time

    def __attrs_post_init__(self) -> None:
        self._stream = TopicStream(self._views, secrets.token_hex(4))
        self._viewers: set[_ViewerConnection] = set()
        # What viewers of the same version get is made once.
        self._messages: dict[tuple[BoardSight, int], bytes] = {}
        self._timer: Timer | None = None
        self._pulse = LoopingCall(self._keep_alive)
        self._pulse.clock = self._reactor
        for topics in self._views.values():
            topics.on_change = self._changed

    def __len__(self) -> int:
        return len(self._viewers)

    def add(self, request: Any, sight: BoardSight, last_id: str | None) -> None:
        """Answer a request with the stream of a view; `last_id` is the last message id received."""
        version = self._stream.version_of(last_id, sight)
        viewer = _ViewerConnection(request, sight, version, self._reactor.seconds, self._fill)
        self._viewers.add(viewer)
        request.notifyFinish().addBoth(lambda _: self._viewers.discard(viewer))
        request.registerProducer(viewer, streaming=True)
        self._fill(viewer)
        if not self._pulse.running:
            self._pulse.start(ALIVE_EVERY, now=False)

    def end(self) -> None:
        """Send the last changes to all viewers, and close their connections."""
        self.flush()
        if self._pulse.running:
            self._pulse.stop()
        for viewer in list(self._viewers):
            viewer.request.unregisterProducer()
            viewer.request.finish()

    def _changed(self) -> None:
        self._messages.clear()
        if self._timer is None and self._viewers:
            self._timer = self._reactor.callLater(TOGETHER, self.flush)

    def flush(self) -> None:
        """Send all viewers what has changed, without waiting for more changes."""
        cancel(self._timer)
        self._timer = None
        for viewer in list(self._viewers):
            self._fill(viewer)

    def _fill(self, viewer: _ViewerConnection) -> None:
        newest = self._views[viewer.sight].version
        if viewer.stuck_since is not None or viewer.version == newest:
            return
        key = viewer.sight, viewer.version
        if key not in self._messages:
            self._messages[key] = self._stream.message(*key, self._now())
        viewer.version = newest
        viewer.request.write(self._messages[key])

    def _keep_alive(self) -> None:
        now = self._reactor.seconds()
        for viewer in list(self._viewers):
            if viewer.stuck_since is None:
                viewer.request.write(b": \n\n")
            elif now - viewer.stuck_since >= PATIENCE:
                viewer.request.transport.abortConnection()


@implementer(IPushProducer)
@define(eq=False)
class _ViewerConnection:
    """A viewer's connection, with the version sent last."""

    request: Any
    sight: BoardSight
    version: int
    _clock: Callable[[], float]
    _fill: Callable[[_ViewerConnection], object]
    stuck_since: float | None = None

    def pauseProducing(self) -> None:
        if self.stuck_since is None:
            self.stuck_since = self._clock()

    def resumeProducing(self) -> None:
        """Send what the viewer has missed while it did not read."""
        self.stuck_since = None
        self._fill(self)

    def stopProducing(self) -> None:
        """Do nothing: the request's `notifyFinish` reports the loss."""
