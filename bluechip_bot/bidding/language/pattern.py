"""Contexts matched against an auction: patterns of calls, and facts about the players.

A variable is bound by the first call that names it: `M` and `m` a major and a minor, `oM` and
`om` the other one, `X`, `Y` and `Z` any suit, each different from those bound before. Passes
before the first other call are left out of auctions and patterns alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.auction.meaning import Meaning
from bluechip_bot.bidding.auction.roles import Role, seat_of
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.language.scene import LITERAL_SUITS, VARIABLES, Suits
from bluechip_bot.bidding.language.syntax import Fact, PatternStep
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Seat, Strain, Suit
from bluechip_bot.model.errors import CallError

REST: Final = "..."
"""The step for whatever went before."""

TEMPLATE: Final = re.compile(r"(n|[1-7](?:-[1-7])?)(M|m|oM|om|X|Y|Z|S|H|D|C|NT)")
"""A step of a level, levels or any level in a suit: `1X`, `2-3M`, `nNT`."""
_MAJORS, _MINORS = (Suit.SPADES, Suit.HEARTS), (Suit.DIAMONDS, Suit.CLUBS)
CHOICES: Final = {"M": _MAJORS, "m": _MINORS, **dict.fromkeys("XYZ", tuple(Suit))}
"""The suits that a variable may stand for."""
_OTHER: Final = {"M": ("oM", _MAJORS), "m": ("om", _MINORS)}
EXACT: Final = 1000
TAIL: Final = 500
"""How close any exact sequence is, and any tail: exact ones before tails, tails before facts."""
LITERAL: Final = 4
"""How close a call by name is."""
FACT: Final = 10
"""How close any fact is, beside what `fact_holds` says."""


Who = Mapping[str, Seat | None]
"""The seats by the names that facts have for players."""


@frozen
class Match:
    """How a context fits an auction.

    Attributes:
        suits: what its variables stand for.
        specificity: the greater, the closer; of two contexts the closer one decides.
    """

    suits: Suits
    specificity: int


def match(pattern: Sequence[PatternStep], meanings: Sequence[Meaning]) -> Match | None:
    """How a pattern fits the calls since the first that is no pass; None where it does not."""
    suits, score = dict(LITERAL_SUITS), EXACT
    if pattern and pattern[0].text == REST:
        pattern, score = pattern[1:], TAIL
        if len(meanings) < len(pattern):
            return None
        meanings = meanings[len(meanings) - len(pattern) :]
    if len(pattern) != len(meanings):
        return None
    for step, meaning in zip(pattern, meanings, strict=True):
        found = step_matches(step.text, meaning, suits)
        if not found:
            return None
        score += found
    return Match(suits, score)


def step_matches(text: str, meaning: Meaning, suits: dict[str, Suit]) -> int:
    """How closely a step names a call (0: not at all); binds its variable."""
    call, step = meaning.call, named_by(text)
    if isinstance(step, Call):
        return LITERAL if call == step else 0
    if step is None:
        return 2 if text in meaning.marks else 0
    if isinstance(step, str):
        so = step == "*" or (call.is_bid if step == "bid" else call != PASS)
        return 1 if so else 0
    low, high, name, strain = step
    if not low <= call.level <= high:
        return 0
    exact = int(low == high)
    if strain is not None:
        return 3 + exact if call.strain == strain else 0
    suit = call.strain.suit
    if suit is not None and name in suits:
        return 2 + exact if suits[name] is suit else 0
    if suit is None or meaning.artificial or suit not in free(name, suits):
        return 0
    suits.update(with_suit(suits, name, suit))
    return 1 + exact + (name in ("M", "m"))


@cache
def named_by(text: str) -> str | Call | tuple[int, int, str, Strain | None] | None:
    """What a step names: `*`, `bid` or `act`, a call, or bids; None for a mark.

    Bids have their least and highest level, the name of the suit, and the strain where the name is
    no variable.
    """
    if text in ("*", "bid", "act"):
        return text
    if template := TEMPLATE.fullmatch(text):
        levels, name = template.groups()
        low, high = (1, 7) if levels == "n" else (int(levels[0]), int(levels[-1]))
        return low, high, name, None if name in VARIABLES else Strain.parse(name)
    try:
        return Call.parse(text)
    except CallError:
        return None


def free(name: str, suits: Suits) -> list[Suit]:
    """The suits that a variable not yet bound may stand for."""
    if name not in CHOICES:
        return []
    taken = {suits[bound] for bound in ("M", "m", "X", "Y", "Z") if bound in suits}
    return [suit for suit in CHOICES[name] if suit not in taken]


def with_suit(suits: Suits, name: str, suit: Suit) -> dict[str, Suit]:
    """The suits with one more variable bound, and with a major or minor the other one."""
    bound = {**suits, name: suit}
    if name in _OTHER:
        other, pair = _OTHER[name]
        bound[other] = pair[0] if suit is pair[1] else pair[1]
    return bound


def fact_holds(fact: Fact, state: AuctionState, seat: Seat | None, suits: dict[str, Suit]) -> int:
    """How closely a fact about a seat fits an auction (0: not at all); binds its variables."""
    if seat is None:
        return 0
    acts = state.acts(seat)
    if fact.verb in _COUNTS:
        low, high = _COUNTS[fact.verb]
        return int(seat is state.me and low <= len(acts) <= high) * 3
    if fact.verb == "passed":
        last = state.last(seat)
        return int(last is not None and last.call == PASS)
    if fact.verb == "silent":
        return int(not acts)
    if not acts or (fact.verb == "bid" and state.last(seat) is not acts[0]):
        return 0
    act = acts[-1] if fact.verb == "began" else acts[0]
    for text in fact.calls:
        if found := step_matches(text, act, suits):
            return found + 1
    return 0


_COUNTS: Final = {
    "responds": (0, 0), "overcalls": (0, 0), "advances": (0, 0),
    "rebids": (1, 1), "continues": (2, 99), "calls": (0, 99),
}  # fmt: skip
"""The verbs of the player to call, with how often he has acted before."""
VERBS: Final = frozenset({*_COUNTS, "passed", "silent", "bid", "began", "made"})
"""What a player does or did."""
WHO: Final = frozenset({*(role.value for role in Role), "partner", "i", "lho", "rho"})
"""Whom a fact is about."""


def who_is_who(state: AuctionState) -> Who:
    """The seats of those whom facts are about; None for a role that nobody has yet."""
    me = state.me
    roles = {role: seat_of(state, role) for role in Role}
    # Of two roles of one player the first counts, as in `role_of`.
    taken: set[Seat] = set()
    named: dict[str, Seat | None] = {}
    for role, seat in roles.items():
        named[role.value] = None if seat in taken else seat
        if seat is not None:
            taken.add(seat)
    return {**named, "partner": me.partner, "i": me, "lho": me.lho, "rho": me.rho}
