"""Conversion of values to JSON and back, for pipes between our processes, logs and match files.

Values of the model are texts in their usual notation: `"N"` for a seat, `"3NT"`, `"SA"`,
`"N:AK7.A42.T76.KQ86 ..."`. A board is written as its dealer, hands, calls and cards, and replayed
when it is read, so that it is legal. Other attrs classes are objects with a key for each attribute.
Where one of several classes is possible, `kind` holds the name of the class in lower case::

    {"kind": "stop", "id": 7}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, overload

import attrs
from cattrs import Converter

from bluechip_bot.model import (
    Board,
    BoardError,
    Call,
    Called,
    Card,
    Deal,
    Dealt,
    Hand,
    Played,
    Seat,
    Vulnerability,
)

T = TypeVar("T")

_TEXTS: Final = (Call, Card, Hand, Vulnerability, Deal)
"""Classes of the model that are written as a text."""
_SHOWN: Final = 200
"""The characters of an offending text that an error shows."""


class CodecError(ValueError):
    """A text is not JSON, or does not hold the expected value; the message shows its beginning."""

    def __init__(self, text: str, kind: Any, reason: str) -> None:
        self.text = text
        name = " or ".join(part.__name__ for part in get_args(kind) or (kind,))
        super().__init__(f"not a {name}: {text[:_SHOWN]!r} ({reason})")


def to_json(value: Any, kind: Any = None) -> str:
    """The value as one line of JSON.

    Args:
        kind: the union of classes that `from_json` will be given; None where it will be given the
            value's own class.

    Raises:
        TypeError: if an attribute annotated `Any` holds something that JSON cannot.
    """
    return json.dumps(to_data(value, kind))


def to_data(value: Any, kind: Any = None) -> Any:
    """The value as numbers, texts, lists and dictionaries."""
    return _converter().unstructure(value, kind)


@overload
def from_json(text: str, kind: type[T]) -> T: ...
@overload
def from_json(text: str, kind: UnionType) -> Any: ...
def from_json(text: str, kind: Any) -> Any:
    """Read the value that `to_json` wrote.

    Args:
        kind: the class of the value, or the union of its possible classes.

    Raises:
        CodecError: if the text does not hold such a value.
    """
    try:
        return _converter().structure(_object_of(kind, json.loads(text)), kind)
    except (
        AttributeError,
        KeyError,
        OverflowError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise CodecError(text, kind, f"{type(error).__name__}: {error}") from None


def _object_of(kind: Any, data: Any) -> Any:
    # Where every attribute has a default, cattrs would take a list for an empty object.
    if attrs.has(kind) and kind not in _TEXTS and not isinstance(data, dict):
        raise TypeError("an object is expected")
    return data


@cache
def _converter() -> Converter:
    """Our converter, which is made once: making it takes long, and it has no state."""
    converter = Converter(detailed_validation=False)
    converter.register_unstructure_hook(Path, str)
    converter.register_structure_hook(Path, lambda text, _: Path(text))
    for kind in _TEXTS:
        converter.register_unstructure_hook(kind, str)
        converter.register_structure_hook(kind, lambda text, kind: kind.parse(text))
    converter.register_unstructure_hook(Seat, lambda seat: seat.letter)
    converter.register_structure_hook(Seat, lambda text, _: Seat.parse(text))
    converter.register_unstructure_hook(Board, _board_to_dict)
    converter.register_structure_hook(Board, lambda data, _: _board_from_dict(data))
    converter.register_structure_hook_func(lambda kind: kind == Call | Card, _call_or_card)
    converter.register_unstructure_hook_factory(_is_union, lambda kind: _tagged(kind, converter))
    converter.register_structure_hook_factory(_is_union, lambda kind: _untagged(kind, converter))
    return converter


def _is_union(kind: Any) -> bool:
    """Whether the type is a union of several attrs classes, perhaps with None."""
    return (
        get_origin(kind) in (Union, UnionType)
        and len(_classes(kind)) > 1
        and all(map(attrs.has, _classes(kind)))
    )


def _classes(union: Any) -> list[Any]:
    return [kind for kind in get_args(union) if kind is not NoneType]


def _tagged(union: Any, converter: Converter) -> Callable[[Any], Any]:
    names = {kind: kind.__name__.lower() for kind in _classes(union)}

    def unstructure(value: Any) -> Any:
        return value and {"kind": names[type(value)], **converter.unstructure(value)}

    return unstructure


def _untagged(union: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    kinds = {kind.__name__.lower(): kind for kind in _classes(union)}
    optional = NoneType in get_args(union)

    def structure(data: Any, _: Any) -> Any:
        if data is None and optional:
            return None
        return converter.structure(data, kinds[data["kind"]])

    return structure


def _call_or_card(text: str, _: Any) -> Call | Card:
    # No call begins with a suit: those are `P`, `X`, `XX` and bids, whose level comes first.
    return (Card if text[:1] in {"S", "H", "D", "C"} else Call).parse(text)


def _board_to_dict(board: Board) -> dict[str, Any]:
    return {
        "number": board.number,
        "dealer": board.dealer.letter,
        "vulnerable": str(board.vulnerability),
        "hands": {
            seat.letter: str(hand)
            for seat, hand in zip(Seat, board.hands, strict=True)
            if hand is not None
        },
        "calls": [str(call) for call in board.auction.calls],
        "explanations": {str(index): text for index, text in board.explanations},
        "alerts": list(board.alerts),
        "cards": [str(card) for card in board.play.cards] if board.play else [],
    }


def _board_from_dict(data: Mapping[str, Any]) -> Board:
    vulnerability = Vulnerability.parse(data["vulnerable"])
    board = Board.begin(int(data["number"]), Seat.parse(data["dealer"]), vulnerability)
    for letter, text in data["hands"].items():
        board = board.apply(Dealt(Seat.parse(letter), Hand.parse(text)))
    explanations, alerts = data.get("explanations", {}), data.get("alerts", ())
    for index, text in enumerate(data["calls"]):
        explanation = explanations.get(str(index), "")
        call = Call.parse(text)
        board = board.apply(Called(board.auction.turn, call, explanation, index in alerts))
    for text in data["cards"]:
        turn = board.turn
        if turn is None:
            raise BoardError(f"card {text} when nobody is to play")
        board = board.apply(Played(turn, Card.parse(text)))
    return board
