"""Layouts of hidden cards by plain enumeration, to check samplers against."""

import random
from collections import Counter
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple, TypedDict

import numpy as np
import numpy.typing as npt

from solver import WorldSampler

FULL = (1 << 52) - 1
SUIT = 0x1FFF
HONOURS = {12: 4, 11: 3, 10: 2, 9: 1}
Layout = tuple[int, ...]
ANY = [(0, 37), (0, 13), (0, 13), (0, 13), (0, 13)]


class Case(NamedTuple):
    """The arguments of a sampler."""

    hidden: int
    vacant: tuple[int, ...]
    held: tuple[int, ...] = (0, 0, 0, 0)
    played: tuple[int, ...] = (0, 0, 0, 0)
    shown_out: tuple[int, ...] = (0, 0, 0, 0)
    lacks: tuple[int, ...] = (0, 0, 0, 0)
    boxes: tuple[Any, ...] | None = None
    weights: tuple[Any, ...] | None = None

    def options(self) -> dict[str, Any]:
        """The arguments that have names."""
        return {
            name: value for name, value in self._asdict().items() if name not in Case._fields[:2]
        }


def mask(cards: Any) -> int:
    """A set of cards as a mask."""
    return sum(1 << card for card in cards)


def cards_of(hand: int) -> list[int]:
    """The cards of a mask, low to high."""
    return [card for card in range(52) if hand >> card & 1]


def length(hand: int, suit: int) -> int:
    """How many cards of a suit are in a mask."""
    return (hand >> 13 * suit & SUIT).bit_count()


def hcp(hand: int) -> int:
    """High-card points of a mask."""
    return sum(HONOURS.get(card % 13, 0) for card in cards_of(hand))


def every_layout(hidden: list[int], vacant: list[int]) -> list[Layout]:
    """All ways to deal the hidden cards."""
    if not any(vacant):
        return [(0, 0, 0, 0)]
    seat = next(seat for seat in range(4) if vacant[seat])
    rest_vacant = [0 if other == seat else places for other, places in enumerate(vacant)]
    found = []
    for cards in combinations(hidden, vacant[seat]):
        rest = [card for card in hidden if card not in cards]
        found += [
            tuple(hand | (mask(cards) if i == seat else 0) for i, hand in enumerate(layout))
            for layout in every_layout(rest, rest_vacant)
        ]
    return found


def is_possible(case: Case, layout: Layout) -> bool:
    """Whether the hidden cards of a layout agree with the hard facts."""
    return not any(
        hand & case.lacks[seat]
        or any(case.shown_out[seat] >> suit & 1 and length(hand, suit) for suit in range(4))
        for seat, hand in enumerate(layout)
    )


def weight(case: Case, layout: Layout) -> float:
    """What is said about the hidden hands of a layout, multiplied."""
    total = 1.0
    for seat in range(4):
        if case.vacant[seat] and case.boxes is not None and case.boxes[seat] is not None:
            dealt = layout[seat] | case.held[seat] | case.played[seat]
            features = [hcp(dealt), *(length(dealt, suit) for suit in range(4))]
            boxes = np.asarray(case.boxes[seat]).tolist()
            shares = case.weights[seat] if case.weights is not None else None
            shares = [1.0] * len(boxes) if shares is None else shares
            total *= sum(
                share
                for box, share in zip(boxes, shares, strict=True)
                if all(low <= x <= high for x, (low, high) in zip(features, box, strict=True))
            )
    return total


def truth(case: Case) -> tuple[int, dict[Layout, float]]:
    """How many layouts are possible, and the worlds that have a weight."""
    layouts = [
        layout
        for layout in every_layout(cards_of(case.hidden), list(case.vacant))
        if is_possible(case, layout)
    ]
    worlds = {}
    for layout in layouts:
        share = weight(case, layout)
        if share:
            world = tuple(a | b for a, b in zip(layout, case.held, strict=True))
            worlds[world] = share
    return len(layouts), worlds


def random_union(rng: random.Random, hand: int) -> tuple[list[Any], list[float]]:
    """A few boxes, most of which contain the hand, and their weights."""
    features = [hcp(hand), *(length(hand, suit) for suit in range(4))]
    boxes, shares = [], []
    for _ in range(rng.choice((1, 1, 2, 3, 5))):
        box = []
        for place, (x, limit) in enumerate(zip(features, ANY, strict=True)):
            wide = rng.choice((0, 1, 2, 9) if place else (0, 1, 3, 9, 40))
            shift = rng.choice((0, 0, 0, 0, -1, 1))
            box.append((max(x + shift - wide, limit[0] - 1), min(x + shift + wide, limit[1] + 1)))
        boxes.append(box)
        shares.append(rng.choice((1.0, 0.25, 3.0, 0.01)))
    return boxes, shares


def random_case(
    rng: random.Random, size: int, hands: int, *, said: float = 0.8
) -> tuple[Case, Layout]:
    """An ending with so many cards a hand, the hidden hands of so many seats, and its true hands.

    What is known contains the truth; what is said mostly does.
    """
    pack = list(range(52))
    rng.shuffle(pack)
    suits = rng.choice((1, 2, 2, 3, 4))
    pack = [card for card in pack if card // 13 < suits]
    size = min(size, len(pack) // max(hands, 1))
    seats = rng.sample(range(4), hands)
    now, held, played = [0] * 4, [0] * 4, [0] * 4
    for seat in seats:
        hand = [pack.pop() for _ in range(size - rng.choice((0, 0, 1)))]
        now[seat] = mask(hand)
        if rng.random() < 0.3 and hand:
            held[seat] = 1 << hand[0]
    rest = [card for card in range(52) if not sum(now) >> card & 1]
    rng.shuffle(rest)
    for seat in seats:
        played[seat] = mask(
            rest.pop() for _ in range(rng.randrange(13 - now[seat].bit_count() + 1))
        )
    hidden = sum(now) - sum(held)
    vacant = tuple(now[seat].bit_count() - held[seat].bit_count() for seat in range(4))
    shown_out, lacks = [0] * 4, [0] * 4
    boxes: list[Any] = [None] * 4
    shares: list[Any] = [None] * 4
    for seat in seats:
        if rng.random() < 0.2:
            shown_out[seat] = sum(
                1 << suit for suit in range(4) if not length(now[seat] & hidden, suit)
            )
        if rng.random() < 0.3:
            lacks[seat] = rng.getrandbits(52) & rng.getrandbits(52) & ~now[seat]
        if rng.random() < said:
            boxes[seat], shares[seat] = random_union(rng, now[seat] | played[seat])
            if rng.random() < 0.3:
                shares[seat] = None
    case = Case(
        hidden, vacant, tuple(held), tuple(played), tuple(shown_out), tuple(lacks),
        tuple(boxes), tuple(shares),
    )  # fmt: skip
    return case, tuple(now)


def sampler(case: Case) -> WorldSampler:
    """A sampler for a case."""
    return WorldSampler(case.hidden, case.vacant, **case.options())


def rows(worlds: npt.NDArray[np.uint64]) -> list[Layout]:
    """Worlds as tuples of masks."""
    return [tuple(row) for row in worlds.tolist()]


def chi_square(counts: Counter[Layout], shares: dict[Layout, float]) -> float:
    """How far counts are from these shares, in standard deviations of the statistic.

    Worlds are put together, lightest first, until ten draws of them are expected.
    """
    assert set(counts) <= set(shares)
    scale = counts.total() / sum(shares.values())
    statistic, groups, seen, expected = 0.0, 0, 0.0, 0.0
    for world in sorted(shares, key=lambda world: (shares[world], world)):
        seen += counts[world]
        expected += shares[world] * scale
        if expected >= 10:
            statistic += (seen - expected) ** 2 / expected
            groups, seen, expected = groups + 1, 0.0, 0.0
    assert groups > 5
    return (statistic - groups + 1) / sqrt(2 * (groups - 1))


def random_deal(rng: random.Random, gone: int) -> tuple[list[int], list[int], list[int]]:
    """A deal after so many cards were played: the hands now, the cards played, the voids seen."""
    pack = list(range(52))
    rng.shuffle(pack)
    dealt = [pack[13 * i : 13 * i + 13] for i in range(4)]
    now = [dealt[seat][: 13 - (gone + 3 - seat) // 4] for seat in range(4)]
    played = [mask(dealt[seat]) & ~mask(now[seat]) for seat in range(4)]
    void = [
        sum(1 << suit for suit in range(4) if not length(mask(hand), suit) and rng.random() < 0.7)
        for hand in now
    ]
    return [mask(hand) for hand in now], played, void


def hidden_with(spades: int) -> tuple[int, list[int]]:
    """26 hidden cards with so many spades among them, the lowest of each suit; the held hands."""
    hearts = (26 - spades) // 3
    sizes = [spades, hearts, hearts, 26 - spades - 2 * hearts]
    hidden = sum(((1 << size) - 1) << 13 * suit for suit, size in enumerate(sizes))
    ours = [card for card in range(52) if not hidden >> card & 1]
    return hidden, [mask(ours[:13]), 0, mask(ours[13:]), 0]


CASES = {
    # two hands, points of both limited, nested and overlapping boxes
    "two": Case(
        mask([12, 11, 3, 14, 20, 25, 24, 30, 38, 37]), (0, 5, 0, 5),
        held=(0, 1 << 10, 0, 0), played=(0, 0, 0, 1 << 51),
        boxes=(
            None,
            [[(4, 12), (1, 3), (0, 5), (0, 5), (0, 5)], ANY],
            None,
            [[(0, 17), (0, 5), (1, 2), (1, 5), (0, 1)], [(6, 37), (0, 13), (0, 5), (0, 5), (0, 5)]],
        ),
        weights=(None, [1.0, 0.1], None, [2.0, 0.5]),
    ),
    "two without points": Case(
        mask([12, 11, 3, 14, 20, 25, 24, 30, 38, 37]), (6, 0, 4, 0),
        boxes=([[(0, 37), (1, 2), (0, 13), (1, 3), (0, 13)]], None, None, None),
    ),
    "two with facts": Case(
        mask([12, 11, 3, 14, 20, 25, 24, 30, 38, 37, 44, 50]), (6, 6, 0, 0),
        shown_out=(0, 8, 0, 0), lacks=(1 << 12, 1 << 20, 0, 0),
        boxes=([[(3, 9), (0, 13), (0, 13), (0, 13), (0, 13)]], None, None, None),
    ),
    "three": Case(
        mask([12, 11, 3, 14, 20, 25, 30, 38, 37]), (3, 3, 0, 3),
        boxes=(
            [[(3, 9), (0, 2), (0, 13), (0, 13), (0, 13)], ANY],
            [[(2, 8), (0, 13), (0, 13), (0, 13), (0, 13)]],
            None,
            [[(0, 4), (0, 1), (0, 3), (0, 3), (0, 3)], [(0, 9), (0, 3), (0, 3), (0, 3), (0, 3)]],
        ),
        weights=([1.0, 0.2], None, None, [1.0, 0.3]),
    ),
    "three, one limited": Case(
        mask([12, 11, 3, 14, 20, 25, 30, 38, 37]), (3, 3, 3, 0),
        boxes=(None, None, [[(2, 5), (0, 2), (0, 13), (0, 2), (0, 2)]], None),
    ),
    "three with facts": Case(
        mask([12, 11, 3, 14, 20, 25, 30, 38, 37]), (2, 3, 0, 4),
        shown_out=(1, 0, 0, 0), lacks=(0, 1 << 25 | 1 << 14, 0, 1 << 38),
        boxes=(None, [[(0, 7), (0, 13), (0, 13), (0, 13), (0, 13)], ANY], None, None),
    ),
}  # fmt: skip


OWN = mask(range(0, 52, 4))


class Seen(TypedDict):
    """The arguments of a sampler that one player knows: the hidden cards and where they may lie."""

    hidden: int
    vacant: tuple[int, ...]
    held: tuple[int, ...]


LEADER: Seen = {"hidden": FULL & ~OWN, "vacant": (13, 13, 0, 13), "held": (0, 0, OWN, 0)}


NOTRUMP = [
    [(15, 17), (2, 4), (2, 4), (2, 4), (2, 4)],
    *(
        [(15, 17), *((5, 5) if other == suit else (2, 3) for other in range(4))]
        for suit in range(4)
    ),
]
"""15-17 points, no singleton, at most one doubleton or a five-card suit with 3-3-2."""
