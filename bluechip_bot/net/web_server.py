"""A web server for one site on one port.

The body of a request is kept up to a limit, which is 0 for a site without POST, and there are
limits to the number of connections and to the time for a request. When all connections are taken,
the one that has waited longest for its client gives way to a new one.
"""

from __future__ import annotations

import gzip
import socket
from collections import Counter
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from attrs import define, field
from twisted.internet.defer import CancelledError, Deferred, DeferredList, maybeDeferred, succeed
from twisted.internet.error import CannotListenError
from twisted.internet.protocol import ServerFactory, connectionDone
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel, Request

from bluechip_bot.match.record.document import BoardSight
from bluechip_bot.net.reactor import Timer, cancel
from bluechip_bot.net.table_server import ListenError
from bluechip_bot.net.viewers import MOST_VIEWERS, PageViewers
from bluechip_bot.pages.http import EVENTS, HEADERS, WebAnswer, WebRequest, gate_refusal

_MOST_CONNECTIONS: Final = 2 * MOST_VIEWERS
_MOST_OF_ONE: Final = MOST_VIEWERS * 3 // 4
"""The connections of one address: it leaves places for others."""
_PATIENCE: Final = 20.0
"""The seconds that a client has to send its request, and to take an answer that is whole."""
_FAREWELL: Final = 1.0
"""The seconds for the last messages, and for the answer to a client that sends too much."""
_MOST_DROPPED: Final = 1 << 16
"""The bytes of a body that are read and dropped where the site keeps none."""
_ANY: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - compared, not listened on


Reply = WebAnswer | BoardSight
"""An answer, or the sight of a viewer who asks for the stream of events."""
Respond = Callable[[WebRequest], "Reply | Deferred[Reply]"]
"""The reply of a site to a request, at once or later.

A Deferred is cancelled when its client is gone.
"""


@define(eq=False, slots=False)
class WebServer:
    """A site on a port. Call `listen` once, and `close` at the end.

    Args:
        most_body: the longest body that a POST may have, in bytes; 0 if there is no POST.
        viewers: the viewers of the stream of events; None if the site has no stream.
    """

    _reactor: Any
    _respond: Respond
    _host: str = "127.0.0.1"
    _most_body: int = field(default=0, kw_only=True)
    _viewers: PageViewers | None = field(default=None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        self.port = 0
        is_any = self._host in _ANY
        names = {socket.gethostname(), socket.getfqdn()} if is_any else {self._host}
        self._names = frozenset(map(str.casefold, names))
        self._listening: Any = None
        self._factory = _ChannelFactory(self._reactor, self.serve, self._most_body)
        self._log = Logger(namespace="bluechip_bot.web")

    def listen(self, port: int) -> None:
        """Open a port; 0 is any free one."""
        try:
            self._listening = self._reactor.listenTCP(port, self._factory, interface=self._host)
        except (CannotListenError, OSError) as error:
            cause = getattr(error, "socketError", error)
            raise ListenError(f"cannot show the page on {self._host}:{port}: {cause}") from None
        self.port = int(self._listening.getHost().port)

    @property
    def address(self) -> str:
        """The URL of the site."""
        host = socket.gethostname() if self._host in _ANY else self._host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def close(self) -> Deferred[Any]:
        """Stop listening; fires when all connections are gone, or after a second."""
        listening, self._listening = self._listening, None
        if listening is None:
            return succeed(None)
        gone = self._factory.gone()
        gone.addTimeout(_FAREWELL, self._reactor, onTimeoutCancel=lambda *_: None)
        return DeferredList([maybeDeferred(listening.stopListening), gone])

    def serve(self, request: Any) -> None:
        """Answer a request with the site's reply, or refuse it."""
        method, target = request.method.decode("latin-1"), request.uri.decode("latin-1")
        headers = _headers(request)
        reply: Any = gate_refusal(method, headers, self._names, takes_posts=self._most_body > 0)
        if reply is None:
            try:
                place = request.channel.place
                asked = WebRequest.of(method, target, headers, bytes(request.sent), place)
            except ValueError:
                reply = WebAnswer.refusal(400, "Not an address.")
            else:
                reply = maybeDeferred(self._respond, asked)
        if isinstance(reply, Deferred):
            request.notifyFinish().addErrback(lambda _: reply.cancel())
            reply.addErrback(self._failed).addCallback(lambda found: self._send(request, found))
        else:
            self._send(request, reply)

    def _failed(self, failure: Failure) -> WebAnswer:
        if not isinstance(failure.value, CancelledError):
            self._log.failure("a request could not be answered", failure)
        return WebAnswer.refusal(500, "That could not be answered.")

    def _send(self, request: Any, reply: Reply) -> None:
        if request.channel is None:
            return
        if isinstance(reply, WebAnswer):
            _send(request, reply)
        elif self._viewers is None or request.method == b"HEAD":
            _send(request, WebAnswer(200, kind=EVENTS))
        elif len(self._viewers) >= MOST_VIEWERS:
            text = "Too many people are watching."
            _send(request, WebAnswer.refusal(503, text, **{"Retry-After": "10"}))
        else:
            _head(request, WebAnswer(200, kind=EVENTS))
            self._viewers.add(request, reply, _headers(request).get("last-event-id"))


def _headers(request: Any) -> Mapping[str, str]:
    """The last value of each header, by its name in lower case; values may hold any bytes."""
    return {
        name.decode("latin-1").lower(): values[-1].decode("latin-1")
        for name, values in request.requestHeaders.getAllRawHeaders()
    }


def _head(request: Any, answer: WebAnswer) -> None:
    request.setResponseCode(answer.status, HTTPStatus(answer.status).phrase.encode())
    for name, value in {**HEADERS, "Content-Type": answer.kind, **answer.headers}.items():
        request.setHeader(name, value)


def _send(request: Any, answer: WebAnswer) -> None:
    body = answer.body
    _head(request, answer)
    if answer.is_zipped:
        request.setHeader("Vary", "Accept-Encoding")
        if "gzip" in _headers(request).get("accept-encoding", ""):
            request.setHeader("Content-Encoding", "gzip")
        else:
            body = gzip.decompress(body)
    request.setHeader("Content-Length", str(len(body)))
    if request.method != b"HEAD":
        request.write(body)
    request.channel.limit()
    request.finish()


class _WebRequest(Request):
    """A request; `sent` is the part of its body that is kept."""

    channel: Any

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.sent = bytearray()
        self._received = 0

    def gotLength(self, length: int | None) -> None:
        # For a long body Twisted would open a file.
        super().gotLength(0)  # type: ignore[no-untyped-call]
        most = self.channel.factory.most_body
        if most and length is not None and length > most:
            self.channel.refuse(most)

    def handleContentChunk(self, data: bytes) -> None:
        """Keep a piece of the body, or drop it; refuse a body that exceeds the limit."""
        most = self.channel.factory.most_body
        self._received += len(data)
        if self._received > (most or _MOST_DROPPED):
            self.channel.refuse(most)
        elif most:
            self.sent += data

    def process(self) -> None:
        if not self.channel.has_refused:
            self.channel.factory.serve(self)


class _WebChannel(HTTPChannel):
    """A connection that serves one request."""

    transport: Any
    factory: Any
    place = ""
    has_refused = False
    _deadline: Timer | None = None

    requestFactory = _WebRequest  # noqa: N815

    def connectionMade(self) -> None:
        super().connectionMade()  # type: ignore[no-untyped-call]
        self.limit()

    def limit(self) -> None:
        """Limit the time that the client has to send its request, or to take the whole answer."""
        cancel(self._deadline)
        self.factory.waits(self)
        self._deadline = self.factory.call_later(_PATIENCE, self.give_way)

    def dataReceived(self, data: bytes) -> None:
        if not self.has_refused:
            super().dataReceived(data)  # type: ignore[no-untyped-call]

    def refuse(self, most: int) -> None:
        """Refuse a body longer than `most` bytes, read no more, and close soon."""
        if self.has_refused:
            return
        self.has_refused = True
        self.transport.pauseProducing()
        text = f"At most {most} bytes may be sent.\n"
        self.transport.write(
            f"HTTP/1.1 413 Content Too Large\r\nContent-Length: {len(text)}\r\n"
            f"Content-Type: text/plain\r\nConnection: close\r\n\r\n{text}".encode()
        )
        # Later bytes stay unread: closing at once would discard the answer.
        cancel(self._deadline)
        self._deadline = self.factory.call_later(_FAREWELL, self.give_way)

    def checkPersistence(self, request: Any, version: Any) -> bool:  # noqa: ARG002
        """Return False: a connection serves only one request."""
        return False

    def allContentReceived(self) -> None:
        cancel(self._deadline)
        self.factory.works(self)
        super().allContentReceived()  # type: ignore[no-untyped-call]

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        cancel(self._deadline)
        self.factory.works(self)
        self.factory.left(self.place)
        super().connectionLost(reason)  # type: ignore[no-untyped-call]

    def give_way(self) -> None:
        self.transport.abortConnection()


class _ChannelFactory(ServerFactory):
    noisy = False

    def __init__(self, reactor: Any, serve: Callable[[Any], object], most_body: int) -> None:
        self.serve = serve
        self.most_body = most_body
        self.call_later = reactor.callLater
        self._connections: Counter[str] = Counter()
        self._idle: dict[_WebChannel, None] = {}
        self._gone: Deferred[None] | None = None

    def gone(self) -> Deferred[None]:
        """Fires when no connection is left."""
        if not self._connections.total():
            return succeed(None)
        self._gone = Deferred()
        return self._gone

    def waits(self, channel: _WebChannel) -> None:
        """Put a connection last among those that wait for their clients."""
        self._idle.pop(channel, None)
        self._idle[channel] = None

    def works(self, channel: _WebChannel) -> None:
        self._idle.pop(channel, None)

    def left(self, place: str) -> None:
        self._connections[place] -= 1
        if not self._connections[place]:
            del self._connections[place]
        if not self._connections and self._gone is not None:
            self._gone.callback(None)
            self._gone = None

    def buildProtocol(self, address: Any) -> Any:
        """Return a new channel; None if there are too many, in all or from one address."""
        place, taken = address.host, self._connections
        if taken[place] >= _MOST_OF_ONE:
            return None
        if taken.total() >= _MOST_CONNECTIONS:
            if not self._idle:
                return None
            oldest = next(iter(self._idle))
            self.works(oldest)
            oldest.give_way()
        taken[place] += 1
        channel: Any = _WebChannel()  # type: ignore[no-untyped-call]
        channel.factory = self
        channel.place = place
        channel.callLater = self.call_later
        return channel

    def log(self, _request: object) -> None:
        """Do nothing: visits are not recorded."""
