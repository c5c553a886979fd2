"""Conditions of rules: which hands meet them.

The tables below list the words for hands; `scene` has those for auctions. The name of a suit alone
stands for its length. A test that depends on the auction alone is true or false for every hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from operator import and_
from typing import Any, Final

import numpy as np

from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.features import HandFeatures, OneHand
from bluechip_bot.bidding.language.expression import AUCTION_FACTS, AUCTION_NUMBERS
from bluechip_bot.bidding.language.scene import (
    AUCTION_SUITS,
    MAJORS,
    MINORS,
    PLAIN,
    VARIABLES,
    RuleScene,
)
from bluechip_bot.bidding.language.syntax import (
    COMPUTED,
    AllParts,
    AnyPart,
    AtomTest,
    Condition,
    FilePlace,
    NotPart,
    SystemFileError,
)
from bluechip_bot.constraints import Range
from bluechip_bot.constraints.batch import Bools
from bluechip_bot.model.cards import SUIT_LETTERS, Suit

Features = HandFeatures | OneHand
HandNumber = Any
"""An int for one hand, int16[n] for many."""
Answer = Any
"""A bool for one hand, bool[n] for many; a bool if it is the same for all hands."""
HandTest = Callable[[Features, RuleScene], Answer]
"""Which hands meet a condition in a scene."""


def _extreme(hand: Features, numbers: Iterable[HandNumber], *, most: bool = False) -> HandNumber:
    if isinstance(hand, OneHand):
        return max(numbers) if most else min(numbers)
    return reduce(np.maximum if most else np.minimum, numbers)


def _slam_points(hand: Features, suit: Suit, scene: RuleScene) -> HandNumber:
    """Slam points of both hands, without kings, queens and jacks opposite partner's shortness."""
    found = hand.slam_support(suit) + scene.slam_points(suit)
    for short in scene.partners_shortness:
        if short is not suit:
            found = found - hand.by_suit("wasted", short)
    return found


def _control(hand: Features, suit: Suit, scene: RuleScene) -> HandNumber:
    """The control of a suit; partner's shortness counts as second-round control or better."""
    found = hand.by_suit("suit_controls", suit)
    return np.maximum(found, 1) if suit in scene.partners_shortness else found


def _together(hand: Features, suit: Suit, scene: RuleScene) -> HandNumber:
    return hand.by_suit("lengths", suit) + scene.partner.lengths[suit][0]


def _of_hand(name: str) -> Callable[[Features, RuleScene], HandNumber]:
    return lambda hand, _: getattr(hand, name)


def _of_suit(name: str) -> Callable[[Features, Suit, RuleScene], HandNumber]:
    return lambda hand, suit, _: hand.by_suit(name, suit)


VALUES: Final[Mapping[str, Callable[[Features, RuleScene], HandNumber]]] = {
    **{name: _of_hand(name) for name in ("hcp", "losers", "controls", "aces", "kings")},
    **{name: _of_hand(name) for name in ("longest", "shortest", "two_longest")},
    "pts": _of_hand("points"),
    "rule20": lambda hand, _: hand.hcp + hand.two_longest,
    "rule15": lambda hand, _: hand.hcp + hand.by_suit("lengths", Suit.SPADES),
    "quick": _of_hand("half_quick"),
    "combined": lambda hand, scene: hand.points + scene.partner_points[0],
    "potential": lambda hand, scene: hand.points + scene.partner_points[1],
    "likely": lambda hand, scene: hand.points + scene.likely_points,
    "nt_points": lambda hand, scene: hand.points + scene.nt_points,
    "open_suits": lambda hand, scene: sum(
        1 - hand.by_suit("half_stopped", suit) for suit in scene.unbid
    ),
    "longest_fit": lambda hand, scene: _extreme(
        hand, (_together(hand, suit, scene) for suit in Suit), most=True
    ),
}
"""Numbers of a hand: `8-11 hcp`.

`combined`, `potential` and `likely` add the least, most or likely points of partner, `longest_fit`
counts the cards of both in the longest suit, `open_suits` the unbid suits without half a stopper.
"""

UNBID: Final[Mapping[str, Callable[[RuleScene], tuple[Suit, ...]]]] = {
    "unbid": lambda scene: scene.unbid,
    "unbid_majors": lambda scene: tuple(suit for suit in scene.unbid if suit in MAJORS),
    "their_shortest": lambda scene: scene.enemy,
    "their_longest": lambda scene: scene.enemy,
}
"""Groups of suits: `4+ unbid` limits the shortest of a group, and is met if it is empty.

`their_longest` limits the longest of their suits instead.
"""

SUIT_VALUES: Final[Mapping[str, Callable[[Features, Suit, RuleScene], HandNumber]]] = {
    **{name: _of_suit(name) for name in ("honours", "tops", "strength", "stoppers", "quality")},
    "len": _of_suit("lengths"),
    "points_in": _of_suit("suit_hcp"),
    "queen": _of_suit("queens"),
    "trump_tricks": _of_suit("trump_tricks"),
    "sup": lambda hand, suit, _: hand.support(suit),
    "keycards": lambda hand, suit, _: hand.keycards(suit),
    "fit": _together,
    "combined_sup": lambda hand, suit, scene: hand.support(suit) + scene.partner_points[0],
    "likely_sup": lambda hand, suit, scene: hand.support(suit) + scene.likely_points,
    "slam_points": _slam_points,
    "control": _control,
    "defence": lambda hand, suit, _: 2 * hand.half_quick + 3 * hand.by_suit("trump_tricks", suit),
}
"""Numbers of a suit: `2+ tops(H)`. `fit` adds partner's least length to our length.

`defence` counts tricks against a suit in quarters: three for a trump trick.
"""

_SUIT_SPANS: Final[Mapping[str, tuple[str, Range]]] = {
    "stop": ("stoppers", (2, 4)),
    "full_stop": ("stoppers", (3, 4)),
    "biddable": ("strength", (1, 99)),
    "rebiddable": ("strength", (2, 99)),
}
"""Grades of a suit by name: `stop(H)`."""


def _every(answers: Iterable[Answer]) -> Answer:
    return reduce(and_, answers, True)


def _stopped(hand: Features, suits: Iterable[Suit]) -> Answer:
    return _every(hand.by_suit("stoppers", suit) >= 2 for suit in suits)


def _plays_better(hand: Features, scene: RuleScene) -> Answer:
    """Whether the last bid is ours and another suit of ours is better, at no higher level."""
    state: AuctionState = scene.words["state"]
    last = state.bid.strain.suit
    if last is None:
        return False
    here = _together(hand, last, scene)
    found: Answer = False
    for other in scene.not_theirs:
        if other is not last and state.level(other) <= state.bid.level and state.ours >> other & 1:
            there = _together(hand, other, scene)
            found |= there >= here if other in MAJORS and last not in MAJORS else there > here
    return found


FACTS: Final[Mapping[str, Callable[[Features, RuleScene], Answer]]] = {
    "bal": lambda hand, _: hand.balanced,
    "semibal": lambda hand, _: hand.semibalanced,
    "unbal": lambda hand, _: hand.semibalanced ^ True,
    "stopped": lambda hand, scene: _stopped(hand, scene.enemy),
    "unbid_stopped": lambda hand, scene: _stopped(hand, scene.unbid),
    "all_held": lambda hand, scene: _every(hand.by_suit("held", suit) for suit in scene.enemy),
    "plays_better": _plays_better,
}
"""Facts of a hand: `bal`; `stopped` and `unbid_stopped` of all their or all unbid suits.

`all_held`: a high card stops each of their suits.
"""


def _longest_of(hand: Features, suit: Suit, suits: Iterable[Suit]) -> Answer:
    length = hand.by_suit("lengths", suit)
    return _every(length >= hand.by_suit("lengths", other) for other in suits)


def _leads(suit: Suit, others: Iterable[Suit], worth: Callable[[Suit], HandNumber]) -> Answer:
    """Whether a suit is worth most among others; of equal ones only the highest-ranking counts."""
    return _every(
        worth(suit) >= worth(other) if suit < other else worth(suit) > worth(other)
        for other in others
        if other is not suit
    )


def _opens(hand: Features, suit: Suit, _: RuleScene) -> Answer:
    long = hand.longest >= 5
    found = long & _leads(suit, Suit, partial(hand.by_suit, "lengths"))
    if suit in MAJORS:
        return found
    diamonds, clubs = (hand.by_suit("lengths", minor) for minor in MINORS)
    better = (diamonds > clubs) | ((diamonds == clubs) & (diamonds == 4))
    return found | (long ^ True) & (better if suit is Suit.DIAMONDS else better ^ True)


def _best_answer(hand: Features, suit: Suit, scene: RuleScene) -> Answer:
    def worth(each: Suit) -> HandNumber:
        length = hand.by_suit("lengths", each)
        return length + (length > 3) * (each in MAJORS)

    return _leads(suit, scene.not_theirs, worth)


def _last_resort(hand: Features, suit: Suit, scene: RuleScene) -> Answer:
    """Whether a suit is best for a hand that must bid: by length in both hands and a low level."""
    state: AuctionState = scene.words["state"]
    suits = scene.not_theirs or tuple(Suit)

    def worth(each: Suit) -> HandNumber:
        fit = _together(hand, each, scene) - 2 * state.level(each)
        return 16 * fit + hand.by_suit("lengths", each)

    return suit in suits and _leads(suit, suits, worth)


def _controlled(hand: Features, suit: Suit, scene: RuleScene) -> Answer:
    return _every(
        hand.by_suit("suit_controls", side) > 0
        for side in Suit
        if side is not suit and scene.partner.lengths[side][0] < 4
    )


SUIT_FACTS: Final[Mapping[str, Callable[[Features, Suit, RuleScene], Answer]]] = {
    "best": lambda hand, suit, scene: _longest_of(hand, suit, scene.not_theirs),
    "major": lambda _, suit, __: suit in MAJORS,
    "longest_suit": lambda hand, suit, _: _longest_of(hand, suit, Suit),
    "longest_unbid": lambda hand, suit, scene: _longest_of(hand, suit, scene.unbid),
    "opens": _opens,
    "best_answer": _best_answer,
    "last_resort": _last_resort,
    "controlled": _controlled,
    "held": lambda hand, suit, _: hand.by_suit("held", suit),
    "others_half_stopped": lambda hand, suit, _: _every(
        hand.by_suit("half_stopped", other) for other in Suit if other is not suit
    ),
}
"""Facts of a suit. `best(H)`: no other suit that the opponents have not bid is longer.

`longest_suit` compares it with all suits, `longest_unbid` with those that nobody has bid. `opens`:
the suit of a one-level opening, the longest of five or more, else the better minor. `best_answer`
and `last_resort`: the suit to bid opposite a takeout double, or where one must bid. `controlled`:
no other suit in which partner has not shown four cards has two losers.
"""

COMPARED: Final[Mapping[str, Callable[[Features, Suit, Suit], Answer]]] = {
    "longer": lambda hand, a, b: hand.by_suit("lengths", a) > hand.by_suit("lengths", b),
    "aslong": lambda hand, a, b: hand.by_suit("lengths", a) >= hand.by_suit("lengths", b),
    "same": lambda _, a, b: a is b,
    "above": lambda _, a, b: a < b,
}
"""Facts of two suits: `longer(D, C)`; `above(S, H)`: the first ranks above the second."""

_BY_SUIT: Final = frozenset({*SUIT_VALUES, *_SUIT_SPANS, *SUIT_FACTS})
_YES_OR_NO: Final = frozenset({*FACTS, *SUIT_FACTS, *COMPARED, *_SUIT_SPANS, *AUCTION_FACTS})
_WORDS: Final = _BY_SUIT | _YES_OR_NO | {*VALUES, *UNBID, *AUCTION_NUMBERS}
_SUIT_NAMES: Final = frozenset({*SUIT_LETTERS, *VARIABLES, *AUCTION_SUITS})


def check(condition: Condition, suits: frozenset[str] = _SUIT_NAMES) -> None:
    """Raise unless every word of a condition is known and used correctly.

    Raises:
        SystemFileError: at the first word that is unknown or misused.
    """
    for atom in atoms(condition):
        _check_atom(atom, suits)


def atoms(condition: Condition) -> Iterator[AtomTest]:
    """Yield the atoms of a condition, in order."""
    match condition:
        case AtomTest():
            yield condition
        case NotPart(part):
            yield from atoms(part)
        case AllParts(parts) | AnyPart(parts):
            for part in parts:
                yield from atoms(part)


def suit_names(condition: Condition) -> frozenset[str]:
    """The names of suits in a condition."""
    return frozenset(
        name for atom in atoms(condition) for name in (atom.name, *atom.arguments)
    ) & _SUIT_NAMES  # fmt: skip


def holds(condition: Condition, hand: HandFeatures, scene: RuleScene = PLAIN) -> Bools:
    """Which hands meet a checked condition: bool[n]; `scene` has the suits that its names mean."""
    return answers(hand_test(condition), hand, scene)


def answers(test: HandTest, hand: HandFeatures, scene: RuleScene) -> Bools:
    """Which hands pass a test: bool[n], even if the answer is the same for all."""
    found = test(hand, scene)
    return np.full(len(hand), found) if isinstance(found, bool) else np.asarray(found)


def hand_test(condition: Condition) -> HandTest:
    """Turn a condition that has passed `check` into a function that can be called often."""
    match condition:
        case NotPart(part):
            inner = hand_test(part)
            return lambda hand, scene: inner(hand, scene) ^ True
        case AllParts(parts):
            return _test_of_parts([hand_test(part) for part in parts], ending=False)
        case AnyPart(parts):
            return _test_of_parts([hand_test(part) for part in parts], ending=True)
        case AtomTest():
            return _atom_test(condition)


def _test_of_parts(parts: Sequence[HandTest], *, ending: bool) -> HandTest:
    """Combine tests by `or` if `ending`, else by `and`; stop when all hands are decided."""

    def test(hand: Features, scene: RuleScene) -> Answer:
        found: Answer = not ending
        for part in parts:
            found = found | part(hand, scene) if ending else found & part(hand, scene)
            if found is ending:
                break
        return found

    return parts[0] if len(parts) == 1 else test


def _atom_test(atom: AtomTest) -> HandTest:
    name = atom.name
    if (decides := auction_test(atom)) is not None:
        return lambda _, scene: decides(scene)
    if name in FACTS:
        return FACTS[name]
    if name in SUIT_FACTS:
        fact, (only,) = SUIT_FACTS[name], atom.arguments
        return lambda hand, scene: fact(hand, scene.suits[only], scene)
    if name in COMPARED:
        compared, (first, second) = COMPARED[name], atom.arguments
        return lambda hand, scene: compared(hand, scene.suits[first], scene.suits[second])
    name, arguments, span = number(atom)
    measure, group = _measure(name, arguments), UNBID.get(name)

    def test(hand: Features, scene: RuleScene) -> Answer:
        if group is not None and not group(scene):
            return True
        low, high = span if atom.ends is None else ends(atom, scene)
        value = measure(hand, scene)
        return (low <= value) & (value <= high)

    return test


def ends(atom: AtomTest, scene: RuleScene) -> Range:
    """The limits of an atom, computed in a scene if they are expressions."""
    if atom.ends is None:
        assert atom.span is not None  # checked
        return atom.span
    low, high = (end.of(scene.suits, scene.words) for end in atom.ends)
    return max(0, int(low)), int(high)


def _measure(name: str, arguments: tuple[str, ...]) -> Callable[[Features, RuleScene], HandNumber]:
    if name in VALUES:
        return VALUES[name]
    if name in UNBID:
        unbid, most = UNBID[name], name == "their_longest"
        return lambda hand, scene: _extreme(
            hand, (hand.by_suit("lengths", suit) for suit in unbid(scene)), most=most
        )
    by_suit, (suit,) = SUIT_VALUES[name], arguments
    return lambda hand, scene: by_suit(hand, scene.suits[suit], scene)


Decider = Callable[[RuleScene], bool | None]
"""Whether the auction alone meets a condition; None if the hand decides."""


def decider(condition: Condition) -> Decider | None:
    """A function that decides a condition by the auction alone; None if the hand always matters."""
    match condition:
        case NotPart(part):
            inner = decider(part)
            if inner is None:
                return None
            return lambda scene: None if (so := inner(scene)) is None else not so
        case AllParts(parts):
            return _joint(parts, ending=False)
        case AnyPart(parts):
            return _joint(parts, ending=True)
        case AtomTest():
            return auction_test(condition)


def _joint(parts: Sequence[Condition], *, ending: bool) -> Decider | None:
    """Combine deciders by `or` if `ending`, else by `and`; stop when one settles the answer."""
    found = [decider(part) for part in parts]
    deciders = [each for each in found if each is not None]
    rest = None if len(deciders) < len(found) else not ending
    if parts and not deciders:
        return None

    def decides(scene: RuleScene) -> bool | None:
        found = rest
        for each in deciders:
            so = each(scene)
            if so is ending:
                return ending
            found = None if so is None else found
        return found

    return decides


def number(atom: AtomTest) -> tuple[str, tuple[str, ...], Range]:
    """The name, arguments and span of an atom as the tables have them: `5+H` is `len` of `H`."""
    name, arguments, span = atom.name, atom.arguments, atom.span
    if name in _SUIT_SPANS:
        name, span = _SUIT_SPANS[name]
    elif name not in VALUES and name not in UNBID and name not in SUIT_VALUES:
        name, arguments = "len", (name,)
    assert span is not None  # checked
    return name, arguments, span


def auction_test(atom: AtomTest) -> Callable[[RuleScene], bool] | None:
    """A function that decides an atom by the auction; None if the hand decides."""
    name, arguments = atom.name, atom.arguments
    if name in AUCTION_FACTS:
        return lambda scene: bool(scene.words[name])
    if name == COMPUTED and atom.ends is not None:
        of = atom.ends[0].of
        return lambda scene: bool(of(scene.suits, scene.words))
    if name == "above":
        return lambda scene: scene.suits[arguments[0]] < scene.suits[arguments[1]]
    if name == "major":
        return lambda scene: scene.suits[arguments[0]] in MAJORS
    if name in AUCTION_NUMBERS and atom.span is not None:
        low, high = atom.span
        return lambda scene: bool(low <= scene.words[name] <= high)
    if name == "same":
        return lambda scene: scene.suits.get(arguments[0], "") is scene.suits.get(arguments[1])
    return None


def _check_atom(atom: AtomTest, suits: frozenset[str]) -> None:
    place = atom.place or FilePlace("", 0, 0)
    for end in atom.ends or ():
        if unknown := end.names - suits:
            raise SystemFileError(place, f"unknown word {min(unknown)!r} in [{end.text}]")
    if atom.name == COMPUTED:
        return
    by_suit = atom.name in _BY_SUIT
    yes_or_no = atom.name in _YES_OR_NO
    wanted = 2 if atom.name in COMPARED else int(by_suit)
    if atom.name not in _WORDS | suits:
        words = ", ".join(sorted(_WORDS | suits))
        raise SystemFileError(place, f"unknown word {atom.name!r} (known: {words})")
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
