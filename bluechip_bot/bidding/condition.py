"""Conditions of rules: which hands meet them.

The words are listed in the tables below, those of the auction in `scene`; a suit's name alone is
its length. What depends on the auction alone is true or false for every hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.scene import (
    AUCTION_FACTS,
    AUCTION_NUMBERS,
    AUCTION_SUITS,
    MAJORS,
    PLAIN,
    VARIABLES,
    Scene,
)
from bluechip_bot.bidding.syntax import All, Any, Atom, Condition, Not, Place, SystemFileError
from bluechip_bot.constraints import Range
from bluechip_bot.constraints.batch import Bools, Counts
from bluechip_bot.model.cards import SUIT_LETTERS, Suit


def _shortest(hand: HandFeatures, suits: tuple[Suit, ...]) -> Counts:
    found = np.full(len(hand), 13, dtype=np.int16)
    for suit in suits:
        found = np.minimum(found, hand.lengths[:, suit])
    return found


VALUES: Final[Mapping[str, Callable[[HandFeatures, Scene], Counts]]] = {
    "hcp": lambda hand, _: hand.hcp,
    "pts": lambda hand, _: hand.points,
    "losers": lambda hand, _: hand.losers,
    "controls": lambda hand, _: hand.controls,
    "aces": lambda hand, _: hand.aces,
    "kings": lambda hand, _: hand.kings,
    "longest": lambda hand, _: hand.shape[:, 0],
    "shortest": lambda hand, _: hand.shape[:, 3],
    "rule20": lambda hand, _: hand.hcp + hand.shape[:, 0] + hand.shape[:, 1],
    "rule15": lambda hand, _: hand.hcp + hand.lengths[:, Suit.SPADES],
    "quick": lambda hand, _: hand.half_quick,
    "combined": lambda hand, scene: hand.points + np.int16(scene.partner_points[0]),
    "potential": lambda hand, scene: hand.points + np.int16(scene.partner_points[1]),
    "likely": lambda hand, scene: hand.points + np.int16(scene.likely_points),
    "unbid": lambda hand, scene: _shortest(hand, scene.unbid),
    "unbid_majors": lambda hand, scene: _shortest(hand, scene.unbid_majors),
}
"""Numbers of a hand: `8-11 hcp`; the points of `combined`, `potential` and `likely` are those with
partner's least, most or likely ones.

`unbid` and `unbid_majors` are the cards in the shortest of these suits; 13 where there is none.
"""

SUIT_VALUES: Final[Mapping[str, Callable[[HandFeatures, Suit, Scene], Counts]]] = {
    "len": lambda hand, suit, _: hand.lengths[:, suit],
    "sup": lambda hand, suit, _: hand.support(suit),
    "keycards": lambda hand, suit, _: hand.keycards(suit),
    "honours": lambda hand, suit, _: hand.honours[:, suit],
    "tops": lambda hand, suit, _: hand.tops[:, suit],
    "points_in": lambda hand, suit, _: hand.suit_hcp[:, suit],
    "strength": lambda hand, suit, _: hand.strength[:, suit],
    "stoppers": lambda hand, suit, _: hand.stoppers[:, suit],
    "fit": lambda hand, suit, scene: (
        hand.lengths[:, suit] + np.int16(scene.partner.lengths[suit][0])
    ),
    "combined_sup": lambda hand, suit, scene: (
        hand.support(suit) + np.int16(scene.partner_points[0])
    ),
    "likely_sup": lambda hand, suit, scene: hand.support(suit) + np.int16(scene.likely_points),
    "control": lambda hand, suit, _: hand.suit_controls[:, suit],
    "queen": lambda hand, suit, _: hand.queens[:, suit],
}
"""Numbers of a suit: `2+ tops(H)`; `fit` is our length with the least that partner has shown."""

_SUIT_SPANS: Final[Mapping[str, tuple[str, Range]]] = {
    "stop": ("stoppers", (2, 4)),
    "full_stop": ("stoppers", (3, 4)),
    "biddable": ("strength", (1, 99)),
    "rebiddable": ("strength", (2, 99)),
}
"""Grades of a suit by name: `stop(H)`."""


def _stopped(hand: HandFeatures, suits: Sequence[Suit]) -> Bools:
    found = np.ones(len(hand), dtype=np.bool_)
    for suit in suits:
        found &= hand.stoppers[:, suit] >= 2
    return found


FACTS: Final[Mapping[str, Callable[[HandFeatures, Scene], Bools]]] = {
    "bal": lambda hand, _: hand.balanced,
    "semibal": lambda hand, _: hand.semibalanced,
    "unbal": lambda hand, _: ~hand.semibalanced,
    "stopped": lambda hand, scene: _stopped(hand, scene.enemy),
    "unbid_stopped": lambda hand, scene: _stopped(hand, scene.unbid),
}
"""What is so or not: `bal`; `stopped`, `unbid_stopped`: each suit of theirs, each unbid one is."""


def _best(hand: HandFeatures, suit: Suit, scene: Scene) -> Bools:
    others = [hand.lengths[:, other] for other in scene.not_theirs]
    return np.asarray(hand.lengths[:, suit] >= np.max([hand.lengths[:, suit], *others], axis=0))


SUIT_FACTS: Final[Mapping[str, Callable[[HandFeatures, Suit, Scene], Bools]]] = {
    "best": _best,
    "major": lambda hand, suit, _: np.full(len(hand), suit in MAJORS, dtype=np.bool_),
}
"""What is so or not of a suit: `best(H)`: none that the opponents have not bid is longer."""

COMPARED: Final[Mapping[str, Callable[[HandFeatures, Suit, Suit], Bools]]] = {
    "longer": lambda hand, a, b: hand.lengths[:, a] > hand.lengths[:, b],
    "aslong": lambda hand, a, b: hand.lengths[:, a] >= hand.lengths[:, b],
    "same": lambda hand, a, b: np.full(len(hand), a is b, dtype=np.bool_),
}
"""What is so or not of two suits: `longer(D, C)`."""

RANKED: Final = "above"
"""What the ranks of two suits tell, whatever the hand: `above(S, H)`."""

_BY_SUIT: Final = frozenset({*SUIT_VALUES, *_SUIT_SPANS, *SUIT_FACTS})
_SUIT_NAMES: Final = frozenset({*SUIT_LETTERS, *VARIABLES, *AUCTION_SUITS})


def check(condition: Condition, suits: frozenset[str] = _SUIT_NAMES) -> None:
    """Raise unless every word of a condition is known and used as it should be.

    Raises:
        SystemFileError: at the first that is not.
    """
    for atom in atoms(condition):
        _check_atom(atom, suits)


def atoms(condition: Condition) -> Iterator[Atom]:
    """Yield the atoms of a condition, in order."""
    match condition:
        case Atom():
            yield condition
        case Not(part):
            yield from atoms(part)
        case All(parts) | Any(parts):
            for part in parts:
                yield from atoms(part)


def suit_names(condition: Condition) -> frozenset[str]:
    """The names of suits in a condition."""
    return frozenset(
        name for atom in atoms(condition) for name in (atom.name, *atom.arguments)
    ) & _SUIT_NAMES  # fmt: skip


def holds(condition: Condition, hand: HandFeatures, scene: Scene = PLAIN) -> Bools:
    """Which hands meet a condition that `check` has passed, its suits bound: bool[n]."""
    match condition:
        case Not(part):
            return ~holds(part, hand, scene)
        case All(parts):
            found = np.ones(len(hand), dtype=np.bool_)
            for part in parts:
                found &= holds(part, hand, scene)
            return found
        case Any(parts):
            found = np.zeros(len(hand), dtype=np.bool_)
            for part in parts:
                found |= holds(part, hand, scene)
            return found
        case Atom(name):
            if (constant := auction_says(condition, scene)) is not None:
                return np.full(len(hand), constant, dtype=np.bool_)
            if name in FACTS:
                return FACTS[name](hand, scene)
            if name in SUIT_FACTS:
                return SUIT_FACTS[name](hand, scene.suits[condition.arguments[0]], scene)
            if name in COMPARED:
                first, second = (scene.suits[suit] for suit in condition.arguments)
                return COMPARED[name](hand, first, second)
            name, arguments, span = number(condition)
            if name in VALUES:
                value = VALUES[name](hand, scene)
            else:
                value = SUIT_VALUES[name](hand, scene.suits[arguments[0]], scene)
            return np.asarray((span[0] <= value) & (value <= span[1]), dtype=np.bool_)


def holds_now(condition: Condition, scene: Scene) -> bool:
    """Whether a condition that asks the auction alone holds."""
    return bool(holds(condition, _ANY_HAND, scene)[0])


def decided(condition: Condition, scene: Scene) -> bool | None:
    """Whether the auction alone tells that every hand meets a condition, or none; else None."""
    match condition:
        case Not(part):
            inner = decided(part, scene)
            return None if inner is None else not inner
        case All(parts) | Any(parts):
            found = [decided(part, scene) for part in parts]
            ending = isinstance(condition, Any)
            if ending in found:
                return ending
            return None if None in found else not ending
        case Atom():
            return auction_says(condition, scene)


def number(atom: Atom) -> tuple[str, tuple[str, ...], Range]:
    """An atom that asks for a number, by the word of the tables; graded words have their span."""
    name, arguments, span = atom.name, atom.arguments, atom.span
    if name in _SUIT_SPANS:
        name, span = _SUIT_SPANS[name]
    elif name not in VALUES and name not in SUIT_VALUES:
        name, arguments = "len", (name,)
    assert span is not None  # checked
    return name, arguments, span


def auction_says(atom: Atom, scene: Scene) -> bool | None:
    """Whether the auction meets an atom; None where the hand decides."""
    if atom.name == RANKED:
        higher, lower = (scene.suits[suit] for suit in atom.arguments)
        return higher < lower
    if atom.name == "major":
        return scene.suits[atom.arguments[0]] in MAJORS
    if atom.name in AUCTION_FACTS:
        return atom.name in scene.facts
    if atom.name in AUCTION_NUMBERS and atom.span is not None:
        return atom.span[0] <= scene.numbers.get(atom.name, 0) <= atom.span[1]
    if atom.name == "same":
        first, second = (scene.suits.get(name) for name in atom.arguments)
        return first is not None and first is second
    return None


def _check_atom(atom: Atom, suits: frozenset[str]) -> None:
    place = atom.place or Place("", 0, 0)
    by_suit = atom.name in _BY_SUIT
    yes_or_no = atom.name in {
        *FACTS, *SUIT_FACTS, *COMPARED, RANKED, *_SUIT_SPANS, *AUCTION_FACTS
    }  # fmt: skip
    numbers = atom.name in VALUES or atom.name in AUCTION_NUMBERS
    wanted = 2 if atom.name in {*COMPARED, RANKED} else int(by_suit)
    if not (by_suit or yes_or_no or numbers or atom.name in suits):
        words = sorted(
            {
                *VALUES,
                *_BY_SUIT,
                *FACTS,
                *COMPARED,
                RANKED,
                *AUCTION_FACTS,
                *AUCTION_NUMBERS,
                *suits,
            }
        )
        raise SystemFileError(place, f"unknown word {atom.name!r} (known: {', '.join(words)})")
    if yes_or_no is not (atom.span is None):
        expected = "no number" if yes_or_no else "a number"
        raise SystemFileError(place, f"{atom.name!r}: {expected} expected before it")
    if len(atom.arguments) != wanted:
        expected = ("nothing", "one suit", "two suits")[wanted]
        raise SystemFileError(place, f"{atom.name!r}: {expected} expected in brackets")
    for argument in atom.arguments:
        if argument not in suits:
            known = ", ".join(sorted(suits))
            raise SystemFileError(place, f"unknown suit {argument!r} (known: {known})")


_ANY_HAND: Final = HandFeatures(np.array([0b1111111111111], dtype=np.uint64))
