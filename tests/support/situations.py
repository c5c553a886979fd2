"""Typical questions about hidden hands: what is seen and what the auction said."""

from typing import Any, NamedTuple

FULL = (1 << 52) - 1
RANKS = "23456789TJQKA"
ALL = [(0, 13)] * 4

Box = list[tuple[int, int]]


class Situation(NamedTuple):
    """The arguments of a sampler.

    Attributes:
        name: who asks, and when.
        facts: hard facts and what is said.
    """

    name: str
    facts: dict[str, Any]


def cards(text: str) -> int:
    """A hand such as "AK..7.T2" as a mask."""
    return sum(
        1 << 13 * suit + RANKS.index(rank)
        for suit, ranks in enumerate(text.split("."))
        for rank in ranks
    )


def balanced(least: int, most: int) -> list[Box]:
    """4-4-3-2, 4-3-3-3 and 5-3-3-2 with so many points."""
    fives = [[(5, 5) if i == suit else (2, 3) for i in range(4)] for suit in range(4)]
    return [[(least, most), *shape] for shape in ([(2, 4)] * 4, *fives)]


def box(points: tuple[int, int], *lengths: tuple[int, int]) -> Box:
    """A box from points and lengths S H D C; missing lengths are free."""
    return [points, *lengths, *ALL[len(lengths) :]]


PASSED = [box((0, 11), (0, 5), (0, 5), (0, 6), (0, 6)), box((0, 14))]
"""Did not bid over an opening: seldom a strong hand."""
PASSED_SHARES = [1.0, 0.1]
RAISED_NOTRUMP = [box((10, 15), (0, 3), (0, 3), (2, 6), (2, 6))]
"""Raised 1NT to game: no four-card major."""
PREEMPT = [box((5, 10), (7, 7), (0, 3), (0, 4), (0, 4))]
"""Opened 3S: seven spades, no side suit."""


def opening_leads() -> list[Situation]:
    """South leads: three hands are hidden."""
    own = cards("J6.QT83.A9542.T7")
    seen = {"hidden": FULL & ~own, "vacant": (13, 13, 0, 13), "held": (0, 0, own, 0)}
    shares = [PASSED_SHARES, None, None, None]
    notrump = [PASSED, RAISED_NOTRUMP, None, balanced(15, 17)]
    preempt = [PASSED, [box((0, 15), (0, 3))], None, PREEMPT]
    return [
        Situation("lead, 1NT-3NT", {**seen, "boxes": notrump, "weights": shares}),
        Situation("lead, 3S preempt", {**seen, "boxes": preempt, "weights": shares}),
    ]


def declarers() -> list[Situation]:
    """South plays, dummy is on the table: two hands are hidden."""
    south, north = cards("AQ6.KJ3.KQ85.K72"), cards("K83.A54.AJT4.953")
    seen: dict[str, Any] = {"hidden": FULL & ~(south | north), "held": (north, 0, south, 0)}
    said = [None, PASSED, None, PASSED]
    shares = [None, PASSED_SHARES, None, PASSED_SHARES]
    first = {**seen, "vacant": (0, 13, 0, 13), "boxes": said, "weights": shares}
    # Five tricks: hearts led by West, East has no more; three rounds of diamonds.
    played = (
        cards("3.5.J4T."), cards("4.2.762.Q"), cards(".3.KQ8.7"), cards("2.QT.93.6"),
    )  # fmt: skip
    now = [hand & ~gone for hand, gone in zip((north, 0, south, 0), played, strict=True)]
    gone = played[0] | played[1] | played[2] | played[3]
    sixth = {
        **first,
        "hidden": first["hidden"] & ~gone,
        "vacant": [0, 13 - played[1].bit_count(), 0, 13 - played[3].bit_count()],
        "held": now,
        "played": played,
        "shown_out": (0, 4, 0, 0),
    }
    spades, dummy = cards("AQJ75.K4.A83.K62"), cards("KT84.A75.94.A953")
    # West overcalled 2D, East passed.
    overcall = [box((9, 15), (0, 3), (0, 4), (5, 6), (0, 4)), box((8, 17), (0, 4), (0, 4), (5, 7))]
    other = [box((0, 9), (0, 5), (0, 6), (0, 3), (0, 6)), box((0, 12))]
    contested = {
        "hidden": FULL & ~(spades | dummy),
        "vacant": (0, 13, 0, 13),
        "held": (dummy, 0, spades, 0),
        "boxes": [None, other, None, overcall],
        "weights": [None, [1.0, 0.2], None, [1.0, 0.2]],
    }
    return [
        Situation("declarer, 3NT, trick 1", first),
        Situation("declarer, 3NT, trick 6", sixth),
        Situation("declarer, 4S, overcalled", contested),
    ]


def defenders() -> list[Situation]:
    """East in third seat sees dummy (North): West led, South declares."""
    own, dummy = cards("QT5.K8.J974.Q863"), cards("K73.QJ5.AKT2.942")
    led = cards(".9..")
    hidden = FULL & ~(own | dummy | led)
    seen = {
        "hidden": hidden, "vacant": (0, 0, 13, 12), "held": (dummy, own, 0, 0),
        "played": (0, 0, 0, led),
    }  # fmt: skip
    # Fourth best or the top of nothing against 3NT.
    partner = [box((0, 11), (0, 5), (3, 6), (0, 6), (0, 6)), box((0, 14))]
    notrump = [None, None, balanced(15, 17), partner]
    preempt = [None, None, PREEMPT, [box((0, 14), (0, 4))]]
    wide = [None, None, [box((0, 37), (0, 7), (0, 7), (0, 7), (0, 7))], [box((0, 17))]]
    return [
        Situation(
            "third hand, 1NT-3NT", {**seen, "boxes": notrump, "weights": [None] * 3 + [[1.0, 0.1]]}
        ),
        Situation("third hand, 3S preempt", {**seen, "boxes": preempt}),
        Situation("third hand, little said", {**seen, "boxes": wide}),
    ]


SITUATIONS = [*opening_leads(), *declarers(), *defenders()]
