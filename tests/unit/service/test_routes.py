"""What may be asked of the service, and how what may not is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bluechip_bot.service.routes import ROUTES, ServiceQuestionError, ServiceRoute

HAND = "KJ84.K92.QT6.J83"
BID, PAR, LEAD = (
    next(route for route in ROUTES if route.path == path) for path in ("/bid", "/par", "/lead")
)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path)
def test_examples_are_questions(route: ServiceRoute) -> None:
    """The example of the page is read; keys that are left out get their defaults."""
    question = route.read(json.dumps(route.example).encode())
    assert question == {**question, **json.loads(json.dumps(route.example))}
    assert question.keys() == route.keys.keys()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "not JSON: Expecting value"),
        (b"\xff", "not JSON: 'utf-8' codec"),
        (b"[" * 5000, "not JSON: more than 100 brackets within each other"),
        (b'{"hand": 1e999}', "not JSON: 1e999 where a finite number is expected"),
    ],
)
def test_what_is_not_json(text: bytes, message: str) -> None:
    """It is refused as such, with the place."""
    with pytest.raises(ServiceQuestionError, match=message) as caught:
        BID.read(text)
    assert not caught.value.is_json


@pytest.mark.parametrize(
    ("route", "data", "message"),
    [
        (BID, [HAND], "an object is expected, not ['KJ84.K92.QT6.J83']"),
        (BID, {}, "hand: this key is missing"),
        (BID, {"hand": 5}, "hand: 5 (a text expected)"),
        (BID, {"hand": HAND, "auction": "1C"}, "auction: '1C' (a list of texts expected)"),
        (BID, {"hand": HAND, "auction": [1]}, "auction: [1] (a list of texts expected)"),
        (BID, {"hand": HAND, "seconds": True}, "seconds: True (a number expected)"),
        (BID, {"hand": HAND, "seconds": 11}, "seconds: 11 (0 to 10 expected)"),
        (BID, {"hand": HAND, "seconds": -0.5}, "seconds: -0.5 (0 to 10 expected)"),
        (BID, {"hand": HAND, "opponents": 3}, "opponents: 3 (a text expected)"),
        (PAR, {"deal": "N:", "worlds": 3}, "no key 'worlds' (there are: deal, dealer, vul)"),
        (
            LEAD,
            {"hand": HAND, "auction": [], "engine": "ben", "worlds": 1.5},
            (
                "engine: 'ben' (alphamu, recursive, pimc expected); "
                "worlds: 1.5 (a whole number expected)"
            ),
        ),
        (
            LEAD,
            {"hand": HAND, "auction": [], "engine": ["ben"]},
            "engine: ['ben'] (alphamu, recursive, pimc expected)",
        ),
    ],
)
def test_what_is_no_question(route: ServiceRoute, data: Any, message: str) -> None:
    """Each key that is wrong is named, with its value and what is expected."""
    with pytest.raises(ServiceQuestionError) as caught:
        route.checked(data)
    assert str(caught.value) == message
    assert caught.value.is_json


def test_a_long_value_is_not_repeated() -> None:
    """An error has the beginning of it."""
    with pytest.raises(ServiceQuestionError) as caught:
        BID.checked({"hand": ["x" * 60_000]})
    assert len(str(caught.value)) < 300
