"""The page on which people watch: a `vugraph.site` on a port.

What a client sends beyond the head of a request is not kept, and there is a limit to connections.
"""

from __future__ import annotations

import gzip
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from attrs import define, field
from twisted.internet.defer import Deferred, DeferredList, maybeDeferred, succeed
from twisted.internet.error import CannotListenError, ConnectionDone
from twisted.internet.protocol import ServerFactory
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel, Request

from bluechip_bot.net.reactor import Timer, cancel
from bluechip_bot.net.table_server import ListenError
from bluechip_bot.net.viewers import MOST_VIEWERS, Viewers, header
from bluechip_bot.vugraph.show import Show
from bluechip_bot.vugraph.site import HEADERS, Answer, Site

_MOST_CONNECTIONS: Final = 2 * MOST_VIEWERS
_MOST_OF_ONE: Final = MOST_VIEWERS * 3 // 4
"""The connections of one address: it leaves places for others."""
_MOST_ASKED: Final = 16
"""The boards whose values may be waited for at once."""
_PATIENCE: Final = 20.0
"""The seconds that a client has to send its request, and to take an answer that is whole."""
_FAREWELL: Final = 1.0
"""The seconds in which the last is told."""
_MOST_BODY: Final = 1 << 16
_DONE: Final = Failure(ConnectionDone())  # type: ignore[no-untyped-call]
_ANY: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - compared, not listened on

Solve = Callable[[bytes], "Deferred[bytes]"]
"""Fires with the double-dummy values of a board, as JSON, for its document."""


@define(eq=False, slots=False)
class WebServer:
    """The page of a show. Call `listen` once, and `close` at the end.

    Args:
        now: returns the time in seconds since 1970.

    Attributes:
        token: opens the operator's view.
        port: where it listens; 0 before `listen`.
    """

    _reactor: Any
    _show: Show
    _solve: Solve
    _host: str = "127.0.0.1"
    _token: str = field(default="", kw_only=True)
    _now: Callable[[], float] = field(default=time.time, kw_only=True)

    def __attrs_post_init__(self) -> None:
        self.token = self._token or secrets.token_urlsafe(16)
        self.port = 0
        self._site = Site(self._show, _names(self._host), self.token)
        self._viewers = Viewers(self._reactor, self._show, secrets.token_hex(4), self._now)
        self._values: dict[tuple[str, int], bytes] = {}
        self._waiting: dict[tuple[str, int], list[Any]] = {}
        self._listening: Any = None
        self._factory = _Factory(self._reactor, self.serve)
        self._log = Logger(namespace="bluechip_bot.web")

    def listen(self, port: int) -> None:
        """Open a port; 0 is any free one.

        Raises:
            ListenError: if it cannot be opened.
        """
        try:
            self._listening = self._reactor.listenTCP(port, self._factory, interface=self._host)
        except (CannotListenError, OSError) as error:
            cause = getattr(error, "socketError", error)
            raise ListenError(f"cannot show the page on {self._host}:{port}: {cause}") from None
        self.port = int(self._listening.getHost().port)

    @property
    def address(self) -> str:
        """Where the page is."""
        host = socket.gethostname() if self._host in _ANY else self._host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def tell(self) -> None:
        """Tell the viewers what has changed now rather than soon."""
        self._viewers.flush()

    def close(self) -> Deferred[Any]:
        """Tell the viewers the last, and end; fires when they have it, or after a second."""
        listening, self._listening = self._listening, None
        if listening is None:
            return succeed(None)
        self._viewers.end()
        gone = self._factory.gone()
        gone.addTimeout(_FAREWELL, self._reactor, onTimeoutCancel=lambda *_: None)
        return DeferredList([maybeDeferred(listening.stopListening), gone])

    def serve(self, request: Any) -> None:
        """Answer a request."""
        method, target = request.method.decode("latin-1"), request.uri.decode("latin-1")
        answer = self._site.answer(method, target, header(request, b"host"))
        if answer.stream is not None and method == "GET":
            if len(self._viewers) < MOST_VIEWERS:
                _head(request, answer)
                self._viewers.add(request, answer.stream)
                return
            text = "Too many people are watching."
            answer = Answer.refusal(503, text, **{"Retry-After": "10"})
        if answer.values is not None:
            self._tell_values(request, answer.values, answer.body)
        else:
            _send(request, answer)

    def _tell_values(self, request: Any, place: tuple[str, int], document: bytes) -> None:
        """Answer with the values of a board, which is solved once."""
        if place in self._values:
            _send(request, Answer.json(self._values[place]))
        elif place in self._waiting:
            self._waiting[place].append(request)
        elif len(self._waiting) >= _MOST_ASKED:
            _send(request, Answer.refusal(503, "Too many boards are asked for."))
        else:
            self._waiting[place] = [request]
            answers = self._solve(gzip.decompress(document))
            answers.addCallbacks(
                lambda values: self._solved(place, values),
                lambda failure: self._unsolved(place, failure.getErrorMessage()),
            )

    def _solved(self, place: tuple[str, int], values: bytes) -> None:
        self._values[place] = values
        for request in self._waiting.pop(place):
            _send(request, Answer.json(values))

    def _unsolved(self, place: tuple[str, int], reason: str) -> None:
        self._log.warn("no values of board {place}: {reason}", place=place, reason=reason)
        for request in self._waiting.pop(place):
            _send(request, Answer.refusal(503, "The values cannot be had now."))


def _names(host: str) -> frozenset[str]:
    """The names by which the page may be called."""
    if host in _ANY:
        return frozenset({socket.gethostname(), socket.getfqdn()})
    return frozenset({host})


def _head(request: Any, answer: Answer) -> None:
    """Write the status and the headers of an answer."""
    request.setResponseCode(answer.status, HTTPStatus(answer.status).phrase.encode())
    for name, value in {**HEADERS, "Content-Type": answer.kind, **answer.headers}.items():
        request.setHeader(name, value)


def _send(request: Any, answer: Answer) -> None:
    """Write a whole answer, unless its client is gone."""
    if request.channel is None:
        return
    body = answer.body
    _head(request, answer)
    if answer.is_zipped:
        request.setHeader("Vary", "Accept-Encoding")
        if "gzip" in (header(request, b"accept-encoding") or ""):
            request.setHeader("Content-Encoding", "gzip")
        else:
            body = gzip.decompress(body)
    request.setHeader("Content-Length", str(len(body)))
    if request.method != b"HEAD":
        request.write(body)
    request.channel.limit()
    request.finish()


class _Request(Request):
    """A request to the page."""

    _dropped = 0

    def gotLength(self, length: int | None) -> None:  # noqa: ARG002
        """Prepare to keep nothing: for a long body Twisted opens a file."""
        super().gotLength(0)  # type: ignore[no-untyped-call]

    def handleContentChunk(self, data: bytes) -> None:
        """Drop what comes after the head, and the client that goes on with it."""
        self._dropped += len(data)
        if self._dropped > _MOST_BODY:
            self.loseConnection()  # type: ignore[no-untyped-call]

    def process(self) -> None:
        """Answer."""
        self.channel.factory.serve(self)


class _Channel(HTTPChannel):
    """A connection, for one request."""

    transport: Any
    factory: Any
    place = ""
    _deadline: Timer | None = None

    requestFactory = _Request  # noqa: N815

    def connectionMade(self) -> None:
        """Begin to wait for the request."""
        super().connectionMade()  # type: ignore[no-untyped-call]
        self.limit()

    def limit(self) -> None:
        """Give the client some time, to send its request or to take a whole answer."""
        cancel(self._deadline)
        self._deadline = self.factory.call_later(_PATIENCE, self._late)

    def checkPersistence(self, request: Any, version: Any) -> bool:  # noqa: ARG002
        """No second request."""
        return False

    def allContentReceived(self) -> None:
        """The request is here; from now on the connection may last."""
        cancel(self._deadline)
        super().allContentReceived()  # type: ignore[no-untyped-call]

    def connectionLost(self, reason: Failure = _DONE) -> None:
        """Make room for another one."""
        cancel(self._deadline)
        self.factory.left(self.place)
        super().connectionLost(reason)  # type: ignore[no-untyped-call]

    def _late(self) -> None:
        self.transport.abortConnection()


class _Factory(ServerFactory):
    """Makes a channel for each connection, up to a limit."""

    noisy = False

    def __init__(self, reactor: Any, serve: Callable[[Any], object]) -> None:
        self.serve = serve
        self.call_later = reactor.callLater
        self._connections: Counter[str] = Counter()
        self._gone: Deferred[None] | None = None

    def gone(self) -> Deferred[None]:
        """Fires when there is no connection."""
        if not self._connections.total():
            return succeed(None)
        self._gone = Deferred()
        return self._gone

    def left(self, place: str) -> None:
        """A connection from an address is lost."""
        self._connections[place] -= 1
        if not self._connections[place]:
            del self._connections[place]
        if not self._connections and self._gone is not None:
            self._gone.callback(None)
            self._gone = None

    def buildProtocol(self, address: Any) -> Any:
        """A channel; None if there are too many, in all or from one address."""
        place, taken = address.host, self._connections
        if taken.total() >= _MOST_CONNECTIONS or taken[place] >= _MOST_OF_ONE:
            return None
        taken[place] += 1
        channel: Any = _Channel()  # type: ignore[no-untyped-call]
        channel.factory = self
        channel.place = place
        channel.callLater = self.call_later
        return channel

    def log(self, _request: object) -> None:
        """Nothing: visits are not recorded."""
