"""Which requests our web servers let in."""

from __future__ import annotations

import pytest

from bluechip_bot.pages.http import WebRequest, gate_refusal

HOST = "127.0.0.1:8000"
JSON = "application/json"
OURS = "127.0.0.1:8000 127.0.0.1 localhost:8000 LOCALHOST.:8000 [::1]:8000 192.0.2.7:8000"
OTHERS = (
    "evil.example:8000 localhost.evil.example 127.0.0.1.evil.example:8000 "
    "127.0.0.1:8000@evil.example [::1"
)


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        *((host, True) for host in (*OURS.split(), "table.example:8000")),
        *((host, False) for host in (*OTHERS.split(), "")),
    ],
)
def test_only_our_names_are_answered(host: str, is_ours: bool) -> None:  # noqa: FBT001
    """A name that somebody else has made point here is refused (DNS rebinding)."""
    names = frozenset({"table.example"})
    for method in ("GET", "POST"):
        headers = {"host": host, "content-type": JSON}
        refusal = gate_refusal(method, headers, names, takes_posts=True)
        assert (refusal is None) is is_ours
        assert refusal is None or refusal.status == 421


def test_there_is_nothing_to_send_to_a_site_that_shows() -> None:
    """Every method but GET and HEAD is refused."""
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "get", ""):
        refusal = gate_refusal(method, {"host": HOST, "content-type": JSON}, frozenset())
        assert refusal is not None
        assert refusal.status == 405
        assert refusal.headers == {"Allow": "GET, HEAD"}
    assert gate_refusal("HEAD", {"host": HOST}, frozenset()) is None


def test_no_page_from_elsewhere_can_send() -> None:
    """A form of another page has another type, its scripts another origin."""
    for headers, status in (
        ({"content-type": JSON}, 0),
        ({"content-type": "Application/JSON; charset=utf-8", "origin": f"http://{HOST}"}, 0),
        ({}, 415),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": JSON, "content-encoding": "gzip"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"content-type": JSON, "origin": "http://evil.example"}, 403),
        ({"content-type": JSON, "origin": "http://127.0.0.1:8001"}, 403),
        ({"content-type": JSON, "origin": "null"}, 403),
    ):
        refusal = gate_refusal("POST", {"host": HOST, **headers}, frozenset(), takes_posts=True)
        assert (0 if refusal is None else refusal.status) == status


def test_what_is_no_address_is_an_error() -> None:
    """Not an answer of a site."""
    with pytest.raises(ValueError, match="IPv6"):
        WebRequest.of("GET", "//[")
