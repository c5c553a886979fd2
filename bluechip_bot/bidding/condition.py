"""Conditions of rules: which hands meet them, and the boxes that surely hold these hands.

The words are listed in VALUES, SUIT_VALUES and FACTS; a suit's name alone is its length.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from bluechip_bot.bidding.evaluation import SHAPE_LIMIT
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.syntax import All, Any, Atom, Condition, Not, Place, SystemFileError
from bluechip_bot.constraints import ANY, Box, Range
from bluechip_bot.constraints.batch import Bools, Counts
from bluechip_bot.model.cards import SUIT_LETTERS, Suit

Suits = Mapping[str, Suit]
"""What the names of suits stand for: `S H D C` and the variables that a context has bound."""

LITERAL_SUITS: Final[Suits] = {letter: Suit(i) for i, letter in enumerate(SUIT_LETTERS)}

VALUES: Final[Mapping[str, Callable[[HandFeatures], Counts]]] = {
    "hcp": lambda hand: hand.hcp,
    "pts": lambda hand: hand.points,
    "losers": lambda hand: hand.losers,
    "controls": lambda hand: hand.controls,
    "aces": lambda hand: hand.aces,
    "kings": lambda hand: hand.kings,
    "longest": lambda hand: hand.shape[:, 0],
    "shortest": lambda hand: hand.shape[:, 3],
}
"""Numbers of a hand: `8-11 hcp`."""

SUIT_VALUES: Final[Mapping[str, Callable[[HandFeatures, Suit], Counts]]] = {
    "len": lambda hand, suit: hand.lengths[:, suit],
    "sup": lambda hand, suit: hand.support(suit),
    "keycards": lambda hand, suit: hand.keycards(suit),
    "honours": lambda hand, suit: hand.honours[:, suit],
    "tops": lambda hand, suit: hand.tops[:, suit],
    "strength": lambda hand, suit: hand.strength[:, suit],
    "stoppers": lambda hand, suit: hand.stoppers[:, suit],
}
"""Numbers of a suit: `2+ tops(H)`."""

_SUIT_SPANS: Final[Mapping[str, tuple[str, Range]]] = {
    "stop": ("stoppers", (2, 4)),
    "full_stop": ("stoppers", (3, 4)),
    "biddable": ("strength", (1, 99)),
    "rebiddable": ("strength", (2, 99)),
}
"""Grades of a suit by name: `stop(H)`."""

FACTS: Final[Mapping[str, Callable[[HandFeatures], Bools]]] = {
    "bal": lambda hand: hand.balanced,
    "semibal": lambda hand: hand.semibalanced,
    "unbal": lambda hand: ~hand.semibalanced,
}
"""What is so or not: `bal`."""

_FLAT: Final[Mapping[str, Range]] = {"bal": (2, 5), "semibal": (2, 6)}


def check(condition: Condition, suits: Suits = LITERAL_SUITS) -> None:
    """Raise unless every word of a condition is known and used as it should be.

    Raises:
        SystemFileError: at the first that is not.
    """
    match condition:
        case Atom():
            _check_atom(condition, suits)
        case Not(part):
            check(part, suits)
        case All(parts) | Any(parts):
            for part in parts:
                check(part, suits)


def holds(condition: Condition, hand: HandFeatures, suits: Suits = LITERAL_SUITS) -> Bools:
    """Which hands meet a condition that `check` has passed: bool[n]."""
    match condition:
        case Not(part):
            return ~holds(part, hand, suits)
        case All(parts):
            found = np.ones(len(hand), dtype=np.bool_)
            for part in parts:
                found &= holds(part, hand, suits)
            return found
        case Any(parts):
            found = np.zeros(len(hand), dtype=np.bool_)
            for part in parts:
                found |= holds(part, hand, suits)
            return found
        case Atom(name, arguments, span):
            if name in FACTS:
                return FACTS[name](hand)
            name, arguments, span = _number(name, arguments, span)
            if name in VALUES:
                value = VALUES[name](hand)
            else:
                value = SUIT_VALUES[name](hand, suits[arguments[0]])
            return np.asarray((span[0] <= value) & (value <= span[1]), dtype=np.bool_)


def boxes(condition: Condition, suits: Suits = LITERAL_SUITS) -> tuple[Box, ...]:
    """Boxes that together contain every hand that meets a condition; none where no hand does.

    What boxes cannot say (stoppers, aces) is left open, whether it is asked for or excluded.
    """
    return tuple(dict.fromkeys(_boxes(condition, suits, so=True)))


def _boxes(condition: Condition, suits: Suits, *, so: bool) -> list[Box]:
    match condition:
        case Not(part):
            return _boxes(part, suits, so=not so)
        case All(parts) | Any(parts):
            each = [_boxes(part, suits, so=so) for part in parts]
            if isinstance(condition, Any) is so:
                return [box for found in each for box in found]
            common = [ANY]
            for found in each:
                common = [both for a in common for b in found if (both := a.intersect(b))]
            return common
        case Atom(name, arguments, span):
            if name in FACTS:
                flat = _FLAT.get(name)
                return [Box((0, 37), (flat, flat, flat, flat))] if flat and so else [ANY]
            name, arguments, span = _number(name, arguments, span)
            return _span_boxes(name, arguments, span, suits, so=so)


def _span_boxes(
    name: str, arguments: tuple[str, ...], span: Range, suits: Suits, *, so: bool
) -> list[Box]:
    most = 13 if name == "len" else 99
    spans = [span] if so else [(0, span[0] - 1), (span[1] + 1, most)]
    found: list[Box | None] = []
    for low, high in spans:
        if low > high:
            continue
        if name == "hcp":
            found.append(Box.within((low, min(37, high)), ANY.lengths))
        elif name in ("pts", "sup"):
            found.append(Box.within((max(0, low - SHAPE_LIMIT), min(37, high)), ANY.lengths))
        elif name == "len":
            lengths = list(ANY.lengths)
            lengths[suits[arguments[0]]] = (low, min(13, high))
            spades, hearts, diamonds, clubs = lengths
            found.append(Box.within(ANY.hcp, (spades, hearts, diamonds, clubs)))
        else:
            return [ANY]
    return [box for box in found if box is not None]


def _number(
    name: str, arguments: tuple[str, ...], span: Range | None
) -> tuple[str, tuple[str, ...], Range]:
    """An atom that asks for a number, by the word of the tables; graded words have their span."""
    if name in _SUIT_SPANS:
        name, span = _SUIT_SPANS[name]
    elif name not in VALUES and name not in SUIT_VALUES:
        name, arguments = "len", (name,)
    assert span is not None  # checked
    return name, arguments, span


def _check_atom(atom: Atom, suits: Suits) -> None:
    place = atom.place or Place("", 0, 0)
    by_suit = atom.name in SUIT_VALUES or atom.name in _SUIT_SPANS
    yes_or_no = atom.name in FACTS or atom.name in _SUIT_SPANS
    if not (by_suit or yes_or_no or atom.name in VALUES or atom.name in suits):
        words = sorted({*VALUES, *SUIT_VALUES, *_SUIT_SPANS, *FACTS, *suits})
        raise SystemFileError(place, f"unknown word {atom.name!r} (known: {', '.join(words)})")
    if yes_or_no is not (atom.span is None):
        expected = "no number" if yes_or_no else "a number"
        raise SystemFileError(place, f"{atom.name!r}: {expected} expected before it")
    if len(atom.arguments) != by_suit:
        expected = "one suit" if by_suit else "nothing"
        raise SystemFileError(place, f"{atom.name!r}: {expected} expected in brackets")
    for argument in atom.arguments:
        if argument not in suits:
            raise SystemFileError(place, f"unknown suit {argument!r} (known: {', '.join(suits)})")
