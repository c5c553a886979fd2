"""The questions that the service answers, each at its path, and the document that describes them.

The document is OpenAPI's: https://spec.openapis.org/oas/v3.1.0. It is made from the same classes
that check what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from inspect import getdoc
from typing import Any, Final, Literal, get_args, get_origin

from attrs import NOTHING, Attribute, fields, frozen, resolve_types

from bluechip_bot.service.requests import (
    BidRequest,
    ClaimRequest,
    DoubleDummyRequest,
    ExplainRequest,
    LeadRequest,
    ParRequest,
    PlayRequest,
    Request,
    about,
)

_CARD: Final = {
    "card": "the card to play",
    "cards": "the value of each legal card, the best first: the share of what there is to win",
    "exact": "by card, whether the value is exact, or an upper bound",
    "tricks": "by card, the mean number of double-dummy tricks from here",
    "worth": "by card, the value with tricks added, by which cards are compared",
    "asked": "by card, the layouts in which it was judged",
    "target": "the tricks needed from here",
    "worlds": "the layouts",
    "depth": "the cards that the side looked ahead",
    "layouts": "how many layouts agree with the cards",
    "complete": "whether all of them were judged",
    "forced": "whether all legal cards are equal; they are not judged then",
    "seconds": "how long it took",
}


@frozen
class ServiceRoute:
    """A question and its path.

    Attributes:
        path: where it is asked.
        request: the class of the question.
        keys: what the keys of the answer hold.
    """

    path: str
    request: type[Request]
    keys: Mapping[str, str]

    @property
    def summary(self) -> str:
        """The question in one line."""
        return (getdoc(self.request) or "").rstrip(".")


ROUTES: Final = (
    ServiceRoute(
        "/bid",
        BidRequest,
        {
            "call": "the call",
            "explanation": "what it shows, in a line",
            "exact": "the same with all limits",
            "alert": "whether it is alerted",
            "runners_up": "other calls that rules allow, each with its explanation",
            "reason": "the rule that made it, or why another call was better",
            "rule": "the file, line and column of that rule; null if no file has it",
            "thought": "how calls were compared; null if the system alone made the call",
        },
    ),
    ServiceRoute(
        "/explain",
        ExplainRequest,
        {
            "calls": "each call with its explanation, its limits and its rules",
            "seats": "what is known of each hand, by letter",
            "state": "facts of the player to call, or the contract",
        },
    ),
    ServiceRoute("/lead", LeadRequest, _CARD),
    ServiceRoute("/play", PlayRequest, _CARD),
    ServiceRoute(
        "/claim",
        ClaimRequest,
        {
            "seat": "who claims: declarer for dummy",
            "tricks": "the tricks claimed",
            "left": "the tricks that remain",
            "double_dummy": "those that the side takes with best play by all; null if a hand is "
            "not known",
            "good": "whether these are as many as are claimed; null if a hand is not known",
            "layouts": "the layouts of the hands that the claimer does not see, by the cards alone",
            "share": "the share of them, 0 to 1, in which the claim is good",
        },
    ),
    ServiceRoute(
        "/double-dummy",
        DoubleDummyRequest,
        {"deal": "the deal", "tricks": "the tricks by declarer and strain"},
    ),
    ServiceRoute(
        "/par",
        ParRequest,
        {"score": "the points of North and South", "contracts": "the contracts that give them"},
    ),
)
STATUSES: Final = {
    200: "the answer",
    400: "not JSON",
    413: "a body that is too long",
    415: "a body that is not sent as JSON",
    422: "a question that cannot be: `error` says what is wrong with which key",
    429: "too many questions of one address wait",
    500: "two processes that were asked died, or one has a fault",
    503: "too many questions wait, or nobody is there to answer",
    504: "no answer in time",
}


def example(request: type[Request]) -> dict[str, Any]:
    """A question, as the page shows it: the keys that have an example."""
    keys = {key.name: about(key).example for key in fields(request)}
    return {name: value for name, value in keys.items() if value is not None}


@cache
def document(version: str) -> dict[str, Any]:
    """The service in OpenAPI."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "bluechip-bot", "version": version, "license": {"name": "Apache-2.0"}},
        "paths": {route.path: {"post": _operation(route)} for route in ROUTES},
    }


def _operation(route: ServiceRoute) -> dict[str, Any]:
    keys = {key: {"description": text} for key, text in route.keys.items()}
    answers = {
        200: {"type": "object", "properties": keys},
        422: {"type": "object", "properties": {"error": {"type": "string"}}},
    }
    return {
        "operationId": route.path[1:].replace("-", "_"),
        "summary": route.summary,
        "requestBody": {"required": True, "content": _json(_schema(route.request), route)},
        "responses": {
            str(status): {"description": text}
            | ({"content": _json(answers[status])} if status in answers else {})
            for status, text in STATUSES.items()
        },
    }


def _json(schema: dict[str, Any], route: ServiceRoute | None = None) -> dict[str, Any]:
    shown = {"example": example(route.request)} if route else {}
    return {"application/json": {"schema": schema, **shown}}


def _schema(request: type[Request]) -> dict[str, Any]:
    keys = fields(resolve_types(request))
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [key.name for key in keys if key.default is NOTHING],
        "properties": {key.name: _property(key) for key in keys},
    }


def _property(key: Attribute[Any]) -> dict[str, Any]:
    said = about(key)
    found: dict[str, Any] = {"description": said.text, **_type(key.type)}
    if said.low is not None:
        found |= {"minimum": said.low, "maximum": said.high}
    if key.default is not NOTHING:
        found["default"] = list(key.default) if isinstance(key.default, tuple) else key.default
    return found


def _type(kind: Any) -> dict[str, Any]:
    if get_origin(kind) is Literal:
        return {"type": "string", "enum": list(get_args(kind))}
    if get_origin(kind) is tuple:
        return {"type": "array", "items": {"type": "string"}}
    names = {str: "string", int: "integer", float: "number", type(None): "null"}
    parts = [names[part] for part in get_args(kind) or (kind,)]
    return {"type": parts[0] if len(parts) == 1 else parts}
