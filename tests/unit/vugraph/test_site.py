"""The answers of the page's server."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable

import pytest

from bluechip_bot.match.record.document import BoardSight
from bluechip_bot.model import Board
from bluechip_bot.pages.http import HEADERS, WebAnswer, WebRequest
from bluechip_bot.vugraph.show import SessionShow
from bluechip_bot.vugraph.site import ShowSite, TopicStream


@pytest.fixture
def show() -> SessionShow:
    """A match."""
    return SessionShow(("A", "B"), ("open", "closed"), 2)


@pytest.fixture
def site(show: SessionShow) -> ShowSite:
    """Its page."""
    return ShowSite(show, "secret", lambda *asked: asked)


def got(site: ShowSite, target: str) -> WebAnswer:
    """The answer to a GET that is complete."""
    answer = site.answer(WebRequest.of("GET", target))
    assert isinstance(answer, WebAnswer)
    return answer


def test_the_operator_s_token(site: ShowSite) -> None:
    """Without it the stream is the public's; a wrong one is refused."""
    assert site.answer(WebRequest.of("GET", "/events")) is BoardSight.PUBLIC
    assert site.answer(WebRequest.of("GET", "/events?token=secret")) is BoardSight.OPERATOR
    for wrong in ("token=", "token=wrong", "token=secret&token=x", "token=%C3%A9", "token=secre"):
        answer = site.answer(WebRequest.of("GET", f"/events?{wrong}"))
        if wrong == "token=":
            assert answer is BoardSight.PUBLIC
        else:
            assert isinstance(answer, WebAnswer)
            assert answer.status == 403


def test_boards(site: ShowSite, show: SessionShow, finished_board: Callable[[int], Board]) -> None:
    """Only boards that are over, under their own names."""
    board = finished_board(0)
    path = f"/boards/open/{board.number}"
    assert got(site, path).status == 404
    for room in ("open", "closed"):
        show.finish(room, board)
    assert got(site, path).is_zipped
    values = site.answer(WebRequest.of("GET", path.replace("boards", "values")))
    assert values[0] == ("open", board.number)
    for wrong in (
        "/boards/table/1", "/boards/open/0", "/boards/open/x", f"{path}/", "/boards/open/-1",
        "/boards/open/99999999999999999999", "/../pyproject.toml", "/static/watch.js", "//",
    ):  # fmt: skip
        assert got(site, wrong).status == 404


def test_the_page_needs_no_other_server_and_nothing_inline(site: ShowSite) -> None:
    """What the policy forbids is not in the files either."""

    def text(path: str) -> str:
        return gzip.decompress(got(site, path).body).decode()

    page = text("/")
    scripts = re.findall(r"<script[^>]*>([^<]*)</script>", page)
    assert scripts == [""]
    assert "style=" not in page
    for name in re.findall(r'(?:src|href)="([^":]+)"', page):
        assert got(site, f"/{name}").status == 200
    for name in ("watch.js", "board.js", "cardtable.js", "live.js"):
        script = text(f"/{name}")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", script)
        assert "http" not in script
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert policy.startswith("default-src 'none'")


def test_hostile_texts_stay_in_their_message(show: SessionShow) -> None:
    """A name with line ends and markup is one line of JSON: no message can be forged."""
    hostile = 'x\n\nevent: all\ndata: {}\r\r</script><img src=x onerror="alert(1)">\u2028'
    show.fault(1.0, "open", hostile, hostile, hostile)
    show.end(hostile)
    stream = TopicStream(show.views, "e1")
    message = stream.message(BoardSight.OPERATOR, 0, 12.5).decode()
    assert message.endswith("\n\n")
    head, kind, data = message.removesuffix("\n\n").split("\n")
    assert (head, kind) == (f"id: e1.{show.views[BoardSight.OPERATOR].version}", "event: all")
    assert "\r" not in data
    told = json.loads(data.removeprefix("data: "))
    assert told["topics"]["over"] == hostile
    assert told["now"] == 12.5


def test_a_viewer_that_comes_again_gets_what_it_missed(show: SessionShow) -> None:
    """By the id of its last message; one of another server's or of the future gets all."""
    stream = TopicStream(show.views, "e1")
    version = show.views[BoardSight.PUBLIC].version
    show.end("over")
    assert stream.version_of(f"e1.{version}", BoardSight.PUBLIC) == version
    message = stream.message(BoardSight.PUBLIC, version, 0.0).decode()
    assert "event: some" in message
    assert '"topics":{"over":"over"}' in message
    for strange in (None, "", "e1", "e1.", "e1.x", "e1.99", "e2.1", "e1.-1", "e1.²", f"e1.{9**30}"):
        assert stream.version_of(strange, BoardSight.PUBLIC) == 0
