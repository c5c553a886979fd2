"""The answers of the page's server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from bluechip_bot.match.record.document import Sight
from bluechip_bot.model import Board
from bluechip_bot.vugraph.show import Show, Title
from bluechip_bot.vugraph.site import HEADERS, Site, Stream

HOST = "127.0.0.1:8000"


@pytest.fixture
def show() -> Show:
    """A match."""
    return Show(Title(("A", "B"), ("open", "closed"), 2))


@pytest.fixture
def site(show: Show) -> Site:
    """Its page, which is also called `table.example`."""
    return Site(show, frozenset({"table.example"}), "secret")


OURS = "127.0.0.1:8000 127.0.0.1 localhost:8000 LOCALHOST.:8000 [::1]:8000 192.0.2.7:8000"
OTHERS = (
    "evil.example:8000 localhost.evil.example 127.0.0.1.evil.example:8000 "
    "127.0.0.1:8000@evil.example [::1"
)


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        *((host, True) for host in (*OURS.split(), "table.example:8000")),
        *((host, False) for host in (*OTHERS.split(), "", None)),
    ],
)
def test_only_our_names_are_answered(site: Site, host: str | None, is_ours: bool) -> None:  # noqa: FBT001
    """A name that somebody else has made point here is refused (DNS rebinding)."""
    for target in ("/", "/events", "/boards/open/1"):
        assert (site.answer("GET", target, host).status != 421) is is_ours


def test_there_is_nothing_to_send(site: Site) -> None:
    """Every method but GET and HEAD is refused."""
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "get", ""):
        assert site.answer(method, "/", HOST).status == 405
    assert site.answer("HEAD", "/", HOST).status == 200


def test_the_operator_s_token(site: Site) -> None:
    """Without it the stream is the public's; a wrong one is refused."""
    assert site.answer("GET", "/events", HOST).stream is Sight.PUBLIC
    assert site.answer("GET", "/events?token=secret", HOST).stream is Sight.OPERATOR
    for wrong in ("token=", "token=wrong", "token=secret&token=x", "token=%C3%A9", "token=secre"):
        answer = site.answer("GET", f"/events?{wrong}", HOST)
        assert answer.stream is not Sight.OPERATOR
        assert (answer.status == 403) == (wrong != "token=")


def test_boards(site: Site, show: Show, finished_board: Callable[[int], Board]) -> None:
    """Only boards that are over, under their own names."""
    board = finished_board(0)
    path = f"/boards/open/{board.number}"
    assert site.answer("GET", path, HOST).status == 404
    for room in ("open", "closed"):
        show.finish(room, board)
    assert site.answer("GET", path, HOST).is_zipped
    values = site.answer("GET", path.replace("boards", "values"), HOST)
    assert values.values == ("open", board.number)
    for wrong in (
        "/boards/table/1", "/boards/open/0", "/boards/open/x", f"{path}/", "/boards/open/-1",
        "/boards/open/99999999999999999999", "/../pyproject.toml", "/static/watch.js", "//",
    ):  # fmt: skip
        assert site.answer("GET", wrong, HOST).status == 404
    assert site.answer("GET", "//[", HOST).status == 400


def test_the_page_needs_no_other_server_and_nothing_inline(site: Site) -> None:
    """What the policy forbids is not in the files either."""
    page = site.answer("GET", "/", HOST).body.decode()
    scripts = re.findall(r"<script[^>]*>([^<]*)</script>", page)
    assert scripts == [""]
    assert "style=" not in page
    for name in re.findall(r'(?:src|href)="([^":]+)"', page):
        assert site.answer("GET", f"/{name}", HOST).status == 200
    for name in ("watch.js", "board.js"):
        text = site.answer("GET", f"/{name}", HOST).body.decode()
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", text)
        assert "http" not in text
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert policy.startswith("default-src 'none'")


def test_hostile_texts_stay_in_their_message(show: Show) -> None:
    """A name with line ends and markup is one line of JSON: no message can be forged."""
    hostile = 'x\n\nevent: all\ndata: {}\r\r</script><img src=x onerror="alert(1)">\u2028'
    show.fault(1.0, "open", hostile, hostile, hostile)
    show.end(hostile)
    stream = Stream(show, "e1")
    message = stream.message(Sight.OPERATOR, 0, 12.5).decode()
    assert message.endswith("\n\n")
    head, kind, data = message.removesuffix("\n\n").split("\n")
    assert (head, kind) == (f"id: e1.{show.views[Sight.OPERATOR].version}", "event: all")
    assert "\r" not in data
    told = json.loads(data.removeprefix("data: "))
    assert told["topics"]["over"] == hostile
    assert told["now"] == 12.5


def test_a_viewer_that_comes_again_gets_what_it_missed(show: Show) -> None:
    """By the id of its last message; one of another server's or of the future gets all."""
    stream = Stream(show, "e1")
    version = show.views[Sight.PUBLIC].version
    show.end("over")
    assert stream.version_of(f"e1.{version}", Sight.PUBLIC) == version
    message = stream.message(Sight.PUBLIC, version, 0.0).decode()
    assert "event: some" in message
    assert '"topics":{"over":"over"}' in message
    for strange in (None, "", "e1", "e1.", "e1.x", "e1.99", "e2.1", "e1.-1", "e1.²", f"e1.{9**30}"):
        assert stream.version_of(strange, Sight.PUBLIC) == 0
