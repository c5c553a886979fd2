"""The answers of the page's server, without input or output.

| path | answer |
|---|---|
| `/` | the page; its scripts and styles lie beside it |
| `/events` | the stream of topics, see `Stream` |
| `/boards/ROOM/NUMBER` | a board that is over, see `match.record.document` |
| `/values/ROOM/NUMBER` | its double-dummy values, see `match.analysis.postmortem.card_values` |

With `?token=...` the stream and the boards are the operator's, else the public's, see
`Show.is_shown`. There is nothing to send to this server but GET and HEAD, so that nobody can change
anything by it. It answers only under its own name, lest a page from elsewhere read it by a name
that it has made point here (DNS rebinding).
"""

from __future__ import annotations

import ipaddress
import re
import secrets
from collections.abc import Mapping
from importlib.resources import files
from typing import Final
from urllib.parse import parse_qs, urlsplit

from attrs import frozen

from bluechip_bot.match.record.document import Sight
from bluechip_bot.vugraph.show import Show

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Server": "bluechip-bot",
}
"""What every answer says of itself."""
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
}
_JSON: Final = "application/json; charset=utf-8"
_PLACES: Final = (
    ("bluechip_bot.vugraph", "static", ("watch.html", "watch.css", "watch.js")),
    ("bluechip_bot.pages", "templates", ("board.css", "board.js", "page.css")),
)
"""The package, folder and names of the files served."""
DOCUMENTS: Final = ("boards", "values")
"""The names of the documents of a board."""
_BOARD: Final = re.compile(rf"/({'|'.join(DOCUMENTS)})/([a-z]{{1,20}})/([1-9][0-9]{{0,8}})")
_HOST: Final = re.compile(r"(\[[0-9a-f:.%]+\]|[^:\[\]]+)(?::[0-9]+)?", re.IGNORECASE)


@frozen
class Answer:
    """What a request gets.

    Attributes:
        body: the content; for values, the document of the board; empty for a stream.
        is_zipped: whether the body is compressed by gzip.
        stream: whose topics are streamed; None for an answer that is complete.
        values: room and number of the board whose values are asked for; None likewise.
    """

    status: int
    body: bytes = b""
    kind: str = "text/plain; charset=utf-8"
    is_zipped: bool = False
    stream: Sight | None = None
    values: tuple[str, int] | None = None
    headers: Mapping[str, str] = {}

    @classmethod
    def json(cls, body: bytes) -> Answer:
        """An answer of JSON."""
        return cls(200, body, _JSON)

    @classmethod
    def refusal(cls, status: int, text: str, **headers: str) -> Answer:
        """An answer that says why there is none."""
        return cls(status, f"{text}\n".encode(), headers=headers)


class Site:
    """The page of a show.

    Attributes:
        token: opens the operator's view.
    """

    def __init__(self, show: Show, names: frozenset[str], token: str) -> None:
        """Read the files that are served.

        Args:
            names: the names of this machine by which the page may be called, besides `localhost`
                and every address in numbers.
            token: opens the operator's view.
        """
        self.token = token
        self._show = show
        self._names = {name.casefold() for name in names} | {"localhost"}
        self._files = {
            f"/{name}": (files(package) / folder / name).read_bytes()
            for package, folder, names in _PLACES
            for name in names
        }

    def answer(self, method: str, target: str, host: str | None) -> Answer:
        """The answer to a request.

        Args:
            host: its `Host`; None if there is none.
        """
        if not self._is_ours(host):
            return Answer.refusal(421, "This page is not served under that name.")
        if method not in ("GET", "HEAD"):
            return Answer.refusal(405, "This page can only be read.", Allow="GET, HEAD")
        try:
            parts = urlsplit(target)
            asked = parse_qs(parts.query)
        except ValueError:
            return Answer.refusal(400, "Not an address.")
        path = "/watch.html" if parts.path == "/" else parts.path
        if path in self._files:
            return Answer(200, self._files[path], _TYPES[path.rpartition(".")[2]])
        if (sight := self._sight(asked.get("token", []))) is None:
            return Answer.refusal(403, "That is not the operator's token.")
        if path == "/events":
            return Answer(200, kind="text/event-stream; charset=utf-8", stream=sight)
        if (found := _BOARD.fullmatch(path)) is not None:
            return self._board(found[1], found[2], int(found[3]), sight)
        return Answer.refusal(404, "There is no such page.")

    def _is_ours(self, host: str | None) -> bool:
        """Whether a `Host` is an address in numbers or one of our names."""
        found = _HOST.fullmatch(host or "")
        if found is None:
            return False
        name = found[1].strip("[]").casefold().removesuffix(".")
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _sight(self, tokens: list[str]) -> Sight | None:
        """What the sender of these tokens may see; None if they are wrong."""
        if not tokens:
            return Sight.PUBLIC
        # In a time that does not tell how much of a token is right.
        if len(tokens) == 1 and secrets.compare_digest(tokens[0].encode(), self.token.encode()):
            return Sight.OPERATOR
        return None

    def _board(self, what: str, room: str, number: int, sight: Sight) -> Answer:
        document = self._show.document(room, number, sight)
        if document is None:
            return Answer.refusal(404, "That board is not over in every room.")
        place = (room, number) if what == "values" else None
        return Answer(200, document, _JSON, is_zipped=True, values=place)


class Stream:
    """The messages that bring viewers up to date: server-sent events of the HTML standard.

    The id of a message tells how far the viewer is then, so that a browser that connects again gets
    what it has missed. The message `all` has all topics, `some` those that have changed; a topic
    that is null is gone. Both have the time, so that the page can run clocks.
    """

    def __init__(self, show: Show, epoch: str) -> None:
        """Begin.

        Args:
            epoch: differs from that of any other server.
        """
        self._show = show
        self._epoch = epoch

    def version_of(self, last_id: str | None, sight: Sight) -> int:
        """How far a viewer is who has got a message with this id last; 0 where it is not ours."""
        epoch, _, told = (last_id or "").partition(".")
        if epoch != self._epoch or not told.isascii() or not told.isdigit() or len(told) > 18:
            return 0
        version = int(told)
        return version if version <= self._show.views[sight].version else 0

    def message(self, sight: Sight, version: int, now: float) -> bytes:
        """The message that brings a viewer from a version to the newest one."""
        topics = self._show.views[sight]
        kind = "some" if version else "all"
        values = topics.since(version)
        data = f'{{"now":{now:.2f},"sight":"{sight.value}","topics":{values}}}'
        return f"id: {self._epoch}.{topics.version}\nevent: {kind}\ndata: {data}\n\n".encode()
