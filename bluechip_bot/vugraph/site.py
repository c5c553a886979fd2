"""The answers of the page on which people watch, without input or output.

| path | answer |
|---|---|
| `/` | the page; its scripts and styles have addresses of their own |
| `/events` | the stream of topics, see `TopicStream` |
| `/boards/ROOM/NUMBER` | a board that is over, see `match.record.document` |
| `/values/ROOM/NUMBER` | its double-dummy values, see `match.analysis.postmortem.card_values` |

With `?token=...` the stream and the boards are the operator's, else the public's, see
`SessionShow.is_shown`. This server takes only GET and HEAD, so that nobody can change anything
through it.
"""

from __future__ import annotations

import gzip
import re
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import frozen

from bluechip_bot.match.record.document import BoardSight
from bluechip_bot.pages.http import JSON, WebAnswer, WebRequest, static_answer, static_answers
from bluechip_bot.pages.template import page_environment
from bluechip_bot.vugraph.show import SessionShow
from bluechip_bot.vugraph.topics import PageTopics

_SHARED: Final = (
    "board.css", "board.js", "cardtable.css", "cardtable.js", "live.js", "page.css", "screen.css",
)  # fmt: skip
_BOARD: Final = re.compile(r"/(boards|values)/([a-z]{1,20})/([1-9][0-9]{0,8})")


def page_files(package: str, name: str) -> dict[str, WebAnswer]:
    """The files of a page, its own and the shared ones, by path; the page itself is `/`."""
    page = page_environment(package, folder="static").get_template(f"{name}.html")
    return {
        **static_answers(package, "static", (f"{name}.css", f"{name}.js")),
        **static_answers("bluechip_bot.pages", "templates", _SHARED),
        "/": static_answer(page.render(name=name).encode(), "html"),
    }


Values = Callable[[object, bytes], Any]
"""The answer with the double-dummy values of a board, given its place and its document."""


class ShowSite:
    """The page on which people watch a show."""

    def __init__(self, show: SessionShow, token: str, values: Values) -> None:
        self.token = token
        self._values = values
        self._show = show
        self._files = page_files("bluechip_bot.vugraph", "watch")

    def answer(self, request: WebRequest) -> Any:
        """Answer a request; the answer is a `BoardSight` if the stream of a view is asked for."""
        path = request.path
        if path in self._files:
            return self._files[path]
        tokens = request.query.get("token", [])
        if tokens and not is_token(tokens, self.token):
            return WebAnswer.refusal(403, "That is not the operator's token.")
        sight = BoardSight.OPERATOR if tokens else BoardSight.PUBLIC
        if path == "/events":
            return sight
        if (found := _BOARD.fullmatch(path)) is None:
            return WebAnswer.refusal(404, "There is no such page.")
        what, place = found[1], (found[2], int(found[3]))
        document = self._show.document(*place, sight)
        if document is None:
            return WebAnswer.refusal(404, "That board is not over in every room.")
        if what == "values":
            return self._values(place, gzip.decompress(document))
        return WebAnswer(200, document, JSON, is_zipped=True)


def is_token(given: list[str], token: str) -> bool:
    """Whether exactly one token is given, and is right; the comparison takes constant time."""
    return len(given) == 1 and secrets.compare_digest(given[0].encode(), token.encode())


@frozen
class TopicStream:
    """The messages that bring viewers up to date: server-sent events of the HTML standard.

    The id of a message says how much the viewer has seen, so that a browser that connects again
    gets what it has missed. The message `all` has all topics, `some` those that have changed; a
    topic that is null is gone. Both have the time, so that the page can run clocks. An id begins
    with the epoch, a text by which a server knows its own ids.
    """

    _views: Mapping[BoardSight, PageTopics]
    _epoch: str

    def version_of(self, last_id: str | None, sight: BoardSight) -> int:
        """The version that a viewer has seen, from its last message id; 0 if the id is not ours."""
        epoch, _, told = (last_id or "").partition(".")
        if epoch != self._epoch or not told.isascii() or not told.isdigit() or len(told) > 18:
            return 0
        version = int(told)
        return version if version <= self._views[sight].version else 0

    def message(self, sight: BoardSight, version: int, now: float) -> bytes:
        """The message that brings a viewer from a version to the newest one."""
        topics = self._views[sight]
        kind = "some" if version else "all"
        values = topics.since(version)
        data = f'{{"now":{now:.2f},"sight":"{sight.value}","topics":{values}}}'
        return f"id: {self._epoch}.{topics.version}\nevent: {kind}\ndata: {data}\n\n".encode()
