"""Web requests and their answers, without I/O: which requests are accepted, and what is returned.

The server answers only under its own names, so that a foreign page cannot read it through a name
that resolves to this machine (DNS rebinding). A site that takes POST accepts only JSON, and none
from a page of another origin: a browser first asks by OPTIONS (preflight), which is refused.
"""

from __future__ import annotations

import gzip
import ipaddress
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Final
from urllib.parse import parse_qs, urlsplit

from attrs import frozen

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
"""The headers of every answer."""
JSON: Final = "application/json; charset=utf-8"
EVENTS: Final = "text/event-stream; charset=utf-8"
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
}
_HOST: Final = re.compile(r"(\[[0-9a-f:.%]+\]|[^:\[\]]+)(?::[0-9]+)?", re.IGNORECASE)


@frozen
class WebRequest:
    """An accepted request; `headers` has the last value of each header, by name in lower case."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes = b""
    client: str = ""

    @classmethod
    def of(
        cls,
        method: str,
        target: str,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        client: str = "",
    ) -> WebRequest:
        """Make a request from its target as it is sent, such as `/events?token=x`."""
        parts = urlsplit(target)
        return cls(method, parts.path, parse_qs(parts.query), headers or {}, body, client)


@frozen
class WebAnswer:
    """The answer to a request: status, body and headers."""

    status: int
    body: bytes = b""
    kind: str = "text/plain; charset=utf-8"
    is_zipped: bool = False
    headers: Mapping[str, str] = {}

    @classmethod
    def json(cls, body: bytes, status: int = 200) -> WebAnswer:
        """Return an answer in JSON."""
        return cls(status, body, JSON)

    @classmethod
    def refusal(cls, status: int, text: str, **headers: str) -> WebAnswer:
        """Return an error, with its reason as text."""
        return cls(status, f"{text}\n".encode(), headers=headers)


def gate_refusal(
    method: str, headers: Mapping[str, str], names: frozenset[str], *, takes_posts: bool = False
) -> WebAnswer | None:
    """Refuse a request that no site of ours may answer; None if it may pass.

    Args:
        names: the names by which this server may be called, in lower case; `localhost` and all
            numeric addresses are allowed as well.
        takes_posts: whether POST is let through, besides GET and HEAD.
    """
    host = headers.get("host", "")
    if not _is_ours(host, names):
        return WebAnswer.refusal(421, "This page is not served under that name.")
    if method in ("GET", "HEAD"):
        return None
    if method != "POST" or not takes_posts:
        allowed = "GET, HEAD, POST" if takes_posts else "GET, HEAD"
        return WebAnswer.refusal(405, f"Only {allowed} are answered here.", Allow=allowed)
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return WebAnswer.refusal(415, "Only JSON is taken: Content-Type: application/json.")
    if headers.get("content-encoding", "identity").strip().lower() != "identity":
        return WebAnswer.refusal(415, "No packed JSON is taken: leave Content-Encoding out.")
    if headers.get("origin", f"http://{host}").casefold() != f"http://{host}".casefold():
        return WebAnswer.refusal(403, "Pages of other servers may send nothing here.")
    return None


def _is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether a `Host` header is a numeric address, `localhost` or one of our names."""
    found = _HOST.fullmatch(host)
    name = "" if found is None else found[1].strip("[]").casefold().removesuffix(".")
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def static_answers(package: str, folder: str, names: tuple[str, ...]) -> dict[str, WebAnswer]:
    """Read files of a package, and return each as the answer to its path `/NAME`."""
    place = files(package) / folder
    return {
        f"/{name}": static_answer((place / name).read_bytes(), name.rpartition(".")[2])
        for name in names
    }


def static_answer(body: bytes, kind: str) -> WebAnswer:
    """Return the answer with a file that never changes; `kind` is the suffix of its name."""
    return WebAnswer(200, gzip.compress(body, mtime=0), _TYPES[kind], is_zipped=True)
