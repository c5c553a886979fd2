"""The pages of the service, and its description for programs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bluechip_bot.pages.http import WebAnswer, WebRequest
from bluechip_bot.service.routes import ROUTES, STATUSES, ServiceRoute, document
from bluechip_bot.service.site import ServiceSite

DEAL = "N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74"


def asked(method: str, path: str, body: bytes = b"") -> Any:
    """What the site says."""
    return ServiceSite().answer(WebRequest.of(method, path, body=body), {"waiting": 3})


def test_a_question_is_read() -> None:
    """The site says which one it is."""
    route, question = asked("POST", "/par", json.dumps({"deal": DEAL}).encode())
    assert route.path == "/par"
    assert question == {"deal": DEAL, "dealer": "N", "vul": "None"}


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "text"),
    [
        ("POST", "/par", b"x", 400, "not JSON"),
        ("POST", "/par", b"{}", 422, "deal: this key is missing"),
        ("GET", "/par", b"", 405, "Ask /par by POST"),
        ("POST", "/status", b"{}", 405, "/status is read by GET"),
        ("GET", "/nowhere", b"", 404, "nothing is at '/nowhere' (there are: /bid, "),
        ("POST", "/../etc/passwd", b"{}", 404, "nothing is at"),
    ],
)
def test_what_is_refused(method: str, path: str, body: bytes, status: int, text: str) -> None:
    """A refusal has a status, and an object that says why."""
    answer = asked(method, path, body)
    assert answer.status == status
    assert text in json.loads(answer.body)["error"]


@pytest.mark.parametrize("path", ["/", "/service.js", "/service.css", "/openapi.json", "/status"])
def test_what_is_served(path: str) -> None:
    """The page, its parts, the description and the state."""
    answer = asked("GET", path)
    assert isinstance(answer, WebAnswer)
    assert answer.status == 200
    assert len(answer.body) > 10


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path[1:])
def test_the_description_is_that_of_the_questions(route: ServiceRoute) -> None:
    """Each key has a type and a text; what is required is in the example."""
    post = document("1.0")["paths"][route.path]["post"]
    content = post["requestBody"]["content"]["application/json"]
    schema = content["schema"]
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) <= set(content["example"])
    assert all(key["type"] and key["description"] for key in schema["properties"].values())
    assert list(post["responses"]) == list(map(str, STATUSES))
    assert post["summary"]


@pytest.mark.parametrize(
    ("path", "name", "expected"),
    [
        ("/bid", "seconds", {"type": "number", "minimum": 0, "maximum": 10, "default": 0.0}),
        ("/bid", "opponents", {"type": ["string", "null"], "default": None}),
        ("/lead", "engine", {"enum": ["alphamu", "recursive", "pimc"]}),
        ("/lead", "auction", {"type": "array", "items": {"type": "string"}}),
    ],
)
def test_types_of_keys(path: str, name: str, expected: dict[str, Any]) -> None:
    """Numbers have a range, choices are named, and null is allowed where it is."""
    body = document("1.0")["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    key = body["schema"]["properties"][name]
    assert key == {**key, **expected}
