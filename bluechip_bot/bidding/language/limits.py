"""Conditions resolved in an auction, and the boxes and points that contain their hands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bluechip_bot.bidding.features import SHAPE_LIMIT, SLAM_LIMIT
from bluechip_bot.bidding.language.condition import (
    COMPARED,
    FACTS,
    SUIT_FACTS,
    UNBID,
    auction_test,
    ends,
    number,
)
from bluechip_bot.bidding.language.scene import PLAIN, RuleScene
from bluechip_bot.bidding.language.syntax import (
    AllParts,
    AnyPart,
    AtomTest,
    Condition,
    NotPart,
    joined,
)
from bluechip_bot.constraints import ANY, Box, Range
from bluechip_bot.model.cards import SUIT_LETTERS, Suit

_FLAT: Final[Mapping[str, Range]] = {"bal": (2, 5), "semibal": (2, 6)}
_OPEN: Final = 99
_ABOVE_SHAPE: Final = SLAM_LIMIT - SHAPE_LIMIT
"""The most by which slam points exceed the points with the same suit as trumps."""
_NOTHING: Final = AnyPart(())
_ANYTHING: Final = AllParts(())


def resolve(condition: Condition, scene: RuleScene) -> Condition:
    """Resolve a condition in a scene: the result depends on the hand only, and names `S H D C`.

    Limits on both hands together (a fit, combined points) become limits on this hand, less what
    partner has shown. What the auction decides is left out; `AllParts(())` is always met and
    `AnyPart(())` never.
    """
    match condition:
        case NotPart(part):
            inner = resolve(part, scene)
            if inner == _NOTHING:
                return _ANYTHING
            return _NOTHING if inner == _ANYTHING else NotPart(inner)
        case AllParts(parts):
            kept = [part for each in parts if (part := resolve(each, scene)) != _ANYTHING]
            return _NOTHING if _NOTHING in kept else joined(kept, AllParts)
        case AnyPart(parts):
            kept = [part for each in parts if (part := resolve(each, scene)) != _NOTHING]
            return _ANYTHING if _ANYTHING in kept else joined(kept, AnyPart)
        case AtomTest(name):
            if (decides := auction_test(condition)) is not None:
                return _ANYTHING if decides(scene) else _NOTHING
            if condition.ends is not None:
                span = ends(condition, scene)
                return resolve(AtomTest(name, condition.arguments, span), scene)
            if name in ("stopped", "unbid_stopped"):
                suits = scene.enemy if name == "stopped" else scene.unbid
                return joined([AtomTest("stop", (suit.letter,)) for suit in suits], AllParts)
            if name in COMPARED:
                return AtomTest(
                    name, tuple(scene.suits[suit].letter for suit in condition.arguments)
                )
            if name in SUIT_FACTS:
                return _suit_fact(condition, scene)
            if name in UNBID:
                return _each(condition, UNBID[name](scene))
            return condition if name in FACTS else _resolved(condition, scene)


def _suit_fact(atom: AtomTest, scene: RuleScene) -> Condition:
    suit = scene.suits[atom.arguments[0]]
    others = [other for other in scene.not_theirs if other is not suit]
    return joined([AtomTest("aslong", (suit.letter, other.letter)) for other in others], AllParts)


def _each(atom: AtomTest, suits: tuple[Suit, ...]) -> Condition:
    """The condition that the shortest suit, or the longest for `their_longest`, is in range."""
    low, high = atom.span or (0, _OPEN)
    if not suits:
        return _ANYTHING
    if atom.name == "their_longest":
        return joined([AtomTest(suit.letter, (), (low, min(high, 13))) for suit in suits], AllParts)
    least = [AtomTest(suit.letter, (), (low, 13)) for suit in suits]
    most = [AtomTest(suit.letter, (), (0, high)) for suit in suits]
    return AllParts((*least, joined(most, AnyPart))) if high < 13 else joined(list(least), AllParts)


def _resolved(atom: AtomTest, scene: RuleScene) -> AtomTest:
    arguments = tuple(scene.suits[name].letter for name in atom.arguments)
    name, wide, (low, high) = number(atom)
    if name == "len":
        return AtomTest(scene.suits[wide[0]].letter, (), (low, min(high, 13)))
    if name == "fit":
        has = scene.partner.lengths[scene.suits[wide[0]]][0]
        return AtomTest(arguments[0], (), (max(0, low - has), max(0, min(high - has, 13))))
    if name in ("combined", "potential", "combined_sup", "likely", "likely_sup"):
        likely = name.startswith("likely")
        has = scene.likely_points if likely else scene.partner_points[name == "potential"]
        word = "sup" if arguments else "pts"
        return AtomTest(
            word, arguments, (max(0, low - has), high if high == _OPEN else max(0, high - has))
        )
    if name == "nt_points":
        has = scene.nt_points
        return AtomTest("pts", (), (max(0, low - has), max(0, min(high - has, _OPEN))))
    if name == "slam_points":
        has = scene.slam_points(scene.suits[wide[0]])
        low, high = low - has - _ABOVE_SHAPE, min(high - has + _ABOVE_SHAPE, _OPEN)
        return AtomTest("sup", arguments, (max(0, low), max(0, high)))
    if name == "hcp":
        return AtomTest(name, (), (low, min(high, 37)))
    return AtomTest(atom.name, arguments, atom.span)


def box_tests(box: Box) -> list[Condition]:
    """The tests that limit a hand to a box; limits that any hand meets are left out."""
    lengths = zip(SUIT_LETTERS, box.lengths, strict=True)
    return [
        *([] if box.hcp == ANY.hcp else [AtomTest("hcp", (), box.hcp)]),
        *(AtomTest(letter, (), span) for letter, span in lengths if span != (0, 13)),
    ]


def boxes(condition: Condition, scene: RuleScene = PLAIN) -> tuple[Box, ...]:
    """Boxes that together contain every hand that meets a condition; none if no hand does.

    What boxes cannot express (stoppers, aces) is left open, whether required or excluded.
    """
    return resolved_boxes(resolve(condition, scene))


# In different auctions rules resolve to equal conditions.
@lru_cache(maxsize=1 << 14)
def resolved_boxes(condition: Condition) -> tuple[Box, ...]:
    """The boxes of a condition that `resolve` has returned."""
    return tuple(dict.fromkeys(_boxes(condition, so=True)))


@lru_cache(maxsize=1 << 14)
def resolved_points(condition: Condition) -> Range | None:
    """Limits of the points (`pts`, or with support) of a condition that `resolve` has returned.

    None if no hand meets it. Negated parts are ignored.
    """
    open_range = (0, 37 + SHAPE_LIMIT)
    match condition:
        case NotPart():
            return open_range
        case AllParts(parts):
            low, high = open_range
            for part in parts:
                found = resolved_points(part)
                if found is None:
                    return None
                low, high = max(low, found[0]), min(high, found[1])
            return (low, high) if low <= high else None
        case AnyPart(parts):
            spans = [span for part in parts if (span := resolved_points(part)) is not None]
            if not spans:
                return None
            return min(low for low, _ in spans), max(high for _, high in spans)
        case AtomTest(name):
            if name in FACTS or name in COMPARED:
                return open_range
            name, _, (low, high) = number(condition)
            if name == "hcp":
                return low, min(high, 37) + SHAPE_LIMIT
            return (low, min(high, open_range[1])) if name in ("pts", "sup") else open_range


def _boxes(condition: Condition, *, so: bool) -> list[Box]:
    match condition:
        case NotPart(part):
            return _boxes(part, so=not so)
        case AllParts(parts) | AnyPart(parts):
            each = [_boxes(part, so=so) for part in parts]
            if isinstance(condition, AnyPart) is so:
                return [box for found in each for box in found]
            common = [ANY]
            for found in each:
                common = [both for a in common for b in found if (both := a.intersect(b))]
            return common
        case AtomTest(name):
            if name in FACTS:
                flat = _FLAT.get(name)
                return [Box((0, 37), (flat, flat, flat, flat))] if flat and so else [ANY]
            if name in COMPARED:
                return [ANY]
            name, arguments, span = number(condition)
            return _span_boxes(name, arguments, span, so=so)


def _span_boxes(name: str, arguments: tuple[str, ...], span: Range, *, so: bool) -> list[Box]:
    most = 13 if name == "len" else 99
    spans = [span] if so else [(0, span[0] - 1), (span[1] + 1, most)]
    spans = [each for each in spans if each[0] <= each[1]]
    if name == "len":
        suit = SUIT_LETTERS.index(arguments[0])
        return [ANY.limited(suit, (low, min(13, high))) for low, high in spans if low <= 13]
    if name not in ("hcp", "pts", "sup"):
        return [ANY] if spans else []
    shape = 0 if name == "hcp" else SHAPE_LIMIT
    hcp = ((max(0, low - shape), min(37, high)) for low, high in spans)
    return [box for each in hcp if (box := Box.within(each, ANY.lengths)) is not None]
