"""What may be asked of the service, and how what may not is refused."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from bluechip_bot.service.requests import (
    BidRequest,
    LeadRequest,
    ParRequest,
    Request,
    RequestError,
    plain,
    read,
    structured,
)
from bluechip_bot.service.routes import example

HAND = "KJ84.K92.QT6.J83"


@pytest.mark.parametrize("kind", get_args(Request))
def test_examples_are_questions(kind: type[Any]) -> None:
    """The example of the page is read, and is the same after a way over the pipe."""
    question = structured(example(kind), kind)
    assert structured(plain(question), kind) == question


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
    with pytest.raises(RequestError, match=message) as caught:
        read(text, BidRequest)
    assert not caught.value.is_json


@pytest.mark.parametrize(
    ("kind", "data", "message"),
    [
        (BidRequest, [HAND], "an object is expected, not ['KJ84.K92.QT6.J83']"),
        (BidRequest, {}, "hand: this key is missing"),
        (BidRequest, {"hand": 5}, "hand: 5 (a text expected)"),
        (BidRequest, {"hand": HAND, "auction": "1C"}, "auction: '1C' (a list of texts expected)"),
        (BidRequest, {"hand": HAND, "auction": [1]}, "auction: [1] (a list of texts expected)"),
        (BidRequest, {"hand": HAND, "seconds": True}, "seconds: True (a number expected)"),
        (BidRequest, {"hand": HAND, "seconds": 11}, "seconds: 11.0 (0 to 10 expected)"),
        (BidRequest, {"hand": HAND, "seconds": -1}, "seconds: -1.0 (0 to 10 expected)"),
        (BidRequest, {"hand": HAND, "opponents": 3}, "opponents: 3 (a text expected)"),
        (
            ParRequest,
            {"deal": "N:", "worlds": 3},
            "no key 'worlds' (there are: deal, dealer, vul)",
        ),
        (
            LeadRequest,
            {"hand": HAND, "auction": [], "engine": "ben", "worlds": 1.5},
            (
                "engine: 'ben' (alphamu, recursive, pimc expected); "
                "worlds: 1.5 (a whole number expected)"
            ),
        ),
        (
            LeadRequest,
            {"hand": HAND, "auction": [], "engine": ["ben"]},
            "engine: ['ben'] (alphamu, recursive, pimc expected)",
        ),
    ],
)
def test_what_is_no_question(kind: type[Any], data: Any, message: str) -> None:
    """Each key that is wrong is named, with its value and what is expected."""
    with pytest.raises(RequestError) as caught:
        structured(data, kind)
    assert str(caught.value) == message
    assert caught.value.is_json


def test_a_long_value_is_not_repeated() -> None:
    """An error has the beginning of it."""
    with pytest.raises(RequestError) as caught:
        structured({"hand": ["x" * 60_000]}, BidRequest)
    assert len(str(caught.value)) < 300
