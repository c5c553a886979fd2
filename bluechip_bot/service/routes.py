"""The questions that the service answers: their keys, how these are checked, and their description.

One table describes the keys in JSON Schema. Questions are checked against it, and the OpenAPI
document (https://spec.openapis.org/oas/v3.1.0) contains it. Whether a hand, a call or a card is
possible is only known when the question is answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from attrs import frozen

from bluechip_bot.config import DEFAULT_ENGINE
from bluechip_bot.dataformats import DataFormatError, parse_json
from bluechip_bot.quoting import quoted

KeySchema = Mapping[str, Any]
"""The schema of a key; it is required if the schema has no `default`."""

_TYPES: Final[Mapping[str, tuple[type | tuple[type, ...], str]]] = {
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
    "number": ((int, float), "a number"),
    "array": (list, "a list of texts"),
    "null": (type(None), "null"),
}
"""The values of a type of JSON Schema, and how an error names them."""


class ServiceQuestionError(ValueError):
    """A question cannot be read, or is not even JSON; the message names each wrong key."""

    def __init__(self, message: str, *, is_json: bool = True) -> None:
        self.is_json = is_json
        super().__init__(message)


def _text(description: str, **more: Any) -> KeySchema:
    return {"description": description, "type": "string", **more}


def _number(description: str, low: int, high: int, kind: str = "integer", **more: Any) -> KeySchema:
    return {"description": description, "type": kind, "minimum": low, "maximum": high, **more}


def _texts(description: str, *example: str, **more: Any) -> KeySchema:
    items = {"type": "string"}
    return {
        "description": description, "type": "array", "items": items, "example": example, **more
    }  # fmt: skip


_ALL_CALLS: Final = "all calls, the dealer's first"
_GAME: Final = ("1NT", "P", "3NT", "P", "P", "P")
_DEAL: Final = "N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74"
_WHO: Final = "who calls first: N, E, S or W"
_DEALT: Final = {
    "dealer": _text(_WHO, default="N"),
    "vul": _text("who is vulnerable: None, NS, EW or All", default="None"),
}
_SEED: Final = _number("where the choice of layouts begins", 0, 2**63 - 1, default=1)
_SEARCH: Final = {
    **_DEALT,
    "dealer": _text(_WHO, default="N", example="S"),
    "engine": _text(
        "how cards are chosen", enum=["alphamu", "recursive", "pimc"], default=DEFAULT_ENGINE
    ),
    "scoring": _text(
        "what is played for", enum=["imps", "win", "points", "matchpoints"], default="imps"
    ),
    "worlds": _number("the most layouts of the hidden hands to judge by", 1, 1000, default=100),
    "seconds": _number("seconds to think", 0, 10, "number", default=2.0),
    "seed": _SEED,
}
_CARD: Final = {
    "name": "empty: the name of a position in a file",
    "card": "the card to play",
    "cards": "the value of each legal card, the best first: the share of what there is to win",
    "exact": "by card, whether the value is exact, or an upper bound",
    "tricks": "by card, the mean number of double-dummy tricks from here",
    "worth": "by card, the value with tricks added, by which cards are compared",
    "asked": "by card, the layouts in which it was judged",
    "reached": "by card, the share of layouts in which the target is reached; null if not judged",
    "target": "the tricks needed from here",
    "worlds": "the layouts",
    "depth": "the cards that the side looked ahead",
    "layouts": "how many layouts agree with the cards",
    "complete": "whether all of them were judged",
    "forced": "whether all legal cards are equal; they are not judged then",
    "method": "how the cards were judged: an engine, or `forced`",
    "levels": "the numbers of tricks among which the value is shared; of alphamu alone",
    "variation": "the play that is expected; of alphamu alone",
    "scoring": "what was played for; of alphamu alone",
    "seconds": "how long it took",
    "engine": "how cards were to be chosen",
    "seed": "where the choice of layouts began",
}


@frozen
class ServiceRoute:
    """A kind of question: its path, its keys, and descriptions of the answer's keys."""

    path: str
    summary: str
    keys: Mapping[str, KeySchema]
    found: Mapping[str, str]

    @property
    def example(self) -> dict[str, Any]:
        """An example of a question: the keys that have an example."""
        return {name: key["example"] for name, key in self.keys.items() if "example" in key}

    def read(self, body: bytes) -> dict[str, Any]:
        """Read the question in the body of a request, and add the defaults of missing keys."""
        try:
            data = parse_json(body)
        except DataFormatError as error:
            raise ServiceQuestionError(f"not JSON: {error}", is_json=False) from None
        return self.checked(data)

    def checked(self, data: Any) -> dict[str, Any]:
        """Check a question of plain values, and add the defaults of missing keys.

        Raises:
            ServiceQuestionError: if the data is not a question of this route.
        """
        if not isinstance(data, dict):
            raise ServiceQuestionError(f"an object is expected, not {quoted(data)}")
        if wrong := list(self._wrong(data)):
            raise ServiceQuestionError("; ".join(wrong))
        usual = {name: key["default"] for name, key in self.keys.items() if "default" in key}
        return {**usual, **data}

    def _wrong(self, data: Mapping[str, Any]) -> Iterator[str]:
        if extra := ", ".join(sorted(map(repr, data.keys() - self.keys.keys()))):
            yield f"no key {extra} (there are: {', '.join(self.keys)})"
        for name, key in self.keys.items():
            if name not in data:
                if "default" not in key:
                    yield f"{name}: this key is missing"
            elif expected := _expected(data[name], key):
                yield f"{name}: {quoted(data[name])} ({expected} expected)"


def _expected(value: Any, key: KeySchema) -> str:
    """The values that a key allows, in words; empty if it allows this value."""
    if "enum" in key:
        return "" if value in key["enum"] else ", ".join(key["enum"])
    kinds = [key["type"]] if isinstance(key["type"], str) else key["type"]
    # To Python true and false are integers.
    fits = any(isinstance(value, _TYPES[kind][0]) for kind in kinds) and type(value) is not bool
    if isinstance(value, list):
        fits = fits and all(isinstance(item, str) for item in value)
    if not fits:
        return _TYPES[kinds[0]][1]
    if "minimum" in key and not key["minimum"] <= value <= key["maximum"]:
        return f"{key['minimum']} to {key['maximum']}"
    return ""


ROUTES: Final = (
    ServiceRoute(
        "/bid",
        "The call of a hand, what it shows, and why",
        {
            "hand": _text("the hand of the player to call, as S.H.D.C", example="KJ84.K92.QT6.J83"),
            "auction": _texts("the calls so far, the dealer's first", "1NT", "P", default=()),
            **_DEALT,
            "system": _text("the side's system", default="sayc"),
            "opponents": _text(
                "the opponents' system; null is the same", type=["string", "null"], default=None
            ),
            "seconds": _number(
                "seconds for a close call; 0 is the system alone", 0, 10, "number", default=0.0
            ),
        },
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
        "What each call of an auction shows, and what is known of each hand",
        {
            "auction": _texts("the calls so far, the dealer's first", "1NT", "P", "2C", "P", "2D"),
            **_DEALT,
            "system_ns": _text("North-South's system", default="sayc"),
            "system_ew": _text("East-West's system", default="sayc"),
        },
        {
            "calls": "each call with its explanation, its limits and its rules",
            "seats": "what is known of each hand, by letter",
            "state": "facts of the player to call, or the contract",
        },
    ),
    ServiceRoute(
        "/lead",
        "The opening lead from a hand",
        {
            "hand": _text("the leader's hand, as S.H.D.C", example="QJT4.A93.82.K754"),
            "auction": _texts(_ALL_CALLS, *_GAME),
            **_SEARCH,
        },
        _CARD,
    ),
    ServiceRoute(
        "/play",
        "The card to play in a position",
        {
            "hands": _text(
                "the hands as dealt, as in PBN; - is one that the player to decide does not see",
                example="S:A72.AK4.A63.J843 - 865.Q52.K74.KQT9 -",
            ),
            "auction": _texts(_ALL_CALLS, *_GAME),
            "cards": _texts("the cards so far, in order", "SK", "S5", "S4", default=()),
            **_SEARCH,
        },
        _CARD,
    ),
    ServiceRoute(
        "/claim",
        "Whether a claim is good against best defence: in the deal, and as the claimer sees it",
        {
            "hands": _text(
                "the hands as dealt, as in PBN; - is one that is not known", example=_DEAL
            ),
            "auction": _texts(_ALL_CALLS, "1C", "1D", "1S", "P", "4S", "P", "P", "P"),
            "tricks": _number(
                "how many of the remaining tricks the side of the claimer claims", 0, 13, example=11
            ),
            "cards": _texts("the cards so far, in order", "DA", "D6", "D5", "S2", default=()),
            "seat": _text(
                "who claims; null is who plays next",
                type=["string", "null"],
                default=None,
                example="S",
            ),
            **_DEALT,
            "worlds": _number("the layouts to try the claim in", 1, 200, default=50),
            "seed": _SEED,
        },
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
        "The tricks of each declarer in each strain, all hands open",
        {"deal": _text("the deal, as in PBN", example=_DEAL)},
        {"deal": "the deal", "tricks": "the tricks by declarer and strain"},
    ),
    ServiceRoute(
        "/par",
        "The score of a deal, and the contracts, when both sides bid perfectly",
        {"deal": _text("the deal, as in PBN", example=_DEAL), **_DEALT},
        {"score": "the points of North and South", "contracts": "the contracts that give them"},
    ),
)
STATUSES: Final = {
    200: "the answer",
    400: "not JSON",
    403: "a page of another server asks",
    413: "a body that is too long",
    415: "a body that is not sent as JSON, or packed",
    421: "the service is called by a name that is not its own",
    422: "a question that cannot be: `error` says what is wrong with which key",
    429: "too many questions of one address wait",
    500: "two processes that were asked died, or one has a fault",
    503: "too many questions wait, or nobody is there to answer",
    504: "no answer in time",
}
_UNREAD: Final = (403, 413, 415, 421)
"""The statuses of a question that is not read, which say why in a line of text."""


@cache
def document(version: str) -> dict[str, Any]:
    """The OpenAPI description of the service."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "bluechip-bot", "version": version, "license": {"name": "Apache-2.0"}},
        "paths": {route.path: {"post": _operation(route)} for route in ROUTES},
    }


def _operation(route: ServiceRoute) -> dict[str, Any]:
    asked = {
        "type": "object",
        "additionalProperties": False,
        "required": [name for name, key in route.keys.items() if "default" not in key],
        "properties": route.keys,
    }
    found = {key: {"description": text} for key, text in route.found.items()}
    error = {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}
    answers = {
        **dict.fromkeys(STATUSES, _json(error)),
        **{status: {"text/plain": {"schema": {"type": "string"}}} for status in _UNREAD},
        200: _json({"type": "object", "properties": found}),
    }
    return {
        "operationId": route.path[1:].replace("-", "_"),
        "summary": route.summary,
        "requestBody": {"required": True, "content": _json(asked, example=route.example)},
        "responses": {
            str(status): {"description": text, "content": answers[status]}
            for status, text in STATUSES.items()
        },
    }


def _json(schema: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema, **more}}
