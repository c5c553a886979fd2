"""The answers of the service over HTTP, without input or output.

| path | method | answer |
|---|---|---|
| `/` | GET | a page on which to try it; its script and style have addresses of their own |
| `/openapi.json` | GET | the description of all questions |
| `/status` | GET | how many questions wait and are being answered |
| those of `ROUTES` | POST | the answer to a question |
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from bluechip_bot import __version__
from bluechip_bot.pages.http import WebAnswer, WebRequest, static_answers
from bluechip_bot.service.process import refusal
from bluechip_bot.service.routes import ROUTES, ServiceQuestionError, ServiceRoute, document

MOST_BODY: Final = 1 << 16
"""The longest question, in bytes: a board with all its calls and cards has about 2,000."""
_PATHS: Final = {route.path: route for route in ROUTES}


class ServiceSite:
    """The part of the service that needs no process: its page, description and status."""

    def __init__(self) -> None:
        files = static_answers(
            "bluechip_bot.service", "static", ("index.html", "service.js", "service.css")
        )
        described = WebAnswer.json(json.dumps(document(__version__)).encode())
        self._fixed: Final[Mapping[str, WebAnswer]] = {
            **files,
            "/": files["/index.html"],
            "/openapi.json": described,
        }

    def answer(
        self, request: WebRequest, status: Mapping[str, int]
    ) -> WebAnswer | tuple[ServiceRoute, dict[str, Any]]:
        """Answer a request, or return the question in it; `status` is the answer to `/status`."""
        if request.path in _PATHS:
            if request.method != "POST":
                text = f"Ask {request.path} by POST, as /openapi.json says."
                return problem(405, text, Allow="POST")
            return _question(request, _PATHS[request.path])
        if request.path == "/status" or request.path in self._fixed:
            if request.method == "POST":
                return problem(405, f"{request.path} is read by GET.", Allow="GET, HEAD")
            if request.path in self._fixed:
                return self._fixed[request.path]
            return WebAnswer.json(json.dumps(dict(status)).encode())
        known = ", ".join((*_PATHS, "/openapi.json", "/status"))
        return problem(404, f"nothing is at {request.path[:100]!r} (there are: {known})")


def problem(status: int, text: str, **headers: str) -> WebAnswer:
    """Return a response with an error as JSON."""
    return WebAnswer(status, refusal(text).encode(), WebAnswer.json(b"").kind, headers=headers)


def _question(request: WebRequest, route: ServiceRoute) -> WebAnswer | tuple[ServiceRoute, Any]:
    try:
        return route, route.read(request.body)
    except ServiceQuestionError as error:
        return problem(422 if error.is_json else 400, str(error))
