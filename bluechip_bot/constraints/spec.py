"""Constraints as JSON data: readers and writers of the parts, with errors that name the place.

    {"has": ["SK"], "lacks": ["HA"], "hcp": [7, 37], "len": {"S": [5, 13]},
     "any": [{"weight": 0.2, "hcp": [5, 8]}], "is": ["balanced"]}

All keys are optional. `hcp` and `len` limit every box of `any`; weights default to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from math import isfinite
from typing import Final, TypeVar

from bluechip_bot.constraints.box import ANY, Box, Range
from bluechip_bot.constraints.predicate import Predicate
from bluechip_bot.constraints.union import ConstraintUnion
from bluechip_bot.model.cards import SUIT_LETTERS, Card, Hand
from bluechip_bot.model.errors import ModelError

Value = TypeVar("Value")

KEYS: Final = ("has", "lacks", "hcp", "len", "any", "is")
_BOX_KEYS: Final = ("weight", "hcp", "len")


class SpecError(ModelError):
    """JSON data that do not describe a constraint; the value's path has the form `W.len.S`."""

    def __init__(self, path: str, value: object, reason: str) -> None:
        """Keep the path and the value, and say what is wrong with it."""
        self.path = path
        self.value = value
        super().__init__(f"{path or 'constraint'}: {value!r} ({reason})")


def mapping(path: str, value: object, keys: Collection[str]) -> Mapping[str, object]:
    """Return the value if it is an object with only these keys; else raise `SpecError`."""
    if not isinstance(value, Mapping):
        raise SpecError(path, value, "an object expected")
    for key in value:
        if key not in keys:
            raise SpecError(join(path, str(key)), value[key], f"none of {', '.join(keys)}")
    return value


def join(path: str, key: str | int) -> str:
    """Append a key or an index to the path of a value."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key


def cards(path: str, value: object) -> Hand:
    """Read cards from a list of texts, all different; raise `SpecError` if the value is wrong."""
    found = []
    for index, card in enumerate(each(path, value, partial(_parsed, Card.parse))):
        if card in found:
            raise SpecError(join(path, index), str(card), "card twice")
        found.append(card)
    return Hand.of(found)


def predicates(path: str, value: object) -> tuple[Predicate, ...]:
    """Read predicates from a list of texts; raise `SpecError` if the value is wrong."""
    return tuple(each(path, value, partial(_parsed, Predicate.parse)))


def union(path: str, data: Mapping[str, object]) -> ConstraintUnion:
    """Read the boxes of `any`, each within `hcp` and `len`; raise `SpecError` if one is wrong."""
    common = box(path, data)
    if "any" not in data:
        return ConstraintUnion(((1.0, common),))
    place = join(path, "any")
    terms = []
    for index, (weight, part) in enumerate(each(place, data["any"], _weighted)):
        both = common.intersect(part)
        if both is None:
            raise SpecError(join(place, index), str(part), f"outside {common}")
        terms.append((weight, both))
    if not terms:
        raise SpecError(place, data["any"], "at least one box expected")
    return ConstraintUnion(tuple(terms))


def box(path: str, data: Mapping[str, object]) -> Box:
    """Read a box from `hcp` and `len`, both optional; raise `SpecError` if no hand meets it."""
    hcp, lengths = ANY.hcp, list(ANY.lengths)
    if "hcp" in data:
        hcp = _span(join(path, "hcp"), data["hcp"], 37)
    if "len" in data:
        place = join(path, "len")
        for letter, value in mapping(place, data["len"], SUIT_LETTERS).items():
            lengths[SUIT_LETTERS.index(letter)] = _span(join(place, letter), value, 13)
    found = Box.within(hcp, tuple(lengths))
    if found is None:
        raise SpecError(path, {key: data[key] for key in data if key in _BOX_KEYS}, "no hand")
    return found


def each(path: str, value: object, read: Callable[[str, object], Value]) -> list[Value]:
    """Read each member of a list with its path; raise `SpecError` if the value is no list."""
    if not isinstance(value, list | tuple):
        raise SpecError(path, value, "a list expected")
    return [read(join(path, index), member) for index, member in enumerate(value)]


def _parsed(parse: Callable[[str], Value], path: str, value: object) -> Value:
    if not isinstance(value, str):
        raise SpecError(path, value, "a text expected")
    try:
        return parse(value)
    except ModelError as error:
        raise SpecError(path, value, str(error)) from None


def _weighted(path: str, value: object) -> tuple[float, Box]:
    data = mapping(path, value, _BOX_KEYS)
    weight = data.get("weight", 1.0)
    if isinstance(weight, bool) or not isinstance(weight, int | float):
        raise SpecError(join(path, "weight"), weight, "a number expected")
    if not (isfinite(weight) and weight > 0):
        raise SpecError(join(path, "weight"), weight, "a positive number expected")
    return float(weight), box(path, data)


def _span(path: str, value: object, limit: int) -> Range:
    match value:
        case [int(low), int(high)] if not isinstance(low, bool) and not isinstance(high, bool):
            if 0 <= low <= high <= limit:
                return low, high
    raise SpecError(path, value, f"least and most within 0..{limit} expected")
